"""Getting games ready: what somebody asks for comes first, and interrupts what nobody has asked for."""

from __future__ import annotations

import asyncio

import pytest

from tilery.server import warmup
from tilery.server.warmup import Key, Warmup


class Compilers:
    """Compilers that only wait, and the order in which they began and ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[Key] = []
        self.compiled: set[Key] = set()
        self._ends: dict[Key, asyncio.Event] = {}
        monkeypatch.setattr("tilery.games.names", lambda: ["alpha", "beta", "gamma"])
        monkeypatch.setattr("tilery.games.faults", dict)
        monkeypatch.setattr(warmup, "is_compiled", lambda game, part: (game, part) in self.compiled)
        monkeypatch.setattr(warmup, "LOADING", {"rules": lambda _game: None, "bots": lambda _game: None})
        monkeypatch.setattr(asyncio, "create_subprocess_exec", self._start)

    async def _start(self, *command: str, stdin: int) -> Compiler:
        del stdin
        key = (command[-2], command[-1])
        self.begun.append(key)
        return Compiler(self, key)

    async def until(self, count: int) -> list[Key]:
        async with asyncio.timeout(20):
            while len(self.begun) < count:
                await asyncio.sleep(0.005)
        return self.begun

    def end(self, key: Key) -> None:
        self.event(key).set()

    def event(self, key: Key) -> asyncio.Event:
        return self._ends.setdefault(key, asyncio.Event())


class Compiler:
    def __init__(self, all_of_them: Compilers, key: Key) -> None:
        self._all, self._key = all_of_them, key
        self._stopped = asyncio.Event()
        self.returncode: int | None = None

    async def wait(self) -> int:
        waits = [asyncio.ensure_future(event.wait()) for event in (self._all.event(self._key), self._stopped)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in waits:
            task.cancel()
        self.returncode = -15 if self._stopped.is_set() else 0
        if not self.returncode:
            self._all.compiled.add(self._key)
        return self.returncode

    def terminate(self) -> None:
        self._stopped.set()


def test_what_is_asked_for_interrupts_what_nobody_has_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), Warmup()
        everything = asyncio.create_task(warm.prepare_all())
        assert await compilers.until(1) == [("alpha", "rules")]
        asked = asyncio.create_task(warm.prepare("gamma"))
        assert (await compilers.until(2))[1] == ("gamma", "rules")
        await asyncio.sleep(0.05)
        assert len(compilers.begun) == 2, "it is compiled alone"
        compilers.end(("gamma", "rules"))
        await asyncio.wait_for(asked, 20)
        assert warm.ready == ["gamma"]
        assert (await compilers.until(3))[2] == ("alpha", "rules")
        for key in ((game, part) for part in ("rules", "bots") for game in ("alpha", "beta", "gamma")):
            compilers.end(key)
        await asyncio.wait_for(everything, 20)
        assert warm.ready == ["alpha", "beta", "gamma"]

    asyncio.run(play())


def test_the_bots_of_a_game_that_is_played_come_before_the_rules_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), Warmup()
        everything = asyncio.create_task(warm.prepare_all())
        await compilers.until(1)
        asked = asyncio.create_task(warm.prepare("beta", "bots"))
        assert (await compilers.until(2))[1] == ("beta", "rules")
        compilers.end(("beta", "rules"))
        assert (await compilers.until(3))[2] == ("beta", "bots")
        compilers.end(("beta", "bots"))
        await asyncio.wait_for(asked, 20)
        everything.cancel()
        await warm.close()

    asyncio.run(play())


def test_what_is_being_compiled_is_not_interrupted_by_asking_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), Warmup()
        everything = asyncio.create_task(warm.prepare_all())
        await compilers.until(1)
        asked = asyncio.create_task(warm.prepare("alpha"))
        await asyncio.sleep(0.02)
        compilers.end(("alpha", "rules"))
        await asyncio.wait_for(asked, 20)
        assert compilers.begun.count(("alpha", "rules")) == 1
        everything.cancel()
        await warm.close()

    asyncio.run(play())
