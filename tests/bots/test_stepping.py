"""Looking one step ahead: by what a player may know, over everything that a move may show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.truths import other_truth
from tests.variants import VARIANTS, Variant
from tilery import bots, games
from tilery.bots.judging import evaluator_with, new_scratch
from tilery.bots.playout import GIVEN, PLACES, new_moves
from tilery.bots.stepping import step_move
from tilery.bots.training.train import Trainer, TrainingSettings
from tilery.games.thinking import Thinking
from tilery.kernel import chance, contract, runner
from tilery.match.match import Match

ONE_OF_EACH = list({variant.game: variant for variant in reversed(VARIANTS)}.values())
QUICK = TrainingSettings(seed=3, rounds=1, games=60, gate=20, hidden=4, epochs=4, stepping=True)


def stepped(match: Match, seat: int, seed: int) -> int:
    """The move one step ahead by the hand-written evaluation."""
    evaluator = evaluator_with(None, match.game, Thinking("flat", stepping=True))
    states = runner.new_states(match.game.rules.STATE, PLACES)
    states[GIVEN] = match.states[0]
    moves, scratch = new_moves(match.game), new_scratch(evaluator)
    return step_move(states, GIVEN, seat, match.seats, evaluator, chance.generator(seed), moves, scratch)


@pytest.mark.parametrize("variant", ONE_OF_EACH, ids=str)
def test_a_step_is_legal_and_the_same_for_every_truth(variant: Variant) -> None:
    match = variant.match(5)
    for number in range(6):
        match.play_randomly(5, seed=number)
        if match.is_over:
            break
        seat = match.waiting[0]
        move = stepped(match, seat, number)
        assert move in [legal.code for legal in match.legal_moves(seat)]
        assert stepped(other_truth(match, seat, number), seat, number) == move


def test_a_step_sees_what_the_hand_written_evaluation_sees() -> None:
    """In Pebbles nothing is hidden from a step but the others' card: it takes what it is worth most to take."""
    match = Match("pebbles", 2, seed=1)
    seat = match.waiting[0]
    points = []
    for move in match.legal_moves(seat):
        after = match.copy()
        after.play(move, seat)
        guess = np.zeros(contract.POINTS_SHAPE[0])
        contract.evaluate(after.states[0], guess)
        points.append(guess[seat] - guess[1 - seat])
    chosen = [move.code for move in match.legal_moves(seat)].index(stepped(match, seat, 1))
    assert points[chosen] == max(points)


def test_playing_on_by_steps_is_another_way_to_think() -> None:
    match = Match("pebbles", 2, seed=4)
    thinking = Thinking("flat", iterations=60, playout=20, stepping=True, evaluation="hand")
    found = bots.think(match, match.waiting[0], thinking, seed=1)
    again = bots.think(match, match.waiting[0], thinking, seed=1)
    other = bots.think(match, match.waiting[0], replace(thinking, stepping=False), seed=1)
    worths = [[candidate.worth for candidate in thought.candidates] for thought in (found, again, other)]
    assert worths[0] == worths[1]
    assert worths[0] != worths[2]


def test_training_by_steps_repeats_itself_and_says_how_it_was_done() -> None:
    game = games.find("pebbles")
    one, two = (Trainer(game, 2, replace(QUICK, workers=number)).examples(None, 0) for number in (1, 2))
    trees = Trainer(game, 2, replace(QUICK, stepping=False)).examples(None, 0)
    assert one.inputs.tobytes() == two.inputs.tobytes()
    assert one.inputs.tobytes() != trees.inputs.tobytes()
    assert QUICK.command.endswith(" --stepping")
