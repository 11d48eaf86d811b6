"""The researcher's pages of studies, their designs, items and members."""

from django.urls import path

from study.pages import studies

urlpatterns = [
    path("", studies.studies, name="studies"),
]
