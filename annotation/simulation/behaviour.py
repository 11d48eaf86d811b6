"""How a simulated participant judges, rates and takes time. Pure: no clock, no database, no HTTP.

Not a theory of people: a generator of data that look like the paper's human study (section 6.1,
K.11): accuracy near 0.84 in AO and 0.81 in AJ, wrong answers that convince more with their
justification, 27 minutes a session. One latent variable carries a judgment, the *evidence*

    e = b + ability - difficulty + effect(category, condition) + logistic noise,

and the judgment is right exactly when e > 0, so that P(right) = logistic(e without its noise).
Its distance from 0 is how sure the person is; ratings and times follow from it.

Every draw is a function of (seed, participant code, shown text, what is drawn): the same person
gives the same item the same answer in whatever order, at whatever concurrency.
"""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType

from study.domain.vocabulary import GSM_CHECK, Category, Condition

BASE = 1.95
"""b: the logit of being right for an average person and item without any effect."""

DIFFICULTY_SPREAD = 0.8
"""Standard deviation of an item's difficulty, in logits."""

EFFECTS: Mapping[tuple[str, Condition], float] = MappingProxyType(
    {
        (Category.TP.value, Condition.AO): 0.4,
        (Category.TN.value, Condition.AO): 0.2,
        (Category.FP.value, Condition.AO): -0.1,
        (Category.FN.value, Condition.AO): -0.3,
        (Category.TP.value, Condition.AJ): 0.8,
        (Category.TN.value, Condition.AJ): -0.1,
        (Category.FP.value, Condition.AJ): -1.0,  # a wrong answer, well justified, convinces
        (Category.FN.value, Condition.AJ): 0.2,
        (GSM_CHECK, Condition.AJ): 5.0,  # an obvious error (K.7); the paper's 19 all saw it
    }
)
"""What category and condition add to the evidence, in logits; 0 for what is not listed."""

LIMIT_SHARE: Mapping[Condition, float] = MappingProxyType({Condition.AO: 0.275, Condition.AJ: 0.35})
"""Median Stage-1 time as a share of the hard limit: people pace themselves by the clock they see.

With the paper's 240 s: 66 s in AO and 84 s in AJ, where there is more to read.
"""

MEAN_LIMIT_SHARE = 0.36
"""Mean Stage-1 time as a share of the hard limit, over people, items and both conditions."""

MEAN_RATING_SECONDS = 8.3
"""Mean Stage-2 time, over people and both conditions."""

MEAN_JUDGING_SECONDS = 240 * MEAN_LIMIT_SHARE
"""Mean Stage-1 time under the paper's limit."""

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Screen:
    """What a participant sees of an item; `justification` is None in AO."""

    question: str
    answer: str
    justification: str | None

    @property
    def condition(self) -> Condition:
        """Return which condition the screen shows."""
        return Condition.AO if self.justification is None else Condition.AJ


@dataclass(frozen=True)
class Truth:
    """What the answer key says of an item: ground truth G, and the category ("" for practice)."""

    is_correct: bool
    category: str


@dataclass(frozen=True)
class Person:
    """One simulated participant.

    Attributes
    ----------
    ability : float
        Logits added to the evidence; normal, mean 0, standard deviation 0.4.
    carefulness : float
        Probability that a judgment follows the evidence and not a coin; 0.95 to 1.
    slowness : float
        Natural logarithm of the factor on every time; normal, mean 0, standard deviation 0.22.
    leniency : float
        Response style: shifts every rating; normal, standard deviation 0.4 of a scale point.
    extremity : float
        Response style: stretches ratings about the middle of the scale; 0.8 to 1.3.
    """

    seed: int
    code: str
    ability: float
    carefulness: float
    slowness: float
    leniency: float
    extremity: float


@dataclass(frozen=True)
class Response:
    """What one person makes of one screen.

    Attributes
    ----------
    verdict : bool
        True: says Correct. Whoever is slower than the limit has come this far only in thought.
    limit_share : float
        Stage-1 time divided by the hard limit; from 1 on the person does not finish in time.
    selected_in_time : bool
        Whether something is selected when the limit comes, for those who do not finish.
    hesitated : bool
        Whether the other button was pressed first.
    confidence : int
        1 to 5.
    helpfulness : int or None
        1 to 5 in AJ, None in AO.
    rating_seconds : float
        Stage-2 time.
    """

    verdict: bool
    limit_share: float
    selected_in_time: bool
    hesitated: bool
    confidence: int
    helpfulness: int | None
    rating_seconds: float

    @property
    def in_time(self) -> bool:
        """Tell whether the person submits before the limit."""
        return self.limit_share < 1

    def judging_seconds(self, mean: float) -> float:
        """Return the time for Stage 1 of somebody for whom it takes `mean` seconds on average."""
        return mean * self.limit_share / MEAN_LIMIT_SHARE

    def rating_seconds_at(self, mean: float) -> float:
        """Return the time for Stage 2 of somebody for whom it takes `mean` seconds on average."""
        return mean * self.rating_seconds / MEAN_RATING_SECONDS


