"""`manage.py up`: everything Discern needs, started together and stopped together."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config import embedded, valkey
from config.supervisor import Supervisor

READY_SECONDS = 60.0


def port_number(text: str) -> int:
    """Read a TCP port."""
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port; expected 1 to 65535")


class Command(BaseCommand):
    help = "Start Discern: broker, web, worker, beat and sweeper. Ctrl-C stops them all."
    requires_system_checks = []  # the children check; here it would only delay every start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument(
            "--port",
            type=port_number,
            default=os.environ.get("PORT") or "8000",
            help="port to listen on (default: PORT, else 8000)",
        )
        parser.add_argument("--demo", action="store_true", help="make the demo studies first")

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        try:
            if sys.platform == "win32":
                raise embedded.Refusal("On Windows, start Discern in WSL or with compose.yaml.")
            self.up(host, port, embedded.demo(embedded.base_url(host, port)) if demo else None)
        except (embedded.Refusal, valkey.Missing) as refusal:
            self.stderr.write(str(refusal))
            sys.exit(1)

    def up(self, host: str, port: int, first: tuple[str, ...] | None) -> None:
        """Start everything, in the order of who needs whom, and stay until a signal."""
        var, url = Path(settings.VAR_DIR), embedded.base_url(host, port)
        environment = {**os.environ, "DISCERN_BASE_URL": url, "PYTHONUNBUFFERED": "1"}
        with embedded.claim(var / "up.lock", f"{url}, process {os.getpid()}") as lock:
            embedded.refuse_taken_port(host, port)
            embedded.require_database()
            broker = []
            if not os.environ.get("REDIS_URL"):
                environment["REDIS_URL"] = valkey.address(var / "broker-url")
                broker = [valkey.program(environment["REDIS_URL"], var / "valkey.conf")]
            with Supervisor(environment, settings.BASE_DIR, sys.stdout, (lock,)) as crew:
                crew.start(*broker)
                embedded.migrate()
                embedded.collect_static(
                    (settings.BASE_DIR / "static", settings.BASE_DIR / "requirements"),
                    settings.STATIC_ROOT / "staticfiles.json",
                )
                crew.start(embedded.web(host, port))
                if first and crew.run(first) != 0:
                    raise embedded.Refusal("The demo studies could not be made; see above.")
                # first what people wait for; the rest would only compete for the processor
                if crew.wait_until(embedded.answers(host, port), READY_SECONDS):
                    crew.say(f"Discern is ready at {url} (Ctrl-C stops it)")
                else:
                    crew.say(f"The web process has not answered in {READY_SECONDS:g} s")
                crew.start(*embedded.BACKGROUND)
                crew.watch()
