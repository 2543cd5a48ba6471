"""Thousands of matches at once, for programs that learn: a vector environment of Gymnasium.

One call of `step` takes an action in each match. A match that ends is dealt anew in the same step
(`AutoresetMode.SAME_STEP`). Without opponents every decision of every seat is asked for, one seat at a time; with
opponents those of one seat, and bots decide for the others in compiled code.

Every match has its own random numbers, so what happens in it depends on nothing but the seed and its actions, however
many threads there are.
"""

from __future__ import annotations

import copy
import math
import os
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilery import games
from tilery.games.game import Game
from tilery.games.learning import Numbers, highest, parted, size
from tilery.games.thinking import Thinking
from tilery.kernel import chance, runner
from tilery.kernel.arguments import flag, instance, real, whole
from tilery.kernel.chance import Rng
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match import warmup
from tilery.match.extras import needs
from tilery.match.match import IllegalMoveError, Match
from tilery.research import stepping
from tilery.research.opponents import Opponents, new_glance_scratch, read_opponents
from tilery.research.stepping import ANY_SEAT, BatchArrays, BatchSettings, StepScratch
from tilery.research.turn_order import new_turn_orders, words_for
from tilery.words import SpokenError, say

with needs("research"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Info = dict[str, Any]
Step = tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]

A_SEAT = say("a seat")
MOST_MATCHES = 1_000_000  # what is kept of each is about a kilobyte
MOST_THREADS = 256


