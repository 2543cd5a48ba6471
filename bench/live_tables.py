"""Many live tables with a person and an expert each: how long every bot takes to answer.

    python -m bench.live_tables --tables 100 --seconds 60

A server is started on this machine. Each person thinks for some seconds, then plays; an answer is the time from the
moment a bot is to decide until its move has arrived at the person's stream, with the pause that bots make. All people
come from addresses of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from collections import defaultdict
from typing import Any

import httpx

from bench.load.processes import serving
from tilery import games

PERSON, BOT = 0, 1


class Guest:
    """A person at a table with one bot."""

    def __init__(
        self, http: httpx.AsyncClient, number: int, game: str, level: str, thinking: tuple[float, float]
    ) -> None:
        self._http, self._game, self._level, self._thinking = http, game, level, thinking
        self._headers = {"x-forwarded-for": f"10.1.{number // 250}.{number % 250 + 1}"}
        self._draw = random.Random(number)
        self.answers: list[float] = []
        self.moves = 0

    async def sit_down(self) -> None:
        players = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": self._level}]
        body = {"game": self._game, "players": players, "start": True}
        made = (await self._http.post("/api/tables", json=body, headers=self._headers)).raise_for_status().json()
        self._path = f"/api/tables/{made['id']}"
        self._headers |= {"authorization": f"Bearer {made['seats'][PERSON]}"}

    async def play(self, until: float) -> None:
        """Come at some moment, play on, and sit down at another table when the game is over."""
        await asyncio.sleep(self._draw.uniform(0, self._thinking[1]))
        while time.monotonic() < until:
            await self.sit_down()
            await self._play_one(until)

    async def _play_one(self, until: float) -> None:
        due: float | None = None
        turn: asyncio.Task[None] | None = None
        as_sent = self._headers | {"accept": "text/event-stream"}
        async with self._http.stream("GET", f"{self._path}/events", headers=as_sent) as stream:
            async for line in stream.aiter_lines():
                if not line.startswith("data:"):
                    continue
                now, event = time.monotonic(), json.loads(line.removeprefix("data:"))
                if now > until:
                    return
                if event.get("kind") == "move" and event.get("seat") == BOT and due is not None:
                    self.answers.append(now - due)
                    due = None
                seen = await self._look()
                if seen["status"] == "over":
                    return
                if due is None and BOT in seen["waiting"]:
                    due = now
                if PERSON in seen["waiting"] and (turn is None or turn.done()):
                    if turn is not None:
                        turn.result()
                    turn = asyncio.create_task(self._move())

    async def _look(self) -> Any:
        return (await self._http.get(self._path, headers=self._headers)).raise_for_status().json()

    async def _move(self) -> None:
        await asyncio.sleep(self._draw.uniform(*self._thinking))
        seen = await self._look()
        if PERSON in seen["waiting"]:
            move = self._draw.choice(seen["view"]["legal_moves"])
            sent = await self._http.post(f"{self._path}/moves", json={"move": move}, headers=self._headers)
            sent.raise_for_status()
            self.moves += 1


async def run(base: str, asked: argparse.Namespace) -> None:
    names = [asked.game] if asked.game else games.names()
    limits = httpx.Limits(max_connections=4 * asked.tables, max_keepalive_connections=4 * asked.tables)
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as http:
        while len((await http.get("/healthz")).json()["games_ready"]) < len(games.names()):
            await asyncio.sleep(0.2)
        guests = [
            Guest(http, number, names[number % len(names)], asked.level, (asked.fastest, asked.slowest))
            for number in range(asked.tables)
        ]
        until = time.monotonic() + asked.seconds
        await asyncio.gather(*(guest.play(until) for guest in guests))
        metrics = (await http.get("/metrics")).text
    by_game: dict[str, list[float]] = defaultdict(list)
    for guest in guests:
        by_game[guest._game] += guest.answers
    everything = sorted(answer for answers in by_game.values() for answer in answers)
    for name, answers in [*by_game.items(), ("all", everything)]:
        answers.sort()
        print(
            f"{name:<12} {len(answers):6} answers   median {statistics.median(answers):.2f} s   "
            f"p99 {answers[int(len(answers) * 0.99)]:.2f} s   slowest {answers[-1]:.2f} s"
        )
    print(f"people's moves: {sum(guest.moves for guest in guests)}")
    for line in metrics.splitlines():
        if line.startswith(("tilery_bot_moves", "tilery_bot_seconds", "process_cpu")):
            print("   ", line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--game", choices=games.names(), help="by default each of them in turn")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--fastest", type=float, default=3.0, help="seconds that a person thinks at least")
    parser.add_argument("--slowest", type=float, default=9.0, help="and at most")
    asked = parser.parse_args()
    with serving() as server:
        asyncio.run(run(server.address, asked))


if __name__ == "__main__":
    main()
