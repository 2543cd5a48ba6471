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
from operator import add
from typing import SupportsIndex

import numpy as np

from tilery.bots.flat import Rivals, compare, new_rivals, sort_rivals
from tilery.bots.judging import Desk, Mind, chance_of, new_desk, new_mind
from tilery.bots.playout import GIVEN, PLACES, glance_at_moves
from tilery.bots.tree import MOST_DEPTH, NOTHING, Plan, Tree, grow, new_tree
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


@dataclass(frozen=True)
class Thought:
    """What a search found: the moves that it thought about, best first, and how long it looked."""

    candidates: tuple[Candidate, ...]
    iterations: int

    @property
    def move(self) -> Move:
        return self.candidates[0].move


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
        self.mind: Mind = new_mind(match.game, thinking)
        self.desk: Desk = new_desk()

    def run(self, limit: Limit) -> Thought:
        match self.thinking.method:
            case "glance":
                return self._glance()
            case "flat":
                return self._flat(limit)
            case "tree":
                return self._tree(limit)

    def _candidate(self, move: int, visits: int, worth: float, wins: float, points: float) -> Candidate:
        made = Move(self.game, self.seat, int(move))
        times = max(int(visits), 1)
        return Candidate(made, int(visits), float(worth) / times, float(wins) / times, float(points) / times, (made,))

    def _leads(self, redeals: int, selfish: bool | None = None) -> tuple[list[int], list[float]]:
        """Every legal move with the mean lead after it, or with the mean of one's own points."""
        leads = np.zeros(len(self.moves))
        mind = self.mind if selfish is None else self.mind._replace(selfish=selfish)
        count = glance_at_moves(
            self.states, self.seat, self.seats, mind, self.desk, self.rng, self.moves, leads, redeals
        )  # fmt: skip
        return self.moves[:count].tolist(), leads[:count].tolist()

    def all_moves(self) -> list[Candidate]:
        """Every legal move as it looks at first sight, best first."""
        self.rng = chance.generator(self.seed)
        codes, leads = self._leads(GLANCES, selfish=False)
        _, points = self._leads(GLANCES, selfish=True)
        found = []
        for code, lead, own in zip(codes, leads, points, strict=True):
            move = Move(self.game, self.seat, code)
            worth = float(chance_of(lead, self.mind.spread))
            found.append(Candidate(move, 0, worth, worth, own, (move,)))
        return sorted(found, key=lambda candidate: -candidate.worth)

    def _glance(self) -> Thought:
        codes, leads = self._leads(self.thinking.iterations)
        draw = random.Random(int(chance.next_word(self.rng)))
        seen = [index for index in range(len(codes)) if draw.random() >= self.thinking.oversight]
        seen = seen or [draw.randrange(len(codes))]
        error = self.thinking.noise
        judged = sorted((leads[index] + draw.uniform(-error, error), draw.random(), index) for index in seen)
        return Thought(
            tuple(self._candidate(codes[index], 1, lead, 0.0, lead) for lead, _, index in reversed(judged)),
            self.thinking.iterations * len(codes),
        )

    def _first_order(self, limit: Limit) -> list[int]:
        """The legal moves as they look at first sight, best first; one redeal at least is looked at."""
        codes, leads = self._leads(1)

        def look(redeals: int) -> None:
            for _ in range(redeals):
                leads[:] = map(add, leads, self._leads(1)[1])

        limit.run(GLANCES - 1, look)
        return [codes[index] for index in sorted(range(len(codes)), key=lambda index: -leads[index])]

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
        plan = Plan(
            thinking.width,
            float(thinking.widening),
            float(thinking.exploration),
            float(thinking.trust),
            thinking.ripe,
            min(thinking.depth, MOST_DEPTH),
            thinking.playout,
            thinking.tries,
        )

        def work(iterations: int) -> None:
            grow(
                tree, self.states, self.seat, self.seats, plan, self.mind, self.rng, self.moves, self.desk, iterations
            )  # fmt: skip

        done = 0
        if limit.reached:  # one look is always taken, so that there is an answer
            work(1)
            done = 1
        done += limit.run(thinking.iterations - done, work)
        return Thought(self._tree_candidates(tree), done)

    def _tree_candidates(self, tree: Tree) -> tuple[Candidate, ...]:
        found = []
        edge = int(tree.first[0])
        while edge != NOTHING:
            tried = int(tree.tried[edge])
            if tried:
                judged = self._candidate(tree.move[edge], tried, tree.worth[edge], tree.wins[edge], tree.points[edge])
                found.append(replace(judged, line=_line(self, tree, edge)) if self.lines else judged)
            edge = int(tree.following[edge])
        return tuple(sorted(found, key=lambda candidate: (-candidate.visits, -candidate.worth)))


def _flat_candidates(search: Search, rivals: Rivals) -> tuple[Candidate, ...]:
    return tuple(search._candidate(*row) for row in zip(*(column.tolist() for column in rivals), strict=True))


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
        return lambda: Search(match, match.waiting[0], Thinking(method), 0).run(Limit())

    return warmup.Work(say("the {game} bots", game=game.title), [step(method) for method in methods])
