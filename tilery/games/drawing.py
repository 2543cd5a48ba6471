"""How a game is drawn: what its drawing gives to pages, notebooks and the command line.

A drawing sees a table only as one seat may see it (a `Seen`), so it cannot show more. It returns pictures (SVG) and
sentences; it knows nothing of HTML, of HTTP or of the page around it. Everything that a person can do is a `Choice`,
a `Piece` or a `Selection`; how it is pointed at, chosen and confirmed is the page's part and the same for all games.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from tilery.words import Sentence, say


class Seen(Protocol):
    """What one seat may know of a match now; a `View` of `tilery.match` is one."""

    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def seat(self) -> int | None:
        """The seat that looks; None for a spectator."""

    @property
    def waiting(self) -> tuple[int, ...]: ...
    @property
    def legal_moves(self) -> tuple[str, ...]: ...
    @property
    def table(self) -> dict[str, Any]:
        """What the game's `view` gives."""

    @property
    def last_moves(self) -> tuple[tuple[int, str], ...]:
        """The moves since the looking seat's own last decision, each with its seat, as it may read them."""


class Room(StrEnum):
    """The room that a scene will have: pictures arrange themselves for it instead of being scaled down."""

    PHONE = "phone"
    """One column, less than 700 pixels wide."""
    TABLET = "tablet"
    DESK = "desk"
    """Three columns."""


def main_seat(seen: Seen) -> int:
    """The seat whose things are shown large: the one that looks, or the first one for a spectator."""
    return seen.seat or 0


def player(seat: int) -> Sentence:
    """A player in a sentence of a scene or a preview, which do not know names; a page puts them in with `named`."""
    return say("Player {number}", number=seat + 1)


def named(sentence: Sentence, players: Sequence[str]) -> Sentence:
    """The sentence with the names of the players."""
    if sentence.template == player(0).template:
        return say("{name}", name=players[sentence.values["number"] - 1])
    values = {
        name: named(value, players) if isinstance(value, Sentence) else value for name, value in sentence.values.items()
    }
    return sentence.with_values(values)


@dataclass(frozen=True)
class Picture:
    """A drawing: SVG elements in a box. Elements that move keep their `id`, so that a page can let them travel.

    An element that stands for a choice is a `<g>` with `tabindex`, `role="button"` and the class `legal`; one that is
    offered only after another was taken has `tabindex="-1"`, and becomes a button and `legal` then. It may lie outside
    the box; a page shows more of the picture while that can be chosen.
    """

    name: str
    """A word in small letters: the class by which the game's style sheet knows it, and part of its id."""
    body: str
    width: float
    height: float
    label: Sentence
    """What it shows, for those who cannot see it."""
    caption: Sentence | None = None
    """Words to show above it."""
    words: Sequence[Sentence] = ()
    """The sentences in the body, which is in English: the element with `data-word="0"` holds the first one, and
    `lettering.lettered` gives the body in another language and with names."""


@dataclass(frozen=True)
class Choice:
    """A legal move, as it is offered."""

    move: str
    name: Sentence
    """In words, complete in itself: "Place a visitor above column c, looking down"."""
    target: str | None = None
    """The id of the element that stands for it; None where it is a button."""
    taken: str | None = None
    """The id of an element that is taken first, such as a tile in hand or a spy; its targets are offered then."""
    question: Sentence | None = None
    """What to ask before it is played, for a move that is probably a mistake."""


@dataclass(frozen=True)
class Selection:
    """Several things that are chosen together, such as the tiles to keep."""

    name: Sentence
    count: int
    """How many of the targets to choose."""
    targets: Mapping[str, str]
    """By the id of an element, the word that stands for it in the move, in the order in which the move names them."""
    move: str
    """The move, with `{chosen}` to be filled in: the words of the chosen ones with spaces between."""


