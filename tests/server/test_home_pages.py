"""Play now asks nothing: it deals as the last time, and what one chose beside it is remembered."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.server.client import Client, Run, person
from tilery.server.tables.table import Table


async def dealt(client: Client, **form: str) -> Table:
    """The table that Play now opens, ready to play."""
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = await client.http.post("/play/pebbles", content=urlencode(form), headers=headers)
    assert answer.status_code == 303
    table_id = answer.headers["location"].removeprefix("/t/").partition("#")[0]
    return (await client.tables.find(table_id)).table


def bots_of(table: Table) -> list[str | None]:
    return [player.level for player in table.players if player.kind == "bot"]


def test_play_now_deals_as_the_last_time(run: Run) -> None:
    async def play(client: Client) -> None:
        first = await dealt(client)
        assert (first.players[0].name, bots_of(first)) == ("Guest", ["medium"])
        chosen = await dealt(client, level="hard", seats="3", name="Zoë")
        again = await dealt(client)
        for table in (chosen, again):
            assert (table.players[0].name, bots_of(table)) == ("Zoë", ["hard", "hard"])
        home = (await client.http.get("/")).text
        assert 'value="hard" checked' in home
        assert 'value="Zoë"' in (await client.http.get("/new/pebbles")).text

    run(play)


def test_who_learns_a_game_plays_against_a_novice(run: Run) -> None:
    async def play(client: Client) -> None:
        await dealt(client, level="expert", seats="3")
        assert bots_of(await dealt(client, guide="on")) == ["novice"]
        assert bots_of(await dealt(client)) == ["expert", "expert"]

    run(play)


def test_what_cannot_be_chosen_is_as_usual(run: Run) -> None:
    async def play(client: Client) -> None:
        assert bots_of(await dealt(client, level="random", seats="99")) == ["medium"]
        client.http.cookies.set("play-pebbles", "medium-0")
        client.http.cookies.set("name", "%20" + "x" * 99)
        table = await dealt(client)
        assert (table.players[0].name, bots_of(table)) == ("Guest", ["medium"])

    run(play)


def test_home_tells_that_a_bot_plays_for_one(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bob"))
        await client.http.get(f"/t/{made['id']}/with/{made['seats'][0]}", follow_redirects=True)
        await client.done("POST", f"/api/tables/{made['id']}/start", made["owner"])
        home = (await client.http.get("/")).text
        assert made["id"] in home
        assert "A bot is playing for you" not in home
        await client.done("POST", f"/api/tables/{made['id']}/leave", made["seats"][0])
        assert "A bot is playing for you" in (await client.http.get("/")).text

    run(play)
