"""Puzzles that ship are legal, fair and worth asking; `tilery puzzles GAME --check` looks at them harder."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tilery import games
from tilery.bots import FOR_PEOPLE
from tilery.bots.useless import useless_moves
from tilery.coach.mining import CLEAR, CLOSE_GAMES, FEWEST_CHOICES, MARGIN, PuzzleCheck, mine
from tilery.coach.puzzles import (
    THEMES,
    Puzzle,
    game_of_the_day,
    judge_try,
    puzzle_of_the_day,
    puzzles_of,
    question_of,
    theme_name,
)
from tilery.match.moves import Move
from tilery.words import LANGUAGES, translated

HAVING = [name for name in games.names() if puzzles_of(name)]
each_game = pytest.mark.parametrize("game", HAVING)


@each_game
def test_every_puzzle_is_legal_and_complete(game: str) -> None:
    for puzzle in puzzles_of(game):
        match = puzzle.match()
        assert match.game.name == puzzle.game == game
        assert puzzle.seat in match.waiting
        legal = [str(move) for move in match.legal_moves(puzzle.seat)]
        assert len(legal) >= FEWEST_CHOICES
        assert puzzle.best in legal
        assert puzzle.second in legal
        assert puzzle.best != puzzle.second
        assert puzzle.line[0] == (puzzle.seat, puzzle.best)
        assert Puzzle.from_line(puzzle.to_line()) == puzzle


@each_game
def test_every_puzzle_has_one_clearly_best_move_that_a_novice_misses(game: str) -> None:
    low, high = CLOSE_GAMES
    for puzzle in puzzles_of(game):
        assert puzzle.margin >= max(MARGIN, CLEAR * puzzle.error)
        assert low / 2 <= puzzle.chance <= 1.0
        assert puzzle.chance <= high + 0.03
        assert puzzle.level in FOR_PEOPLE[1:]
        assert set(puzzle.themes) <= set(THEMES)


@each_game
def test_no_puzzle_asks_for_a_useless_move(game: str) -> None:
    for puzzle in puzzles_of(game):
        useless = useless_moves(puzzle.match(), puzzle.seat)
        assert puzzle.best not in {str(move) for move in useless}, puzzle.name


@each_game
def test_no_puzzle_ships_twice(game: str) -> None:
    names = [puzzle.name for puzzle in puzzles_of(game)]
    assert len(set(names)) == len(names)


@each_game
def test_the_puzzle_of_a_day_is_the_same_for_all_and_every_puzzle_has_its_day(game: str) -> None:
    days = [date(2026, 12, 1) + timedelta(days=number) for number in range(len(puzzles_of(game)))]
    assert puzzle_of_the_day(game, days[0]) == puzzle_of_the_day(game, days[0])
    found = [puzzle.name for day in days if (puzzle := puzzle_of_the_day(game, day))]
    assert len(set(found)) > len(days) / 8
    assert {game_of_the_day(tuple(HAVING), day) for day in days[:8]} == set(HAVING)


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzle_of_the_day("pebbles", date(2026, 12, 1)) is None
    assert game_of_the_day(("pebbles",), date(2026, 12, 1)) is None


def test_the_best_move_is_told_from_the_second() -> None:
    puzzle = puzzles_of("triqueta")[0]
    match = puzzle.match()
    moves = {
        text: Move(match.game, puzzle.seat, match.game.notation.code(text)) for text in (puzzle.best, puzzle.second)
    }
    best = judge_try(puzzle, moves[puzzle.best], 0.5)
    assert best.is_solved
    assert best.answer == "best"
    second = judge_try(puzzle, moves[puzzle.second], 0.5)
    assert not second.is_solved
    assert second.answer == "second"
    assert second.lost.chance > MARGIN / 2


def test_mining_gives_the_same_puzzles_for_the_same_seed() -> None:
    game = games.find("triqueta")
    once, again = (list(mine(game, 1, seats=2, seed=3)) for _ in range(2))
    assert once == again


def test_a_puzzle_is_refuted_by_a_move_that_is_as_good() -> None:
    assert PuzzleCheck("draw", 0.005, 0.01).is_refuted
    assert PuzzleCheck("draw", -0.1, 0.01).is_refuted
    assert not PuzzleCheck("draw", 0.05, 0.01).is_refuted


def test_all_questions_and_themes_are_in_every_language() -> None:
    questions = {question_of((theme,)) for theme in THEMES} | {question_of(())}
    for sentence in questions | {theme_name(theme) for theme in THEMES if theme != "patience"}:
        assert len({translated(sentence, language) for language in LANGUAGES}) == len(LANGUAGES)
