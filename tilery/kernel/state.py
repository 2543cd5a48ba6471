"""How a game declares its state and its options: once, as classes whose fields have types.

    class PebblesState(State):
        seats = int8()  # one number
        taken = int8(3)  # three numbers
        rows = int8(5, STACK)  # five rows of numbers
        free = uint64(2)  # two words of bits

    STATE = layout(PebblesState)

Editors and mypy read the class: they know that `state.seats`, `state.taken[seat]` and `state.rows[row, 0]` are of type
`int` and `state.free[0]` of type `np.uint64`, and that there is no field `state.heaps`. Compiled code reads the layout,
a NumPy type with the same fields, so that a state is one block of memory and copying it is one copy. Therefore no state
is ever an instance of the class; functions only say that they take one:

    @native
    def waiting(state: PebblesState) -> int: ...

Uncompiled, a field holds a NumPy number of its size: wrap it in `int(...)` before arithmetic that could leave that
size.

Options are declared in the same way, one field for each option (`tilery.games.game.Option.encode` says more), and
`setup` reads them by name: `options.wolves`. Arrays of components are best annotated as `Row[int]`, `Grid[np.uint64]`
and so on, because NumPy's own types do not tell what an item is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar, overload

import numpy as np

from tilery.kernel.native import digest

_TAG = "rules_of_"
_packages: dict[str, str] = {}

Number = TypeVar("Number")


class Row(Protocol[Number]):
    """Numbers in a row: a field of one dimension, or any NumPy array of one."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Number: ...
    @overload
    def __getitem__(self, index: slice, /) -> Row[Number]: ...
    @overload
    def __setitem__(self, index: SupportsIndex, number: Number, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, numbers: Number | Sequence[Number], /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Number]: ...
    def any(self) -> bool | np.bool: ...
    def sum(self) -> int: ...
    def tolist(self) -> list[int]: ...


class Grid(Protocol[Number]):
    """Rows of numbers: a field of two dimensions, or any NumPy array of two."""

    @overload
    def __getitem__(self, index: tuple[SupportsIndex, SupportsIndex], /) -> Number: ...
    @overload
    def __getitem__(self, index: SupportsIndex | tuple[SupportsIndex, slice], /) -> Row[Number]: ...
    @overload
    def __setitem__(self, index: tuple[SupportsIndex, SupportsIndex], number: Number, /) -> None: ...
    @overload
    def __setitem__(
        self,
        index: SupportsIndex | slice | tuple[SupportsIndex, slice],
        numbers: Number | Sequence[Number],
        /,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Row[Number]]: ...
    def any(self) -> bool | np.bool: ...
    def tolist(self) -> list[list[int]]: ...


@dataclass(frozen=True)
class _Field:
    """What a class of a state or of options really holds: the type of a field's numbers and how many there are."""

    scalar: type[np.integer[Any]]
    shape: tuple[int, ...]


class _Integers:
    """Declares fields of whole numbers."""

    def __init__(self, scalar: type[np.integer[Any]]) -> None:
        self._scalar = scalar

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /) -> Row[int]: ...
    @overload
    def __call__(self, rows: int, length: int, /) -> Grid[int]: ...
    def __call__(self, *shape: int) -> Any:
        return _Field(self._scalar, shape)


class _Words:
    """Declares fields of words of 64 bits, for arithmetic on bits."""

    @overload
    def __call__(self) -> np.uint64: ...
    @overload
    def __call__(self, length: int, /) -> Row[np.uint64]: ...
    @overload
    def __call__(self, rows: int, length: int, /) -> Grid[np.uint64]: ...
    def __call__(self, *shape: int) -> Any:
        return _Field(np.uint64, shape)


int8, int16, int32, int64 = (_Integers(scalar) for scalar in (np.int8, np.int16, np.int32, np.int64))
uint8, uint16 = _Integers(np.uint8), _Integers(np.uint16)
uint64 = _Words()


class State:
    """All that a game is made of while it runs; the base of the classes by which games declare theirs."""

    seats: int  # how many play; every state declares it


class Options:
    """How a game is varied; the base of the classes by which games declare what their `setup` is told."""


if TYPE_CHECKING:  # a default lets code that is for any game write `Game` and `Rules` without more
    from typing_extensions import TypeVar as _TypeVar

    GameState = _TypeVar("GameState", bound=State, default=Any)
    GameOptions = _TypeVar("GameOptions", bound=Options, default=Any)
    GameState_contra = _TypeVar("GameState_contra", contravariant=True, bound=State, default=Any)
    GameOptions_contra = _TypeVar("GameOptions_contra", contravariant=True, bound=Options, default=Any)
else:
    GameState, GameOptions = TypeVar("GameState"), TypeVar("GameOptions")
    GameState_contra = TypeVar("GameState_contra", contravariant=True)
    GameOptions_contra = TypeVar("GameOptions_contra", contravariant=True)


def layout(declared: type[State | Options]) -> np.dtype[np.void]:
    """Return the NumPy type for what a class declares, with a last field that says which game it belongs to.

    Wide fields come first, and the last one fills up to a round size: NumPy does not copy gaps between fields, and
    states are compared by their bytes. The last one's name carries a digest of the game's folder, so that machine code
    of an edited game is never used again.
    """
    members = {name: value for base in reversed(declared.__mro__[:-1]) for name, value in vars(base).items()}
    fields = {name: field for name, field in members.items() if isinstance(field, _Field)}
    for name in [*members, *declared.__annotations__]:
        if name not in fields and not name.startswith("__"):
            raise TypeError(f"{declared.__name__}.{name} is not a field; declare fields like this: {name} = int8()")
    if issubclass(declared, State) and "seats" not in fields:
        raise TypeError(f"{declared.__name__} has no field seats; every state has one")
    game = str(sys.modules[declared.__module__].__package__).removesuffix(".rules")
    folder = Path(str(sys.modules[game].__file__)).resolve().parent
    tag = f"{_TAG}{folder.name}_{digest(folder)}"
    _packages[tag] = game
    ordered = sorted(fields.items(), key=lambda named: -np.dtype(named[1].scalar).alignment)
    widest = np.dtype(ordered[0][1].scalar).alignment if ordered else 1
    size = sum(np.dtype((field.scalar, field.shape)).itemsize for _, field in ordered)
    described = [(name, field.scalar, field.shape) for name, field in ordered]
    return np.dtype([*described, (tag, np.uint8, (widest - size % widest,))], align=True)


def tag_of(layout: np.dtype[np.void]) -> str:
    """Return the field that says which game a layout belongs to."""
    return _tag_among(list(layout.fields or ()))


def game_of(state: Any) -> str:
    """Return the package of the game that a state belongs to; also for its type, when Numba asks with that."""
    return _packages[_tag_among(list(state.dtype.fields or () if isinstance(state, np.void) else state.fields))]


def _tag_among(names: list[str]) -> str:
    return next(name for name in reversed(names) if name.startswith(_TAG))
