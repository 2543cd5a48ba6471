"""Reviews on pages: of finished games alone, filled in while one looks, kept with the table, in every language."""

from __future__ import annotations

import asyncio
import random
import re

import httpx
import pytest

from tests.server.client import Body, Client, Run, person, run_on
from tests.server.test_replay_pages import bring, first, play_on, table_of
from tilery.coach import Review
from tilery.match.simulate import random_match
from tilery.server.storage import review_queries
from tilery.server.tables.reviews import DEEPER, MOST_AN_ASKER, Reviews, match_before

QUICK = 0.01


async def look(client: Client, table_id: str, query: str = "", secret: str | None = None) -> httpx.Response:
    cookie = {"cookie": f"tilery={secret}"} if secret else {}
    return await client.http.get(f"/t/{table_id}/review{query}", headers=cookie)


def hurry(client: Client) -> Reviews:
    """Let the coach look less closely."""
    reviews = client.app.service.reviews
    reviews._effort = QUICK
    return reviews


async def finished(client: Client, game: str = "pebbles") -> tuple[str, str]:
    """A record that was brought along: the table and the browser's secret."""
    answer = await bring(client, str(random_match(game, seed=5).record()))
    table = re.fullmatch(r"/t/([^/]+)/replay.*", answer.json()["replay"])
    assert table
    return table[1], client.http.cookies["tilery"]


async def reviewed(client: Client, table: str, secret: str) -> str:
    """The page once the coach is done."""
    page = await look(client, table, secret=secret)
    assert page.status_code == 200, page.text
    await asyncio.gather(*client.app.service.reviews._tasks.values())
    page = await look(client, table, "?move=1", secret)
    assert 'data-status="done"' in page.text
    return page.text


def test_a_finished_game_is_reviewed_once_and_kept_with_its_table(run: Run) -> None:
    async def play(client: Client) -> None:
        reviews = hurry(client)
        table, secret = await finished(client)
        text = await reviewed(client, table, secret)
        assert text.count("<polyline") == 4  # two seats, in a wide and a narrow graph
        stored = await client.tables.storage.read(lambda connection: review_queries.read_review(connection, table))
        assert stored is not None
        kept = Review.from_json(stored)
        assert kept.is_whole
        reviews._found.clear()
        live = await client.tables.find(table)
        again = await reviews.find(live.table, "somebody")
        assert again.status == "done"
        assert again.review == kept
        assert not reviews._tasks
        await client.tables.storage.write(
            lambda connection: review_queries.keep_review(connection, "gone", kept.to_json())
        )

    run(play)


