"""`manage.py simulate`: people who are not there, through the interface that is."""

import asyncio
import json
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from annotation.simulation.answer_key import no_key, read_key
from annotation.simulation.crowd import Crowd, Link, Pace
from annotation.simulation.link_file import read_links
from annotation.simulation.summary import summary
from annotation.simulation.walker import Answer, End
from study import links
from study.models import Study
from study.services.invitations import invite
from study.services.templates import count_free_templates

LINE_EVERY_SECONDS = 5.0


def positive(text: str) -> int:
    """Read a whole number from 1."""
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
