"""What a move may show its player: told by games that can tell in which ways such a move may go.

A game's `learn` may offer `outcome_count(state, seat, move) -> number`: in how many ways a move may go that shows
something hidden, such as drawing a tile; 0 for all other moves. With it comes
`arrange(state, seat, move, number) -> weight`, which brings about that a copy of the state goes one of these ways when
the move is played, and tells how likely that is, by what `seat` knows, beside the other ways. Such a copy is judged,
never played on.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from tilery.kernel.contract import learning_of
from tilery.kernel.state import State


def outcome_count(state: State, seat: int, move: int) -> int:
    """In how many ways a move may go; 0 for one that shows nothing, and in games that cannot tell."""
    own: Any = getattr(learning_of(state), "outcome_count", None)
    return int(own(state, seat, move)) if own else 0


@overload(outcome_count, strict=False)
def _outcome_count(state: Any, seat: Any, move: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "outcome_count", None)

    def counted(state: Any, seat: Any, move: Any) -> Any:
        return own(state, seat, move)

    def none(state: Any, seat: Any, move: Any) -> Any:  # noqa: ARG001
        return 0

    return counted if own else none


def arrange(state: State, seat: int, move: int, number: int) -> float:
    """Bring about that a move goes the way of a number; return how likely that is, compared with the other ways."""
    own: Any = getattr(learning_of(state), "arrange", None)
    return float(own(state, seat, move, number)) if own else 1.0


@overload(arrange, strict=False)
def _arrange(state: Any, seat: Any, move: Any, number: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "arrange", None)

    def arranged(state: Any, seat: Any, move: Any, number: Any) -> Any:
        return own(state, seat, move, number)

    def nothing(state: Any, seat: Any, move: Any, number: Any) -> Any:  # noqa: ARG001
        return 1.0

    return arranged if own else nothing
