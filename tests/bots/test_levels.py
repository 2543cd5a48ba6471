"""What each level does: children's mistakes at the bottom, thought at the top, and risks where only risks can win."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.useless import useless_moves
from tilery import bots, games
from tilery.bots import levels
from tilery.games.thinking import Thinking
from tilery.kernel import contract, runner
from tilery.match.match import Match
from tilery.match.moves import Move

EACH_TABLE = [(name, seats) for name in games.names() if games.find(name).levels for seats in games.find(name).seats]

each_game = pytest.mark.parametrize("game", [name for name in games.names() if games.find(name).levels])


def positions(game: str, count: int) -> list[Match]:
    """Moments of random games with a real choice."""
    found: list[Match] = []
    seed = 0
    while len(found) < count:
        seed += 1
        match = Match(game, 2, seed=seed)
        match.play_randomly(seed % 17, seed=seed)
        if not match.is_over and len(match.legal_moves(match.waiting[0])) > 2:
            found.append(match)
    return found


def own_points(match: Match, move: Move, present: bool) -> float:
    """What the seat of a move has after it: the points of this moment, or the game's guess at those of the end."""
    after = match.copy()
    after.play(move)
    if present:
        return after.scores.totals[move.seat]
    values = np.zeros(5)
    runner.evaluate(after.states, values)
    return float(values[move.seat])


