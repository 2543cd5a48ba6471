"""Replay is strict: what is wrong in a record is refused with its place and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery import Match, Record, RecordError, games, score_position
from tilery.games.game import ChoiceOption, Game
from tilery.games.reading import DocumentError
from tilery.match import record
from tilery.match.record import read_records
from tilery.match.simulate import random_match


def finished() -> dict[str, Any]:
    return random_match("pebbles", 2, seed=1).record().to_json()


def replay(document: dict[str, Any]) -> Match:
    return Record.parse(json.dumps(document)).replay()


def test_the_document_of_a_finished_match() -> None:
    document = finished()
    assert list(document) == [
        "record", "game", "rules", "seats", "options", "seed", "moves", "deal", "scores", "winners", "tiebreak",
    ]  # fmt: skip
    assert document["record"] == 1
    assert len(document["seed"]) == 32
    assert all(list(map(type, move)) == [int, str] for move in document["moves"])
    assert set(document["scores"][0]) == {"pebbles", "card", "total"}
    assert replay(document).is_over


def test_a_running_match_tells_no_deal_and_no_scores() -> None:
    match = Match("pebbles", seed=1)
    match.play("take 2")
    assert list(match.record().to_json()) == ["record", "game", "rules", "seats", "options", "seed", "moves"]


def test_a_record_says_how_often_moves_were_undone() -> None:
    told = Record.of(random_match("pebbles", 2, seed=1), undone=3)
    assert list(told.to_json()).index("undone") == list(told.to_json()).index("moves") + 1
    again = Record.parse(str(told))
    assert again == told
    assert again.replay().is_over
    with pytest.raises(RecordError, match="undone"):
        Record.parse_document({**told.to_json(), "undone": 0})


def drop(*names: str) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        for name in names:
            del document[name]

    return spoil


def put(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.update({name: value})


def move(number: int, seat: Any, text: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["moves"].__setitem__(number - 1, [seat, text])


def point(document: dict[str, Any]) -> None:
    document["scores"][1]["pebbles"] += 1


WRONG: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (put("record", 2), "the record is damaged: record: only version 1 of the format can be read"),
    (put("game", "chess"), 'there is no game "chess"; there are'),
    (put("game", 7), "the record is damaged: game: expected a string"),
    (put("rules", 2), "was played with version 2 of the Pebbles rules, but this is version 1"),
    (put("seats", 7), "Pebbles has 2 to 3 seats, not 7"),
    (put("seats", True), "the record is damaged: seats: expected a whole number"),
    (put("options", {"most": "all"}), "the option most must be three or two, not 'all'"),
    (put("options", []), "the record is damaged: options: expected an object"),
    (put("seed", "12"), "the record is damaged: seed: a seed must have 32 digits"),
    (put("seed", "0" * 31 + "A"), "the record is damaged: seed: a seed must have 32 digits"),
    (put("extra", 1), 'the record is damaged: "extra" is unknown here'),
    (drop("moves"), 'the record is damaged: "moves" is missing'),
    (put("moves", {}), "the record is damaged: moves: expected a list"),
    (move(2, 1, 5), r"the record is damaged: moves\[1\]\[1\]: expected a string"),
    (move(2, -1, "take 1"), r"the record is damaged: moves\[1\]\[0\]: -1 is not between"),
    (move(2, 1, "take 5"), r"move 2 of \d+, by player 2: take 5: at most 3 pebbles"),
    (move(2, 0, "take 1"), r"move 2 of \d+, by player 1: take 1: it is not player 1's turn"),
    (move(2, 1, "grab"), r'move 2 of \d+, by player 2: "grab" is not a move of Pebbles'),
    (move(2, 1, "take  1"), 'move 2, by player 2: "take  1" should be written "take 1"'),
    (lambda document: document["moves"].append([0, "take 1"]), r"move \d+ of \d+, by player 1: .*the game is over"),
    (lambda document: document["moves"].pop(), "the game is not over, but the record says how it ended"),
    (drop("deal", "scores", "winners", "tiebreak"), "the game is over, but the record does not say how it ended"),
    (drop("scores"), 'the game is over, but "scores" is missing'),
    (point, r"after move \d+ scores\[1\].pebbles is \d+, but the record says \d+"),
    (put("winners", [0, 1]), r"after move \d+ winners is \[\d\], but the record says \[0, 1\]"),
    (put("tiebreak", "luck"), 'tiebreak is null, but the record says "luck"'),
    (lambda document: document["deal"].update(heap=3), r"after move \d+ deal.heap is \d+, but the record says 3"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "sentence"), WRONG)
def test_a_wrong_record_is_refused(spoil: Callable[[dict[str, Any]], Any], sentence: str) -> None:
    document = finished()
    replay(document)
    spoil(document)
    with pytest.raises(RecordError, match=sentence):
        replay(document)


@pytest.mark.parametrize("text", ["9" * 5000, '{"record": ' + "9" * 5000 + "}", "[" * 200_000], ids=["", "in", "deep"])
def test_what_python_would_not_read_is_refused_as_well(text: str) -> None:
    with pytest.raises(RecordError, match="the record is not readable JSON"):
        Record.parse(text)
    with pytest.raises(DocumentError, match="the position is not readable JSON"):
        score_position(text)


def test_an_option_that_is_younger_than_the_record_has_its_default() -> None:
    document = finished()
    document["options"] = {}
    assert replay(document).options == {"most": "three"}


def test_an_option_is_written_as_the_game_writes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChoiceOption, "read", lambda _, value: value.lower())
    with pytest.raises(RecordError, match=r'^the option most is written "three", not "Three"$'):
        replay({**finished(), "options": {"most": "Three"}})


def test_a_record_of_older_rules_replays_if_it_can_and_else_tells_the_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    document = finished()
    monkeypatch.setattr(record, "games", Newer())
    assert replay(document).is_over
    document["moves"][1] = [1, "take 5"]
    versions = "played with version 1 of the Pebbles rules, but this is version 2"
    with pytest.raises(RecordError, match=rf"^move 2 of .* at most 3 pebbles .* \(the record was {versions}\)$"):
        replay(document)


class Newer:
    """The games, with the next version of their rules."""

    UnknownGameError = games.UnknownGameError

    def find(self, name: str) -> Game:
        game = games.find(name)
        return replace(game, version=game.version + 1)


def test_a_record_is_replayed_move_by_move() -> None:
    document = random_match("pebbles", 2, seed=1).record()
    numbers = [len(match.moves) for match in document.steps()]
    assert numbers == list(range(len(document.moves) + 1))
    steps = replace(document, ending=None).steps()
    for _ in numbers:
        next(steps)
    with pytest.raises(RecordError, match="the record does not say how it ended"):
        next(steps)


def test_a_damaged_file_is_refused() -> None:
    text = str(random_match("pebbles", 2, seed=1).record())
    with pytest.raises(RecordError, match="the record is not JSON: line 1, column"):
        Record.parse(text[:50])
    with pytest.raises(RecordError, match='"seats" appears twice in one object'):
        Record.parse(text.replace('"seats":2', '"seats":2,"seats":2'))
    with pytest.raises(RecordError, match="expected an object"):
        Record.parse("[]")
    with pytest.raises(RecordError, match=r"not JSON|not readable|damaged"):
        Record.parse("[" * 100_000)


def test_in_a_file_of_records_the_line_is_named() -> None:
    lines = [str(random_match("pebbles", 2, seed=1, number=number).record()) for number in range(3)]
    assert len(list(read_records(iter([*lines, ""])))) == 3
    lines[1] = lines[1].replace("pebbles", "", 1).replace('"game"', "game")
    with pytest.raises(RecordError, match="line 2: the record is not JSON"):
        list(read_records(iter(lines)))


@given(place=st.integers(0, 400), character=st.characters(codec="ascii"))
def test_any_changed_character_is_refused_or_harmless(place: int, character: str) -> None:
    """A record with one character changed is refused with a sentence, or it is still a true record."""
    text = str(random_match("pebbles", 2, seed=1).record())
    place %= len(text)
    spoiled = text[:place] + character + text[place + 1 :]
    try:
        match = Record.parse(spoiled).replay()
    except RecordError as error:
        assert len(str(error)) > 10  # noqa: PT017
    else:
        assert str(match.record()) == str(Record.parse(spoiled))


def test_the_first_moves_alone_can_be_replayed() -> None:
    assert len(random_match("pebbles", 2, seed=1).record().replay(3).moves) == 3
