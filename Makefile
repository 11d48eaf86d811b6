# Discern: `make demo` is all a fresh machine needs besides Python 3.11+, pip and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# pytest's processes; browser and process tests wait more than they compute
WORKERS ?= 2
ARGS ?=

# uv when it is there and works, else pip
UV := $(shell uv --version >/dev/null 2>&1 && echo uv)
ifeq ($(UV),uv)
CREATE = uv venv --quiet --python "$$(command -v $(PYTHON))" $(VENV)
INSTALL = uv pip install --quiet --python $(BIN)/python --require-hashes -r
else
CREATE = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r
endif

# without its bytecode each start compiles a thousand files anew, which is most of the start
unexport PYTHONDONTWRITEBYTECODE

# for checks: like production, but touching nothing outside the checkout
PRODUCTION = env -u REDIS_URL DATABASE_URL=sqlite://:memory: DISCERN_BASE_URL=https://discern.example \
	DISCERN_SECRET_KEY=only-for-checks-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ

.PHONY: help demo run setup dev test check bench messages lock clean
.PHONY: check-style check-types check-layers check-templates check-migrations check-deploy check-messages

help:  ## list the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r target words; do \
		printf '  make %-10s %s\n' "$$target" "$$words"; done

demo: setup  ## start Discern with the demo studies (PORT=8000)
	@exec $(BIN)/python manage.py up --demo

run: setup  ## start Discern without demo data (PORT=8000)
	@exec $(BIN)/python manage.py up

setup: $(VENV)/.runtime $(VENV)/.static  ## make .venv and all that needs no database

dev: setup $(VENV)/.dev

test: dev  ## run the tests (ARGS="-k name", WORKERS=2)
	@DISCERN_BROWSER="$$($(BIN)/python -m tests.find_browser --install)"; export DISCERN_BROWSER; \
	[ -n "$$DISCERN_BROWSER" ] || [ -z "$$CI" ] || { \
		echo "No Chromium here, and none could be installed: CI must not pass without the browser tests." >&2; \
		exit 1; }; \
	marks=; skipped=; \
	[ -n "$$DISCERN_BROWSER" ] || { marks="not browser"; \
		skipped=" the browser tests (no Chromium here, and none could be installed);"; }; \
	case "$$DATABASE_URL" in postgres*) ;; *) marks="$$marks$${marks:+ and }not postgres"; \
		skipped="$$skipped what only PostgreSQL can show (DATABASE_URL names none);";; esac; \
	[ -z "$$skipped" ] || echo "Not run:$${skipped%;}."; \
	$(BIN)/python -m pytest -n $(WORKERS) -m "$$marks" $(ARGS)

check: check-style check-types check-layers check-templates check-migrations check-deploy check-messages  ## style, types, layers, migrations, deployment; needs no network

check-style: dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .

check-types: dev
	@$(PRODUCTION) $(BIN)/mypy .

check-layers: dev
	@$(PRODUCTION) $(BIN)/lint-imports

check-templates: dev
	@if find templates -name '*.html' | grep -q .; then $(BIN)/djlint templates --lint --quiet; fi

check-migrations: dev
	@$(PRODUCTION) $(BIN)/python manage.py makemigrations --check --dry-run

check-deploy: dev
	@$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

check-messages: dev
	@$(BIN)/python locale/compile.py --check

bench: dev  ## measure requests, pages and the drawing of templates
	@$(BIN)/python -m bench $(ARGS)

messages: dev  ## compile the message catalogues (they are committed compiled)
	@$(BIN)/python locale/compile.py

lock:  ## pin the dependencies of pyproject.toml anew (needs uv and the network)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -o requirements/runtime.txt
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --group dev -c requirements/runtime.txt -o requirements/dev.txt

clean:  ## remove what make made; var/ with its data stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- stamps: a second call costs nothing -----------------------------------------------------
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Discern needs Python 3.11 or newer; '$(PYTHON)' is not. Name one: make PYTHON=python3.12 …" >&2; \
		exit 1; }
	@echo "Creating $(VENV) …"
	@$(CREATE)

$(VENV)/.runtime: requirements/runtime.txt | $(BIN)/python
	@echo "Installing what Discern needs (about a minute with pip) …"
	@$(INSTALL) requirements/runtime.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	@echo "Installing the development tools …"
	@$(INSTALL) requirements/dev.txt
	@touch $@

# `manage.py up` collects again whatever became stale; this is for its first start
$(VENV)/.static: $(VENV)/.runtime
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@
