"""Searches: they see only what their seat may see, repeat themselves exactly, end when told, and play to win."""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.uncompiled import printed_uncompiled
from tests.useless import useless_moves
from tests.variants import Variant, each
from tilery import bots, games
from tilery.bots import levels, search
from tilery.bots.judging import judge, new_evaluator, new_scratch
from tilery.bots.playout import glance_at_moves
from tilery.bots.simple import greedy
from tilery.bots.tree import new_tree
from tilery.games.thinking import Method, Thinking
from tilery.kernel.native import COMPILED
from tilery.match.match import Match

METHODS: tuple[Method, ...] = ("glance", "flat", "tree")
each_game = pytest.mark.parametrize("game", games.names())
each_method = pytest.mark.parametrize("method", METHODS)


def quick(method: Method) -> Thinking:
    return Thinking(method, iterations=4 if method == "glance" else 60, playout=3, tries=2, width=12)


ALONE = Thinking("flat", iterations=60, playout=100, width=6, spread=40.0, winning=0.1, alone=True)


def position(game: str, number: int, seats: int | None = None) -> Match:
    """Some moves into a random game, at a decision with a choice."""
    match = Match(game, seats, seed=number)
    match.play_randomly(number % 13, seed=number)
    while not match.is_over and len(match.legal_moves(match.waiting[0])) < 2:
        match.play_randomly(1, seed=number)
    return position(game, number + 1000, seats) if match.is_over else match


@each_method
@each_game
def test_a_choice_does_not_depend_on_what_is_hidden(game: str, method: Method) -> None:
    for number in range(8):
        match = position(game, number)
        seat = match.waiting[0]
        truths = [match, *(match.redeal(seat, seed=other) for other in range(3))]
        thoughts = [bots.think(truth, seat, quick(method), seed=number) for truth in truths]
        assert all(thought == thoughts[0] for thought in thoughts)


def test_playing_on_alone_does_not_depend_on_what_is_hidden_and_repeats_itself() -> None:
    for number in range(6):
        match = position("tipperary", number, 2 + number % 4)
        seat = match.waiting[-1]
        truths = [match, match, *(match.redeal(seat, seed=other) for other in range(2))]
        thoughts = [bots.think(truth, seat, ALONE, seed=number) for truth in truths]
        assert all(thought == thoughts[0] for thought in thoughts)


@pytest.mark.parametrize("seats", [2, 4])
def test_playing_on_alone_expects_what_playing_on_for_all_expects(seats: int) -> None:
    """Others' turns pass by, so what they build is added as it was found by playing on for all now and then."""
    gaps = []
    for number in range(12):
        match = position("tipperary", number, seats)
        seat = match.waiting[0]
        both = [replace(ALONE, alone=alone, iterations=240) for alone in (True, False)]
        alone, together = (bots.think(match, seat, thinking, seed=5).candidates[0].all_points for thinking in both)
        gaps.append([mine - all_of_us for mine, all_of_us in zip(alone, together, strict=True)])
    assert (np.abs(np.mean(gaps, axis=0)) < 2.0).all()


def test_a_game_without_stand_ins_is_played_on_for_all() -> None:
    match = position("topiary", 3)
    seat = match.waiting[0]
    assert bots.think(match, seat, quick("flat"), seed=1) == bots.think(
        match, seat, replace(quick("flat"), alone=True), seed=1
    )


@pytest.mark.parametrize("level", [*levels.NAMES[:3], "random", "greedy"])
def test_a_level_does_not_fall_into_a_trap_that_catches_who_peeks(level: str) -> None:
    """Garden tiles lie face down: who sees them takes another tile in another truth, a bot takes the same."""
    caught = 0
    for number in range(30):
        match = Match("topiary", 2, seed=number)
        match.play(match.legal_moves(0)[number])
        truths = [match.redeal(0, seed=other) for other in range(4)]
        caught += len({greedy(truth, 0, 1) for truth in truths}) > 1
        assert len({bots.choose(level, truth, 0, 7) for truth in truths}) == 1
    assert caught > 10


