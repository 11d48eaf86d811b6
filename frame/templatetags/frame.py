"""What the researcher's templates say again and again."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def moment(at: datetime | None) -> SafeString | str:
    """Return a time in the viewer's zone with the zone named, exact UTC in its attribute."""
    if at is None:
        return "–"
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}">{} <small>{}</small></time>',
        at.astimezone(timezone.get_default_timezone()).strftime("%Y-%m-%dT%H:%M:%SZ"),
        local.strftime("%Y-%m-%d %H:%M"),
        local.strftime("%Z"),
    )
