"""Bots that look everywhere in their process for what was dealt, for the tests: they write down what they find."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np

from tilery.match.match import Match
from tilery.match.moves import Move

FILE = "TILERY_SPY"  # names the file that spies write to


def frames() -> Iterator[FrameType]:
    """Every frame of every thread, from the innermost out."""
    for frame in (*sys._current_frames().values(), sys._getframe()):
        at: FrameType | None = frame
        while at is not None:
            yield at
            at = at.f_back


def everything() -> Iterator[Any]:
    """All objects that are tracked, what they hold, and what stands in the variables of callers and of modules."""
    for frame in frames():
        yield from frame.f_locals.values()
    for module in list(sys.modules.values()):
        yield from list(vars(module).values()) if hasattr(module, "__dict__") else ()
    tracked = gc.get_objects()
    yield from tracked
    for each in tracked:
        yield from gc.get_referents(each)


def written(note: dict[str, Any]) -> None:
    if FILE in os.environ:
        with open(os.environ[FILE], "a", encoding="utf-8") as file:
            print(json.dumps({"process": os.getpid(), "argv": sys.argv, **note}), file=file)


def notes() -> list[dict[str, Any]]:
    """What spies have written."""
    with open(os.environ[FILE], encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class First:
    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        return match.legal_moves(seat)[0]


class Spy(First):
    """Looks through frames, modules and the garbage collector, once in a game, when a few moves have been played."""

    has_looked = False

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        if len(match.log()) > 2 and not self.has_looked:
            self.has_looked = True
            numbers, arrays = set(), set()
            for thing in everything():
                if isinstance(thing, Match):
                    numbers.add(thing._seed or 0)
                    arrays |= {thing._states.tobytes().hex(), thing._start.tobytes().hex()}
                elif type(thing) is int and thing > 1 << 64:
                    numbers.add(thing)
                elif isinstance(thing, np.ndarray) and thing.dtype == match._states.dtype:
                    arrays.add(thing.tobytes().hex())
            written({"seed": str(seed), "numbers": [str(number) for number in numbers], "arrays": sorted(arrays)})
        return super().choose(match, seat, seed)


class Rememberer(First):
    """Remembers in its module all that it has been asked."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        written({"seed": str(seed), "seat": seat})
        return super().choose(match, seat, seed)


class Crasher(First):
    """Takes its process with it."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        os._exit(7)


class Talker(First):
    """Prints what looks like an answer, and reads what may be the next message."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        print(json.dumps({"type": "move", "notation": "take 99"}), flush=True)
        os.write(1, b'{"type": "move", "notation": "take 99"}\n')
        assert sys.stdin.read() == ""
        return super().choose(match, seat, seed)
