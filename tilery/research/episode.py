"""One match for a program that learns or searches: actions in; masks, observations and rewards out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilery.games.game import Game
from tilery.games.learning import Numbers, size
from tilery.kernel import chance
from tilery.kernel.arguments import index, shown, whole
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match import warmup
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.research.turn_order import NOBODY, begin_one, decide_one, mask_one, new_turn_orders, observe_one, reward_one
from tilery.words import say

FORGOTTEN = -1  # an action that somebody may not know


@dataclass(frozen=True)
class Entry:
    """A move in the log: who made it, of which actions, and how it is written for its player and for all others."""

    seat: int
    actions: tuple[int, ...]
    text: str
    public: str

    @property
    def is_secret(self) -> bool:
        return self.text != self.public

    def for_others(self) -> Entry:
        if not self.is_secret:
            return self
        return replace(self, actions=(FORGOTTEN,) * len(self.actions), text=self.public)


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
        self.match = Match(game, chairs, options=options, seed=seed)
        self.log: list[Entry] = []
        self._orders = new_turn_orders()
        self._taken: list[list[int]] = [[] for _ in range(self.match.seats)]
        self._mask: NDArray[np.int8] | None = None
        self._observed = size(self.game.observation.fields(self.seats))
        warmup.warm_up(self.game.name, "episodes")
        self._go_on()

    def _go_on(self) -> None:
        begin_one(self.match.states, self._orders)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def seats(self) -> int:
        return self.match.seats

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None when the match is over."""
        seat = int(self._orders["seat"][0])
        return None if seat == NOBODY else seat

    @property
    def part(self) -> int:
        """What the seat that is asked has chosen of its move; 0 for nothing."""
        return int(self._orders["part"][0])

    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action of the seat that is asked; not to be written to."""
        if self._mask is None:
            self._mask = np.zeros(self.game.actions.count(self.seats), np.int8)
            mask_one(self.match.states, self._orders, np.empty(self.game.rules.MAX_MOVES, np.int32), self._mask)
        return self._mask

    def legal_actions(self) -> list[int]:
        found: list[int] = np.flatnonzero(self.mask()).tolist()
        return found

    def act(self, action: SupportsIndex) -> None:
        """The seat that is asked takes an action."""
        action, seat = self._legal(action), self.seat
        assert seat is not None
        self._taken[seat] = [*self._taken[seat], action] if self.part else [action]
        self._mask = None
        if decide_one(self.match.states, self._orders, action):
            self._carry_out()

    def _legal(self, action: SupportsIndex) -> int:
        """An action that was given as an argument, if it can be taken now."""
        number, mask = index(action, say("an action")), self.mask()
        if self.seat is None or not 0 <= number < len(mask) or not mask[number]:
            raise IllegalMoveError(say("action {action} cannot be taken now", action=shown(number)))
        return number

    def _seat(self, seat: SupportsIndex) -> int:
        """A seat that was given as an argument."""
        return whole(seat, say("a seat"), high=self.seats - 1)

    def _carry_out(self) -> None:
        for seat in self.match.waiting:
            move = Move(self.game, seat, int(self._orders["moves"][0, seat]))
            self.match.play(move)
            public = self.game.notation.public(move.code)
            self.log.append(Entry(seat, tuple(self._taken[seat]), str(move), public))
        self._go_on()

    def action_text(self, action: SupportsIndex) -> str:
        """A legal action as people write it."""
        seat = self.seat
        if seat is None:
            raise IllegalMoveError(say("the game is over"))
        return self.game.actions.text(self.match.state, seat, self._legal(action), self.part)

    def actions_of(self, move: Move) -> list[int]:
        """The actions that make up a legal move of the seat that is asked, of which nothing is chosen yet."""
        refused = self.match.why_not(move)
        if refused is not None:
            raise IllegalMoveError(say("{move}: {sentence}", move=str(move), sentence=refused))
        state, actions = self.match.state, self.game.actions
        first = actions.encode(state, move.seat, move.code, 0)
        part = actions.decode(state, move.seat, first, 0)
        return [first] if part >= 0 else [first, actions.encode(state, move.seat, move.code, -part)]

    def observe(self, seat: SupportsIndex) -> Numbers:
        """What a seat sees."""
        seat = self._seat(seat)
        out = np.zeros(self._observed, np.int8)
        observe_one(self.match.states, self._orders, seat, out)
        return out

    def picture(self, seat: SupportsIndex) -> str:
        """What a seat sees, as text, and what it has chosen already."""
        seat = self._seat(seat)
        seen = str(self.game.views.picture(self.game.views.view(self.match.state, seat)))
        return f"{seen}\n({self.own_choice(seat)})" if self.own_choice(seat) else seen

    def own_choice(self, seat: SupportsIndex) -> str:
        """What a seat has decided at this moment, or chosen of its move, as it alone may know."""
        seat = self._seat(seat)
        has_begun = seat == self.seat and self.part
        return f"{self._taken[seat]}" if has_begun or self._has_decided(seat) else ""

    def _has_decided(self, seat: int) -> bool:
        """Whether a seat has decided at this moment, and others have not."""
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
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def resample(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """An episode that is the same to `seat`, with all that it cannot know drawn anew.

        What others have decided at this moment is drawn among their legal moves. In the log their secret moves are
        written as all may read them.
        """
        seat, seed = self._seat(seat), chance.read_seed(seed)
        twin = self.copy()
        twin.match = self.match.redeal(seat, seed)
        twin.log = [entry if entry.seat == seat else entry.for_others() for entry in self.log]
        twin._mask = None
        if seat != self.seat:
            twin._orders["part"] = 0  # somebody else has begun to choose, and chooses again
        draw = random.Random(seed)
        for other in twin.match.waiting:
            if other != seat and self._has_decided(other):
                move = draw.choice(twin.match.legal_moves(other))
                twin._orders["moves"][0, other] = move.code
                twin._taken[other] = twin.actions_of(move)
        return twin


@warmup.part("episodes")
def _work(game: Game) -> warmup.Work:
    """Everything that an episode needs."""
    match, orders = Match(game, seed=0), new_turn_orders()
    count = game.actions.count(match.seats)
    states, buffer = match.states, np.empty(game.rules.MAX_MOVES, np.int32)
    seen = np.zeros(size(game.observation.fields(match.seats)), np.int8)
    standing, rewards, mask = np.zeros(POINTS_SHAPE, np.int32), np.zeros(match.seats), np.zeros(count, np.int8)
    return warmup.Work(
        say("the {game} environments", game=game.title),
        [
            lambda: begin_one(states, orders),
            lambda: mask_one(states, orders, buffer, mask),
            lambda: observe_one(states, orders, 0, seen),
            lambda: decide_one(states, orders, int(mask.argmax())),
            lambda: reward_one(states, match.seats, 1, standing, rewards),
        ],
    )


class RecallingEpisode(Episode):
    """An episode in which every seat recalls all that it has been told, saw and did."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._memories: list[str] = []
        super().__init__(*arguments, **named)

    def _go_on(self) -> None:
        """Add what every seat sees now to the digest of all that it saw."""
        super()._go_on()
        before = self._memories or [""] * self.seats
        self._memories = [
            blake2b(before[seat].encode() + self.observe(seat).tobytes(), digest_size=8).hexdigest()
            for seat in range(self.seats)
        ]

    def recall(self, seat: SupportsIndex) -> str:
        """The seat, a digest of what it saw after every move, the log as it may read it, and what it has chosen now."""
        seat = self._seat(seat)
        log = [f"{entry.seat} {entry.text if entry.seat == seat else entry.public}" for entry in self.log]
        return f"seat {seat}, {self._memories[seat]}: {'; '.join([*log, self.own_choice(seat)])}"
