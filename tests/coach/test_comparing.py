"""Comparing two moves: a move after which the seat goes on is not belittled against one that ends its turn."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from tilery import games
from tilery.bots import choose, think
from tilery.coach import verdicts
from tilery.coach.outlook import Deadline, Depth, compare, seeds
from tilery.coach.reviewing import judge_decision
from tilery.match.match import Match
from tilery.match.moves import Move

LONG = 40_000  # iterations of each of two trees, of which the mean belittles less


def draws_and_takes(count: int) -> list[tuple[Match, tuple[Move, Move]]]:
    """Positions of Triqueta in which one can draw or take, from games of `medium`, with the better row to take."""
    chance, found = random.Random(1), []
    depth = Depth.of(games.find("triqueta"), 2)
    for seed in range(100, 100 + count):
        match, next_seed = Match("triqueta", seed=seed), seeds(seed)
        there = []
        while not match.is_over:
            seat = match.waiting[0]
            legal = match.legal_moves(seat)
            draws = [move for move in legal if str(move) == "draw"]
            takes = [move for move in legal if str(move).startswith("take")]
            if draws and takes:
                there.append((match.copy(), draws[0], takes))
            match.play(choose("medium", match, seat, next_seed()))
        then, draw, takes = chance.choice(there)
        tree = replace(depth.search, iterations=600)
        best = max(think(then, draw.seat, tree, seed=1, only=takes).candidates, key=lambda candidate: candidate.visits)
        found.append((then, (draw, best.move)))
    return found


def test_to_go_on_is_not_belittled() -> None:
    """When each move had a tree of 3,000 iterations, drawing lost 1.8% against trees of 40,000 in these positions."""
    depth = Depth.of(games.find("triqueta"), 2)
    long = replace(depth, duel=replace(depth.search, iterations=LONG))
    gained = []
    for match, moves in draws_and_takes(6):
        ours, theirs = (compare(match, moves[0].seat, moves, how, Deadline(None), 3)[2].chance for how in (depth, long))
        gained.append(ours - theirs)
    assert np.mean(gained) > -0.01


def test_what_is_lost_of_victory_and_lead_counts_from_its_error_on() -> None:
    """Accuracy counted whatever was above zero, so noise made every decision that was not the coach's own worse."""
    depth = replace(Depth.of(games.find("triqueta"), 2, 0.1), worlds=4)
    match, next_seed = Match("triqueta", seed=7), seeds(7)
    lost = []
    while not match.is_over:
        seat = match.waiting[0]
        move = choose("novice", match, seat, next_seed())
        lost.append(judge_decision(match, seat, move, depth, Deadline(None), next_seed()).worth_lost)
        match.play(move)
    assert max(lost) > verdicts.SHOWN, "a novice loses something"
    assert not [one for one in lost if 0 < one <= verdicts.AS_GOOD]


def test_who_needs_a_search_to_play_well_is_judged_by_trees() -> None:
    assert Depth.of(games.find("triqueta"), 2).duel.stepping
    assert Depth.of(games.find("terraflip"), 2).duel.method == "tree"
