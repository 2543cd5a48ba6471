"""A bot for games whose searches are not compiled yet: it looks one move ahead, in plain Python, for a second."""

from __future__ import annotations

import random
import time
from typing import SupportsIndex

import numpy as np

from tilery.bots.search import deciding_seat
from tilery.bots.useless import useless_codes
from tilery.kernel import contract, runner
from tilery.match.match import Match
from tilery.match.moves import Move

SECONDS = 1.0


def first_sight(match: Match, seat: SupportsIndex, *, seed: int, seconds: float = SECONDS) -> Move:
    """Return the move after which `seat` seems to lead most, of as many as can be tried in that time; one at least."""
    number = deciding_seat(match, seat)
    imagined = match.redeal(number, seed=seed)  # before anything looks at it
    legal = list(imagined.legal_moves(number))
    useless = useless_codes(match.game, imagined.states, number, [move.code for move in legal])
    moves = [move for move in legal if move.code not in useless]
    draw = random.Random(seed)
    draw.shuffle(moves)
    best, best_lead = moves[0], -np.inf
    ends = time.monotonic() + seconds
    for move in moves:
        lead = _lead_after(imagined.states, move, match.seats)
        if lead > best_lead:
            best, best_lead = move, lead
        if time.monotonic() > ends:
            break
    return best


def _lead_after(given: runner.States, move: Move, seats: int) -> float:
    state = runner.copied(given).view(np.recarray)[0]
    points = np.zeros(contract.POINTS_SHAPE[0])
    contract.play(state, move.seat, move.code)
    contract.evaluate(state, points)
    return float(points[move.seat] - max(points[seat] for seat in range(seats) if seat != move.seat))
