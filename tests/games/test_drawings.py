"""The drawings of all games: well formed, complete, and blind to what a seat may not know."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawings import (
    DRAWN,
    Drawn,
    as_json,
    check_preview,
    check_references,
    check_scene,
    drawing_of,
    drawn_moments,
    ids,
    lookers,
    moments,
    parsed,
    pictures,
    scene_ids,
)
from tests.effort import examples
from tests.variants import Variant, each, marked
from tilery import games
from tilery.match.match import Match

each_variant = each(DRAWN)
each_game = pytest.mark.parametrize(
    "variant", {variant.game: variant for variant in DRAWN}.values(), ids=lambda v: v.game
)
PLAYERS = ("Ann", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture(scope="module", params=map(marked, DRAWN))
def drawn_game(request: pytest.FixtureRequest) -> list[Drawn]:
    """A whole game of every variant, drawn once for all tests that look at it."""
    return drawn_moments(request.param, 1)


def symbols_of(match: Match) -> set[str]:
    return set(ids(drawing_of(match).symbols()))


def test_every_scene_is_sound_and_offers_each_legal_move_once(drawn_game: list[Drawn]) -> None:
    symbols = symbols_of(drawn_game[0].match)
    for drawn in drawn_game:
        for seat, scene in drawn.scenes.items():
            check_scene(scene, symbols, drawn.views[seat])


def test_a_scene_is_small(drawn_game: list[Drawn]) -> None:
    """All of it is sent to whoever comes, so tile art must not be in it; what is sent after a move is less."""
    for drawn in drawn_game:
        for scene in drawn.scenes.values():
            assert sum(len(picture.body) for picture in pictures(scene)) < 25_000


def test_every_move_has_a_preview(drawn_game: list[Drawn]) -> None:
    choose = random.Random(3)
    drawing, symbols = drawing_of(drawn_game[0].match), symbols_of(drawn_game[0].match)
    for drawn in drawn_game:
        for seat in drawn.match.waiting:
            view, scene = drawn.views[seat], drawn.scenes[seat]
            for move in choose.sample(view.legal_moves, min(6, len(view.legal_moves))):
                check_preview(drawing.preview(view, move), scene, symbols)


@each_variant
@settings(max_examples=examples(6))
@given(seed=st.integers(0, 2**64), part=st.floats(0, 1))
def test_what_a_seat_cannot_know_is_in_no_picture(variant: Variant, seed: int, part: float) -> None:
    whole = variant.match(seed)
    whole.play_randomly(seed=seed)
    match = variant.match(seed)
    for move in whole.moves[: int(part * len(whole.moves))]:
        match.play(move)
    drawing = drawing_of(match)
    for seat in lookers(match):
        view = match.view(seat)
        moves = random.Random(seed).sample(view.legal_moves, min(3, len(view.legal_moves)))
        scene = as_json(drawing.scene(view))
        previews = [as_json(drawing.preview(view, move)) for move in moves]
        told = as_json(drawing.tell(match.story(seat), PLAYERS))
        for again in range(3):
            other = match.redeal(seat, seed=again)
            assert as_json(drawing.scene(other.view(seat))) == scene
            assert [as_json(drawing.preview(other.view(seat), move)) for move in moves] == previews
            assert as_json(drawing.tell(other.story(seat), PLAYERS)) == told


@each_variant
def test_the_log_tells_all_moves_in_words(variant: Variant) -> None:
    match = variant.match(4)
    match.play_randomly(seed=4)
    drawing = drawing_of(match)
    for seat in lookers(match):
        log = match.story(seat)
        told = drawing.tell(log, PLAYERS)
        players = [log[index][0] for index in range(len(log)) if index == 0 or log[index][0] != log[index - 1][0]]
        tellers = [told[index][0] for index in range(len(told)) if index == 0 or told[index][0] != told[index - 1][0]]
        assert tellers == players
        for entry in told:
            assert PLAYERS[entry.seat] in entry.sentence
            assert entry.sentence.template
        for start in range(len(log)):
            assert drawing.tell(log[start:], PLAYERS)


def test_what_was_told_last_is_on_the_table(drawn_game: list[Drawn]) -> None:
    """All of it for somebody, and something of it for everybody who looks."""
    drawing = drawing_of(drawn_game[0].match)
    for drawn in drawn_game:
        seen = {seat: set(scene_ids(scene)) for seat, scene in drawn.scenes.items()}
        for seat, names in seen.items():
            for entry in drawing.tell(drawn.match.story(seat), PLAYERS)[-1:]:
                assert set(entry.places) <= set().union(*seen.values())
                assert not entry.places or names & set(entry.places)


@each_variant
def test_points_at_the_end_come_from_things_on_the_table(variant: Variant) -> None:
    for seed in range(3):
        match = variant.match(seed)
        match.play_randomly(seed=seed)
        outcome = match.outcome
        assert outcome is not None
        for seat in lookers(match):
            scene = drawing_of(match).scene(match.view(seat))
            names = set(scene_ids(scene))
            for place, points in enumerate(outcome.points):
                for category, count in points.items():
                    found = scene.sources.get((place, category), ())
                    assert set(found) <= names
                    assert found or not count
            assert [panel.figure for panel in scene.panels] == [str(total) for total in outcome.totals]


def test_nothing_is_offered_to_those_who_cannot_act(drawn_game: list[Drawn]) -> None:
    for drawn in drawn_game:
        for seat in drawn.scenes.keys() - set(drawn.match.waiting):
            scene = drawn.scenes[seat]
            assert not scene.choices
            assert not scene.pieces
            assert not scene.selections


@each_game
def test_symbols_and_cover_are_sound_and_named_after_their_game(variant: Variant) -> None:
    match = variant.match(0)
    symbols = drawing_of(match).symbols()
    names = ids(symbols)
    assert len(names) == len(set(names))
    assert all(name.startswith(f"{variant.game}-") for name in names)
    check_references(symbols, set())
    cover = drawing_of(match).cover()
    check_references(cover.body, set(names))
    assert not ids(cover.body)


@each_game
def test_no_picture_is_styled_as_a_part_of_the_page(variant: Variant) -> None:
    """The name of a picture becomes its class, beside those of the page's own parts such as the tray of a hand."""
    room = (Path(games.__file__).parent.parent / "web" / "templates" / "room.html").read_text()
    parts = {*re.findall(r'id="([a-z-]+)"', room), "hand"}
    assert "board" in parts
    for match in moments(variant, seed=1, step=7):
        for seat in lookers(match):
            assert not parts.intersection(
                picture.name for picture in pictures(drawing_of(match).scene(match.view(seat)))
            )


@each_game
def test_classes_are_styled(variant: Variant) -> None:
    """A class of the game that the style sheet does not know would be black."""
    style = (games.find(variant.game).page_folder / "drawing.css").read_text("utf-8")
    for match in moments(variant, 6):
        drawing = drawing_of(match)
        bodies = [drawing.symbols(), drawing.cover().body]
        for seat in lookers(match):
            view = match.view(seat)
            bodies += [picture.body for picture in pictures(drawing.scene(view))]
            for move in view.legal_moves[:2] + view.legal_moves[-2:]:
                preview = drawing.preview(view, move)
                bodies += preview.overlays.values()
                bodies += [preview.card.body] if preview.card else []
        for name in _classes(bodies):
            if name.startswith(f"{variant.game}-"):
                assert re.search(rf"\.{name}\b", style), name


def _classes(bodies: list[str]) -> set[str]:
    elements: list[ElementTree.Element] = [element for body in bodies for element in parsed(body).iter()]
    return {name for element in elements for name in element.attrib.get("class", "").split()}
