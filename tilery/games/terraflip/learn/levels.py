"""How bots of each level think in Terraflip; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=1.0, glitter=1.0, noise=1.5, blindness=0.33),
    "easy": Thinking("glance", selfish=0.5, glitter=0.5, noise=1.2, blindness=0.17),
    "medium": Thinking("glance", iterations=4, noise=0.5),
    "hard": Thinking("tree", iterations=200, exploration=0.3, winning=0.7, ordering="hand"),
    "expert": Thinking("tree", iterations=6_000, exploration=0.3, winning=0.7, ordering="hand"),
    # A state has some hundred moves, so that ordering them by the network would take nearly all of the time.
    "training": Thinking("tree", iterations=100, exploration=0.2, winning=0.7, ordering="hand"),
}
