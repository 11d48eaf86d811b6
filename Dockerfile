FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DISCERN_VAR=/srv/discern/var
WORKDIR /srv/discern

COPY requirements/runtime.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/runtime.txt

COPY . .
# the key is for this step only, and the folder is the only one the service may write to
RUN DISCERN_SECRET_KEY=build python manage.py collectstatic --no-input \
    && useradd --system discern \
    && mkdir -p var/media \
    && chown -R discern var
USER discern

EXPOSE 8000
# no access log, and nothing below a warning: a participant's link is a key
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
    "--lifespan", "off", "--no-access-log", "--log-level", "warning", "--proxy-headers", \
    "--timeout-graceful-shutdown", "5"]
