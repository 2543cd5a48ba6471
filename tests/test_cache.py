"""Machine code is kept between processes, never stale, and made with a word to the person who waits for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilery

PACKAGE = Path(tilery.__file__).parent
OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package without the four games and with the fifth, in a folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__", "topiary", "triqueta", "tipperary", "terraflip")
    shutil.copytree(PACKAGE, tmp_path / "tilery", ignore=ignored)
    shutil.copytree(OUTSIDE / "pebbles", tmp_path / "tilery" / "games" / "pebbles")
    return tmp_path


def simulate(folder: Path, **environment: str) -> tuple[dict[str, object], str]:
    """The record of one game in a new process, and what it said on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "tilery", "simulate", "pebbles"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "TILERY_CACHE": str(folder / "cache"), **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout), done.stderr


def test_compiled_once_and_never_stale(copy: Path) -> None:
    first, said = simulate(copy)
    assert "Compiled the Pebbles rules for this machine." in said
    second, said = simulate(copy)
    assert second == first
    assert "Compil" not in said

    rules = copy / "tilery" / "games" / "pebbles" / "rules.py"
    source = rules.read_text()
    rules.write_text(source.replace("state.heap = 10 + below(rng, 6)", "state.heap = 4"))
    edited, said = simulate(copy)
    assert edited["deal"]["heap"] == 4  # type: ignore[index]
    assert first["deal"]["heap"] != 4  # type: ignore[index]
    assert "Compiled the Pebbles rules" in said


def test_an_edited_game_outside_the_package_is_never_stale(copy: Path) -> None:
    shutil.rmtree(copy / "tilery" / "games" / "pebbles")
    outside = copy / "outside"
    shutil.copytree(OUTSIDE / "pebbles", outside / "pebbles")
    first, _ = simulate(copy, TILERY_GAMES=str(outside))
    again, said = simulate(copy, TILERY_GAMES=str(outside))
    assert again == first
    assert "Compil" not in said
    rules = outside / "pebbles" / "rules.py"
    rules.write_text(rules.read_text().replace("out[seat, 0] = state.taken[seat]", "out[seat, 0] = 0"))
    edited, _ = simulate(copy, TILERY_GAMES=str(outside))
    assert [row["pebbles"] for row in edited["scores"]] == [0, 0]  # type: ignore[attr-defined]
    assert [row["pebbles"] for row in first["scores"]] != [0, 0]  # type: ignore[attr-defined]


def test_another_checkout_uses_the_same_machine_code(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    first, _ = simulate(copy)
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(copy / "tilery", other / "tilery")
    made = sorted((copy / "cache").rglob("*.nbc"))
    again, said = simulate(other, TILERY_CACHE=str(copy / "cache"))
    assert again == first
    assert "Compil" not in said
    assert sorted((copy / "cache").rglob("*.nbc")) == made


def test_an_edited_game_costs_no_compile_of_another(copy: Path) -> None:
    games = copy / "tilery" / "games"
    shutil.copytree(games / "pebbles", games / "stones")
    simulate(copy)
    rules = games / "stones" / "rules.py"
    rules.write_text(rules.read_text().replace("state.heap = 10 + below(rng, 6)", "state.heap = 4"))
    _, said = simulate(copy)
    assert "Compil" not in said


def test_a_cache_that_cannot_be_written_does_no_harm(copy: Path) -> None:
    (copy / "file").write_text("in the way")
    first, _ = simulate(copy)
    elsewhere, _ = simulate(copy, TILERY_CACHE=str(copy / "file" / "below"))
    assert elsewhere == first


def test_import_loads_no_compiler() -> None:
    code = "import sys, tilery, tilery.cli; print(sorted({'numba', 'llvmlite', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
