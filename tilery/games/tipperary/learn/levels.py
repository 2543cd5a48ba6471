"""How bots of each level think in Tipperary; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=True, noise=6.0, oversight=0.5),
    "easy": Thinking("glance", selfish=True, noise=3.5, oversight=0.35),
    "medium": Thinking("glance", noise=1.0, oversight=0.15),
    "hard": Thinking("flat", iterations=60, playout=100, width=8, spread=40.0, winning=0.1),
    "expert": Thinking("flat", iterations=1_000, playout=100, width=16, spread=40.0, winning=0.1),
    # The first of the short list is a good move already, and many games teach more than good ones.
    "training": Thinking("tree", iterations=8, width=8, exploration=0.2, spread=40.0, winning=0.3, ordering="hand"),
}
