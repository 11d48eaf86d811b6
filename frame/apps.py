from django.apps import AppConfig


class FrameConfig(AppConfig):
    name = "frame"
    default_auto_field = "django.db.models.BigAutoField"
