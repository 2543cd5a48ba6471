"""Whole states as text that people can read and write: what every game needs to write one down and to read it back.

A game tells by `Fields` how each field of its state is written; what follows from others is left out and computed
again. `docs/positions.md` has the format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tilery.games.reading import Node
from tilery.kernel.state import GameState_contra
from tilery.words import say


class StateTexts(Protocol[GameState_contra]):
    """Whole states of a game in the middle of it, as JSON."""

    def write(self, state: GameState_contra) -> dict[str, Any]:
        """All that the state holds and that does not follow from the rest, the options and the number of seats."""

    def read(self, document: Node, state: GameState_contra) -> None:
        """Fill a state that was just dealt with what `write` gave; what cannot be is a `DocumentError`."""

    def read_deal(self, document: Node, state: GameState_contra) -> None:
        """Fill a state that was just dealt with another deal, as `Views.deal` writes it."""


@dataclass(frozen=True)
class Numbers:
    """Values that are written as numbers from `low` to `high`."""

    low: int
    high: int

    def write(self, code: int) -> Any:
        return code

    def read(self, node: Node) -> int:
        return node.integer(self.low, self.high)


@dataclass(frozen=True)
class Names:
    """Values that are written as names, counted from `first`; null stands for `none`, where that is possible."""

    names: Sequence[str]
    none: int | None = None
    first: int = 0

    def write(self, code: int) -> Any:
        return None if code == self.none else self.names[code - self.first]

    def read(self, node: Node) -> int:
        if node.value is None and self.none is not None:
            return self.none
        return self.first + list(self.names).index(node.choice(self.names))


Values = Numbers | Names


@dataclass(frozen=True)
class Bits:
    """A set that is written as a list of names."""

    names: Sequence[str]

    def write(self, code: int) -> Any:
        return [name for bit, name in enumerate(self.names) if code >> bit & 1]

    def read(self, node: Node) -> int:
        found = 0
        for each in node:
            bit = list(self.names).index(each.choice(self.names))
            if found >> bit & 1:
                each.fail(say('"{name}" appears twice', name=each.value))
            found |= 1 << bit
        return found


@dataclass(frozen=True)
class Lists:
    """Rows of values that are as long as another field says; that field is not written."""

    values: Values
    sizes: str


@dataclass(frozen=True)
class ByPlace:
    """Values by the name of their place; a place without one has the value that it is dealt with."""

    names: Sequence[str]
    values: Values


Fields = Mapping[str, Values | Bits | Lists | ByPlace]


def write_fields(state: Any, fields: Fields, dealt: Mapping[str, list[int]] | None = None) -> dict[str, Any]:
    """The fields of a state as JSON; of what belongs to seats only as many rows as there are seats.

    `dealt` tells for `ByPlace` what they have when a game has just been dealt.
    """
    return {name: _write(state, name, how, (dealt or {}).get(name, [])) for name, how in fields.items()}


def _write(state: Any, name: str, how: Any, dealt: list[int]) -> Any:
    value = np.asarray(getattr(state, name))
    if isinstance(how, ByPlace):
        return {
            place: how.values.write(code)
            for place, code, usual in zip(how.names, value.tolist(), dealt, strict=True)
            if code != usual
        }
    rows = value.tolist()
    if isinstance(how, Lists):
        sizes = np.asarray(getattr(state, how.sizes)).tolist()
        if not isinstance(sizes, list):
            return [how.values.write(code) for code in rows[:sizes]]
        pairs = list(zip(rows, sizes, strict=True))[: int(state.seats)]
        return [[how.values.write(code) for code in row[:size]] for row, size in pairs]
    return _nested(rows, how, int(state.seats) if value.ndim and len(rows) >= int(state.seats) else None)


def _nested(rows: Any, how: Values | Bits, most: int | None) -> Any:
    if not isinstance(rows, list):
        return how.write(rows)
    return [_nested(row, how, None) for row in (rows if most is None else rows[:most])]


def read_fields(document: Node, state: Any, fields: Fields) -> None:
    """Fill the fields of a state that was just dealt."""
    for name, how in fields.items():
        _read(document[name], state, name, how)


def _read(node: Node, state: Any, name: str, how: Any) -> None:
    value = getattr(state, name)
    if isinstance(how, ByPlace):
        node.only(how.names)
        for where in node.mapping():
            value[list(how.names).index(where)] = how.values.read(node[where])
    elif isinstance(how, Lists):
        sizes = getattr(state, how.sizes)
        value[:] = 0
        if not np.ndim(sizes):
            setattr(state, how.sizes, _fill(node, value, how.values))
        else:
            for row, each in enumerate(node.items(int(state.seats))):
                sizes[row] = _fill(each, value[row], how.values)
    elif np.ndim(value):
        rows = node.items(min(int(state.seats), len(value)))
        for row, each in enumerate(rows):
            if np.ndim(value[row]):
                for place, item in enumerate(each.items(len(value[row]))):
                    value[row, place] = how.read(item)
            else:
                value[row] = how.read(each)
    else:
        setattr(state, name, how.read(node))


def _fill(node: Node, row: Any, values: Values) -> int:
    found = node.items()
    if len(found) > len(row):
        node.fail(say("at most {count} fit here, not {found}", count=len(row), found=len(found)))
    for place, each in enumerate(found):
        row[place] = values.read(each)
    return len(found)


def check_turn(document: Node, state: Any) -> None:
    if not 0 <= int(state.turn) < int(state.seats):
        document["turn"].fail(
            say("there are seats 0 to {last}, not {seat}", last=int(state.seats) - 1, seat=int(state.turn))
        )
