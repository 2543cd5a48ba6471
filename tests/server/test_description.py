"""The API is described as it is: every route, every code of a refusal, every kind of event."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tilery.server.api import Api
from tilery.server.openapi import PATHS, describe
from tilery.server.table import Table

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_every_route_is_described() -> None:
    described = {(method.upper(), path) for path, operations in describe()["paths"].items() for method in operations}
    assert described == set(PATHS.values())
    assert all(hasattr(Api, name) for name in PATHS)


def test_every_code_of_a_refusal_of_the_api_is_told() -> None:
    pages = {"pages.py", "front.py", "visit.py", "replay.py", "counting.py", "rules_pages.py"}
    codes = set()
    for path in (ROOT / "tilery" / "server").glob("*.py"):
        if path.name in pages:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                codes |= {word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)}
    told = set(re.findall(r"`([a-z_]+)`", TEXT))
    assert {str(code) for code in codes} - told == set()


def test_every_kind_of_event_is_told() -> None:
    kinds = {name.removeprefix("_apply_") for name in vars(Table) if name.startswith("_apply_")}
    assert kinds <= set(re.findall(r"`([a-z_]+)`", TEXT))
