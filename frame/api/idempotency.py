"""Writes that can be sent again: the same key and the same request give the stored answer.

Nothing is done twice: what a write changes and that it was answered are committed together. A
refused write changed nothing, so its key is free again.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from cryptography.fernet import InvalidToken
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from frame.api.authentication import scopes_of
from frame.api.problems import Refusal
from frame.api.sealing import seal, unseal
from frame.models import AnsweredWrite

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(hours=24)
ABANDONED_AFTER = timedelta(minutes=10)
"""A write without an answer for so long died with its process, and changed nothing."""

LONGEST_KEY = 255
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")

Handler = Callable[..., Response]


def answered_once(handler: Handler) -> Handler:
    """Return a handler of writes that does a write under one key only once."""

    def handle(request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(request, *args, **kwargs)
        if not _KEY.fullmatch(key):
            message = f"1 to {LONGEST_KEY} visible ASCII characters."
            raise ValidationError({HEADER: message})
        return _answer(request, key, lambda: handler(request, *args, **kwargs))

    return handle


def _answer(request: Request, key: str, act: Callable[[], Response]) -> Response:
    now = timezone.now()
    assert request.user.is_authenticated
    AnsweredWrite.objects.filter(created_at__lt=now - KEPT_FOR).delete()
    write, is_new = AnsweredWrite.objects.get_or_create(
        user=request.user,
        key_digest=hashlib.sha256(key.encode()).hexdigest(),
        defaults={"fingerprint": _fingerprint(request), "created_at": now},
    )
    if not is_new:
        if write.fingerprint != _fingerprint(request):
            message = f"This {HEADER} came before, with another request."
            raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "idempotency_key_reused", message)
        if write.status is not None:
            return _repeated(write)
        _take_over(write, now)
    try:
        return _act_and_remember(write, now, act)
    except Exception:
        AnsweredWrite.objects.filter(pk=write.pk, created_at=now, status=None).delete()
        raise


def _repeated(write: AnsweredWrite) -> Response:
    try:
        answer = json.loads(unseal(bytes(write.answer)))
    except InvalidToken:
        message = "This was done, but the site's secret has changed: its answer cannot be read."
        raise Refusal(HTTPStatus.CONFLICT, "answer_lost", message) from None
    return Response(answer, status=write.status)


def _take_over(write: AnsweredWrite, now: datetime) -> None:
    """Go on with a write that was abandoned; of any number who try at once one does."""
    abandoned = AnsweredWrite.objects.filter(
        pk=write.pk, status=None, created_at__lt=now - ABANDONED_AFTER
    )
    if not abandoned.update(created_at=now):
        message = "The same request is being answered at this moment. Ask again shortly."
        raise Refusal(HTTPStatus.CONFLICT, "idempotency_key_in_use", message)


@transaction.atomic
def _act_and_remember(
    write: AnsweredWrite, begun: datetime, act: Callable[[], Response]
) -> Response:
    response = act()
    mine = AnsweredWrite.objects.filter(pk=write.pk, created_at=begun, status=None)
    answer = seal(JSONRenderer().render(response.data) or b"null")
    if not mine.update(status=response.status_code, answer=answer):
        # somebody took over because this took so long: what it changed is rolled back
        message = "Another request with the same key has taken over. Nothing was changed by this."
        raise Refusal(HTTPStatus.CONFLICT, "idempotency_key_in_use", message)
    return response


def _fingerprint(request: Request) -> str:
    """Return the hash of all that decides the answer: also what the sender is allowed to see."""
    told = {
        "method": request.method,
        "address": request.get_full_path(),
        "scopes": sorted(scopes_of(request)),
        "body": _plain(request.data),
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, UploadedFile):
        return [value.name, _hash_of(value)]
    if isinstance(value, Mapping):
        return {str(name): _plain(value[name]) for name in value}
    return value


def _hash_of(file: "UploadedFile[Any]") -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()
