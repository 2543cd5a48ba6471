"""Thinking about a move: the Python side of the searches, which runs them in short stretches.

A search works on a redealt copy of the match and sees no other. Same settings, same seed, same number of iterations:
same answer on every machine. A limit of time, or a word from another thread, ends it early with what it has found.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, sqrt
from operator import add
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilery.bots.flat import Rivals, compare, new_rivals, sort_rivals
from tilery.bots.judging import Desk, Mind, new_desk, new_mind
from tilery.bots.playout import GIVEN, PLACES, glance_at_moves, judge_moves
from tilery.bots.tree import MOST_DEPTH, NOTHING, Tree, grow, new_plan, new_tree
from tilery.games.game import Game
from tilery.games.thinking import Method, Thinking
from tilery.kernel import chance, runner
from tilery.kernel.arguments import index, instance, real, shown
from tilery.match import warmup
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.words import SpokenError, say

STRETCH = 0.005  # seconds that compiled code runs before Python looks at the clock
GLANCES = 8  # redeals in which moves are put into a first order
FINALISTS = 3  # moves that are compared to the last
FEWEST = 5  # visits of a move from which on its error is told
CLEAR = 2.0  # standard errors by which two moves have to differ to be told apart


Sums = NDArray[np.float64]


@dataclass(frozen=True)
class Candidate:
    """A move and what a search found out about it."""

    move: Move
    visits: int
    worth: float
    """What was maximised: victory and lead, from 0 to 1."""
    win_chance: float
    points: float
    """The expected final points of the seat."""
    line: tuple[Move, ...]
    """How the game may go on, this move first."""
    win_chances: tuple[float, ...] = ()
    """The chances of all seats; they add up to 1 where they are learned."""
    all_points: tuple[float, ...] = ()
    """The expected final points of all seats."""
    worth_error: float = inf
    """The standard error of the worth; infinite where too little is known."""
    win_chance_error: float = inf
    points_error: float = inf

    def margin(self, other: Candidate) -> Margin:
        """By how much this move is better than another one."""
        return Margin(
            self.worth - other.worth,
            _joint(self.worth_error, other.worth_error),
            self.win_chance - other.win_chance,
            _joint(self.win_chance_error, other.win_chance_error),
            self.points - other.points,
            _joint(self.points_error, other.points_error),
        )


@dataclass(frozen=True)
class Margin:
    """The difference between two moves, with its standard errors."""

    worth: float
    worth_error: float
    win_chance: float
    win_chance_error: float
    points: float
    points_error: float

    @property
    def is_clear(self) -> bool:
        """Whether the two moves can be told apart: what was found is more than luck may bring about."""
        return abs(self.worth) > CLEAR * self.worth_error


def _joint(one: float, other: float) -> float:
    return sqrt(one * one + other * other)


@dataclass(frozen=True)
class Thought:
    """What a search found: the moves that it thought about, best first, and how long it looked."""

    candidates: tuple[Candidate, ...]
    iterations: int
    useless: tuple[Candidate, ...] = ()
    """Moves that it tried as well, but that a bot leaves alone."""

    @property
    def move(self) -> Move:
        return self.candidates[0].move

    @property
    def rivals(self) -> tuple[Candidate, ...]:
        """The moves that cannot be told apart from the best one, without it."""
        best, *others = self.candidates
        return tuple(other for other in others if not best.margin(other).is_clear)


class Limit:
    """When a search ends early: after some seconds, or when an event is set."""

    def __init__(self, seconds: float | None = None, stop: threading.Event | None = None) -> None:
        if seconds is not None:
            seconds = real(seconds, say("a number of seconds"))
        if stop is not None and not callable(getattr(stop, "is_set", None)):
            raise SpokenError(say("what stops a search must be an event, not {value}", value=shown(stop)))
        self._end = None if seconds is None else time.perf_counter() + seconds
        self._stop = stop

    @property
    def reached(self) -> bool:
        if self._stop is not None and self._stop.is_set():
            return True
        return self._end is not None and time.perf_counter() >= self._end

    def run(self, count: int, act: Callable[[int], object]) -> int:
        """Let `act` do `count` pieces of work in short stretches; return how many it did."""
        done = 0
        size = 1
        while done < count and not self.reached:
            piece = min(size, count - done)
            start = time.perf_counter()
            act(piece)
            done += piece
            took = time.perf_counter() - start
            if took > STRETCH:
                size = max(size // 2, 1)
            elif took < STRETCH / 2:
                size *= 2
        return done


class Search:
    """One search: room to work in, and what every method needs to know."""

    def __init__(self, match: Match, seat: int, thinking: Thinking, seed: int, lines: bool = False) -> None:
        self.lines = lines
        self.game, self.seat, self.seats, self.thinking = match.game, seat, match.seats, thinking
        rules = match.game.rules
        self.seed, self.rng = seed, chance.generator(seed)
        self.states = runner.new_states(rules.STATE, PLACES)
        self.states[GIVEN] = match.states[0]
        runner.redeal(self.states[GIVEN:], seat, chance.generator(seed))  # before anything looks at it
        self.moves = np.zeros(rules.MAX_MOVES, np.int32)
        self.useless = self._useless_moves()
        self.mind: Mind = new_mind(match.game, match.seats, thinking)
        self.desk: Desk = new_desk(self.mind)

    def _useless_moves(self) -> frozenset[int]:
        """The moves that a bot leaves alone; none if there are no others."""
        if self.game.is_useless is None:
            return frozenset()
        count = runner.legal_moves(self.states[GIVEN:], self.seat, self.moves)
        legal = self.moves[:count].tolist()
        state = self.states[GIVEN:].view(np.recarray)[0]
        found = frozenset(code for code in legal if self.game.is_useless(state, self.seat, code))
        return found if len(found) < count else frozenset()

    def run(self, limit: Limit) -> Thought:
        match self.thinking.method:
            case "glance":
                return self._glance()
            case "flat":
                return self._flat(limit)
            case "tree":
                return self._tree(limit)

    def _candidate(
        self, move: int, visits: int, worth: float, wins: Sums, points: Sums, squares: Sums
    ) -> Candidate:  # fmt: skip
        """A move by the sums over its visits: its worth, wins and points by seat, and squares."""
        made = Move(self.game, self.seat, int(move))
        times = max(int(visits), 1)
        chances = tuple(float(total) / times for total in wins[: self.seats])
        expected = tuple(float(total) / times for total in points[: self.seats])
        mean, chance, own = float(worth) / times, chances[self.seat], expected[self.seat]
        errors = [
            _error(float(total), average, times) for total, average in zip(squares, (mean, chance, own), strict=True)
        ]
        return Candidate(made, int(visits), mean, chance, own, (made,), chances, expected, *errors)

    def _leads(self, redeals: int) -> tuple[list[int], list[float]]:
        """Every legal move with the mean lead after it, or with the mean of one's own points if it is selfish."""
        leads = np.zeros(len(self.moves))
        count = glance_at_moves(
            self.states, self.seat, self.seats, self.mind, self.desk, self.rng, self.moves, leads, redeals
        )  # fmt: skip
        return self.moves[:count].tolist(), leads[:count].tolist()

    def all_moves(self) -> list[Candidate]:
        """Every legal move as it looks at first sight, best first; useless ones last."""
        sums = np.zeros((len(self.moves), 1 + 2 * self.seats))
        rng = chance.generator(self.seed)
        count = judge_moves(
            self.states, self.seat, self.seats, self.mind, self.desk, rng, self.moves, sums, GLANCES
        )  # fmt: skip
        found = []
        for code, (worth, *means) in zip(self.moves[:count].tolist(), sums[:count].tolist(), strict=True):
            move = Move(self.game, self.seat, code)
            chances, points = tuple(means[: self.seats]), tuple(means[self.seats :])
            found.append(
                Candidate(move, 0, worth, chances[self.seat], points[self.seat], (move,), chances, points)
            )  # fmt: skip
        return sorted(found, key=lambda candidate: (candidate.move.code in self.useless, -candidate.worth))

    def _glance(self) -> Thought:
        judged_moves = zip(*self._leads(self.thinking.iterations), strict=True)
        codes, leads = zip(*((code, lead) for code, lead in judged_moves if code not in self.useless), strict=True)
        draw = random.Random(int(chance.next_word(self.rng)))
        seen = [index for index in range(len(codes)) if draw.random() >= self.thinking.oversight]
        seen = seen or [draw.randrange(len(codes))]
        error = self.thinking.noise
        judged = sorted((leads[index] + draw.uniform(-error, error), draw.random(), index) for index in seen)
        return Thought(
            tuple(self._glimpse(codes[index], lead) for lead, _, index in reversed(judged)),
            self.thinking.iterations * len(codes),
        )

    def _glimpse(self, code: int, lead: float) -> Candidate:
        move = Move(self.game, self.seat, code)
        return Candidate(move, 1, lead, 0.0, lead, (move,))

    def _first_order(self, limit: Limit) -> list[int]:
        """The legal moves as they look at first sight, best first; one redeal at least is looked at."""
        codes, leads = self._leads(1)

        def look(redeals: int) -> None:
            for _ in range(redeals):
                leads[:] = map(add, leads, self._leads(1)[1])

        limit.run(GLANCES - 1, look)
        order = sorted(range(len(codes)), key=lambda index: -leads[index])
        return [codes[index] for index in order if codes[index] not in self.useless]

    def _flat(self, limit: Limit) -> Thought:
        thinking = self.thinking
        promising = self._first_order(limit)[: thinking.width]
        rivals = new_rivals(len(promising))
        rivals.move[:] = promising
        alive, done = len(promising), 0
        twin = np.zeros(2, np.uint64)

        def work(redeals: int) -> None:
            compare(
                self.states, self.seat, self.seats, rivals, alive, thinking.playout, thinking.tries, self.mind,
                self.rng, twin, self.moves, self.desk, redeals,
            )  # fmt: skip

        stages = 1
        while (alive >> stages) >= FINALISTS:
            stages += 1
        for stage in range(stages):
            share = (thinking.iterations - done) // (stages - stage)
            done += alive * limit.run(max(share // alive, 1), work)
            sort_rivals(rivals, alive)
            if stage < stages - 1:
                alive = max(alive // 2, FINALISTS)
        return Thought(_flat_candidates(self, rivals), done)

    def _tree(self, limit: Limit) -> Thought:
        thinking = self.thinking
        tree = new_tree(thinking.iterations, thinking.width)
        plan = new_plan(thinking)

        def work(iterations: int) -> None:
            grow(
                tree, self.states, self.seat, self.seats, plan, self.mind, self.rng, self.moves, self.desk, iterations
            )  # fmt: skip

        done = 0
        if limit.reached:  # one look is always taken, so that there is an answer
            work(1)
            done = 1
        done += limit.run(thinking.iterations - done, work)
        tried = sorted(self._tried(tree), key=lambda candidate: (-candidate.visits, -candidate.worth))
        found = tuple(candidate for candidate in tried if candidate.move.code not in self.useless)
        useless = tuple(candidate for candidate in tried if candidate.move.code in self.useless)
        if not found:  # a tree that was stopped at once has tried nothing but a useless move
            found = tuple(self.all_moves()[:1])
        return Thought(found, done, useless)

    def _tried(self, tree: Tree) -> list[Candidate]:
        """The moves that the tree tried, with lines if they are asked for."""
        found = []
        edge = int(tree.first[0])
        while edge != NOTHING:
            tried = int(tree.tried[edge])
            if tried:
                sums = (tree.wins[edge], tree.points[edge], tree.squares[edge])
                judged = self._candidate(tree.move[edge], tried, tree.worth[edge], *sums)
                found.append(replace(judged, line=_line(self, tree, edge)) if self.lines else judged)
            edge = int(tree.following[edge])
        return found


def _flat_candidates(search: Search, rivals: Rivals) -> tuple[Candidate, ...]:
    return tuple(search._candidate(*row) for row in zip(*rivals, strict=True))


def _error(squares: float, mean: float, times: int) -> float:
    """The standard error of a mean by the sum of squares of what it is the mean of."""
    if times < FEWEST:
        return inf
    return sqrt(max(squares / times - mean * mean, 0.0) / (times - 1))


def _line(search: Search, tree: Tree, edge: int) -> tuple[Move, ...]:
    """The moves that were tried most after one."""
    line: list[Move] = []
    while edge != NOTHING and tree.tried[edge] and len(line) < MOST_DEPTH:
        line.append(Move(search.game, int(tree.by[edge]), int(tree.move[edge])))
        node = int(tree.leads_to[edge])
        if node == NOTHING:
            break
        best, edge = NOTHING, int(tree.first[node])
        while edge != NOTHING:
            if best == NOTHING or tree.tried[edge] > tree.tried[best]:
                best = edge
            edge = int(tree.following[edge])
        edge = best
    return tuple(line)


def think(
    match: Match,
    seat: SupportsIndex,
    thinking: Thinking,
    *,
    seed: SupportsIndex,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    lines: bool = False,
) -> Thought:
    """Think about the decision that `seat` owes; it knows nothing that `seat` may not know.

    With `lines`, a tree tells for each move how the game may go on.
    """
    limit = Limit(seconds, stop)
    return begin(match, seat, thinking, seed=seed, lines=lines).run(limit)


def begin(match: Match, seat: SupportsIndex, thinking: Thinking, *, seed: SupportsIndex, lines: bool = False) -> Search:
    """A search for the decision that `seat` owes, ready to run."""
    number = deciding_seat(match, seat)
    instance(thinking, Thinking, say("the settings of a search"))
    checked = chance.read_seed(seed)
    warmup.warm_up(match.game.name, "bots")
    return Search(match, number, thinking, checked, lines)


def deciding_seat(match: Match, seat: SupportsIndex) -> int:
    """A seat that was given as an argument and owes a decision."""
    instance(match, Match, say("a match"))
    number = index(seat, say("a seat"))
    if number not in match.waiting:
        raise IllegalMoveError(say("it is not the turn of seat {seat}", seat=shown(number)))
    return number


@warmup.part("bots")
def _work(game: Game) -> warmup.Work:
    """Every method of search, once."""
    match = Match(game, seed=0)
    methods: tuple[Method, ...] = ("glance", "flat", "tree")

    def step(method: Method) -> Callable[[], object]:
        thinking = Thinking(method, evaluation="hand", ordering="hand")  # weights are arguments; they compile nothing
        return lambda: Search(match, match.waiting[0], thinking, 0).run(Limit())

    def judge_all() -> object:
        return Search(match, match.waiting[0], Thinking("tree", evaluation="hand", ordering="hand"), 0).all_moves()

    steps = [*(step(method) for method in methods), judge_all]
    return warmup.Work(say("the {game} bots", game=game.title), steps)
