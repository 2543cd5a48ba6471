"""The API is described as it is: every route, every code of a refusal, every kind of event."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tilery.server.api.handlers import Api
from tilery.server.api.openapi import PATHS, describe
from tilery.server.http.errors import STATUS
from tilery.server.pages.page_base import NOT_READY
from tilery.server.tables.table import Table

ROOT = Path(__file__).parent.parent.parent
SERVER = ROOT / "tilery" / "server"
TEXT = (ROOT / "docs" / "api.md").read_text("utf-8")
MOVE_CODES = {"over", "illegal_move", "not_your_turn"}


def test_every_route_is_described() -> None:
    described = {(method.upper(), path) for path, operations in describe()["paths"].items() for method in operations}
    assert described == set(PATHS.values())
    assert all(hasattr(Api, name) for name in PATHS)


def codes_in(*folders: str) -> set[str]:
    """All codes of refusals in folders of the server."""
    codes = set()
    for path in (path for folder in folders for path in (SERVER / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                codes |= {word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)}
                assert isinstance(node.args[0], ast.Constant | ast.IfExp | ast.Name), ast.unparse(node)
    return {str(code) for code in codes}


def test_every_code_of_a_refusal_has_a_status() -> None:
    assert codes_in(".") | {NOT_READY} | MOVE_CODES == set(STATUS)


def test_every_code_of_a_refusal_of_the_api_is_told() -> None:
    """In the table of the documentation, with its status."""
    told = {
        code: set(map(int, statuses.split(", ")))
        for codes, statuses in re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \| ([\d, ]+) \|", TEXT, re.MULTILINE)
        for code in re.findall(r"`([a-z_]+)`", codes)
    }
    assert codes_in("api", "http", "storage", "tables") | MOVE_CODES <= set(told)
    for code, statuses in told.items():
        assert statuses == {STATUS[code]}, code


def test_every_kind_of_event_is_told() -> None:
    kinds = {name.removeprefix("_fold_") for name in vars(Table) if name.startswith("_fold_")} - {"match"}
    assert "move" in kinds
    assert kinds <= set(re.findall(r"`([a-z_]+)`", TEXT))
