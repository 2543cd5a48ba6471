"""Components that the owner of a box enters by clicking: a set of pieces, each of a few fields on a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilery.games.editing import Thing
from tilery.words import Sentence

Rows = list[str]
"""A piece as its rows, their fields separated by blanks."""


@dataclass(frozen=True)
class OwnSet:
    """What a page needs to let somebody enter a set, and to check it as it grows."""

    option: str
    """The name of the option that takes the pieces, as a list of their rows."""
    title: Sentence
    invitation: Sentence
    count: int
    """How many pieces a set has."""
    grid: int
    """How many columns and rows there are to draw a piece in."""
    things: Sequence[Thing]
    """What a field can be."""
    empty: str
    """The word for no field."""
    mark: str
    """What follows the word of a field that shows a symbol."""
    mark_thing: Thing
    fault: Callable[[Rows, int], Sentence | None]
    """Say what is wrong with a piece that has a number."""
    read: Callable[[str], list[Rows]]
    """Read the pieces of a file; raises an error that says what is wrong."""
    written: Callable[[Sequence[Rows]], str]
    """Write pieces as a file."""
