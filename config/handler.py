"""Serve each HTTP request, start to end, in one thread of a fixed pool.

Our views and middleware are synchronous (decision 0013). Django's own handler would take them
through half a dozen thread switches a request and give every request a thread of its own, so that
each opens its own connection to SQLite; measured, that is more than half of a request's CPU time.

A request's body is read before it gets a thread: who uploads slowly or stalls holds none.
"""

import asyncio
import contextvars
import functools
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

BODY = "http.response.body"
Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class PooledHandler(ASGIHandler):
    """Django as an ASGI application that works in `threads` threads."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")

    def load_middleware(self, is_async: bool = False) -> None:
        """Load it once, for synchronous views: WhiteNoise looks at every static file each time."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, let a thread answer, send what it says."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()

        def send_from_thread(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(_sent(send, message), loop).result()

        # a context of its own: the language of one request must not reach the next
        context = contextvars.copy_context()
        work = functools.partial(context.run, self._answer, scope, body, send_from_thread)
        try:
            messages = await loop.run_in_executor(self.pool, work)
        finally:
            body.close()
        for message in messages:
            await send(message)

    def _answer(self, scope: Scope, body: Any, send: Callable[[Message], None]) -> list[Message]:
        """Answer one request in one thread, which keeps one database connection throughout.

        Returns
        -------
        list of Message
            What is still to be sent; a stream is sent from here, as its parts are read.
        """
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None
        try:
            if isinstance(response, HttpResponse):
                return [_start(response), {"type": BODY, "body": response.content}]
            self._stream(response, send)
            return []
        finally:
            response.close()  # tells Django, too, that the request is over

    def _stream(self, response: HttpResponseBase, send: Callable[[Message], None]) -> None:
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        assert isinstance(response, StreamingHttpResponse)
        try:
            send(_start(response))
            for part in response:
                send({"type": BODY, "body": part, "more_body": True})
            send({"type": BODY, "body": b""})
        except RequestAborted:  # they left in the middle
            return


async def _sent(send: Send, message: Message) -> None:
    try:
        await send(message)
    except OSError as gone:
        raise RequestAborted from gone


def _start(response: HttpResponseBase) -> Message:
    headers = [(name.encode("latin1"), value.encode("latin1")) for name, value in response.items()]
    headers += [
        (b"Set-Cookie", cookie.output(header="").strip().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}
