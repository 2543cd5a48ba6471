"""Compiling ahead of first use: each part of a game once for this machine, with a line that says what is going on.

A part is what is compiled together: a game's rules, its bots, its batches. The module that holds the compiled
functions registers the calls that compile them (`@part`) and calls `warm_up` before it needs them. A finished part
leaves its mark beside the machine code, so that later processes know.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.games.loading import is_traced
from tilery.kernel import chance, plain, runner
from tilery.kernel.contract import POINTS_SHAPE, SPECTATOR
from tilery.kernel.native import COMPILED, KERNEL, PACKAGE, cache_folder
from tilery.kernel.state import tag_of
from tilery.match.faults import explained
from tilery.words import Sentence, SpokenError, environment_language, say, translated

STALE_AFTER_DAYS = 30


@dataclass(frozen=True)
class Work:
    """What compiles a part of a game: calls to make one after the other, and what people are told is being compiled."""

    what: Sentence
    steps: Sequence[Callable[[], object]]


Plan = Callable[[Game], Work]

_plans: dict[str, Plan] = {}


def part(name: str) -> Callable[[Plan], Plan]:
    """Register the function that says what compiles a part of any game."""

    def register(plan: Plan) -> Plan:
        _plans[name] = plan
        return plan

    return register


def plan_of(name: str) -> Plan:
    """Return the function that was registered for a part."""
    return _plans[name]


def is_compiled(game: str, part: str = "rules") -> bool:
    """Return whether the machine code of a part of a game is there already."""
    return not COMPILED or _mark(games.find(game), part).exists()


def interpret(game: str) -> None:
    """Run a game as plain Python from now on, wherever its machine code is not in memory."""
    plain.games.add(tag_of(games.find(game).rules.STATE))


def use_machine_code(game: str) -> None:
    """Compile a game again when it is used, or load what was compiled."""
    plain.games.discard(tag_of(games.find(game).rules.STATE))


def warm_up(game: str, part: str = "rules") -> None:
    """Compile a part of a game unless that was done on this machine before, or its machine code is not wanted now."""
    if not plain.games or not plain.is_plain(tag_of(games.find(game).rules.STATE)):
        _warm_up_once(game, part)


@cache
def _warm_up_once(game: str, part: str) -> None:
    """Compile a part of a game; its rules come first."""
    if part != "rules":
        _warm_up_once(game, "rules")
    if is_compiled(game, part):
        return
    found = games.find(game)
    with _alone(_folder("rules") / "lock"):
        if not is_compiled(game, part):
            _remove_stale({_folder("rules"), _folder(part)})
            _compile(found, part)
            _mark(found, part).touch()


def _compile(game: Game, part: str) -> None:
    plan = _plans[part]
    try:
        _take_steps(plan(game))
    except SpokenError:
        raise
    except Exception as error:
        raise explained(error, game, part, plan.__module__) from (error if is_traced() else None)


def _take_steps(work: Work) -> None:
    for number, step in enumerate(work.steps, 1):
        _tell(
            say(
                "Compiling {what} for this machine, the first time only: {number} of {count}",
                what=work.what,
                number=number,
                count=len(work.steps),
            )
        )
        step()
    _tell(say("Compiled {what} for this machine.", what=work.what), last=True)


def _mark(game: Game, part: str) -> Path:
    return _folder(part) / f"{tag_of(game.rules.STATE)}.{part}"


def _folder(part: str) -> Path:
    return cache_folder(KERNEL if part == "rules" else PACKAGE)


@part("rules")
def _rules(game: Game) -> Work:
    """List the calls that compile everything a match needs."""
    rules, seats = game.rules, game.seats[0]
    options = game.encode_options(game.read_options(seats, {}))
    states = runner.new_states(rules.STATE, 2)
    buffer = np.zeros(rules.MAX_MOVES, np.int32)
    points = np.zeros(POINTS_SHAPE, np.int32)
    rng = chance.generator(0)
    return Work(
        say("the {game} rules", game=game.title),
        [
            lambda: runner.setup(states, seats, options, rng),
            lambda: runner.legal_moves(states, 0, buffer),
            lambda: runner.step(states, 0, 0, buffer, 0),
            lambda: runner.waiting(states),
            lambda: runner.score(states, points),
            lambda: runner.standing(states, points),
            lambda: runner.redeal(states, SPECTATOR, rng),
            lambda: runner.evaluate(states, np.zeros(POINTS_SHAPE[0])),
            lambda: runner.random_moves(states, rng, buffer, np.zeros(1, np.int32), np.zeros(1, np.int32), 1),
        ],
    )


def _tell(sentence: Sentence, last: bool = False) -> None:
    """Write over the line before on a terminal; elsewhere write only the last line."""
    line = translated(sentence, environment_language())
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one process compile at a time; the others wait for what it makes.

    Two at once, even of different games, could give the same name to two files of machine code, as Numba counts them.
    """
    with path.open("w") as lock:
        _lock(lock)
        yield


def _lock(file: IO[str]) -> None:
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415  (there is none on Windows)

        fcntl.flock(file, fcntl.LOCK_EX)


def _remove_stale(current: set[Path]) -> None:
    """Remove machine code of sources that were not compiled for a month."""
    oldest = time.time() - STALE_AFTER_DAYS * 86400
    for folder in next(iter(current)).parent.iterdir():
        if folder.is_dir() and folder not in current and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
