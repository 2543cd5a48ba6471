"""What others probably hide, by what they did: told by games in which moves say something about it.

A redeal makes every world that a seat cannot rule out as likely as the rules make it. But players choose what they
hide: who keeps a tile keeps a good one. A game's `learn` may offer `presume(state, seat, rng)`, which exchanges hidden
things of a redealt state, so that worlds come about as often as in games of our own players. Only searches whose
settings say so (`beliefs`) imagine worlds by it; what a seat may see never depends on it.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from tilery.kernel import contract
from tilery.kernel.chance import Rng
from tilery.kernel.contract import learning_of
from tilery.kernel.native import native
from tilery.kernel.state import State


def presume(state: State, seat: int, rng: Rng) -> None:
    """Exchange what others hide in a redealt state by what they did; nothing in a game that cannot tell."""
    own: Any = getattr(learning_of(state), "presume", None)
    if own:
        own(state, seat, rng)


@overload(presume, strict=False)
def _presume(state: Any, seat: Any, rng: Any) -> Any:  # noqa: ARG001  (Numba asks for all of them)
    own: Any = getattr(learning_of(state), "presume", None)

    def exchanged(state: Any, seat: Any, rng: Any) -> None:
        own(state, seat, rng)

    def nothing(state: Any, seat: Any, rng: Any) -> None:
        pass

    return exchanged if own else nothing


@native
def imagine(state: State, seat: int, believes: bool, rng: Rng) -> None:
    """Redeal what a seat cannot know; with beliefs, worlds that fit what others did come more often."""
    contract.redeal(state, seat, rng)
    if believes:
        presume(state, seat, rng)
