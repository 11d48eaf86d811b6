"""What a simulation says at its end."""

from collections.abc import Iterator

from annotation.simulation.connection import percentile
from annotation.simulation.crowd import Crowd
from annotation.simulation.walker import End, Key
from study.domain.vocabulary import GSM_CHECK, Condition


def summary(crowd: Crowd, key: Key, seconds: float) -> Iterator[str]:
    """Yield the lines."""
    counts = ", ".join(f"{len(crowd.ended(end))} {end}" for end in End if crowd.ended(end))
    yield f"participants  {counts}"
    yield from _answers(crowd, key)
    ledger = crowd.ledger
    rate = ledger.requests / seconds if seconds else 0.0
    yield f"requests      {ledger.requests} in {seconds:.1f} s, {rate:.0f}/s"
    for kind, values in ledger.latencies.items():
        p50, p95 = (1000 * percentile(values, share) for share in (0.5, 0.95))
        yield f"  {kind:<12}{len(values):>7}   p50 {p50:6.1f} ms   p95 {p95:7.1f} ms"
    retried = ", ".join(f"{count} {kind}" for kind, count in ledger.errors.most_common())
    yield f"errors        {retried or 'none'}" + (" (tried again)" if retried else "")
    for walk in crowd.ended(End.FAILED):
        yield f"  {walk.code}: {walk.why}"


def _answers(crowd: Crowd, key: Key) -> Iterator[str]:
    answers = crowd.answers
    timed_out = sum(answer.timed_out for answer in answers)
    yield f"answers       {len(answers)} acknowledged, {timed_out} timed out"
    parts = []
    for condition in Condition:
        right = [
            answer.verdict == truth.is_correct
            for answer in answers
            if answer.screen.condition is condition and answer.verdict is not None
            if (truth := key(answer.screen)) is not None and truth.category != GSM_CHECK
        ]
        if right:
            parts.append(f"{condition} {sum(right) / len(right):.3f} (of {len(right)})")
    if parts:
        yield f"accuracy      {', '.join(parts)}"
