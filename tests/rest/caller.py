"""Somebody who calls the API, with a token or none."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from frame.api.scopes import Scope
from frame.api.tokens import make_token
from study.domain.roles import Role
from study.models import Study
from study.services.members import set_role


@dataclass
class Caller:
    """A program with a key; None asks without one."""

    key: str | None = None
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> Any:
        sent = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        return self.client.generic(
            method, f"/api/v1/{path}", data, content_type, headers={**sent, **(headers or {})}
        )

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None, *, idempotency_key: str = "") -> Any:
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        return self.ask("POST", path, body, headers=headers)


def account(name: str, study: Study | None = None, role: Role = Role.OWNER, **more: Any) -> User:
    """Return an account, a member of the study if there is one."""
    user = User.objects.create_user(name, password=None, **more)
    if study is not None:
        set_role(study, user, role, by=None)
    return user


def caller(user: User, *scopes: Scope, days: int = 1) -> Caller:
    """Return somebody with a token of the account, of all scopes unless some are named."""
    return Caller(make_token(user, "test", scopes or tuple(Scope), days)[1])
