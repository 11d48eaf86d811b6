"""Try a study oneself: a pilot, which counts nowhere and takes nobody's place for long."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from annotation.models import ParticipantSession
from annotation.services.releasing import release_template
from study.models import Invitation, Study
from study.services.invitations import invite


def finished_pilots(study: Study) -> QuerySet[ParticipantSession]:
    """Return the pilots that are over and still hold their template."""
    pilots = ParticipantSession.objects.filter(version__study=study, is_test=True)
    holding = pilots.filter(superseded_at=None, released_at=None, template__isnull=False)
    return holding.filter(ended_at__isnull=False)


@transaction.atomic
def try_out(study: Study, now: datetime, *, actor: User) -> Invitation:
    """Make a pilot invitation; pilots that are over give their templates back."""
    (invitation,) = invite(study, 1, is_test=True, actor=actor)
    take_templates_back(study, now)
    return invitation


def take_templates_back(study: Study, now: datetime) -> int:
    """Free the templates of pilots that are over; return how many."""
    over = finished_pilots(study).select_related("version__study")
    return sum(release_template(session, now) for session in over)