@pytest.mark.parametrize("game", ["terraflip", "tipperary", "topiary", "triqueta"])
def test_both_moves_are_drawn_and_told_in_every_language(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        hurry(client)
        table, secret = await finished(client, game)
        live = await client.tables.find(table)
        reviews = client.app.service.reviews
        await reviews.find(live.table, "somebody")
        while not (marked := (await reviews.find(live.table, "somebody")).review.marked):
            await asyncio.sleep(0.05)
        for task in reviews._tasks.values():
            task.cancel()
        moment = marked[0]
        for language in ("en", "fr", "de"):
            client.http.cookies.set("language", language)
            page = await look(client, table, f"?move={moment.number}", secret)
            assert 'class="row better"' in page.text
            assert 'class="row played"' in page.text
            assert moment.best.move not in re.sub(r"<[^>]*>", " ", page.text), "moves are told in words"
        await _can_be_tried_on_the_board(client, table, moment.number)

    run_on(file_database, play)


async def _can_be_tried_on_the_board(client: Client, table: str, number: int) -> None:
    """However many moves there were: the position is shown with all of them, and leads to the coach's answer."""
    here = f"/t/{table}/review/{number}"
    assert f'href="{here}"' in (await client.http.get(f"/t/{table}/review?move={number}")).text
    board = await client.http.get(here)
    assert board.status_code == 200, board.text
    assert f'action="/t/{table}/review/try"' in board.text
    whole = (await client.tables.find(table)).table
    seat = whole.started_match.moves[number - 1].seat
    move = match_before(whole, number).legal_moves(seat)[-1]
    preview = await client.http.get(f"{here}/preview", params={"move": str(move)})
    assert preview.json()["effect"]


def test_nothing_of_a_running_game_can_be_reviewed(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("pebbles"), 1)
        page = await look(client, made["id"], secret=made["seats"][0])
        assert page.status_code == 409
        assert "when it is over" in page.text

    run_on(file_database, play)


def test_a_decision_can_be_tried_again(file_database: str) -> None:
    """Looked at closely enough to tell moves apart."""

    async def play(client: Client) -> None:
        hurry(client)._effort = 1.0
        table, secret = await finished(client)
        text = await reviewed(client, table, secret)
        moves = re.findall(r'name="tried" value="([^"]+)"', text)
        assert len(moves) > 1
        headers = {"cookie": f"tilery={secret}", "origin": "http://table"}
        found = set()
        for move in moves:
            answer = await client.http.post(
                f"/t/{table}/review/try", data={"move": "1", "tried": move}, headers=headers
            )
            assert answer.status_code == 200, answer.text
            assert not ("As good as the best" in answer.text and ">Better<" in answer.text), "it says both"
            found |= {words for words in ("As good as the best", "Not yet", "Better than then") if words in answer.text}
        assert "As good as the best" in found
        assert len(found) > 1
        wrong = await client.http.post(f"/t/{table}/review/try", data={"move": "1", "tried": "x"}, headers=headers)
        assert wrong.status_code == 422

    run_on(file_database, play)


def test_one_can_play_on_from_a_moment_against_bots(file_database: str) -> None:
    async def play(client: Client) -> None:
        hurry(client)
        table, secret = await finished(client)
        await reviewed(client, table, secret)
        headers = {"cookie": f"tilery={secret}", "origin": "http://table"}
        answer = await client.http.post(f"/t/{table}/review/play", data={"move": "3"}, headers=headers)
        assert answer.status_code == 303
        old = (await client.tables.find(table)).table.started_match
        new = (await client.tables.find(answer.headers["location"].removeprefix("/t/"))).table
        assert new.started_match.moves[:2] == old.moves[:2]
        seat = old.moves[2].seat
        kinds = ["person" if other == seat else "bot" for other in range(old.seats)]
        assert [player.kind for player in new.players] == kinds
        assert (await client.http.get(answer.headers["location"], headers=headers)).status_code == 200

    run_on(file_database, play)


def test_one_client_cannot_keep_the_coach_for_itself(file_database: str) -> None:
    async def play(client: Client) -> None:
        hurry(client)
        async with client.app.service.reviews._alone:
            for _ in range(MOST_AN_ASKER):
                table, secret = await finished(client)
                assert (await look(client, table, secret=secret)).status_code == 200
            assert "before this one" in (await look(client, table, secret=secret)).text
            table, secret = await finished(client)
            assert (await look(client, table, secret=secret)).status_code == 503

    run_on(file_database, play)


def test_a_game_can_be_looked_at_once_more_and_harder(run: Run) -> None:
    async def play(client: Client) -> None:
        reviews = hurry(client)
        table, secret = await finished(client)
        text = await reviewed(client, table, secret)
        assert f'action="/t/{table}/review/again"' in text
        headers = {"cookie": f"tilery={secret}", "origin": "http://table"}
        answer = await client.http.post(f"/t/{table}/review/again", data={}, headers=headers)
        assert answer.status_code == 303
        text = await reviewed(client, table, secret)
        assert f'action="/t/{table}/review/again"' not in text, "it is never looked at harder than that"
        stored = await client.tables.storage.read(lambda connection: review_queries.read_review(connection, table))
        assert stored is not None
        assert Review.from_json(stored).effort == QUICK * DEEPER
        await client.http.post(f"/t/{table}/review/again", data={}, headers=headers)
        assert not reviews._tasks

    run(play)


def test_a_review_that_failed_can_be_tried_again(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(client: Client) -> None:
        hurry(client)
        table, secret = await finished(client)

        def stumble(*_: object, **__: object) -> None:
            raise RuntimeError("as it may be")

        with monkeypatch.context() as patch:
            patch.setattr("tilery.server.tables.reviews.reviews_of", stumble)
            await look(client, table, secret=secret)
            await asyncio.gather(*client.app.service.reviews._tasks.values())
        page = await look(client, table, secret=secret)
        assert 'data-status="failed"' in page.text
        assert "Try again" in page.text
        headers = {"cookie": f"tilery={secret}", "origin": "http://table"}
        await client.http.post(f"/t/{table}/review/again", data={}, headers=headers)
        assert "Look closer" in await reviewed(client, table, secret)

    run_on(file_database, play)


def test_a_link_to_a_table_may_lead_on_to_a_moment_of_its_review(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("pebbles"), 1)
        link = f"/t/{made['id']}/with/{made['seats'][0]}"
        assert (await client.http.get(f"{link}?review=7")).headers["location"] == f"/t/{made['id']}/review?move=7"
        assert (await client.http.get(f"{link}?review=//x")).headers["location"] == f"/t/{made['id']}"

    run_on(file_database, play)


def test_the_end_of_a_game_leads_to_its_review(file_database: str) -> None:
    async def play(client: Client) -> None:
        made: Body = await client.table(person("Ann"), person("Ben"), game="pebbles", start=True)
        await play_on(client, made, 100, random.Random(1))
        page = await client.http.get(f"/t/{made['id']}", headers={"cookie": f"tilery={made['seats'][0]}"})
        assert f"/t/{made['id']}/review" in page.text

    run_on(file_database, play)
