"""What holds for every game, option and number of seats: the contract, seen from outside."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.variants import VARIANTS, Variant, each
from tilery.games.game import NotationError
from tilery.kernel import chance, contract, runner
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.match.record import Record

each_variant = each()
seeds = st.integers(0, 2**128 - 1)


def moments(variant: Variant, seed: int) -> Iterator[Match]:
    """One random game, seen before every move and after the last one. The match goes on between them."""
    match = variant.match(seed)
    step = 0
    while not match.is_over:
        yield match
        match.play_randomly(1, seed=seed + step)
        step += 1
    yield match


def raw(match: Match) -> bytes:
    return match.states.tobytes()


@each_variant
def test_every_listed_move_can_be_played(variant: Variant) -> None:
    for seed in range(3):
        for match in moments(variant, seed):
            for seat in match.waiting:
                moves = match.legal_moves(seat)
                assert 0 < len(moves) <= match.game.rules.MAX_MOVES
                assert len({move.code for move in moves}) == len(moves)
                for move in random.Random(seed).sample(list(moves), min(8, len(moves))):
                    twin = match.copy()
                    twin.play(move)
                    assert twin.moves[-1] == move
                    assert raw(twin) != raw(match)


@each_variant
def test_nothing_else_can_be_played_and_the_refusal_is_a_sentence(variant: Variant) -> None:
    """Every move ever listed in some game of this kind is tried where it is not listed."""
    known = {
        move.code
        for seed in range(2)
        for match in moments(variant, seed)
        for s in match.waiting
        for move in match.legal_moves(s)
    }
    choose = random.Random(1)
    refused = 0
    for match in moments(variant, 99):
        before = raw(match)
        for seat in range(variant.seats):
            legal = {move.code for move in match.legal_moves(seat)}
            others = sorted(known - legal)
            for code in choose.sample(others, min(40, len(others))):
                move = Move(match.game, seat, code)
                with pytest.raises(IllegalMoveError) as caught:
                    match.play(move)
                sentence = str(caught.value)
                assert sentence.startswith(f"{move}: ")
                assert len(sentence) > len(f"{move}: ") + 10
                refused += 1
        assert raw(match) == before
    assert refused > 20


@each_variant
def test_numbers_that_are_no_moves_are_refused(variant: Variant) -> None:
    match = variant.match(5)
    before = raw(match)
    buffer = np.zeros(match.game.rules.MAX_MOVES, np.int32)
    for code in (-1, -(2**31), 2**31 - 1, 123456789):
        for seat in (*range(variant.seats), 5, 60):
            assert runner.step(match._states, seat, code, buffer, 0) == runner.ILLEGAL
    assert raw(match) == before


@each_variant
def test_notation_and_moves_are_inverse(variant: Variant) -> None:
    for seed in range(3):
        for match in moments(variant, seed):
            for seat in match.waiting:
                texts = set()
                for move in match.legal_moves(seat):
                    text = str(move)
                    assert match.game.notation.code(text) == move.code
                    assert text == text.strip()
                    assert text.isascii()
                    texts.add(text)
                assert len(texts) == len(match.legal_moves(seat))


@pytest.mark.parametrize("variant", {variant.game: variant for variant in VARIANTS}.values(), ids=lambda v: v.game)
@given(text=st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789 -,*?@ABCDENSW", max_size=24) | st.text(max_size=12))
def test_any_text_is_a_move_or_gets_a_sentence(variant: Variant, text: str) -> None:
    match = variant.match(1)
    before = raw(match)
    refusal = ""
    try:
        match.play(text, match.waiting[0])
    except (NotationError, IllegalMoveError) as error:
        refusal = str(error)
    assert len(refusal) > 10 if raw(match) == before else not refusal


@each_variant
@settings(max_examples=examples(15))
@given(seed=seeds)
def test_same_seed_and_moves_give_the_same_bytes(variant: Variant, seed: int) -> None:
    match = variant.match(seed)
    match.play_randomly(seed=seed ^ 1)
    twin = variant.match(seed)
    for move in match.moves:
        twin.play(str(move), move.seat)
    assert raw(twin) == raw(match)
    assert twin.is_over


@each_variant
def test_earlier_states_never_change(variant: Variant) -> None:
    match = variant.match(3)
    kept: list[tuple[Match, bytes]] = []
    while not match.is_over:
        kept.append((match.copy(), raw(match)))
        match.play_randomly(1, seed=len(kept))
        match.scores  # noqa: B018  (reading must not write)
        match.view(0)
        match.redeal(0, seed=1)
    assert all(raw(earlier) == before for earlier, before in kept)


@each_variant
def test_undo_goes_back_to_the_same_bytes(variant: Variant) -> None:
    match = variant.match(4)
    before = [raw(match)]
    while not match.is_over:
        match.play_randomly(1, seed=len(before))
        before.append(raw(match))
    for count in (1, 2, len(match.moves) - 3):
        match.undo(count)
        assert raw(match) == before[len(match.moves)]


@each_variant
@settings(max_examples=examples(15))
@given(seed=seeds, part=st.floats(0, 1))
def test_record_replay_record_is_the_identity(variant: Variant, seed: int, part: float) -> None:
    match = variant.match(seed)
    match.play_randomly(seed=seed)
    whole = match.record()
    assert str(Record.parse(str(whole)).replay().record()) == str(whole)
    count = int(part * (len(match.moves) - 1))
    start = variant.match(seed)
    start.play_randomly(count, seed=seed)
    cut = start.record()
    assert cut.ending is None
    assert str(Record.parse(str(cut)).replay().record()) == str(cut)


@each_variant
@settings(max_examples=examples(10))
@given(seed=seeds, part=st.floats(0, 1))
def test_redeal_changes_nothing_that_the_seat_sees(variant: Variant, seed: int, part: float) -> None:
    match = variant.match(seed)
    match.play_randomly(seed=seed)
    match = _first_moves(match, int(part * len(match.moves)))
    for seat in (None, *range(variant.seats)):
        seen = match.view(seat).to_json()
        for again in range(4):
            other = match.redeal(seat, seed=again)
            assert other.view(seat).to_json() == seen
            assert runner.waiting(other._states) == match._owing


def _first_moves(match: Match, count: int) -> Match:
    start = Match(match.game, match.seats, options=match.options, seed=match.seed)
    for move in match.moves[:count]:
        start.play(move)
    return start


@each_variant
def test_play_goes_on_from_a_redealt_state(variant: Variant) -> None:
    for number, match in enumerate(moments(variant, 11)):
        seat = number % (variant.seats + 1) - 1
        other = match.redeal(None if seat == SPECTATOR else seat, seed=number)
        other.play_randomly(seed=number)
        assert other.is_over
        assert other.scores.winners


@each_variant
def test_random_games_end_and_somebody_wins(variant: Variant) -> None:
    for seed in range(20):
        match = variant.match(seed)
        match.play_randomly(seed=seed)
        assert match.is_over
        outcome = match.outcome
        assert outcome is not None
        assert outcome.winners
        assert max(outcome.totals) == outcome.totals[outcome.winners[0]]
        categories = match.game.categories
        assert all(
            sum(row[name] for name in categories) == total
            for row, total in zip(outcome.points, outcome.totals, strict=True)
        )


@each_variant
def test_scores_do_not_depend_on_what_the_array_held_before(variant: Variant) -> None:
    match = variant.match(8)
    match.play_randomly(seed=8)
    for function in (runner.score, runner.standing):
        results = []
        for filler in (0, 77):
            out = np.full((5, 16), filler, np.int32)
            function(match._states, out)
            columns = len(match.game.categories) if function is runner.score else 1 + len(match.game.tiebreaks)
            results.append(out[: variant.seats, :columns].tolist())
        assert results[0] == results[1]


@each_variant
def test_evaluation_is_a_finite_guess(variant: Variant) -> None:
    for match in moments(variant, 13):
        out = np.zeros(5)
        runner.evaluate(match._states, out)
        assert np.isfinite(out[: variant.seats]).all()


def test_the_generator_is_the_documented_one() -> None:
    """The numbers of docs/records.md, computed with plain integers."""
    for seed in (0, 1, 2**64, 2**128 - 1, 0x0123456789ABCDEF_FEDCBA9876543210):
        rng = chance.generator(seed)
        plain = _PlainGenerator(seed)
        assert [int(chance.next_word(rng)) for _ in range(50)] == [plain.next_word() for _ in range(50)]
        assert [chance.below(rng, n) for n in range(1, 60)] == [plain.below(n) for n in range(1, 60)]
        items = np.arange(20, dtype=np.int8)
        chance.shuffle(rng, items, 3, 18)
        assert items.tolist() == plain.shuffled(list(range(20)), 3, 18)


class _PlainGenerator:
    """xoroshiro128++ and its uses, in plain integers, from the text of docs/records.md."""

    def __init__(self, seed: int) -> None:
        golden = 0x9E3779B97F4A7C15
        self.a = self._scramble((seed >> 64) + golden)
        self.b = self._scramble(seed + 2 * golden)
        if self.a == self.b == 0:
            self.b = 1

    @staticmethod
    def _scramble(z: int) -> int:
        z %= 2**64
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    @staticmethod
    def _rotate(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) % 2**64

    def next_word(self) -> int:
        result = (self._rotate((self.a + self.b) % 2**64, 17) + self.a) % 2**64
        b = self.b ^ self.a
        self.a = self._rotate(self.a, 49) ^ b ^ b << 21 & 2**64 - 1
        self.b = self._rotate(b, 28)
        return result

    def below(self, n: int) -> int:
        while True:
            m = (self.next_word() >> 32) * n
            if m % 2**32 >= (2**32 - n) % n:
                return m >> 32

    def shuffled(self, items: list[int], start: int, stop: int) -> list[int]:
        for last in range(stop - 1, start, -1):
            other = start + self.below(last - start + 1)
            items[last], items[other] = items[other], items[last]
        return items


@each_variant
def test_a_redeal_depends_on_nothing_that_was_hidden(variant: Variant) -> None:
    """What the seat cannot know leaves no trace: any other truth is redealt to the same bytes by the same numbers."""
    for match in moments(variant, 21):
        for seat in (None, *range(variant.seats)):
            other_truth = match.redeal(seat, seed=1)
            assert raw(other_truth.redeal(seat, seed=2)) == raw(match.redeal(seat, seed=2))


@each_variant
def test_the_number_of_what_a_seat_sees_hides_and_tells_the_right_things(variant: Variant) -> None:
    """It is the same in every redeal, and where it is the same the seat has the same legal moves."""
    legal: dict[tuple[int, int], list[int]] = {}
    way = np.uint64(0)
    for match in moments(variant, 0):
        for seat in (SPECTATOR, *match.waiting):
            seen = int(contract.sight(match.states[0], seat, way))
            twin = match.redeal(None if seat == SPECTATOR else seat, seed=0)
            assert int(contract.sight(twin.states[0], seat, way)) == seen
            if seat != SPECTATOR and hasattr(match.game.rules, "sight"):
                for truth in (match, twin):
                    moves = [move.code for move in truth.legal_moves(seat)]
                    assert legal.setdefault((seat, seen), moves) == moves
