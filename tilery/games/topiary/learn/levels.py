"""How bots of each level think in Topiary; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", present=True, selfish=True, noise=5.0, oversight=0.3),
    "easy": Thinking("glance", selfish=True, noise=3.0, oversight=0.1),
    "medium": Thinking("glance", iterations=4, noise=1.5),
    "hard": Thinking("tree", iterations=50),
    "expert": Thinking("tree", iterations=10_000),
    "training": Thinking("tree", iterations=100, exploration=0.2, winning=0.7, ordering="hand"),
}
