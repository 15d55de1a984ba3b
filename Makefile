# make install | run | test | check | chaos | lock
# PORT and PORTAL_DATA change where `run` serves and stores, PYTEST_ARGS which tests `test` runs, JOBS in how many processes.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install --require-hashes
UV ?= uv
UV_COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links
PYTEST := $(BIN)/python -m pytest
PYTEST_ARGS ?=
CHAOS_ARGS ?=
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help install install-dev run test check chaos format lock clean

help:
	@echo "make install   the virtual environment in $(VENV)"
	@echo "make run       the portal on http://127.0.0.1:$(PORT)"
	@echo "make test      all tests (REQUIRE_ALL=1: a missing program is a failure)"
	@echo "make check     format, lint, types, import contracts, migrations, deploy check"
	@echo "make chaos     kill everything in the middle of play, again and again (CHAOS_ARGS=\"--kills 5\")"
	@echo "make format    lay the code out"
	@echo "make lock      write requirements*.lock anew (needs uv)"

install: $(VENV)/.stamp-run

install-dev: $(VENV)/.stamp-dev

$(BIN)/python:
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-run: requirements.lock | $(BIN)/python
	@echo "Installing what the portal runs on ..."
	@$(PIP) -r requirements.lock
	@touch $@

$(VENV)/.stamp-dev: requirements-dev.lock $(VENV)/.stamp-run
	@echo "Installing what tests and checks need ..."
	@$(PIP) -r requirements-dev.lock
	@touch $@

run: install
	@exec $(BIN)/python manage.py serve --port $(PORT)

# What kills processes within seconds comes first and by itself; a file always runs in one of the JOBS processes.
test: install-dev
ifeq ($(PYTEST_ARGS),)
	$(PYTEST) -m faults -n $(JOBS) --dist loadfile --no-loadscope-reorder
	$(PYTEST) -m "not faults" -n $(JOBS) --dist loadfile --no-loadscope-reorder
else
	$(PYTEST) $(PYTEST_ARGS)
endif

check: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tests.support.deploy check --deploy --fail-level WARNING

chaos: install-dev
	$(BIN)/python -m chaos $(CHAOS_ARGS)

format: install-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock:
	$(UV_COMPILE) -o requirements.lock requirements.in
	$(UV_COMPILE) -o requirements-dev.lock requirements-dev.in

clean:
	rm -rf $(VENV)
