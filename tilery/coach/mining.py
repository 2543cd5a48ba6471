"""Mining puzzles: bots play, and every position is looked at twice, the second time harder.

A position is a puzzle if one move is the best by a margin well above its error at both depths, and neither a greedy
glance nor a novice finds it. All searches work on redeals of what the seat knows, so a puzzle never asks for what it
cannot know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tilery.bots import FOR_PEOPLE, Candidate, choose
from tilery.coach import verdicts
from tilery.coach.outlook import Deadline, Depth, Difference, Outlook, compare, left_to_another, seeds
from tilery.coach.puzzles import Puzzle, Theme
from tilery.coach.ranking import rank
from tilery.games.game import Game
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.match.position import state_document

PLAYERS = "medium"  # they play quickly and leave chances
FEWEST_CHOICES = 3
MARGIN = 0.06  # by which the best move has to be better
CLEAR = 3.0  # … in standard errors
CLOSE_GAMES = (0.10, 0.97)  # the chance of winning after the best move: no decided games
RIVALS = 2  # the next moves of the ranking that it is compared with
MOST_A_GAME = 2  # puzzles
GLANCES = 4  # redeals in which a greedy player is asked
TRIES, FOUND = 5, 3  # a level finds a move if it plays it so often
LONGEST_LINE = 4
MANY = 40  # moves
EDGES = 0.25  # the first and the last part of a game


@dataclass(frozen=True)
class _Depths:
    """How hard to look: a first look at every position, then two looks at those that may do."""

    first: Depth
    second: Depth
    third: Depth

    @classmethod
    def of(cls, game: Game, seats: int) -> _Depths:
        usual = Depth.of(game, seats)
        return cls(Depth.of(game, seats, 0.25), usual, deeper(usual, 3))


def deeper(depth: Depth, times: int) -> Depth:
    """Look that many times as hard: longer searches, for the ranking and for comparing moves."""
    return replace(
        depth,
        search=replace(depth.search, iterations=depth.search.iterations * times),
        duel=replace(depth.duel, iterations=depth.duel.iterations * times),
    )


def mine(game: Game, count: int, *, seats: int | None = None, seed: int = 0) -> Iterator[list[Puzzle]]:
    """Play games and look for puzzles in them: those of one game after another, in their order."""
    for number in range(count):
        next_seed = seeds(game.name, seed, number, "puzzles")
        chairs = game.seats[number % 2] if seats is None else seats
        yield _mine_one(Match(game, chairs, seed=next_seed()), _Depths.of(game, chairs), next_seed())


def _mine_one(match: Match, depths: _Depths, seed: int) -> list[Puzzle]:
    next_seed = seeds(seed, "game")
    positions: list[tuple[Match, int]] = []
    while not match.is_over:
        seat = match.waiting[0]
        if len(match.legal_moves(seat)) >= FEWEST_CHOICES:
            positions.append((match.copy(), seat))
        match.play(choose(PLAYERS, match, seat, next_seed()))
    found: list[Puzzle] = []
    for then, seat in positions:
        part = len(then.moves) / len(match.moves)
        if len(found) < MOST_A_GAME and (puzzle := look_for(then, seat, depths, part, next_seed())):
            found.append(puzzle)
    return found


def look_for(match: Match, seat: int, depths: _Depths, part: float, seed: int) -> Puzzle | None:
    """Return the puzzle in a position, if it is one; `part` says how far the game has come."""
    ranked = rank(match, seat, depths.first, seed)
    best = ranked[0].move
    if not _is_promising(ranked) or best in _greedy_moves(match, seat, seed):
        return None
    margins: list[tuple[Outlook, Outlook, Difference]] = []
    for number, depth in enumerate((depths.second, depths.third), 1):
        ranked = rank(match, seat, depth, seed + number)
        if ranked[0].move != best:
            return None
        least = smallest_margin(match, seat, best, ranked, depth, seed + number)
        if least is None or not _is_clear(least[1]):
            return None
        second, margins = least[0], [*margins, (least[2], least[3], least[1])]
    better, worse, margin = margins[-1]
    level = _level(match, seat, best, seed)
    if level == FOR_PEOPLE[0]:
        return None
    document = state_document(match)
    return Puzzle(
        name=hashlib.sha256(f"{document}{seat}".encode()).hexdigest()[:8],
        game=match.game.name,
        seat=seat,
        best=str(best),
        second=str(second),
        chance=round(better.chances[seat], 4),
        margin=round(margin.chance, 4),
        error=round(margin.chance_error, 4),
        level=level,
        themes=_themes(match, seat, best, (better, worse), part, seed),
        line=tuple((move.seat, str(move)) for move in ranked[0].line[:LONGEST_LINE]),
        position=document,
    )


def _is_promising(ranked: tuple[Candidate, ...]) -> bool:
    best, second = ranked[0], ranked[1]
    low, high = CLOSE_GAMES
    return low <= best.win_chance <= high and best.win_chance - second.win_chance >= MARGIN * 0.7


def _greedy_moves(match: Match, seat: int, seed: int) -> set[Move]:
    return {choose("greedy", match, seat, seed + number) for number in range(GLANCES)}


def smallest_margin(
    match: Match, seat: int, best: Move, ranked: tuple[Candidate, ...], depth: Depth, seed: int
) -> tuple[Move, Difference, Outlook, Outlook] | None:
    """The move of those that follow in a ranking that comes closest to a move, and by how much that one is better."""
    rivals = [candidate.move for candidate in ranked if candidate.move != best][:RIVALS]
    found = []
    for rival in rivals:
        better, worse, margin = compare(match, seat, (best, rival), depth, Deadline(None), seed)
        found.append((rival, margin, better, worse))
        if not margin.chance > 0:
            break
    return min(found, key=lambda one: one[1].chance, default=None)


def _is_clear(margin: Difference) -> bool:
    return margin.chance >= MARGIN and margin.chance >= CLEAR * margin.chance_error


def _level(match: Match, seat: int, best: Move, seed: int) -> str:
    """Return the lowest level that finds a move more often than not; the highest if none of the lower ones does."""
    *lower, highest = FOR_PEOPLE
    for level in lower:
        if sum(choose(level, match, seat, seed + number) == best for number in range(TRIES)) >= FOUND:
            return level
    return highest


def _themes(
    match: Match, seat: int, best: Move, outlooks: tuple[Outlook, Outlook], part: float, seed: int
) -> tuple[Theme, ...]:
    themes: list[Theme] = []
    greedy = choose("greedy", match, seat, seed)
    if _points_at_once(match, greedy, seed) > _points_at_once(match, best, seed):
        themes.append("patience")
    better, worse = outlooks
    taken = left_to_another(better, worse, seat)
    if taken > max(better.points[seat] - worse.points[seat], 0.5):
        themes.append("rivals")
    if part >= 1 - EDGES:
        themes.append("ending")
    if part < EDGES:
        themes.append("opening")
    if len(match.legal_moves(seat)) >= MANY:
        themes.append("many")
    return tuple(themes)


def _points_at_once(match: Match, move: Move, seed: int) -> float:
    """Return the points that a seat would have if the game ended after a move, by what it knows."""
    points = []
    for number in range(GLANCES):
        world = match.redeal(move.seat, seed=seed + number)
        world.play(move)
        points.append(world.scores.totals[move.seat])
    return float(np.mean(points))


@dataclass(frozen=True)
class PuzzleCheck:
    """What a stronger search says of a puzzle."""

    rival: str
    """The move that comes closest to the answer."""
    margin: float
    error: float

    @property
    def is_refuted(self) -> bool:
        """Whether another move is as good as the answer, or better."""
        return self.margin <= verdicts.AS_GOOD


def check(puzzle: Puzzle, times: int = 8, seed: int = 1) -> PuzzleCheck:
    """Look at a puzzle harder than when it was found, with other random numbers."""
    match = puzzle.match()
    best = Move(match.game, puzzle.seat, match.game.notation.code(puzzle.best))
    depth = deeper(Depth.of(match.game, match.seats), times)
    ranked = rank(match, puzzle.seat, depth, seed)
    least = smallest_margin(match, puzzle.seat, best, ranked, depth, seed)
    assert least is not None  # puzzles have several legal moves
    rival, margin, _, _ = least
    return PuzzleCheck(str(rival), margin.chance, margin.chance_error)
