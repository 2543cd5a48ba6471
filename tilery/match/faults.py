"""Telling whoever writes a game what is wrong with rules that do not compile: the file, the line and one sentence.

What a compiler says of plain Python is long and rarely names the line. The same calls run uncompiled in another process
(`python -m tilery.match.faults`), where Python itself says where it stopped. Where they do not stop, the compiler's
own words are searched for the line.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilery import games
from tilery.games.game import Game
from tilery.words import Sentence, SpokenError, joined, say

SECONDS = 60  # that the uncompiled calls may take
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NO_FIELD = re.compile(r"record.* has no attribute '?(\w+)'?")
WRONG_CALL = re.compile(r"^(\w+)\(\) (?:takes|missing|got)")


class BrokenRulesError(SpokenError):
    """Rules do not compile; the sentence says where and why."""


@dataclass(frozen=True)
class Fault:
    """Something wrong in a game, and where it stands if that is known."""

    sentence: Sentence
    file: str | None = None
    line: int = 0


def explained(error: Exception, game: Game, part: str, home: str) -> BrokenRulesError:
    """Return what to raise instead of an error that came up while a part of a game was compiled.

    `home` is the module that registered the part.
    """
    fault = _run_uncompiled(game, part, home)
    if fault is None or fault.file is None:
        unplaced = fault or Fault(say("this cannot be compiled: {message}", message=_first_line(error)))
        fault = _told_by_compiler(error, game) or unplaced
    told = fault.sentence
    if fault.file:
        told = say("{file}, line {line}: {sentence}", file=fault.file, line=fault.line, sentence=told)
    return BrokenRulesError(say("{game} does not work: {fault}", game=game.title, fault=told))


def _run_uncompiled(game: Game, part: str, home: str) -> Fault | None:
    """Return what stops the same calls as plain Python; None if nothing does."""
    command = [sys.executable, "-m", __name__, game.name, part, home, *games.added_folders()]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        found = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return None
    if found["message"] is None:
        return None
    missing = NO_FIELD.search(found["message"])
    sentence = _no_field(game, missing[1]) if missing else joined([f"{found['kind']}: {found['message']}"])
    return Fault(sentence, found["file"], found["line"])


def _no_field(game: Game, name: str) -> Sentence:
    layouts = (game.rules.STATE, getattr(game.rules, "OPTIONS", None))
    known = [
        field
        for layout in layouts
        if layout is not None
        for field in layout.fields or ()
        if not field.startswith("rules_of_")
    ]
    close = difflib.get_close_matches(name, known, 1)
    if close:
        return say('there is no field "{name}"; did you mean "{other}"?', name=name, other=close[0])
    return say('there is no field "{name}"; the fields are {names}', name=name, names=", ".join(known))


def _told_by_compiler(error: Exception, game: Game) -> Fault | None:
    """Return the line of the game that the compiler stopped at, as far as it tells."""
    if isinstance(error, KeyError) and error.args:  # what Numba raises for a field that a record does not have
        name = str(error.args[0])
        place = next(_uses_of(name, game.folder), None)
        return Fault(_no_field(game, name), str(place[0]), place[1]) if place else None
    lines = [line.strip() for line in COLOURS.sub("", str(error)).splitlines()]
    for number, line in enumerate(lines):
        for file, at in re.findall(r"(?:at|File) \"?(\S+?\.py)\"?(?: \(|, line )(\d+)", line):
            path = Path(file).resolve()
            if path.is_relative_to(game.folder.resolve()):
                message = next(filter(None, reversed(lines[:number])), line)
                return Fault(say("this cannot be compiled: {message}", message=message), str(path), int(at))
    return None


def _uses_of(name: str, folder: Path) -> Iterator[tuple[Path, int]]:
    """Return the places in a game's sources where an attribute of that name is used."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == name:
                yield path, node.lineno


def _first_line(error: Exception) -> str:
    lines = filter(None, (line.strip() for line in COLOURS.sub("", str(error)).splitlines()))
    return next(lines, type(error).__name__)


def _rehearse(name: str, part: str, home: str) -> dict[str, Any]:
    """Make the calls of a part, and play whole games with every number of seats, as plain Python."""
    from tilery.match import warmup  # noqa: PLC0415  (explains its errors by this module)
    from tilery.match.simulate import random_match  # noqa: PLC0415

    importlib.import_module(home)
    game = games.find(name)
    try:
        for step in warmup.plan_of(part)(game).steps:
            step()
        for seats in game.seats:
            random_match(name, seats)
    except Exception as error:
        file, line = _place(error, game)
        return {"kind": type(error).__name__, "message": str(error), "file": file, "line": line}
    return {"message": None}


def _place(error: Exception, game: Game) -> tuple[str | None, int]:
    """Return the last line in the game's folder that an error came through; or the function that was called wrongly."""
    folder = game.folder.resolve()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).resolve().is_relative_to(folder):
            return frame.filename, frame.lineno or 0
    called = WRONG_CALL.match(str(error))
    function = getattr(game.rules, called[1], None) if called else None
    if function is None:
        return None, 0
    return inspect.getsourcefile(function), inspect.getsourcelines(function)[1]


if __name__ == "__main__":
    for _folder in sys.argv[4:]:
        games.add_folder(_folder)
    print(json.dumps(_rehearse(*sys.argv[1:4])))
