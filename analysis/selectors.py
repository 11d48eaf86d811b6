"""Reads that bring the study and its answers together."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Avg, Count, F, Max, Min, Q

from annotation import selectors
from annotation.domain.session import RUNNING, Status
from study.models import Study


@dataclass(frozen=True)
class Collection:
    """How far a study's collection is (table 14). What does not count is not in it.

    Attributes
    ----------
    by_status : mapping of Status to int
        Sessions.
    minutes : (mean, shortest, longest) or None
        From the first item to the end, of completed sessions.
    answered, timed_out : int
        Items of completed sessions, checks included, that have a verdict; that ran out of time.
    checks_passed, checks : int
        Completed sessions that passed their attention check; that had one.
    with_violations : int
        Completed sessions with at least one violation that counts, severe or moderate.
    pilots : int
        Pilot sessions, which count nowhere else.
    """

    by_status: Counter[Status]
    minutes: tuple[float, float, float] | None
    answered: int
    timed_out: int
    checks_passed: int
    checks: int
    with_violations: int
    pilots: int

    @property
    def completed(self) -> int:
        """Return how many sessions are completed."""
        return self.by_status[Status.COMPLETED]

    @property
    def running(self) -> int:
        """Return how many sessions can still go on."""
        return sum(count for status, count in self.by_status.items() if status in RUNNING)


def collection(study: Study) -> Collection:
    """Return how far the collection is, in four queries whatever its size."""
    sessions = selectors.counted(study)
    counts = sessions.order_by().values_list("status").annotate(count=Count("*"))
    completed = selectors.analysed(study)
    took = F("ended_at") - F("started_at")
    spent = completed.aggregate(
        mean=Avg(took),
        shortest=Min(took),
        longest=Max(took),
        checks=Count("passed_attention_check"),
        passed=Count("pk", filter=Q(passed_attention_check=True)),
        with_violations=Count("pk", filter=Q(severe_count__gt=0) | Q(moderate_count__gt=0)),
    )
    answers = selectors.responses(study).filter(session__in=completed)
    said = answers.order_by().aggregate(
        answered=Count("verdict"), timed_out=Count("pk", filter=Q(timed_out=True))
    )
    span = (spent["mean"], spent["shortest"], spent["longest"])
    return Collection(
        by_status=Counter({Status(status): count for status, count in counts}),
        minutes=_minutes(span) if spent["mean"] is not None else None,
        answered=said["answered"],
        timed_out=said["timed_out"],
        checks_passed=spent["passed"],
        checks=spent["checks"],
        with_violations=spent["with_violations"],
        pilots=selectors.pilots(study).count(),
    )


def _minutes(span: tuple[timedelta, timedelta, timedelta]) -> tuple[float, float, float]:
    mean, shortest, longest = (time.total_seconds() / 60 for time in span)
    return mean, shortest, longest
