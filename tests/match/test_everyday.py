"""What Python people expect: copies are independent, everything can be pickled, records are files."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.variants import Variant, each
from tilery import Match, Record, RecordError, bots
from tilery.games.thinking import Thinking
from tilery.match.simulate import random_match
from tilery.research.batch import Batch

GAMES = ["topiary", "triqueta", "tipperary", "terraflip", "pebbles"]


def through_a_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


twins = pytest.mark.parametrize("twin_of", [through_a_pickle, copy.copy, copy.deepcopy], ids=lambda way: way.__name__)


@twins
@pytest.mark.parametrize("game", GAMES)
def test_moves_candidates_records_and_score_sheets(game: str, twin_of: Callable[[Any], Any]) -> None:
    match = Match(game, seed=2)
    seat = match.waiting[0]
    moves = match.legal_moves(seat)
    assert list(twin_of(moves)) == list(moves)
    assert twin_of(moves[0]) == moves[0]
    found = bots.analyse(match, seat, thinking=Thinking("tree", 20))
    assert twin_of(found) == found
    assert twin_of(found[0]) == found[0]
    assert twin_of(match.view(seat)) == match.view(seat)
    match.play_randomly(seed=2)
    assert twin_of(match.record()) == match.record()
    assert str(twin_of(match.scores)) == str(match.scores)


@twins
def test_a_copied_match_is_independent(twin_of: Callable[[Any], Any]) -> None:
    match = Match("tipperary", seed=3)
    match.play_randomly(6, seed=3)
    before = match.state.tobytes(), match.record()
    twin = twin_of(match)
    twin.options["made"] = "up"
    twin.play_randomly(seed=4)
    assert (match.state.tobytes(), match.record()) == before
    assert len(twin.moves) > len(match.moves)


def spoiled(thing: Any) -> None:
    """Change everything in a document that can be changed."""
    if isinstance(thing, dict):
        for value in thing.values():
            spoiled(value)
        thing["spoiled"] = True
    elif isinstance(thing, list):
        for value in thing:
            spoiled(value)
        thing.append("spoiled")


@each()
def test_a_view_cannot_change_its_match(variant: Variant) -> None:
    match = variant.match(3)
    match.play_randomly(5, seed=3)
    for seat in (None, *range(variant.seats)):
        before = match.view(seat).to_json(), str(match.record())
        view = match.view(seat)
        spoiled(view.table)
        spoiled(view.options)
        assert (match.view(seat).to_json(), str(match.record())) == before


def test_options_that_are_lists_belong_to_one_match() -> None:
    tiles = Match("tipperary", seed=1).game.options[0].from_command_line
    assert callable(tiles)
    record = Match("tipperary", seed=1).record()
    record.options["tiles"] = "spoiled"
    assert Match("tipperary", seed=1).record().options["tiles"] != "spoiled"


@twins
def test_a_batch_goes_on_from_its_checkpoint(twin_of: Callable[[Any], Any]) -> None:
    batch = Batch("triqueta", 3, count=6, threads=2)
    batch.reset(seed=5)
    for _ in range(30):
        batch.step(batch.random_actions())
    twin = twin_of(batch)
    assert not np.shares_memory(twin.states, batch.states)
    for _ in range(40):
        actions = batch.random_actions()
        assert (twin.random_actions() == actions).all()
        one, other = batch.step(actions), twin.step(actions)
        for mine, theirs in zip(one[:4], other[:4], strict=True):
            assert (mine == theirs).all()
        assert (one[4]["action_mask"] == other[4]["action_mask"]).all()
    assert batch.states.tobytes() == twin.states.tobytes()


def test_records_are_saved_and_loaded(tmp_path: Path) -> None:
    record = random_match("topiary", seed=3).record()
    for path in (tmp_path / "game.json", str(tmp_path / "other.json")):
        saved = record.save(path)
        assert saved == Path(path)
        assert Record.load(saved) == record
        assert Record.load(str(saved)).replay().is_over
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(RecordError, match="the record is not UTF-8 text"):
        Record.load(tmp_path / "bad.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(RecordError, match="is missing"):
        Record.load(tmp_path / "bad.json")
