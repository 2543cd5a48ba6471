"""The house keeps its order: imports point down the table of rooms, and no other room names a game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tilery import games

PACKAGE = Path(games.__file__).parent.parent

# A room may import from rooms further down, and a game from no other game.
ORDER = ["cli", "server", "research", "arena", "bots", "match", "games", "kernel", "words"]
SOURCES = sorted(PACKAGE.rglob("*.py"))
GAMES = ("topiary", "triqueta", "tipperary", "terraflip")


def room(path: Path) -> str:
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


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    if room(path) in ("__init__", "__main__"):
        return
    here = ORDER.index(room(path))
    for name in imported(path):
        parts = name.split(".")
        if len(parts) > 1 and parts[1] != "__version__":
            assert ORDER.index(parts[1]) >= here, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_other_room_names_a_game(path: Path) -> None:
    """Docstrings may tell of games; code may not."""
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
    words = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documentation]
    words += [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    words += [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    words += imported(path)
    for game in GAMES:
        if game != own:
            assert not [word for word in words if isinstance(word, str) and game in word.lower()]


def test_the_four_games_have_the_same_files() -> None:
    needed = {"__init__", "components", "state", "rules", "hidden", "scoring", "evaluation", "notation", "refusal"}
    needed |= {"view", "position", "editor", "actions", "observation"}
    for game in GAMES:
        folder = PACKAGE / "games" / game
        assert needed <= {path.stem for path in folder.glob("*.py")}
        assert {path.name for path in folder.glob("rules.*.md")} == {"rules.en.md", "rules.fr.md", "rules.de.md"}