@each_method
@each_game
def test_same_seed_same_thought_however_it_is_cut_into_stretches(
    game: str, method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = position(game, 3)
    thought = bots.think(match, match.waiting[0], quick(method), seed=5)
    monkeypatch.setattr(search, "STRETCH", 0.0)
    assert bots.think(match, match.waiting[0], quick(method), seed=5) == thought


def thoughts() -> list[str]:
    lines = []
    for game in games.names():
        for method in METHODS:
            thinking = Thinking(method, iterations=1 if method == "glance" else 8, playout=1, tries=2, width=4)
            match = position(game, 5)
            found = bots.think(match, match.waiting[0], thinking, seed=9)
            told = [(str(one.move), one.visits, one.worth.hex(), one.points.hex()) for one in found.candidates]
            lines.append(f"{game} {method} {hashlib.sha256(repr(told).encode()).hexdigest()}")
    return lines


def test_compiled_and_uncompiled_searches_think_the_same_to_the_last_bit() -> None:
    assert COMPILED
    plain = printed_uncompiled("tests.bots.test_search")
    assert plain == thoughts()


@pytest.mark.parametrize("method", ["flat", "tree"])
def test_a_search_without_end_stops_when_told_and_has_an_answer(method: Method) -> None:
    match = position("triqueta", 2)
    endless = replace(quick(method), iterations=10**9)
    stop = threading.Event()
    found: list[bots.Thought] = []
    thread = threading.Thread(
        target=lambda: found.append(bots.think(match, match.waiting[0], endless, seed=1, stop=stop))
    )
    thread.start()
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0].move in match.legal_moves(match.waiting[0])
    assert found[0].iterations < 10**9


def test_a_search_looks_up_every_few_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that the work itself moves on: no stretch is longer than 5 ms where pieces of work are small."""
    now = 0.0
    stretches: list[float] = []

    def work(pieces: int) -> None:
        nonlocal now
        now += 0.0001 * pieces
        stretches.append(0.0001 * pieces)

    monkeypatch.setattr("tilery.bots.search.time.perf_counter", lambda: now)
    done = search.Limit(seconds=1.0).run(10**9, work)
    assert 10_000 <= done <= 10_050
    assert max(stretches) <= search.STRETCH


def test_a_search_leaves_the_interpreter_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code runs in one long stretch, and this thread is never kept waiting for all of it."""
    monkeypatch.setattr(search.Limit, "run", lambda _, count, act: act(count) or count)
    match = position("triqueta", 2)
    thread = threading.Thread(
        target=lambda: bots.think(match, match.waiting[0], Thinking("tree", iterations=150_000), seed=1)
    )
    bots.think(match, match.waiting[0], Thinking("tree", iterations=1), seed=1)
    begun = last = time.perf_counter()
    longest = 0.0
    thread.start()
    while thread.is_alive():
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    assert longest < (time.perf_counter() - begun) / 2


@each_method
def test_no_time_at_all_is_enough_for_an_answer(method: Method) -> None:
    match = position("topiary", 2)
    thought = bots.think(match, match.waiting[0], replace(quick(method), iterations=10**9 if method != "glance" else 1),
                         seed=1, seconds=0.0)  # fmt: skip
    assert thought.move in match.legal_moves(match.waiting[0])


