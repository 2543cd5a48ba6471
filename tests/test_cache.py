"""Machine code is kept between processes, never stale, and made with a word to the person who waits for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilery
from tilery.kernel.native import KERNEL, _imported, _sources, _words_that_matter

PACKAGE = Path(tilery.__file__).parent
OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without the four games and with the fifth, whose rules are compiled, with a cache of its own."""
    folder = tmp_path_factory.mktemp("compiled")
    ignored = shutil.ignore_patterns("__pycache__", "topiary", "triqueta", "tipperary", "terraflip")
    shutil.copytree(PACKAGE, folder / "tilery", ignore=ignored)
    shutil.copytree(OUTSIDE / "pebbles", folder / "tilery" / "games" / "pebbles")
    record, said = simulate(folder)
    assert "Compiled the Pebbles rules for this machine." in said
    (folder / "first.json").write_text(json.dumps(record))
    return folder


@pytest.fixture
def copy(compiled: Path, tmp_path: Path) -> Path:
    """Another checkout of the same, with the same cache."""
    return shutil.copytree(compiled, tmp_path / "copy")


def simulate(folder: Path, **environment: str) -> tuple[dict[str, Any], str]:
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


def edit(rules: Path, old: str, new: str) -> None:
    source = rules.read_text("utf-8")
    assert old in source
    rules.write_text(source.replace(old, new), "utf-8")


def test_compiled_once_for_all_checkouts(copy: Path) -> None:
    made = sorted((copy / "cache").rglob("*.nbc"))
    again, said = simulate(copy)
    assert again == json.loads((copy / "first.json").read_text())
    assert "Compil" not in said
    assert sorted((copy / "cache").rglob("*.nbc")) == made


def test_an_edited_game_is_never_stale_and_costs_no_compile_of_another(copy: Path) -> None:
    """Beside the one that is edited lies another, which is the same otherwise."""
    games = copy / "tilery" / "games"
    shutil.copytree(games / "pebbles", games / "stones")
    edit(games / "stones" / "rules.py", "SMALLEST_HEAP, LARGEST_HEAP = 10, 15", "SMALLEST_HEAP, LARGEST_HEAP = 4, 4")
    first, said = simulate(copy)
    assert first["deal"]["heap"] != 4
    assert "Compil" not in said
    edit(games / "pebbles" / "rules.py", "SMALLEST_HEAP, LARGEST_HEAP = 10, 15", "SMALLEST_HEAP, LARGEST_HEAP = 4, 4")
    edited, said = simulate(copy)
    assert edited["deal"]["heap"] == 4
    assert "Compiled the Pebbles rules" in said


def test_an_edited_game_outside_the_package_is_never_stale(copy: Path) -> None:
    outside = copy / "outside"
    outside.mkdir()
    shutil.move(copy / "tilery" / "games" / "pebbles", outside)
    first, _ = simulate(copy, TILERY_GAMES=str(outside))
    again, said = simulate(copy, TILERY_GAMES=str(outside))
    assert again == first
    assert "Compil" not in said
    edit(outside / "pebbles" / "rules.py", "out[seat, 0] = state.taken[seat]", "out[seat, 0] = 0")
    edited, _ = simulate(copy, TILERY_GAMES=str(outside))
    assert [row["pebbles"] for row in edited["scores"]] == [0, 0]
    assert [row["pebbles"] for row in first["scores"]] != [0, 0]


def test_in_place_of_a_cache_that_cannot_be_written_there_is_a_temporary_one(copy: Path) -> None:
    (copy / "file").write_text("in the way")
    shutil.move(copy / "cache", copy / "temporary" / f"tilery-{os.getuid()}")
    elsewhere, said = simulate(copy, TILERY_CACHE=str(copy / "file" / "below"), TMPDIR=str(copy / "temporary"))
    assert elsewhere == json.loads((copy / "first.json").read_text())
    assert "Compil" not in said


USES = {
    "rules.py": """
from sizes import LENGTH, WIDTH as BREADTH, UNUSED
import math
from drawing import draw
from scores import points
from text import say

AREA = BREADTH * 2
NAME = say("a board")

@native
def size(state):
    \"\"\"Nothing to draw.\"\"\"
    return LENGTH * AREA * points(state)

def picture(state):
    return draw(state, NAME)
""",
    "sizes.py": "from numbers_of import LENGTH\nfrom text import UNUSED\nWIDTH = 3\n",
    "numbers_of.py": "LENGTH = 2\n",
    "scores.py": "from helping import half\nfrom text import shown\n\ndef points(state):\n    return half(state)\n"
    "\ndef told(state):\n    return shown(state)\n",
    "helping.py": "def half(state):\n    return state\n",
    "drawing.py": "def draw(state, name): ...\n",
    "text.py": "def say(text): ...\ndef shown(state): ...\n",
}


def test_machine_code_depends_on_what_compiled_functions_use_and_on_nothing_else(tmp_path: Path) -> None:
    for name, text in USES.items():
        (tmp_path / name).write_text(re.sub(r"^from (\w+)", r"from .\1", text, flags=re.MULTILINE), "utf-8")
    assert {path.name for path in _sources(tmp_path)} == {
        "rules.py",
        "sizes.py",
        "numbers_of.py",
        "scores.py",
        "helping.py",
    }


def test_rules_need_no_bots() -> None:
    assert {path.parent for path in _sources(KERNEL)} == {KERNEL}


def test_words_and_pages_cost_no_compile() -> None:
    shared = {path.relative_to(PACKAGE).parts for path in _sources(PACKAGE)}
    assert {("kernel", "contract.py"), ("bots", "tree.py"), ("research", "stepping.py")} <= shared
    assert {parts[0] for parts in shared} == {"bots", "games", "kernel", "research"}
    for game in ("topiary", "triqueta", "tipperary", "terraflip"):
        own = {path.relative_to(PACKAGE / "games" / game).parts for path in _sources(PACKAGE / "games" / game)}
        assert {parts[0] for parts in own} == {"learn", "rules"}
        assert {("rules", name) for name in ("__init__.py", "components.toml", "state.py", "turns.py")} <= own


@pytest.mark.parametrize("game", ["topiary", "triqueta", "tipperary", "terraflip"])
def test_what_games_share_is_in_the_digest_of_the_kernel(game: str) -> None:
    """All but what checks and words the data of a game, and does not change it, and names of types."""
    known = _sources(KERNEL) | {
        PACKAGE / "games" / "reading.py",
        PACKAGE / "games" / "learning.py",
        PACKAGE / "words.py",
    }
    for path in _sources(PACKAGE / "games" / game):
        text = path.read_text("utf-8") if path.suffix == ".py" else ""
        for other, _ in _imported(path, text, _words_that_matter(text, set())):
            own = other.is_relative_to(PACKAGE / "games" / game)
            assert own or other in known or not other.exists(), f"{path.name} uses {other}"


def test_import_loads_no_compiler() -> None:
    code = "import sys, tilery, tilery.cli; print(sorted({'numba', 'llvmlite', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
