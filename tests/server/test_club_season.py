"""A season of bots: the levels of a quick game are members of a club, and its ratings put them in their order."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.server.client import CONFIG, Client, run_on
from tests.server.test_clubs import clubs_of, found
from tilery.match.warmup import warm_up
from tilery.server.tables import scheduler

GAME = "triqueta"
LEVELS = ("random", "novice", "medium")
EACH = 2
"""How many bots of each level are members."""
TOURNAMENTS = 2
PATIENCE = 240.0


def test_the_order_of_levels_comes_out_of_a_season(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up(GAME, "bots")
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.01)

    async def season(client: Client) -> None:
        path, (owner,) = await found(client, "Ann")
        bots = []
        for level in LEVELS * EACH:
            bots.append((await client.done("POST", f"{path}/bots", owner, {"level": level}))["member"])
        levels = dict(zip(bots, LEVELS * EACH, strict=True))
        for _ in range(TOURNAMENTS):
            await played(client, path, owner, bots)
        rows = (await client.done("GET", f"{path}/standings"))["games"][GAME]
        assert [row["games"] for row in rows] == [TOURNAMENTS * 2 * (len(bots) - 1)] * len(bots)
        assert [levels[row["member"]] for row in rows] == ["medium"] * EACH + ["novice"] * EACH + ["random"] * EACH
        assert rows[0]["low"] > rows[-1]["high"]  # and the best is surely better than the worst

    run_on(file_database, season, CONFIG)


async def played(client: Client, path: str, owner: str, bots: list[int]) -> None:
    """A double round robin of all bots, watched so that they do not pause."""
    body = {"game": GAME, "system": "round_robin", "rounds": 2, "seconds_per_game": 600}
    number = (await client.done("POST", f"{path}/tournaments", owner, body))["tournament"]
    here = f"{path}/tournaments/{number}"
    await client.done("POST", f"{here}/enter", owner, {"members": bots})
    await client.done("POST", f"{here}/begin", owner)
    clubs = clubs_of(client)
    deadline = time.monotonic() + PATIENCE
    while (await client.done("GET", here))["status"] == "running":
        assert time.monotonic() < deadline, "the tournament does not end"
        club = await clubs.clubs.find_by_link(path.rpartition("/")[2])
        await clubs.note_look(club)
        await asyncio.sleep(0.1)
