"""A match as one JSON document, and its strict replay. `docs/records.md` specifies the format."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex

from tilery import games
from tilery.games.game import Game, NotationError, OptionError
from tilery.games.reading import DocumentError, Node, json_fault, no_doubles
from tilery.kernel.arguments import instance, shown, whole
from tilery.kernel.chance import read_seed as read_number
from tilery.match.match import IllegalMoveError, Match, copied_options
from tilery.match.position import state_document
from tilery.match.seeds import read_seed
from tilery.words import Sentence, SpokenError, arranged, reason, say, say_many

FORMAT = 1
MOST_SEATS = 64
MOST_UNDONE = 10**6
MEMBERS = (
    "record", "game", "rules", "seats", "options", "seed", "position", "moves", "undone",
    "deal", "scores", "winners", "tiebreak",
)  # fmt: skip
AFTER_THE_END = ("deal", "scores", "winners", "tiebreak")


class RecordError(SpokenError):
    """A record is damaged or tells of a game that cannot be; the sentence says at which move and why."""


@dataclass(frozen=True)
class Record:
    """A match in a file. `ending` holds the deal, scores and winners once the game is over.

    A match that did not start from a seed has none; the document of the position that it started from is there instead.
    `undone` is how many times a person took moves back in a game against bots alone.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: int | None
    moves: tuple[tuple[int, str], ...]
    ending: dict[str, Any] | None
    position: dict[str, Any] | None = None
    undone: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be a record, whatever the game; whether the game can be is seen when it is replayed."""
        instance(self.game, str, say("the game of a record"))
        whole(self.rules, say("the version of the rules"), 1, 10**6)
        whole(self.seats, say("a number of seats"), 1, MOST_SEATS)
        instance(self.options, dict, say("the options of a record"))
        if self.position is None:
            read_number(-1 if self.seed is None else self.seed)
        else:
            instance(self.position, dict, say("the position of a record"))
        moves = tuple(map(_checked_move, instance(self.moves, tuple, say("the moves of a record"))))
        object.__setattr__(self, "moves", moves)
        whole(self.undone, say("how often moves were undone"), 0, MOST_UNDONE)
        if self.ending is not None:
            instance(self.ending, dict, say("the ending of a record"))

    @classmethod
    def of(cls, match: Match, *, undone: int = 0) -> Record:
        start = None if match.has_seed else match.start
        dealt = {} if start else {"deal": match.deal}
        return cls(
            game=match.game.name,
            rules=match.rules,
            seats=match.seats,
            options=copied_options(match.options),
            seed=None if start else match.seed,
            moves=tuple((move.seat, str(move)) for move in match.moves),
            ending={**dealt, **match.scores.to_json()} if match.is_over else None,
            position=state_document(start) if start else None,
            undone=undone,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the document, with its members in the order of the specification."""
        return {
            "record": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": self.options,
            **({"position": self.position} if self.seed is None else {"seed": f"{self.seed:032x}"}),
            "moves": [list(move) for move in self.moves],
            **({"undone": self.undone} if self.undone else {}),
            **(self.ending or {}),
        }

    def __str__(self) -> str:
        """Return the document in one line."""
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the document to a file, in one line; the path is returned."""
        target = _as_path(path)
        target.write_text(f"{self}\n", "utf-8")
        return target

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read a file with one record; `replay` checks it."""
        try:
            return cls.parse(_as_path(path).read_text("utf-8"))
        except UnicodeDecodeError:
            raise RecordError(say("the record is not UTF-8 text: {file}", file=path)) from None

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a document, as far as that can be done without replaying it."""
        instance(text, str, say("the text of a record"))
        try:
            return cls._read(Node(json.loads(text, object_pairs_hook=no_doubles)))
        except json.JSONDecodeError as error:
            raise RecordError(say("the record is not JSON: {fault}", fault=json_fault(error))) from None
        except DocumentError as error:
            raise RecordError(say("the record is damaged: {fault}", fault=reason(error))) from None
        except (ValueError, RecursionError):  # numbers and lists that Python does not read
            raise RecordError(say("the record is not readable JSON")) from None

    @classmethod
    def parse_document(cls, document: dict[str, Any]) -> Record:
        """Read a document that is not a text any more."""
        try:
            return cls._read(Node(document))
        except DocumentError as error:
            raise RecordError(say("the record is damaged: {fault}", fault=reason(error))) from None

    @classmethod
    def _read(cls, document: Node) -> Record:
        document.only(MEMBERS)
        if document["record"].value != FORMAT or isinstance(document["record"].value, bool):
            document["record"].fail(say("only version {version} of the format can be read", version=FORMAT))
        position, undone = document.get("position"), document.get("undone")
        ending = {name: document[name].value for name in AFTER_THE_END if name in document.mapping()}
        return cls(
            game=document["game"].text(),
            rules=document["rules"].integer(1, 10**6),
            seats=document["seats"].integer(1, MOST_SEATS),
            options=document["options"].mapping(),
            seed=None if position else _read_seed(document["seed"]),
            moves=tuple(_read_move(node) for node in document["moves"]),
            ending=ending or None,
            position=position.mapping() if position else None,
            undone=undone.integer(1, MOST_UNDONE) if undone else 0,
        )

    def replay(self, moves: SupportsIndex | None = None) -> Match:
        """Play the record again, all of it or its first moves; anything that does not fit is a `RecordError`."""
        count = len(self.moves) if moves is None else whole(moves, say("a number of moves"))
        if count > len(self.moves):
            raise RecordError(
                say_many(
                    "the record has {count} move, so there is no move {number}",
                    "the record has {count} moves, so there is no move {number}",
                    len(self.moves),
                    number=shown(count),
                )
            )
        steps = self.steps()
        if moves is None:
            *_, match = steps
            return match
        return next(islice(steps, count, None))

    def steps(self) -> Iterator[Match]:
        """Replay move by move: the match as it was dealt and after every move, always the same object.

        The ending is checked once the last move has been taken. A game that still knows the record's version of its
        rules plays by it; otherwise the present ones are tried, because what changed may not have come up.
        """
        game = self._find_game()
        try:
            match = self._deal(game)
            yield match
            for number, (seat, text) in enumerate(self.moves, 1):
                self._play(match, number, seat, text)
                yield match
            self._check_ending(match)
        except RecordError as error:
            if self.rules == game.version:
                raise
            version = self._other_version(game)
            raise RecordError(arranged("{fault} ({version})", fault=reason(error), version=version)) from None

    def _find_game(self) -> Game:
        try:
            game = games.find(self.game)
        except games.UnknownGameError as error:
            raise RecordError(reason(error)) from None
        if self.rules > game.version:
            raise RecordError(self._other_version(game))
        return game

    def _other_version(self, game: Game) -> Sentence:
        return say(
            "the record was played with version {old} of the {game} rules, but this is version {new}",
            old=self.rules,
            game=game.title,
            new=game.version,
        )

    def _deal(self, game: Game) -> Match:
        """Deal the match. An option that the record does not name is younger than the record: it has its default."""
        if self.position is not None:
            return self._start()
        try:
            rules = self.rules if self.rules in game.versions else None
            match = Match(game, self.seats, options=self.options, seed=self.seed, rules=rules)
        except OptionError as error:
            raise RecordError(reason(error)) from None
        for name, value in self.options.items():
            if match.options[name] != value:
                raise RecordError(
                    say(
                        "the option {name} is written {right}, not {value}",
                        name=name,
                        right=json.dumps(match.options[name]),
                        value=json.dumps(value),
                    )
                )
        return match

    def _start(self) -> Match:
        """Start from the position, which has to be one of the same game."""
        assert self.position is not None
        try:
            match = Match.from_position(self.position)
        except DocumentError as error:
            raise RecordError(say("the position of the record is wrong: {fault}", fault=reason(error))) from None
        told = (match.game.name, match.rules, match.seats, match.options)
        if told != (self.game, self.rules, self.seats, self.options):
            raise RecordError(say("the record and its position tell of different games"))
        return match

    def _play(self, match: Match, number: int, seat: int, text: str) -> None:
        try:
            move = match.play(text, seat)
        except (IllegalMoveError, NotationError) as error:
            raise RecordError(
                say(
                    "move {number} of {count}, by player {player}: {fault}",
                    number=number,
                    count=len(self.moves),
                    player=seat + 1,
                    fault=reason(error),
                )
            ) from None
        if str(move) != text:
            raise RecordError(
                say(
                    'move {number}, by player {player}: "{text}" should be written "{right}"',
                    number=number,
                    player=seat + 1,
                    text=text,
                    right=str(move),
                )
            )

    def _check_ending(self, match: Match) -> None:
        number = len(self.moves)
        if not match.is_over:
            if self.ending is not None:
                raise RecordError(
                    say("after move {number} the game is not over, but the record says how it ended", number=number)
                )
            return
        expected = Record.of(match).ending
        assert expected is not None
        if self.ending is None:
            raise RecordError(
                say("after move {number} the game is over, but the record does not say how it ended", number=number)
            )
        for name, value in expected.items():
            if name not in self.ending:
                raise RecordError(
                    say('after move {number} the game is over, but "{name}" is missing', number=number, name=name)
                )
            if self.ending[name] != value:
                place, told, true = _difference(name, self.ending[name], value)
                raise RecordError(
                    say(
                        "after move {number} {place} is {true}, but the record says {told}",
                        number=number,
                        place=place,
                        true=true,
                        told=told,
                    )
                )


def _read_seed(node: Node) -> int:
    try:
        return read_seed(node.text())
    except DocumentError:
        raise
    except ValueError as error:
        node.fail(reason(error))


def seed_hash(seed: SupportsIndex) -> str:
    """Return what a table shows of its seed before the first move: SHA-256 of its 32 digits as text."""
    return hashlib.sha256(f"{read_number(seed):032x}".encode()).hexdigest()


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Return the records of a file with one a line; an error names the line.

    In the file of an arena, the first line tells of the contest, and the others hold a record each beside its result.
    """
    for number, line in enumerate(lines, 1):
        if line.strip() and not (number == 1 and _is_contest(line)):
            try:
                yield Record.parse(_without_result(line))
            except RecordError as error:
                raise RecordError(say("line {number}: {fault}", number=number, fault=reason(error))) from None


