"""The API over real storage, without a network: playing, retries, refusals, secrets, streams, restarts."""

from __future__ import annotations

import asyncio
import json

from tests.effort import examples
from tests.server.client import BOT, OPEN, Body, Client, Run, person, server


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


def test_a_game_against_a_bot_to_its_end(run: Run) -> None:
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


def test_the_record_of_a_game_against_bots_says_how_often_moves_were_undone(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT, start=True)
        ann, path = made["seats"][0], f"/api/tables/{made['id']}"
        for _ in range(2):
            await client.done("POST", f"{path}/moves", ann, {"move": "take 1"})
            await client.done("POST", f"{path}/undo", ann)  # with what the bot has done since, if anything
        await play_to_the_end(client, made, ann)
        record = await client.done("GET", f"{path}/record", ann)
        assert record["undone"] == 2
        copy = await client.done("POST", "/api/records", None, record)
        assert await client.done("GET", f"/api/tables/{copy['id']}/record", copy["watch"]) == record

    run(play)


def test_a_retry_with_the_same_id_is_harmless(run: Run) -> None:
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


def test_of_two_moves_at_once_exactly_one_wins(run: Run) -> None:
    """A thousand times, on both databases together, two clients play the same turn at the same moment."""

    async def play(client: Client) -> None:
        left = examples(500)
        while left:
            made = await client.table(person("Ann"), person("Bo"), start=True)
            path = f"/api/tables/{made['id']}"
            seen = await client.done("GET", path, made["watch"])
            while left and seen["status"] == "running":
                secret = made["seats"][seen["waiting"][0]]
                bodies = [{"move": "take 1", "id": f"{seen['number']} {which}"} for which in "ab"]
                answers = await asyncio.gather(*(client.ask("POST", f"{path}/moves", secret, body) for body in bodies))
                assert sorted(status for status, _ in answers) == [200, 409]
                lost = next(body for status, body in answers if status != 200)
                assert lost["error"]["code"] in ("not_your_turn", "over")
                before, seen = seen, await client.done("GET", path, made["watch"])
                assert seen["number"] == before["number"] + 1
                left -= 1

    run(play)


def test_what_was_acknowledged_is_there_after_a_restart(database: str) -> None:
    async def first() -> tuple[Body, str, Body]:
        async with server(database) as client:
            made = await client.table(OPEN, OPEN)
            ann, _bo = await client.sit(made, "Ann"), await client.sit(made, "Bo")
            await client.ask("POST", f"/api/tables/{made['id']}/start", ann)
            await client.ask("POST", f"/api/tables/{made['id']}/moves", ann, {"move": "take 2"})
            return made, ann, (await client.ask("GET", f"/api/tables/{made['id']}", ann))[1]

    async def second(made: Body, ann: str, before: Body) -> None:
        async with server(database) as client:
            assert (await client.ask("GET", f"/api/tables/{made['id']}", ann))[1] == before

    asyncio.run(second(*asyncio.run(first())))


def test_secrets_open_what_they_are_for_and_nothing_else(run: Run) -> None:
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


def test_public_tables_are_listed_and_private_ones_are_not(run: Run) -> None:
    async def play(client: Client) -> None:
        shown, _hidden = await client.table(OPEN, BOT, public=True), await client.table(OPEN, BOT)
        _, listed = await client.ask("GET", "/api/tables")
        assert [table["id"] for table in listed["tables"]] == [shown["id"]]

    run(play)


def test_bad_requests_get_one_format_of_error(run: Run) -> None:
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
        assert (form.status_code, form.json()["error"]["code"]) == (415, "wrong_type")

    run(play)


def test_health(run: Run) -> None:
    async def play(client: Client) -> None:
        status, told = await client.ask("GET", "/healthz")
        assert status == 200
        assert told["ok"] is True

    run(play)


def test_every_answer_is_json_without_sniffing(run: Run) -> None:
    async def play(client: Client) -> None:
        answer = await client.http.get("/api/games")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert {game["name"] for game in json.loads(answer.content)["games"]} >= {"topiary", "tipperary"}

    run(play)
