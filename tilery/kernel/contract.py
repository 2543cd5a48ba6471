"""The contract between rules and everything that runs them, picked at compile time by the type of the state.

A game has two compiled halves, each a module or a package in its folder: `rules`, with a state type and seven functions
(see `Rules`), and `learn`, for programs that play or learn (see `Learning`). Generic compiled code calls the functions
of this module; each call becomes a direct call of the right game's function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from tilery.kernel import plain
from tilery.kernel.chance import Rng, below
from tilery.kernel.native import COMPILED
from tilery.kernel.state import GameOptions_contra, GameState_contra, Options, State, game_of

Moves = NDArray[np.int32]
Points = NDArray[np.int32]
Values = NDArray[np.float64]

SPECTATOR = -1

# Arrays for `score` and `standing` have this shape in every game, so that either may use the other's columns.
POINTS_SHAPE = (5, 16)

ORDINARY = 0  # the kind of moves that nobody overlooks
MOVE_KINDS = 8


class Rules(Protocol[GameState_contra, GameOptions_contra]):
    """What a game's `rules` offer. Seats count from 0; `SPECTATOR` is a seat that knows what everybody knows.

    No function allocates; `state` is the only thing that `setup`, `play` and `redeal` change. Where several seats owe a
    decision, the moves that each of them has do not depend on what the others decide.
    """

    STATE: np.dtype[np.void]
    OPTIONS: np.dtype[np.void]
    MAX_MOVES: int
    MAX_LENGTH: int

    def setup(self, state: GameState_contra, seats: int, options: GameOptions_contra, rng: Rng) -> None:
        """Fill a state of zeros with a fresh deal. All chance of the whole game is dealt here."""

    def waiting(self, state: GameState_contra) -> int:
        """Return the seats that owe a decision, as bits; 0 when the game is over."""

    def legal_moves(self, state: GameState_contra, seat: int, out: Moves) -> int:
        """Write the moves of a waiting seat to `out`, in a fixed order, and return how many there are."""

    def play(self, state: GameState_contra, seat: int, move: int) -> None:
        """Carry out a legal move."""

    def score(self, state: GameState_contra, out: Points) -> None:
        """Write points to out[seat, category], as if the game ended now."""

    def standing(self, state: GameState_contra, out: Points) -> None:
        """Write to out[seat] what decides the game: total points, then each tie-breaker; more is better."""

    def redeal(self, state: GameState_contra, seat: int, rng: Rng) -> None:
        """Draw anew, among what is possible, all that `seat` cannot know, future chance included.

        The outcome depends on what the seat knows and on the random numbers, not on what was there before.
        """


class Learning(Protocol[GameState_contra]):
    """What a game's `learn` offers to programs that play or learn; `tilery.games.learning` tells of actions.

    Nothing here may tell a seat what it cannot know.
    """

    def encode(self, state: GameState_contra, seat: int, move: int, part: int) -> int:
        """Return the next action of a legal move after a part of it."""

    def decode(self, state: GameState_contra, seat: int, action: int, part: int) -> int:
        """Return the move that a legal action completes, or the part of one that it is."""

    def observe(self, state: GameState_contra, seat: int, part: int, out: NDArray[np.int8]) -> None:
        """Write what `seat` may see now to an array of zeros."""

    def evaluate(self, state: GameState_contra, out: Values) -> None:
        """Write the points that each seat may expect at the end, a quick guess for bots."""


# A game's `rules` may also offer `random_move(state, seat, rng, out) -> move`: a legal move, each as likely as another,
# for games that can find one faster than by listing all; and `sight(state, seat) -> number`, by which a search
# recognises a state: the same number where `seat` sees the same and, but for a coincidence, another where it does not.
# Its `learn` may offer `shortlist(state, seat, most, out) -> count`, for games with too many moves to try all: up to
# `most` legal moves that look promising, best first, by what `seat` sees; and features, for a learned evaluation:
# `feature_count(seats) -> number`, which is not compiled, and `features(state, seat, out)`, which writes so many
# numbers about the state as `seat` sees it to an array of zeros (docs/bots.md tells more); and
# `move_kind(state, seat, move) -> number`: `ORDINARY` for a move that everybody sees, else another number below
# `MOVE_KINDS` for a kind of moves that a careless player may overlook as a whole.
# For games whose players hardly touch each other it may offer `stand_in(state, seat, rng)`: everything that `seat` owes
# now is done as far as the others feel it and no further, always with as many random numbers.


def _module_of(state: Any, module: str) -> Any:
    found = sys.modules[f"{game_of(state)}.{module}"]
    return plain.module_of(found) if COMPILED and isinstance(state, np.record) else found


def _rules_of(state: Any) -> Any:
    return _module_of(state, "rules")


def learning_of(state: Any) -> Any:
    """Return the `learn` part of the game that a state belongs to."""
    return _module_of(state, "learn")


def _dispatched(name: str, module: str = "rules") -> Any:
    """Return the contract's function `name`, for states of any game."""

    def function(state: Any, *rest: Any) -> Any:
        return getattr(_module_of(state, module), name)(state, *rest)

    @overload(function, strict=False)
    def choose(state: Any, *_rest: Any) -> Any:
        chosen = getattr(_module_of(state, module), name)

        def call(state: Any, *rest: Any) -> Any:
            return chosen(state, *rest)

        return call

    return function


