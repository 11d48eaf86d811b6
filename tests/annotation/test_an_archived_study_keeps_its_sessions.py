"""Nothing is done with the sessions of an archived study."""

from collections.abc import Callable

import pytest

from annotation.models import ParticipantSession
from annotation.services.ending import abandon, withdraw
from annotation.services.reinstating import reinstate
from annotation.services.releasing import release
from annotation.services.restarting import restart
from annotation.services.validity import invalidate, revalidate
from study.domain.lifecycle import StudyArchived
from study.models import Study
from tests.acts import do, terminated

pytestmark = pytest.mark.django_db
ACTS = (abandon, withdraw, restart, reinstate, release, invalidate, revalidate)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_it_stays_as_it_is(act: Callable[..., ParticipantSession]) -> None:
    person = terminated()
    study = person.invitation.study
    Study.objects.filter(pk=study.pk).update(status="archived")
    before = ParticipantSession.objects.values().get(), study.audit_entries.count()

    with pytest.raises(StudyArchived):
        do(act, person)

    assert (ParticipantSession.objects.values().get(), study.audit_entries.count()) == before
