"""Games of a search against itself, or of two searches against each other: compiled, for any game by the contract.

Each seat redeals before it looks, as every bot does. Positions to learn from are the states after a decision; only
those count from which on nobody played at random, so that what came of them is what came of good play.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judging import Evaluator, Scratch, new_scratch, share_of
from tilery.bots.net import write_inputs
from tilery.bots.playout import GIVEN, PLACES, new_moves, next_seat
from tilery.bots.stepping import step_move
from tilery.bots.tree import Tree, TreeSettings, clear, favourite, grow, new_tree
from tilery.games.game import Game
from tilery.kernel import contract
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States, new_states

TABLE = PLACES  # the true game, which no search may look at before it is redealt
BLANK = PLACES + 1
ASTRAY = 4  # before the game turns serious, one of so many moves is random


QUICK = -1  # iterations of a player that takes the first move of the game's shortlist


class Side(NamedTuple):
    """A player: how it judges, how its tree grows, and for how long; with no iterations it looks one step ahead."""

    evaluator: Evaluator
    tree_settings: TreeSettings
    iterations: int


class GameMemory(NamedTuple):
    """Working memory for one game: states, a tree, and scratch memory for both sides."""

    states: States
    tree: Tree
    moves: Moves
    scratch: Scratch
    other_scratch: Scratch


class Samples(NamedTuple):
    """Positions sampled from games: states with the number of their game, and by game how it ended for every seat."""

    states: States
    game: NDArray[np.int32]
    used: NDArray[np.int64]
    ends: States  # the last state of every game
    points: Values
    shares: Values


def new_game_memory(game: Game, side: Side, other: Side) -> GameMemory:
    return GameMemory(
        new_states(game.rules.STATE, PLACES + 2),
        new_tree(max(side.iterations, other.iterations), max(side.tree_settings.width, other.tree_settings.width)),
        new_moves(game),
        new_scratch(side.evaluator),
        new_scratch(other.evaluator),
    )


def new_samples(game: Game, games: int, states: int) -> Samples:
    by_seat = (games, POINTS_SHAPE[0])
    return Samples(
        new_states(game.rules.STATE, states),
        np.zeros(states, np.int32),
        np.zeros(1, np.int64),
        new_states(game.rules.STATE, games),
        np.zeros(by_seat),
        np.zeros(by_seat),
    )


@native
def choose_move(memory: GameMemory, seat: int, seats: int, side: Side, scratch: Scratch, rng: Rng) -> int:
    """Return the move that a side plays at the table."""
    if contract.legal_moves(memory.states[TABLE], seat, memory.moves) == 1:
        return int(memory.moves[0])
    if side.iterations == QUICK:
        contract.shortlist(memory.states[TABLE], seat, 1, memory.moves)
        return int(memory.moves[0])
    if not side.iterations:
        return step_move(memory.states, TABLE, seat, seats, side.evaluator, rng, memory.moves, scratch)
    memory.states[GIVEN] = memory.states[TABLE]
    clear(memory.tree)
    grow(
        memory.tree,
        memory.states,
        seat,
        seats,
        side.tree_settings,
        side.evaluator,
        rng,
        memory.moves,
        scratch,
        side.iterations,
    )
    return int(memory.tree.move[favourite(memory.tree)])


@native
def play_games(
    memory: GameMemory,
    seats: int,
    options: States,
    side: Side,
    rng: Rng,
    games: int,
    keep_one_of: int,
    samples: Samples,
) -> None:
    """Play games of a search against itself and keep some of their states.

    A third of the games is serious from the first move on. In the others some moves are random until a moment that is
    any of the game, as long as the last one was; the move at that moment may be anything.
    """
    length = 0
    for game in range(games):
        serious = below(rng, 3 * length // 2 + 1) - length // 2
        length = 0
        memory.states[TABLE] = memory.states[BLANK]
        contract.setup(memory.states[TABLE], seats, options[0], rng)
        owing = contract.waiting(memory.states[TABLE])
        while owing:
            seat = next_seat(owing, below(rng, seats), seats)
            strays = length < serious and (length == serious - 1 or below(rng, ASTRAY) == 0)
            if strays:
                move = contract.random_move(memory.states[TABLE], seat, rng, memory.moves)
            else:
                move = choose_move(memory, seat, seats, side, memory.scratch, rng)
            contract.play(memory.states[TABLE], seat, move)
            length += 1
            owing = contract.waiting(memory.states[TABLE])
            if owing and length >= serious and below(rng, keep_one_of) == 0 and samples.used[0] < len(samples.states):
                samples.states[samples.used[0]] = memory.states[TABLE]
                samples.game[samples.used[0]] = game
                samples.used[0] += 1
        _note_end(memory, seats, side.evaluator.columns, game, samples)


@native
def _note_end(memory: GameMemory, seats: int, columns: int, game: int, samples: Samples) -> None:
    points: Points = memory.scratch.points
    samples.ends[game] = memory.states[TABLE]
    contract.standing(memory.states[TABLE], points)
    for seat in range(seats):
        samples.points[game, seat] = points[seat, 0]
        samples.shares[game, seat] = share_of(points, seat, seats, columns)


@native
def play_match(
    memory: GameMemory,
    seats: int,
    options: States,
    side: Side,
    other: Side,
    seats_of_side: int,
    rng: Rng,
    samples: Samples,
) -> None:
    """Play a game in which one side has some seats, given as bits, and the other one the rest; note how it ended."""
    memory.states[TABLE] = memory.states[BLANK]
    contract.setup(memory.states[TABLE], seats, options[0], rng)
    owing = contract.waiting(memory.states[TABLE])
    while owing:
        seat = next_seat(owing, 0, seats)
        if seats_of_side >> seat & 1:
            move = choose_move(memory, seat, seats, side, memory.scratch, rng)
        else:
            move = choose_move(memory, seat, seats, other, memory.other_scratch, rng)
        contract.play(memory.states[TABLE], seat, move)
        owing = contract.waiting(memory.states[TABLE])
    _note_end(memory, seats, side.evaluator.columns, 0, samples)


@native
def write_examples(states: States, seats: int, inputs: Values, guess: Values, out: NDArray[np.float32]) -> None:
    """Write what a network is told of states, from every seat."""
    for index in range(len(states)):
        contract.evaluate(states[index], guess)
        for seat in range(seats):
            write_inputs(states[index], seat, seats, guess, inputs)
            for number in range(len(inputs)):
                out[index, seat, number] = inputs[number]
