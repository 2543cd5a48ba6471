"""Lessons hold what they promise: legal positions, tasks that can be done, and every sentence in every language."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from tilery import games
from tilery.coach.lessons import NotDoneError, Progress, answers, does, follow
from tilery.games.game import Game
from tilery.games.lessons import Lesson
from tilery.match.match import Match
from tilery.words import LANGUAGES, Sentence, translated

TAUGHT = [games.find(name) for name in games.names() if games.find(name).lessons]
MOST_WAYS = 12  # ways to do a task that are followed to the end of its lesson

each_game = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
each_lesson = pytest.mark.parametrize(
    "lesson",
    [lesson for game in TAUGHT for lesson in game.lessons],
    ids=[f"{game.name}-{lesson.name}" for game in TAUGHT for lesson in game.lessons],
)


def stages(lesson: Lesson) -> list[Progress]:
    """All that a lesson can come to, over several ways to do each task."""
    found, waiting = [], [follow(lesson, ())]
    while waiting:
        progress = waiting.pop()
        found.append(progress)
        if progress.task is not None:
            played = [str(move) for move in progress.match.moves]
            waiting += [follow(lesson, [*played, str(move)]) for move in answers(progress)[:MOST_WAYS]]
    return found


def test_every_game_of_the_box_has_lessons() -> None:
    assert [game.name for game in TAUGHT] == [name for name in games.names() if games.find(name).drawing]


@each_game
def test_a_game_is_taught_in_six_to_ten_steps(game: Game) -> None:
    assert 6 <= len(game.lessons) <= 10
    assert len({lesson.name for lesson in game.lessons}) == len(game.lessons)
    assert game.lessons[0].name in ("goal", "area"), "the goal comes first"


@each_lesson
def test_a_position_is_legal_and_small(lesson: Lesson) -> None:
    match = Match.from_position(lesson.position)
    assert lesson.seat in match.waiting
    assert Match.from_position(match.position()).position() == match.position()
    assert 1 <= len(lesson.tasks) <= 3


@each_lesson
def test_every_task_can_be_done_whatever_was_done_before(lesson: Lesson) -> None:
    for progress in stages(lesson):
        if progress.task is not None:
            assert answers(progress), (lesson.name, progress.done)
    assert max(progress.done for progress in stages(lesson)) == len(lesson.tasks)


@each_lesson
def test_something_else_could_be_done_first(lesson: Lesson) -> None:
    """A task at which nobody can fail teaches nothing."""
    first = follow(lesson, ())
    assert len(answers(first)) < len(first.match.legal_moves(lesson.seat))


@each_lesson
def test_every_mistake_that_is_explained_can_be_made(lesson: Lesson) -> None:
    for number, task in enumerate(lesson.tasks):
        made: set[str] = set()
        for progress in stages(lesson):
            if progress.done == number:
                for move in progress.match.legal_moves(lesson.seat):
                    if not does(progress, move):
                        made |= {next((p for p in task.mistakes if fnmatchcase(str(move), p)), "")}
        assert set(task.mistakes) <= made, (lesson.name, set(task.mistakes) - made)


@each_lesson
def test_a_wrong_move_is_told_why_and_does_not_count(lesson: Lesson) -> None:
    progress = follow(lesson, ())
    assert progress.task is not None
    wrong = [move for move in progress.match.legal_moves(lesson.seat) if not does(progress, move)]
    for move in wrong[:20]:
        assert str(progress.task.advice(str(move)))
        with pytest.raises(NotDoneError):
            follow(lesson, [str(move)])


@each_lesson
def test_every_sentence_is_in_every_language(lesson: Lesson) -> None:
    for sentence in sentences(lesson):
        spoken = [translated(sentence, language) for language in LANGUAGES]
        assert len(set(spoken)) == len(LANGUAGES), sentence


def sentences(lesson: Lesson) -> list[Sentence]:
    found = [lesson.title, lesson.text]
    for task in lesson.tasks:
        found += [task.ask, task.done, task.otherwise, *task.mistakes.values()]
    return found
