"""Puzzles: positions from games of bots in which one move is clearly the best, and not the one that a glance shows.

They are data in a game's folder, one a line; `tilery.coach.mining` finds them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import cache
from typing import Any, Literal, get_args

from tilery import games
from tilery.coach import verdicts
from tilery.coach.outlook import Deadline, Depth, Difference, Outlook, compare
from tilery.games.game import Game
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import Sentence, say

FILE = "puzzles.jsonl"
FIRST_DAY = date(2026, 1, 1).toordinal()
STRIDE = 7  # coprime to most numbers, so that puzzles that were found one after another are days apart

Theme = Literal["patience", "rivals", "ending", "opening", "many"]
THEMES: tuple[Theme, ...] = get_args(Theme)

Answer = Literal["best", "as-good", "second", "slip", "worse"]


@dataclass(frozen=True)
class Puzzle:
    """A position, who is to move, and the best move with what it is better by."""

    name: str
    game: str
    seat: int
    best: str
    second: str
    """What comes closest to it."""
    chance: float
    """Of winning, after the best move."""
    margin: float
    """By how much the best move raises it against the second."""
    error: float
    """The standard error of the margin."""
    level: str
    """The lowest level of bots that finds it."""
    themes: tuple[Theme, ...]
    line: tuple[tuple[int, str], ...]
    """How the game may go on, the best move first."""
    position: Mapping[str, Any]

    def match(self) -> Match:
        return Match.from_position(self.position)

    def to_line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_line(cls, text: str) -> Puzzle:
        members = json.loads(text)
        line = tuple((seat, move) for seat, move in members["line"])
        return cls(**{**members, "line": line, "themes": tuple(members["themes"])})

    @property
    def question(self) -> Sentence:
        """Ask for the move without telling it."""
        return question_of(self.themes)


def question_of(themes: tuple[Theme, ...]) -> Sentence:
    if "rivals" in themes:
        return say("The others have plans too. Which move is best for you?")
    if "patience" in themes:
        return say("Some points can be had at once. Which move is worth most in the end?")
    if "ending" in themes:
        return say("The end is near. Which move decides it?")
    if "opening" in themes:
        return say("The game has only begun. Which move pays off later?")
    return say("One move is clearly better than all others. Which one?")


def theme_name(theme: Theme) -> Sentence:
    match theme:
        case "patience":
            return say("Patience")
        case "rivals":
            return say("Thinking of the others")
        case "ending":
            return say("Endgame")
        case "opening":
            return say("Opening")
        case "many":
            return say("Many moves")


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game; none if nobody has looked for any."""
    return read_file(games.find(game))


def read_file(game: Game) -> tuple[Puzzle, ...]:
    path = game.folder / FILE
    if not path.exists():
        return ()
    return tuple(map(Puzzle.from_line, path.read_text("utf-8").splitlines()))


def puzzle_of_the_day(game: str, day: date) -> Puzzle | None:
    """Return the puzzle of a game on a date, the same for everybody."""
    puzzles = puzzles_of(game)
    return puzzles[(day.toordinal() - FIRST_DAY) * STRIDE % len(puzzles)] if puzzles else None


def game_of_the_day(names: tuple[str, ...], day: date) -> str | None:
    """Return whose puzzle is the puzzle of the day; the games take turns."""
    having = [name for name in names if puzzles_of(name)]
    return having[(day.toordinal() - FIRST_DAY) % len(having)] if having else None


@dataclass(frozen=True)
class Attempt:
    """A move that somebody tried, and how it compares to the best one."""

    answer: Answer
    best: Outlook
    tried: Outlook
    lost: Difference

    @property
    def is_solved(self) -> bool:
        return self.answer in ("best", "as-good")


def judge_try(puzzle: Puzzle, move: Move, effort: float = 1.0, deadline: Deadline | None = None) -> Attempt:
    """Judge a move by the comparison that reviews use: in the same worlds as the best one, by what the seat knows."""
    match = puzzle.match()
    best = Move(match.game, puzzle.seat, match.game.notation.code(puzzle.best))
    depth = Depth.of(match.game, match.seats, effort)
    better, worse, lost = compare(match, puzzle.seat, (best, move), depth, deadline or Deadline(None), 0)
    loss = verdicts.counted(lost.chance, lost.chance_error)
    return Attempt(_answer(puzzle, move, best, loss), better, worse, replace(lost, chance=loss))


def _answer(puzzle: Puzzle, move: Move, best: Move, loss: float) -> Answer:
    if move == best:
        return "best"
    if loss == 0.0:
        return "as-good"
    if str(move) == puzzle.second:
        return "second"
    return "slip" if loss < verdicts.LARGE else "worse"
