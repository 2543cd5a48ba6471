"""A complete bot for a table, over the API alone: `python examples/bot.py http://localhost:8000 TABLE SECRET`.

TABLE and SECRET are in the invite link: /t/TABLE/with/SECRET. The bot joins the table, waits for its turns and plays
whatever `choose` returns; a retry after a lost response is harmless, because every move has an id.
"""

import json
import sys
import uuid
from typing import Any

import httpx


def choose(view: dict[str, Any]) -> str:
    """Return the first legal move; put something better here. `view["table"]` is what your seat sees."""
    moves: list[str] = view["legal_moves"]
    return moves[0]


def main(server: str, table: str, invitation: str) -> None:
    path = f"/api/tables/{table}"
    with httpx.Client(base_url=server, timeout=60) as http:
        sat = http.post(f"{path}/sit", json={"name": "example"}, headers={"authorization": f"Bearer {invitation}"})
        http.headers["authorization"] = f"Bearer {sat.raise_for_status().json()['secret']}"
        with http.stream("GET", f"{path}/events") as events:
            for line in events.iter_lines():
                if not line or json.loads(line)["kind"] not in ("start", "move", "undo"):
                    continue
                seen = http.get(path).raise_for_status().json()
                if seen["status"] == "over":
                    print("Game over:", seen["outcome"])
                    break
                if seen["seat"] in seen["waiting"]:
                    move = {"move": choose(seen["view"]), "id": str(uuid.uuid4())}
                    http.post(f"{path}/moves", json=move).raise_for_status()


if __name__ == "__main__":
    main(*sys.argv[1:])
