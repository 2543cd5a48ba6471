"""Matches start from positions: whole states written as text, in the middle of a game, and given deals."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.variants import VARIANTS, Variant, each
from tilery import DocumentError, Match, Record, RecordError
from tilery.words import SpokenError

WRITTEN = [variant for variant in VARIANTS if variant.match(0).game.states is not None]
EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "positions.md"


def moments(variant: Variant, seed: int) -> list[Match]:
    """A random game after every third move, and at its end."""
    match = variant.match(seed)
    found = [match.copy()]
    step = 0
    while not match.is_over:
        match.play_randomly(1, seed=1000 * seed + step)
        step += 1
        if step % 3 == seed % 3 or match.is_over:
            found.append(match.copy())
    return found


@each(WRITTEN)
def test_every_state_is_read_as_it_was_written(variant: Variant) -> None:
    for match in moments(variant, 1):
        text = match.position()
        twin = Match.from_position(text)
        assert twin.state.tobytes() == match.state.tobytes()
        assert twin.position() == text
        assert (twin.waiting, twin.options, twin.rules) == (match.waiting, match.options, match.rules)
        assert [twin.view(seat).table for seat in (None, 0)] == [match.view(seat).table for seat in (None, 0)]
        assert Match.from_position(json.loads(text)).state.tobytes() == match.state.tobytes()
        imagined = match.redeal(0, seed=2)
        assert Match.from_position(imagined.position()).state.tobytes() == imagined.state.tobytes()


@each(WRITTEN)
def test_a_match_goes_on_from_a_position_and_its_record_replays(variant: Variant) -> None:
    start = moments(variant, 2)[3]
    match = Match.from_position(start.position())
    assert not match.is_imagined
    assert (match.moves, match.log()) == ((), [])
    match.play_randomly(seed=4)
    record = Record.parse(str(match.record()))
    assert record.seed is None
    assert record.replay().state.tobytes() == match.state.tobytes()
    assert record.replay(0).state.tobytes() == start.state.tobytes()
    match.undo(len(match.moves))
    assert match.state.tobytes() == start.state.tobytes()
    for ask in (lambda: match.seed, lambda: match.deal):
        with pytest.raises(SpokenError, match="has no seed: it started from a position or a given deal"):
            ask()
    assert match.redeal(0, seed=1).view(0).table == match.view(0).table


@each(WRITTEN)
def test_a_match_starts_from_a_given_deal(variant: Variant) -> None:
    match = variant.match(5)
    twin = Match(variant.game, variant.seats, options=variant.options, deal=match.deal)
    assert twin.state.tobytes() == match.state.tobytes()
    assert not twin.has_seed
    with pytest.raises(SpokenError, match="give a seed or a deal, not both"):
        Match(variant.game, variant.seats, options=variant.options, seed=1, deal=match.deal)


@each(WRITTEN)
def test_a_damaged_position_is_refused_with_a_sentence_or_is_a_whole_game(variant: Variant) -> None:
    """Whatever is changed in a document, what is read can be redealt, played and written again."""
    choose = random.Random(str(variant))
    refused = 0
    for match in moments(variant, 3)[::4]:
        for _ in range(12):
            document = json.loads(match.position())
            _damage(document["state"], choose)
            try:
                read = Match.from_position(document)
            except DocumentError:
                refused += 1
                continue
            for seat in (None, 0, 1):
                read.redeal(seat, seed=1).play_randomly(seed=1)
            read.play_randomly(seed=2)
            assert read.is_over
            Match.from_position(read.position())
    assert refused


def _damage(value: Any, choose: random.Random) -> None:
    """Change one thing somewhere in a document."""
    key = choose.choice(list(value) if isinstance(value, dict) else range(len(value)))
    part = value[key]
    if isinstance(part, dict | list) and part and choose.random() < 0.8:
        _damage(part, choose)
    elif isinstance(part, list) and len(part) > 1 and choose.random() < 0.5:
        choose.shuffle(part)
    elif isinstance(part, int):
        value[key] = part + choose.choice([-1, 1])
    elif isinstance(part, str):
        value[key] = choose.choice(["whale-1", "owl", "river", "0,1", "a1", "over", None])
    else:
        value[key] = choose.choice([None, 0, [], {}, "x"])


WRONG = [
    ("topiary", {"garden": None}, "state.garden: expected a list"),
    ("topiary", {"turn": 3}, "state.turn: there are seats 0 to 1, not 3"),
    ("topiary", {"stage": "nap"}, 'state.stage: "nap" is unknown; expected one of draft, visit, take, put, over'),
    ("topiary", {"box": []}, "is missing"),
    ("topiary", {"extra": 1}, 'state: "extra" is unknown here'),
    ("triqueta", {"rock": 4}, "state.rock: there is no player 5"),
    ("triqueta", {"stacks": [[], [], [], []]}, "there must be 10 white and 0 grey tiles of rabbit, not 0 and 0"),
    ("triqueta", {"trees": [1, 0]}, "state.trees: a tree is taken at the end of every round but the last"),
    ("tipperary", {"bag": [1] * 60}, "state.bag: a tile appears twice"),
    ("tipperary", {"sheep_left": 3}, "state.sheep_left: there are 24 wooden sheep"),
    ("tipperary", {"owing": []}, "state.owing: what player 1 has left to do does not fit the round"),
    ("terraflip", {"spies": [3, 9]}, "state.spies[1]: 9 is not between 0 and 3"),
    ("terraflip", {"stage": "over"}, "state.stage: the game is over when all tiles are placed"),
    ("terraflip", {"hands": [{}, {}]}, "state.hands: player 1 must have 3 tiles of the kind forest"),
]


@pytest.mark.parametrize(("game", "change", "sentence"), WRONG)
def test_what_is_impossible_is_named(game: str, change: dict[str, Any], sentence: str) -> None:
    document = json.loads(Match(game, 2, seed=1).position())
    document["state"] |= change
    with pytest.raises(DocumentError) as error:
        Match.from_position(document)
    assert sentence in str(error.value)


def test_a_tile_is_not_put_before_one_is_taken() -> None:
    """Whoever still has to take a tile of Topiary this turn has put the last one with a visitor more."""
    match = Match("topiary", 2, seed=1)
    document: dict[str, Any] = {}
    while not document.get("own"):
        match.play_randomly(1, seed=1)
        document = json.loads(match.position())
        state = document["state"]
        if state["stage"] == "take":
            document["own"] = [cell for cell, seat in state["put_by"].items() if seat == state["turn"]]
    (cell, *_) = document.pop("own")
    assert Match.from_position(document).waiting == match.waiting
    state["visitors_then"][cell] = state["visitors_left"][state["turn"]]
    with pytest.raises(DocumentError, match=r"state\.visitors_then: a player puts at most one tile a turn"):
        Match.from_position(document)


def test_what_is_no_position_is_refused() -> None:
    document = json.loads(Match("topiary", 2, seed=1).position())
    for text, sentence in [
        ("{", "the position is not JSON"),
        (json.dumps({**document, "position": 1}), "a match starts from version 2 of the format"),
        (json.dumps({**document, "rules": 9}), "Topiary can be played by version 1 of its rules, not 9"),
        (json.dumps({**document, "seats": 7}), "Topiary has 2 to 4 seats, not 7"),
        (json.dumps({**document, "more": 1}), '"more" is unknown here'),
    ]:
        with pytest.raises(DocumentError) as error:
            Match.from_position(text)
        assert sentence in str(error.value)
    with pytest.raises(SpokenError, match="states of Pebbles cannot be written down"):
        Match("pebbles", seed=1).position()
    record = json.loads(str(Match.from_position(document).record()))
    with pytest.raises(RecordError, match="the record and its position tell of different games"):
        Record.parse(json.dumps({**record, "seats": 3})).replay()


def test_the_examples_of_the_documentation_are_positions() -> None:
    text = EXAMPLES.read_text("utf-8")
    found = [json.loads(part.split("```")[0]) for part in text.split("```json\n")[1:]]
    states = [document for document in found if document["position"] == 2]
    assert sorted(document["game"] for document in states) == ["terraflip", "tipperary", "topiary", "triqueta"]
    for document in states:
        match = Match.from_position(document)
        assert json.loads(match.position()) == document
        match.play_randomly(seed=1)
        assert match.is_over
