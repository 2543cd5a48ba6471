"""Getting the compiled rules of a game ready before its first match in this process."""

from __future__ import annotations

from functools import cache

import numpy as np

from tilery import games
from tilery.kernel.prepare import prepare


@cache
def load(name: str) -> None:
    """Make a game ready to be played here; compiles it if that has not been done."""
    game = games.find(name)
    seats = game.seats[0]
    options = np.array(game.encode_options(game.read_options(seats, {})), np.int64)
    prepare(game.rules, game.title, seats, options)