def won(game: str, one: str, other: str, deals: int) -> float:
    """The share of victories of one level against another, every deal from both seats."""
    total = 0.0
    for number in range(2 * deals):
        match = Match(game, 2, seed=number // 2)
        first = number % 2
        while not match.is_over:
            seat = match.waiting[0]
            level = one if seat == first else other
            match.play(bots.choose(level, match, seat, 1000 * number + len(match.moves)))
        winners = match.scores.winners
        total += (first in winners) / len(winners)
    return total / (2 * deals)


@each_game
def test_a_novice_takes_what_glitters_and_does_not_look_at_the_others(game: str) -> None:
    """Were it never careless, it would always take the most points for itself, whatever it leaves to the others."""
    novice = replace(levels.thinking_of(games.find(game), "novice", 2), noise=0.0, oversight=0.0, blindness=0.0)

    def attraction(seen: Match, move: Move) -> float:
        """What it sees in a move: points now, or in the end with those of now on top."""
        now = own_points(seen, move, True)
        return now if novice.present else own_points(seen, move, False) + novice.glitter * now

    for match in positions(game, 6):
        seat = match.waiting[0]
        seen = match.redeal(seat, seed=1)
        chosen = bots.think(seen, seat, novice, seed=1).move
        ranked = sorted(attraction(seen, move) for move in seen.legal_moves(seat))
        assert attraction(seen, chosen) >= ranked[len(ranked) // 2]  # what is hidden may look otherwise to it


@each_game
def test_a_novice_makes_mistakes_but_not_random_ones(game: str) -> None:
    assert won(game, "novice", "random", 10) > 0.6
    assert won(game, "medium", "novice", 6) > 0.7


@pytest.mark.parametrize(("game", "seats"), EACH_TABLE)
def test_a_careless_level_overlooks_more_the_lower_it_is(game: str, seats: int) -> None:
    thinking = [levels.thinking_of(games.find(game), name, seats) for name in levels.NAMES]
    careless = [(one.noise, one.oversight, one.blindness) for one in thinking if one.method == "glance"]
    assert careless == sorted(careless, reverse=True)
    assert careless[0] > careless[-1]


@each_game
def test_who_is_blind_to_a_kind_of_moves_plays_none_of_it(game: str) -> None:
    """In some positions one kind can be overlooked; a bot that always overlooks one plays what remains."""
    blind = Thinking("glance", blindness=1.0)
    passed_over = 0
    for number in range(200):
        match = Match(game, 2, seed=number)
        match.play_randomly(number % 23, seed=number)
        if match.is_over:
            continue
        seat = match.waiting[0]
        kinds = {move: contract.move_kind(match.state, seat, move.code) for move in match.legal_moves(seat)}
        assert all(0 <= kind < contract.MOVE_KINDS for kind in kinds.values())
        useless = useless_moves(match)
        seen = {move for move, kind in kinds.items() if kind == contract.ORDINARY and str(move) not in useless}
        if set(kinds.values()) == {contract.ORDINARY, 1} and seen:
            chosen = bots.think(match, seat, blind, seed=1)
            assert {candidate.move for candidate in chosen.candidates} == seen
            passed_over += 1
            if passed_over == 3:
                break
    assert passed_over or game == "tipperary"  # which has more than one kind at every decision


@each_game
def test_points_of_the_moment_dazzle_who_counts_them_twice(game: str) -> None:
    """The more they glitter, the more points it takes at once."""
    dazzled = sober = 0.0
    for match in positions(game, 12):
        seat = match.waiting[0]
        seen = match.redeal(seat, seed=1)
        for glitter in (0.0, 50.0):
            move = bots.think(seen, seat, Thinking("glance", selfish=1.0, glitter=glitter), seed=1).move
            points = own_points(seen, move, True)
            dazzled, sober = (dazzled + points, sober) if glitter else (dazzled, sober + points)
    assert dazzled >= sober


def last_round(seed: int) -> Match | None:
    """A moment of the last round of Triqueta at which a row may be taken or a tile drawn, both players still in."""
    match = Match("triqueta", 2, seed=seed)
    while not match.is_over:
        state = match.state
        last = int(state.round_number) == len(state.drawn) - 1
        if (
            last
            and state.players_in == 2
            and {"draw", "take"} <= {str(move).split()[0] for move in match.legal_moves()}
        ):
            return match
        match.play_randomly(1, seed=seed)
    return None


def test_near_the_end_who_is_behind_takes_risks_and_who_is_ahead_does_not() -> None:
    """A row taken is sure, a tile drawn may be anything: the same positions, with other points from earlier rounds."""
    drew = {-6: 0, 6: 0}
    for match in filter(None, map(last_round, range(60))):
        seat = match.waiting[0]
        totals = match.scores.totals
        for lead in drew:
            given = match.copy()
            more = lead - (totals[seat] - totals[1 - seat])
            given.state.trees[seat if more > 0 else 1 - seat] += abs(more)
            thought = bots.think(given, seat, Thinking("tree", iterations=300), seed=1)
            drew[lead] += str(thought.move) == "draw"
    assert drew[-6] > drew[6]


def test_decisions_are_analysed_as_the_expert_thinks_unless_a_game_says_otherwise() -> None:
    for name in games.names():
        game = games.find(name)
        for seats in game.seats:
            expert, own = levels.thinking_of(game, "expert", seats), levels.analysis_of(game, seats)
            assert own == game.levels.get("analysis", expert)
            assert own.playout <= expert.playout, f"{name}: an analysis asks about many moves, so each takes less"
    topiary = games.find("topiary")
    assert levels.analysis_of(topiary, 2) != levels.thinking_of(topiary, "expert", 2)


def test_a_level_thinks_as_the_game_says_for_the_number_of_seats() -> None:
    usual, among_three = Thinking("glance", noise=3.0), Thinking("glance", noise=1.0)
    game = replace(games.find("pebbles"), levels={"easy": usual}, levels_by_seats={3: {"easy": among_three}})
    assert levels.thinking_of(game, "easy", 2) == usual
    assert levels.thinking_of(game, "easy", 3) == among_three
    assert levels.thinking_of(game, "hard", 3) == levels.DEFAULT["hard"]


def test_a_game_tells_nothing_apart_that_does_not_exist() -> None:
    """A misspelt level or a number of seats that nobody can have would change nothing, and nobody would notice."""
    for name in games.names():
        game = games.find(name)
        assert set(game.levels_by_seats) <= set(game.seats)
        for changed in game.levels_by_seats.values():
            assert set(changed) <= set(levels.NAMES)
            assert all(thinking != game.levels.get(level) for level, thinking in changed.items())
