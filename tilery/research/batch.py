"""Thousands of matches at once, for programs that learn: one call of `step` takes an action in each of them.

The conventions are those of Gymnasium's vector environments, as far as they fit a game of several seats:

- `reset` and `step` return the same tuples. Rewards have a column for each seat.
- A match that ends is dealt anew in the same step (`AutoresetMode.SAME_STEP`): `terminations` and `rewards` tell of the
  match that ended, the observation, the seat and the mask are those of the new one. Nothing is ever truncated.
- All arrays belong to the batch and are written over by the next step: copy what you keep.

Every match has its own random numbers, so what happens in it depends on nothing but the seed and its actions, however
many threads there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cached_property
from itertools import pairwise
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilery import games
from tilery.games.game import Game
from tilery.games.learning import Numbers, parted, size
from tilery.kernel import chance, contract, runner
from tilery.kernel.arguments import flag, instance, whole
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points
from tilery.kernel.native import native
from tilery.kernel.runner import States
from tilery.match import warmup
from tilery.match.match import IllegalMoveError, Match
from tilery.research.turn_order import (
    NOBODY,
    Masks,
    Rewards,
    TurnOrders,
    begin,
    carry_out,
    decide,
    new_turn_orders,
    write_mask,
    write_observation,
    write_rewards,
)
from tilery.words import SpokenError, say

MOST_MATCHES = 1_000_000  # what is kept of each is about a kilobyte
MOST_THREADS = 256

Step = tuple[Numbers, Rewards, NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]]

Tables = tuple[States, States, TurnOrders, NDArray[np.uint64], int, States, Masks, Numbers, Numbers]


class Batch:
    """Matches of one game that are played side by side.

    Examples:
        >>> batch = Batch("triqueta", seats=3, count=1000)
        >>> observations, info = batch.reset(seed=1)
        >>> observations.shape, info["action_mask"].shape
        ((1000, 151), (1000, 13))
        >>> observations, rewards, terminations, truncations, info = batch.step(batch.random_actions())
    """

    def __init__(
        self,
        game: str | Game,
        seats: SupportsIndex | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        count: SupportsIndex = 1024,
        observe: bool = True,
        threads: SupportsIndex | None = None,
    ) -> None:
        """`count` matches; without `observe` observations stay empty; by default there is a thread for every core."""
        found = games.find(game) if isinstance(game, str) else instance(game, Game, say("a game"))
        number = found.seats[0] if seats is None else whole(seats, say("a number of seats"))
        many = whole(count, say("a number of matches"), low=1, high=MOST_MATCHES)
        if threads is not None:
            threads = whole(threads, say("a number of threads"), low=1, high=MOST_THREADS)
        seen = flag(observe, say("observe"))
        self._make_room(found, number, {} if options is None else options, many, seen, threads)
        warmup.warm_up(found.name, "batches")

    def _make_room(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        count: int,
        observe: bool,
        threads: int | None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.game.check_seats(self.seats)
        self.options = self.game.read_options(self.seats, options)
        self.count = count
        self._is_dealt = False
        self.fields = self.game.observation.fields(self.seats)
        self.action_count = self.game.actions.count(self.seats)
        rules = self.game.rules
        self._encoded = self.game.encode_options(self.options)
        self._columns = 1 + len(self.game.tiebreaks)
        self.states = runner.new_states(rules.STATE, count)
        self._blank = runner.new_states(rules.STATE)
        self._orders = new_turn_orders(count)
        self._rngs = np.zeros((count, 2), np.uint64)
        self._choices = np.zeros((count, 2), np.uint64)
        self._masks = np.zeros((count, self.action_count), np.int8)
        self._observations = np.zeros((count if observe else 0, size(self.fields)), np.int8)
        self._rewards = np.zeros((count, self.seats))
        self._points = np.zeros((count, self.seats), np.int32)
        self._terminations = np.zeros(count, np.bool_)
        self._truncations = np.zeros(count, np.bool_)
        self._seats = np.zeros(count, np.int8)
        self._actions = np.zeros(count, np.int64)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._ranges = _split(count, min(threads or cores, count))
        self._rooms: list[tuple[Moves, Points]] = [
            (np.zeros(rules.MAX_MOVES, np.int32), np.zeros(POINTS_SHAPE, np.int32)) for _ in self._ranges
        ]

    def reset(self, *, seed: SupportsIndex = 0) -> tuple[Numbers, dict[str, NDArray[Any]]]:
        """Deal all matches."""
        seed = chance.read_seed(seed)
        self._is_dealt = True
        self._rngs[:] = _generators(seed, self.count)
        self._choices[:] = _generators(seed ^ 1 << 127, self.count)
        self._rewards[:] = 0
        self._points[:] = 0
        self._terminations[:] = False
        self._share(lambda first, last, buffer, _: _deal(*self._all, first, last, buffer))
        return _locked(self._observations), self._info

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Take an action in every match, legal ones all of them; else none is taken and the first is named."""
        self._must_be_dealt()
        self._actions[:] = self._read_actions(actions)
        wrong = _first_illegal(self._actions, self._masks)
        if wrong >= 0:
            raise IllegalMoveError(
                say("match {number} cannot take action {action} now", number=wrong, action=int(self._actions[wrong]))
            )
        self._share(self._step_some)
        return (
            _locked(self._observations),
            _locked(self._rewards),
            _locked(self._terminations),
            _locked(self._truncations),
            self._info,
        )

    def _step_some(self, first: int, last: int, buffer: Moves, standing: Points) -> None:
        _step(
            *self._all, first, last, buffer, self._actions, self._columns, standing, self._rewards, self._points,
            self._terminations,
        )  # fmt: skip

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every match, each as likely as another; a new array each time."""
        self._must_be_dealt()
        actions = np.zeros(self.count, np.int64)
        self._share(lambda first, last, *_: _choose(self._masks, self._choices, first, last, actions))
        return actions

    def _must_be_dealt(self) -> None:
        if not self._is_dealt:
            raise SpokenError(say("the batch is not dealt yet; call reset first"))

    def _read_actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        """Actions that were given as an argument: whole numbers, one for each match."""
        try:
            given = np.asarray(actions)
        except (TypeError, ValueError):
            given = np.array(None)
        if given.dtype.kind not in "iu":
            raise SpokenError(say("actions must be whole numbers, not {kind}", kind=given.dtype))
        if given.shape != (self.count,):
            raise SpokenError(
                say("there must be {count} actions in one row, not {shape}", count=self.count, shape=given.shape)
            )
        return given

    def observe(self, seat: SupportsIndex) -> Numbers:
        """What one seat sees in every match, asked or not; a new array each time."""
        self._must_be_dealt()
        seat = whole(seat, say("a seat"), high=self.seats - 1)
        out = np.zeros((self.count, size(self.fields)), np.int8)
        self._share(lambda first, last, *_: _observe(self.states, self._orders, seat, first, last, out))
        return out

    def match(self, row: SupportsIndex) -> Match:
        """One of the matches, to look at or to play on by itself. It has no seed, and no moves yet.

        Where several seats owe a decision, what some of them have decided and nobody has seen is not in it.
        """
        self._must_be_dealt()
        number = whole(row, say("a row"), high=self.count - 1)
        states = self.states[number : number + 1]
        return Match.from_state(self.game, self.seats, states, options=self.options)

    def set_match(self, row: SupportsIndex, match: Match) -> None:
        """Go on with a match in the place of another. Reward and end of the last step stay as they were told."""
        self._must_be_dealt()
        number = whole(row, say("a row"), high=self.count - 1)
        same = (self.game.name, self.seats, self.options, self.game.version)
        if (match.game.name, match.seats, match.options, match.rules) != same:
            raise SpokenError(say("that match is of another game, or has other seats, options or rules"))
        if match.is_over:
            raise SpokenError(say("that match is over, so there is nothing to go on with"))
        self.states[number] = match.states[0]
        _take_up(
            self.states, self._orders, self._masks, self._observations, self._seats, number, self._rooms[0][0]
        )  # fmt: skip

    def by_field(self, observations: Numbers) -> Mapping[str, NDArray[Any]]:
        """Views of observations by the name and in the shape of each field."""
        width = size(self.fields)
        if not isinstance(observations, np.ndarray) or not observations.ndim or observations.shape[-1] != width:
            raise SpokenError(say("observations must be an array whose rows have {width} numbers", width=width))
        return parted(observations, self.fields)

    def __getstate__(self) -> dict[str, Any]:
        """For checkpoints: all matches as they are, with their random numbers; threads are started again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_pool", "_info")}

    def __setstate__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)
        warmup.warm_up(self.game.name, "batches")

    def __copy__(self) -> Batch:
        """An independent batch at the same point: it shares no array with this one."""
        return deepcopy(self)

    @property
    def _all(self) -> Tables:
        return (
            self.states, self._blank, self._orders, self._rngs, self.seats, self._encoded, self._masks,
            self._observations, self._seats,
        )  # fmt: skip

    @cached_property
    def _info(self) -> dict[str, NDArray[Any]]:
        return {"action_mask": _locked(self._masks), "seat": _locked(self._seats), "points": _locked(self._points)}

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max(len(self._ranges) - 1, 1), thread_name_prefix="tilery-batch")

    def _share(self, work: Callable[[int, int, Moves, Points], None]) -> None:
        """Let each thread do its part; this one does the first."""
        others = [
            self._pool.submit(work, *part, *room) for part, room in zip(self._ranges[1:], self._rooms[1:], strict=True)
        ]
        work(*self._ranges[0], *self._rooms[0])
        for other in others:
            other.result()


