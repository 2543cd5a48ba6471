"""Nothing of the truth is in an imagined match: two truths that a seat cannot tell apart are imagined as the same."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.truths import other_truth
from tests.variants import Variant, each
from tilery import ImaginedMatchError, Match, Move
from tilery.words import SpokenError

SEED = 0x5A1E_D0C7_3B96_F284_1D7C_E03A_965B_42F8  # long enough to be recognised among other bytes

each_variant = each()


def moments(variant: Variant, seed: int, count: int = 6) -> Iterator[Match]:
    """A random game, seen at a few moments from its first move to its last."""
    whole = variant.match(seed)
    whole.play_randomly(seed=seed)
    length = len(whole.moves)
    for part in range(count):
        match = whole.copy()
        if back := length - length * part // (count - 1):
            match.undo(back)
        yield match


def seats_of(match: Match) -> tuple[int | None, ...]:
    return (None, *range(match.seats))


def twin_truth(match: Match, seat: int | None, seed: int) -> Match:
    """Another truth with the same look: hidden things, the seed and what others played in secret are different."""
    twin = other_truth(match, seat, seed)
    twin._seed = match.seed ^ 1
    twin._shown, twin._is_told = match._seen_by_all(), True  # everybody saw it, in both truths
    twin._start = twin._states.copy()  # where `undo` would lead
    for index, move in enumerate(twin._played):
        if move.seat != seat:
            twin._played[index] = Move(move.game, move.seat, _same_in_public(match, move))
    twin._buffer[:] = 7
    return twin


def _same_in_public(match: Match, move: Move) -> int:
    """Another move that others read as the same, among the numbers near it."""
    notation = match.game.notation
    public = notation.public(move.code)
    if notation.text(move.code) == public:
        return move.code
    near = range(max(0, move.code - 400), move.code + 400)
    return next(code for code in near if code != move.code and _public(match, code) == public)


def _public(match: Match, code: int) -> str | None:
    try:
        return match.game.notation.public(code)
    except (SpokenError, LookupError):
        return None


@each_variant
def test_two_truths_that_look_the_same_are_imagined_byte_for_byte_the_same(variant: Variant) -> None:
    for number, match in enumerate(moments(variant, 3)):
        for seat in seats_of(match):
            twin = twin_truth(match, seat, number)
            ways: tuple[Callable[[Match], Match], ...] = (lambda one: one, copy.copy, copy.deepcopy, Match.copy)
            for way in ways:
                imagined = [pickle.dumps(way(truth.redeal(seat, seed=number))) for truth in (match, twin)]
                assert imagined[0] == imagined[1]


def reachable(value: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """Everything that hangs from a value, but not games, which are the same for all."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
    elif isinstance(value, Match):
        parts = list(vars(value).values())
    elif isinstance(value, Move):
        parts = [value.seat, value.code]
    else:
        parts = []
    for part in parts:
        yield from reachable(part, seen)


@each_variant
def test_no_seed_and_no_true_state_hangs_from_an_imagined_match(variant: Variant) -> None:
    for match in moments(variant, SEED):
        for seat in seats_of(match):
            imagined = match.redeal(seat, seed=1)
            imagined.legal_moves(seat) if seat in imagined.waiting else None
            for part in reachable(imagined):
                assert part is not match
                if isinstance(part, int):
                    assert part != match.seed
                if isinstance(part, np.ndarray):
                    assert not np.shares_memory(part, match._states)
                    assert part is not match._start
            text = pickle.dumps(imagined)
            assert f"{match.seed:032x}".encode() not in text
            assert match.seed.to_bytes(16, "little") not in text


@each_variant
def test_what_only_a_true_match_has_is_refused(variant: Variant) -> None:
    match = variant.match(1)
    match.play_randomly(3, seed=1)
    imagined = match.redeal(0, seed=1)
    for ask in (lambda: imagined.seed, lambda: imagined.deal, imagined.record, imagined.undo):
        with pytest.raises(ImaginedMatchError, match="imagined"):
            ask()
    assert (imagined.is_imagined, imagined.imagined_for) == (True, 0)
    assert (match.is_imagined, match.imagined_for) == (False, None)
    assert match.redeal().imagined_for is None
    assert repr(imagined).endswith("imagined for seat 0>")
    assert repr(match.redeal()).endswith("imagined for a spectator>")


@each_variant
def test_undo_works_inside_the_imagined_part_any_number_of_times(variant: Variant) -> None:
    for number, match in enumerate(moments(variant, 8, count=4)):
        imagined = match.redeal(0, seed=number)
        start = imagined.state.tobytes()
        for again in range(3):
            imagined.play_randomly(again + 1, seed=again)
            played = len(imagined.moves)
            middle = imagined.copy()
            imagined.play_randomly(seed=again)
            if len(imagined.moves) > played:
                imagined.undo(len(imagined.moves) - played)
            assert imagined.state.tobytes() == middle.state.tobytes()
            assert imagined.waiting == middle.waiting
            if played:
                imagined.undo(played)
            assert imagined.state.tobytes() == start
            assert imagined.waiting == match.waiting
            with pytest.raises(ImaginedMatchError, match="0 moves were played since this match was imagined"):
                imagined.undo()


