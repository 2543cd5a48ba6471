"""What a game is to the other packages: its declaration, its options, and the errors it raises.

The compiled half of the contract is in `tilery.kernel.contract`; this is the half that people see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Protocol

import numpy as np

from tilery.games import find
from tilery.games.drawing import Drawing
from tilery.games.editing import Editing
from tilery.games.learning import Actions, Observation
from tilery.games.lessons import Lesson
from tilery.games.own_set import OwnSet
from tilery.games.reading import Node
from tilery.games.state_text import StateTexts
from tilery.games.thinking import Levels, Thinking
from tilery.kernel import runner
from tilery.kernel.arguments import shown
from tilery.kernel.contract import Moves, Rules
from tilery.kernel.native import direct
from tilery.kernel.runner import States, new_states
from tilery.kernel.state import GameOptions, GameState, GameState_contra
from tilery.words import Sentence, SpokenError, any_of, say


class NotationError(SpokenError):
    """A text is not a move of the game; the sentence says how moves are written."""


class OptionError(SpokenError):
    """An option is unknown or has a value that it cannot have."""


class Option(Protocol):
    """A way to vary a game. Values are what a record holds as JSON; the first value is the default."""

    @property
    def name(self) -> str: ...
    @property
    def meaning(self) -> Sentence: ...
    @property
    def default(self) -> Any: ...
    @property
    def seats(self) -> Sequence[int] | None:
        """The numbers of seats for which it can differ from its default; None for all."""

    def read(self, value: Any) -> Any:
        """The value as a record holds it, or an `OptionError`."""

    def from_command_line(self, text: str) -> Any:
        """The value that is meant by a text on the command line."""

    def encode(self, value: Any) -> Mapping[str, int | list[int]]:
        """The value as numbers for `setup`, by the fields of the game's `Options` that hold them."""


@dataclass(frozen=True)
class ChoiceOption:
    """An option that is one of a few words, given to `setup` as its place among them, in a field of its name."""

    name: str
    values: tuple[str, ...]
    meaning: Sentence
    seats: tuple[int, ...] | None = None
    words: tuple[Sentence, ...] = ()
    """What the values are called for people, in their order."""

    @property
    def default(self) -> str:
        return self.values[0]

    def word(self, value: str) -> Sentence | str:
        """What a value is called for people."""
        return self.words[self.values.index(value)] if self.words else value

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.values:
            values = any_of(self.values)
            raise OptionError(
                say(
                    "the option {name} must be {values}, not {value}", name=self.name, values=values, value=shown(value)
                )
            )
        return str(value)

    def from_command_line(self, text: str) -> str:
        return self.read(text)

    def encode(self, value: Any) -> dict[str, int | list[int]]:
        return {self.name: self.values.index(value)}


class Notation(Protocol):
    """Moves as people write them."""

    def text(self, move: int) -> str: ...
    def code(self, text: str) -> int:
        """The move that a text means, legal or not, or a `NotationError`."""

    def public(self, move: int) -> str:
        """The move as those read it who may not know all of it; the same as `text` where nothing is secret."""


class Views(Protocol[GameState_contra]):
    """The only way out of a state."""

    def view(self, state: GameState_contra, seat: int) -> dict[str, Any]:
        """What `seat` may see, as JSON."""

    def picture(self, seen: dict[str, Any]) -> Sentence:
        """What a `view` shows, as a drawing in text of at most 100 columns."""

    def deal(self, state: GameState_contra) -> dict[str, Any]:
        """All that chance decided, as JSON, read from a state that was just set up."""


class Refusals(Protocol[GameState_contra]):
    """Why a move cannot be played."""

    def why_not(self, state: GameState_contra, seat: int, move: int) -> Sentence:
        """A sentence that names the rule which forbids `move` to a seat that owes a decision."""


class Positions(Protocol[GameState_contra]):
    """Final tables, as they lie on a real table."""

    def read(self, document: Node, state: GameState_contra) -> list[Sentence]:
        """Fill a state of zeros with a finished game, as far as scoring needs it.

        What cannot be scored is an error. What can, but is not the end of a whole game, gets a sentence, which is
        returned.
        """

    def write(self, state: GameState_contra) -> dict[str, Any]:
        """The document of a finished game."""


SOME_GAME = say("A tile game.")