class Batch(VectorEnv[Numbers, NDArray[Any], NDArray[Any]]):
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
        opponents: Opponents | None = None,
        seat: SupportsIndex | None = None,
        shaping: float = 0.0,
    ) -> None:
        """Make room for `count` matches; `reset` deals them.

        Args:
            game: Its name, or the game itself.
            seats: By default the fewest that the game takes.
            options: Of the game.
            count: How many matches.
            observe: Without, observations are empty and steps faster.
            threads: By default one for every core.
            opponents: Who decides for the other seats: a level or a `Thinking`, or one for each of them, clockwise from
                the learner. Without, every decision of every seat is asked for.
            seat: Where the learner sits among opponents; by default drawn anew for each match.
            shaping: What each point of a change of the lead is rewarded with, at once; 0 rewards victory alone.
        """
        found = games.find(game) if isinstance(game, str) else instance(game, Game, say("a game"))
        self.game = found
        self.seats = found.seats[0] if seats is None else whole(seats, say("a number of seats"))
        found.check_seats(self.seats)
        self.options = found.read_options(self.seats, {} if options is None else options)
        self.count = self.num_envs = whole(count, say("a number of matches"), 1, MOST_MATCHES)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        threads = cores if threads is None else whole(threads, say("a number of threads"), 1, MOST_THREADS)
        self._skills = None if opponents is None else read_opponents(found, self.seats, opponents)
        if seat is not None and opponents is None:
            raise SpokenError(say("without opponents there is no seat to choose: all of them are asked"))
        learner = ANY_SEAT if seat is None else whole(seat, A_SEAT, 0, self.seats - 1)
        self._settings = BatchSettings(
            self.seats, 1 + len(found.tiebreaks), real(shaping, say("shaping"), -math.inf), learner
        )
        self._make_scratches(flag(observe, say("observe")), threads)
        warmup.warm_up(found.name, "batches" if self._skills is None else "opponents")

    def _make_scratches(self, observe: bool, threads: int) -> None:
        game, rules, count = self.game, self.game.rules, self.count
        self.fields = game.observation.fields(self.seats)
        self.action_count = game.actions.count(self.seats)
        width = size(self.fields) if observe else 0
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        high = highest(self.fields)[:width]
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int8)
        self.single_action_space = spaces.Discrete(self.action_count)
        self.action_space = batch_space(self.single_action_space, count)
        self._arrays = BatchArrays(
            states=runner.new_states(rules.STATE, count),
            blank=runner.new_states(rules.STATE),
            options=game.encode_options(self.options),
            orders=new_turn_orders(count),
            deals=np.zeros((count, 2), np.uint64),
            luck=np.zeros((count, 2), np.uint64),
            learners=np.zeros(count, np.int8),
            leads=np.zeros((count, self.seats)),
            words=np.zeros((count, words_for(self.action_count)), np.uint64),
            masks=np.zeros((count, self.action_count), np.int8),
            observations=np.zeros((count, width), np.int8),
            finals=np.zeros((count, width), np.int8),
            asked=np.zeros(count, np.int8),
            rewards=np.zeros((count, self.seats)),
            own=np.zeros(count),
            points=np.zeros((count, self.seats), np.int32),
            terminations=np.zeros(count, np.bool_),
        )
        self._truncations = np.zeros(count, np.bool_)
        self._choices = np.zeros((count, 2), np.uint64)
        self._actions = np.zeros(count, np.int64)
        self._seeds: Rng | None = None
        self._ranges = _split(count, min(threads, count))
        self._scratches = [
            StepScratch(np.zeros(rules.MAX_MOVES, np.int32), np.zeros(POINTS_SHAPE, np.int32)) for _ in self._ranges
        ]
        self._glance_scratches = (
            [new_glance_scratch(game, self._skills[0]) for _ in self._ranges] if self._skills else []
        )

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]  # made when somebody asks: it is large
        return batch_space(self.single_observation_space, self.count)

    @property
    def states(self) -> runner.States:
        """The states of all matches, with all that is hidden."""
        return self._arrays.states

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Deal all matches; without a seed, new deals each time."""
        if self.closed:
            raise SpokenError(say("the batch is closed"))
        if options is not None and (names := instance(options, dict, say("the options of a reset"))):
            raise SpokenError(
                say("there are no options of a reset, but these were given: {names}", names=", ".join(map(str, names)))
            )
        if seed is not None:
            self._seeds = chance.generator(seed)
        elif self._seeds is None:
            self._seeds = chance.generator(secrets.randbits(128))
        for numbers in (self._arrays.deals, self._choices, self._arrays.luck):
            stepping.seed_rows(self._seeds, numbers)
        self._share(self._deal_some)
        return self._arrays.observations, self._info()

    def step(self, actions: ArrayLike) -> Step:
        """Take an action in every match, legal ones all of them; else none is taken and the first is named."""
        self._check_dealt()
        given = self._read_actions(actions)
        self._actions[:] = given
        wrong = int(stepping.first_illegal(self._actions, self._arrays.words))
        if wrong >= 0:
            raise IllegalMoveError(
                say("match {number} cannot take action {action} now", number=wrong, action=int(given[wrong]))
            )
        self._share(self._step_some)
        arrays = self._arrays
        self._truncations[:] = False
        return arrays.observations, arrays.own, arrays.terminations, self._truncations, self._info()

    def _read_actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        """Return actions that were given as an argument: whole numbers, one for each match."""
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

    def _deal_some(self, part: int, first: int, last: int) -> None:
        if self._skills is None:
            stepping.deal(self._arrays, self._scratches[part], self._settings, first, last)
        else:
            stepping.deal_against(
                self._arrays,
                self._scratches[part],
                self._settings,
                self._skills,
                self._glance_scratches[part],
                first,
                last,
            )

    def _step_some(self, part: int, first: int, last: int) -> None:
        scratch, actions = self._scratches[part], self._actions
        if self._skills is None:
            stepping.step(self._arrays, scratch, self._settings, actions, first, last)
        else:
            stepping.step_against(
                self._arrays, scratch, self._settings, self._skills, self._glance_scratches[part], actions, first, last
            )

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for every match, each as likely as another; a new array each time."""
        self._check_dealt()
        actions = np.zeros(self.count, np.int64)
        self._share(lambda _, first, last: stepping.choose(self._arrays.words, self._choices, first, last, actions))
        return actions

    def observe(self, seat: SupportsIndex) -> Numbers:
        """Return what one seat sees in every match, asked or not; a new array each time."""
        self._check_dealt()
        seat = whole(seat, A_SEAT, 0, self.seats - 1)
        out = np.zeros((self.count, size(self.fields)), np.int8)
        arrays = self._arrays
        self._share(lambda _, first, last: stepping.observe(arrays.states, arrays.orders, seat, first, last, out))
        return out

    def match(self, row: SupportsIndex) -> Match:
        """Return one of the matches, to look at or to play on by itself. It has no seed, and no moves yet.

        Where several seats owe a decision, what some of them have decided and nobody has seen is not in it.
        """
        self._check_dealt()
        number = whole(row, say("a row"), high=self.count - 1)
        states = self.states[number : number + 1]
        return Match.from_state(self.game, self.seats, states, options=self.options)

    def set_match(self, row: SupportsIndex, match: Match) -> None:
        """Go on with a match in the place of another. Reward and end of the last step stay as they were told."""
        self._check_dealt()
        number = whole(row, say("a row"), high=self.count - 1)
        instance(match, Match, say("a match"))
        same = (self.game.name, self.seats, self.options, self.game.version)
        if (match.game.name, match.seats, match.options, match.rules) != same:
            raise SpokenError(say("that match is of another game, or has other seats, options or rules"))
        if match.is_over:
            raise SpokenError(say("that match is over, so there is nothing to go on with"))
        if self._skills is not None:
            raise SpokenError(say("a batch with opponents deals its matches itself"))
        self.states[number] = match.states[0]
        stepping.take_up(self._arrays, self._scratches[0], self._settings, number)

    def by_field(self, observations: Numbers) -> Mapping[str, NDArray[Any]]:
        """Return views of observations by the name and in the shape of each field."""
        width = size(self.fields)
        if not isinstance(observations, np.ndarray) or not observations.ndim or observations.shape[-1] != width:
            raise SpokenError(say("observations must be an array whose rows have {width} numbers", width=width))
        return parted(observations, self.fields)

    def close_extras(self, **_: Any) -> None:
        """End the threads; a closed batch cannot be stepped."""
        if "_pool" in self.__dict__:
            self._pool.shutdown()

    def _check_dealt(self) -> None:
        if self.closed:
            raise SpokenError(say("the batch is closed"))
        if self._seeds is None:
            raise SpokenError(say("the batch is not dealt yet; call reset first"))

    def _info(self) -> Info:
        """Return what is told beside observations; a dictionary of its own each time, because wrappers write to it."""
        arrays = self._arrays
        info: Info = {
            "action_mask": arrays.masks.view(np.bool_),
            "seat": arrays.asked,
            "rewards": arrays.rewards,
            "points": arrays.points,
            "_points": arrays.terminations,
        }
        if arrays.finals.shape[1]:
            info |= {"final_obs": arrays.finals, "_final_obs": arrays.terminations}
        return info

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max(len(self._ranges) - 1, 1), thread_name_prefix="tilery-batch")

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Let each thread do its part; this one does the first."""
        if len(self._ranges) == 1:
            work(0, *self._ranges[0])
            return
        others = [self._pool.submit(work, part, *rows) for part, rows in enumerate(self._ranges) if part]
        work(0, *self._ranges[0])
        for other in others:
            other.result()

    def __getstate__(self) -> dict[str, Any]:
        """For checkpoints: all matches as they are, with their random numbers; threads are started again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_pool", "observation_space")}

    def __setstate__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)
        warmup.warm_up(self.game.name, "batches" if self._skills is None else "opponents")

    def __copy__(self) -> Batch:
        """Return an independent batch at the same point."""
        return copy.deepcopy(self)

    def __repr__(self) -> str:
        return f"<Batch of {self.count} matches of {self.game.title}, {self.seats} seats>"


