"""Who may see a study: the one place that turns an account and a role into yes or no.

Strangers get 404, so that nobody learns which studies exist; members without the right get 403.
Operators (superusers) count as owners of every study: somebody has to be able to help.
"""

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404

from study.domain.roles import Right, Role, may
from study.models import Membership, Study

Account = User | AnonymousUser


def role_in(account: Account, study: Study) -> Role | None:
    """Return what an account is in a study; None for a stranger."""
    if not account.is_authenticated or not account.is_active:
        return None
    if account.is_superuser:
        return Role.OWNER
    membership = Membership.objects.filter(study=study, user=account).first()
    return Role(membership.role) if membership else None


def has_right(account: Account, study: Study, right: Right) -> bool:
    """Tell whether an account has a right in a study."""
    return may(role_in(account, study), right)


def studies_of(account: Account, right: Right = Right.VIEW) -> QuerySet[Study]:
    """Return the studies an account has a right in; without one named, those it may see."""
    if not account.is_authenticated or not account.is_active:
        return Study.objects.none()
    if account.is_superuser:
        return Study.objects.all()
    roles = [role.value for role in Role if may(role, right)]
    return Study.objects.filter(memberships__user=account, memberships__role__in=roles)


def with_roles(account: Account) -> QuerySet[Study]:
    """Return the studies an account may see, each with its `role` there; None for operators."""
    if not isinstance(account, User):
        return Study.objects.none()
    own = Membership.objects.filter(study=OuterRef("pk"), user=account)
    return studies_of(account).annotate(role=Subquery(own.values("role")[:1]))


def study_for(account: Account, slug: str, right: Right) -> Study:
    """Return a study, if the account has the right in it.

    Raises
    ------
    django.http.Http404
        When there is no such study, or the account is a stranger to it.
    django.core.exceptions.PermissionDenied
        When a member's role does not have the right.
    """
    study = studies_of(account).filter(slug=slug).first()
    if study is None:
        raise Http404
    if not has_right(account, study, right):
        raise PermissionDenied
    return study
