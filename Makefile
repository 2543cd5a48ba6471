# For everybody:
#   make play      set up, start a server for yourself, open the table in the browser
#   make test      set up, and check everything: format, lint, types, all tests
# While you work on it:
#   make quick     format, lint, types and a slice of the tests, in under a minute on a warm machine
#   make check     format, lint and types alone; make format repairs what can be repaired
#   make pages     of the tests, only those that play in a real Chromium
#   make thorough  all tests, with every combination of screen, language, theme and way to play; make test takes each
#                  pair of them once
#   make fuzz      throw bad input at the server for about an hour; EFFORT=4 for a tenth of it
#   make coverage  which lines that slice reaches; COVERED=tests for all tests, which takes twice their time
#   make test-all  all tests on every Python that is found here
#   make gallery   play games and write pictures of every page to docs/gallery; ONLY=topiary for a part of them
#   make site      build the documentation; make words brings new sentences into the catalogues
#   make bench     moves, games and search iterations per second here
# Before a release (docs/releasing.md):
#   make lock      resolve the pinned versions in requirements/ anew
#   make audit     look for known vulnerabilities in them
#   make dist      build the wheel and the source distribution

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
WORKERS := -n auto --dist worksteal --durations 30 --durations-min 3
PYTEST := $(BIN)/pytest $(WORKERS)
# On a busy machine a browser, a database or a mail server may answer later than a test can wait. What failed is tried
# once more, alone and with its name, and has to pass; more than five failures are no accident.
AGAIN := test "$$(grep -c : .pytest_cache/v/cache/lastfailed)" -le 5 && \
	$(BIN)/pytest -n 0 --verbose --last-failed --last-failed-no-failures none

# tests/conftest.py says what the slice is.
COVERED ?= --slice quick

EFFORT ?= 40
FUZZED ?= tests/server/test_fuzz.py tests/server/test_score_pages.py

.PHONY: play test quick fuzz pages thorough coverage test-all gallery check prepare prepare-rules format words site bench lock audit dist clean check-python check-types check-scripts

# What tests need is compiled before they start, which would wait for each other: rules while types are checked, bots,
# which take three times as long and one processor, beside the quick slice, which needs hardly any.
# Coverage is measured on that slice alone: on Python 3.11 it makes tests 1.8 times as long.
test: $(VENV)/ready
	$(MAKE) --jobs=2 --output-sync check prepare-rules
	$(MAKE) --jobs=2 --output-sync coverage prepare
	$(PYTEST) --slice rest || { test $$? -eq 1 && $(AGAIN) --slice rest; }

quick: check
	$(PYTEST) --slice quick

# Compiled rules cannot be traced.
coverage: $(VENV)/ready
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(WORKERS) $(COVERED)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

prepare: $(VENV)/ready
	TILERY_GAMES=$(CURDIR)/tests/outside $(BIN)/tilery prepare

prepare-rules: $(VENV)/ready
	TILERY_GAMES=$(CURDIR)/tests/outside $(BIN)/tilery prepare --part rules

fuzz: $(VENV)/ready
	TILERY_EFFORT=$(EFFORT) $(BIN)/pytest -n 0 --hypothesis-profile search $(FUZZED)

pages: $(VENV)/ready
	$(PYTEST) tests/pages

thorough: prepare
	$(PYTEST) --all-combinations

play: $(VENV)/playable
	$(BIN)/tilery play

test-all: $(VENV)/ready
	$(BIN)/nox

gallery: $(VENV)/ready
	$(BIN)/python -m scripts.gallery --only '$(ONLY)'

bench: $(VENV)/ready
	$(BIN)/tilery bench

check: check-python check-types check-scripts

check-python: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: $(VENV)/ready
	$(BIN)/mypy

check-scripts: $(VENV)/ready
	$(BIN)/python scripts/check_web.py

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python scripts/check_web.py --fix

site: $(VENV)/ready
	$(BIN)/mkdocs build --strict

words: $(VENV)/ready
	$(BIN)/python scripts/extract_words.py

audit: $(VENV)/ready
	$(BIN)/nox --session audit

dist: $(VENV)/playable
	rm -rf dist
	$(BIN)/python -m hatchling build

lock: $(VENV)/ready
	$(BIN)/nox --session lock

# What players need is little; what tests need comes on top.
$(VENV)/playable: requirements/play.txt pyproject.toml
	sh scripts/make-venv $(PYTHON) $(VENV)
	$(INSTALL) --require-hashes --requirement requirements/play.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/ready: requirements/test.txt $(VENV)/playable
	$(INSTALL) --require-hashes --requirement requirements/test.txt
	touch $@

clean:
	rm -rf $(VENV)
