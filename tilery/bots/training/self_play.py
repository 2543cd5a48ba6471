"""Games of a search against itself, or of two searches against each other: compiled, for any game by the contract.

Each seat redeals before it looks, as every bot does. Positions to learn from are the states after a decision; only
those count from which on nobody played at random, so that what came of them is what came of good play.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judging import Desk, Mind, new_desk, share_of
from tilery.bots.net import write_inputs
from tilery.bots.playout import GIVEN, PLACES, new_moves, next_seat
from tilery.bots.stepping import step_move
from tilery.bots.tree import Plan, Tree, clear, favourite, grow, new_tree
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

    mind: Mind
    plan: Plan
    iterations: int


class Room(NamedTuple):
    """Room for a game: states, a tree, and desks for two sides."""

    states: States
    tree: Tree
    moves: Moves
    desk: Desk
    other_desk: Desk


class Finds(NamedTuple):
    """What is kept of games: states with the number of their game, and by game how it ended for every seat."""

    states: States
    game: NDArray[np.int32]
    used: NDArray[np.int64]
    ends: States  # the last state of every game
    points: Values
    shares: Values


def new_room(game: Game, side: Side, other: Side) -> Room:
    return Room(
        new_states(game.rules.STATE, PLACES + 2),
        new_tree(max(side.iterations, other.iterations), max(side.plan.width, other.plan.width)),
        new_moves(game),
        new_desk(side.mind),
        new_desk(other.mind),
    )


def new_finds(game: Game, games: int, states: int) -> Finds:
    by_seat = (games, POINTS_SHAPE[0])
    return Finds(
        new_states(game.rules.STATE, states),
        np.zeros(states, np.int32),
        np.zeros(1, np.int64),
        new_states(game.rules.STATE, games),
        np.zeros(by_seat),
        np.zeros(by_seat),
    )


@native
def choose_move(room: Room, seat: int, seats: int, side: Side, desk: Desk, rng: Rng) -> int:
    """The move that a side plays at the table."""
    if contract.legal_moves(room.states[TABLE], seat, room.moves) == 1:
        return int(room.moves[0])
    if side.iterations == QUICK:
        contract.shortlist(room.states[TABLE], seat, 1, room.moves)
        return int(room.moves[0])
    if not side.iterations:
        return step_move(room.states, TABLE, seat, seats, side.mind, rng, room.moves, desk)
    room.states[GIVEN] = room.states[TABLE]
    clear(room.tree)
    grow(room.tree, room.states, seat, seats, side.plan, side.mind, rng, room.moves, desk, side.iterations)
    return int(room.tree.move[favourite(room.tree)])


@native
def play_games(
    room: Room,
    seats: int,
    options: States,
    side: Side,
    rng: Rng,
    games: int,
    keep_one_of: int,
    finds: Finds,
) -> None:
    """Play games of a search against itself and keep some of their states.

    A third of the games is serious from the first move on. In the others some moves are random until a moment that is
    any of the game, as long as the last one was; the move at that moment may be anything.
    """
    length = 0
    for game in range(games):
        serious = below(rng, 3 * length // 2 + 1) - length // 2
        length = 0
        room.states[TABLE] = room.states[BLANK]
        contract.setup(room.states[TABLE], seats, options[0], rng)
        owing = contract.waiting(room.states[TABLE])
        while owing:
            seat = next_seat(owing, below(rng, seats), seats)
            strays = length < serious and (length == serious - 1 or below(rng, ASTRAY) == 0)
            if strays:
                move = contract.random_move(room.states[TABLE], seat, rng, room.moves)
            else:
                move = choose_move(room, seat, seats, side, room.desk, rng)
            contract.play(room.states[TABLE], seat, move)
            length += 1
            owing = contract.waiting(room.states[TABLE])
            if owing and length >= serious and below(rng, keep_one_of) == 0 and finds.used[0] < len(finds.states):
                finds.states[finds.used[0]] = room.states[TABLE]
                finds.game[finds.used[0]] = game
                finds.used[0] += 1
        _note_end(room, seats, side.mind.columns, game, finds)


@native
def _note_end(room: Room, seats: int, columns: int, game: int, finds: Finds) -> None:
    points: Points = room.desk.points
    finds.ends[game] = room.states[TABLE]
    contract.standing(room.states[TABLE], points)
    for seat in range(seats):
        finds.points[game, seat] = points[seat, 0]
        finds.shares[game, seat] = share_of(points, seat, seats, columns)


@native
def play_match(
    room: Room,
    seats: int,
    options: States,
    side: Side,
    other: Side,
    seats_of_side: int,
    rng: Rng,
    finds: Finds,
) -> None:
    """Play a game in which one side has some seats, given as bits, and the other one the rest; note how it ended."""
    room.states[TABLE] = room.states[BLANK]
    contract.setup(room.states[TABLE], seats, options[0], rng)
    owing = contract.waiting(room.states[TABLE])
    while owing:
        seat = next_seat(owing, 0, seats)
        if seats_of_side >> seat & 1:
            move = choose_move(room, seat, seats, side, room.desk, rng)
        else:
            move = choose_move(room, seat, seats, other, room.other_desk, rng)
        contract.play(room.states[TABLE], seat, move)
        owing = contract.waiting(room.states[TABLE])
    _note_end(room, seats, side.mind.columns, 0, finds)


@native
def write_examples(states: States, seats: int, inputs: Values, guess: Values, out: NDArray[np.float32]) -> None:
    """Write what a network is told of states, from every seat."""
    for index in range(len(states)):
        contract.evaluate(states[index], guess)
        for seat in range(seats):
            write_inputs(states[index], seat, seats, guess, inputs)
            for number in range(len(inputs)):
                out[index, seat, number] = inputs[number]
