"""Settings by environment only; ``.env.example`` documents every variable.

Two profiles, the same code: without ``REDIS_URL`` and ``DATABASE_URL`` the *embedded* one (SQLite and a
Redis-compatible server out of a wheel, started by ``manage.py serve``), with them *production*.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from portal import headers, logs

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()
env.read_env(BASE_DIR / ".env")

DATA_DIR = Path(env.str("PORTAL_DATA", default="") or BASE_DIR / "var").resolve()
EMBEDDED = not env.str("REDIS_URL", default="")
PRODUCTION = not EMBEDDED
DEBUG = env.bool("DEBUG", default=False)


def _embedded_secret() -> str:
    """A secret of this installation's own, kept beside its data."""
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    path = DATA_DIR / "secret_key"
    try:
        fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(fd, "w") as file:
        file.write(secrets.token_urlsafe(64))
    return path.read_text().strip()


def _production_secret() -> str:
    value: str = env.str("SECRET_KEY", default="")
    if len(value) < 50 or len(set(value)) < 10:
        raise ImproperlyConfigured("SECRET_KEY is missing or weak: set at least 50 random characters.")
    return value


def _socket_path() -> Path:
    """The embedded server's private socket, in a short path (such a name ends at 107 bytes)."""
    digest = hashlib.sha256(str(DATA_DIR).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"speedgamez-{os.getuid()}-{digest}" / "redis.sock"


REDIS_SOCKET = _socket_path()
REDIS_URL = env.str("REDIS_URL", default="") or f"unix://{REDIS_SOCKET}"
SECRET_KEY = env.str("SECRET_KEY", default="") if EMBEDDED else _production_secret()
SECRET_KEY = SECRET_KEY or _embedded_secret()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if EMBEDDED else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is missing: name the host names this portal is reached by.")
if PRODUCTION and not env.str("DATABASE_URL", default=""):
    raise ImproperlyConfigured("DATABASE_URL is missing: production needs PostgreSQL beside REDIS_URL.")

INSTALLED_APPS = [
    "portal",
    "tables",
    "leaderboard",
    "accounts",
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "csp",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "portal.audit.AuditMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.PlayerMiddleware",
]
ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
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
                "portal.context.portal",
            ],
        },
    },
]

# --- data ------------------------------------------------------------------------------------------

if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": env.db_url("DATABASE_URL")}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "portal.sqlite3"}}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY;"
        ),
    }
DATABASE_POOL_THREADS = env.int("DATABASE_POOL_THREADS", default=8)
"""Threads for the sockets' own database work, each with one connection."""

CACHES = {
    "default": {
        "BACKEND": "portal.cache.PatientRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
}
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
"""So long after its last visit a session ends."""
SESSION_LIFETIME_S = 60 * 60 * 24 * 30
"""So long after the log-in it ends anyhow."""
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "portal.messages.Storage"
THEME_COOKIE_NAME = "theme"
MESSAGES_COOKIE_NAME = "messages"

# --- log-in ----------------------------------------------------------------------------------------

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "portal.konto.passwords.OwnWordsValidator"},
]
AUTHENTICATION_BACKENDS = ["portal.adapters.NameBackend"]
PASSWORD_RESET_TIMEOUT = 60 * 60
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "portal.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PRESERVE_USERNAME_CASING = True
# One address may belong to several accounts: signing up then tells nobody whether it is known here.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# A reset for an address that we don't know sends nothing: nobody can have us write to strangers.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Speedgamez: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
# Counted in the cache by the client's address (TRUSTED_PROXIES); allauth's own defaults hold for the rest.
ACCOUNT_RATE_LIMITS = {"guest": "20/m/ip,200/h/ip", "signup": "20/m/ip,100/h/ip"}
ACCOUNT_FORMS = {
    "login": "portal.konto.forms.LoginForm",
    "signup": "portal.konto.forms.SignupForm",
    "change_password": "portal.konto.forms.ChangePasswordForm",
    "reset_password": "portal.konto.forms.ResetPasswordForm",
    "reset_password_from_key": "portal.konto.forms.ResetPasswordKeyForm",
    "reauthenticate": "portal.konto.forms.ReauthenticateForm",
}
USERSESSIONS_ADAPTER = "portal.adapters.SessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = False
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="portal@localhost")
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))

# --- language and time -----------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"
USE_THOUSAND_SEPARATOR = True

# --- files -----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default="") or DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "portal.storage.StaticStorage"},
}

SERVESTATIC_ALLOW_ALL_ORIGINS = False
SERVESTATIC_ADD_HEADERS_FUNCTION = headers.static_headers

# --- safety ----------------------------------------------------------------------------------------

TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
"""How many proxies stand before us; so many entries of X-Forwarded-For are believed, counted from the right."""
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
HTTPS = env.bool("HTTPS", default=PRODUCTION)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # With this prefix a browser takes them from this host over TLS only: no neighbour below the same domain sets them.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    THEME_COOKIE_NAME = "__Host-theme"
    MESSAGES_COOKIE_NAME = "__Host-messages"
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# --- work in the background ------------------------------------------------------------------------

CELERY_BROKER_URL = f"redis+socket://{REDIS_SOCKET}" if EMBEDDED else REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 600, "socket_keepalive": True}
CELERY_TIMEZONE = TIME_ZONE
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_TASK_ROUTES = {"tables.tasks.match_verify": {"queue": "bots"}}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "tables.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "upkeep": {"task": "tables.tasks.upkeep", "schedule": 10.0, "options": {"expires": 20}},
    "housekeeping": {"task": "portal.tasks.housekeeping", "schedule": crontab(minute=17)},
    **{
        f"alive-{queue}": {
            "task": "portal.tasks.alive",
            "args": [queue],
            "schedule": 5.0,
            "options": {"queue": queue, "expires": 10},
        }
        for queue in ("clock", "bots")
    },
}
CELERY_BEAT_SCHEDULER = "portal.beat:Beat"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- the portal's own ------------------------------------------------------------------------------

SOCKET_ACTIONS_PER_S = env.float("SOCKET_ACTIONS_PER_S", default=10.0)
SOCKET_ACTIONS_BURST = env.int("SOCKET_ACTIONS_BURST", default=40)
"""Flood bound of one socket: a bucket of so many messages, refilled at that rate."""
SOCKET_REALTIME_PER_S = env.float("SOCKET_REALTIME_PER_S", default=20.0)
"""The same rate for whoever plays in real time: a button held down says twelve times a second what is wanted now."""
SOCKETS_PER_PLAYER = env.int("SOCKETS_PER_PLAYER", default=40)
"""So many one player may hold in a process: many windows, and dead lines that nobody has noticed yet."""
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=400)
"""So many people without a name may hold from one address in a process: a school, not a siege."""
SOCKET_MESSAGE_BYTES = 16 * 1024
MATCH_CACHE_SIZE = env.int("MATCH_CACHE_SIZE", default=4000)
SNAPSHOT_EVERY = 48
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")

LOGGING = logs.config(env.str("LOG_LEVEL", default="INFO"))
