# make play: set up, start a server for yourself, open the table in the browser.
# make pages: of the tests, only those that play in a real Chromium.
# make gallery: play games and write pictures of every page to docs/gallery; ONLY=topiary for a part of them.
# make test: set up a virtual environment and check everything: format, lint, types, tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test pages gallery check format words site bench clean

test: check
	$(BIN)/pytest -n auto --dist worksteal --ignore=tests/pages
	$(BIN)/pytest -n auto --dist worksteal tests/pages

pages: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal tests/pages

gallery: $(VENV)/ready
	$(BIN)/python -m scripts.gallery --only '$(ONLY)'

play: $(VENV)/playable
	$(BIN)/tilery play

bench: $(VENV)/ready
	$(BIN)/tilery bench

check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

site: $(VENV)/ready
	$(BIN)/mkdocs build --strict

words: $(VENV)/ready
	$(BIN)/python scripts/extract_words.py

# What players need is little; what tests need comes on top.
$(VENV)/playable: pyproject.toml
	sh scripts/make-venv $(PYTHON) $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[server]'
	touch $@

$(VENV)/ready: $(VENV)/playable
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs,openspiel,postgresql,research,server,test]'
	touch $@

clean:
	rm -rf $(VENV)
