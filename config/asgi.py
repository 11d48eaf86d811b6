"""HTTP for everything that matters; WebSockets only carry hints."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

from config.handler import PooledHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

http = PooledHandler(threads=settings.WEB_THREADS)
application = ProtocolTypeRouter({"http": http, "websocket": URLRouter([])})
