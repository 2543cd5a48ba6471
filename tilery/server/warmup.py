"""Getting the rules and bots of games ready while the server already answers.

What was never compiled on this machine is compiled by a process of its own. Until then its game is played all the same,
by rules that run as plain Python and bots that look one move ahead; nobody waits for more than machine code to be
loaded. A game that somebody asks for is compiled before all others, and alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial

from tilery import bots, games
from tilery.kernel import plain
from tilery.kernel.loaded_code import keep_packed
from tilery.match.match import Match
from tilery.match.simulate import random_match
from tilery.match.warmup import interpret, is_compiled, use_machine_code
from tilery.words import SpokenError, say

log = logging.getLogger("tilery.warmup")

ENDING_WITH_US = (
    "import os, sys, threading as t; t.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()"
)
"""Standard input ends when this process ends, however that happens."""
STANDING_BACK = "hasattr(os, 'nice') and os.nice(5)"
"""People play meanwhile, and that comes first."""
COMPILING = "from tilery.cli import main; sys.exit(main(['prepare', sys.argv[1], '--part', sys.argv[2]]))"


Key = tuple[str, str]
"""A game, and a part of it."""


class Warmup:
    """Which games have their machine code by now. What somebody has asked for is prepared first, and alone."""

    def __init__(self) -> None:
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._compiling = asyncio.Lock()
        self._done: set[Key] = set()
        self._asked: set[Key] = set()
        self._uncompiled: set[Key] = set()
        self._compiler: tuple[Key, asyncio.subprocess.Process] | None = None
        self._interrupted = False

    def open(self) -> None:
        """Find out what was never compiled here, and run it as plain Python for now."""
        keep_packed()
        for game in games.names():
            missing = {(game, part) for part in LOADING if not is_compiled(game, part)}
            if missing:
                self._uncompiled |= missing
                interpret(game)

    @property
    def ready(self) -> list[str]:
        """The games whose rules are loaded."""
        return sorted(game for game, part in self._done if part == "rules")

    def is_compiled(self, game: str, part: str) -> bool:
        """Return whether a part of a game has its machine code, in memory or to be loaded."""
        return (game, part) not in self._uncompiled

    async def prepare(self, game: str, part: str = "rules") -> None:
        """Wait until the machine code of a part of a game is loaded, if there is any. If not, it is compiled next."""
        key = (game, part)
        if key in self._done:
            return
        if key in self._uncompiled:
            self._ask_for(game)
        else:
            await self._finish(key)

    def _ask_for(self, game: str) -> None:
        """Move a game to the front of the queue: its rules, then its bots."""
        wanted = [(game, part) for part in LOADING if (game, part) in self._uncompiled]
        self._asked.update(key for key in wanted if key not in self._tasks or not self._tasks[key].done())
        if self._compiler is not None and self._compiler[0] not in self._asked:
            log.info("interrupted", extra={"game": self._compiler[0][0], "part": self._compiler[0][1]})
            self._interrupted = True
            with contextlib.suppress(ProcessLookupError):
                self._compiler[1].terminate()  # what it has compiled is kept
        for key in wanted:
            self._begin(key)

    async def prepare_all(self) -> None:
        """Get every game ready; one that does not work is logged and left out."""
        for game, fault in games.faults().items():
            log.error("broken", extra={"game": game, "reason": str(fault)})
        for part in LOADING:
            for game in games.names():
                with contextlib.suppress(SpokenError):
                    await self._finish((game, part))

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for game, _ in self._uncompiled:
            use_machine_code(game)

    async def _finish(self, key: Key) -> None:
        if key not in self._done:
            await asyncio.shield(self._begin(key))

    def _begin(self, key: Key) -> asyncio.Task[None]:
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._prepare(key))
            self._tasks[key].add_done_callback(partial(_tell, key))
        return self._tasks[key]

    async def _prepare(self, key: Key) -> None:
        game, part = key
        try:
            if part != "rules":
                await self._finish((game, "rules"))
            while key in self._uncompiled:
                await self._compile_in_turn(key)
        finally:
            self._asked.discard(key)
        await asyncio.to_thread(_load, key)
        self._done.add(key)
        if all((game, part) in self._done for part in LOADING):
            use_machine_code(game)

    async def _compile_in_turn(self, key: Key) -> None:
        """Compile part of a game, unless something else is asked for."""
        others = [self._begin(other) for other in self._asked - {key}]
        if key not in self._asked and others:
            await asyncio.wait(others)
        async with self._compiling:
            if key in self._asked or not self._asked:
                if not await asyncio.to_thread(is_compiled, *key):
                    await self._compile(key)
                if await asyncio.to_thread(is_compiled, *key):
                    self._uncompiled.discard(key)

    async def _compile(self, key: Key) -> None:
        """Compile part of a game in a subprocess, which says what is wrong if that fails."""
        game, part = key
        log.info("compiling", extra={"game": game, "part": part})
        command = [sys.executable, "-c", f"{ENDING_WITH_US}\n{STANDING_BACK}\n{COMPILING}", game, part]
        compiler = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE)
        self._compiler, self._interrupted = (key, compiler), False
        try:
            if await compiler.wait() and not self._interrupted:
                raise SpokenError(say("it could not be compiled, and is played uncompiled, which is slow"))
        finally:
            self._compiler = None
            if compiler.returncode is None:
                compiler.terminate()
                await compiler.wait()


def _tell(key: Key, task: asyncio.Task[None]) -> None:
    game, part = key
    if not task.cancelled():
        if (error := task.exception()) is None:
            log.info("ready", extra={"game": game, "part": part})
        else:
            log.error("broken", extra={"game": game, "part": part, "reason": str(error)})


def _load(key: Key) -> None:
    game, part = key
    with plain.never_here():
        LOADING[part](game)


@cache  # for a process: several servers in one, as in tests, need it once
def _load_rules(game: str) -> None:
    """Call once what tables need, so that its machine code is in memory."""
    match = random_match(game)
    match.redeal().view(0)
    match.copy().undo()
    str(match.record())


@cache
def _load_bots(game: str) -> None:
    match = Match(game)
    bots.choose("easy", match, match.waiting[0], 0)


LOADING: dict[str, Callable[[str], None]] = {"rules": _load_rules, "bots": _load_bots}
