"""Thinking about a move: the Python side of the searches, which runs them in short stretches.

A search works on a redealt copy of the match and sees no other. Same settings, same seed, same number of iterations:
same answer on every machine. A limit of time, or a word from another thread, ends it early with what it has found.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import add
from typing import SupportsIndex

import numpy as np

from tilery.bots.findings import Finding, candidates, paired_errors
from tilery.bots.flat import Rivals, compare, new_rivals, sort_rivals
from tilery.bots.judgement import AMONG, DEFAULT, Among, phase_of
from tilery.bots.judging import Evaluator, Scratch, new_evaluator, new_scratch
from tilery.bots.playout import GIVEN, PLACES, glance_at_moves, judge_moves, new_moves
from tilery.bots.pruning import prune
from tilery.bots.thought import Candidate, Thought, with_rivals
from tilery.bots.tree import MOST_DEPTH, NOTHING, Tree, grow, new_tree, new_tree_settings
from tilery.bots.useless import useless_codes
from tilery.games.game import Game
from tilery.games.thinking import Method, Thinking
from tilery.kernel import chance, contract, runner
from tilery.kernel.arguments import index, instance, one_of, real, shown
from tilery.kernel.contract import ORDINARY
from tilery.match import warmup
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.words import SpokenError, say

STRETCH = 0.005  # seconds that compiled code runs before Python looks at the clock
GLANCES = 8  # redeals in which all moves are judged at first sight
LISTED = 4  # times as many moves of a shortlist are glanced at as are compared
FINALISTS = 3  # moves that are compared to the last


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

    def __init__(
        self,
        match: Match,
        seat: int,
        thinking: Thinking,
        seed: int,
        lines: bool = False,
        among: Among | None = DEFAULT,
        only: Sequence[int] = (),
    ) -> None:
        self.lines, self.among, self.only = lines, among, tuple(only)
        self.phase: float | None = None  # how far the game has come, once it is known
        self.game, self.seat, self.seats, self.thinking = match.game, seat, match.seats, thinking
        rules = match.game.rules
        self.seed, self.rng = seed, chance.generator(seed)
        self.states = runner.new_states(rules.STATE, PLACES)
        self.states[GIVEN] = match.states[0]
        runner.redeal(self.states[GIVEN:], seat, chance.generator(seed))  # before anything looks at it
        self.moves = new_moves(match.game)
        self.useless = frozenset[int]() if self.only else self._useless_moves()
        self.evaluator: Evaluator = new_evaluator(match.game, match.seats, thinking)
        self.scratch: Scratch = new_scratch(self.evaluator)

    def _useless_moves(self) -> frozenset[int]:
        """Return the moves that a bot leaves alone; none if there are no others."""
        count = runner.legal_moves(self.states[GIVEN:], self.seat, self.moves)
        return useless_codes(self.game, self.states[GIVEN:], self.seat, self.moves[:count].tolist())

    def run(self, limit: Limit) -> Thought:
        match self.thinking.method:
            case "glance":
                thought = self._glance()
            case "flat":
                thought = self._flat(limit)
            case "tree":
                thought = self._tree(limit)
        return replace(thought, candidates=with_rivals(thought.candidates))

    def _candidates(self, findings: Sequence[Finding]) -> list[Candidate]:
        """Findings in the words for people; how far the game has come is found out once."""
        if self.phase is None:
            self.phase = phase_of(self.game, self.seats, self.states[GIVEN:], self.seed) if self.among else 0.0
        return candidates(findings, self.game, self.seats, self.seat, self.phase, self.among)

    def _leads(self, redeals: int, most: int = 0) -> tuple[list[int], list[float]]:
        """Every legal move with the mean lead after it, or with the mean of one's own points if it is selfish.

        In a game with a shortlist only the `most` first of it, unless that is 0.
        """
        leads = np.zeros(len(self.moves))
        count = glance_at_moves(
            self.states, self.seat, self.seats, self.evaluator, self.scratch, self.rng, self.moves, leads, most,
            redeals,
        )  # fmt: skip
        return self.moves[:count].tolist(), leads[:count].tolist()

    def all_moves(self) -> list[Candidate]:
        """Every legal move as it looks at first sight, best first; useless ones last."""
        sums = np.zeros((len(self.moves), 1 + 2 * self.seats))
        rng = chance.generator(self.seed)
        count = judge_moves(
            self.states, self.seat, self.seats, self.evaluator, self.scratch, rng, self.moves, sums, GLANCES
        )  # fmt: skip
        found = self._candidates(
            [
                Finding(code, 0, line[0], line[1 : 1 + self.seats], line[1 + self.seats :], np.zeros(3))
                for code, line in zip(self.moves[:count].tolist(), sums[:count], strict=True)
            ]
        )
        return sorted(found, key=lambda candidate: (candidate.move.code in self.useless, -candidate.worth))

    def _glance(self) -> Thought:
        codes, leads = zip(*(self._useful(self.thinking.listed) or self._useful(0)), strict=True)
        draw = random.Random(int(chance.next_word(self.rng)))
        unseen = self._unseen_kind(draw, codes)
        seen = [
            index
            for index, code in enumerate(codes)
            if draw.random() >= self.thinking.oversight and (unseen == ORDINARY or self._kind(code) != unseen)
        ] or [draw.randrange(len(codes))]
        error = self.thinking.noise
        judged = sorted((leads[index] + draw.uniform(-error, error), draw.random(), index) for index in seen)
        return Thought(
            tuple(self._glimpse(codes[index], lead) for lead, _, index in reversed(judged)),
            self.thinking.iterations * len(codes),
        )

    def _useful(self, most: int) -> list[tuple[int, float]]:
        """Moves that are not useless with the lead after each; in a game with a shortlist only of the `most` first."""
        judged = zip(*self._leads(self.thinking.iterations, most), strict=True)
        return [(code, lead) for code, lead in judged if code not in self.useless]

    def _kind(self, code: int) -> int:
        return contract.move_kind(self.states[GIVEN:].view(np.recarray)[0], self.seat, code)

    def _unseen_kind(self, draw: random.Random, codes: Sequence[int]) -> int:
        """Return the kind of moves that is overlooked this time."""
        if not self.thinking.blindness or draw.random() >= self.thinking.blindness:
            return ORDINARY
        kinds = sorted({self._kind(code) for code in codes} - {ORDINARY})
        return draw.choice(kinds) if kinds else ORDINARY

    def _glimpse(self, code: int, lead: float) -> Candidate:
        move = Move(self.game, self.seat, code)
        return Candidate(move, 1, lead, 0.0, lead, (move,))

    def _first_order(self, limit: Limit) -> list[int]:
        """Return the promising moves as they look at first sight, best first; one redeal at least is looked at.

        Without glances the order is that of the game's shortlist.
        """
        glances = self.thinking.glances
        if not glances:
            first = self._leads(0, self.thinking.width)[0]
            return [code for code in first if code not in self.useless] or first
        most = LISTED * self.thinking.width
        codes, leads = self._leads(1, most)

        def look(redeals: int) -> None:
            for _ in range(redeals):
                leads[:] = map(add, leads, self._leads(1, most)[1])

        limit.run(glances - 1, look)
        order = sorted(range(len(codes)), key=lambda index: -leads[index])
        return [codes[index] for index in order if codes[index] not in self.useless]

    def _flat(self, limit: Limit) -> Thought:
        thinking = self.thinking
        promising = list(self.only) or self._first_order(limit)[: thinking.width]
        rivals = new_rivals(len(promising))
        rivals.move[:] = promising
        alive, done = len(promising), 0
        twin = np.zeros(2, np.uint64)

        def work(redeals: int) -> None:
            compare(
                self.states, self.seat, self.seats, rivals, alive, thinking.playout, thinking.tries, thinking.alone,
                self.evaluator, self.rng, twin, self.moves, self.scratch, redeals,
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
        self.scratch.missed[:] = 0.0  # for what is judged later
        return Thought(tuple(self._candidates(_compared(rivals))), done)

    def _tree(self, limit: Limit) -> Thought:
        thinking = self.thinking
        tree = new_tree(thinking.iterations, thinking.width)
        settings = new_tree_settings(thinking)

        def work(iterations: int) -> None:
            grow(
                tree, self.states, self.seat, self.seats, settings, self.evaluator, self.rng, self.moves,
                self.scratch, iterations,
            )  # fmt: skip

        done = 0
        if self.only:
            work(1)
            prune(tree, self.seat, self.only)
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
        """Return the moves that the tree tried, with lines if they are asked for."""
        found = []
        edge = int(tree.first[0])
        while edge != NOTHING:
            tried = int(tree.tried[edge])
            if tried:
                sums = (float(tree.worth[edge]), tree.wins[edge], tree.points[edge], tree.squares[edge])
                line = _line(self, tree, edge) if self.lines else ()
                found.append(Finding(int(tree.move[edge]), tried, *sums, line))
            edge = int(tree.following[edge])
        return self._candidates(found)


def _compared(rivals: Rivals) -> list[Finding]:
    """Return what a flat search found, with the errors of differences between moves."""
    errors = {
        (one, other): paired_errors(
            int(rivals.shared[one, other]), rivals.gaps[one, other], rivals.gap_squares[one, other]
        )
        for one in range(len(rivals.move))
        for other in range(len(rivals.move))
        if one != other
    }
    numbers, codes = rivals.number.tolist(), rivals.move.tolist()
    return [
        Finding(
            codes[index],
            int(rivals.visits[index]),
            float(rivals.worth[index]),
            rivals.wins[index],
            rivals.points[index],
            rivals.squares[index],
            pair_errors={code: errors[one, other] for code, other in zip(codes, numbers, strict=True) if other != one},
        )
        for index, one in enumerate(numbers)
    ]


def _line(search: Search, tree: Tree, edge: int) -> tuple[Move, ...]:
    """Return the moves that were tried most after one."""
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
    among: Among | None = DEFAULT,
    only: Sequence[Move] = (),
) -> Thought:
    """Think about the decision that `seat` owes; it knows nothing that `seat` may not know.

    With `lines`, a tree tells for each move how the game may go on. Chances and points are those among players of a
    level; with None they are the search's own, for those who want the move alone. `only` names the moves to think
    about instead of all.
    """
    limit = Limit(seconds, stop)
    codes = [move.code for move in only]
    return begin(match, seat, thinking, seed=seed, lines=lines, among=among, only=codes).run(limit)


def begin(
    match: Match,
    seat: SupportsIndex,
    thinking: Thinking,
    *,
    seed: SupportsIndex,
    lines: bool = False,
    among: Among | None = DEFAULT,
    only: Sequence[int] = (),
) -> Search:
    """Return a search for the decision that `seat` owes, ready to run."""
    number = deciding_seat(match, seat)
    instance(thinking, Thinking, say("the settings of a search"))
    checked = chance.read_seed(seed)
    if among is not None:
        one_of(among, say("the level of the players"), AMONG)
    warmup.warm_up(match.game.name, "bots")
    return Search(match, number, thinking, checked, lines, among, only)


def deciding_seat(match: Match, seat: SupportsIndex) -> int:
    """Return a seat that was given as an argument and owes a decision."""
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
