"""The schema and its page."""

from django.urls import path

from frame.api.docs import SchemaView, docs

urlpatterns = [
    path("api/", docs, name="api-docs"),
    path("api/v1/schema", SchemaView.as_view(), name="api-schema"),
]
