"""The Celery application. JSON on the broker, arguments are ids; the database is the truth."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("discern")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "clear-expired-logins": {
        "task": "config.tasks.clear_expired_logins",
        "schedule": crontab(hour="4", minute="15"),
    },
    "remove-old-uploads": {
        "task": "config.tasks.remove_old_uploads",
        "schedule": crontab(minute="25"),
    },
}
