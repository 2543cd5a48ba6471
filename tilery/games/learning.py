"""What a game offers to programs that learn: actions in a fixed range, and observations as arrays of a fixed shape.

Both are declared by every game in its own folder. The compiled halves, `encode`, `decode` and `observe`, are found by
`tilery.kernel.contract`; nothing here or there may tell a seat what it cannot know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilery.kernel.state import GameState_contra

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Field:
    """A part of an observation: whole numbers from 0 to `high`, in an array of that shape."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: int = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


class Observation(Protocol[GameState_contra]):
    """What a seat sees, as numbers. Seats are counted from the one that observes: itself, the next one clockwise, …"""

    def fields(self, seats: int) -> tuple[Field, ...]:
        """The parts of an observation, in their order."""

    def observe(self, state: GameState_contra, seat: int, part: int, out: Numbers) -> None:
        """Write what `seat` may see now to an array of zeros; `part` is what it has chosen of a move already."""


class Actions(Protocol[GameState_contra]):
    """Moves as numbers from 0 up to a fixed count. A move may be made of two actions, each a part of it."""

    def count(self, seats: int) -> int:
        """How many actions there are."""

    def encode(self, state: GameState_contra, seat: int, move: int, part: int) -> int:
        """The next action of a legal move after a part of it; `NO_ACTION` if the move has another first part."""

    def decode(self, state: GameState_contra, seat: int, action: int, part: int) -> int:
        """The move that a legal action completes; or, if it is only a part of one, that part as a number below 0."""

    def text(self, state: GameState_contra, seat: int, action: int, part: int) -> str:
        """A legal action as people write it."""


NO_ACTION = -1


def offsets(fields: tuple[Field, ...]) -> dict[str, slice]:
    """Where each field lies in the flat array."""
    found, start = {}, 0
    for field in fields:
        found[field.name] = slice(start, start + field.size)
        start += field.size
    return found


def size(fields: tuple[Field, ...]) -> int:
    return sum(field.size for field in fields)


def highest(fields: tuple[Field, ...]) -> Numbers:
    """The largest value that each number of an observation can have."""
    return np.concatenate([np.full(field.size, field.high, np.int8) for field in fields])


def parted(observation: NDArray[np.generic], fields: tuple[Field, ...]) -> Mapping[str, NDArray[np.generic]]:
    """Views of an observation, or of an array of them, by field and in its shape."""
    leading, places = observation.shape[:-1], offsets(fields)
    return {field.name: observation[..., places[field.name]].reshape(*leading, *field.shape) for field in fields}
