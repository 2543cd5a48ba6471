"""How bots of each level think in Tipperary; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=1.0, noise=4.0, oversight=0.35, blindness=0.25),
    "easy": Thinking("glance", selfish=1.0, noise=1.7, oversight=0.2, blindness=0.17),
    "medium": Thinking("glance", listed=6, noise=0.6),
    "hard": Thinking("flat", iterations=80, playout=100, alone=True, width=8, glances=0, spread=40.0, winning=0.1),
    "expert": Thinking(
        "flat",
        iterations=3_000,
        playout=100,
        alone=True,
        width=16,
        glances=0,
        spread=40.0,
        winning=0.1,
        exploration=0.1,
    ),
    # The first of the short list is a good move already, and many games teach more than good ones.
    "training": Thinking("tree", iterations=8, width=8, exploration=0.2, spread=40.0, winning=0.3, ordering="hand"),
}
