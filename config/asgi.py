"""HTTP for everything that matters; WebSockets only carry hints."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter
from django.conf import settings

from config.handler import PooledHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Close a WebSocket: no address has one yet, which is nothing to report."""
    await receive()
    await send({"type": "websocket.close"})


http = PooledHandler(threads=settings.WEB_THREADS)
application = ProtocolTypeRouter({"http": http, "websocket": refuse})
