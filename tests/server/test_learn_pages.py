"""Lessons on pages: whole in every language, no table is made, and what an address says is checked."""

from __future__ import annotations

import pytest

from tests.server.client import Client, Run
from tilery import games
from tilery.coach.lessons import answers, does, follow
from tilery.words import LANGUAGES, translated

TAUGHT = [name for name in games.names() if games.find(name).lessons]
SCRIPT = {"x-tilery": "script"}


def test_the_address_of_a_game_leads_to_its_first_step(run: Run) -> None:
    async def play(client: Client) -> None:
        answer = await client.http.get("/learn/triqueta")
        assert (answer.status_code, answer.headers["location"]) == (303, "/learn/triqueta/1?continue=yes")

    run(play)


@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_is_shown_in_every_language_without_a_table(run: Run, game: str) -> None:
    async def play(client: Client) -> None:
        for language in LANGUAGES:
            for number, lesson in enumerate(games.find(game).lessons, 1):
                answer = await client.http.get(f"/learn/{game}/{number}", headers={"cookie": f"language={language}"})
                assert answer.status_code == 200
                for sentence in (lesson.title, lesson.text, lesson.tasks[0].ask):
                    shown = translated(sentence, language).replace("'", "&#39;")
                    assert shown in answer.text
        assert client.tables.in_memory == 0

    run(play)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_right_move_is_praised_and_a_wrong_one_explained(run: Run, game: str) -> None:
    async def play(client: Client) -> None:
        lesson = games.find(game).lessons[0]
        progress = follow(lesson, ())
        right = str(answers(progress)[0])
        wrong = next(str(m) for m in progress.match.legal_moves(lesson.seat) if not does(progress, m))
        assert progress.task is not None
        page = await client.http.get(f"/learn/{game}/1", params={"tried": wrong}, headers=SCRIPT)
        assert 'data-state="wrong"' in page.text
        assert str(progress.task.advice(wrong)).replace("'", "&#39;") in page.text
        assert 'data-wanted=""' in page.text
        page = await client.http.get(f"/learn/{game}/1", params={"tried": wrong, "again": "yes"}, headers=SCRIPT)
        assert 'data-wanted=""' not in page.text, "after the second try the way is shown"
        page = await client.http.get(f"/learn/{game}/1", params={"tried": right}, headers=SCRIPT)
        assert 'data-state="done"' in page.text
        assert str(progress.task.done).replace("'", "&#39;") in page.text
        assert f'href="/learn/{game}/2"' in page.text

    run(play)


def test_the_last_step_leads_to_a_first_game_with_the_guide(run: Run) -> None:
    async def play(client: Client) -> None:
        page = await client.http.get("/learn/triqueta/7")
        assert '<input type="hidden" name="guide" value="on">' in page.text
        answer = await client.http.post(
            "/play/triqueta",
            content="guide=on",
            headers={"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"},
        )
        assert answer.headers["location"].endswith("#guide")

    run(play)


def test_what_an_address_says_is_checked(run: Run) -> None:
    async def play(client: Client) -> None:
        for path, status in (
            ("/learn/pebbles", 404),
            ("/learn/chess/1", 404),
            ("/learn/triqueta/0", 404),
            ("/learn/triqueta/8", 404),
            ("/learn/triqueta/x", 422),
            ("/learn/triqueta/1?tried=fly", 422),
            ("/learn/triqueta/1?tried=row+1", 409),
            ("/learn/triqueta/1?played=take+1", 422),
            ("/learn/triqueta/1?played=take+2&tried=draw", 422),
            ("/learn/triqueta/1?played=%FF%00", 422),
            ("/learn/triqueta/1/preview?played=fly", 422),
        ):
            answer = await client.http.get(path, headers=SCRIPT)
            assert answer.status_code == status, (path, answer.text[:200])
            assert answer.json()["error"]

    run(play)


def test_a_preview_tells_what_a_move_would_do(run: Run) -> None:
    async def play(client: Client) -> None:
        answer = await client.http.get("/learn/triqueta/1/preview?move=take+2")
        assert answer.json()["effect"]
        answer = await client.http.get("/learn/triqueta/1/preview?move=row+2")
        assert answer.json()["effect"] == ""

    run(play)


@pytest.mark.parametrize("path", ["/", "/rules/topiary"])
def test_pages_lead_to_lessons(run: Run, path: str) -> None:
    async def play(client: Client) -> None:
        assert 'href="/learn/topiary"' in (await client.http.get(path)).text

    run(play)
