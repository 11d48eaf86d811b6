"""Every address and method, as everybody: what `tests/matrix.py` does not allow is refused."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from study.domain.roles import RIGHTS, Right, Role
from study.models import ColleagueInvitation, ItemImage, Study
from study.services.members import set_role
from tests.annotation.monitored import make_violation
from tests.cast import Participant
from tests.crowd import fill
from tests.factories import make_study
from tests.matrix import LEADS_NOWHERE, MATRIX, Asked, Door

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
SIGN_IN = "/account/login/"
SEEN = {403: "forbidden", 404: "nothing there", 405: "not allowed"}
LIBRARY = ("account_", "mfa_", "usersessions_")
"""Pages of the accounts library; its forms take PUT for POST."""


@dataclass(frozen=True)
class Address:
    """One address of the project."""

    name: str
    route: str
    parameters: frozenset[str]


def addresses(at: Any = None, before: str = "", spaces: tuple[str, ...] = ()) -> Iterator[Address]:
    """Yield every address, those of the administration under their namespace."""
    for entry in (at or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inside = (*spaces, entry.namespace) if entry.namespace else spaces
            yield from addresses(entry, route, inside)
        else:
            assert isinstance(entry, URLPattern)
            name = ":".join((*spaces, entry.name or ""))
            parameters = entry.pattern.regex.groupindex
            yield Address(name, route, frozenset(parameters) | _parameters(route))


def _parameters(route: str) -> frozenset[str]:
    parts = (part.split(">")[0] for part in route.split("<")[1:])
    return frozenset(part.rpartition(":")[2] for part in parts)


ALL = [address for address in addresses() if not address.route.startswith("static")]
NAMED = [each for each in ALL if each.name and not each.name.startswith("admin:")]


@dataclass
class Person:
    """Somebody with a browser."""

    name: str
    role: Role | None = None
    has_account: bool = True
    client: Client = field(default_factory=Client)

    def expects(self, asked: Asked) -> set[str]:
        """Return what this person may meet at an address that asks for something.

        Where no study is asked about, what is there depends on the account: codes that were never
        sent are not there, and some forms want the password once more.
        """
        if asked is Door.OPEN:
            return {"in", "forbidden", "nothing there"}
        if not self.has_account:
            return {"sign in", "nothing there"}
        if asked is Door.ACCOUNT:
            return {"in", "forbidden", "nothing there"}
        if self.role is None:
            return {"nothing there"}
        return {"in"} if asked in RIGHTS[self.role] else {"forbidden"}


def met(reply: Any) -> str:
    """Return what somebody met at an address."""
    if reply.status_code == 401 or reply.headers.get("Location", "").startswith(SIGN_IN):
        return "sign in"
    if reply.status_code >= 500:
        return f"error {reply.status_code}"
    return SEEN.get(reply.status_code, "in")


def sign_in(name: str, study: Study | None, role: Role | None) -> Person:
    """Return somebody with an account, who is a member of a study or of none."""
    user = User.objects.create_user(name)
    person = Person(name, role)
    if study is not None:
        set_role(study, user, role or Role.OWNER, by=None)
    person.client.force_login(user)
    return person


@pytest.fixture
def study(db: None) -> Study:
    study = make_study()
    fill(study, 2)
    return study


@pytest.fixture
def everybody(study: Study) -> list[Person]:
    """Return one person of each kind; the outsider owns another study."""
    participant = Participant(study.invitations.all()[0], client=Client())
    participant.look()
    return [
        *(sign_in(role.value, study, role) for role in Role),
        sign_in("outsider", make_study("another"), None),
        Person("participant", has_account=False, client=participant.client),
        Person("stranger", has_account=False),
    ]


@pytest.fixture
def whereabouts(study: Study) -> Any:
    """Return the address of a name, with parameters that lead to rows that are there."""
    item, session = study.items.all()[0], study.invitations.all()[0].sessions.get()
    item.image = ItemImage.objects.create(
        sha256="0" * 64, media_type="image/png", width=1, height=1, data=b"a figure"
    )
    item.save()
    last_owner = study.memberships.order_by("pk")
    invited = ColleagueInvitation.objects.create(
        study=study, role=Role.ANALYST.value, public_id="colleague", expires_at=session.entered_at
    )
    seen = make_violation(session)
    general: dict[str, Any] = {
        "slug": study.slug,
        "pk": item.pk,
        "number": 1,
        "place": 1,
        "session": session.pk,
        "violation": seen.pk,
        "condition": "AO",
        "presentation": uuid4(),
        "form": "csv",
        "part": "timing",
        "event": "pause",
        "act": "invalidate",
        "upload": "x" * 22,
        "token": Participant(study.invitations.all()[1]).path.split("/")[2],
        "key": "x",
        "uidb36": "x",
    }
    special: dict[str, dict[str, Any]] = {
        "session": {"pk": session.pk},
        "session-act": {"pk": session.pk},
        "person": {"code": session.participant.code},
        "person-time": {"code": session.participant.code},
        "person-exempt": {"code": session.participant.code},
        "violation-excuse": {"pk": seen.pk},
        "colleague-again": {"pk": invited.pk},
        "colleague-take-back": {"pk": invited.pk},
        "account-token-revoke": {"token": 1},
    }

    def find(address: Address) -> str:
        member = last_owner.filter(role=Role.ANALYST.value)[0]
        late = {
            "member-role": {"pk": member.pk},
            "member-remove": {"pk": member.pk},
            "api-member": {"user": member.user_id},
        }
        code = session.participant.code if "participant" in address.name else item.code
        values = {
            **general,
            "code": code,
            **special.get(address.name, {}),
            **late.get(address.name, {}),
        }
        return reverse(address.name, kwargs={name: values[name] for name in address.parameters})

    return find


def visit(person: Person, method: str, address: str) -> str:
    """Go there and come back: what was changed is changed back."""
    session = dict(person.client.cookies)
    cache.clear()  # who comes often is not turned away for that here
    with transaction.atomic():
        reply = person.client.generic(method, address, headers={"Accept": "*/*"})
        if reply.streaming:
            reply.getvalue()
        transaction.set_rollback(True)
    person.client.cookies.clear()
    person.client.cookies.update(session)
    return met(reply)


def test_every_address_is_in_the_matrix_and_nothing_else() -> None:
    assert {address.name for address in NAMED} == set(MATRIX)
    unnamed = {address.route for address in ALL if not address.name}
    assert unnamed == LEADS_NOWHERE | {"admin/login/"}


def test_everybody_meets_what_the_matrix_says(
    everybody: list[Person], whereabouts: Any, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    wrong = []
    for address in NAMED:
        allowed = MATRIX[address.name]
        place = whereabouts(address)
        for person in everybody:
            for method in METHODS:
                if method not in allowed:
                    continue
                seen, expected = visit(person, method, place), person.expects(allowed[method])
                if seen not in expected:
                    wrong.append(f"{person.name} {method} {address.name}: {seen}, not {expected}")
    assert not wrong, "\n".join(wrong)


def test_a_method_that_is_not_in_the_matrix_is_refused_even_to_an_owner(
    everybody: list[Person], whereabouts: Any
) -> None:
    owner = everybody[0]
    open_to_owner = []
    for address in NAMED:
        for method in METHODS:
            if method in MATRIX[address.name] or address.name.startswith(LIBRARY):
                continue
            seen = visit(owner, method, whereabouts(address))
            if seen != "not allowed":
                open_to_owner.append(f"{method} {address.name}: {seen}")
    assert not open_to_owner, "\n".join(open_to_owner)


def test_the_administration_lets_in_nobody_who_is_no_staff(everybody: list[Person]) -> None:
    for person in everybody:
        for address in ("/admin/", "/admin/study/study/", "/admin/annotation/presentation/"):
            assert person.client.get(address).status_code == 302, (person.name, address)


def test_rights_that_nobody_asks_for_are_no_rights() -> None:
    asked = {door for methods in MATRIX.values() for door in methods.values()}
    assert asked >= set(Right) - {Right.IDENTIFY}  # asked inside pages: what they show, not who
