"""Packages keep their order: imports point down the table of packages, and only a game names itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import pytest

from tilery import games

PACKAGE = Path(games.__file__).parent.parent

# A package may import from packages further down, and a game from no other game.
ORDER = ["cli", "server", "clubs", "research", "arena", "coach", "bots", "match", "games", "kernel", "words"]
SOURCES = sorted(PACKAGE.rglob("*.py"))
BY_PACKAGE = {top: list(paths) for top, paths in groupby(SOURCES, lambda path: path.relative_to(PACKAGE).parts[0])}
each_package = pytest.mark.parametrize("sources", BY_PACKAGE.values(), ids=BY_PACKAGE)  # a test a file takes longer
GAMES = ("topiary", "triqueta", "tipperary", "terraflip")


def package(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Full names of the package's own modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "tilery":
            found |= {f"{node.module}.{name.name}" for name in node.names} if node.module == "tilery" else {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.split(".")[0] == "tilery"}
    return found


@each_package
def test_imports_point_down(sources: list[Path]) -> None:
    for path in sources:
        if package(path) in ("__init__", "__main__"):
            continue
        here = ORDER.index(package(path))
        for name in imported(path):
            parts = name.split(".")
            if len(parts) > 1 and parts[1] != "__version__":
                assert ORDER.index(parts[1]) >= here, f"{path.name} imports {name}"


@each_package
def test_no_other_package_names_a_game(sources: list[Path]) -> None:
    """Docstrings may tell of games; code may not."""
    for path in sources:
        parts = path.relative_to(PACKAGE).parts
        own = parts[1] if parts[0] == "games" and len(parts) > 2 else None
        tree = ast.parse(path.read_text("utf-8"))
        documentation = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        words = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documentation
        ]
        words += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        words += [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        words += imported(path)
        for game in GAMES:
            if game != own:
                assert not [word for word in words if isinstance(word, str) and game in word.lower()]


# What every game of the package has, by the same names; beside these, a game has parts of its own.
PARTS = {
    ".": {"__init__.py", "puzzles.jsonl", "rules.en.md", "rules.fr.md", "rules.de.md", "words.fr.po", "words.de.po"},
    "rules": {
        "__init__.py",
        "components.py",
        "components.toml",
        "hidden.py",
        "moves.py",
        "scoring.py",
        "state.py",
        "turns.py",
    },
    "text": {"__init__.py", "notation.py", "position.py", "refusal.py", "states.py", "view.py"},
    "page": {
        "__init__.py",
        "art.py",
        "board.py",
        "choices.py",
        "cover.py",
        "drawing.css",
        "drawing.py",
        "editor.py",
        "example.json",
        "glossary.py",
        "guide.py",
        "hand.py",
        "icons.txt",
        "ids.py",
        "illustrations.py",
        "known_state.py",
        "lessons.json",
        "lessons.py",
        "log.py",
        "panels.py",
        "phrases.py",
        "previews.py",
        "prompts.py",
        "sources.py",
    },
    "learn": {
        "__init__.py",
        "actions.py",
        "evaluation.py",
        "features.py",
        "judgement-2.json",
        "judgement-3.json",
        "judgement-4.json",
        "kinds.py",
        "levels.py",
        "observation.py",
        "useless.py",
        "weights-2.npz",
    },
}


def shared(folders: Iterable[Path]) -> set[str]:
    """The files that all of some folders have, without what hatch_build.py makes."""
    files = ({path.name for path in folder.iterdir() if path.is_file()} for folder in folders)
    return set.intersection(*files) - {"icons.json"}


@pytest.mark.parametrize("part", PARTS)
def test_games_have_the_same_parts(part: str) -> None:
    """What all of them have is in the list, and nothing else."""
    assert shared(PACKAGE / "games" / game / part for game in GAMES) == PARTS[part]


@pytest.mark.parametrize("game", GAMES)
def test_games_have_the_same_folders(game: str) -> None:
    folders = {path.name for path in (PACKAGE / "games" / game).iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == PARTS.keys() - {"."}


@pytest.mark.parametrize("game", GAMES)
def test_rules_know_no_other_part_of_their_game(game: str) -> None:
    """Rules stand alone; text needs rules; pages and learning need both and know nothing of each other."""
    may = {"rules": {"rules"}, "text": {"rules", "text"}, "page": {"rules", "text", "page"}}
    may["learn"] = {"rules", "text", "learn"}
    for part, allowed in may.items():
        for path in (PACKAGE / "games" / game / part).glob("*.py"):
            for name in imported(path):
                parts = name.split(".")
                if parts[1:3] == ["games", game] and len(parts) > 3:
                    assert parts[3] in allowed, f"{part}/{path.name} imports {name}"


# What the tests of every game have, by the same names; beside these, a game has tests of its own.
TESTS = {
    "__init__.py",
    "naive.py",  # the rules once more, slow and plain
    "tables.py",  # positions to try a rule in
    "test_components.py",
    "test_drawing.py",
    "test_evaluation.py",
    "test_hidden.py",
    "test_known_state.py",
    "test_naive.py",
    "test_notation.py",
    "test_position.py",
    "test_refusal.py",
    "test_scoring.py",
    "test_turns.py",
    "test_useless.py",
}


def test_games_have_the_same_tests() -> None:
    assert shared(Path(__file__).parent / "games" / game for game in GAMES) == TESTS
