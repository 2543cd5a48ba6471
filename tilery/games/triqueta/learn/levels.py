"""How bots of each level think in Triqueta; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=True, noise=5.0, oversight=0.3),
    "easy": Thinking("glance", selfish=True, noise=2.5, oversight=0.1),
    "medium": Thinking("glance", iterations=4, noise=1.5),
    "hard": Thinking("tree", iterations=25, exploration=0.2, winning=0.7),
    "expert": Thinking("tree", iterations=3_000, exploration=0.2, winning=0.7),
    "training": Thinking("tree", iterations=50, exploration=0.2, winning=0.7),
}
