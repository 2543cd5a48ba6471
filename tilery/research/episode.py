"""One match for a program that learns or searches: actions in; masks, observations and rewards out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilery.games.game import Game
from tilery.games.learning import Numbers, size
from tilery.kernel import chance, native
from tilery.kernel.arguments import index, shown, whole
from tilery.kernel.contract import POINTS_SHAPE
from tilery.kernel.runner import new_states
from tilery.match import warmup
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.research.turn_order import (
    ALL_DECIDED,
    BEGUN,
    NOBODY,
    REFUSED,
    act_one,
    begin_one,
    decide_one,
    mask_one,
    new_turn_orders,
    observe_one,
    reward_one,
    words_for,
)
from tilery.words import say

FORGOTTEN = -1  # an action that somebody may not know
A_SEAT, AN_ACTION = say("a seat"), say("an action")


class Entry(NamedTuple):
    """A move in the log: who made it, and of which actions; of one that is not known, only what all may read."""

    seat: int
    actions: tuple[int, ...]
    move: Move | None
    told: str = ""

    @property
    def text(self) -> str:
        """How it is written for its player."""
        return self.told if self.move is None else str(self.move)

    @property
    def public(self) -> str:
        """How it is written for all others."""
        return self.told if self.move is None else self.move.game.notation.public(self.move.code)

    @property
    def is_secret(self) -> bool:
        return self.text != self.public

    def for_others(self) -> Entry:
        if not self.is_secret:
            return self
        return Entry(self.seat, (FORGOTTEN,) * len(self.actions), None, self.public)


class Episode:
    """A match in which one seat is asked at a time, and decides without seeing what others decide at the same moment.

    Examples:
        >>> episode = Episode("tipperary", seats=2, seed=1)
        >>> episode.act(episode.legal_actions()[0])  # what to place …
        >>> episode.act(episode.legal_actions()[0])  # … and where
        >>> episode.seat, len(episode.match.moves)  # nothing is played before both have decided
        (1, 0)
    """

    def __init__(
        self,
        game: str | Game,
        seats: SupportsIndex | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        chairs = None if seats is None else index(seats, say("a number of seats"))
        match = Match(game, chairs, options=options, seed=seed)
        self._buffer = np.empty(match.game.rules.MAX_MOVES, np.int32)
        self._mask = np.zeros(match.game.actions.count(match.seats), np.int8)
        self._words = np.zeros(words_for(len(self._mask)), np.uint64)
        self._observed = size(match.game.observation.fields(match.seats))
        warmup.warm_up(match.game.name, "episodes")
        self._start(match)

    def again(self, seed: SupportsIndex | None = None) -> Self:
        """Deal another episode of the same game, with the same seats and options."""
        twin = object.__new__(type(self))
        twin._observed = self._observed
        twin._buffer, twin._mask, twin._words = self._buffer.copy(), self._mask.copy(), self._words.copy()
        twin._start(Match(self.game, self.seats, options=self.match.options, seed=seed))
        return twin

    def _start(self, match: Match) -> None:
        self.match = match
        self.log: list[Entry] = []
        self._orders = new_turn_orders()
        self._taken: list[tuple[int, ...]] = [()] * match.seats
        begin = _calls(self.match.game).begin
        self._asked: int = begin(self.match.states, self._orders, self._buffer, self._mask, self._words)
        self._is_begun = False
        self._look()

    def _look(self) -> None:
        """Do what has to be done whenever all have decided; an episode without memory does nothing."""

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def seats(self) -> int:
        return self.match.seats

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None when the match is over."""
        return None if self._asked == NOBODY else self._asked

    @property
    def part(self) -> int:
        """What the seat that is asked has chosen of its move; 0 for nothing."""
        return int(self._orders["part"][0])

    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action of the seat that is asked; a new array each time."""
        return self._mask.copy()

    def legal_actions(self) -> list[int]:
        found: list[int] = self._mask.nonzero()[0].tolist()
        return found

    def act(self, action: SupportsIndex) -> None:
        """Take an action for the seat that is asked."""
        number = action if type(action) is int else index(action, AN_ACTION)
        seat, came = self._asked, REFUSED
        if 0 <= number < len(self._mask):
            act = _calls(self.match.game).act
            came = act(self.match.states, self._orders, number, self._buffer, self._mask, self._words)
        if came == REFUSED:
            raise self._refusal(number)
        self._taken[seat] = (*self._taken[seat], number) if self._is_begun else (number,)
        self._is_begun = came == BEGUN
        if came == ALL_DECIDED:
            self._note_moves()
        if came != BEGUN:
            self._asked = self._orders["seat"].item(0)
        if came == ALL_DECIDED:
            self._look()

    def _note_moves(self) -> None:
        """Note the moves that were played when all had decided, in the order of the seats."""
        match, decided = self.match, self._orders["moves"][0]
        moves = [Move(match.game, seat, decided.item(seat)) for seat in match.waiting]
        match.note_played(moves, self._orders["owing"].item(0))
        self.log.extend([Entry(move.seat, self._taken[move.seat], move) for move in moves])

    def _refusal(self, action: int) -> IllegalMoveError:
        return IllegalMoveError(say("action {action} cannot be taken now", action=shown(action)))

    def _seat(self, seat: SupportsIndex) -> int:
        """Return a seat that was given as an argument."""
        return whole(seat, A_SEAT, high=self.match.seats - 1)

    def action_text(self, action: SupportsIndex) -> str:
        """Return a legal action as people write it."""
        seat, number = self.seat, index(action, AN_ACTION)
        if seat is None:
            raise IllegalMoveError(say("the game is over"))
        if not 0 <= number < len(self._mask) or not self._mask[number]:
            raise self._refusal(number)
        return self.game.actions.text(self.match.state, seat, number, self.part)

    def actions_of(self, move: Move) -> list[int]:
        """Return the actions that make up a legal move of the seat that is asked, of which nothing is chosen yet."""
        refused = self.match.why_not(move)
        if refused is not None:
            raise IllegalMoveError(say("{move}: {sentence}", move=str(move), sentence=refused))
        state, actions = self.match.state, self.game.actions
        first = actions.encode(state, move.seat, move.code, 0)
        part = actions.decode(state, move.seat, first, 0)
        return [first] if part >= 0 else [first, actions.encode(state, move.seat, move.code, -part)]

    def observe(self, seat: SupportsIndex) -> Numbers:
        """Return what a seat sees; a new array each time."""
        if type(seat) is not int or not 0 <= seat < self.match.seats:
            seat = self._seat(seat)
        out = np.empty(self._observed, np.int8)
        _calls(self.match.game).observe(self.match.states, self._orders, seat, out)
        return out

    def picture(self, seat: SupportsIndex) -> str:
        """Return what a seat sees, as text, and what it has chosen already."""
        seat = self._seat(seat)
        seen, chosen = str(self.game.views.picture(self.game.views.view(self.match.state, seat))), self.own_choice(seat)
        return f"{seen}\n({chosen})" if chosen else seen

    def own_choice(self, seat: SupportsIndex) -> str:
        """Return what a seat has decided at this moment, or chosen of its move, as it alone may know."""
        seat = self._seat(seat)
        has_begun = seat == self._asked and self._is_begun
        return f"{list(self._taken[seat])}" if has_begun or self._has_decided(seat) else ""

    def _has_decided(self, seat: int) -> bool:
        """Return whether a seat has decided at this moment, and others have not."""
        owing, left = int(self._orders["owing"][0]), int(self._orders["left"][0])
        return bool((owing & ~left) >> seat & 1)

    def rewards(self) -> NDArray[np.float64]:
        """0 for all while the match runs; then 1 for the winner and as much less for the others that the sum is 0."""
        out = np.zeros(self.seats)
        if self.seat is None:
            columns = 1 + len(self.game.tiebreaks)
            reward_one(self.match.states, self.seats, columns, np.zeros(POINTS_SHAPE, np.int32), out)
        return out

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        twin.log = self.log.copy()
        twin._orders = self._orders.copy()
        twin._taken = self._taken.copy()
        twin._buffer, twin._mask, twin._words = self._buffer.copy(), self._mask.copy(), self._words.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def resample(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """Return an episode that is the same to `seat`, with all that it cannot know drawn anew.

        What others have decided at this moment is drawn among their legal moves. In the log their secret moves are
        written as all may read them.
        """
        seat, seed = self._seat(seat), chance.read_seed(seed)
        twin = object.__new__(type(self))  # it takes over what is named here, and no buffer with somebody's moves
        twin._observed = self._observed
        twin._buffer, twin._mask, twin._words = map(np.zeros_like, (self._buffer, self._mask, self._words))
        twin.match = self.match.redeal(seat, seed)
        twin.log = [entry if entry.seat == seat else entry.for_others() for entry in self.log]
        twin._asked = self._asked
        twin._is_begun = self._is_begun and seat == self._asked  # somebody else who has begun to choose chooses again
        twin._orders, twin._taken = new_turn_orders(), [()] * self.seats
        for field in ("owing", "left", "seat"):
            twin._orders[field] = self._orders[field]
        if twin._is_begun:
            twin._orders["part"] = self._orders["part"]
        if twin._is_begun or self._has_decided(seat):
            twin._taken[seat] = self._taken[seat]
            twin._orders["moves"][0, seat] = self._orders["moves"][0, seat]
        mask_one(twin.match.states, twin._orders, twin._buffer, twin._mask, twin._words)
        draw = random.Random(seed)
        for other in twin.match.waiting:
            if other != seat and self._has_decided(other):
                move = draw.choice(twin.match.legal_moves(other))
                twin._orders["moves"][0, other] = move.code
                twin._taken[other] = tuple(twin.actions_of(move))
        twin._recall_as(self, seat)
        return twin

    def _recall_as(self, other: Self, seat: int) -> None:
        """Take over what `seat` recalls in the true episode; an episode without memory has nothing to take over."""


class _Calls(NamedTuple):
    """What an episode calls at every step, without a look at the types of arguments."""

    begin: Callable[..., int]
    act: Callable[..., int]
    observe: Callable[..., None]


_known: dict[str, _Calls] = {}


def _calls(game: Game) -> _Calls:
    """Return the compiled functions for a game, once it is warmed up."""
    try:
        return _known[game.name]
    except KeyError:
        states, orders = new_states(game.rules.STATE), new_turn_orders()
        moves, numbers, words = np.zeros(1, np.int32), np.zeros(1, np.int8), np.zeros(1, np.uint64)
        _known[game.name] = _Calls(
            native.direct(begin_one, states, orders, moves, numbers, words),
            native.direct(act_one, states, orders, 0, moves, numbers, words),
            native.direct(observe_one, states, orders, 0, numbers),
        )
        return _known[game.name]


@warmup.part("episodes")
def _work(game: Game) -> warmup.Work:
    """Everything that an episode needs."""
    match, orders = Match(game, seed=0), new_turn_orders()
    count = game.actions.count(match.seats)
    words = np.zeros(words_for(count), np.uint64)
    states, buffer = match.states, np.empty(game.rules.MAX_MOVES, np.int32)
    seen = np.zeros(size(game.observation.fields(match.seats)), np.int8)
    standing, rewards, mask = np.zeros(POINTS_SHAPE, np.int32), np.zeros(match.seats), np.zeros(count, np.int8)
    return warmup.Work(
        say("the {game} environments", game=game.title),
        [
            lambda: begin_one(states, orders, buffer, mask, words),
            lambda: mask_one(states, orders, buffer, mask, words),
            lambda: observe_one(states, orders, 0, seen),
            lambda: decide_one(states, orders, -1, buffer, mask, words),
            lambda: act_one(states, orders, int(mask.argmax()), buffer, mask, words),
            lambda: reward_one(states, match.seats, 1, standing, rewards),
        ],
    )


class RecallingEpisode(Episode):
    """An episode in which every seat recalls all that it has been told, saw and did."""

    def _start(self, match: Match) -> None:
        self._memories: list[str] = []
        super()._start(match)

    def _look(self) -> None:
        """Add what every seat sees now to the digest of all that it saw."""
        before = self._memories or [""] * self.seats
        self._memories = [self._memory(seat, before[seat]) for seat in range(self.seats)]

    def _memory(self, seat: int, before: str) -> str:
        return blake2b(before.encode() + self.observe(seat).tobytes(), digest_size=8).hexdigest()

    def _recall_as(self, other: Self, seat: int) -> None:
        """Others recall what they see in what was imagined: by the digest of what they truly saw one could try guesses
        at it until one fits."""
        self._memories = [
            other._memories[each] if each == seat else self._memory(each, "") for each in range(self.seats)
        ]

    def recall(self, seat: SupportsIndex) -> str:
        """The seat, a digest of what it saw after every move, the log as it may read it, and what it has chosen now."""
        seat = self._seat(seat)
        log = [f"{entry.seat} {entry.text if entry.seat == seat else entry.public}" for entry in self.log]
        return f"seat {seat}, {self._memories[seat]}: {'; '.join([*log, self.own_choice(seat)])}"
