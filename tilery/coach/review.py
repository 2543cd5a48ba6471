"""The review of a finished game: what every decision gave away, and what was luck.

For every seat, final chance - initial chance = its own decisions + the others' decisions + luck, exactly:

- chances are those of a spectator, who knows what everybody knows, if all play well from there on;
- a decision changes the chances of all seats by what was played instead of the best move, judged by what the seat that
  decided could know then;
- luck is the rest of the way from one position to the next: draws, spins, reveals, and what somebody held in secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from tilery.coach import verdicts
from tilery.coach.verdicts import Name
from tilery.words import SpokenError, say

FORMAT = 1


class NotReviewedError(SpokenError):
    """A game cannot be reviewed; the sentence says why."""


@dataclass(frozen=True)
class Judged:
    """A move and what was to be expected of it, by what the seat knew."""

    move: str
    chance: float
    points: float


@dataclass(frozen=True)
class Decision:
    """What a seat decided, compared with the best that it could have decided by what it knew."""

    seat: int
    choices: int
    """How many moves were legal."""
    played: Judged
    best: Judged
    """The best move; the one that was played if none was better."""
    as_good: tuple[str, ...]
    """Other moves that cannot be told apart from the best one."""
    line: tuple[tuple[int, str], ...]
    """How the game may go on, the best move first."""
    name: Name
    loss: float
    """The chance of winning that was given away; 0 if it is below its error."""
    loss_error: float
    points_lost: float
    points_error: float
    worth_lost: float
    """What was given away of victory and lead together; accuracy is counted by it."""
    effect: tuple[float, ...]
    """By how much the decision changed the chance of every seat."""
    left_to_another: float = 0.0
    """Points that the move left to one of the others beyond what the best move leaves to it: the largest difference."""

    @property
    def is_marked(self) -> bool:
        """Whether the decision is one to learn from."""
        return self.name in verdicts.MARKED


@dataclass(frozen=True, kw_only=True)
class Moment(Decision):
    """One move of the game: the decision, and how the chances of all seats changed with it."""

    number: int
    """Of the move, from 1."""
    before: tuple[float, ...]
    """The chances of all seats before the move, to a spectator."""
    after: tuple[float, ...]
    error: float
    """The standard error of the difference between the two."""

    @property
    def luck(self) -> tuple[float, ...]:
        """By how much luck changed the chance of every seat."""
        return tuple(
            after - before - effect for after, before, effect in zip(self.after, self.before, self.effect, strict=True)
        )

    @property
    def lucky_seat(self) -> int | None:
        """The seat whose luck is worth telling, if it is: the one whose chance it changed most.

        Where a decision is marked as well, what is left over may be its misjudgement, so nothing is told.
        """
        if self.is_marked:
            return None
        luck = self.luck
        most = max(range(len(luck)), key=lambda seat: abs(luck[seat]))
        size = abs(luck[most])
        return most if size >= verdicts.LUCKY and size > verdicts.CLEAR * self.error else None

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "luck": self.luck}

    @classmethod
    def from_json(cls, members: Mapping[str, Any]) -> Moment:
        """Read what `to_json` wrote."""
        plain = {name: value for name, value in members.items() if name != "luck"}
        for name in ("as_good", "effect", "before", "after"):
            plain[name] = tuple(plain[name])
        plain["line"] = tuple((seat, move) for seat, move in plain["line"])
        return cls(**{**plain, "played": Judged(**plain["played"]), "best": Judged(**plain["best"])})


@dataclass(frozen=True)
class Player:
    """What a seat made of its game; final - initial = skill + others + luck."""

    seat: int
    points: int
    initial: float
    final: float
    skill: float
    """What its own decisions changed; never above 0."""
    others: float
    """What the decisions of the others changed."""
    luck: float
    accuracy: float
    """From 0 to 100."""
    names: dict[str, int]
    """How many of its decisions were best, good, …"""


@dataclass(frozen=True)
class Review:
    """A game looked at move by move, as far as it has been looked at."""

    game: str
    seats: int
    moves: int
    """Of the whole game."""
    totals: tuple[int, ...]
    moments: tuple[Moment, ...]
    effort: float = 1.0
    """How hard it was looked at; 1 is usual."""

    @property
    def is_whole(self) -> bool:
        return len(self.moments) == self.moves

    @property
    def chances(self) -> tuple[tuple[float, ...], ...]:
        """The chances of all seats before the first move and after every move."""
        return (*(moment.before for moment in self.moments[:1]), *(moment.after for moment in self.moments))

    @property
    def decisions(self) -> tuple[Moment, ...]:
        """The moves that were a choice."""
        return tuple(moment for moment in self.moments if moment.choices > 1)

    @property
    def marked(self) -> tuple[Moment, ...]:
        """The decisions to learn from, in their order."""
        return tuple(moment for moment in self.moments if moment.is_marked)

    @property
    def lucky(self) -> tuple[Moment, ...]:
        """The moments of luck that are worth telling, in their order."""
        return tuple(moment for moment in self.moments if moment.lucky_seat is not None)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        return tuple(map(self._player, range(self.seats))) if self.moments else ()

    def _player(self, seat: int) -> Player:
        own = [moment for moment in self.decisions if moment.seat == seat]
        names: dict[str, int] = {name: sum(moment.name == name for moment in own) for name in verdicts.NAMES}
        return Player(
            seat=seat,
            points=self.totals[seat],
            initial=self.moments[0].before[seat],
            final=self.moments[-1].after[seat],
            skill=sum(moment.effect[seat] for moment in self.moments if moment.seat == seat),
            others=sum(moment.effect[seat] for moment in self.moments if moment.seat != seat),
            luck=sum(moment.luck[seat] for moment in self.moments),
            accuracy=round(verdicts.accuracy([moment.worth_lost for moment in own]), 1),
            names=names,
        )

    def luckiest(self, seat: int) -> Moment | None:
        """Return the moment that changed the chance of a seat most for the better by luck."""
        return max(self.moments, key=lambda moment: moment.luck[seat], default=None)

    def unluckiest(self, seat: int) -> Moment | None:
        return min(self.moments, key=lambda moment: moment.luck[seat], default=None)

    def to_json(self) -> dict[str, Any]:
        """Return the whole review as a document; `docs/coach.md` specifies it."""
        return {
            "review": FORMAT,
            "game": self.game,
            "seats": self.seats,
            "moves": self.moves,
            "totals": list(self.totals),
            "effort": self.effort,
            "players": [
                {
                    **asdict(player),
                    "luckiest": _number(self.luckiest(player.seat)),
                    "unluckiest": _number(self.unluckiest(player.seat)),
                }
                for player in self.players
            ],
            "chances": self.chances,
            "decisions": [moment.to_json() for moment in self.decisions],
            "moments": [moment.to_json() for moment in self.moments],
        }

    @classmethod
    def from_json(cls, members: Mapping[str, Any]) -> Review:
        """Read what `to_json` wrote."""
        if members.get("review") != FORMAT:
            raise NotReviewedError(say("only version {version} of the format can be read", version=FORMAT))
        moments = tuple(map(Moment.from_json, members["moments"]))
        totals, effort = tuple(members["totals"]), members.get("effort", 1.0)
        return cls(members["game"], members["seats"], members["moves"], totals, moments, effort)

    def _repr_html_(self) -> str:
        """Draw it for a notebook."""
        from tilery.coach.report import to_html  # noqa: PLC0415  (reports tell of reviews)

        return to_html(self)

    def __str__(self) -> str:
        from tilery.coach.report import to_text  # noqa: PLC0415

        return to_text(self)


def _number(moment: Moment | None) -> int | None:
    return moment.number if moment else None
