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
from tilery.research.opponents import GlanceScratch, Skill, glance_move
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


class BatchSettings(NamedTuple):
    """What holds for all matches of a batch."""

    seats: int
    columns: int  # of a standing that decide a match
    shaping: float  # what a point of lead is rewarded with
    learner: int  # the seat that opponents leave free, or ANY_SEAT to draw it for each match


class BatchArrays(NamedTuple):
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


class StepScratch(NamedTuple):
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
def deal(arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, first: int, last: int) -> None:
    """Deal new matches."""
    for index in range(first, last):
        _begin(arrays, scratch, settings, index)
        _clear(arrays, settings, index)
        _show(arrays, scratch, index)


@native
def deal_against(
    arrays: BatchArrays,
    scratch: StepScratch,
    settings: BatchSettings,
    skills: tuple[Skill, ...],
    glance_scratch: GlanceScratch,
    first: int,
    last: int,
) -> None:
    """Deal new matches, and let opponents decide until the learner is asked."""
    for index in range(first, last):
        _begin(arrays, scratch, settings, index)
        _draw_learner(arrays, settings, index)
        _let_opponents_decide(arrays, settings, skills, glance_scratch, index)
        _clear(arrays, settings, index)
        _show(arrays, scratch, index)


@native
def take_up(arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, index: int) -> None:
    """Go on with a state that was put into a row."""
    begin(arrays.states[index], arrays.orders[index])
    _remember_leads(arrays, scratch, settings, index)
    _show(arrays, scratch, index)


@native
def step(
    arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, actions: Actions, first: int, last: int
) -> None:
    """Take an action in each match, all of them legal; deal anew where a match ends."""
    for index in range(first, last):
        actor = int(arrays.orders[index].seat)
        if decide(arrays.states[index], arrays.orders[index], actions[index]):
            carry_out(arrays.states[index], arrays.orders[index])
        _tell(arrays, scratch, settings, actor, index)
        if arrays.orders[index].seat == NOBODY:
            _begin(arrays, scratch, settings, index)
        _show(arrays, scratch, index)


@native
def step_against(
    arrays: BatchArrays,
    scratch: StepScratch,
    settings: BatchSettings,
    skills: tuple[Skill, ...],
    glance_scratch: GlanceScratch,
    actions: Actions,
    first: int,
    last: int,
) -> None:
    """Take the learner's action in each match; opponents decide until it is asked again."""
    for index in range(first, last):
        learner = int(arrays.learners[index])
        if decide(arrays.states[index], arrays.orders[index], actions[index]):
            carry_out(arrays.states[index], arrays.orders[index])
        _let_opponents_decide(arrays, settings, skills, glance_scratch, index)
        _tell(arrays, scratch, settings, learner, index)
        if arrays.orders[index].seat == NOBODY:
            _begin(arrays, scratch, settings, index)
            _draw_learner(arrays, settings, index)
            _let_opponents_decide(arrays, settings, skills, glance_scratch, index)
        _show(arrays, scratch, index)


@native
def _begin(arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, index: int) -> None:
    arrays.states[index] = arrays.blank[0]
    contract.setup(arrays.states[index], settings.seats, arrays.options[0], arrays.deals[index])
    begin(arrays.states[index], arrays.orders[index])
    _remember_leads(arrays, scratch, settings, index)


@native
def _draw_learner(arrays: BatchArrays, settings: BatchSettings, index: int) -> None:
    if settings.learner == ANY_SEAT:
        arrays.learners[index] = below(arrays.luck[index], settings.seats)
    else:
        arrays.learners[index] = settings.learner


@native
def _let_opponents_decide(
    arrays: BatchArrays, settings: BatchSettings, skills: tuple[Skill, ...], glance_scratch: GlanceScratch, index: int
) -> None:
    learner = int(np.int64(arrays.learners[index]))  # compiled, `int` alone would leave it narrow
    seat = int(np.int64(arrays.orders[index].seat))
    while seat != NOBODY and seat != learner:  # noqa: PLR1714  (compiled)
        place = (seat - learner + settings.seats) % settings.seats - 1
        move = glance_move(
            arrays.states, index, seat, settings.seats, skills[place], arrays.luck[index], glance_scratch
        )
        if decide_on(arrays.orders[index], move):
            carry_out(arrays.states[index], arrays.orders[index])
        seat = int(np.int64(arrays.orders[index].seat))


@native
def _clear(arrays: BatchArrays, settings: BatchSettings, index: int) -> None:
    """A match that was just dealt has rewarded nobody yet."""
    arrays.terminations[index] = False
    arrays.own[index] = 0.0
    for seat in range(settings.seats):
        arrays.rewards[index, seat] = 0.0
        arrays.points[index, seat] = 0


@native
def _tell(arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, actor: int, index: int) -> None:
    """Write what came of a step, before the next match is dealt: rewards and, at the end, points and a last look."""
    _clear(arrays, settings, index)
    ended = arrays.orders[index].seat == NOBODY
    if ended:
        arrays.terminations[index] = True
        write_rewards(arrays.states[index], settings.seats, settings.columns, scratch.standing, arrays.rewards[index])
        for seat in range(settings.seats):
            arrays.points[index, seat] = scratch.standing[seat, 0]
        if arrays.finals.shape[1]:
            write_observation(arrays.states[index], arrays.orders[index], actor, arrays.finals[index])
    if settings.shaping != 0.0:
        if not ended:
            contract.standing(arrays.states[index], scratch.standing)
        for seat in range(settings.seats):
            lead = _lead(scratch.standing, seat, settings.seats)
            arrays.rewards[index, seat] += settings.shaping * (lead - arrays.leads[index, seat])
            arrays.leads[index, seat] = lead
    arrays.own[index] = arrays.rewards[index, actor]


@native
def _remember_leads(arrays: BatchArrays, scratch: StepScratch, settings: BatchSettings, index: int) -> None:
    if settings.shaping != 0.0:
        contract.standing(arrays.states[index], scratch.standing)
        for seat in range(settings.seats):
            arrays.leads[index, seat] = _lead(scratch.standing, seat, settings.seats)


@native
def _lead(standing: Points, seat: int, seats: int) -> float:
    """Return points ahead of the mean of the others; the sum over all seats is 0."""
    others = 0
    for other in range(seats):
        if other != seat:
            others += standing[other, 0]
    return float(standing[seat, 0]) - others / (seats - 1)


@native
def _show(arrays: BatchArrays, scratch: StepScratch, index: int) -> None:
    """Write what the seat that is asked has to know."""
    seat = int(arrays.orders[index].seat)
    arrays.asked[index] = seat
    write_mask(arrays.states[index], arrays.orders[index], scratch.moves, arrays.masks[index], arrays.words[index])
    if arrays.observations.shape[1]:
        write_observation(arrays.states[index], arrays.orders[index], seat, arrays.observations[index])


@native
def observe(states: States, orders: TurnOrders, seat: int, first: int, last: int, out: Numbers) -> None:
    for index in range(first, last):
        write_observation(states[index], orders[index], seat, out[index])


@native
def first_illegal(actions: Actions, words: Words) -> int:
    """Return the first row whose action is not legal, or -1."""
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
