"""The walks of docs/architecture.md are what happens: each function that they name is called, and each step begins
after the one before.

Each walk is done in a process of its own, where rules run as plain Python, so that every call can be noted.
"""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tilery"
NAME = re.compile(r"`((?:[A-Za-z_]+\.)?[a-z_]+)(?:\([^`]*\))?`")


class Calls:
    """All calls of functions of the package, by name, in their order."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)):
            self.names += (code.co_qualname, f"{Path(code.co_filename).stem}.{code.co_qualname}")

    def begin(self) -> None:
        """Forget what was called so far."""
        self.names.clear()
        sys.setprofile(self.note)


async def walk_of_click(calls: Calls, client: Any) -> None:
    """A move through the API."""
    made = await client.table(person("Ann"), person("Ben"), game="topiary", start=True)
    calls.begin()
    move = {"move": "visit c1S", "id": "a" * 16}
    await client.done("POST", f"/api/tables/{made['id']}/moves", made["seats"][0], move)


async def walk_of_bot(calls: Calls, client: Any) -> None:
    """A move of somebody, and the bot's answer."""
    made = await client.table(person("Ann"), {"kind": "bot", "level": "easy"}, start=True)
    live = await client.tables.find(made["id"])
    calls.begin()
    await client.done("POST", f"/api/tables/{made['id']}/moves", made["seats"][0], {"move": "take 1"})
    while live.table.started_match.waiting == (1,):
        await asyncio.sleep(0.05)


async def walk_of_record(calls: Calls, client: Any) -> None:
    """A record that is replayed and uploaded, and the way back."""
    match = Match("topiary", seed=1)
    match.play_randomly(seed=1)
    text = str(match.record())
    calls.begin()
    Record.parse(text).replay()
    await client.done("POST", "/api/records", None, json.loads(text))
    str(match.record())


async def walk_of_batch(calls: Calls, _client: Any) -> None:
    """Steps of matches some of which end, without opponents and with them."""
    calls.begin()
    for opponents in (None, "easy"):
        batch = Batch("pebbles", 2, count=4, opponents=opponents, threads=1)
        batch.reset(seed=1)
        for _ in range(12):
            batch.step(batch.random_actions())


WALKS = {
    "A click": "walk_of_click",
    "A bot's turn": "walk_of_bot",
    "A record": "walk_of_record",
    "A batch step": "walk_of_batch",
}
OTHER_WAYS = {
    "PlayPages.move",  # the page's way to the same function
    "Tables.hear",  # what another process has written
    "TablePage.context",  # streams, which a client without a network cannot listen to
    "event_line",
    "refusal_of",  # nothing is refused
}


def functions() -> set[str]:
    """All functions of the package, with and without the module or class that they belong to."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found |= {node.name, f"{path.stem}.{node.name}"}
            elif isinstance(node, ast.ClassDef):
                methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
                found |= {f"{node.name}.{each.name}" for each in methods}
    return found


def steps(walk: str) -> Iterator[list[str]]:
    """The functions that each step of a walk names."""
    known = functions()
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8").split(f"\n## {walk}\n")[1].split("\n## ")[0]
    for step in re.split(r"^\d+\. ", text, flags=re.MULTILINE)[1:]:
        body = step.split("\n\n")[0]
        yield [name for name in NAME.findall(body) if name in known and name not in OTHER_WAYS]


def test_walks_go_as_they_are_told() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.test_walks"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for walk, names in json.loads(done.stdout).items():
        told = [step for step in steps(walk) if step]
        assert sum(map(len, told)) > 5
        assert [name for name in chain.from_iterable(told) if name not in names] == []
        place = 0
        for step in told:
            assert step[0] in names[place:], f"{step[0]} is not called after the steps before it"
            place = names.index(step[0], place)


async def do_all(client: Any) -> None:
    """Walk all walks, and print the functions that each has called."""
    found = {}
    for walk, function in WALKS.items():
        await globals()[function](CALLS, client)
        sys.setprofile(None)
        found[walk] = CALLS.names.copy()
    print(json.dumps(found))


if __name__ == "__main__":
    from tests.server.client import CONFIG, person, run_on
    from tilery import Match, Record
    from tilery.research.batch import Batch

    CALLS = Calls()
    threading.setprofile(CALLS.note)
    with TemporaryDirectory() as folder:
        run_on(f"sqlite:///{folder}/tables.db", do_all, replace(CONFIG, bot_seconds=0.0))