def count_records(lines: Sequence[str]) -> int:
    """Return how many records `read_records` will read."""
    return sum(bool(line.strip()) for line in lines) - (1 if lines and _is_contest(lines[0]) else 0)


def _is_contest(line: str) -> bool:
    return line.startswith('{"arena":')


def _without_result(line: str) -> str:
    """Return the record in a line of an arena's file; any other line as it is."""
    if not line.startswith('{"deal":'):
        return line
    try:
        return json.dumps(json.loads(line)["record"], ensure_ascii=False)
    except (ValueError, KeyError):
        return line


def _as_path(path: str | PathLike[str]) -> Path:
    if not isinstance(path, str | PathLike) or "\0" in str(path):
        raise SpokenError(say("the name of a file must be a text, not {value}", value=shown(path)))
    return Path(path)


def _read_move(node: Node) -> tuple[int, str]:
    seat, text = node.items(2)
    return seat.integer(0, MOST_SEATS - 1), text.text()


def _checked_move(move: Any) -> tuple[int, str]:
    if not isinstance(move, tuple) or len(move) != 2 or not isinstance(move[1], str):
        raise SpokenError(say("a move of a record must be a seat and a text, not {value}", value=shown(move)))
    return whole(move[0], say("a seat"), high=MOST_SEATS - 1), move[1]


def _difference(place: str, told: Any, true: Any) -> tuple[str, Any, Any]:
    """Return the innermost place where two documents differ, with what stands there in each."""
    if isinstance(told, dict) and isinstance(true, dict) and told.keys() == true.keys():
        key = next(key for key in true if told[key] != true[key])
        return _difference(f"{place}.{key}", told[key], true[key])
    if isinstance(told, list) and isinstance(true, list) and len(told) == len(true):
        index = next(index for index in range(len(true)) if told[index] != true[index])
        return _difference(f"{place}[{index}]", told[index], true[index])
    return place, json.dumps(told), json.dumps(true)
