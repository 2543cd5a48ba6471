"""How bots of each level think in Terraflip; `docs/bots.md` tells how these settings were found."""

from __future__ import annotations

from collections.abc import Mapping

from tilery.games.thinking import Levels, Thinking

LEVELS: Levels = {
    "novice": Thinking("glance", selfish=0.75, glitter=0.75, noise=1.4, blindness=0.25),
    "easy": Thinking("glance", iterations=4, noise=0.5, blindness=0.1),
    "medium": Thinking("tree", iterations=20, exploration=0.3, winning=0.7, ordering="hand"),
    "hard": Thinking("tree", iterations=200, exploration=0.3, winning=0.7, ordering="hand"),
    "expert": Thinking("tree", iterations=6_000, exploration=0.3, winning=0.7, ordering="hand"),
    # A state has some hundred moves, so that ordering them by the network would take nearly all of the time.
    "training": Thinking("tree", iterations=100, exploration=0.2, winning=0.7, ordering="hand"),
}

# Errors cost less among more players: with the settings for two seats, `easy` was ahead of a novice only six times in
# ten. With three seats `medium`, which searches, was ahead of `easy` nine times in ten.
_FORGETFUL = Thinking("glance", selfish=1.0, glitter=0.75, noise=3.0, blindness=0.4)
LEVELS_BY_SEATS: Mapping[int, Levels] = {
    3: {"novice": _FORGETFUL, "easy": Thinking("glance", iterations=4, noise=0.2, blindness=0.05)},
    4: {"novice": _FORGETFUL},
}