setup: Callable[[State, int, Options, Rng], None] = _dispatched("setup")
waiting: Callable[[State], int] = _dispatched("waiting")
legal_moves: Callable[[State, int, Moves], int] = _dispatched("legal_moves")
play: Callable[[State, int, int], None] = _dispatched("play")
score: Callable[[State, Points], None] = _dispatched("score")
standing: Callable[[State, Points], None] = _dispatched("standing")
redeal: Callable[[State, int, Rng], None] = _dispatched("redeal")
evaluate: Callable[[State, Values], None] = _dispatched("evaluate", "learn")
encode: Callable[[State, int, int, int], int] = _dispatched("encode", "learn")
decode: Callable[[State, int, int, int], int] = _dispatched("decode", "learn")
observe: Callable[[State, int, int, NDArray[np.int8]], None] = _dispatched("observe", "learn")


def _asked(name: str, module: str) -> Any:
    """Return a function that tells whether the game of a state offers `name`; known when code is compiled."""

    def function(state: Any) -> bool:
        return hasattr(_module_of(state, module), name)

    @overload(function, strict=False)
    def answer(state: Any) -> Any:
        known = hasattr(_module_of(state, module), name)
        return lambda state: known  # noqa: ARG005  (Numba asks for it)

    return function


has_random_move: Callable[[State], bool] = _asked("random_move", "rules")
has_shortlist: Callable[[State], bool] = _asked("shortlist", "learn")
has_stand_in: Callable[[State], bool] = _asked("stand_in", "learn")


def random_move(state: State, seat: int, rng: Rng, out: Moves) -> int:
    """Return a legal move of a waiting seat, each as likely as another."""
    if has_random_move(state):
        return int(_rules_of(state).random_move(state, seat, rng, out))
    return int(out[below(rng, legal_moves(state, seat, out))])


@overload(random_move, strict=False, inline="always")
def _random_move(state: Any, seat: Any, rng: Any, out: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    chosen: Any = getattr(_rules_of(state), "random_move", None)

    def own(state: Any, seat: Any, rng: Any, out: Any) -> Any:
        return chosen(state, seat, rng, out)

    def listed(state: Any, seat: Any, rng: Any, out: Any) -> Any:
        return out[below(rng, legal_moves(state, seat, out))]

    return own if chosen else listed


def sight(state: State, seat: int, way: np.uint64) -> np.uint64:
    """Return a number for what `seat` sees; for a game that offers none, that of the way to the state."""
    own: Any = getattr(_rules_of(state), "sight", None)
    return np.uint64(own(state, seat)) if own else way


@overload(sight, strict=False)
def _sight(state: Any, seat: Any, way: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(_rules_of(state), "sight", None)

    def seen(state: Any, seat: Any, way: Any) -> Any:  # noqa: ARG001
        return own(state, seat)

    def walked(state: Any, seat: Any, way: Any) -> Any:  # noqa: ARG001
        return way

    return seen if own else walked


def shortlist(state: State, seat: int, most: int, out: Moves) -> int:
    """Write the moves of a waiting seat that are worth a thought: the best few, or all if the game has no such list."""
    own: Any = getattr(learning_of(state), "shortlist", None)
    return int(own(state, seat, most, out)) if own else legal_moves(state, seat, out)


@overload(shortlist, strict=False)
def _shortlist(state: Any, seat: Any, most: Any, out: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "shortlist", None)

    def shortened(state: Any, seat: Any, most: Any, out: Any) -> Any:
        return own(state, seat, most, out)

    def whole(state: Any, seat: Any, most: Any, out: Any) -> Any:  # noqa: ARG001
        return legal_moves(state, seat, out)

    return shortened if own else whole


def move_kind(state: State, seat: int, move: int) -> int:
    """Return the kind of a legal move, for players who overlook a kind; 0 in a game that knows no kinds."""
    own: Any = getattr(learning_of(state), "move_kind", None)
    return int(own(state, seat, move)) if own else 0


@overload(move_kind, strict=False)
def _move_kind(state: Any, seat: Any, move: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "move_kind", None)

    def known(state: Any, seat: Any, move: Any) -> Any:
        return own(state, seat, move)

    def plain(state: Any, seat: Any, move: Any) -> Any:  # noqa: ARG001
        return 0

    return known if own else plain


def features(state: State, seat: int, out: Values) -> None:
    """Write what a learned evaluation reads of a state, as `seat` sees it; nothing in a game without features."""
    own: Any = getattr(learning_of(state), "features", None)
    if own:
        own(state, seat, out)


@overload(features, strict=False)
def _features(state: Any, seat: Any, out: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "features", None)

    def written(state: Any, seat: Any, out: Any) -> None:
        own(state, seat, out)

    def nothing(state: Any, seat: Any, out: Any) -> None:
        pass

    return written if own else nothing


def stand_in(state: State, seat: int, rng: Rng) -> None:
    """Do what a seat owes, as far as the others feel it; nothing in a game that offers no such thing."""
    own: Any = getattr(learning_of(state), "stand_in", None)
    if own:
        own(state, seat, rng)


@overload(stand_in, strict=False)
def _stand_in(state: Any, seat: Any, rng: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "stand_in", None)

    def done(state: Any, seat: Any, rng: Any) -> None:
        own(state, seat, rng)

    def nothing(state: Any, seat: Any, rng: Any) -> None:
        pass

    return done if own else nothing
