"""Who is to walk: people with links from a file, or people invited for it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from annotation.models import ParticipantSession
from annotation.services.releasing import release_template
from annotation.simulation.crowd import Link
from study import links
from study.models import Invitation, Study
from study.services.invitations import invite


def link_of(invitation: Invitation, base_url: str) -> Link:
    """Return an invitation's link below an address."""
    return Link(invitation.participant.code, links.url(invitation, base_url))


def invite_guests(study: Study, count: int, base_url: str, *, is_test: bool = False) -> list[Link]:
    """Invite so many people, pilots or ordinary ones, and return their links."""
    return [link_of(invitation, base_url) for invitation in invite(study, count, is_test=is_test)]


def release_pilots(study: Study, pilots: Iterable[Link], now: datetime) -> int:
    """Give the templates of pilots back that have come to an end; return how many."""
    ended = ParticipantSession.objects.filter(
        version__study=study,
        participant__code__in=[link.code for link in pilots],
        is_test=True,
        ended_at__isnull=False,
    )
    return sum(release_template(session, now) for session in ended)


def read_links(file: Path, base_url: str | None) -> Iterator[Link]:
    """Yield the links of a file, one a line, as `manage.py invite` prints them or bare.

    Parameters
    ----------
    base_url : str or None
        Where the server is, if it is not where the links say.

    Raises
    ------
    ValueError
        Naming the line that is no link.
    """
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        code, _, url = line.strip().rpartition("\t")
        if not url:
            continue
        parts = urlsplit(url)
        if "/j/" not in parts.path or not (base_url or parts.netloc):
            raise ValueError(f"line {number} of {file} is no participant's link: {url[:80]}")
        origin = base_url.rstrip("/") if base_url else f"{parts.scheme}://{parts.netloc}"
        yield Link(code or f"line {number}", origin + parts.path)
