"""Getting games ready: nobody waits for a compiler, and what somebody asks for is compiled first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tilery.server import warmup
from tilery.server.warmup import Key, Warmup


class Compilers:
    """Compilers that only wait, and the order in which they began and ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[Key] = []
        self.compiled: set[Key] = set()
        self.uncompiled: set[str] = set()
        self.failing: set[Key] = set()
        self._ends: dict[Key, asyncio.Event] = {}
        monkeypatch.setattr("tilery.games.names", lambda: ["alpha", "beta", "gamma"])
        monkeypatch.setattr("tilery.games.faults", dict)
        monkeypatch.setattr(warmup, "is_compiled", lambda game, part: (game, part) in self.compiled)
        monkeypatch.setattr(warmup, "LOADING", {"rules": lambda _game: None, "bots": lambda _game: None})
        monkeypatch.setattr(warmup, "interpret", self.uncompiled.add)
        monkeypatch.setattr(warmup, "use_machine_code", self.uncompiled.discard)
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
        self.returncode = -15 if self._stopped.is_set() else int(self._key in self._all.failing)
        if not self.returncode:
            self._all.compiled.add(self._key)
        return self.returncode

    def terminate(self) -> None:
        self._stopped.set()


def opened() -> Warmup:
    warm = Warmup()
    warm.open()
    return warm


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


def test_what_is_asked_for_interrupts_what_nobody_has_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), opened()
        everything = asyncio.create_task(warm.prepare_all())
        assert await compilers.until(1) == [("alpha", "rules")]
        await warm.prepare("gamma")
        assert (await compilers.until(2))[1] == ("gamma", "rules")
        await asyncio.sleep(0.05)
        assert len(compilers.begun) == 2, "it is compiled alone"
        compilers.end(("gamma", "rules"))
        assert (await compilers.until(3))[2] == ("gamma", "bots"), "its bots come before the rules of others"
        assert warm.ready == ["gamma"]
        compilers.end(("gamma", "bots"))
        assert (await compilers.until(4))[3] == ("alpha", "rules")
        for key in ((game, part) for part in ("rules", "bots") for game in ("alpha", "beta", "gamma")):
            compilers.end(key)
        await asyncio.wait_for(everything, 20)
        assert warm.ready == ["alpha", "beta", "gamma"]
        assert compilers.uncompiled == set()

    asyncio.run(play())


def test_nobody_waits_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), Warmup()
        compilers.compiled = {("alpha", "rules"), ("alpha", "bots"), ("beta", "rules")}
        warm.open()
        assert compilers.uncompiled == {"beta", "gamma"}
        for game in ("gamma", "beta", "alpha"):
            for part in ("rules", "bots"):
                await asyncio.wait_for(warm.prepare(game, part), 20)
        assert warm.ready == ["alpha", "beta"], "what is on the disk was loaded"
        assert warm.is_compiled("beta", "rules")
        assert not warm.is_compiled("beta", "bots")
        await warm.close()
        assert compilers.uncompiled == set(), "other servers in the same process begin anew"

    asyncio.run(play())


def test_what_is_being_compiled_is_not_interrupted_by_asking_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), opened()
        everything = asyncio.create_task(warm.prepare_all())
        await compilers.until(1)
        await warm.prepare("alpha")
        await asyncio.sleep(0.02)
        compilers.end(("alpha", "rules"))
        await until(lambda: warm.ready == ["alpha"])
        assert compilers.begun.count(("alpha", "rules")) == 1
        everything.cancel()
        await warm.close()

    asyncio.run(play())


def test_a_game_that_cannot_be_compiled_is_played_uncompiled_and_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        compilers, warm = Compilers(monkeypatch), opened()
        compilers.failing = {("alpha", "rules")}
        for game in ("alpha", "beta", "gamma"):
            for part in ("rules", "bots"):
                compilers.end((game, part))
        await warm.prepare("alpha")
        await asyncio.wait_for(warm.prepare_all(), 20)
        assert warm.ready == ["beta", "gamma"]
        await asyncio.wait_for(warm.prepare("alpha", "bots"), 20)
        assert compilers.uncompiled == {"alpha"}
        assert compilers.begun.count(("alpha", "rules")) == 1

    asyncio.run(play())
    assert {record.game for record in caplog.records if record.message == "broken"} == {"alpha"}  # type: ignore[attr-defined]
