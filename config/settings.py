"""All settings, in one file; every variable is listed in `.env.example`.

Nothing set: the embedded default (SQLite and a bundled Valkey, on this machine only).
`DATABASE_URL`, `REDIS_URL` and `DISCERN_BASE_URL` turn the same code into production.
"""

import os
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env
from frame.accounts.limits import FAILED_SIGN_INS, Required

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("DISCERN_VAR", str(BASE_DIR / "var")))

# --- where it is served -------------------------------------------------------------------
# `manage.py up` notes its address in its lock, so that links of a second terminal lead there
_RUNNING = env.held(VAR_DIR / "up.lock").partition(",")[0]
_LOCAL = _RUNNING or f"http://127.0.0.1:{env.text('PORT', '8000')}"
BASE_URL = env.text("DISCERN_BASE_URL", _LOCAL).rstrip("/")
_HOST = urlsplit(BASE_URL).hostname or "localhost"
HTTPS = urlsplit(BASE_URL).scheme == "https"

DEBUG = env.flag("DISCERN_DEBUG", default=False)
SECRET_KEY = env.secret("DISCERN_SECRET_KEY", kept_in=VAR_DIR / "secret-key")
ALLOWED_HOSTS = [_HOST, "localhost", "127.0.0.1", "[::1]", *env.words("DISCERN_ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [BASE_URL]

# --- what runs ----------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "frame",
    "study",
    "annotation",
    "analysis",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "django_filters",
    "django_tables2",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # its templates, some of which are replaced by ours
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",  # deny by default
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "frame.accounts.two_factor.TwoFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "frame.zone.ZoneMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WEB_THREADS = env.integer("DISCERN_WEB_THREADS", 8)  # per web process; see config/handler.py
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- data ---------------------------------------------------------------------------------
DATABASE_URL = env.database_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'discern.sqlite3'}")


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for a database URL, with the options each engine needs.

    SQLite: WAL, and IMMEDIATE transactions, because a read-then-write transaction that begins
    deferred fails at once instead of waiting; `synchronous=FULL`, because NORMAL can lose an
    acknowledged answer at power loss. PostgreSQL: a pool, because under ASGI each request would
    otherwise open a connection of its own.
    """
    settings: dict[str, Any] = dict(dj_database_url.parse(url))
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        # a file, because threads share it; one per process, because test runs may coincide
        settings["CONN_MAX_AGE"] = None  # a web thread keeps its connection: opening costs 3 ms
        settings["TEST"] = {"NAME": f"{gettempdir()}/discern-test-{os.getpid()}.sqlite3"}
    else:
        settings["OPTIONS"] = {
            **settings.get("OPTIONS", {}),
            "pool": {"min_size": 2, "max_size": env.integer("DISCERN_DB_POOL", 10), "timeout": 20},
        }
    return settings


DATABASES = {"default": database(DATABASE_URL)}

# `manage.py up` notes where its own broker listens, so that a second terminal finds it
REDIS_URL = env.text("REDIS_URL") or env.noted(VAR_DIR / "broker-url", "redis://127.0.0.1:6379/0")
CHANNEL_LAYERS = {
    "default": {
        # the pubsub layer: the core layer lost its connection at 1,500 sockets
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
}
CACHES = {
    "default": {  # shared by all processes: it counts the attempts to sign in
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "discern",
    }
}
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # or its lines would pass our formatter by
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# --- language and time --------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files -------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.StaticStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"

# --- security -----------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
# A participant's link is a key: it must not travel to others. "no-referrer" would be stricter, but
# browsers then send `Origin: null`, and no form of a researcher passes the CSRF check.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- accounts -----------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "studies"
REQUIRE_TWO_FACTOR = env.choice("DISCERN_REQUIRE_TWO_FACTOR", list(Required), Required.NONE)
ACCOUNT_ADAPTER = "frame.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "frame.accounts.forms.SignInForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "email*",
    "password1*",
]  # closed; allauth checks it
ACCOUNT_RATE_LIMITS = {"login_failed": FAILED_SIGN_INS}
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before mail addresses change; two-factor asks anyway
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of a new password, address or second factor
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Discern: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "frame.accounts.adapter.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Discern"
MFA_TOTP_TOLERANCE = 1  # clocks of telephones differ
MFA_ALLOW_UNVERIFIED_EMAIL = True  # nobody can take an address away from others: sign-up is closed

# --- tables -------------------------------------------------------------------------------
DJANGO_TABLES2_TEMPLATE = "frame/table.html"
FILTERS_EMPTY_CHOICE_LABEL = _("any")

# --- API ----------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],  # deny by default
    "DEFAULT_SCHEMA_CLASS": "frame.api.schema.ProblemSchema",
    "EXCEPTION_HANDLER": "config.api_errors.handler",
    "DEFAULT_THROTTLE_RATES": {  # of the researchers' API; participants are never held up
        "user": env.text("DISCERN_API_RATE", "600/min"),
        "anon": env.text("DISCERN_API_ANONYMOUS_RATE", "30/min"),
    },
    "NUM_PROXIES": 0,  # the server has put the client's address in place, see FORWARDED_ALLOW_IPS
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Discern",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PREPROCESSING_HOOKS": ["frame.api.schema.only_ours"],
    "POSTPROCESSING_HOOKS": ["frame.api.schema.say_what_is_refused"],
}

# --- mail and logs ------------------------------------------------------------------------
_MAIL = env.mail("DISCERN_EMAIL_URL")  # nothing set: printed, not sent
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if _MAIL else 'console'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = (_MAIL.host, _MAIL.port) if _MAIL else ("", 0)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = (_MAIL.user, _MAIL.password) if _MAIL else ("", "")
EMAIL_USE_SSL = _MAIL is not None and _MAIL.scheme == "smtps"
EMAIL_USE_TLS = _MAIL is not None and _MAIL.scheme == "smtp+starttls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DISCERN_EMAIL_FROM", f"discern@{_HOST}")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "config.logs.LinkHidingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("DISCERN_LOG_LEVEL", "INFO")},
    "loggers": {
        # to name a logger takes away the handlers it came with, which hide no links
        **{name: {"propagate": True} for name in ("django", "django.server")},
        # these tell the address of every request, or WebSocket
        **{
            name: {"level": "WARNING", "propagate": True}
            for name in ("uvicorn", "httpx2", "httpcore2")
        },
    },
}
