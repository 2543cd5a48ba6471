"""Moves as objects, and the legal ones as a sequence that makes its objects only when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index as as_index
from typing import Any, SupportsIndex, overload

from numpy.typing import NDArray

from tilery.games.game import Game
from tilery.kernel.arguments import instance, whole
from tilery.words import say

MOST_SEAT = 63
LARGEST = 2**31 - 1
"""Codes have 32 bits in compiled code."""


class Move:
    """One decision of one seat; its `str` is the notation. Moves are equal if game, seat and decision are."""

    __slots__ = ("code", "game", "seat")

    game: Game
    seat: int
    code: int

    def __init__(self, game: Game, seat: SupportsIndex, code: SupportsIndex) -> None:
        if type(game) is not Game or type(seat) is not int or type(code) is not int or not 0 <= code <= LARGEST:
            game = instance(game, Game, say("the game of a move"))
            seat = whole(seat, say("a seat"), high=MOST_SEAT)
            code = whole(code, say("the code of a move"), high=LARGEST)
        self.game = game
        self.seat = seat
        self.code = code

    def __str__(self) -> str:
        try:
            return self.game.notation.text(self.code)
        except (ArithmeticError, LookupError, ValueError):
            return f"move {self.code}"

    @property
    def can_be_written(self) -> bool:
        """Whether the code stands for a move at all, legal or not."""
        notation = self.game.notation
        try:
            return notation.code(notation.text(self.code)) == self.code
        except (ArithmeticError, LookupError, ValueError):
            return False

    def __repr__(self) -> str:
        return f"<Move {self} by seat {self.seat}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == other.code and self.seat == other.seat and self.game.name == other.game.name

    def __hash__(self) -> int:
        return hash((self.seat, self.code))


class LegalMoves(Sequence[Move]):
    """The legal moves of one seat, in the game's fixed order."""

    __slots__ = ("_codes", "_game", "seat")

    def __init__(self, game: Game, seat: int, codes: NDArray[Any]) -> None:
        self._game = game
        self._codes = codes
        self.seat = seat

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(self._game, self.seat, code) for code in self._codes[index].tolist()]
        try:
            return Move(self._game, self.seat, self._codes.item(as_index(index)))
        except OverflowError:  # more than NumPy counts
            raise IndexError(f"there are {len(self)} legal moves") from None

    def __iter__(self) -> Iterator[Move]:
        for code in self._codes.tolist():
            yield Move(self._game, self.seat, code)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(str(legal) == move for legal in self)
        return (
            isinstance(move, Move)
            and move.seat == self.seat
            and move.game.name == self._game.name
            and move.code in self._codes
        )

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self[:6]))
        return f"<{len(self)} legal moves of seat {self.seat}: {shown}{', …' if len(self) > 6 else ''}>"
