"""A complete bot for a table, over the API alone: `python examples/bot.py http://localhost:8000 TABLE SECRET`.

TABLE and SECRET are in the invite link: /t/TABLE/with/SECRET. The bot joins the table, waits for its turns and plays
whatever `choose` returns; a retry after a lost response is harmless, because every move has an id. It needs nothing but
Python.
"""

import json
import sys
import uuid
from http.client import HTTPResponse
from typing import Any
from urllib.request import Request, urlopen


def choose(view: dict[str, Any]) -> str:
    """Return the first legal move; put something better here. `view["table"]` is what your seat sees."""
    moves: list[str] = view["legal_moves"]
    return moves[0]


def request(address: str, secret: str, body: dict[str, Any] | None = None) -> HTTPResponse:
    """Send a GET, or a POST if there is a body."""
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
    content = None if body is None else json.dumps(body).encode()
    response: HTTPResponse = urlopen(Request(address, content, headers), timeout=60)
    return response


def ask(address: str, secret: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    with request(address, secret, body) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


def main(server: str, table: str, invitation: str) -> None:
    path = f"{server}/api/tables/{table}"
    secret = ask(f"{path}/sit", invitation, {"name": "example"})["secret"]
    with request(f"{path}/events", secret) as events:
        for line in events:
            if not line.strip() or json.loads(line)["kind"] not in ("start", "move", "undo"):
                continue
            seen = ask(path, secret)
            if seen["status"] == "over":
                print("Game over:", seen["outcome"])
                break
            if seen["seat"] in seen["waiting"]:
                ask(f"{path}/moves", secret, {"move": choose(seen["view"]), "id": str(uuid.uuid4())})


if __name__ == "__main__":
    main(*sys.argv[1:])
