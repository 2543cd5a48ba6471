"""Bots as opponents in a batch: each decides by a glance at its moves, in compiled code.

Levels that search do not fit into a batch; which ones glance is up to each game (`glancing_levels`). An opponent plays
as the bot of its level does at a table: every decision is made on a redeal, so it knows nothing that its seat may not
know.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilery.bots.judging import Evaluator, Scratch, evaluator_with, new_scratch
from tilery.bots.levels import NAMES, thinking_of
from tilery.bots.playout import GIVEN, PLACES, glance_at_moves
from tilery.games.game import Game
from tilery.games.thinking import Thinking
from tilery.kernel import contract, runner
from tilery.kernel.arguments import shown
from tilery.kernel.chance import Rng, below, next_word
from tilery.kernel.contract import POINTS_SHAPE, Moves, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States
from tilery.words import SpokenError, all_of, say

MOST_OPPONENTS = POINTS_SHAPE[0] - 1

_ELEVEN = np.uint64(11)
_PART = 1.0 / (1 << 53)

Opponents = str | Thinking | list[str | Thinking] | tuple[str | Thinking, ...]


class Skill(NamedTuple):
    """How an opponent thinks; see `Thinking`."""

    evaluator: Evaluator
    redeals: int
    listed: int
    noise: float
    oversight: float
    blindness: float


class GlanceScratch(NamedTuple):
    """Working memory of an opponent that thinks."""

    places: States
    moves: Moves
    leads: Values
    scratch: Scratch


def new_glance_scratch(game: Game, skill: Skill) -> GlanceScratch:
    most = game.rules.MAX_MOVES
    return GlanceScratch(
        runner.new_states(game.rules.STATE, PLACES),
        np.zeros(most, np.int32),
        np.zeros(most),
        new_scratch(skill.evaluator),
    )


def glancing_levels(game: Game, seats: int) -> tuple[str, ...]:
    """Return the levels of a game that can be opponents in a batch with so many seats, easiest first."""
    return tuple(name for name in NAMES if thinking_of(game, name, seats).method == "glance")


def read_opponents(game: Game, seats: int, given: Opponents) -> tuple[Skill, ...]:
    """The skills of the opponents, clockwise from the learner: one for all, or one for each of the other seats."""
    settings = list(given) if isinstance(given, list | tuple) else [given] * (seats - 1)
    if len(settings) != seats - 1:
        raise SpokenError(
            say(
                "with {seats} seats there are {count} opponents, not {given}",
                seats=seats,
                count=seats - 1,
                given=len(settings),
            )
        )
    skills = [_skill(game, seats, each) for each in settings]
    return (*skills, *skills[:1] * (MOST_OPPONENTS - len(skills)))  # always as many, so that code is compiled once


def _skill(game: Game, seats: int, given: str | Thinking) -> Skill:
    if isinstance(given, str) and given not in NAMES:
        raise SpokenError(
            say("there is no level {level}; there are {levels}", level=shown(given), levels=all_of(NAMES))
        )
    thinking = thinking_of(game, given, seats) if isinstance(given, str) else given
    if not isinstance(thinking, Thinking):
        raise SpokenError(say("an opponent is the name of a level or a Thinking, not {value}", value=shown(given)))
    if thinking.method != "glance":
        raise SpokenError(
            say(
                "opponents in a batch glance at their moves and cannot search; in {game} these levels do: {levels}",
                game=game.title,
                levels=all_of(glancing_levels(game, seats)),
            )
        )
    return Skill(
        evaluator_with(None, game, thinking),
        int(thinking.iterations),
        int(thinking.listed),
        float(thinking.noise),
        float(thinking.oversight),
        float(thinking.blindness),
    )


@native
def fraction(rng: Rng) -> float:
    """Return a random number from 0 up to 1."""
    return float(np.int64(next_word(rng) >> _ELEVEN)) * _PART


@native
def _unseen_kind(states: States, seat: int, moves: Moves, count: int, rng: Rng) -> int:
    """One of the kinds of the legal moves that can be overlooked."""
    kinds = 0
    for place in range(count):
        kinds |= 1 << contract.move_kind(states[GIVEN], seat, moves[place])
    kinds &= ~(1 << contract.ORDINARY)
    return int(runner.random_seat(kinds, rng)) if kinds else contract.ORDINARY


@native
def glance_move(
    states: States, index: int, seat: int, seats: int, skill: Skill, rng: Rng, glance_scratch: GlanceScratch
) -> int:
    """Return the move that an opponent decides on in states[index]; as `Search` does by a glance at a table."""
    if skill.oversight >= 1.0:  # sees nothing at all
        return int(contract.random_move(states[index], seat, rng, glance_scratch.moves))
    glance_scratch.places[GIVEN] = states[index]
    moves, leads = glance_scratch.moves, glance_scratch.leads
    count = glance_at_moves(
        glance_scratch.places, seat, seats, skill.evaluator, glance_scratch.scratch, rng, moves, leads, skill.listed,
        skill.redeals,
    )  # fmt: skip
    unseen = contract.ORDINARY
    if skill.blindness > 0.0 and fraction(rng) < skill.blindness:
        unseen = _unseen_kind(glance_scratch.places, seat, moves, count, rng)
    best, most, ties = -1, 0.0, 0
    for place in range(count):
        if (
            unseen != contract.ORDINARY
            and contract.move_kind(glance_scratch.places[GIVEN], seat, moves[place]) == unseen
        ):
            continue
        if skill.oversight > 0.0 and fraction(rng) < skill.oversight:
            continue
        lead = leads[place] + skill.noise * (2.0 * fraction(rng) - 1.0)
        if best < 0 or lead > most:
            best, most, ties = place, lead, 1
        elif lead == most:
            ties += 1
            if below(rng, ties) == 0:
                best = place
    if best < 0:
        best = below(rng, count)
    return int(moves[best])
