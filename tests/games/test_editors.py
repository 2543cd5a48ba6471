"""What must hold for the editor of any game: it draws what it offers, and does what it draws."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from tests.clicks import CLICKS
from tests.drawings import DRAWN, SVG, check_references, ids, parsed
from tests.test_words import is_translated
from tests.variants import Variant
from tilery import games
from tilery.games.editing import Document, Editing, Editor
from tilery.games.reading import DocumentError
from tilery.match.position import position_of, score_position

TABLES = sorted({(variant.game, variant.seats) for variant in DRAWN if variant.game in CLICKS})


def editing_of(game: str) -> Editing:
    editing = games.find(game).editor
    assert editing is not None
    return editing


def boards(editing: Editing, document: Document) -> list[Editor]:
    first = editing.editor(document, 0)
    return [editing.editor(document, board) for board in range(max(1, len(first.boards)))]


def final_table(game: str, seats: int, seed: int) -> Document:
    options = games.find(game).read_options(seats, {})
    match = Variant(game, seats, options).match(seed)
    match.play_randomly(seed=seed)
    return position_of(match)


def check(editor: Editor, symbols: set[str]) -> None:
    names = [name for picture in editor.pictures for name in ids(picture.body)]
    assert len(names) == len(set(names))
    assert set(names) == set(editor.places)
    for picture in editor.pictures:
        check_references(picture.body, symbols)
        assert is_translated(picture.label)
        for element in parsed(picture.body).iter():
            if "id" in element.attrib:
                assert element.tag == f"{SVG}g"
                assert element.attrib["role"] == "button"
    kits = {kit.name: [thing.name for thing in kit.things] for kit in editor.kits}
    for kit in editor.kits:
        assert len(kits[kit.name]) == len(set(kits[kit.name])) > 1
        for thing in kit.things:
            check_references(thing.body, symbols)
            assert is_translated(thing.words)
            assert " " not in thing.name
    for place in editor.places.values():
        assert is_translated(place.words)
        assert bool(place.kit) != bool(place.press)
        assert place.now in kits[place.kit] if place.kit else not place.now
    for setting in editor.settings:
        assert setting.now in setting.values
        assert all(map(is_translated, [setting.words, *setting.values.values()]))
    spoken = [str(place.words) for place in editor.places.values()]
    assert len(spoken) - len(set(spoken)) <= sum(bool(place.kit) for place in editor.places.values())
    assert is_translated(editor.todo)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_empty_and_full_tables_are_drawn_with_all_that_can_be_put_there(game: str, seats: int) -> None:
    editing = editing_of(game)
    drawing = games.find(game).drawing
    assert drawing is not None
    symbols = set(ids(drawing.symbols()))
    for document in (editing.empty(seats), final_table(game, seats, 3)):
        before = deepcopy(document)
        for editor in boards(editing, document):
            check(editor, symbols)
        assert document == before


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_empty_table_is_counted_at_once(game: str, seats: int) -> None:
    sheet = score_position(editing_of(game).empty(seats))
    assert len(sheet.totals) == seats
    assert sheet.notes


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_put_lies_there(game: str, seats: int) -> None:
    """Random clicks on a table that fills up; a refused one changes nothing and says why."""
    editing = editing_of(game)
    draw = Random(seats)
    document = editing.empty(seats)
    shown = boards(editing, document)
    done = 0
    refused = []
    for _ in range(150):
        editor = draw.choice(shown)
        before = deepcopy(document)
        settings = {setting.place: list(setting.values) for setting in editor.settings}
        name = draw.choice([*editor.places, *settings])
        place = editor.places.get(name)
        offered = {kit.name: [thing.name for thing in kit.things] for kit in editor.kits}
        things = settings[name] if place is None else offered[place.kit] if place.kit else [place.press]
        thing = draw.choice(things)
        try:
            after = editing.changed(document, name, thing)
            shown_after = boards(editing, after)
        except DocumentError as error:
            refused.append(error.args[0])
            continue
        finally:
            assert document == before
        document, shown = after, shown_after
        done += 1
        places = {name: place for editor in shown for name, place in editor.places.items()}
        if place and place.kit and thing != editor.kits[0].things[0].name and not name.startswith(("hand", "kept")):
            assert places[name].now == thing
        if place is None:
            assert {setting.place: setting.now for editor in shown for setting in editor.settings}[name] == thing
    assert done > 60
    assert all(map(is_translated, refused))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_played_table_is_entered_by_clicks(game: str, seats: int) -> None:
    editing = editing_of(game)
    for seed in range(2):
        position = final_table(game, seats, seed)
        document = editing.empty(seats)
        for place, thing in CLICKS[game](position):
            document = editing.changed(document, place, thing)
        assert score_position(document).to_json() == score_position(position).to_json()
        assert score_position(document).notes == score_position(position).notes


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_not_offered_is_refused(game: str, seats: int) -> None:
    editing = editing_of(game)
    document = editing.empty(seats)
    editors = boards(editing, document)
    things = [thing.name for kit in editors[0].kits for thing in kit.things]
    places = [*list(editors[0].places)[:3], *(setting.place for setting in editors[0].settings)]
    for place in places:
        with pytest.raises(DocumentError):
            editing.changed(document, place, "nonsense")
    for place in (
        "",
        "nowhere",
        "cell",
        "cell-z9",
        "spot-a1",
        "hand-9-1",
        "hand-1-9",
        "kept-1-9",
        "more-9-owl",
        "at-0,0",
    ):
        for thing in ("", *things[:3], "more", "rock"):
            with pytest.raises(DocumentError):
                editing.changed(document, place, thing)
    for place in (
        "field-9:0,0",
        "field-1:0,1",
        "field-1:x,y",
        "field-1:1",
        "whiskey-1:2",
        "side-9",
        "rock-9",
        "family-9",
    ):
        for thing in ("", *things[:3], "barrel", "front", "desert", "rock"):
            with pytest.raises(DocumentError):
                editing.changed(document, place, thing)
