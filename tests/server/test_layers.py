"""The server keeps its layers: the API and pages sit on HTTP, HTTP on tables, tables on storage, and none knows what
is above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tilery import server

SERVER = Path(server.__file__).parent
MODULES = sorted(SERVER.rglob("*.py"))

MAY_IMPORT = {
    "api": {"api", "clubs", "config", "http", "tables"},
    "pages": {"clubs", "config", "http", "notices", "pages", "tables"},
    "http": {"config", "http", "metrics", "storage", "tables"},
    "notices": {"notices", "storage", "tables"},
    "clubs": {"clubs", "config", "storage", "tables"},
    "tables": {"clock", "config", "storage", "tables", "warmup"},
    "storage": {"storage", "tables"},
}
PLAIN = {"events", "players", "refusal", "roles", "table"}
"""Modules of tables that storage reads and writes; they know nothing of storage."""
NOT_IN = {
    "starlette": {"storage", "tables"},
    "json": {"tables"},
    "sqlalchemy": {"api", "http", "pages"},
    "jinja2": {"api", "http", "storage", "tables"},
    "uvicorn": {"api", "pages", "storage", "tables"},
}


def imported(path: Path) -> set[str]:
    """Full names of all modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def own(path: Path) -> list[tuple[str, ...]]:
    """The modules of the server that a file imports, as parts of their names: ("tables", "events", …)."""
    names = [name.split(".") for name in imported(path)]
    return [tuple(name[2:]) for name in names if name[:2] == ["tilery", "server"] and len(name) > 2]


def layer(path: Path) -> str:
    return path.relative_to(SERVER).parts[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SERVER)))
def test_a_layer_imports_only_what_is_below_it(path: Path) -> None:
    here = layer(path)
    if here in MAY_IMPORT:
        assert {parts[0] for parts in own(path)} <= MAY_IMPORT[here]
    if here == "storage":
        assert {parts[1] for parts in own(path) if parts[0] == "tables" and len(parts) > 1} <= PLAIN
    if here == "tables" and path.stem in PLAIN:
        assert {parts[1] for parts in own(path) if len(parts) > 1} <= PLAIN
        assert {parts[0] for parts in own(path)} <= {"tables"}
    packages = {name.split(".")[0] for name in imported(path)}
    assert [name for name, layers in NOT_IN.items() if name in packages and here in layers] == []


def test_the_layers_are_all_there() -> None:
    assert {path.name for path in SERVER.iterdir() if (path / "__init__.py").exists()} == set(MAY_IMPORT)
    assert {path.stem for path in (SERVER / "tables").glob("*.py")} >= PLAIN


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SERVER)))
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 400


def test_the_architecture_tells_of_every_folder() -> None:
    text = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition("## The server")[2].partition("\n## ")[0]
    folders = {path.parent.name for path in SERVER.glob("*/__init__.py")}
    assert {name for name in folders if f"`{name}`" not in table} == set()
