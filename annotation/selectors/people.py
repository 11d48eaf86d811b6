"""Who was invited, where they stand, which template they hold."""

from datetime import datetime
from typing import Annotated, TypedDict

from django.db.models import (
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django_stubs_ext import Annotations

from annotation.domain.stages import State
from annotation.models import Presentation
from frame.paging import page_of
from study.models import Invitation, SessionTemplate, Study


class Standing(TypedDict):
    """Where an invited person stands: the session the link leads to, or None throughout."""

    session_id: int | None
    status: str
    template_number: int | None
    version_number: int | None
    language: str | None
    entered_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    released_at: datetime | None
    invalidated_at: datetime | None
    passed_attention_check: bool | None
    completion_code: str | None
    items_done: int | None


def roster(study: Study) -> QuerySet[Annotated[Invitation, Annotations[Standing]]]:
    """Return everybody who was invited, with where they stand.

    Where nobody has begun, `status` is "invited" or "revoked".
    """
    done = (
        Presentation.objects.filter(session=OuterRef("live__id"), state=State.DONE)
        .order_by()
        .values("session")
        .annotate(count=Count("*"))
    )
    not_begun = Case(When(revoked_at=None, then=Value("invited")), default=Value("revoked"))
    return (
        Invitation.objects.filter(study=study)
        .select_related("participant")
        .annotate(live=FilteredRelation("sessions", condition=Q(sessions__superseded_at=None)))
        .annotate(
            session_id=F("live__id"),
            status=Coalesce(F("live__status"), not_begun),
            template_number=F("live__template__number"),
            version_number=F("live__version__number"),
            language=F("live__language"),
            entered_at=F("live__entered_at"),
            started_at=F("live__started_at"),
            ended_at=F("live__ended_at"),
            released_at=F("live__released_at"),
            invalidated_at=F("live__invalidated_at"),
            passed_attention_check=F("live__passed_attention_check"),
            completion_code=F("live__completion_code"),
            items_done=Subquery(done.values("count"), output_field=IntegerField()),
        )
        .order_by("participant__code")
    )


def last_arrivals(study: Study, count: int) -> list[Invitation]:
    """Return the people of the roster who entered last, the latest first."""
    arrived = roster(study).exclude(entered_at=None).order_by("-entered_at")
    return page_of(arrived, 0, count)


def template_board(study: Study) -> QuerySet[SessionTemplate]:
    """Return a study's session templates, each with who holds it and where they are.

    `holder`, `session_id` and `status` are None where nobody does.
    """
    return study.templates.annotate(
        live=FilteredRelation(
            "sessions", condition=Q(sessions__superseded_at=None, sessions__released_at=None)
        ),
    ).annotate(
        holder=F("live__participant__code"),
        session_id=F("live__id"),
        status=F("live__status"),
        is_test=F("live__is_test"),
        version_number=F("version__number"),
    )
