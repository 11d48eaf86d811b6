"""Requests are answered from a fixed pool of threads, and who stalls holds none of them."""

import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2
import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import include, path
from django.utils import translation

from study.models import Study


def who(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{threading.current_thread().name} {translation.get_language()}")


def speak_chinese(request: HttpRequest) -> HttpResponse:
    translation.activate("zh-hans")
    return HttpResponse("好")


def stream(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[str]:
        for number in range(3):
            yield f"{number} {Study.objects.count()} {threading.current_thread().name}\n"

    return StreamingHttpResponse(parts())


def cookies(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(request.body)
    response.set_cookie("a", "1")
    response.set_cookie("b", "2")
    return response


urlpatterns = [
    path("who", login_not_required(who)),
    path("chinese", login_not_required(speak_chinese)),
    path("stream", login_not_required(stream)),
    path("cookies", login_not_required(cookies)),
    path("", include("config.urls")),
]
pytestmark = pytest.mark.urls(__name__)


def test_every_request_is_answered_by_the_pool_and_leaves_its_language_behind(live: str) -> None:
    with httpx2.Client(base_url=live) as client:
        names = set()
        for _ in range(20):
            assert client.get("/chinese").text == "好"
            name, language = client.get("/who").text.split()
            assert language == "en"
            names.add(name)
    assert all(name.startswith("request_") for name in names)
    assert len(names) <= 8


def test_a_stream_is_read_in_one_thread_as_it_is_sent(live: str) -> None:
    lines = httpx2.get(f"{live}/stream").text.splitlines()
    assert [line[:3] for line in lines] == ["0 0", "1 0", "2 0"]
    assert len({line.split()[-1] for line in lines}) == 1


def test_bodies_and_several_cookies_arrive(live: str) -> None:
    with httpx2.Client(base_url=live) as client:
        token = "x" * 100_000
        reply = client.get("/cookies", headers={"X": "y"})
        assert dict(reply.cookies) == {"a": "1", "b": "2"}
        assert client.request("GET", "/cookies", content=token).text == token


def test_clients_that_stall_in_the_middle_of_a_request_hold_nobody_up(live: str) -> None:
    address = urlsplit(live)
    stalled = [socket.create_connection((address.hostname, address.port)) for _ in range(30)]
    try:
        for connection in stalled:
            connection.sendall(
                b"POST /who HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf"
            )
        started = time.monotonic()
        assert httpx2.get(f"{live}/who", timeout=5).status_code == 200
        assert time.monotonic() - started < 5
    finally:
        for connection in stalled:
            connection.close()
