"""Puzzles on pages: the same for everybody on a date, nothing told before it is solved, tries judged as reviews do."""

from __future__ import annotations

import pytest

from tests.server.client import Client, Run
from tilery import games
from tilery.coach.outlook import Difference, Outlook
from tilery.coach.puzzles import Attempt, puzzles_of
from tilery.server.pages.puzzle_pages import verdict
from tilery.words import LANGUAGES, translated

HAVING = [name for name in games.names() if puzzles_of(name)]
SCRIPT = {"x-tilery": "script"}


def test_the_puzzle_of_the_day_leads_to_one_of_the_games(run: Run) -> None:
    async def play(client: Client) -> None:
        answer = await client.http.get("/puzzle")
        assert answer.status_code == 303
        assert answer.headers["location"].removeprefix("/puzzle/") in HAVING

    run(play)


@pytest.mark.parametrize("game", HAVING)
def test_a_puzzle_asks_without_telling_and_shows_when_asked(run: Run, game: str) -> None:
    async def play(client: Client) -> None:
        for puzzle in puzzles_of(game)[:3]:
            for language in LANGUAGES:
                cookie = {"cookie": f"language={language}"}
                page = await client.http.get(f"/puzzle/{game}/{puzzle.name}", headers=cookie)
                assert page.status_code == 200
                assert translated(puzzle.question, language).replace("'", "&#39;") in page.text
                assert 'data-better=""' in page.text
                assert "line-told" not in page.text
                shown = await client.http.get(f"/puzzle/{game}/{puzzle.name}?shown=yes", headers={**cookie, **SCRIPT})
                assert "line-told" in shown.text
                assert 'data-state="shown"' in shown.text
                if game == "terraflip":  # what the first move brings is not said of a whole turn
                    assert "+" not in shown.text.partition('class="line-told"')[2].partition("</ol>")[0]
        assert client.tables.in_memory == 0

    run(play)


def test_a_try_is_judged_and_the_judgement_kept(run: Run) -> None:
    async def play(client: Client) -> None:
        puzzle = puzzles_of("triqueta")[0]
        where = f"/puzzle/triqueta/{puzzle.name}"
        for tried, state in ((puzzle.best, "solved"), (puzzle.second, "wrong"), (puzzle.second, "wrong")):
            page = await client.http.get(where, params={"tried": tried}, headers=SCRIPT)
            assert f'data-state="{state}"' in page.text
            assert ("line-told" in page.text) == (state == "solved")

    run(play)


def test_what_an_address_says_is_checked(run: Run) -> None:
    async def play(client: Client) -> None:
        where = f"/puzzle/triqueta/{puzzles_of('triqueta')[0].name}"
        for path, status in (
            ("/puzzle/pebbles", 404),
            ("/puzzle/chess", 404),
            ("/puzzle/triqueta/nothing", 404),
            (f"{where}?tried=fly", 422),
            (f"{where}?tried=return", 409),
        ):
            answer = await client.http.get(path, headers=SCRIPT)
            assert answer.status_code == status, (path, answer.text[:200])
            assert answer.json()["error"]
        assert (await client.http.get(f"{where}/preview?move=draw")).status_code == 200

    run(play)


def test_every_answer_is_told_in_every_language() -> None:
    puzzle = puzzles_of("triqueta")[0]
    outlook = Outlook((0.5, 0.5), (1.0, 1.0))
    lost = Difference(0.1, 0.01, 1.0, 0.1, 0.1)
    for answer in ("best", "as-good", "second", "slip", "worse"):
        sentence = verdict(puzzle, Attempt(answer, outlook, outlook, lost))
        assert len({translated(sentence, language) for language in LANGUAGES}) == len(LANGUAGES)
