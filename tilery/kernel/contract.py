"""The contract between rules and everything that runs them, picked at compile time by the type of the state.

A game's rules are a module with a state type and eight functions (see `Rules`); beside it are modules for programs that
learn (see `tilery.games.learning`). Generic compiled code calls the functions of this module; each call becomes a
direct call of the right game's function.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from tilery.kernel.chance import Rng, below
from tilery.kernel.native import digest

State = np.record
Moves = NDArray[np.int32]
Options = NDArray[np.int64]
Points = NDArray[np.int32]
Values = NDArray[np.float64]

SPECTATOR = -1

# Arrays for `score` and `standing` have this shape in every game, so that either may use the other's columns.
POINTS_SHAPE = (5, 16)

_TAG = "rules_of_"
_packages: dict[str, str] = {}


class Rules(Protocol):
    """What a game's `rules` module offers. Seats count from 0; `SPECTATOR` is a seat that knows what everybody knows.

    No function allocates; `state` is the only thing that `setup`, `play` and `redeal` change. Where several seats owe a
    decision, the moves that each of them has do not depend on what the others decide.
    """

    STATE: np.dtype[np.void]
    MAX_MOVES: int
    MAX_LENGTH: int

    def setup(self, state: State, seats: int, options: Options, rng: Rng) -> None:
        """Fill a state of zeros with a fresh deal. All chance of the whole game is dealt here."""

    def waiting(self, state: State) -> int:
        """The seats that owe a decision, as bits; 0 when the game is over."""

    def legal_moves(self, state: State, seat: int, out: Moves) -> int:
        """Write the moves of a waiting seat to `out`, in a fixed order, and return how many there are."""

    def play(self, state: State, seat: int, move: int) -> None:
        """Carry out a legal move."""

    def score(self, state: State, out: Points) -> None:
        """Write points to out[seat, category], as if the game ended now."""

    def standing(self, state: State, out: Points) -> None:
        """Write to out[seat] what decides the game: total points, then each tie-breaker; more is better."""

    def redeal(self, state: State, seat: int, rng: Rng) -> None:
        """Draw anew, among what is possible, all that `seat` cannot know, future chance included.

        The outcome depends on what the seat knows and on the random numbers, not on what was there before.
        """

    def evaluate(self, state: State, out: Values) -> None:
        """Write the points that each seat may expect at the end, a quick guess for bots."""


# A game may also offer `random_move(state, seat, rng, out) -> move`: a legal move, each as likely as another, for games
# that can find one faster than by listing all. It may offer `sight(state, seat) -> number`, by which a search knows
# a position again: the same number where `seat` sees the same and, but for a coincidence, another where it does not.
# And it may offer `shortlist(state, seat, most, out) -> count`, for games with too many moves to try all: up to `most`
# legal moves that look promising, best first, by what `seat` sees.


def state_type(package: str | None, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The type of the states of the game in `package`: the given fields, and a last one that says whose they are.

    Wide fields come first, and the last one fills up to a round size: NumPy does not copy gaps between fields, and
    states are compared by their bytes. The last one's name carries a digest of the game's folder, so that machine code
    of an edited game is never used again.
    """
    folder = Path(str(sys.modules[str(package)].__file__)).resolve().parent
    tag = f"{_TAG}{folder.name}_{digest(folder)}"
    _packages[tag] = str(package)
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).alignment)
    tail = np.dtype(ordered, align=True)
    gap = tail.alignment - sum(np.dtype([field]).itemsize for field in ordered) % tail.alignment
    return np.dtype([*ordered, (tag, np.uint8, (gap,))], align=True)


def tag_of(names: Sequence[str]) -> str:
    """The field among `names` that says whose state it is."""
    return next(name for name in reversed(names) if name.startswith(_TAG))


def _module_of(state: Any, module: str) -> Any:
    names = list(state.dtype.fields or ()) if isinstance(state, np.void) else list(state.fields)
    return sys.modules[f"{_packages[tag_of(names)]}.{module}"]


def _rules_of(state: Any) -> Any:
    return _module_of(state, "rules")


def _dispatched(name: str, module: str = "rules") -> Any:
    """The contract's function `name`, for states of any game."""

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
evaluate: Callable[[State, Values], None] = _dispatched("evaluate")
encode: Callable[[State, int, int, int], int] = _dispatched("encode", "actions")
decode: Callable[[State, int, int, int], int] = _dispatched("decode", "actions")
observe: Callable[[State, int, int, NDArray[np.int8]], None] = _dispatched("observe", "observation")


def _asked(name: str) -> Any:
    """A function that tells whether the game of a state offers `name`; known when code is compiled."""

    def function(state: Any) -> bool:
        return hasattr(_rules_of(state), name)

    @overload(function, strict=False)
    def answer(state: Any) -> Any:
        known = hasattr(_rules_of(state), name)
        return lambda state: known  # noqa: ARG005  (Numba asks for it)

    return function


has_random_move: Callable[[State], bool] = _asked("random_move")
has_shortlist: Callable[[State], bool] = _asked("shortlist")


def random_move(state: State, seat: int, rng: Rng, out: Moves) -> int:
    """A legal move of a waiting seat, each as likely as another."""
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
    """A number for what `seat` sees; for a game that offers none, that of the way to the state."""
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
    own: Any = getattr(_rules_of(state), "shortlist", None)
    return int(own(state, seat, most, out)) if own else legal_moves(state, seat, out)


@overload(shortlist, strict=False)
def _shortlist(state: Any, seat: Any, most: Any, out: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(_rules_of(state), "shortlist", None)

    def shortened(state: Any, seat: Any, most: Any, out: Any) -> Any:
        return own(state, seat, most, out)

    def whole(state: Any, seat: Any, most: Any, out: Any) -> Any:  # noqa: ARG001
        return legal_moves(state, seat, out)

    return shortened if own else whole