@dataclass(frozen=True)
class Orientation:
    """A way to hold a piece, and where it could be laid like that."""

    name: str
    """As the move names it."""
    cells: Sequence[tuple[int, int]]
    """The fields that it covers, as columns and rows from its upper left corner, in the order of the piece's faces."""
    places: Sequence[tuple[int, int]]
    """Columns and rows of the fields where its upper left corner can lie."""
    frame: str
    """The SVG transform of the piece's frame."""
    turn: int
    """The index of the orientation after a quarter turn clockwise."""
    flip: int
    """The index of the orientation after turning it over."""


@dataclass(frozen=True)
class Piece:
    """Something that can be taken in hand, turned, flipped and laid on many places of the board."""

    name: Sentence
    target: str
    """The id of the element in the hand that stands for it."""
    move: str
    """The move that lays it, with `{orientation}`, `{x}` and `{y}` to be filled in."""
    orientations: Sequence[Orientation]
    faces: Sequence[str]
    """What is on each of its fields, upright in every orientation: SVG elements, from the field's upper left corner."""
    frame: str
    """What turns with the piece: SVG elements, from its upper left corner."""
    unit: float
    """The width of a field on the board."""
    origin: tuple[float, float]
    """Where the field 0,0 has its upper left corner on the board."""
    picture: str
    """The name of the picture on which it is laid."""
    beside: Sequence[tuple[int, int]] = ()
    """The fields that can be marked, such as the free ones next to what lies. A page marks those that the piece could
    cover as it is turned now: every field here that is a cell of the orientation at one of its places."""
    under: str = ""
    """The id of an empty element of the picture that is meant for these marks; the field 0,0 has its upper left corner
    at the origin there."""
    spoken: Sentence | None = None
    """Its name for those who cannot see it, if that has to say more."""

    def lying(self, move: str) -> str | None:
        """The piece where a move lays it, as SVG elements of its picture; None if that is no move of this piece."""
        for orientation in self.orientations:
            for x, y in orientation.places:
                if self.move.format(orientation=orientation.name, x=x, y=y) == move:
                    return self._drawn(orientation, x, y)
        return None

    def _drawn(self, orientation: Orientation, x: int, y: int) -> str:
        fields = "".join(
            f'<g transform="translate({column * self.unit:g} {row * self.unit:g})">{face}</g>'
            for face, (column, row) in zip(self.faces, orientation.cells, strict=True)
        )
        left, top = self.origin[0] + x * self.unit, self.origin[1] + y * self.unit
        frame = f'<g transform="{orientation.frame}">{self.frame}</g>' if self.frame else ""
        return f'<g class="lying" transform="translate({left:g} {top:g})">{fields}{frame}</g>'


@dataclass(frozen=True)
class Card:
    """What a thing is, where a sentence is too little: told with a small drawing and with what it is worth."""

    name: Sentence
    picture: Picture
    told: Sentence
    worth: Sentence
    kind: Sentence | None = None
    """What sort of thing it is: "special tile"; otherwise a page says what the hand has of it."""


@dataclass(frozen=True)
class Panel:
    """What is shown beside a player's name."""

    figure: str
    """The number that matters most, such as points that all can count; may be empty."""
    meaning: Sentence | None = None
    """What the number is."""
    note: Sentence | None = None
    """What the player is doing, such as "has placed"."""
    picture: Picture | None = None
    mark: Picture | None = None
    """The sign of the seat, where the game has its own; otherwise it is the seat's usual mark."""
    facts: Sequence[tuple[str, Sentence]] = ()
    """Further numbers, each with a sentence that says what it is."""


