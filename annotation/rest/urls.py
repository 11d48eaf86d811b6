"""People, templates, sessions and answers."""

from django.urls import path, register_converter

from annotation.rest import coverage, people, session_acts, sessions, templates, violations
from study.rest.urls import NumberConverter


class PersonCodeConverter(NumberConverter):
    """What can be the code of a participant."""

    regex = "[A-Za-z0-9-]{1,20}"


register_converter(PersonCodeConverter, "person_code")

_STUDY = "studies/<slug:slug>"
_PERSON = f"{_STUDY}/participants/<person_code:code>"
_SESSION = f"{_STUDY}/sessions/<number:session>"
_TEMPLATE = f"{_STUDY}/templates/<number:number>"

urlpatterns = [
    path(f"{_STUDY}/participants", people.People.as_view(), name="api-participants"),
    path(_PERSON, people.OnePerson.as_view(), name="api-participant"),
    path(f"{_PERSON}/renew", people.Renewal.as_view(), name="api-participant-renew"),
    path(f"{_PERSON}/revoke", people.Revocation.as_view(), name="api-participant-revoke"),
    path(f"{_PERSON}/exempt", people.Exemption.as_view(), name="api-participant-exempt"),
    path(f"{_STUDY}/templates", templates.Templates.as_view(), name="api-templates"),
    path(_TEMPLATE, templates.OneTemplate.as_view(), name="api-template"),
    path(
        f"{_TEMPLATE}/discard", templates.DiscardedTemplate.as_view(), name="api-template-discard"
    ),
    path(f"{_STUDY}/sessions", sessions.Sessions.as_view(), name="api-sessions"),
    path(_SESSION, sessions.OneSession.as_view(), name="api-session"),
    *(
        path(f"{_SESSION}/{name}", act.as_view(), name=f"api-session-{name}")
        for name, act in session_acts.ACTS.items()
    ),
    path(f"{_STUDY}/answers", sessions.Answers.as_view(), name="api-answers"),
    path(f"{_STUDY}/violations", violations.Violations.as_view(), name="api-violations"),
    path(
        f"{_STUDY}/violations/<number:violation>/excuse",
        violations.Excuse.as_view(),
        name="api-violation-excuse",
    ),
    path(f"{_STUDY}/coverage", coverage.CoverageView.as_view(), name="api-coverage"),
]
