"""Compiling a game ahead of its first use: once for this machine, with a line that says what is going on."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import numpy as np

from tilery.kernel import chance, drive
from tilery.kernel.contract import POINTS_SHAPE, SPECTATOR, Options, Rules, tag_of
from tilery.kernel.native import COMPILED, PACKAGE, cache_folder
from tilery.words import Sentence, environment_language, say, translated

STALE_AFTER_DAYS = 30


def is_prepared(rules: Rules, part: str = "rules") -> bool:
    """Whether the machine code of a game, or of a part of what plays it, is there already."""
    return not COMPILED or _mark(rules, part).exists()


def prepare(rules: Rules, title: str, seats: int, options: Options) -> None:
    """Make sure that the machine code of a game is there; say so on the terminal while it has to be made."""
    compile_once(rules, "rules", say("the rules of {game}", game=title), lambda: _steps(rules, seats, options))


def compile_once(rules: Rules, part: str, what: Sentence, steps: Callable[[], list[Callable[[], object]]]) -> None:
    """Take steps that compile a part of a game, unless that was done on this machine before."""
    if not COMPILED:
        return
    folder = cache_folder(PACKAGE)
    ready = _mark(rules, part)
    if ready.exists():
        return
    with _alone(folder / "lock"):
        if ready.exists():
            return
        _remove_stale(folder)
        all_steps = steps()
        for number, step in enumerate(all_steps, 1):
            _tell(
                say(
                    "Compiling {what} for this machine, only this once: {number} of {count}",
                    what=what,
                    number=number,
                    count=len(all_steps),
                )
            )
            step()
        _tell(say("Compiled {what} for this machine.", what=what), last=True)
        ready.touch()


def _mark(rules: Rules, part: str) -> Path:
    return cache_folder(PACKAGE) / f"{tag_of(list(rules.STATE.fields or ()))}.{part}"


def _steps(rules: Rules, seats: int, options: Options) -> list[Callable[[], object]]:
    """Calls that together compile everything a match needs."""
    states = drive.new_states(rules.STATE, 2)
    buffer = np.zeros(rules.MAX_MOVES, np.int32)
    points = np.zeros(POINTS_SHAPE, np.int32)
    rng = chance.generator(0)
    return [
        lambda: drive.setup(states, seats, options, rng),
        lambda: drive.legal_moves(states, 0, buffer),
        lambda: drive.step(states, 0, 0, buffer, 0),
        lambda: drive.waiting(states),
        lambda: drive.score(states, points),
        lambda: drive.standing(states, points),
        lambda: drive.redeal(states, SPECTATOR, rng),
        lambda: drive.evaluate(states, np.zeros(POINTS_SHAPE[0])),
        lambda: drive.random_moves(states, rng, buffer, np.zeros(1, np.int32), np.zeros(1, np.int32), 1),
    ]


def _tell(sentence: Sentence, last: bool = False) -> None:
    """Write over the line before on a terminal; elsewhere write only the last line."""
    line = translated(sentence, environment_language())
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one process compile at a time; the others wait for what it makes."""
    with path.open("w") as lock:
        _lock(lock)
        yield


def _lock(file: IO[str]) -> None:
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415  (there is none on Windows)

        fcntl.flock(file, fcntl.LOCK_EX)


def _remove_stale(current: Path) -> None:
    """Remove machine code of sources that were not compiled for a month."""
    oldest = time.time() - STALE_AFTER_DAYS * 86400
    for folder in current.parent.iterdir():
        if folder.is_dir() and folder != current and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
