"""The researcher's pages of people, their sessions and answers, and of session templates."""

from django.urls import path, register_converter

from annotation.pages import (
    answers,
    coverage,
    generating,
    people,
    people_acts,
    person,
    session_acts,
    templates,
    violations,
)

register_converter(session_acts.ActConverter, "session_act")

urlpatterns = [
    path("<slug:slug>/people/", people.people, name="people"),
    path("<slug:slug>/people/invite", people.invite_people, name="people-invite"),
    path("<slug:slug>/people/act", people_acts.act_on_people, name="people-act"),
    path("<slug:slug>/people/<slug:code>/", person.person, name="person"),
    path("<slug:slug>/people/<slug:code>/time", person.set_time, name="person-time"),
    path("<slug:slug>/sessions/<int:pk>/", person.session, name="session"),
    path(
        "<slug:slug>/sessions/<int:pk>/<session_act:act>/",
        session_acts.act_on_session,
        name="session-act",
    ),
    path("<slug:slug>/answers/", answers.answers, name="answers"),
    path("<slug:slug>/violations/", violations.violations_page, name="violations"),
    path(
        "<slug:slug>/violations/<int:pk>/excuse/",
        violations.excuse_violation,
        name="violation-excuse",
    ),
    path("<slug:slug>/people/<slug:code>/exempt", person.set_exemption, name="person-exempt"),
    path("<slug:slug>/templates/", templates.templates, name="templates"),
    path("<slug:slug>/templates/coverage/", coverage.heat_map, name="coverage"),
    path("<slug:slug>/templates/look", generating.look, name="templates-look"),
    path("<slug:slug>/templates/generate", generating.generate, name="templates-generate"),
    path("<slug:slug>/templates/discard", templates.discard_templates, name="templates-discard"),
    path("<slug:slug>/templates/T<int:number>/", templates.template, name="template"),
]
