"""How bots of each level think in Topiary; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", present=True, selfish=1.0, noise=5.0, blindness=0.33),
    "easy": Thinking("glance", selfish=1.0, noise=3.0, blindness=0.17),
    "medium": Thinking("glance", iterations=4, noise=1.5),
    "hard": Thinking("tree", iterations=100, exploration=0.2, winning=0.7),
    # Looking into a position only at its third visit saves four fifths of the time: ordering moves costs most of it.
    "expert": Thinking("tree", iterations=10_000, exploration=0.15, winning=0.7, ripe=3),
    "training": Thinking("tree", iterations=60, exploration=0.2, winning=0.7),
}
