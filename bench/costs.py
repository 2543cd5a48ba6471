"""What requests cost that are metered (`tilery/server/tables/callers.py`): processor time of the server for each.

    python -m bench.costs

A server is started on this machine, with a table of each game at its most seats in the middle of a game. Each request
is repeated; the cost of a request is what the process has used, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import httpx

from bench.load.processes import serving
from tilery import games
from tilery.match.simulate import random_match


class Browser:
    """A browser at a table in the middle of a game."""

    def __init__(self, base: str, game: str, moves: int) -> None:
        self.http = httpx.Client(base_url=base, timeout=60, follow_redirects=True)
        seats = games.find(game).seats[-1]
        players = [{"kind": "person", "name": f"Player {seat + 1}"} for seat in range(seats)]
        made = self.http.post("/api/tables", json={"game": game, "players": players, "start": True}).json()
        self.path, self.game = f"/t/{made['id']}", game
        for secret in made["seats"]:
            self.http.get(f"{self.path}/with/{secret}").raise_for_status()
        self.api = api = f"/api/tables/{made['id']}"
        for _ in range(moves):
            waiting = self.http.get(api, headers=_bearer(made["watch"])).json()["waiting"]
            secret = made["seats"][waiting[0]]
            self.move = self.http.get(api, headers=_bearer(secret)).json()["view"]["legal_moves"][0]
            self.http.post(f"{api}/moves", json={"move": self.move}, headers=_bearer(secret)).raise_for_status()
        self.seat = self.http.get(api, headers=_bearer(made["watch"])).json()["waiting"][0]
        self.secret = made["seats"][self.seat]
        self.move = self.http.get(api, headers=_bearer(self.secret)).json()["view"]["legal_moves"][0]
        self.record = str(random_match(game, seats).record())

    def requests(self) -> dict[str, Callable[[], httpx.Response]]:
        get, at = self.http.get, {"seat": str(self.seat)}
        return {
            "EVERY": lambda: get("/about"),
            "LIST": lambda: get("/"),
            "LOOK": lambda: get(self.api, headers=_bearer(self.secret)),
            "PICTURE": lambda: get(self.path, params=at),
            "PREVIEW": lambda: get(f"{self.path}/preview", params={"move": self.move, **at}),
            "HINT": lambda: get(f"{self.path}/hint", params=at),
            "REPLAY": lambda: get(f"{self.path}/replay", params={"move": "3"}),
            "SCORE": lambda: get(f"/score/{self.game}"),
            "IMPORT": lambda: self.http.post("/replay", content=self.record, headers={"content-type": "text/plain"}),
        }


def _bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--moves", type=int, default=12)
    asked = parser.parse_args()
    with serving("--work-a-minute=1000000000", "--new-tables-a-minute=100000", "--bot-threads=1") as server:
        while len(httpx.get(f"{server.address}/healthz").json()["games_ready"]) < len(games.names()):
            time.sleep(0.2)
        for game in games.names():
            browser = Browser(server.address, game, asked.moves)
            for name, request in browser.requests().items():
                status = request().raise_for_status().status_code
                before = server.cpu_seconds()
                for _ in range(asked.times):
                    request()
                cost = 1000 * (server.cpu_seconds() - before) / asked.times
                print(f"{game:<12}{name:<10}{cost:7.1f} ms   status {status}", flush=True)


if __name__ == "__main__":
    main()
