"""How much short searches flatter or belittle the seat to move, by how far a game has come.

A short search takes means and maxima of many judgements, each a bit wrong, so a seat seems to gain or lose whenever its
turn comes. Luck does not know whose turn it is, so that is measured in games of players who always play the coach's own
best move: there nobody loses anything by a decision, and what comes and goes with the turn is flattery. It is fitted to
many such games by `python -m bench.luck`, never to the game that is reviewed, and kept as data beside a game's weights.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery import games
from tilery.bots.judgement import weights_digest
from tilery.games.game import Game
from tilery.games.thinking import Thinking

Numbers = NDArray[np.float64]

KNOTS = 4  # moments of a game between which flattery changes evenly, from its beginning to its end


def direction(chances: Numbers, mover: int) -> Numbers:
    """In which direction a search may be wrong: the seat to move gains at the cost of the others."""
    own = float(chances[mover])
    size = own * (1.0 - own)
    found = -chances * (size / (1.0 - own)) if own < 1.0 else np.zeros_like(chances)
    found[mover] = size
    return found


def by_knot(chances: Numbers, mover: int, left: float) -> Numbers:
    """How much flattery at each knot counts in a position; `left` is the part of the game to come."""
    place = (1.0 - left) * (KNOTS - 1)
    weights = np.maximum(1.0 - np.abs(place - np.arange(KNOTS)), 0.0)
    return np.outer(weights, direction(chances, mover))


def fit(changes: Iterable[tuple[Numbers, Numbers]], doubt: float) -> Numbers:
    """Flattery by knot, by least squares: changes of chances that would be luck, with the changes by knot beside them.

    Below 0, searches belittle.
    """
    pairs = list(changes)
    evidence = sum((turn @ luck for luck, turn in pairs), np.zeros(len(pairs[0][1])))
    total = sum((turn @ turn.T for _, turn in pairs), doubt * np.eye(len(evidence)))
    found: Numbers = np.linalg.solve(total, evidence).astype(np.float64)
    return found


def known(game: Game, seats: int, judge: Thinking) -> Numbers | None:
    """What was measured for a game; None if nobody has, or if its weights or the search that judges have changed."""
    return _known(game.name, seats, judge)


@cache
def _known(name: str, seats: int, judge: Thinking) -> Numbers | None:
    game = games.find(name)
    path = path_of(game, seats)
    if not path.exists():
        return None
    members = json.loads(path.read_text("utf-8"))
    if members.get("fits") != digest(game, seats, judge):
        return None
    return np.array(members["knots"], np.float64)


def path_of(game: Game, seats: int) -> Path:
    """Where it is kept."""
    return game.folder / "learn" / f"flattery-{seats}.json"


def digest(game: Game, seats: int, judge: Thinking) -> str:
    """A name for all that flattery depends on: the weights, and how the search judges."""
    return hashlib.sha256(f"{weights_digest(game, seats)} {judge}".encode()).hexdigest()[:16]