def _small(game: Game, opponents: Opponents | None) -> Batch:
    """Return a batch of one that does not wait for itself to be compiled."""
    batch = Batch.__new__(Batch)
    batch.game, batch.seats, batch.count, batch.num_envs = game, game.seats[0], 1, 1
    batch.options = game.read_options(batch.seats, {})
    batch._skills = None if opponents is None else read_opponents(game, batch.seats, opponents)
    batch._settings = BatchSettings(batch.seats, 1 + len(game.tiebreaks), 0.0, ANY_SEAT)
    batch._make_scratches(observe=True, threads=1)
    return batch


@warmup.part("batches")
def _batches(game: Game) -> warmup.Work:
    """Return a deal and a step of a batch of one."""
    batch = _small(game, None)
    return warmup.Work(
        say("the {game} batches", game=game.title),
        [
            batch.reset,
            lambda: batch.step(batch.random_actions()),
            lambda: batch.observe(0),
            lambda: stepping.take_up(batch._arrays, batch._scratches[0], batch._settings, 0),
        ],
    )


@warmup.part("opponents")
def _opponents(game: Game) -> warmup.Work:
    """Return the same with opponents."""
    batch = _small(game, Thinking("glance"))
    return warmup.Work(
        say("the {game} opponents", game=game.title), [batch.reset, lambda: batch.step(batch.random_actions())]
    )


def _split(count: int, parts: int) -> list[tuple[int, int]]:
    edges = [count * part // parts for part in range(parts + 1)]
    return list(pairwise(edges))
