"""What happens by itself: clocks that wait for no bot, and bots that play slowly while nobody watches."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

import pytest

from tests.server.client import BOT, Client, Run, person
from tilery.server.tables import scheduler
from tilery.server.tables.clients import client_at, owner_of
from tilery.server.tables.thinkers import Urgency

PATIENCE = 30.0


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


def test_clocks_run_out_while_all_threads_think(run: Run) -> None:
    async def play(client: Client) -> None:
        thinkers = client.app.service.thinkers
        end = threading.Event()
        busy = [
            asyncio.create_task(thinkers.think(lambda _limit: end.wait(PATIENCE), Urgency.WAITING, "crowd"))
            for _ in range(20)
        ]
        made = await client.table(person("Ann"), person("Bo"), start=True, seconds_per_move=1)
        live = await client.tables.find(made["id"])
        await until(lambda: live.table.players[0].away)
        assert not any(task.done() for task in busy)
        end.set()
        thinkers.close()
        for task in busy:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    run(play)


def test_the_clock_of_one_seat_runs_out_while_the_bot_of_another_waits_for_its_turn(run: Run) -> None:
    """A table that is held for its bot is looked at again and again."""

    async def play(client: Client) -> None:
        thinkers = client.app.service.thinkers
        end = threading.Event()
        busy, again = (
            asyncio.create_task(thinkers.think(lambda _limit: end.wait(PATIENCE), Urgency.WAITING, "crowd"))
            for _ in range(2)
        )
        made = await client.table(
            BOT, *(person(f"guest {seat}") for seat in range(1, 2)), game="tipperary", start=True, seconds_per_move=1
        )
        live = await client.tables.find(made["id"])
        assert set(live.table.started_match.waiting) == {0, 1}, "both owe a decision at once"
        await until(lambda: live.table.players[1].away)
        assert not busy.done()
        end.set()
        thinkers.close()
        await asyncio.gather(busy, again, return_exceptions=True)

    run(play)


def test_bots_among_themselves_pause_until_somebody_looks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "UNWATCHED_SECONDS", 3600.0)

    async def play(client: Client) -> None:
        unseen, seen = [await client.table(BOT, BOT, start=True) for _ in range(2)]
        await client.done("GET", f"/api/tables/{seen['id']}", seen["watch"])
        live = await client.tables.find(seen["id"])
        await until(lambda: live.table.match_event > 6)
        assert (await client.tables.find(unseen["id"])).table.started_match.moves == ()

    run(play)


def test_one_household_is_one_client() -> None:
    assert client_at("192.0.2.7") == client_at("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_at("2001:db8:1:2:3::4") == client_at("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert client_at("2001:db8:1:3::4") != client_at("2001:db8:1:2::4")
    assert client_at("") == ""
    assert "192.0.2.7" not in owner_of("192.0.2.7")
    assert len(owner_of("192.0.2.7")) == 4
