"""How bots of each level think in Triqueta; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from collections.abc import Mapping

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=1.0, glitter=1.0, noise=3.0, blindness=0.33),
    "easy": Thinking("glance", selfish=0.5, glitter=0.4, noise=2.0, blindness=0.17),
    "medium": Thinking("glance", iterations=4, noise=1.5),
    # One look at every move by the network already beats good greedy players.
    "hard": Thinking("tree", iterations=1, exploration=0.2, winning=0.7),
    # Looking into a position only at its third visit saves three quarters of the time.
    "expert": Thinking("tree", iterations=12_000, exploration=0.2, winning=0.7, ripe=3),
    "training": Thinking("tree", iterations=50, exploration=0.2, winning=0.7),
}

# With four and five seats `hard`, judging every move once, was ahead of `medium` nine times in ten. There it judges
# only two moves, those that the hand-written evaluation likes best.
_LOOKS_TWICE = Thinking("tree", iterations=2, exploration=0.2, winning=0.7, ordering="hand")
LEVELS_BY_SEATS: Mapping[int, Levels] = {4: {"hard": _LOOKS_TWICE}, 5: {"hard": _LOOKS_TWICE}}