@dataclass(frozen=True)
class Game(Generic[GameState, GameOptions]):
    """A game, declared once in the `__init__` of its folder, where it says of which state and options its parts are."""

    name: str
    title: str
    version: int
    seats: range
    options: tuple[Option, ...]
    categories: Mapping[str, Sentence]
    """What points are counted for: by the name in records, the words for it."""
    tiebreaks: tuple[Sentence, ...]
    rules: Rules[GameState, GameOptions]
    notation: Notation
    views: Views[GameState]
    refusals: Refusals[GameState]
    positions: Positions[GameState]
    actions: Actions[GameState]
    observation: Observation[GameState]
    folder: Path
    """Where its texts are: `rules.<language>.md` and the catalogues of its words."""
    tagline: Sentence = SOME_GAME
    """The game in one sentence, for somebody who does not know it."""
    minutes: int | None = None
    """How long it takes, about."""
    drawing: Drawing | None = None
    """None for a game that is shown as text."""
    editor: Editing | None = None
    """None for a game whose final tables cannot be entered by clicking."""
    own_set: OwnSet | None = None
    """Components of one's own box that can be entered and played with."""
    shown: Callable[[GameState, int, int], str] | None = None
    """What everybody sees when a seat makes a move and its notation does not say, read from the state just before it;
    None where notation says all."""
    is_told_by_notation: bool = True
    """Whether a move can be told in words from its notation alone, though less fully than with what `shown` adds."""
    memory: Mapping[str, str] = field(default_factory=dict)
    """Options by which players have to remember what they saw, with the value that asks for it: while such a game runs,
    nobody can look back on it."""
    states: StateTexts[GameState] | None = None
    """None for a game whose states cannot be written down in the middle of it."""
    faded: Callable[[int], str] | None = None
    """What the log of such a game still tells of a move once the moment is over; None where memory is never asked."""
    useless_moves: Callable[[GameState, int, Sequence[int]], set[int]] | None = None
    """Which of the legal moves of a seat cannot do it any good, by what it knows: bots and hints leave them alone."""
    oldest: int | None = None
    """The oldest version of the rules that it can still be played by; None if that is the present one."""
    has_chance: bool = True
    """Whether anything is dealt."""
    levels: Levels = field(default_factory=dict[str, Thinking])
    """How bots think in this game, where that differs from what they do in any game."""
    levels_by_seats: Mapping[int, Levels] = field(default_factory=dict[int, Levels])
    """And with so many seats, where that differs again: the same settings are worth more or less among more players."""
    lessons: tuple[Lesson, ...] = ()
    """The game in a few steps, for somebody who has never seen it; the goal comes first."""

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle a game as its name: whoever unpickles it has its folder too."""
        return find, (self.name,)

    @property
    def page_folder(self) -> Path:
        """Where its style sheet, icons and example game are."""
        return self.folder / "page"

    def read_options(self, seats: int, values: Mapping[str, Any]) -> dict[str, Any]:
        """All options with the given values or their defaults."""
        known = {option.name: option for option in self.options}
        if not isinstance(values, Mapping):
            raise OptionError(say("options are given by their names, not as {value}", value=shown(values)))
        for name in values:
            if name not in known:
                raise OptionError(self._no_option(name, list(known)))
        read = {name: option.read(values.get(name, option.default)) for name, option in known.items()}
        for name, option in known.items():
            if option.seats is not None and seats not in option.seats and read[name] != option.default:
                seats_allowed = any_of([str(number) for number in option.seats])
                raise OptionError(
                    say(
                        "the option {name} = {value} is for {seats} seats only",
                        name=name,
                        value=read[name],
                        seats=seats_allowed,
                    )
                )
        return read

    def _no_option(self, name: str, known: list[str]) -> Sentence:
        if not known:
            return say("{game} has no option {name}; it has no options", game=self.title, name=name)
        names = ", ".join(known)
        return say("{game} has no option {name}; its options are: {names}", game=self.title, name=name, names=names)

    def is_memory_asked(self, options: Mapping[str, Any]) -> bool:
        return any(options.get(name) == value for name, value in self.memory.items())

    @property
    def versions(self) -> range:
        """The versions of the rules that it can be played by."""
        return range(self.version if self.oldest is None else self.oldest, self.version + 1)

    @cached_property
    def step(self) -> Callable[[States, int, int, Moves, int], int]:
        """`runner.step` for this game, without a look at the types of its arguments: they have to be right."""
        return direct(runner.step, new_states(self.rules.STATE), 0, 0, np.zeros(1, np.int32), 0)

    def encode_options(self, options: Mapping[str, Any], version: int | None = None) -> States:
        """All options as `setup` reads them, in an array of one that is not to be changed.

        A game that can be played by older rules has a field `rules` there, for the version to play by.
        """
        chosen = (version, *(options[option.name] for option in self.options))
        try:
            return self._encoded_options[chosen]
        except (KeyError, TypeError):  # TypeError: a value that is a whole document
            encoded = self._encode(options, version)
        with suppress(TypeError):
            self._encoded_options[chosen] = encoded
        return encoded

    @cached_property
    def _encoded_options(self) -> dict[tuple[Any, ...], States]:
        return {}

    def _encode(self, options: Mapping[str, Any], version: int | None) -> States:
        encoded = new_states(self.rules.OPTIONS)
        if self.oldest is not None:
            encoded["rules"] = self.version if version is None else version
        for option in self.options:
            for field_name, numbers in option.encode(options[option.name]).items():
                encoded[field_name] = numbers
        return encoded

    def rules_text(self, language: str) -> str:
        """The rules in words; in English where they are not translated."""
        path = self.folder / f"rules.{language}.md"
        return (path if path.exists() else self.folder / "rules.en.md").read_text("utf-8")

    def check_version(self, version: int) -> None:
        if version not in self.versions:
            raise OptionError(
                say(
                    "{game} can be played by version {versions} of its rules, not {version}",
                    game=self.title,
                    versions=any_of([str(known) for known in self.versions]),
                    version=version,
                )
            )

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise OptionError(
                say("{game} has {low} to {high} seats, not {seats}", game=self.title, low=low, high=high, seats=seats)
            )
