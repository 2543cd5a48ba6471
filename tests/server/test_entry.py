"""The address of a table in the hands of people who are not at it: who invites, how to get in, and the picture that
messengers show, which never holds what is hidden."""

from __future__ import annotations

import asyncio
import re
import struct

import httpx
import pytest

from tests.server.client import OPEN, Body, Client, Run, person
from tests.server.test_clubs import play_out
from tests.server.test_days import DAY, browser
from tests.server.test_people import press
from tilery.server.pages import card
from tilery.server.tables.host import Host
from tilery.server.tables.table import Table


async def at(client: Client, made: Body, secret: str | None = None, more: str = "") -> httpx.Response:
    cookie = {"cookie": f"tilery={secret}"} if secret else {}
    return await client.http.get(f"/t/{made['id']}{more}", headers=cookie)


async def private_table(client: Client, ann: str, game: str = "pebbles") -> Body:
    return await client.table(person("Ann"), OPEN, game=game, browser=ann)


def is_let_in(answer: httpx.Response) -> bool:
    return 'id="room"' in answer.text


def test_the_address_of_a_private_table_says_who_invites(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await private_table(client, await browser(client))
        answer = await at(client, made)
        assert answer.status_code == 200
        assert "Ann invites you to a table of" in answer.text
        assert not is_let_in(answer)
        assert (await client.http.get("/t/aaaaaaaaaaaa")).status_code == 404
        assert (await client.ask("GET", f"/api/tables/{made['id']}"))[0] == 404

    run(play)


def test_only_a_table_that_waits_for_players_invites(run: Run) -> None:
    """While a game runs, its address says who plays; afterwards who won, as the picture does."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Ben"), start=True)
        running = (await at(client, made)).text
        assert "<h1>Ann is playing " in running
        assert "To watch, you need a link" in running
        await play_out(client, made["id"])
        over = (await at(client, made)).text
        outcome = (await client.tables.find(made["id"])).table.started_match.outcome
        assert outcome is not None
        assert ("share the win" if len(outcome.winners) > 1 else "wins with") in over
        assert "This game is finished and private." in over
        for text in (running, over):
            assert "invites" not in text

    run(play)


@pytest.mark.parametrize("begun", [True, False])
def test_a_table_that_was_closed_invites_nobody(run: Run, begun: bool) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN if not begun else person("Ben"), start=begun)
        await Host(client.tables, "host").close(made["id"])
        text = (await at(client, made)).text
        assert "<h1>This table has been closed.</h1>" in text
        assert "invites" not in text
        assert "Ask to join" not in text
        assert "invites" not in drawn((await client.tables.find(made["id"])).table)

    run(play)


@pytest.mark.parametrize("whole", [True, False])
def test_the_code_of_a_link_opens_the_table(run: Run, whole: bool) -> None:
    async def play(client: Client) -> None:
        made = await private_table(client, await browser(client))
        ben = await browser(client)
        code = f"http://table/t/{made['id']}/with/{made['invite']}" if whole else made["invite"]
        assert (await press(client, f"/t/{made['id']}/code", ben, code=code)).status_code == 303
        assert is_let_in(await at(client, made, ben))

    run(play)


def test_a_wrong_code_opens_nothing_and_is_told_so(run: Run) -> None:
    async def play(client: Client) -> None:
        made, other = [await private_table(client, await browser(client)) for _ in range(2)]
        ben = await browser(client)
        for code in ("short", other["invite"], "x" * 24):
            answer = await press(client, f"/t/{made['id']}/code", ben, code=code)
            assert answer.status_code == 422
        assert not is_let_in(await at(client, made, ben))

    run(play)


async def request_of(client: Client, made: Body, ann: str) -> str:
    found = re.search(r'name="request" value="([^"]+)"', (await at(client, made, ann)).text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_asks_is_let_in_by_somebody_at_the_table_or_not(run: Run, answer: str) -> None:
    async def play(client: Client) -> None:
        ann, ben = await browser(client), await browser(client)
        made = await private_table(client, ann)
        assert (await press(client, f"/t/{made['id']}/ask", ben, name="Ben")).status_code == 303
        assert "You have asked as Ben" in (await at(client, made, ben)).text
        assert "Ben asks to be let in" in (await at(client, made, ann)).text
        form = {"request": await request_of(client, made, ann), "answer": answer}
        stranger = await browser(client)
        assert (await press(client, f"/t/{made['id']}/answer", stranger, **form)).status_code == 404
        assert (await press(client, f"/t/{made['id']}/answer", ben, **form)).status_code == 404
        assert not is_let_in(await at(client, made, ben))
        await press(client, f"/t/{made['id']}/answer", ann, **form)
        seen = await at(client, made, ben)
        assert is_let_in(seen) == (answer == "yes")
        assert "Ben asks to be let in" not in (await at(client, made, ann)).text
        if answer == "no":
            assert "declined" in seen.text
            await press(client, f"/t/{made['id']}/ask", ben, name="Ben")  # an answer is not asked for twice
            assert "asks to be let in" not in (await at(client, made, ann)).text

    run(play)


def test_who_is_let_in_may_sit_down(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, ben = await browser(client), await browser(client)
        made = await private_table(client, ann)
        await press(client, f"/t/{made['id']}/ask", ben, name="Ben")
        await press(client, f"/t/{made['id']}/answer", ann, request=await request_of(client, made, ann), answer="yes")
        await press(client, f"/t/{made['id']}/sit", ben, name="Ben")
        assert [player.name for player in (await client.tables.find(made["id"])).table.players] == ["Ann", "Ben"]

    run(play)


def test_not_everybody_can_wait_at_one_door(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = await private_table(client, ann)
        statuses = [
            (await press(client, f"/t/{made['id']}/ask", await browser(client), name=f"P{n}")).status_code
            for n in range(12)
        ]
        assert statuses == [303] * 10 + [429] * 2

    run(play)


def test_erasing_oneself_takes_back_what_one_has_asked(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, ben = await browser(client), await browser(client)
        made = await private_table(client, ann)
        await press(client, f"/t/{made['id']}/ask", ben, name="Ben")
        await press(client, "/me/erase", ben)
        assert "Ben" not in (await at(client, made, ann)).text

    run(play)


# The picture for messengers.


def size_of(png: bytes) -> tuple[int, ...]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_messengers_find_a_picture_of_the_table(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await private_table(client, await browser(client), "topiary")
        text = (await at(client, made)).text
        assert '<meta property="og:title" content="Ann invites you to play">' in text
        found = re.search(r'<meta property="og:image" content="http://table([^"]+)">', text)
        assert found is not None
        answer = await client.http.get(found[1].replace("&amp;", "&"))
        assert answer.headers["content-type"] == "image/png"
        assert size_of(answer.content) == (1200, 630)
        assert (await client.http.get("/t/aaaaaaaaaaaa/card.png")).status_code == 404

    run(play)


def test_pictures_are_drawn_one_at_a_time_and_by_turns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address asked for sixteen at once, and for seconds nobody else got an answer."""
    drawn_names: list[str] = []
    busy = 0

    async def slowly(table: Table, language: str, inviter: str = "") -> bytes:
        nonlocal busy
        del language, inviter
        drawn_names.append(table.name)
        busy += 1
        assert busy == 1
        await asyncio.sleep(0.02)
        busy -= 1
        return b"png"

    monkeypatch.setattr(card, "png_of", slowly)

    async def play(client: Client) -> None:
        names = [*(f"crowd {number}" for number in range(5)), "Ann"]
        made = [await client.table(person("Ann"), OPEN, name=name, public=True) for name in names]

        async def seen(table: Body, address: str) -> None:
            http = httpx.AsyncClient(
                transport=httpx.ASGITransport(client.app, client=(address, 1)), base_url="http://table"
            )
            assert (await http.get(f"/t/{table['id']}/card.png")).content == b"png"

        crowd = [asyncio.create_task(seen(table, "192.0.2.1")) for table in made[:5]]
        await asyncio.sleep(0.01)
        await asyncio.gather(*crowd, seen(made[5], "192.0.2.2"))
        assert len(drawn_names) == 6
        assert drawn_names.index("Ann") <= 2, "behind the one that was being drawn, and perhaps one more"

    run(play)


def test_a_game_without_drawings_has_a_picture_too(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await private_table(client, await browser(client), "pebbles")
        answer = await client.http.get(f"/t/{made['id']}/card.png")
        assert size_of(answer.content) == (1200, 630)

    run(play)


def drawn(table: Table) -> str:
    return card.to_svg(card.card_of(table, "en", "Ann"))


def test_a_private_game_in_progress_shows_its_cover_alone(run: Run) -> None:
    """Two tables that differ in all that happened there have the same picture."""

    async def play(client: Client) -> None:
        pictures = []
        for name, moves in (("Ben", 0), ("Chloe", 3)):
            made = await client.table(person("Ann"), person(name), game="topiary", start=True, name=f"With {name}")
            for _ in range(moves):
                match = (await client.tables.find(made["id"])).table.started_match
                seat = match.waiting[0]
                await client.move(made, seat, str(match.legal_moves(seat)[0]))
            pictures.append(drawn((await client.tables.find(made["id"])).table))
        assert pictures[0] == pictures[1]
        assert "Ben" not in pictures[0]
        assert "Ann is playing" in pictures[0]

    run(play)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_without_a_link_nothing_tells_how_far_a_private_game_is(run: Run, language: str) -> None:
    """Page and picture, as they are sent, stay the same whatever is played and said."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Ben"), game="triqueta", start=True, seconds_per_move=3 * DAY)
        cookie = {"cookie": f"language={language}"}

        async def seen() -> list[bytes]:
            page = await client.http.get(f"/t/{made['id']}", headers=cookie)
            picture = await client.http.get(f"/t/{made['id']}/card.png?language={language}")
            assert (page.status_code, picture.status_code) == (200, 200)
            return [page.content, picture.content]

        before = await seen()
        for _ in range(3):
            match = (await client.tables.find(made["id"])).table.started_match
            seat = match.waiting[0]
            await client.move(made, seat, str(match.legal_moves(seat)[0]))
        await client.done("POST", f"/api/tables/{made['id']}/chat", made["seats"][1], {"text": "well played"})
        assert await seen() == before

    run(play)


def test_a_public_game_is_shown_as_a_spectator_sees_it(run: Run) -> None:
    """What is dealt to the seats differs; what everybody sees does not, so neither does the picture."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Ben"), game="topiary", start=True, public=True)
        table = (await client.tables.find(made["id"])).table
        other = table.for_thread()
        other.match = table.started_match.redeal(None, seed=1)
        assert "Ben" in drawn(table)
        assert table.started_match.view(1).table != other.match.view(1).table  # another hand
        assert drawn(table) == drawn(other)

    run(play)


def test_a_picture_shows_the_games_own_signs_of_the_players(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Ben"), game="terraflip", start=True, public=True)
        svg = drawn((await client.tables.find(made["id"])).table)
        for family in ("desert", "forest"):
            assert svg.count(f'href="#terraflip-mark-{family}"') == 1
            assert f'id="terraflip-mark-{family}"' in svg

    run(play)


def test_no_word_of_a_headline_stands_alone_in_its_last_line() -> None:
    svg = card.to_svg(card.Card("terraflip", "en", "Ann wins with 24 points", "", None))
    assert re.findall(r'class="card-headline"[^>]*>([^<]+)<', svg) == ["Ann wins with", "24 points"]
