"""How bots of each level think in Topiary; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=1.0, noise=3.0, blindness=0.25),
    "easy": Thinking("glance", iterations=2, listed=4, noise=2.5, blindness=0.17),
    "medium": Thinking("glance", iterations=4, listed=2, noise=1.0),
    # Moves are compared by playing two turns on in the same redeals, where everybody takes the first of the shortlist;
    # a tree would spend its visits on the hundreds of ways to play one turn.
    "hard": Thinking("flat", iterations=80, playout=6, width=8, glances=0, winning=0.7),
    # Played on to the end, moves are compared by what really comes of them, however wrong the network may be.
    # With 2,000 iterations the last four have been played on some 300 times each, which is off by half a point.
    "expert": Thinking("flat", iterations=5_000, playout=100, width=16, glances=0, winning=0.7),
    "analysis": Thinking(
        "flat", iterations=5_000, playout=12, width=16, glances=0, winning=0.7, exploration=0.15, ripe=3
    ),
    "training": Thinking("tree", iterations=60, exploration=0.2, winning=0.7),
}
