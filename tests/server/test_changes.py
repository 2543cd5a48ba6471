"""Pages are sent only what is new to them, and it is little: whole games, picture by picture."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from starlette.requests import Request

from tests.variants import VARIANTS, Variant
from tilery import games
from tilery.server.changes import Changes
from tilery.server.config import Config
from tilery.server.replay import Lookback
from tilery.server.stage import Stage
from tilery.server.stream import as_event
from tilery.server.table import Event, Settings, Table
from tilery.server.templates import Renderer
from tilery.server.visit import Visit
from tilery.words import LANGUAGES

MOST = 20_000
RENDERER = Renderer()
SAME = re.compile(r'<([\w-]+) id="([^"]*)" data-same></\1>')


def restored(before: str, changes: str) -> str:
    """The picture that a viewer of the one before sees."""
    return SAME.sub(lambda same: element(before, same[1], same[2]), changes)


def element(picture: str, tag: str, name: str) -> str:
    """The element with an id, found by counting the tags of its kind."""
    start = re.search(rf'<{tag}(?: [^>]*)? id="{re.escape(name)}"|<{tag} id="{re.escape(name)}"', picture)
    assert start, name
    depth = 0
    for found in re.finditer(rf"<{tag}\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>|</{tag}>", picture[start.start() :]):
        depth += -1 if found[0].startswith("</") else 0 if found[0].endswith("/>") else 1
        if depth == 0:
            return picture[start.start() : start.start() + found.end()]
    raise AssertionError(name)


def test_the_first_picture_is_sent_whole_and_the_same_again_as_nothing() -> None:
    changes = Changes()
    picture = '<div id="a" class="wide"><p id="b">many words that are long enough</p></div>'
    assert changes.to(picture) == picture
    assert changes.to(picture) == '<div id="a" data-same></div>'


def test_what_has_changed_is_sent_with_everything_around_it() -> None:
    changes = Changes()
    calm, long = '<p id="b">many words that stay</p>', "many words that are long enough"
    changes.to(f'<div id="a">{calm}<p id="c">{long}</p>{long}</div>')
    assert changes.to(f'<div id="a">{calm}<p id="c">other words</p>{long}</div>') == (
        f'<div id="a"><p id="b" data-same></p><p id="c">other words</p>{long}</div>'
    )


def test_an_element_may_have_come_from_somewhere_else() -> None:
    changes = Changes()
    tile = '<g id="tile-7" class="piece"><use href="#grass"/></g>'
    changes.to(f'<div id="hand">{tile}</div><div id="board"></div>')
    assert changes.to(f'<div id="hand"></div><div id="board">{tile}</div>') == (
        '<div id="hand"></div><div id="board"><g id="tile-7" data-same></g></div>'
    )


def test_a_short_element_is_sent_again_rather_than_named() -> None:
    changes = Changes()
    changes.to('<p id="a">x</p><i>1</i>')
    assert changes.to('<p id="a">x</p><i>2</i>') == '<p id="a">x</p><i>2</i>'


def test_signs_of_elements_in_attributes_do_not_count() -> None:
    changes = Changes()
    tricky = """<div id="a" data-x='{"b":"<p id=\\"c\\">"}' title="a > b"><input id="d" name="e"><img src="f"></div>"""
    assert changes.to(f"{tricky}<i>1</i>") == f"{tricky}<i>1</i>"
    assert changes.to(f"{tricky}<i>2</i>") == '<div id="a" data-same></div><i>2</i>'


def visit(language: str) -> Visit:
    headers = [(b"accept-language", language.encode())]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    return Visit(Request(scope), Config())


def whole_game(variant: Variant) -> Iterator[Table]:
    """A table after every move of a random game."""
    game = games.find(variant.game)
    table = Table("AAAAAAAAAAAA", game.name, game.version, variant.seats, {}, 7, Settings(), public=False)
    table.options = game.read_options(variant.seats, variant.options)
    for seat in range(variant.seats):
        table.apply(Event(table.number + 1, "sit", seat, {"name": f"Maximiliane {seat}"}, 0.0))
    table.apply(Event(table.number + 1, "start", None, {}, 0.0))
    rng = random.Random(5)
    assert table.match is not None
    yield table
    while not table.match.is_over:
        seat = rng.choice(table.match.waiting)
        move = str(rng.choice(list(table.match.legal_moves(seat))))
        table.apply(Event(table.number + 1, "move", seat, {"move": move}, 0.0))
        yield table


DRAWN = [variant for variant in VARIANTS if games.find(variant.game).drawing]


@pytest.mark.parametrize("variant", DRAWN, ids=str)
def test_an_update_of_a_table_is_small_and_makes_the_whole_picture(variant: Variant) -> None:
    language = LANGUAGES[variant.seats % 3]
    changes, before = Changes(), ""
    for table in whole_game(variant):
        context = Stage(table, variant.seats - 1, frozenset(), language).context()
        picture = RENDERER.fragment(visit(language), "room.html", context)
        ids = re.findall(r'\sid="([^"]*)"', picture)
        assert len(ids) == len(set(ids))
        update = changes.to(picture)
        assert restored(before, update) == picture
        assert not before or len(as_event(table.number, update)) < MOST
        before = picture


@pytest.mark.parametrize("variant", DRAWN, ids=str)
def test_a_step_of_a_replay_is_small(variant: Variant) -> None:
    language = LANGUAGES[variant.seats % 3]
    *_, table = whole_game(variant)
    assert table.match is not None
    count = len(table.match.moves)
    changes = Changes()
    for number in [*range(count + 1), *range(count, -1, -3)]:
        context = {**Lookback(table, 0, number, language).moment(), "deal_fits": True}
        picture = RENDERER.fragment(visit(language), "moment.html", context)
        update = changes.to(picture)
        assert number == 0 or len(update.encode()) < MOST
