import io
import logging
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from config.logs import LinkHidingFormatter
from frame.api.tokens import PREFIX
from study import links
from tests.config.processes import Up, until

TOKEN = links.token("abcdefgh", 1)
SECRET = TOKEN[8:]
COLLEAGUE = links.colleague_token("abcdefgh")
API_KEY = (
    PREFIX + "tJOpLPFy82xuLzaDtW_yYCy8nRnVv3XPQ-RO-3ILbyY"
)  # of the form of one; it opens nothing


@pytest.fixture
def lines() -> Any:
    """What our handler writes, while the test runs."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(LinkHidingFormatter("%(message)s"))
    logging.getLogger().addHandler(handler)
    yield text
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
def test_a_refused_request_is_logged_without_the_secret_part_of_its_link(
    lines: io.StringIO,
) -> None:
    Client().get(f"/j/{TOKEN}/api/state")
    assert "/j/abcdefgh…/api/state" in lines.getvalue()
    assert SECRET not in lines.getvalue()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (f"/J/{TOKEN}/x", "/J/abcdefgh…/x"),
        (f"path 'j/{TOKEN}/live'", "path 'j/abcdefgh…/live'"),
        (f"/j//{TOKEN.upper()}", "/j//ABCDEFGH…"),
        (f"/j/{TOKEN}and-more", "/j/abcdefgh…-more"),
        (f"/j/{TOKEN[:-1]}/", "/j/abcdefgh…/"),
        (f"arguments '('{TOKEN}',)'", "arguments '('abcdefgh…',)'"),
        (f"/join/{COLLEAGUE}/", "/join/abcdefgh…/"),
        (f"/join/{COLLEAGUE}and-more", "/join/abcdefgh…-more"),
        (f"/login/?next=%2Fjoin%2F{COLLEAGUE}%2F", "/login/?next=%2Fjoin%2Fabcdefgh…%2F"),
        ("/j/short/ and adjusting", "/j/short/ and adjusting"),
        ("/account/password/reset/key/2-d3x-0af9/", "/account/password/reset/key/2-…/"),
        ("path 'password/reset/key/2-d3x-0af9'", "path 'password/reset/key/2-…'"),
        ("/account/confirm-email/Mg:1vP:w-x/", "/account/confirm-email/…/"),
        (f"token {API_KEY}.", "token discern_…."),
        ("discern_test", "discern_test"),
    ],
)
def test_a_link_is_cut_however_it_is_written(lines: io.StringIO, said: str, written: str) -> None:
    logging.getLogger("anybody").warning("%s", said)
    assert lines.getvalue() == f"{written}\n"


def test_a_traceback_is_cut_too(lines: io.StringIO) -> None:
    try:
        raise ValueError(f"No route found for path 'j/{TOKEN}/live'.")
    except ValueError:
        logging.getLogger("anybody").exception("Exception in ASGI application")
    assert "Traceback" in lines.getvalue()
    assert SECRET not in lines.getvalue()


def test_every_handler_hides_links(settings: Any) -> None:
    formatters = settings.LOGGING["formatters"]
    for handler in settings.LOGGING["handlers"].values():
        formatter = formatters[handler["formatter"]]
        assert formatter["class"] == "config.logs.LinkHidingFormatter"


def test_loggers_that_bring_handlers_of_their_own_lose_them() -> None:
    script = """
import logging, uvicorn, django
from django.conf import settings
settings.DEBUG = True
uvicorn.Config("config.asgi:application", log_level="warning", access_log=False).load()
for name, logger in logging.root.manager.loggerDict.items():
    if any(type(handler) is not logging.NullHandler for handler in getattr(logger, "handlers", [])):
        print(name)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""


def test_who_asks_over_http_does_not_log_the_addresses() -> None:
    assert not logging.getLogger("httpx2").isEnabledFor(logging.INFO)
    assert not logging.getLogger("httpcore2.http11").isEnabledFor(logging.DEBUG)


@pytest.mark.slow
def test_a_running_server_writes_no_link_whatever_is_asked(running: Up) -> None:
    assert open_websocket(running.port, f"/j/{TOKEN}/live").startswith("HTTP/1.1 403")
    assert open_websocket(running.port, f"/J/{TOKEN}/live").startswith("HTTP/1.1 403")
    for path in (f"/J/{TOKEN}/x", f"/j/{TOKEN}/api/state", f"//j//{TOKEN}"):
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{running.port}{path}", timeout=10)
    until(lambda: "Not Found: /J/abcdefgh…/x" in running.output, "the log has the request")
    assert SECRET not in running.output
    assert "Traceback" not in running.output
    assert "No route" not in running.output
    assert "WebSocket" not in running.output


def open_websocket(port: int, path: str) -> str:
    """Return the server's answer to the handshake."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as wire:
        wire.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        return wire.recv(1000).decode()