def test_who_is_told_to_stop_at_once_glances_at_the_moves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are hundreds of moves, looking at them several times before the first playout would take too long."""
    match = position("topiary", 2)
    glances: list[int] = []

    def glance(*given: Any) -> int:
        glances.append(given[-1])
        return glance_at_moves(*given)

    monkeypatch.setattr(search, "glance_at_moves", glance)
    bots.think(match, match.waiting[0], quick("flat"), seed=1, seconds=0.0)
    assert sum(glances) == 1
    bots.think(match, match.waiting[0], quick("flat"), seed=1)
    assert sum(glances) == 1 + search.GLANCES


def test_a_glance_may_look_at_the_first_of_a_shortlist_alone() -> None:
    match = Match("topiary", 2, seed=3)
    thinking = Thinking("glance", iterations=2)
    every = [one.move for one in bots.think(match, 0, thinking, seed=1).candidates]
    few = [one.move for one in bots.think(match, 0, replace(thinking, listed=3), seed=1).candidates]
    assert len(every) == 48
    assert len(few) == 3
    assert set(few) < set(every)
    assert set(few) > {one.move for one in bots.think(match, 0, replace(thinking, listed=2), seed=1).candidates}


def test_a_comparison_without_glances_takes_the_first_of_the_shortlist() -> None:
    match = Match("topiary", 2, seed=3)
    compared = bots.think(match, 0, Thinking("flat", iterations=60, playout=4, width=5, glances=0), seed=1).candidates
    glance = bots.think(match, 0, Thinking("glance", listed=5), seed=1).candidates
    assert {one.move for one in compared} == {one.move for one in glance}
    assert len(compared) == 5


def test_memory_is_bounded() -> None:
    small = sum(array.nbytes for array in new_tree(10**6, 48))
    assert sum(array.nbytes for array in new_tree(10**12, 48)) == small < 64 * 2**20


@each()
def test_every_variant_can_be_played_by_every_method(variant: Variant) -> None:
    match = variant.match(4)
    while not match.is_over:
        for method in METHODS:
            seat = match.waiting[len(match.moves) % len(match.waiting)]
            thinking = replace(quick(method), iterations=1 if method == "glance" else 6, width=4)
            thought = bots.think(match, seat, thinking, seed=len(match.moves))
            match.play(thought.move)
            match.play_randomly(5, seed=1)
            if match.is_over:
                break


def test_a_bot_sees_an_end_that_wins() -> None:
    """Of a heap of three, who takes all of it ends the game; cards are equal on average, so pebbles decide."""
    match = Match("pebbles", 2, seed=1)
    while match.state.heap > 3:
        match.play(match.legal_moves()[0])
    thought = bots.think(match, match.waiting[0], Thinking("tree", iterations=400), seed=1)
    assert str(thought.move) == str(match.legal_moves()[-1])


def test_a_narrow_victory_is_worth_more_than_many_points() -> None:
    """From a point behind to a point ahead is more than from ten points ahead to thirty."""
    game = games.find("pebbles")
    match = Match(game, 2, seed=1)
    match.play_randomly(seed=1)
    evaluator = new_evaluator(game, 2, Thinking("tree"))
    scratch = new_scratch(evaluator)

    def worth(ahead: int) -> float:
        match.state.taken[:2] = (40 + ahead, 40)
        match.state.card[:2] = (3, 3)
        judge(match.states[0], 2, True, evaluator, scratch)
        return float(scratch.worth[0])

    assert worth(1) - worth(-1) > worth(30) - worth(10) > 0
    assert worth(0) == pytest.approx(0.5)


def test_equal_standings_share_the_victory() -> None:
    game = games.find("pebbles")
    match = Match(game, 3, seed=1)
    match.play_randomly(seed=1)
    match.state.taken[:] = (5, 5, 4)
    match.state.card[:] = (3, 3, 3)
    evaluator = new_evaluator(game, 3, Thinking("tree"))
    scratch = new_scratch(evaluator)
    judge(match.states[0], 3, True, evaluator, scratch)
    assert scratch.wins[:3].tolist() == [0.5, 0.5, 0.0]


@each_game
def test_an_analysis_ranks_every_legal_move_with_a_line_that_can_be_played(game: str) -> None:
    match = position(game, 4)
    seat = match.waiting[0]
    found = bots.analyse(match, seat, thinking=replace(quick("tree"), iterations=200), seed=3)
    assert {candidate.move for candidate in found} == set(match.legal_moves(seat))
    assert len(found) == len(match.legal_moves(seat))
    assert sum(candidate.visits for candidate in found) == 200
    left_alone = useless_moves(match)
    useless = [str(candidate.move) in left_alone for candidate in found]
    assert useless == sorted(useless), "useless moves come last"
    visits = [candidate.visits for candidate in found[: useless.count(False)]]
    assert visits == sorted(visits, reverse=True)
    for candidate in found:
        assert candidate.line[0] == candidate.move
        assert 0 <= candidate.win_chance <= 1
    twin = match.copy()
    twin.play(found[0].line[0])
    assert np.isfinite(found[0].points)
    assert max(len(candidate.line) for candidate in found) > 1


@pytest.mark.parametrize("method", ["flat", "tree"])
@each_game
def test_a_search_can_be_told_which_moves_to_think_about(game: str, method: Method) -> None:
    match = position(game, 4)
    seat = match.waiting[0]
    wanted = match.legal_moves(seat)[-2:]  # whatever they look like at first sight
    for moves in (wanted, wanted[:1]):
        found = bots.think(match, seat, quick(method), seed=3, only=moves)
        assert {candidate.move for candidate in found.candidates} == set(moves)
        assert sum(candidate.visits for candidate in found.candidates) == 60
        assert all(sum(candidate.win_chances) == pytest.approx(1) for candidate in found.candidates)
        assert found == bots.think(match, seat, quick(method), seed=3, only=moves)


def test_only_a_seat_that_owes_a_decision_can_think() -> None:
    match = Match("triqueta", 3, seed=1)
    with pytest.raises(ValueError, match="it is not the turn of seat"):
        bots.think(match, 2, quick("tree"), seed=1)


@each_game
def test_every_level_is_declared_and_stronger_levels_think_more(game: str) -> None:
    for seats in games.find(game).seats:
        thinking = [levels.thinking_of(games.find(game), name, seats) for name in levels.NAMES]
        assert thinking[0].method == "glance"
        assert thinking[-1].iterations > thinking[-2].iterations or thinking[-1].tries > thinking[-2].tries


@pytest.mark.parametrize("game", ["triqueta", "pebbles"])
def test_searching_beats_chance(game: str) -> None:
    won = 0.0
    for number in range(20):
        match = Match(game, 2, seed=number)
        clever = number % 2
        while not match.is_over:
            seat = match.waiting[0]
            thinking = Thinking("tree", iterations=150)
            match.play(
                bots.think(match, seat, thinking, seed=number).move
                if seat == clever
                else bots.choose("random", match, seat, len(match.moves))
            )
        won += (clever in match.scores.winners) / len(match.scores.winners)
    assert won >= 13


if __name__ == "__main__":
    assert not COMPILED
    print("\n".join(thoughts()))
