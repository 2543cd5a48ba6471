"""One address against all others: how long a person waits for a bot, and how late clocks run out, beside tables that
somebody else fills with experts.

    python -m bench.fairness --tables 60

A server is started on this machine. A person plays against one bot, first alone, then beside the tables of another
address; a table for two people whose time runs out shows how late clocks are. Addresses are told by X-Forwarded-For,
as a proxy would.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from bench.load.processes import ServerProcess, free_port
from tilery import games

PERSON, CROWD = "10.0.0.1", "10.9.9.9"
CLOCK_SECONDS = 2
CLOCKS = 5


class Guest:
    """Somebody at an address."""

    def __init__(self, base: str, address: str) -> None:
        self._http = httpx.Client(base_url=base, headers={"x-forwarded-for": address}, timeout=120)

    def ask(self, method: str, path: str, secret: str | None = None, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        answer = self._http.request(method, path, headers=headers, json=body)
        answer.raise_for_status()
        return answer.json()

    def table(self, game: str, players: list[dict[str, Any]], **settings: Any) -> Any:
        return self.ask("POST", "/api/tables", None, {"game": game, "players": players, "start": True, **settings})


def answer_times(guest: Guest, game: str, level: str, turns: int) -> list[float]:
    """Play against a bot; return how long it took after each turn until it was the person's again."""
    made = guest.table(game, [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": level}])
    path, secret = f"/api/tables/{made['id']}", made["seats"][0]
    times: list[float] = []
    since: float | None = None
    while len(times) < turns:
        seen = guest.ask("GET", path, secret)
        if seen["status"] == "over":
            break
        if 0 not in seen["waiting"]:
            since = since or time.perf_counter()
            time.sleep(0.02)
            continue
        if since is not None:
            times.append(time.perf_counter() - since)
            since = None
        guest.ask("POST", f"{path}/moves", secret, {"move": seen["view"]["legal_moves"][0]})
    return times


def clock_delays(guest: Guest, game: str) -> list[float]:
    """Let the time of people run out at some tables; return by how many seconds too late that was noticed."""
    people = [{"kind": "person", "name": name} for name in ("Ann", "Bo")]
    made = [guest.table(game, people, seconds_per_move=CLOCK_SECONDS) for _ in range(CLOCKS)]
    due = []
    for table in made:
        seen = guest.ask("GET", f"/api/tables/{table['id']}", table["watch"])
        due.append(min(player["time_up_at"] for player in seen["players"] if player["time_up_at"]))
    delays = []
    for table, moment in zip(made, due, strict=True):
        with guest._http.stream(
            "GET", f"/api/tables/{table['id']}/events", headers={"authorization": f"Bearer {table['watch']}"}
        ) as stream:
            line = next(line for line in stream.iter_lines() if '"away"' in line)
        delays.append(float(line.split('"at":')[1].rstrip("}")) - moment)
    return delays


def told(name: str, seconds: list[float]) -> None:
    print(
        f"{name:<44} median {statistics.median(seconds):6.2f} s   slowest {max(seconds):6.2f} s   of {len(seconds)}",
        flush=True,
    )


def metrics(base: str) -> None:
    for line in httpx.get(f"{base}/metrics").text.splitlines():
        if line.startswith("tilery_bot"):
            print("   ", line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=60, help="tables of four experts that one address makes")
    parser.add_argument("--game", default=None, help="the game of those tables; by default each of them in turn")
    parser.add_argument("--level", default="medium", help="the bot that the person plays against")
    parser.add_argument("--turns", type=int, default=6, help="how many answers of that bot are measured")
    asked = parser.parse_args()
    known = [asked.game] if asked.game else [name for name in games.names() if 4 in games.find(name).seats]
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        database = f"sqlite:///{Path(folder) / 'tables.db'}"
        command = [sys.executable, "-m", "tilery", "serve", f"--port={port}", f"--database={database}"]
        server = ServerProcess([*command, "--new-tables-a-minute=1000"], port, {}, Path(folder) / "log")
        base = f"http://127.0.0.1:{port}"
        try:
            while len(httpx.get(f"{base}/healthz").json()["games_ready"]) < len(games.names()):
                time.sleep(0.2)
            person, crowd = Guest(base, PERSON), Guest(base, CROWD)
            answer_times(person, known[0], asked.level, 1)  # its bots are loaded now
            for game in known:
                told(f"{game}: a {asked.level} bot, alone", answer_times(person, game, asked.level, asked.turns))
            told("clocks run out too late by, alone", clock_delays(person, known[0]))
            experts = [{"kind": "bot", "level": "expert"}] * 4
            for index in range(asked.tables):
                crowd.table(known[index % len(known)], experts)
            time.sleep(3)
            for game in known:
                told(
                    f"{game}: beside {asked.tables} tables of experts",
                    answer_times(person, game, asked.level, asked.turns),
                )
            told("clocks run out too late by", clock_delays(person, known[0]))
            metrics(base)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
