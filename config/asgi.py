"""HTTP for everything that matters; WebSockets only carry hints (see `annotation.consumers`)."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

application = ProtocolTypeRouter({"http": http, "websocket": URLRouter([])})
