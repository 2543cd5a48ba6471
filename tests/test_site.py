"""The documentation site: it is built without a warning, and nothing that it should tell is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilery
from tilery import games
from tilery.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent


GAMES = [name for name in games.names() if games.find(name).folder.is_relative_to(ROOT / "tilery")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    environment = {name: value for name, value in os.environ.items() if name != "TILERY_GAMES"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert not re.search("^WARNING", built.stderr, re.MULTILINE)
    return folder


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text("utf-8")


def test_every_document_is_a_page(site: Path) -> None:
    for document in (ROOT / "docs").glob("*.md"):
        assert (site / ("" if document.stem == "index" else document.stem) / "index.html").exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_there_with_all_rulings_and_a_picture(site: Path, game: str) -> None:
    for language in LANGUAGES:
        shown = page(site, f"rules/{game}" if language == "en" else f"rules/{game}.{language}")
        rules = (games.find(game).folder / f"rules.{language}.md").read_text("utf-8")
        rulings = set(re.findall(r"\b[A-Z]{3}-\d+\b", rules))
        assert rulings
        assert rulings <= set(re.findall(r"\b[A-Z]{3}-\d+\b", shown))
        assert f"{game}.svg" in shown
    assert (site / "rules" / f"{game}.svg").read_text("utf-8").startswith("<svg")


def test_all_that_can_be_imported_is_in_the_reference(site: Path) -> None:
    shown = page(site, "reference")
    for name in tilery.__all__:
        home = getattr(tilery, name).__module__
        assert f'id="{home}.{name}"' in shown, name


def test_the_site_asks_no_other_host_for_anything(site: Path) -> None:
    for found in site.rglob("*.html"):
        for address in re.findall(r'(?:src|href)="(https?:[^"]*)"', found.read_text("utf-8")):
            assert not address.endswith((".js", ".css", ".woff2")), f"{found.name}: {address}"
