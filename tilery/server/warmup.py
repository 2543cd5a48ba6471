"""Getting the rules and bots of games ready while the server already answers.

What was never compiled on this machine is compiled by a process of its own, so that no request waits for it; then,
or when the machine code is there already, this process loads it in a thread. Rules come first: people can begin to play
while bots are still being compiled. A game that somebody asks for comes before all others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import subprocess
import sys
from collections.abc import Callable

from tilery import bots, games
from tilery.match.match import Match
from tilery.match.simulate import random_match
from tilery.match.warmup import is_compiled
from tilery.words import SpokenError

log = logging.getLogger("tilery.warmup")

ENDING_WITH_US = (
    "import os, sys, threading as t; t.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()"
)
"""Standard input ends when this process ends, however that happens."""
COMPILING = "from tilery.cli import main; sys.exit(main(['prepare', sys.argv[1], '--part', sys.argv[2]]))"


Key = tuple[str, str]
"""A game, and a part of it."""


class Warmup:
    """Which games can be played here by now. What somebody has asked for is prepared first, and alone."""

    def __init__(self) -> None:
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._alone = asyncio.Lock()
        self._done: set[Key] = set()
        self._asked: set[Key] = set()
        self._compiler: tuple[Key, asyncio.subprocess.Process] | None = None

    @property
    def ready(self) -> list[str]:
        """The games whose rules are loaded."""
        return sorted(game for game, part in self._done if part == "rules")

    async def prepare(self, game: str, part: str = "rules") -> None:
        """Wait until a game can be played, or its bots can think; nobody has asked for the others."""
        key = (game, part)
        if key not in self._done:
            self._asked |= {key, (game, "rules")} - self._done
            if self._compiler is not None and self._compiler[0] not in self._asked:
                log.info("interrupted", extra={"game": self._compiler[0][0], "part": self._compiler[0][1]})
                with contextlib.suppress(ProcessLookupError):
                    self._compiler[1].terminate()  # what it has compiled is kept
            await self._finish(key)

    async def prepare_all(self) -> None:
        """Get every game ready; one that does not work is logged and left out."""
        for game, fault in games.faults().items():
            log.error("broken", extra={"game": game, "reason": str(fault)})
        for part in LOADING:
            for game in games.names():
                try:
                    await self._finish((game, part))
                except SpokenError as error:
                    log.error("broken", extra={"game": game, "part": part, "reason": str(error)})

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _finish(self, key: Key) -> None:
        if key not in self._done:
            if key not in self._tasks or self._tasks[key].done():
                self._tasks[key] = asyncio.create_task(self._prepare(key))
            await asyncio.shield(self._tasks[key])

    async def _prepare(self, key: Key) -> None:
        game, part = key
        try:
            if part != "rules":
                await self._finish((game, "rules"))
            while key not in self._done:
                await self._let_others_first(key)
                async with self._alone:
                    if key not in self._asked and self._asked:
                        continue
                    if await asyncio.to_thread(is_compiled, game, part) or await self._compile(key):
                        await asyncio.to_thread(LOADING[part], game)
                        self._done.add(key)
        finally:
            self._asked.discard(key)
        log.info("ready", extra={"game": game, "part": part})

    async def _let_others_first(self, key: Key) -> None:
        """Wait while something else is asked for."""
        while key not in self._asked and self._asked:
            await asyncio.wait([asyncio.ensure_future(self._settled(other)) for other in self._asked])

    async def _settled(self, key: Key) -> None:
        with contextlib.suppress(SpokenError):
            await self._finish(key)

    async def _compile(self, key: Key) -> bool:
        """Compile part of a game in a subprocess; tell whether it came to its end. What it did not complete because of
        a fault is completed here, where the fault is told."""
        game, part = key
        log.info("compiling", extra={"game": game, "part": part})
        command = [sys.executable, "-c", f"{ENDING_WITH_US}\n{COMPILING}", game, part]
        compiler = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE)
        self._compiler = (key, compiler)
        try:
            return await compiler.wait() >= 0  # less than that: it was interrupted
        finally:
            self._compiler = None
            if compiler.returncode is None:
                compiler.terminate()
                await compiler.wait()


def _load_rules(game: str) -> None:
    """Call once what tables need, so that its machine code is in memory."""
    match = random_match(game)
    match.redeal().view(0)
    match.copy().undo()
    str(match.record())


def _load_bots(game: str) -> None:
    match = Match(game)
    bots.choose("easy", match, match.waiting[0], 0)


LOADING: dict[str, Callable[[str], None]] = {"rules": _load_rules, "bots": _load_bots}
