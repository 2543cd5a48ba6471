# make test: set up a virtual environment and check everything: format, lint, types, tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: test check format bench clean

test: check
	$(BIN)/pytest

bench: $(VENV)/ready
	$(BIN)/tilery bench

check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/ready: pyproject.toml
	sh scripts/make-venv $(PYTHON) $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[server,test]'
	touch $@

clean:
	rm -rf $(VENV)
