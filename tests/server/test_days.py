"""Games over days: one's own tables at home, what is due first, clocks in days, votes and holidays through the API."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import Connection

from tests.server.client import OPEN, Body, Client, Run, person
from tests.server.test_tables import finished, path_of
from tilery.server.pages import home_pages
from tilery.server.storage import schema

DAY = 86_400


async def browser(client: Client) -> str:
    return str((await client.done("POST", "/api/browsers"))["browser"])


async def page(client: Client, path: str, secret: str, language: str = "en") -> str:
    answer = await client.http.get(path, headers={"cookie": f"tilery={secret}; language={language}"})
    assert answer.status_code == 200, answer.text
    return answer.text


async def own_table(client: Client, secret: str, *others: Body, **more: Any) -> Body:
    return await client.table(person("Ann"), *(others or (person("Bo"),)), browser=secret, **more)


def linked(html: str) -> list[str]:
    """The tables to which a page leads, in order."""
    return re.findall(r'class="(?:due-card|table-row)[^"]*" href="/t/([^"/]+)', html)


def test_home_lists_all_of_ones_tables(run: Run) -> None:
    """A table opens by several secrets, and each used to count: of fourteen tables ten were shown."""

    async def play(client: Client) -> None:
        secret = await browser(client)
        made = {(await own_table(client, secret, start=number % 2 == 0))["id"] for number in range(14)}
        assert set(linked(await page(client, "/", secret))) == made
        assert {table["id"] for table in (await client.done("GET", "/api/mine", secret))["tables"]} == made

    run(play)


def test_home_is_paged_and_what_is_due_comes_on_the_first_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more than a hundred tables those were left out where nothing had happened for longest, though somebody's time
    runs out there first."""
    monkeypatch.setattr(home_pages, "OWN_TABLES", 3)

    async def play(client: Client) -> None:
        secret = await browser(client)
        day = await own_table(client, secret, start=True, seconds_per_move=DAY)
        week = await own_table(client, secret, start=True, seconds_per_move=7 * DAY)
        no_clock = await own_table(client, secret, start=True)
        late = await own_table(client, secret, start=True)
        waits = await own_table(client, secret, OPEN)
        others_turn = [await own_table(client, secret, start=True) for _ in range(2)]
        for made in others_turn:
            await client.move(made, 0, "take 1")
        first, second, third = [await page(client, f"/?page={number}", secret) for number in (1, 2, 3)]
        order = [day, week, late, no_clock, *reversed(others_turn), waits]
        assert [linked(html) for html in (first, second, third)] == [
            [made["id"] for made in order[:3]],
            [made["id"] for made in order[3:6]],
            [made["id"] for made in order[6:]],
        ]
        for html in (first, second, third):
            assert "<title>(4) Tilery</title>" in html
            assert 'data-due="4"' in html
        assert "Your turn at 4 tables" in first
        assert "Page 2 of 3" in second
        assert 'href="/?page=1"' in second
        assert 'href="/?page=3"' in second
        assert (await client.http.get("/?page=0", headers={"cookie": f"tilery={secret}"})).status_code == 422

    run(play)


def test_a_table_tells_where_its_player_is_to_move_next(run: Run) -> None:
    async def play(client: Client) -> None:
        secret = await browser(client)
        made, other = [await own_table(client, secret, start=True) for _ in range(2)]

        async def next_from(table: str) -> object:
            answer = await client.http.get(f"/due?from={table}", headers={"cookie": f"tilery={secret}"})
            return answer.json()["next"]

        assert await next_from(made["id"]) == {"address": f"/t/{other['id']}", "title": "Pebbles", "game": "pebbles"}
        await client.move(other, 0, "take 1")
        assert await next_from(made["id"]) is None, "it is their turn at the table that asks alone"
        assert (await client.http.get(f"/due?from={made['id']}")).json()["next"] is None, "nobody knows a stranger"

    run(play)


def test_what_is_due_follows_the_game(run: Run) -> None:
    """Who is to move is stored beside each table, so that nobody has to read them all to count."""

    async def play(client: Client) -> None:
        secret = await browser(client)
        made = await own_table(client, secret)
        cookie = {"cookie": f"tilery={secret}"}

        async def due() -> int:
            return int((await client.http.get("/due", headers=cookie)).json()["due"])

        assert await due() == 0
        await client.done("POST", f"{path_of(made)}/start", made["owner"])
        assert await due() == 1
        await client.move(made, 0, "take 1")
        assert await due() == 0
        await client.move(made, 1, "take 1")
        assert await due() == 1
        await client.done("POST", f"{path_of(made)}/leave", made["seats"][0])
        assert await due() == 0, "a bot plays for them"
        await client.done("POST", f"{path_of(made)}/back", made["seats"][0])
        assert await due() == 1

        def forget(connection: Connection) -> None:
            connection.execute(schema.tables.update().values(owed=None))

        await client.tables.storage.write(forget)
        assert await due() == 1, "a table that an older version has written"
        assert linked(await page(client, "/", secret)) == [made["id"]]

    run(play)


