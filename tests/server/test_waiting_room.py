"""A table before its game begins: seats change and are drawn by lot, people say that they are ready, the owner changes
how it is played, and secrets go with the people who hold them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.client import BOT, OPEN, Body, Client, Run, person
from tests.server.test_days import browser, page
from tests.server.test_people import press
from tilery.server.tables.events import Command, Event, with_present_seats, without_names
from tilery.server.tables.table import Table


async def three(client: Client, *others: Body, **more: Any) -> tuple[Body, str]:
    """Ann with two other seats, as she made it in her browser."""
    ann = await browser(client)
    made = await client.table(person("Ann"), *(others or (OPEN, OPEN)), game="topiary", browser=ann, **more)
    return made, ann


async def joined(client: Client, made: Body, name: str) -> str:
    secret = await browser(client)
    await press(client, f"/t/{made['id']}/code", secret, code=made["invite"])
    await press(client, f"/t/{made['id']}/sit", secret, name=name)
    return secret


async def now(client: Client, made: Body) -> Table:
    return (await client.tables.find(made["id"])).table


def names(table: Table) -> list[str]:
    return [player.name if player.kind == "person" else player.kind for player in table.players]


async def again(client: Client, made: Body) -> Table:
    """The table as it is read from storage."""
    client.tables._live.clear()
    return await now(client, made)


def test_a_person_takes_another_seat_and_keeps_it(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client)
        ben = await joined(client, made, "Ben")
        assert (await press(client, f"/t/{made['id']}/seat", ben, to="2")).status_code == 303
        assert (await press(client, f"/t/{made['id']}/seat", ben, to="0")).status_code == 409
        for table in (await now(client, made), await again(client, made)):
            assert names(table) == ["Ann", "open", "Ben"]
        await press(client, f"/t/{made['id']}/ready", ben, on="on")
        assert [player.ready for player in (await now(client, made)).players] == [False, False, True]
        assert "Ben" in await page(client, f"/t/{made['id']}", ann)

    run(play)


def test_only_the_owner_moves_others_and_draws_lots(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client)
        ben = await joined(client, made, "Ben")
        for path, form in (("swap", {"one": "0", "other": "1"}), ("lots", {}), ("fewer", {}), ("edit", {"seats": "3"})):
            assert (await press(client, f"/t/{made['id']}/{path}", ben, **form)).status_code == 403
        assert names(await now(client, made)) == ["Ann", "Ben", "open"]
        await press(client, f"/t/{made['id']}/swap", ann, one="0", other="1")
        assert names(await now(client, made)) == ["Ben", "Ann", "open"]
        await press(client, f"/t/{made['id']}/lots", ann)
        assert sorted(names(await again(client, made))) == ["Ann", "Ben", "open"]

    run(play)


def test_after_lots_everybody_opens_their_own_seat_and_no_other(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client)
        people = {"Ann": ann, "Ben": await joined(client, made, "Ben"), "Cleo": await joined(client, made, "Cleo")}
        for _ in range(5):
            await press(client, f"/t/{made['id']}/lots", ann)
            table = await now(client, made)
            for name, secret in people.items():
                roles = await client.app.service.roles(_caller(secret), made["id"])
                assert [role.seat for role in roles if role.kind == "seat"] == [names(table).index(name)]

    run(play)


def _caller(secret: str) -> Any:
    from tilery.server.tables.callers import Caller

    return Caller(secret, "127.0.0.1", browser=secret)


def test_lots_fall_on_every_order(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client, person("Ben"), person("Cleo"))
        seen = set()
        for _ in range(80):
            await press(client, f"/t/{made['id']}/lots", ann)
            seen.add(tuple(names(await now(client, made))))
        assert len(seen) == 6  # each is missed once in two million times

    run(play)


def test_the_owner_changes_how_it_is_played_until_it_begins(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client, BOT, OPEN)
        await press(client, f"/t/{made['id']}/ready", ann, on="on")
        form = {"seats": "4", "pace": "3", "title": "Hedge club", "chat": "on", "public": "on"}
        assert (await press(client, f"/t/{made['id']}/edit", ann, **form)).status_code == 303
        for table in (await now(client, made), await again(client, made)):
            assert (table.seats, table.name, table.public) == (4, "Hedge club", True)
            assert table.settings.seconds_per_move == 3 * 86_400
            assert not any(player.ready for player in table.players)
        assert "Hedge club" in (await client.http.get("/")).text  # it is listed now
        assert (await press(client, f"/t/{made['id']}/remove-bot", ann, seat="1")).status_code == 303
        assert names(await now(client, made)) == ["Ann", "open", "open", "open"]
        assert (await press(client, f"/t/{made['id']}/edit", ann, seats="2")).status_code == 303
        assert names(await now(client, made)) == ["Ann", "open"]
        assert (await press(client, f"/t/{made['id']}/edit", ann, seats="9")).status_code == 422
        await press(client, f"/t/{made['id']}/bot", ann, seat="1", level="novice")
        await press(client, f"/t/{made['id']}/start", ann)
        assert (await press(client, f"/t/{made['id']}/edit", ann, seats="2")).status_code == 409
        assert (await press(client, f"/t/{made['id']}/lots", ann)).status_code == 409

    run(play)


def test_seats_that_are_taken_are_not_taken_away(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client, person("Ben"), person("Cleo"))
        assert (await press(client, f"/t/{made['id']}/edit", ann, seats="2")).status_code == 409
        assert names(await now(client, made)) == ["Ann", "Ben", "Cleo"]

    run(play)


def test_a_game_begins_with_those_who_are_there(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client, OPEN, person("Cleo"))
        assert (await press(client, f"/t/{made['id']}/start", ann)).status_code == 409
        assert (await press(client, f"/t/{made['id']}/fewer", ann)).status_code == 303
        for table in (await now(client, made), await again(client, made)):
            assert (names(table), table.status) == (["Ann", "Cleo"], "running")

    run(play)


def test_two_people_of_one_name_are_told_apart(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client)
        await joined(client, made, "ann")
        text = await page(client, f"/t/{made['id']}", ann)
        assert "Ann (1)" in text
        assert "ann (2)" in text

    run(play)


def test_a_full_table_says_so_and_can_be_watched(run: Run) -> None:
    async def play(client: Client) -> None:
        made, _ = await three(client, person("Ben"), person("Cleo"))
        dan = await browser(client)
        await press(client, f"/t/{made['id']}/code", dan, code=made["invite"])
        text = await page(client, f"/t/{made['id']}", dan)
        assert "This table is full" in text
        assert "You can watch" in text
        assert (await press(client, f"/t/{made['id']}/sit", dan, name="Dan")).status_code == 409

    run(play)


def test_a_rematch_asks_the_others(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, ben = await browser(client), await browser(client)
        made = await client.table(person("Ann"), OPEN, browser=ann)
        await press(client, f"/t/{made['id']}/code", ben, code=made["invite"])
        await press(client, f"/t/{made['id']}/sit", ben, name="Ben")
        await press(client, f"/t/{made['id']}/start", ben)
        while not (match := (await now(client, made)).started_match).is_over:
            seat = match.waiting[0]
            await client.move(made, seat, str(match.legal_moves(seat)[0]))
        new = (await press(client, f"/t/{made['id']}/rematch", ben)).headers["location"]
        assert "Ben asks for a rematch" in await page(client, f"/t/{made['id']}", ann)
        table = (await client.tables.find(new.removeprefix("/t/"))).table
        assert [(player.name, player.asked, player.ready) for player in table.players] == [
            ("Ben", False, True),
            ("Ann", True, False),
        ]
        for browser_of in (ann, ben):
            waiting = await page(client, new, browser_of)
            assert "Not everyone has answered yet." in waiting
            assert "Everyone can begin now." not in waiting
        assert (await press(client, f"{new}/start", ben)).status_code == 409  # Ann has not agreed
        await press(client, f"{new}/ready", ann, on="on")
        assert "Everyone can begin now." in await page(client, new, ben)
        assert (await press(client, f"{new}/start", ben)).status_code == 303

    run(play)


def test_who_does_not_want_a_rematch_gets_up(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = await client.table(person("Ann"), person("Ben"), browser=ann, start=True)
        while not (match := (await now(client, made)).started_match).is_over:
            seat = match.waiting[0]
            await client.move(made, seat, str(match.legal_moves(seat)[0]))
        answer = await client.done("POST", f"/api/tables/{made['id']}/rematch", made["seats"][1])
        new = answer["table"]
        await press(client, f"/t/{new}/leave", ann)
        assert names((await client.tables.find(new)).table).count("open") == 1

    run(play)


def test_what_people_said_goes_with_them_when_seats_change(run: Run) -> None:
    async def play(client: Client) -> None:
        made, ann = await three(client)
        ben = await joined(client, made, "Ben")
        await press(client, f"/t/{made['id']}/chat", ben, text="Hello from Ben")
        await press(client, f"/t/{made['id']}/swap", ann, one="0", other="1")
        said = [(seat, event.body) for event, seat in with_present_seats((await now(client, made)).events)]
        assert (0, {"text": "Hello from Ben"}) in said
        await press(client, "/me/erase", ben)
        stored = json.dumps([event.body for event in (await again(client, made)).events])
        assert "Ben" not in stored
        assert "Ann" in stored

    run(play)


def event(number: int, kind: str, seat: int | None = None, **body: Any) -> Event:
    return Command(kind, seat, body).event(number, 0.0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_names_are_removed_wherever_somebody_sat(seat: int) -> None:
    log = [
        event(1, "sit", 0, name="Ann"),
        event(2, "sit", 1, name="Ben"),
        event(3, "chat", 0, text="by Ann"),
        event(4, "arrange", None, order=[1, None, 0]),
        event(5, "chat", 2, text="by Ann"),
    ]
    left = json.dumps([each.body for each in without_names(log, seat)])
    assert ("Ben" in left) == (seat != 0)
    assert ("Ann" in left) == (seat != 2)
    assert [now for _, now in with_present_seats(log)] == [2, 0, 2, None, 2]
