"""How a bot thinks: what a game declares for each level of play. The searchers themselves are in `tilery.bots`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from tilery.kernel.arguments import flag, one_of, real, whole
from tilery.words import Sentence, say

Method = Literal["glance", "flat", "tree"]
Evaluation = Literal["learned", "hand"]

MOST_ITERATIONS = 10**9
MOST_GLANCES = 10_000
"""A glance cannot be interrupted."""

# From what to what a setting may go; other whole numbers go from 0 to a million, other fractions from 0.
BOUNDS: dict[str, tuple[float, float]] = {
    "iterations": (1, MOST_ITERATIONS),
    "width": (1, 100_000),
    "ripe": (1, 10**6),
    "depth": (1, 10**6),
    "trust": (1e-6, 1e6),
    "spread": (1e-6, 1e6),
    "winning": (0, 1),
    "selfish": (0, 1),
    "oversight": (0, 1),
    "blindness": (0, 1),
}
MOST = 10**6


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
    stepping: bool = False
    """Play on one step ahead by `evaluation` instead of by `tries`: every player makes the move that looks best."""
    alone: bool = False
    """Play on for oneself only, when moves are compared by playing on to the end: the others' turns pass by, and what
    they build is worked out once for many moves. For games that offer a `stand_in`."""
    width: int = 48
    """The most moves of a state that are thought about, the most promising ones."""
    listed: int = 0
    """A glance looks at so many moves of the game's shortlist; at all moves with 0, or in a game that has none."""
    glances: int = 8
    """Redeals in which moves are put into a first order, of which a comparison takes the best; 0 takes the first of the
    game's shortlist as they are."""
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
    beliefs: bool = False
    """Imagine what others hide by what players of ours do, in games that can tell; else every way is equally likely."""
    present: bool = False
    """See only the points of the moment, as if the game ended now."""
    selfish: float = 0.0
    """How far a glance forgets the others: 0 compares with the best of them, 1 sees only one's own points."""
    glitter: float = 0.0
    """How many times a glance counts the points of the moment on top of what it expects."""
    noise: float = 0.0
    """Points by which a glance may misjudge a move."""
    oversight: float = 0.0
    """The part of the moves that a glance overlooks."""
    blindness: float = 0.0
    """How often a glance overlooks a whole kind of moves, where the game knows kinds."""

    def __post_init__(self) -> None:
        """Refuse settings with which a search would not end, or not begin."""
        one_of(self.method, say("the method of a search"), get_args(Method))
        for setting in fields(self):
            if setting.name != "method":
                value = _checked(setting.name, str(setting.type), getattr(self, setting.name))
                object.__setattr__(self, setting.name, value)
        if self.method == "glance":
            whole(self.iterations, _named("iterations"), high=MOST_GLANCES)


def _named(setting: str) -> Sentence:
    return say("the setting {name}", name=setting)


def _checked(name: str, kind: str, value: Any) -> Any:
    """A setting as Python's own number: compiled code is made for one type of each."""
    low, high = BOUNDS.get(name, (0, MOST))
    match kind:
        case "int":
            return whole(value, _named(name), int(low), int(high))
        case "float":
            return real(value, _named(name), low, high)
        case "bool":
            return flag(value, _named(name))
    return value


Levels = Mapping[str, Thinking]
