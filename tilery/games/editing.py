"""How the final table of a real game is entered by clicking: what the editor of a game gives to a page.

An editor draws a position document, which may be half finished, and tells what can be put where. It works on documents
alone (`docs/positions.md`), keeps nothing between two calls, and knows nothing of the page around it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from tilery.games.art import button
from tilery.games.drawing import Picture
from tilery.games.reading import DocumentError
from tilery.words import Sentence, say

Document = dict[str, Any]
"""A position, as JSON describes it."""


@dataclass(frozen=True)
class Thing:
    """Something that can be put at a place."""

    name: str
    """Its word in a change, without blanks."""
    words: Sentence
    body: str
    """Its picture, as SVG elements."""
    box: tuple[float, float, float, float]
    """The part of the plane that the picture needs: left, top, width and height."""
    used: bool = False
    """Whether the only one lies somewhere already, from where it would be taken."""


@dataclass(frozen=True)
class Kit:
    """The things that can be put at places of one sort. The first one stands for none, or for what lies at first."""

    name: str
    title: Sentence
    things: Sequence[Thing]
    columns: int
    """How many things stand in a row; the first one has a row of its own."""
    brush: bool = False
    """Whether one thing usually goes to many places; otherwise every place gets its own, one after the other."""


@dataclass(frozen=True)
class Place:
    """Where something can be put: the element of a picture with the place's name as its `id`."""

    words: Sentence
    """Where it is and what lies there: "c3: T-Rex 4"."""
    kit: str = ""
    now: str = ""
    """The thing of the kit that lies there."""
    press: str = ""
    """For a place without a kit: the one thing that happens there at once, such as one more."""


@dataclass(frozen=True)
class Setting:
    """Something about the table that is chosen from a few values and not seen in a picture."""

    place: str
    words: Sentence
    values: Mapping[str, Sentence]
    now: str


@dataclass(frozen=True)
class Editor:
    """A table, ready to be changed."""

    todo: Sentence
    pictures: Sequence[Picture]
    places: Mapping[str, Place]
    """By name, in the order in which they are filled."""
    kits: Sequence[Kit] = ()
    settings: Sequence[Setting] = ()
    marks: Sequence[str] = ()
    """The signs of the players in a box of 26 around the origin, where they are not the usual ones of the seats."""
    left_out: Collection[str] = ()
    """Categories of the score that this table does not play with."""
    boards: Sequence[Sentence] = ()
    """The parts of the table that are shown one at a time; none if all is shown at once."""


class Editing(Protocol):
    """The editor of a game: its module `editor`. Errors are `DocumentError`."""

    def empty(self, seats: int) -> Document:
        """A table on which nothing lies yet."""

    def editor(self, document: Document, board: int) -> Editor:
        """The table, or one of its boards; a board that does not exist is the first one."""

    def changed(self, document: Document, place: str, thing: str) -> Document:
        """The table with something put at a place, by the name of a place or a setting."""


def spot(name: str, body: str, style: str = "", more: str = "") -> str:
    """The element of a place."""
    return f'<g id="{name}" {button(True, style)} {more}>{body}</g>'


def no_place(place: str, thing: str) -> NoReturn:
    """Refuse a change that no editor offers."""
    raise DocumentError(say('"{thing}" cannot be put at "{place}"', thing=thing, place=place))
