"""`manage.py sweep`: close what nobody closed."""

import logging
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.db import DatabaseError, close_old_connections

from annotation.services.closing import sweep
from study.management.command import BaseCommand

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """A process of its own and not a Celery task: slow jobs in a worker must not delay it."""

    help = "Close every Stage 1 whose time is over, once a second, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--interval", type=float, default=1.0, help="seconds between sweeps")

    def handle(self, *args: Any, interval: float, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        logger.info("sweeping every %g s", interval)
        while not stop.is_set():
            sweep_once()
            stop.wait(interval)


def sweep_once() -> None:
    """Sweep; a database that is away for a moment is met with patience, not with an exit."""
    try:
        closed = sweep()
    except DatabaseError:
        logger.exception("the database did not answer; trying again")
        close_old_connections()
        return
    if closed:
        logger.info("closed %d overdue judgments", closed)
