"""The compiled rules against a slow second implementation, over whole random games of every kind."""

from __future__ import annotations

import random

import pytest

from tests.effort import examples
from tests.games.terraflip import naive
from tilery.match.match import Match

VARIANTS = [(seats, lines) for seats in (2, 3, 4) for lines in ("any", "rows")]


def compare(match: Match, game: naive.Naive) -> list[str]:
    """Everything that both can tell must be the same; return the legal moves."""
    assert match.is_over == game.over
    assert list(match.scores.points) == game.scores()
    if game.over:
        return []
    assert match.waiting == (game.turn,)
    moves = [str(move) for move in match.legal_moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == game.legal()
    return moves


@pytest.mark.parametrize(("seats", "lines"), VARIANTS)
@pytest.mark.ruling("TER-4", "TER-5", "TER-6", "TER-7", "TER-8", "TER-9", "TER-10", "TER-11", "TER-12")
def test_every_step_of_random_games_agrees(seats: int, lines: str) -> None:
    for number in range(examples(5)):
        choose = random.Random(f"{seats} {lines} {number}")
        match = Match("terraflip", seats, options={"lines": lines}, seed=0)
        game = naive.Naive(seats, lines == "rows")
        while moves := compare(match, game):
            # Favour what is rare at random: flips and throws, and few spies, so that chains get long.
            weights = [{"flip": 30, "throw": 3, "spy": 0.1}.get(move.split()[0], 1.0) for move in moves]
            move = choose.choices(moves, weights)[0]
            match.play(move)
            game.play(move)


@pytest.mark.parametrize(("seats", "lines"), VARIANTS)
def test_the_lines_that_a_view_shows_are_those_of_the_rulebook(seats: int, lines: str) -> None:
    seen = 0
    for number in range(examples(6)):
        choose = random.Random(number)
        match = Match("terraflip", seats, options={"lines": lines}, seed=0)
        game = naive.Naive(seats, lines == "rows")
        while not game.over:
            table = match.view(choose.randrange(seats)).table
            assert {f"flip {flip['place']}" for flip in table["flips"]} == {
                str(move) for move in match.legal_moves() if str(move).startswith("flip")
            }
            assert {f"throw {start} {goal}" for start, goals in table["throws"].items() for goal in goals} == {
                str(move) for move in match.legal_moves() if str(move).startswith("throw")
            }
            for flip in table["flips"]:
                assert game.from_here is not None
                end = game.line(game.from_here, naive.read(flip["place"]))
                if end is None:
                    assert flip["line"] is None
                    continue
                seen += 1
                assert flip["line"]["from"] == naive.written(game.from_here) == table["origin"]
                assert flip["line"]["to"] == naive.written(end)
                crossed = naive.under_line(game.from_here, end) - {game.from_here, end}
                assert sorted(flip["line"]["crossed"]) == sorted(map(naive.written, crossed))
            moves = [str(move) for move in match.legal_moves()]
            weights = [{"flip": 30, "spy": 0.1}.get(move.split()[0], 1.0) for move in moves]
            move = choose.choices(moves, weights)[0]
            match.play(move)
            game.play(move)
    assert seen > 50
