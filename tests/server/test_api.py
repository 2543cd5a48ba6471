"""The API over real storage, without a network: playing, retries, refusals, secrets, streams, restarts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tilery.server.app import Config, create_app

Body = dict[str, Any]


class Client:
    """Asks the server, as somebody with a secret or without."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def ask(
        self, method: str, path: str, secret: str | None = None, body: Body | None = None
    ) -> tuple[int, Body]:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        answer = await self.http.request(method, path, headers=headers, json=body)
        return answer.status_code, answer.json()

    async def table(self, *players: Body, **more: Any) -> Body:
        status, made = await self.ask(
            "POST", "/api/tables", None, {"game": "pebbles", "players": list(players), **more}
        )
        assert status == 201, made
        return made

    async def sit(self, made: Body, name: str) -> str:
        status, sat = await self.ask("POST", f"/api/tables/{made['id']}/sit", made["invite"], {"name": name})
        assert status == 201, sat
        return str(sat["secret"])


@asynccontextmanager
async def server(path: Path) -> AsyncIterator[Client]:
    app = create_app(Config(database=f"sqlite:///{path}"))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            yield Client(http)


OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "greedy"}

Play = Callable[[Client], Awaitable[None]]


@pytest.fixture
def run(tmp_path: Path) -> Callable[[Play], None]:
    """Runs a coroutine against a server on storage of its own."""

    def act(play: Play) -> None:
        async def whole() -> None:
            async with server(tmp_path / "tables.db") as client:
                await play(client)

        asyncio.run(whole())

    return act


async def play_to_the_end(client: Client, made: Body, secret: str) -> Body:
    path = f"/api/tables/{made['id']}"
    for _ in range(400):
        _, seen = await client.ask("GET", path, secret)
        if seen["status"] == "over":
            return seen
        if seen["seat"] in seen["view"]["waiting"]:
            await client.ask("POST", f"{path}/moves", secret, {"move": seen["view"]["legal_moves"][0]})
        else:
            await asyncio.sleep(0.05)
    raise AssertionError("the game did not end")


def test_a_game_against_a_bot_to_its_end(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, BOT)
        secret = await client.sit(made, "Ann")
        assert (await client.ask("POST", f"/api/tables/{made['id']}/start", secret))[0] == 200
        seen = await play_to_the_end(client, made, secret)
        assert seen["outcome"]["winners"]
        status, record = await client.ask("GET", f"/api/tables/{made['id']}/record", made["watch"])
        assert status == 200
        status, copy = await client.ask("POST", "/api/records", None, record)
        assert status == 201
        assert (await client.ask("GET", f"/api/tables/{copy['id']}/record", copy["watch"]))[1] == record

    run(play)


def test_a_retry_with_the_same_id_is_harmless(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, OPEN)
        ann, _bo = await client.sit(made, "Ann"), await client.sit(made, "Bo")
        path = f"/api/tables/{made['id']}"
        await client.ask("POST", f"{path}/start", ann)
        first = await client.ask("POST", f"{path}/moves", ann, {"move": "take 1", "id": "a"})
        again = await client.ask("POST", f"{path}/moves", ann, {"move": "take 1", "id": "a"})
        assert first == again
        assert first[0] == 200
        assert (await client.ask("GET", path, ann))[1]["number"] == first[1]["number"]

    run(play)


