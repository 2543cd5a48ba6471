"""What people do with tables: share links, come back, leave, rename, play again, look on, delete."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.server.client import BOT, CONFIG, OPEN, Body, Client, Run, person, run_on
from tests.server.test_api import play_to_the_end
from tilery.server.tables.tokens import digest_of
from tilery.server.tables.views import visible_event


def path_of(made: Body) -> str:
    return f"/api/tables/{made['id']}"


async def finished(client: Client, *players: Body) -> Body:
    """A table of pebbles that was played to its end."""
    made = await client.table(*players, start=True)
    while True:
        seen = await client.done("GET", path_of(made), made["watch"])
        if seen["status"] == "over":
            return made
        seat = seen["waiting"][0]
        own = await client.done("GET", path_of(made), made["seats"][seat])
        await client.done(
            "POST", f"{path_of(made)}/moves", made["seats"][seat], {"move": own["view"]["legal_moves"][0]}
        )


def test_one_request_is_enough_to_begin(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT, start=True, name="  Sunday \u0007 garden ")
        seen = await client.done("GET", path_of(made), made["seats"][0])
        assert (seen["status"], seen["seat"], seen["name"]) == ("running", 0, "Sunday garden")
        assert [player["kind"] for player in seen["players"]] == ["person", "bot"]
        assert made["seats"][1] is None

    run(play)


def test_a_table_with_an_open_seat_cannot_begin_and_is_not_made(run: Run) -> None:
    async def play(client: Client) -> None:
        body = {"game": "pebbles", "players": [OPEN, BOT], "start": True, "public": True}
        status, told = await client.ask("POST", "/api/tables", None, body)
        assert (status, told["error"]["code"]) == (409, "seats_open")
        assert (await client.done("GET", "/api/tables"))["tables"] == []

    run(play)


def test_a_link_replaces_a_lost_device(run: Run) -> None:
    """The secret of a seat is all that is needed, from wherever it comes."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT, start=True)
        first = await client.done("GET", path_of(made), made["seats"][0])
        assert await client.done("GET", path_of(made), made["seats"][0]) == first

    run(play)


def test_a_returning_browser_finds_its_own_tables(run: Run) -> None:
    async def play(client: Client) -> None:
        browser = (await client.done("POST", "/api/browsers"))["browser"]
        other = (await client.done("POST", "/api/browsers"))["browser"]
        own = await client.table(person("Ann"), OPEN, browser=browser)
        joined = await client.table(OPEN, BOT)
        await client.table(OPEN, BOT, browser=other)
        await client.done("POST", f"{path_of(joined)}/sit", joined["invite"], {"name": "Ann", "browser": browser})
        mine = (await client.done("GET", "/api/mine", browser))["tables"]
        assert {table["id"]: (table["roles"], table["own_seats"]) for table in mine} == {
            own["id"]: (["owner", "seat"], [0]),
            joined["id"]: (["seat"], [0]),
        }
        await client.done("POST", f"{path_of(joined)}/start", browser)
        assert (await client.done("GET", path_of(joined), browser))["seat"] == 0
        assert (await client.ask("GET", path_of(joined), other))[0] == 404
        assert (await client.ask("GET", "/api/mine"))[0] == 401

    run(play)


def test_one_browser_may_hold_several_seats(run: Run) -> None:
    async def play(client: Client) -> None:
        browser = (await client.done("POST", "/api/browsers"))["browser"]
        made = await client.table(OPEN, OPEN, browser=browser)
        for name in ("Ann", "Bo"):
            await client.done("POST", f"{path_of(made)}/sit", browser, {"name": name, "browser": browser})
        await client.done("POST", f"{path_of(made)}/start", browser)
        for seat in (0, 1):
            assert (await client.done("GET", f"{path_of(made)}?seat={seat}", browser))["seat"] == seat
        await client.done("POST", f"{path_of(made)}/moves?seat=0", browser, {"move": "take 1"})
        await client.done("POST", f"{path_of(made)}/moves?seat=1", browser, {"move": "take 1"})
        assert (await client.ask("POST", f"{path_of(made)}/moves?seat=2", browser, {"move": "take 1"}))[0] == 403

    run(play)


def test_who_stands_up_before_the_start_has_no_key_to_the_seat_any_more(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, BOT)
        ann = await client.sit(made, "Ann")
        await client.done("GET", path_of(made), ann)
        await client.done("POST", f"{path_of(made)}/leave", ann)
        bo = await client.sit(made, "Bo")
        assert (await client.ask("GET", path_of(made), ann))[0] == 404
        assert (await client.done("GET", path_of(made), bo))["seat"] == 0

    run(play)


