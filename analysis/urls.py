"""The researcher's pages that see everything: a study on one screen."""

from django.urls import path

from analysis.pages import overview

urlpatterns = [
    path("<slug:slug>/", overview.overview, name="study-overview"),
]
