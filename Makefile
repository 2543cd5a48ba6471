# make test: set up a virtual environment and check everything. make play: see README.md.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: test check format clean

test: check
	$(BIN)/pytest

check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV)
