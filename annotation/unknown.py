"""What cannot be an invitation link, though it looks like the address of one."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt


@login_not_required
@never_cache
@csrf_exempt  # as for genuine links: there is no cookie to protect
def unknown_link(request: HttpRequest) -> HttpResponse:
    """Say so, without asking the database."""
    return render(request, "annotation/unknown_link.html", status=404)