def test_what_is_due_comes_first_with_the_least_time_left_on_top(run: Run) -> None:
    async def play(client: Client) -> None:
        secret = await browser(client)
        waits = await own_table(client, secret, OPEN)
        others_turn = await own_table(client, secret, start=True, seconds_per_move=DAY)
        await client.move(others_turn, 0, "take 1")
        no_clock = await own_table(client, secret, start=True)
        week = await own_table(client, secret, start=True, seconds_per_move=7 * DAY)
        day = await own_table(client, secret, start=True, seconds_per_move=DAY)
        hour = await own_table(client, secret, start=True, seconds_per_move=DAY, name="Hurry")
        html = await page(client, "/", secret)
        order = [day, hour, week, no_clock, others_turn, waits]
        found = linked(html)
        assert set(found[:2]) == {day["id"], hour["id"]}
        assert found[2:6] == [made["id"] for made in order[2:]]
        assert "<title>(4) Tilery</title>" in html
        assert "6 d 23 h left" in html or "7 d 0 h left" in html
        assert "Waiting for Bo" in html

    run(play)


def test_finished_games_are_told_with_their_winner_and_paged(run: Run) -> None:
    async def play(client: Client) -> None:
        secret = await browser(client)
        made = []
        for _ in range(21):
            table = await finished(client, person("Ann"), person("Bo"))
            await client.http.get(f"/t/{table['id']}/with/{table['seats'][0]}", headers={"cookie": f"tilery={secret}"})
            made.append(table["id"])
        home = await page(client, "/", secret)
        assert linked(home) == made[:-7:-1]
        assert re.search(r"(You win|Bo wins|share the win) with \d+ point", home)
        assert 'href="/replay"' in home
        first, second = [await page(client, f"/replay?page={number}", secret) for number in (1, 2)]
        listed = [re.findall(r'href="/t/([^"/]+)/replay', html) for html in (first, second)]
        assert listed == [made[:-21:-1], made[:1]]
        assert (await client.http.get("/replay?page=x", headers={"cookie": f"tilery={secret}"})).status_code == 422

    run(play)


def test_the_form_offers_tables_over_days(run: Run) -> None:
    async def play(client: Client) -> None:
        secret = await browser(client)
        form = {"seats": "2", "name": "Ann", "pace": "3", "chat": "on", "minutes_per_game": "5"}
        answer = await client.http.post("/new/pebbles", data=form, headers={"cookie": f"tilery={secret}"})
        seen = await client.done("GET", f"/api/tables/{answer.headers['location'].split('/')[2]}", secret)
        assert (seen["seconds_per_move"], seen["seconds_per_game"]) == (3 * DAY, None)
        assert (seen["fair_wait"], seen["holiday_seconds"]) == (DAY, 14 * DAY)

    run(play)


def test_votes_and_holidays_through_the_api(run: Run) -> None:
    async def play(client: Client) -> None:
        people = [person(name) for name in ("Ann", "Bo", "Cy")]
        made = await client.table(*people, start=True, seconds_per_move=3 * DAY, holiday_seconds=DAY, absent_after=10)
        path = path_of(made)
        status, told = await client.ask("POST", f"{path}/hand-over", made["seats"][1], {"seat": 0})
        assert (status, told["error"]["code"]) == (409, "not_absent")
        assert "1 d 0 h" in told["error"]["message"] or "23 h" in told["error"]["message"]
        await client.done("POST", f"{path}/holiday", made["seats"][0], {"on": True})
        seen = await client.done("GET", path, made["seats"][1])
        assert seen["players"][0]["holiday_until"] is not None
        home = await page(client, "/", made["seats"][1])
        assert "2 d 23 h left" in home or "3 d 0 h left" in home, "what the clock shows that the holiday stopped"
        status, told = await client.ask("POST", f"{path}/hand-over", made["seats"][1], {"seat": 0})
        assert (status, told["error"]["code"]) == (409, "on_holiday")
        await client.done("POST", f"{path}/holiday", made["seats"][0], {"on": False})
        for language, words in (("en", "Ann is back from holiday"), ("fr", "retour de vacances"), ("de", "Urlaub")):
            answer = await client.http.get(
                f"/t/{made['id']}", headers={"cookie": f"tilery={made['seats'][1]}; language={language}"}
            )
            assert words in answer.text

    run(play)
