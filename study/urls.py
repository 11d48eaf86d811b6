"""The researcher's pages of studies, their designs, items and members."""

from django.urls import path

from study.pages import log, studies

urlpatterns = [
    path("", studies.studies, name="studies"),
    path("<slug:slug>/log/", log.log, name="log"),
]
