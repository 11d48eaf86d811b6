from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from study.domain.design import StudyDesign
from study.domain.lifecycle import StudyArchived, StudyEvent, StudyStatus
from study.domain.roles import Role
from study.models import Membership, Study
from study.services import invitations, members, retiring, studies, templates
from study.services.copying import copy_items
from study.services.items import import_items
from study.services.lifecycle import change_status
from tests.factories import make_study

pytestmark = pytest.mark.django_db
MORE = (
    "code,kind,question,justification,answer,is_correct,problem_id\nPRA09,practice,Q?,J,A,true,P9\n"
)


def more() -> Path:
    file = Path(mkdtemp()) / "more.csv"
    file.write_text(MORE, encoding="utf-8")
    return file


def other_owner(study: Study) -> User:
    return User.objects.get(username="bo")


ACTS: dict[str, Callable[[Study], object]] = {
    "revise": lambda study: studies.revise_design(study, StudyDesign()),
    "title": lambda study: studies.update_title(study, "Another"),
    "import": lambda study: import_items(study, more()),
    "copy": lambda study: copy_items(study, study),
    "retire": lambda study: retiring.retire_items(study, ["TP01"], "x"),
    "restore": lambda study: retiring.restore_items(study, ["TP01"], "x"),
    "generate": lambda study: templates.generate_templates(study, {}, 1),
    "discard": lambda study: templates.discard(study, study.templates.all(), "x"),
    "invite": lambda study: invitations.invite(study, 1),
    "renew": lambda study: invitations.renew(study.invitations.get()),
    "revoke": lambda study: invitations.revoke(study.invitations.get(), "x"),
    "set a role": lambda study: members.set_role(
        study, other_owner(study), Role.RESEARCHER, by=None
    ),
    "remove": lambda study: members.remove(
        Membership.objects.get(user=other_owner(study)), by=None, reason="x"
    ),
}


@pytest.fixture
def archived() -> Study:
    study = make_study(status=StudyStatus.CLOSED)
    for name in ("ada", "bo"):
        members.set_role(study, User.objects.create_user(name), Role.OWNER, by=None)
    templates.generate_templates(study, {}, 1)
    invitations.invite(study, 1)
    return change_status(study, StudyEvent.ARCHIVE, actor=None, reason="done")


@pytest.mark.parametrize("act", ACTS)
def test_nothing_of_it_changes(act: str, archived: Study) -> None:
    before = archived.audit_entries.count()

    with pytest.raises(StudyArchived):
        ACTS[act](archived)

    assert archived.audit_entries.count() == before


@pytest.mark.parametrize("act", ACTS)
def test_out_of_the_archive_everything_is_possible_again(act: str, archived: Study) -> None:
    change_status(archived, StudyEvent.UNARCHIVE, actor=None, reason="one more")
    study = Study.objects.get(pk=archived.pk)
    if act == "retire":
        templates.discard(study, study.templates.all(), "x")

    if act == "restore":
        study.items.update(retired_at=timezone.now())
    before = study.audit_entries.count()
    if act != "copy":  # into itself
        ACTS[act](study)
        assert study.audit_entries.count() > before


def test_it_can_still_be_duplicated(archived: Study) -> None:
    copy = studies.duplicate(archived, "again", "Once more")

    assert copy.status == "draft"
    assert copy.items.count() == archived.items.count()
