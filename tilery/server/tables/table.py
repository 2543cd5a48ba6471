"""One table: its log of events folded into who sits where, the match, and the clocks.

Nothing here reads a clock, a database or a network: time comes in with each event. `commands.py` decides what may be
added to the log, `views.py` what a viewer may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from tilery.match.match import Match
from tilery.match.record import seed_hash
from tilery.server.tables.events import QUIET_KINDS, Event, undone_in, without_names, without_text
from tilery.server.tables.players import Player, Settings, update_clocks
from tilery.server.tables.refusal import Refusal
from tilery.words import say

Copied = TypeVar("Copied")

GOING_ON = ("open", "running")
STATUSES = (*GOING_ON, "over", "closed")
"""What the status of a table can be."""


@dataclass
class Table:
    """A table as its log tells it."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: int
    settings: Settings
    public: bool
    name: str = ""
    owner: str = ""
    """Whose time its bots take: see `clients.owner_of`."""

    def __post_init__(self) -> None:
        self.players = [Player() for _ in range(self.seats)]
        self.match: Match | None = None
        self.events: list[Event] = []
        self.rematch: str | None = None
        self.rematch_by: int | None = None
        self.match_event = 0
        self.is_closed = False
        self.ends: float | None = None

    # `match_event` is the number of the last event that changed the match; `rematch` the id of the table after this
    # one, and `rematch_by` the seat that asked for it; `is_closed` if the host has ended it before the game was over;
    # `ends` when it will be closed or deleted by the host's rules unless something happens before.

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def status(self) -> str:
        if self.is_closed:
            return "closed"
        if self.match is None:
            return "open"
        return "over" if self.match.is_over else "running"

    @property
    def seed_hash(self) -> str:
        """Published before the first move; the seed follows after the last."""
        return seed_hash(self.seed)

    @property
    def started_match(self) -> Match:
        """The match, which has to have started."""
        if self.match is None:
            raise Refusal("not_started", say("The game has not started yet."))
        return self.match

    # What happens by itself.

    def bots_due(self) -> list[int]:
        """Return the seats that owe a decision which a bot has to make."""
        if self.match is None:
            return []
        return [seat for seat in self.match.waiting if self.players[seat].is_played_by_bot]

    def time_up(self, seat: int) -> float | None:
        """Return when the time of a person who owes a decision runs out."""
        return self.players[seat].time_up(self.settings)

    def owes(self, seat: int) -> bool:
        """Return whether the person at a seat owes a decision, which no bot makes for them."""
        return self.match is not None and seat in self.match.waiting and not self.players[seat].away

    @property
    def is_alone(self) -> bool:
        """Whether bots play among themselves."""
        return all(player.is_played_by_bot for player in self.players)

    def is_against_bots(self, seat: int) -> bool:
        """Return whether nobody but bots sits on the other seats, and the game does not count for anything."""
        return not self.settings.rated and all(
            player.kind == "bot" for other, player in enumerate(self.players) if other != seat
        )

    @property
    def undone(self) -> int:
        """How many times somebody went back in a game against bots alone, where that is not limited."""
        return undone_in(self.events)

    def clock_due(self) -> float | None:
        """Return when the time of the first person runs out."""
        if self.match is None or self.match.is_over or self.is_closed or not self.settings.has_clock:
            return None
        return min((due for seat in range(self.seats) if (due := self.time_up(seat)) is not None), default=None)

    def bot_due(self) -> float | None:
        """Return when a bot should move."""
        if self.match is None or self.match.is_over or self.is_closed:
            return None
        since = [self.players[seat].waited_since or 0 for seat in self.bots_due()]
        return min(since) + self.settings.bot_seconds if since else None

    def next_due(self) -> float | None:
        """Return when something has to happen by itself: a bot's move or the end of somebody's time."""
        return min((due for due in (self.clock_due(), self.bot_due()) if due is not None), default=None)

    # The fold.

    def after(self, event: Event, match: Match | None = None) -> Table:
        """Return this table with one more event; this one stays as it is.

        `match` is the match after the event, if somebody has played it already.
        """
        twin = _copy(self)
        twin.players = [_copy(player) for player in self.players]
        twin.events = self.events.copy()
        twin.match = match or (self.match and self.match.copy())
        if match is None:
            twin._play(event)
        twin._fold(event)
        return twin

    def for_thread(self) -> Table:
        """Return a copy for another thread, which shares no working memory of the match."""
        twin = _copy(self)
        twin.match = self.match and self.match.copy()
        return twin

    def apply(self, event: Event) -> None:
        """Apply one more event, as it is read from storage."""
        self._play(event)
        self._fold(event)

    def fold(self, event: Event, match: Match) -> None:
        """Apply one more event whose move somebody has played already; `match` is the one after it."""
        self.match = match
        self._fold(event)

    def _play(self, event: Event) -> None:
        """Apply what an event changes in the match."""
        match event.kind:
            case "start":
                self.match = Match(self.game, self.seats, options=self.options, seed=self.seed, rules=self.rules)
                self.match.story()  # from now on it is written with every move, and not anew for every picture
            case "move":
                self.started_match.play(event.body["move"], event.seat)
            case "undo":
                self.started_match.undo(event.body.get("count", 1))

    def _fold(self, event: Event) -> None:
        """Apply what an event changes besides the match, which is already the one after it."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        if event.kind not in QUIET_KINDS:
            self.ends = None
        getattr(self, f"_fold_{event.kind}")(event)
        self.events.append(event)

    def _fold_sit(self, event: Event) -> None:
        self.players[_seat(event)] = Player("person", name=event.body["name"], asked=event.body.get("asked", False))

    def _fold_seat_bot(self, event: Event) -> None:
        self.players[_seat(event)] = Player("bot", level=event.body["level"])

    def _fold_rise(self, event: Event) -> None:
        self.players[_seat(event)] = Player()

    def _fold_ready(self, event: Event) -> None:
        self.players[_seat(event)].ready = event.body["on"]
        self.players[_seat(event)].asked = False

    def _fold_arrange(self, event: Event) -> None:
        self.players = [Player() if seat is None else self.players[seat] for seat in event.body["order"]]
        self.seats = len(self.players)

    def _fold_edit(self, event: Event) -> None:
        self._fold_arrange(event)
        self.options, self.settings = event.body["options"], Settings(**event.body["settings"])
        self.public, self.name = event.body["public"], event.body["name"]
        for player in self.players:
            player.ready = False

    def _fold_start(self, event: Event) -> None:
        self._fold_match(event)

    def _fold_move(self, event: Event) -> None:
        self._fold_match(event, moved=event.seat)

    def _fold_undo(self, event: Event) -> None:
        self._fold_match(event)

    def _fold_match(self, event: Event, moved: int | None = None) -> None:
        self.match_event = event.number
        update_clocks(self.players, self.settings, self.started_match.waiting, event.at, moved)

    def _fold_chat(self, event: Event) -> None:
        pass

    def _fold_away(self, event: Event) -> None:
        player = self.players[_seat(event)]
        player.away = True
        player.votes = frozenset()
        player.is_removed = event.body["why"] == "removed"

    def _fold_back(self, event: Event) -> None:
        self.players[_seat(event)].away = False
        self.players[_seat(event)].waited_since = None
        update_clocks(self.players, self.settings, self.started_match.waiting, event.at)

    def _fold_vote(self, event: Event) -> None:
        self.players[event.body["against"]].votes |= {_seat(event)}

    def _fold_holiday(self, event: Event) -> None:
        player = self.players[_seat(event)]
        if event.body["on"]:
            player.begin_holiday(event.at)
        else:
            player.end_holiday(self.settings, event.at)

    def _fold_erase(self, event: Event) -> None:
        self.players[_seat(event)].name = ""
        self.events = without_names(self.events, _seat(event))

    def _fold_mute(self, event: Event) -> None:
        self.players[_seat(event)].is_muted = event.body["on"]

    def _fold_unsay(self, event: Event) -> None:
        number = event.body["number"]
        self.events = [without_text(earlier) if earlier.number == number else earlier for earlier in self.events]

    def _fold_close(self, event: Event) -> None:
        del event
        self.is_closed = True

    def _fold_expiry(self, event: Event) -> None:
        self.ends = event.body["at"]

    def _fold_rematch(self, event: Event) -> None:
        self.rematch, self.rematch_by = event.body["table"], event.seat


def _copy(thing: Copied) -> Copied:
    """Copy an object; quicker than the standard library, and every move needs some copies."""
    twin = object.__new__(type(thing))
    twin.__dict__.update(thing.__dict__)
    return twin


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat
