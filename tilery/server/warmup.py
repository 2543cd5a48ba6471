"""Getting the rules and bots of games ready while the server already answers.

What was never compiled on this machine is compiled by a process of its own, so that no request waits for it; then,
or when the machine code is there already, this process loads it in a thread. Rules come first: people can begin to play
while bots are still being compiled.
"""

from __future__ import annotations

import asyncio
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


class Warmup:
    """Which games can be played here by now."""

    def __init__(self) -> None:
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._alone = asyncio.Lock()
        self._done: set[tuple[str, str]] = set()

    @property
    def ready(self) -> list[str]:
        """The games whose rules are loaded."""
        return sorted(game for game, part in self._done if part == "rules")

    async def prepare(self, game: str, part: str = "rules") -> None:
        """Wait until a game can be played, or its bots can think."""
        key = (game, part)
        if key not in self._done:
            if key not in self._tasks or self._tasks[key].done():
                self._tasks[key] = asyncio.create_task(self._prepare(game, part))
            await asyncio.shield(self._tasks[key])

    async def prepare_all(self) -> None:
        """Get every game ready; one that does not work is logged and left out."""
        for game, fault in games.faults().items():
            log.error("broken", extra={"game": game, "reason": str(fault)})
        for part in LOADING:
            for game in games.names():
                try:
                    await self.prepare(game, part)
                except SpokenError as error:
                    log.error("broken", extra={"game": game, "part": part, "reason": str(error)})

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _prepare(self, game: str, part: str) -> None:
        if part != "rules":
            await self.prepare(game)
        async with self._alone:
            if not await asyncio.to_thread(is_compiled, game, part):
                await _compile(game, part)
            await asyncio.to_thread(LOADING[part], game)
        self._done.add((game, part))
        log.info("ready", extra={"game": game, "part": part})


async def _compile(game: str, part: str) -> None:
    """Compile part of a game in a subprocess; finish here whatever it did not complete."""
    log.info("compiling", extra={"game": game, "part": part})
    command = [sys.executable, "-c", f"{ENDING_WITH_US}\n{COMPILING}", game, part]
    compiler = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE)
    try:
        await compiler.wait()
    finally:
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
