"""Many at once: call things in threads, from one starting gun."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from study.domain.errors import DomainError


def all_at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """Run every call in a thread of its own; return results, or what a rule said."""
    results: list[Any] = [None] * len(calls)
    gun = threading.Barrier(len(calls))

    def run(number: int, call: Callable[[], Any]) -> None:
        gun.wait()
        try:
            results[number] = call()
        except DomainError as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