def person(seed: int, code: str) -> Person:
    """Return who takes part under a participant code.

    Examples
    --------
    >>> person(1, "P001") == person(1, "P001"), person(1, "P001") == person(2, "P001")
    (True, False)
    """
    who = (seed, code)
    return Person(
        seed=seed,
        code=code,
        ability=0.4 * _normal(*who, "ability"),
        carefulness=1 - 0.05 * _uniform(*who, "carefulness"),
        slowness=0.22 * _normal(*who, "slowness"),
        leniency=0.4 * _normal(*who, "leniency"),
        extremity=0.8 + 0.5 * _uniform(*who, "extremity"),
    )


def difficulty(screen: Screen) -> float:
    """Return how hard an item is, the same for everybody and in both conditions.

    A function of the question and the answer alone, because that is all that both show.
    """
    return DIFFICULTY_SPREAD * _normal("difficulty", screen.question, screen.answer)


def respond(who: Person, screen: Screen, truth: Truth | None) -> Response:
    """Return what a person makes of a screen.

    Parameters
    ----------
    truth : Truth or None
        Without a key (a remote server), e > 0 means "says Correct" and the item leans one way by
        a hash of its text: people agree with each other, but accuracy means nothing.
    """
    what = (who.seed, who.code, screen.question, screen.answer, screen.condition.value)
    evidence = _lean(who, screen, truth) + _logistic(*what, "evidence")
    if _uniform(*what, "lapse") > who.carefulness:
        evidence = math.copysign(0.3, _uniform(*what, "coin") - 0.5)
    verdict = (evidence > 0) == (truth is None or truth.is_correct)
    sureness = min(abs(evidence), 4.0)
    return Response(
        verdict=verdict,
        limit_share=_limit_share(who, screen, sureness, _normal(*what, "pace")),
        selected_in_time=_uniform(*what, "selected") < 0.6,
        hesitated=_uniform(*what, "hesitated") < 0.12 - 0.02 * sureness,
        confidence=_rating(who, 2.3 + 0.75 * sureness, _normal(*what, "confidence")),
        helpfulness=_helpfulness(who, screen, verdict, _normal(*what, "helpfulness")),
        rating_seconds=_rating_seconds(who, screen.condition, _normal(*what, "rating pace")),
    )


def reading_seconds(who: Person, page: str, median: float) -> float:
    """Return how long a person looks at a page that is not an item."""
    return round(median * math.exp(who.slowness + 0.3 * _normal(who.seed, who.code, page)), 3)


def _lean(who: Person, screen: Screen, truth: Truth | None) -> float:
    """Return the evidence without its noise."""
    if truth is None:
        return 2 * _normal("lean", screen.question, screen.answer)
    effect = EFFECTS.get((truth.category, screen.condition), 0.0)
    return BASE + who.ability - difficulty(screen) + effect


def _limit_share(who: Person, screen: Screen, sureness: float, noise: float) -> float:
    """Return the log-normal Stage-1 time: slower on hard items, and where one is not sure."""
    exponent = who.slowness + 0.1 * difficulty(screen) - 0.08 * (sureness - 2) + 0.48 * noise
    return round(LIMIT_SHARE[screen.condition] * math.exp(exponent), 6)


def _helpfulness(who: Person, screen: Screen, verdict: bool, noise: float) -> int | None:
    """Return the rating of the justification: better where one agrees with its answer."""
    if screen.justification is None:
        return None
    quality = 0.5 * _normal("quality", screen.justification)
    return _rating(who, 3.1 + (0.7 if verdict else -0.4) + quality, 0.9 * noise)


def _rating(who: Person, latent: float, noise: float) -> int:
    stretched = 3 + who.extremity * (latent - 3) + who.leniency + 0.5 * noise
    return max(1, min(5, round(stretched)))


def _rating_seconds(who: Person, condition: Condition, noise: float) -> float:
    median = 6.0 if condition is Condition.AO else 9.0
    return round(median * math.exp(who.slowness + 0.4 * noise), 3)


def _uniform(*what: object) -> float:
    """Return a number in (0, 1) that is a hash of what is drawn; 53 bits, never an end point."""
    digest = hashlib.sha256("\x1f".join(map(str, what)).encode("utf-8", "surrogatepass")).digest()
    return ((int.from_bytes(digest[:8], "big") >> 11) + 0.5) / 2**53


def _normal(*what: object) -> float:
    return _NORMAL.inv_cdf(_uniform(*what))


def _logistic(*what: object) -> float:
    share = _uniform(*what)
    return math.log(share / (1 - share))
