"""Doing lessons: a step's position is played on by the moves that did its tasks, and the next try is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tilery.games.lessons import Lesson, Task
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import Sentence, SpokenError, say


class NotDoneError(SpokenError):
    """Moves that are said to have done the tasks of a lesson do not do them."""


@dataclass(frozen=True)
class Progress:
    """A lesson after some of its tasks."""

    lesson: Lesson
    match: Match
    done: int
    """How many tasks are done."""

    @property
    def task(self) -> Task | None:
        """What to do now; None when all is done."""
        return self.lesson.tasks[self.done] if self.done < len(self.lesson.tasks) else None

    @property
    def told(self) -> Sentence | None:
        """Why the last thing that was done was good."""
        return self.lesson.tasks[self.done - 1].done if self.done else None


def follow(lesson: Lesson, moves: Sequence[str]) -> Progress:
    """Return the lesson after moves that did its first tasks, one each; moves that do not do them are refused."""
    progress = Progress(lesson, Match.from_position(lesson.position), 0)
    for text in moves:
        move = Move(progress.match.game, lesson.seat, progress.match.game.notation.code(text))
        if progress.task is None or not does(progress, move):
            raise NotDoneError(say("{move} is not what this lesson asks for", move=text))
        played = progress.match.copy()
        played.play(move)
        progress = Progress(lesson, played, progress.done + 1)
    return progress


def does(progress: Progress, move: Move) -> bool:
    """Return whether a move does the task at hand; it may be illegal."""
    task, match = progress.task, progress.match
    if task is None or not task.accepts(str(move)) or match.why_not(move) is not None:
        return False
    after = match.copy()
    after.play(move)
    before_points, points = match.scores.points[move.seat], after.scores.points[move.seat]
    if any(points[category] - before_points[category] < gain for category, gain in task.gains.items()):
        return False
    return not task.opens or any(fnmatchcase(str(other), task.opens) for other in _next_moves(after, move.seat))


def _next_moves(match: Match, seat: int) -> Sequence[Move]:
    return match.legal_moves(seat) if seat in match.waiting else ()


def answers(progress: Progress) -> list[Move]:
    """Return all legal moves that do the task at hand."""
    return [move for move in progress.match.legal_moves(progress.lesson.seat) if does(progress, move)]
