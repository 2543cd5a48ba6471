"""A complete bot for a table, over the API alone: `python examples/bot.py http://localhost:8000 TABLE SECRET`.

TABLE and SECRET are in the link of an invitation: /t/TABLE/with/SECRET. It sits down, waits for its turns and plays
whatever `choose` likes best; a retry after a lost answer is harmless, because every move has an id.
"""

import json
import sys
import uuid

import httpx


def choose(view: dict) -> str:
    """The first legal move; put something better here. `view["table"]` is what your seat sees."""
    return view["legal_moves"][0]


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
                    print("The end:", seen["outcome"])
                    break
                if seen["seat"] in seen["waiting"]:
                    move = {"move": choose(seen["view"]), "id": str(uuid.uuid4())}
                    http.post(f"{path}/moves", json=move).raise_for_status()


if __name__ == "__main__":
    main(*sys.argv[1:])