def test_the_owner_can_put_a_bot_on_an_open_seat(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, OPEN)
        ann = await client.sit(made, "Ann")
        body = {"seat": 1, "level": "greedy"}
        assert (await client.ask("POST", f"{path_of(made)}/bot", ann, body))[0] == 403
        await client.done("POST", f"{path_of(made)}/bot", made["owner"], body)
        assert (await client.ask("POST", f"{path_of(made)}/bot", made["owner"], body))[0] == 409
        await client.done("POST", f"{path_of(made)}/start", ann)
        await play_to_the_end(client, made, ann)

    run(play)


def test_a_bot_goes_on_for_who_leaves_and_gives_the_seat_back(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        ann = made["seats"][0]
        await client.done("POST", f"{path_of(made)}/leave", ann)
        assert (await client.done("GET", path_of(made), ann))["players"][0]["away"] is True
        await client.done("POST", f"{path_of(made)}/back", ann)
        assert (await client.done("GET", path_of(made), ann))["players"][0]["away"] is False
        status, told = await client.ask("POST", f"{path_of(made)}/hand-over", made["seats"][1], {"seat": 0})
        assert (status, told["error"]["code"]) == (409, "not_absent")

    run(play)


def test_a_rematch_has_the_same_people_one_seat_further_and_their_links_open_it(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await finished(client, person("Ann"), person("Bo"), person("Cy"))
        ann, bo, cy = made["seats"]
        again = await client.done("POST", f"{path_of(made)}/rematch", ann)
        assert await client.done("POST", f"{path_of(made)}/rematch", cy) == again
        path = f"/api/tables/{again['table']}"
        seen = await client.done("GET", path, ann)
        assert [player["name"] for player in seen["players"]] == ["Bo", "Cy", "Ann"]
        assert [(await client.done("GET", path, secret))["seat"] for secret in (ann, bo, cy)] == [2, 0, 1]
        assert (await client.done("GET", path, made["watch"]))["seat"] is None
        assert (await client.done("GET", path_of(made), made["watch"]))["rematch"] == again["table"]
        status, told = await client.ask("POST", f"{path}/start", ann)
        assert (status, told["error"]["code"]) == (409, "not_ready")
        assert await client.done("POST", f"{path_of(made)}/rematch", bo) == again
        await client.done("POST", f"{path}/start", bo)
        await client.done("POST", f"{path}/moves", bo, {"move": "take 1"})

    run(play)


def test_no_rematch_before_the_end(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT, start=True)
        status, told = await client.ask("POST", f"{path_of(made)}/rematch", made["seats"][0])
        assert (status, told["error"]["code"]) == (409, "running")

    run(play)


def test_a_name_can_be_erased_and_is_nowhere_any_more(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Rumpelstilz"), start=True)
        await client.done("POST", f"{path_of(made)}/erase", made["seats"][1])
        seen = await client.done("GET", path_of(made), made["watch"])
        assert [player["name"] for player in seen["players"]] == ["Ann", "player 2"]
        stored = await client.tables.storage.read(
            lambda connection: connection.execute(text("SELECT body FROM events")).scalars().all()
        )
        assert not [body for body in stored if "Rumpelstilz" in body]
        live = await client.tables.find(made["id"])
        assert "Rumpelstilz" not in json.dumps([visible_event(live.table, event, None) for event in live.table.events])

    run(play)


def test_the_owner_deletes_a_table_with_all_that_belongs_to_it(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT, start=True)
        await client.done("DELETE", path_of(made), made["owner"])
        left = await client.tables.storage.read(
            lambda connection: {
                name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar()
                for name in ("tables", "secrets", "events", "wakeups")
            }
        )
        assert left == {"tables": 0, "secrets": 0, "events": 0, "wakeups": 0}
        assert (await client.ask("GET", path_of(made), made["seats"][0]))[0] == 404
        assert (await client.ask("DELETE", path_of(made), made["owner"]))[0] == 404

    run(play)


def test_undo_is_refused_when_the_step_has_shown_something(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), game="topiary", start=True)
        ann = made["seats"][0]
        await client.done("POST", f"{path_of(made)}/moves", ann, {"move": "visit c1S"})
        await client.done("POST", f"{path_of(made)}/undo", ann)
        await client.done("POST", f"{path_of(made)}/moves", ann, {"move": "visit c1S"})
        await client.done("POST", f"{path_of(made)}/moves", ann, {"move": "take c1"})
        status, told = await client.ask("POST", f"{path_of(made)}/undo", ann)
        assert (status, told["error"]["code"]) == (409, "revealed")

    run(play)


def test_chat_reaches_all_and_can_be_switched_off(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT)
        await client.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": " Good\n luck!\x00 "})
        table = (await client.tables.find(made["id"])).table
        assert visible_event(table, table.events[-1], None)["text"] == "Good luck!"
        quiet = await client.table(person("Ann"), BOT, chat=False)
        status, told = await client.ask("POST", f"{path_of(quiet)}/chat", quiet["seats"][0], {"text": "Hello"})
        assert (status, told["error"]["code"]) == (409, "chat_off")

    run(play)


def test_secrets_are_stored_as_digests_alone(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), BOT)
        stored = await client.tables.storage.read(
            lambda connection: set(connection.execute(text("SELECT digest FROM secrets")).scalars())
        )
        secrets = {made["owner"], made["invite"], made["watch"], made["seats"][0]}
        assert stored == {digest_of(secret) for secret in secrets}

    run(play)


@pytest.mark.parametrize("status", ["running", "over"])
def test_a_table_by_other_rules_is_kept_and_says_so(database: str, status: str) -> None:
    made: Body = {}

    async def before(client: Client) -> None:
        made.update(
            await finished(client, person("Ann"), person("Bo"))
            if status == "over"
            else await client.table(person("Ann"), BOT, start=True)
        )
        await client.tables.storage.write(
            lambda connection: connection.execute(text("UPDATE tables SET rules = 99, status = :s"), {"s": status})
        )

    async def after(client: Client) -> None:
        assert await client.tables.old_tables() == ({"pebbles": 1} if status == "running" else {})
        for method, path, body in (
            ("GET", path_of(made), None),
            ("POST", f"{path_of(made)}/moves", {"move": "take 1"}),
        ):
            code, told = await client.ask(method, path, made["seats"][0], body)
            assert (code, told["error"]["code"]) == (409, "old_rules")
            assert "version 99" in told["error"]["message"]
        code, told = await client.ask("GET", f"{path_of(made)}/record", made["seats"][0])
        if status == "over":
            assert (code, told["rules"]) == (200, 99)
            assert len(told["moves"]) > 3
        else:
            assert (code, told["error"]["code"]) == (409, "old_rules")
        assert (await client.done("GET", "/api/mine", made["seats"][0]))["tables"] == []
        await client.done("DELETE", path_of(made), made["owner"])

    run_on(database, before)
    run_on(database, after)


def test_a_file_is_served_by_one_process_only(tmp_path: Path) -> None:
    from tilery.server.storage.database import Storage
    from tilery.server.storage.file_lock import StorageInUseError

    first, second = (Storage(f"sqlite:///{tmp_path / 'tables.db'}") for _ in range(2))
    first.open()
    with pytest.raises(StorageInUseError, match="is in use by another server"):
        second.open()
    first.close()
    second.open()
    second.close()


def test_a_table_does_not_grow_without_end(database: str) -> None:
    """Sitting down and standing up, moving and taking back, leaving and coming back: at some number it is enough."""

    async def play(client: Client) -> None:
        made = await client.table(OPEN, person("Bo"))
        path = path_of(made)
        while (sat := await client.ask("POST", f"{path}/sit", made["invite"], {"name": "Ann"}))[0] == 201:
            await client.done("POST", f"{path}/leave", sat[1]["secret"])
        assert sat[1]["error"]["code"] == "too_much"
        made = await client.table(person("Ann"), person("Bo"), start=True)
        path, ann = path_of(made), made["seats"][0]
        while (told := await client.ask("POST", f"{path}/leave", ann))[0] == 200:
            if (told := await client.ask("POST", f"{path}/back", ann))[0] != 200:
                break
        assert told[1]["error"]["code"] == "too_much"
        assert (await client.done("GET", path, ann))["number"] <= 102
        assert (await client.ask("POST", f"{path}/chat", ann, {"text": "Hello"}))[1]["error"]["code"] == "too_much"
        seen = await client.done("GET", path, made["seats"][1])
        if 1 in seen["waiting"]:
            await client.done("POST", f"{path}/moves", made["seats"][1], {"move": seen["view"]["legal_moves"][0]})

    run_on(database, play, replace(CONFIG, events_a_table=100))