@warmup.part("batches")
def _work(game: Game) -> warmup.Work:
    """A deal and a step of a batch of one."""
    batch = Batch.__new__(Batch)  # one that does not wait for itself to be compiled
    batch._make_room(game, game.seats[0], {}, count=1, observe=True, threads=1)
    steps: list[Callable[[], object]] = [
        batch.reset,
        lambda: batch.step(batch.random_actions()),
        lambda: batch.set_match(0, batch.match(0)),
    ]
    return warmup.Work(say("the {game} batches", game=game.title), steps)


def _split(count: int, parts: int) -> list[tuple[int, int]]:
    edges = [count * part // parts for part in range(parts + 1)]
    return list(pairwise(edges))


def _generators(seed: int, count: int) -> NDArray[np.uint64]:
    """Random numbers for each match, far from each other."""
    rng = chance.generator(seed)
    words = np.zeros((count, 2), np.uint64)
    _fill(rng, words)
    return words


def _locked(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, not to be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


@native
def _fill(rng: Rng, words: NDArray[np.uint64]) -> None:
    for index in range(len(words)):
        words[index, 0] = chance.next_word(rng)
        words[index, 1] = chance.next_word(rng) | np.uint64(1)  # never both 0


@native
def _deal(
    states: States, blank: States, orders: TurnOrders, rngs: NDArray[np.uint64], seats: int, options: States,
    masks: Masks, observations: Numbers, seat_of: Numbers, first: int, last: int, buffer: Moves,
) -> None:  # fmt: skip
    for index in range(first, last):
        states[index] = blank[0]
        contract.setup(states[index], seats, options[0], rngs[index])
        begin(states[index], orders[index])
        _show(states, orders, masks, observations, seat_of, index, buffer)


@native
def _show(
    states: States, orders: TurnOrders, masks: Masks, observations: Numbers, seat_of: Numbers, index: int, buffer: Moves
) -> None:
    """Write what the seat that is asked has to know."""
    seat_of[index] = orders[index].seat
    write_mask(states[index], orders[index], buffer, masks[index])
    if len(observations):
        write_observation(states[index], orders[index], int(orders[index].seat), observations[index])


@native
def _take_up(
    states: States, orders: TurnOrders, masks: Masks, observations: Numbers, seat_of: Numbers, index: int, buffer: Moves
) -> None:
    """Ask in a match that was not dealt here."""
    begin(states[index], orders[index])
    _show(states, orders, masks, observations, seat_of, index, buffer)


@native
def _step(
    states: States, blank: States, orders: TurnOrders, rngs: NDArray[np.uint64], seats: int, options: States,
    masks: Masks, observations: Numbers, seat_of: Numbers, first: int, last: int, buffer: Moves,
    actions: NDArray[np.int64], columns: int, standing: Points, rewards: Rewards, points: Points,
    terminations: NDArray[np.bool_],
) -> None:  # fmt: skip
    for index in range(first, last):
        if terminations[index]:
            rewards[index] = 0
            points[index] = 0
        if decide(states[index], orders[index], actions[index]):
            carry_out(states[index], orders[index])
        terminations[index] = orders[index].seat == NOBODY
        if terminations[index]:
            write_rewards(states[index], seats, columns, standing, rewards[index])
            for seat in range(seats):
                points[index, seat] = standing[seat, 0]
            states[index] = blank[0]
            contract.setup(states[index], seats, options[0], rngs[index])
            begin(states[index], orders[index])
        _show(states, orders, masks, observations, seat_of, index, buffer)


@native
def _observe(states: States, orders: TurnOrders, seat: int, first: int, last: int, out: Numbers) -> None:
    for index in range(first, last):
        write_observation(states[index], orders[index], seat, out[index])


@native
def _first_illegal(actions: NDArray[np.int64], masks: Masks) -> int:
    for index in range(len(actions)):
        if not (0 <= actions[index] < masks.shape[1] and masks[index, actions[index]]):
            return index
    return -1


@native
def _choose(masks: Masks, rngs: NDArray[np.uint64], first: int, last: int, actions: NDArray[np.int64]) -> None:
    for index in range(first, last):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[index, action]
        left = below(rngs[index], legal)
        action = -1
        while left >= 0:
            action += 1
            left -= masks[index, action]
        actions[index] = action
