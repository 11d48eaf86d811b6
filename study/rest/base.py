"""Who may use an endpoint of a study: the account's role and the token's scopes, both."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from frame.api.authentication import scopes_of
from frame.api.scopes import Scope
from frame.api.views import ApiListView, ApiView
from study.domain.roles import Right, Role, may
from study.models import Study
from study.permissions import role_in, study_for

SCOPE_OF: Mapping[Right, Scope] = {
    Right.VIEW: Scope.READ,
    Right.EXPORT: Scope.READ,
    Right.IDENTIFY: Scope.IDENTIFY,
    Right.EDIT: Scope.WRITE,
    Right.MANAGE: Scope.MANAGE,
}


def require_scope(request: Request, scope: Scope) -> None:
    """Refuse a token without this scope.

    Raises
    ------
    rest_framework.exceptions.PermissionDenied
        Naming the scope.
    """
    if scope not in scopes_of(request):
        raise PermissionDenied(f"This token lacks the scope `{scope}`.", "missing_scope")


class StudyView(ApiView):
    """An address inside a study.

    Attributes
    ----------
    rights : Mapping
        What each method asks for; a method that is not in it does not exist.
    study : Study
        The study of the address; the account has the right in it.
    """

    rights: Mapping[str, Right] = {}
    study: Study

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the study, if account and token may do this with it."""
        super().initial(request, *args, **kwargs)
        right = self.rights.get("GET" if request.method == "HEAD" else request.method or "")
        if right is None:
            self.http_method_not_allowed(request)
        else:
            self.study = study_for(self.actor, self.kwargs["slug"], right)
            require_scope(request, SCOPE_OF[right])

    def may(self, right: Right) -> bool:
        """Tell whether account and token may do something beside what the address is for."""
        return SCOPE_OF[right] in scopes_of(self.request) and may(self._role, right)

    @cached_property
    def _role(self) -> Role | None:
        return role_in(self.actor, self.study)


class StudyListView(StudyView, ApiListView):
    """A list inside a study."""
