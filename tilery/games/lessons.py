"""Lessons: a game in a few small steps, each a fixed position with one thing to do.

They are data in a game's folder: positions in `page/lessons.json`, sentences and tasks in `page/lessons.py`. A game
need not have any. Nothing here plays; `tilery.coach.lessons` does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tilery.words import Sentence, say

LATER = say("That is a good idea for later. First do what the card says.")


@dataclass(frozen=True)
class Task:
    """One thing to do, and what is said about it. A move does it if all conditions hold."""

    ask: Sentence
    """What to do, in one short sentence: "Now take row II"."""
    done: Sentence
    """Why that was good."""
    accepted: tuple[str, ...] = ("*",)
    """The moves that do it, as patterns in which `*` stands for anything."""
    gains: Mapping[str, int] = field(default_factory=dict)
    """By category of the score, the points that the move has to bring at least."""
    opens: str = ""
    """A pattern that one of the seat's next legal moves has to match."""
    mistakes: Mapping[str, Sentence] = field(default_factory=dict)
    """By pattern, what is said about moves that do not do it; the first that matches counts."""
    otherwise: Sentence = LATER
    """What is said about all other moves."""

    def accepts(self, move: str) -> bool:
        """Whether a move is of the right kind; what it brings is another question."""
        return any(fnmatchcase(move, pattern) for pattern in self.accepted)

    def advice(self, move: str) -> Sentence:
        """Say why a move is not what is asked for."""
        found = (sentence for pattern, sentence in self.mistakes.items() if fnmatchcase(move, pattern))
        return next(found, self.otherwise)


@dataclass(frozen=True)
class Lesson:
    """One idea on one position."""

    name: str
    """A word in small letters: the key of its position."""
    title: Sentence
    text: Sentence
    """The idea, in two or three short sentences for somebody who has never seen the game."""
    tasks: tuple[Task, ...]
    position: Mapping[str, Any]
    seat: int = 0


def read_positions(path: Path) -> dict[str, Mapping[str, Any]]:
    """The positions of all lessons of a game, by their names."""
    found: dict[str, Mapping[str, Any]] = json.loads(path.read_text("utf-8"))
    return found
