"""The rules as pages: one set of anchors for all languages, pictures from real matches, the way there from a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.drawings import DRAWN, drawing_of, lookers, moments
from tests.server.client import Client, Run, run_on
from tests.server.test_leaks import exchange
from tests.variants import Variant, each
from tilery import games
from tilery.games.drawing import Illustration
from tilery.games.game import Game
from tilery.match.record import Record
from tilery.server.pages import rules_pages
from tilery.words import LANGUAGES, translated

PICTURED = [name for name in games.names() if games.find(name).drawing]


def illustrations(game: Game) -> list[Illustration]:
    return list(game.drawing.ILLUSTRATIONS) if game.drawing else []


def ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def links(page: str) -> Iterator[str]:
    """What the page refers to on itself: anchors, and the symbols and gradients of pictures."""
    yield from re.findall(r'href="#([^"]+)"', page)
    yield from re.findall(r"url\(#([^)]+)\)", page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_all_languages_have_the_same_anchors(game: str, language: str) -> None:
    anchors = rules_pages.anchors_of(game)
    assert len(anchors) == len(set(anchors))
    body = rules_pages.rules_text(game, language, False).body
    assert [name for name in ids(body) if not name.startswith("figure-")] == anchors


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PICTURED)
def test_every_ruling_is_an_anchor_of_its_own(game: str, language: str) -> None:
    source = (games.find(game).folder / f"rules.{language}.md").read_text("utf-8")
    rulings = re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", source, re.MULTILINE)
    body = rules_pages.rules_text(game, language, False).body
    assert rulings
    for ruling in rulings:
        assert f'<li id="{ruling}">' in body
        assert f'<a class="ruling" href="#{ruling}">{ruling}</a>' in body


@pytest.mark.parametrize("game", games.names())
def test_the_page_refers_to_nothing_that_it_does_not_have(game: str, run: Run) -> None:
    async def play(client: Client) -> None:
        await client.tables.warmup.prepare(game)
        for language in LANGUAGES:
            answer = await client.http.get(f"/rules/{game}", headers={"accept-language": language})
            assert answer.status_code == 200
            assert f'<html lang="{language}"' in answer.text
            known = ids(answer.text)
            assert len(known) == len(set(known))
            assert set(links(answer.text)) <= set(known)
            assert answer.text.count("<figure") == len(illustrations(games.find(game)))
            assert "tabindex" not in answer.text.partition('<main id="main"')[2]

    run(play)


def test_the_index_leads_to_all_rules(file_database: str) -> None:
    async def play(client: Client) -> None:
        page = (await client.http.get("/rules")).text
        for game in games.names():
            assert f'href="/rules/{game}"' in page
        assert (await client.http.get("/rules/chess")).status_code == 404

    run_on(file_database, play)


@pytest.mark.parametrize("game", PICTURED)
def test_pictures_are_of_real_games_and_at_real_places(game: str) -> None:
    found = games.find(game)
    anchors = rules_pages.anchors_of(game)
    assert illustrations(found)
    for illustration in illustrations(found):
        assert illustration.section in anchors
        record = Record.parse((found.page_folder / f"{illustration.record}.json").read_text("utf-8"))
        assert record.game == game
        assert record.replay().is_over
        match = record.replay(illustration.moves)
        assert len(match.moves) == illustration.moves
        if illustration.preview is not None:
            assert illustration.preview in match.view(illustration.seat).legal_moves


# From the table.


@each(DRAWN)
def test_every_step_has_a_place_in_the_rules_and_advice_in_all_languages(variant: Variant) -> None:
    anchors = rules_pages.anchors_of(variant.game)
    for match in moments(variant, 7):
        for seat in lookers(match):
            scene = drawing_of(match).scene(match.view(seat))
            assert scene.rule in anchors
            assert scene.advice is not None
            spoken = {translated(scene.advice, language) for language in LANGUAGES}
            assert len(spoken) == len(LANGUAGES)
            assert all(text.endswith(".") for text in spoken)


@pytest.mark.parametrize("game", PICTURED)
def test_rules_are_the_same_for_everybody(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        await client.tables.warmup.prepare(game)
        path = f"/rules/{game}"
        one = await exchange(client, "GET", path, "a secret of twenty letters")
        assert await exchange(client, "GET", path, "another of twenty letters") == one

    run_on(file_database, play)