def test_of_two_moves_at_once_exactly_one_wins(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        for _ in range(25):
            made = await client.table(OPEN, OPEN)
            ann, _bo = await client.sit(made, "Ann"), await client.sit(made, "Bo")
            path = f"/api/tables/{made['id']}"
            await client.ask("POST", f"{path}/start", ann)
            answers = await asyncio.gather(
                *(client.ask("POST", f"{path}/moves", ann, {"move": "take 1", "id": f"m{n}"}) for n in range(4))
            )
            assert sorted(status for status, _ in answers) == [200, 409, 409, 409]
            codes = {body["error"]["code"] for status, body in answers if status != 200}
            assert codes == {"not_your_turn"}

    run(play)


def test_what_was_acknowledged_is_there_after_a_restart(tmp_path: Path) -> None:
    async def first() -> tuple[Body, str, Body]:
        async with server(tmp_path / "tables.db") as client:
            made = await client.table(OPEN, OPEN)
            ann, _bo = await client.sit(made, "Ann"), await client.sit(made, "Bo")
            await client.ask("POST", f"/api/tables/{made['id']}/start", ann)
            await client.ask("POST", f"/api/tables/{made['id']}/moves", ann, {"move": "take 2"})
            return made, ann, (await client.ask("GET", f"/api/tables/{made['id']}", ann))[1]

    async def second(made: Body, ann: str, before: Body) -> None:
        async with server(tmp_path / "tables.db") as client:
            assert (await client.ask("GET", f"/api/tables/{made['id']}", ann))[1] == before

    asyncio.run(second(*asyncio.run(first())))


def test_secrets_open_what_they_are_for_and_nothing_else(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        made, other = await client.table(OPEN, BOT), await client.table(OPEN, BOT)
        path = f"/api/tables/{made['id']}"
        for secret in (None, "forged", other["owner"], other["watch"]):
            status, body = await client.ask("GET", path, secret)
            assert (status, body["error"]["code"]) == (404, "no_table")
        ann = await client.sit(made, "Ann")
        assert (await client.ask("POST", f"{path}/moves", made["watch"], {"move": "take 1"}))[0] == 403
        assert (await client.ask("DELETE", path, ann))[0] == 403
        assert (await client.ask("DELETE", path, made["owner"]))[0] == 200
        assert (await client.ask("GET", path, ann))[0] == 404

    run(play)


def test_public_tables_are_listed_and_private_ones_are_not(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        shown, _hidden = await client.table(OPEN, BOT, public=True), await client.table(OPEN, BOT)
        _, listed = await client.ask("GET", "/api/tables")
        assert [table["id"] for table in listed["tables"]] == [shown["id"]]

    run(play)


def test_bad_requests_get_one_format_of_error(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        for method, path, body, expected in (
            ("POST", "/api/tables", {}, (422, "bad_request")),
            ("POST", "/api/tables", {"game": "chess", "players": [OPEN, OPEN]}, (422, "bad_table")),
            ("POST", "/api/tables", {"game": "pebbles", "players": [OPEN]}, (422, "bad_table")),
            ("POST", "/api/tables", {"game": "pebbles", "players": [{"kind": "cat"}, OPEN]}, (422, "bad_request")),
            ("POST", "/api/tables", {"game": "x" * 70_000, "players": []}, (413, "too_large")),
            ("GET", "/api/tables/none", None, (404, "no_table")),
            ("GET", "/nothing", None, (404, "not_found")),
            ("DELETE", "/api/tables", None, (405, "wrong_method")),
            ("POST", "/api/records", {"record": 1}, (422, "bad_record")),
        ):
            status, answer = await client.ask(method, path, None, body)
            assert (status, answer["error"]["code"]) == expected
            assert answer["error"]["message"].strip()
        cut = await client.http.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
        assert (cut.status_code, cut.json()["error"]["code"]) == (400, "not_json")
        form = await client.http.post("/api/tables", data={"game": "pebbles"})
        assert (form.status_code, form.json()["error"]["code"]) == (415, "not_json")

    run(play)


def test_health(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        assert await client.ask("GET", "/healthz") == (200, {"ok": True})

    run(play)


def test_every_answer_is_json_without_sniffing(run: Callable[[Play], None]) -> None:
    async def play(client: Client) -> None:
        answer = await client.http.get("/api/games")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert {game["name"] for game in json.loads(answer.content)["games"]} >= {"topiary", "tipperary"}

    run(play)