@each_variant
def test_the_past_is_told_as_the_seat_knows_it(variant: Variant) -> None:
    for number, match in enumerate(moments(variant, 9)):
        for seat in seats_of(match):
            imagined = match.redeal(seat, seed=number)
            assert imagined.log(seat) == match.log(seat)
            assert imagined.story(seat) == match.story(seat)
            assert imagined.view(seat) == match.view(seat)
            for other in range(match.seats):
                if other != seat:
                    assert imagined.log(other) == match.log()
            again = imagined.redeal(0, seed=number)  # an imagined match may be imagined once more
            if match.game.is_memory_asked(match.options) and not match.is_over:  # it knows no more than both seats do
                assert again.log(0) == match.log(0) or seat != 0
                known = zip(match.log(), match.log(0), match.log(seat), strict=True)
                assert all(told in texts for told, texts in zip(again.log(0), known, strict=True))
            else:
                assert again.log(0) == (match.log(0) if seat == 0 else match.log())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_players_have_to_remember_is_nowhere_in_an_imagined_match(seats: int) -> None:
    """Not in its attributes either, nor in the log of a playout, which tells everything at the end of a true match."""
    for number in range(4):
        match = Match("terraflip", seats, options={"memory": "pure"}, seed=number)
        match.play_randomly(16 * seats, seed=number)
        for seat in seats_of(match):
            told = match.log(seat)
            imagined = match.redeal(seat, seed=number)
            for again in (imagined, pickle.loads(pickle.dumps(imagined)), imagined.redeal(seat, seed=number)):
                again.play_randomly(seed=number)
                assert again.is_over
                assert again.log(seat)[: len(told)] == told
                texts = [str(part) for part in reachable(vars(again)["_past"]) if isinstance(part, str)]
                assert set(texts) <= {"", *(text for _, text in told), *(text for _, text in match.log())}


@each_variant
def test_an_imagined_match_goes_on_after_a_pickle(variant: Variant) -> None:
    match = variant.match(4)
    match.play_randomly(4, seed=4)
    imagined = match.redeal(0, seed=2)
    imagined.play_randomly(2, seed=1)
    twin = pickle.loads(pickle.dumps(imagined))
    for one in (imagined, twin):
        one.play_randomly(seed=5)
        one.undo(len(one.moves))
    assert twin.state.tobytes() == imagined.state.tobytes()
    assert twin.log(0) == imagined.log(0)
    assert twin.imagined_for == 0


@pytest.mark.parametrize("game", ["topiary", "triqueta", "tipperary", "terraflip", "pebbles"])
def test_moves_and_what_holds_them_can_be_pickled_and_copied(game: str) -> None:
    match = Match(game, seed=2)
    seat = match.waiting[0]
    moves = match.legal_moves(seat)
    for again in (pickle.loads(pickle.dumps(moves)), copy.copy(moves), copy.deepcopy(moves)):
        assert list(again) == list(moves)
        assert repr(again) == repr(moves)
    move = random.Random(1).choice(moves)
    for twin in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
        assert twin == move
        assert twin.game is match.game
    match.play(move)
    record = match.record()
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
    view = match.view(0)
    view.options["made"] = "up"
    assert "made" not in match.options


def test_seats_and_counts_are_checked_with_a_sentence() -> None:
    match = Match("pebbles", seats=2, seed=np.int64(3))
    assert match.seed == 3
    assert match.legal_moves(np.uint8(0))[0] == match.legal_moves(0)[0]
    for ask in (match.legal_moves, match.redeal, match.view, match.log, match.story):
        with pytest.raises(SpokenError, match="there are seats 0 to 1, not 7"):
            ask(7)
        with pytest.raises(SpokenError, match=r"a seat must be a whole number, not 0\.5"):
            ask(0.5)  # type: ignore[arg-type]
    with pytest.raises(SpokenError, match=r"a seat must be a whole number, not 0\.5"):
        match.play("take 1", seat=0.5)  # type: ignore[arg-type]
    with pytest.raises(SpokenError, match="a seed must be a whole number"):
        Match("pebbles", seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(SpokenError, match="a seed must be a whole number"):
        match.redeal(0, seed=-1)
    with pytest.raises(SpokenError, match="a limit must be at least 0, not -1"):
        match.play_randomly(-1)
    match.play_randomly(np.int16(1), seed=np.uint64(2**64 - 1))
    assert len(match.moves) == 1
