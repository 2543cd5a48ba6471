"""Who thinks next: people before spectators before nobody, fair by owner, and shorter when many wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from tilery.server.tables.thinkers import LONGEST, PATIENCE, Limit, Thinkers, Urgency

WAITING, WATCHED, ALONE = Urgency


class Desk:
    """Thinkers whose searches end when they are told to, and what they began in which order."""

    def __init__(self, threads: int) -> None:
        self.now = 100.0
        self.thinkers = Thinkers(threads, lambda: self.now)
        self.begun: list[str] = []
        self.limits: dict[str, Limit] = {}
        self.ends: dict[str, threading.Event] = {}
        self.tasks: dict[str, asyncio.Task[str]] = {}

    def ask(self, name: str, urgency: Urgency, owner: str = "somebody") -> None:
        self.ends[name] = threading.Event()

        def work(limit: Limit) -> str:
            self.limits[name] = limit
            self.begun.append(name)
            while not self.ends[name].wait(0.005) and not limit.stop.is_set():
                pass
            return name

        self.tasks[name] = asyncio.get_running_loop().create_task(self.thinkers.think(work, urgency, owner))

    async def begins(self, count: int) -> list[str]:
        """Wait until so many searches have begun in all."""
        for _ in range(2000):
            if len(self.begun) >= count:
                return self.begun
            await asyncio.sleep(0.005)
        raise AssertionError(f"only {self.begun} began")

    async def end(self, name: str) -> None:
        self.ends[name].set()
        assert await self.tasks[name] == name

    async def end_all_in_turn(self) -> list[str]:
        """End whatever runs, one after the other, and return the order in which all began."""
        for index in range(len(self.tasks)):
            await self.end((await self.begins(index + 1))[index])
        return self.begun


def at_a_desk(threads: int, act: Callable[[Desk], Awaitable[None]]) -> None:
    async def whole() -> None:
        desk = Desk(threads)
        try:
            await act(desk)
        finally:
            desk.thinkers.close()

    asyncio.run(whole())


def test_people_come_before_spectators_and_these_before_nobody() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("first", WAITING)
        await desk.begins(1)
        for name, urgency in (("alone", ALONE), ("watched", WATCHED), ("person", WAITING)):
            desk.ask(name, urgency)
            await asyncio.sleep(0)
        assert await desk.end_all_in_turn() == ["first", "person", "watched", "alone"]

    at_a_desk(1, act)


def test_one_thread_is_kept_for_people() -> None:
    async def act(desk: Desk) -> None:
        for index in range(10):
            desk.ask(f"alone {index}", ALONE)
        await desk.begins(1)
        desk.ask("person", WAITING)
        assert (await desk.begins(2)) == ["alone 0", "person"]

    at_a_desk(2, act)


def test_the_only_thread_is_freed_for_a_person() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("alone", ALONE)
        await desk.begins(1)
        desk.ask("person", WAITING)
        assert await asyncio.wait_for(desk.tasks["alone"], 20) == "alone", "it was told to come to an end"
        assert await desk.begins(2) == ["alone", "person"]
        assert desk.thinkers.shortened == 1

    at_a_desk(1, act)


def test_who_asks_much_does_not_keep_others_waiting() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("greedy first", WAITING, "greedy")
        await desk.begins(1)
        for index in range(5):
            desk.ask(f"greedy {index}", WAITING, "greedy")
        await asyncio.sleep(0)
        desk.ask("modest", WAITING, "modest")
        await desk.end("greedy first")
        assert (await desk.begins(2))[1] == "modest"

    at_a_desk(1, act)


@pytest.mark.parametrize("others", [0, 1, 9])
def test_searches_get_shorter_when_many_wait(others: int) -> None:
    async def act(desk: Desk) -> None:
        desk.ask("first", WAITING, "first")
        await desk.begins(1)
        desk.ask("next", WAITING, "next")
        await asyncio.sleep(0)
        for index in range(others):
            desk.ask(f"other {index}", WAITING, f"other {index}")
        await asyncio.sleep(0)
        await desk.end("first")
        await desk.begins(2)
        expected = PATIENCE / (others + 1) if others else LONGEST
        assert desk.limits["next"].seconds == pytest.approx(expected)

    at_a_desk(1, act)


def test_who_asks_much_shortens_their_own_searches_alone() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("greedy first", WAITING, "greedy")
        await desk.begins(1)
        desk.ask("modest", WAITING, "modest")
        for index in range(20):
            desk.ask(f"greedy {index}", WAITING, "greedy")
        await asyncio.sleep(0)
        await desk.end("greedy first")
        assert (await desk.begins(2))[1] == "modest"
        assert desk.limits["modest"].seconds == pytest.approx(PATIENCE / 2)
        await desk.end("modest")
        assert (await desk.begins(3))[2] == "greedy 0"
        assert desk.limits["greedy 0"].seconds == pytest.approx(PATIENCE / 20)

    at_a_desk(1, act)


def test_who_has_just_had_a_long_search_waits_no_longer_than_others() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("long", WAITING, "one")
        await desk.begins(1)
        desk.now += 15
        await desk.end("long")
        desk.ask("running", WAITING, "other")
        await desk.begins(2)
        for name, owner in (("next", "one"), ("third", "a third"), ("fourth", "a fourth")):
            desk.ask(name, WAITING, owner)
            await asyncio.sleep(0)
        assert await desk.end_all_in_turn() == ["long", "running", "next", "third", "fourth"]

    at_a_desk(1, act)


def test_all_of_a_long_queue_have_the_same_share_and_the_last_is_done_in_time() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("first", WAITING, "first")
        await desk.begins(1)
        names = [f"search {index}" for index in range(20)]
        for name in names:
            desk.ask(name, WAITING, name)
        await asyncio.sleep(0)
        await desk.end("first")
        for index, name in enumerate(names[:-1]):
            assert (await desk.begins(index + 2))[-1] == name
            assert desk.limits[name].seconds == pytest.approx(PATIENCE / 20)
            desk.now += PATIENCE / 20
            await desk.end(name)
        assert desk.limits[(await desk.begins(21))[-1]].seconds == LONGEST, "nobody waits behind it"

    at_a_desk(1, act)


def test_a_long_search_ends_when_somebody_else_begins_to_wait() -> None:
    async def act(desk: Desk) -> None:
        desk.ask("expert", WAITING, "one")
        await desk.begins(1)
        assert desk.limits["expert"].seconds == LONGEST
        desk.ask("next", WAITING, "other")
        assert await asyncio.wait_for(desk.tasks["expert"], 20) == "expert"
        assert await desk.begins(2) == ["expert", "next"]

    at_a_desk(1, act)


def test_a_search_that_fails_tells_who_asked_and_frees_its_thread() -> None:
    async def act(desk: Desk) -> None:
        def fail(_limit: Limit) -> str:
            raise ValueError("no idea")

        with pytest.raises(ValueError, match="no idea"):
            await desk.thinkers.think(fail, WAITING, "somebody")
        desk.ask("next", WAITING)
        assert await desk.begins(1) == ["next"]

    at_a_desk(1, act)
