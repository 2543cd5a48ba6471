"""How a bot thinks: what a game declares for each level of play. The searchers themselves are in `tilery.bots`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Method = Literal["glance", "flat", "tree"]
Evaluation = Literal["learned", "hand"]


@dataclass(frozen=True)
class Thinking:
    """The settings of a search. `docs/bots.md` tells what was measured with which."""

    method: Method
    """Look one move ahead; compare moves by playing on from each; or grow a tree of moves and answers."""
    iterations: int = 1
    """States that are judged in all; for a glance, how many redeals are looked at."""
    playout: int = 0
    """Moves that are played quickly before a state is judged."""
    tries: int = 1
    """How many moves a quick player compares before it plays the best of them: the first of the game's shortlist, or
    random ones in a game that has none; 0 plays at random."""
    width: int = 48
    """The most moves of a state that are thought about, the most promising ones."""
    widening: float = 0.0
    """A tree looks at this times the root of a node's visits more moves than three; 0 looks at all."""
    exploration: float = 0.4
    """How much a tree tries moves that look worse."""
    trust: float = 1.0
    """How many visits the first judgement of a move counts for in a tree."""
    ripe: int = 1
    """The visit of a node at which a tree begins to look into it."""
    depth: int = 64
    """The most moves that a tree goes deep."""
    evaluation: Evaluation = "learned"
    """What judges the states that a search comes to: the learned evaluation, in games that have weights for the number
    of seats, or the hand-written one. Glances are always by hand."""
    ordering: Evaluation = "learned"
    """What orders the moves of a state when a tree first looks into it."""
    spread: float = 8.0
    """A lead of so many points is as good as half a victory more."""
    winning: float = 0.5
    """What winning counts for beside the lead: at the end of a game, and before it by the learned chance of winning."""
    present: bool = False
    """See only the points of the moment, as if the game ended now."""
    selfish: bool = False
    """See only one's own points."""
    noise: float = 0.0
    """Points by which a glance may misjudge a move."""
    oversight: float = 0.0
    """The part of the moves that a glance overlooks."""


Levels = Mapping[str, Thinking]
