"""What a batch does in compiled code: deal, take an action in each match, and write what the next decision needs.

Two ways to play: every decision of every seat is asked for (`step`), or those of one seat, and opponents decide for the
others (`step_against`). Nothing here reads an array that callers may write to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.games.learning import Numbers
from tilery.kernel import contract
from tilery.kernel.bits import count_bits, lowest_bit
from tilery.kernel.chance import Rng, below, next_word
from tilery.kernel.contract import Moves, Points
from tilery.kernel.native import native
from tilery.kernel.runner import States
from tilery.research.opponents import Desktop, Skill, glance_move
from tilery.research.turn_order import (
    NOBODY,
    WORD,
    Masks,
    Rewards,
    TurnOrders,
    Words,
    begin,
    carry_out,
    decide,
    decide_on,
    is_marked,
    write_mask,
    write_observation,
    write_rewards,
)

Rngs = NDArray[np.uint64]
Actions = NDArray[np.int64]

ANY_SEAT = -1

_ONE = np.uint64(1)


class Terms(NamedTuple):
    """What holds for all matches of a batch."""

    seats: int
    columns: int  # of a standing that decide a match
    shaping: float  # what a point of lead is rewarded with
    learner: int  # the seat that opponents leave free, or ANY_SEAT to draw it for each match


class Table(NamedTuple):
    """The matches of a batch, by row, and all that is told about them."""

    states: States
    blank: States
    options: States
    orders: TurnOrders
    deals: Rngs
    luck: Rngs  # of opponents
    learners: Numbers
    leads: Rewards  # as of the last step, if they are rewarded
    words: Words
    # What callers see, and may write to.
    masks: Masks
    observations: Numbers
    finals: Numbers
    asked: Numbers
    rewards: Rewards
    own: Rewards
    points: Points
    terminations: NDArray[np.bool_]


class Room(NamedTuple):
    """Where one thread writes down what it needs for a moment."""

    moves: Moves
    standing: Points


@native
def seed_rows(rng: Rng, rows: Rngs) -> None:
    """Random numbers for each match, far from each other."""
    for index in range(len(rows)):
        rows[index, 0] = next_word(rng)
        rows[index, 1] = next_word(rng) | _ONE  # never both 0


@native
def deal(table: Table, room: Room, terms: Terms, first: int, last: int) -> None:
    """Deal new matches."""
    for index in range(first, last):
        _begin(table, room, terms, index)
        _clear(table, terms, index)
        _show(table, room, index)


@native
def deal_against(
    table: Table, room: Room, terms: Terms, skills: tuple[Skill, ...], desktop: Desktop, first: int, last: int
) -> None:
    """Deal new matches, and let opponents decide until the learner is asked."""
    for index in range(first, last):
        _begin(table, room, terms, index)
        _draw_learner(table, terms, index)
        _let_opponents_decide(table, terms, skills, desktop, index)
        _clear(table, terms, index)
        _show(table, room, index)


@native
def take_up(table: Table, room: Room, terms: Terms, index: int) -> None:
    """Go on with a state that was put into a row."""
    begin(table.states[index], table.orders[index])
    _remember_leads(table, room, terms, index)
    _show(table, room, index)


@native
def step(table: Table, room: Room, terms: Terms, actions: Actions, first: int, last: int) -> None:
    """Take an action in each match, all of them legal; deal anew where a match ends."""
    for index in range(first, last):
        actor = int(table.orders[index].seat)
        if decide(table.states[index], table.orders[index], actions[index]):
            carry_out(table.states[index], table.orders[index])
        _tell(table, room, terms, actor, index)
        if table.orders[index].seat == NOBODY:
            _begin(table, room, terms, index)
        _show(table, room, index)


@native
def step_against(
    table: Table,
    room: Room,
    terms: Terms,
    skills: tuple[Skill, ...],
    desktop: Desktop,
    actions: Actions,
    first: int,
    last: int,
) -> None:
    """Likewise for the learner alone; opponents decide until it is asked again."""
    for index in range(first, last):
        learner = int(table.learners[index])
        if decide(table.states[index], table.orders[index], actions[index]):
            carry_out(table.states[index], table.orders[index])
        _let_opponents_decide(table, terms, skills, desktop, index)
        _tell(table, room, terms, learner, index)
        if table.orders[index].seat == NOBODY:
            _begin(table, room, terms, index)
            _draw_learner(table, terms, index)
            _let_opponents_decide(table, terms, skills, desktop, index)
        _show(table, room, index)


@native
def _begin(table: Table, room: Room, terms: Terms, index: int) -> None:
    table.states[index] = table.blank[0]
    contract.setup(table.states[index], terms.seats, table.options[0], table.deals[index])
    begin(table.states[index], table.orders[index])
    _remember_leads(table, room, terms, index)


@native
def _draw_learner(table: Table, terms: Terms, index: int) -> None:
    if terms.learner == ANY_SEAT:
        table.learners[index] = below(table.luck[index], terms.seats)
    else:
        table.learners[index] = terms.learner


@native
def _let_opponents_decide(table: Table, terms: Terms, skills: tuple[Skill, ...], desktop: Desktop, index: int) -> None:
    learner = int(np.int64(table.learners[index]))  # compiled, `int` alone would leave it narrow
    seat = int(np.int64(table.orders[index].seat))
    while seat != NOBODY and seat != learner:  # noqa: PLR1714  (compiled)
        place = (seat - learner + terms.seats) % terms.seats - 1
        move = glance_move(table.states, index, seat, terms.seats, skills[place], table.luck[index], desktop)
        if decide_on(table.orders[index], move):
            carry_out(table.states[index], table.orders[index])
        seat = int(np.int64(table.orders[index].seat))


@native
def _clear(table: Table, terms: Terms, index: int) -> None:
    """A match that was just dealt has rewarded nobody yet."""
    table.terminations[index] = False
    table.own[index] = 0.0
    for seat in range(terms.seats):
        table.rewards[index, seat] = 0.0
        table.points[index, seat] = 0


@native
def _tell(table: Table, room: Room, terms: Terms, actor: int, index: int) -> None:
    """Write what came of a step, before the next match is dealt: rewards and, at the end, points and a last look."""
    _clear(table, terms, index)
    ended = table.orders[index].seat == NOBODY
    if ended:
        table.terminations[index] = True
        write_rewards(table.states[index], terms.seats, terms.columns, room.standing, table.rewards[index])
        for seat in range(terms.seats):
            table.points[index, seat] = room.standing[seat, 0]
        if table.finals.shape[1]:
            write_observation(table.states[index], table.orders[index], actor, table.finals[index])
    if terms.shaping != 0.0:
        if not ended:
            contract.standing(table.states[index], room.standing)
        for seat in range(terms.seats):
            lead = _lead(room.standing, seat, terms.seats)
            table.rewards[index, seat] += terms.shaping * (lead - table.leads[index, seat])
            table.leads[index, seat] = lead
    table.own[index] = table.rewards[index, actor]


@native
def _remember_leads(table: Table, room: Room, terms: Terms, index: int) -> None:
    if terms.shaping != 0.0:
        contract.standing(table.states[index], room.standing)
        for seat in range(terms.seats):
            table.leads[index, seat] = _lead(room.standing, seat, terms.seats)


@native
def _lead(standing: Points, seat: int, seats: int) -> float:
    """Points ahead of the mean of the others; the sum over all seats is 0."""
    others = 0
    for other in range(seats):
        if other != seat:
            others += standing[other, 0]
    return float(standing[seat, 0]) - others / (seats - 1)


@native
def _show(table: Table, room: Room, index: int) -> None:
    """Write what the seat that is asked has to know."""
    seat = int(table.orders[index].seat)
    table.asked[index] = seat
    write_mask(table.states[index], table.orders[index], room.moves, table.masks[index], table.words[index])
    if table.observations.shape[1]:
        write_observation(table.states[index], table.orders[index], seat, table.observations[index])


@native
def observe(states: States, orders: TurnOrders, seat: int, first: int, last: int, out: Numbers) -> None:
    for index in range(first, last):
        write_observation(states[index], orders[index], seat, out[index])


@native
def first_illegal(actions: Actions, words: Words) -> int:
    """The first row whose action is not legal, or -1."""
    for index in range(len(actions)):
        if not is_marked(words[index], actions[index]):
            return index
    return -1


@native
def choose(words: Words, rngs: Rngs, first: int, last: int, actions: Actions) -> None:
    """Choose a legal action for each row, each as likely as another."""
    for index in range(first, last):
        actions[index] = _marked_one(words[index], rngs[index])


@native
def _marked_one(words: Words, rng: Rng) -> int:
    legal = 0
    for place in range(len(words)):
        legal += count_bits(words[place])
    left = below(rng, legal)
    place = 0
    while left >= count_bits(words[place]):
        left -= count_bits(words[place])
        place += 1
    word = words[place]
    for _ in range(left):
        word &= word - _ONE
    return WORD * place + lowest_bit(word)
