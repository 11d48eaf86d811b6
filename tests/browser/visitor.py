"""Somebody with an invitation link and a real browser, and what goes wrong in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from annotation.models import ParticipantSession, Presentation
from study import links
from study.models import Invitation, Study
from tests.cast import Participant
from tests.factories import make_invitation, make_study

CHOICES = "#judgment label"
SUBMIT = "#judgment button.primary"
CONTINUE = "#ratings button.primary"


def short_study(soft: int = 180, hard: int = 240, **settings: Any) -> Study:
    """Return a study whose limits fit a test."""
    timing = {f"{part}_{limit}_seconds": seconds for part in ("ao", "aj")
              for limit, seconds in (("soft", soft), ("hard", hard))}  # fmt: skip
    return make_study(timing=timing, **settings)


@dataclass
class Visitor:
    """One browser page at one invitation link."""

    page: Any
    url: str
    invitation: Invitation
    problems: list[str] = field(default_factory=list)

    @property
    def session(self) -> ParticipantSession:
        return ParticipantSession.objects.get(invitation=self.invitation, superseded_at=None)

    @property
    def answers(self) -> list[Presentation]:
        return list(Presentation.objects.filter(session=self.session).order_by("index"))

    def open(self) -> "Visitor":
        self.page.goto(self.url)
        return self

    def press(self, button: str) -> None:
        """Press the one button with this text on a page without scripts; be on the next page."""
        there = self.page.locator(f"button:has-text({button!r})")
        there.wait_for()  # on the way to the page that has it, that would be the next one
        with self.page.expect_navigation():
            there.click()

    def reach_practice(self) -> None:
        """Open the page at the first practice item; what comes before was done elsewhere."""
        elsewhere = Participant(self.invitation)
        elsewhere.consent()
        elsewhere.press("instructions")
        self.open().wait_for_item()

    def reach_items(self) -> None:
        """Open the page at the first item; what comes before was done elsewhere."""
        Participant(self.invitation).reach_items()
        self.open().wait_for_position("Question 1 of")

    def wait_for_item(self) -> None:
        self.page.wait_for_selector("#item:not([hidden])")

    def wait_for_position(self, text: str) -> None:
        self.page.wait_for_selector(f"#position:has-text({text!r})")

    def wait_for_ratings(self) -> None:
        self.page.wait_for_selector("#ratings:not([hidden])")

    def choose(self, number: int) -> None:
        """Choose a verdict by position, and wait until it is saved."""
        with self.page.expect_response("**/api/draft"):
            self.page.locator(CHOICES).nth(number - 1).click()

    def judge(self, number: int = 1) -> None:
        self.page.locator(CHOICES).nth(number - 1).click()
        self.page.locator(SUBMIT).click()
        self.wait_for_ratings()

    def rate(self, number: int = 4) -> None:
        for scale in self.page.locator("#ratings fieldset:not([hidden])").all():
            scale.locator("label").nth(number - 1).click()
        self.page.locator(CONTINUE).click()

    def finish_item(self) -> None:
        self.judge()
        self.rate()
        self.page.wait_for_selector("#ratings", state="hidden")

    def chosen(self, name: str) -> str | None:
        """Return the value of a group of radio buttons."""
        value: str | None = self.page.evaluate(
            "(name) => document.querySelector(`[name=${name}]:checked`)?.value ?? null", name
        )
        return value

    def wait_for_draft(self, value: bool) -> None:
        """Wait until the server keeps this choice for the first item."""
        for _ in range(100):
            if self.answers[0].draft is value:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"The draft does not become {value}.")

    def note(self) -> str:
        """Return the line above the button."""
        shown = self.page.locator("#judgment [data-note][data-shown]")
        return str(shown.text_content()) if shown.count() else ""


@contextmanager
def visiting(
    chromium: Any,
    live: str,
    study: Study | None = None,
    *,
    invitation: Invitation | None = None,
    expected: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[Visitor]:
    """Open a browser for an invitation; whatever its console complains about is a failure.

    Parameters
    ----------
    expected : tuple of str
        Parts of complaints that belong to the test: a network that is away, a refused message.
    """
    invitation = invitation or make_invitation(study or short_study())
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(10_000)
    page = context.new_page()
    path = links.path(invitation.public_id, invitation.generation)
    visitor = Visitor(page, live + path, invitation)
    listen(page, visitor.problems)
    try:
        yield visitor
        complaints = [
            text for text in visitor.problems if not any(part in text for part in expected)
        ]
        assert complaints == []
    finally:
        context.close()


def settle(page: Any) -> None:
    """Wait until a page is there and stands still: colours in transition are not what is read."""
    page.wait_for_load_state()
    page.evaluate(
        "() => Promise.allSettled(document.getAnimations().map((change) => change.finished))"
    )


def listen(page: Any, problems: list[str]) -> None:
    """Collect what a page complains about; violations of the content policy are among it."""
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: (
            problems.append(message.text) if message.type in {"error", "warning"} else None
        ),
    )