@dataclass(frozen=True)
class Scene:
    """A table as one seat sees it."""

    todo: Sentence
    """What to do now, in one sentence: "Place a visitor"; for those who wait, for whom they wait."""
    board: Sequence[Picture]
    """What lies on the table; the first picture is the largest."""
    hand: Sequence[Picture] = ()
    aside: Sequence[Picture] = ()
    """What is good to look up and not needed to decide, such as the supply; behind a button where there is no room."""
    panels: Sequence[Panel] = ()
    """One for each seat."""
    heading: Sentence | None = None
    """Where in the game or the turn we are, above what to do: "Visitor 5 of 6"."""
    steps: Sequence[Sentence] = ()
    """The steps of a turn, and which is at hand."""
    step: int = 0
    notes: Sequence[Sentence] = ()
    """What is good to know at this table: "No pyramids in this garden"."""
    choices: Sequence[Choice] = ()
    actions: Mapping[str, Sentence] = field(default_factory=dict)
    """By the first word of a move whose place is seen on the board, what the button says that makes it: "Place it
    here". The choice's own name also says where."""
    pieces: Sequence[Piece] = ()
    selections: Sequence[Selection] = ()
    names: Mapping[str, Sentence] = field(default_factory=dict)
    """By the id of an element that is taken first or chosen with others, what it is: "Spy, 2 left"."""
    about: Mapping[str, Sentence] = field(default_factory=dict)
    """By the id of an element, what it is and what it does, for somebody who points at it and does not know."""
    sources: Mapping[tuple[int, str], Sequence[str]] = field(default_factory=dict)
    """After the end: by seat and category of the score, the ids of the elements that it came from."""
    left_out: Collection[str] = ()
    """Categories of the score that this table does not play with; no sheet of it names them."""
    refusal: Sentence | None = None
    """What to do first, for somebody who has pressed something that cannot be chosen yet."""
    rule: str = ""
    """Where the rules tell of the step at hand: the anchor of a section of the game's `rules.*.md`."""
    goal: Sentence | None = None
    """For a first game: how one wins, in one sentence."""
    advice: Sentence | None = None
    """For a first game: what this step is about and what to look for, in two or three short sentences."""


@dataclass(frozen=True)
class Preview:
    """What a choice would do, shown while it is pointed at and before it is made."""

    effect: Sentence
    overlays: Mapping[str, str] = field(default_factory=dict)
    """By the name of a picture, SVG elements to lay over it."""
    lit: Sequence[str] = ()
    """The ids of elements to light up."""
    dimmed: Sequence[str] = ()
    """The ids of elements to fade."""
    card: Picture | None = None
    """The sum, drawn."""


class LogEntry(NamedTuple):
    """An entry of the log."""

    seat: int
    sentence: Sentence
    end: int
    """How many of the moves had been made when it was complete."""
    places: Sequence[str] = ()
    """The ids of the elements that it is about; a page lights up those that are still there."""


@dataclass(frozen=True)
class Illustration:
    """A picture for the rules: a moment of a real match, as a seat saw it, with what a move would have done there."""

    section: str
    """The anchor of the section of the rules that it stands in."""
    caption: Sentence
    moves: int
    """How many moves of the record were played."""
    seat: int | None
    pictures: Sequence[str]
    """The names of those pictures of the scene that are shown."""
    preview: str | None = None
    """A legal move whose preview is laid over the pictures."""
    record: str = "example"
    """The name of a record among the game's pages."""


class Drawing(Protocol):
    """The drawing of a game: its module `drawing`, with `drawing.css` beside it."""

    def symbols(self) -> str:
        """`<symbol>` elements that pictures use; once in a page."""

    def scene(self, seen: Seen, room: Room = Room.DESK) -> Scene: ...

    def glossary(self, seats: int) -> Mapping[str, Sentence | Card]:
        """What symbols mean, by their names, for somebody who points at one and does not know. It depends on nothing
        but the number of players, and a page has it once."""

    def display(self, seen: Seen, seat: int) -> Sequence[Picture]:
        """What lies before one player, large, as the seat that looks may see it; nothing where all share one board."""

    def preview(self, seen: Seen, move: str, room: Room = Room.DESK) -> Preview:
        """What one of the legal moves would do, as far as the seat can know."""

    def tell(self, moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[LogEntry]:
        """A log in words: one entry for each turn or each move, with the seat it belongs to, the oldest first.

        Moves are as the reader may read them, of the whole match or of a part of it, each followed by what the game's
        `shown` says of it.
        """

    def cover(self) -> Picture:
        """The game as an inviting picture, for the home page."""

    @property
    def ILLUSTRATIONS(self) -> Sequence[Illustration]:  # noqa: N802  (a constant of a module)
        """The pictures in the rules, in their order."""
