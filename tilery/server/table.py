"""One table: its log of events folded into who sits where, the match, and the clocks; and what may be added to the log.

Nothing here reads a clock, a database or a network: time comes in with each event, and what a person asks for either
becomes new events or a `Refusal`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tilery import games
from tilery.games.game import NotationError
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.match.record import seed_hash
from tilery.words import Sentence, reason, say, say_many, whole

Copied = TypeVar("Copied")

LONGEST_NAME = 40
LONGEST_CHAT = 500
REVEAL_SAMPLES = 32


class Refusal(Exception):  # noqa: N818  (an answer, not a fault)
    """Something that was asked for cannot be: a sentence for people, a code for programs, a status for HTTP."""

    def __init__(self, code: str, sentence: Sentence, status: int = 409) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = status


@dataclass(frozen=True)
class Event:
    """Something that happened at a table. Numbers count from 1 without a gap."""

    number: int
    kind: str
    seat: int | None
    body: dict[str, Any]
    at: float
    client: str | None = None


@dataclass(frozen=True)
class Wish:
    """An event that would be next in the log."""

    kind: str
    seat: int | None = None
    body: dict[str, Any] = field(default_factory=dict)
    client: str | None = None


@dataclass(frozen=True)
class Settings:
    """What was agreed when the table was made. Times are in seconds; None is no limit."""

    chat: bool = True
    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    absent_after: float = 120.0
    bot_seconds: float = 1.0
    stand_in: str = "greedy"
    """The level of the bot that plays for people who are away."""

    @property
    def has_clock(self) -> bool:
        return self.seconds_per_move is not None or self.seconds_per_game is not None


@dataclass
class Player:
    """Who sits on a seat: nobody yet ("open"), a person, or a bot. A bot may play for a person who is away."""

    kind: str = "open"
    name: str = ""
    level: str | None = None
    away: bool = False
    waited_since: float | None = None
    """Since when it owes the decision that it owes now."""
    used: float = 0.0

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away


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

    def __post_init__(self) -> None:
        self.players = [Player() for _ in range(self.seats)]
        self.match: Match | None = None
        self.events: list[Event] = []
        self.rematch: str | None = None
        self.position = 0

    # `position` is the number of the last event that changed the match; `rematch` the id of the table after this one.

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def status(self) -> str:
        if self.match is None:
            return "open"
        return "over" if self.match.is_over else "running"

    @property
    def seed_hash(self) -> str:
        """Published before the first move; the seed follows after the last."""
        return seed_hash(self.seed)

    def after(self, event: Event) -> Table:
        """This table with one more event, this one staying as it is."""
        twin = _copy(self)
        twin.players = [_copy(player) for player in self.players]
        twin.match = self.match and self.match.copy()
        twin.events = self.events.copy()
        twin.apply(event)
        return twin

    # The fold.

    def apply(self, event: Event) -> None:
        """Let one more event have happened."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        getattr(self, f"_apply_{event.kind}")(event)
        self.events.append(event)

    def _apply_sit(self, event: Event) -> None:
        self.players[_seat(event)] = Player("person", name=event.body["name"])

    def _apply_seat_bot(self, event: Event) -> None:
        self.players[_seat(event)] = Player("bot", level=event.body["level"])

    def _apply_rise(self, event: Event) -> None:
        self.players[_seat(event)] = Player()

    def _apply_start(self, event: Event) -> None:
        self.match = Match(self.game, self.seats, options=self.options, seed=self.seed)
        self.position = event.number
        self._note_waiting(event.at)

    def _apply_move(self, event: Event) -> None:
        self._running().play(event.body["move"], _seat(event))
        self.position = event.number
        self._note_waiting(event.at, moved=event.seat)

    def _apply_undo(self, event: Event) -> None:
        self._running().undo()
        self.position = event.number
        self._note_waiting(event.at)

    def _apply_chat(self, event: Event) -> None:
        pass

    def _apply_away(self, event: Event) -> None:
        self.players[_seat(event)].away = True

    def _apply_back(self, event: Event) -> None:
        self.players[_seat(event)].away = False
        self.players[_seat(event)].waited_since = None
        self._note_waiting(event.at)

    def _apply_erase(self, event: Event) -> None:
        self.players[_seat(event)].name = ""
        self.events = [without_name(earlier, _seat(event)) for earlier in self.events]

    def _apply_rematch(self, event: Event) -> None:
        self.rematch = event.body["table"]

    def _note_waiting(self, at: float, moved: int | None = None) -> None:
        """Start and stop the clocks of those who begin or cease to owe a decision."""
        waiting = self._running().waiting
        for seat, player in enumerate(self.players):
            if player.waited_since is not None and (seat not in waiting or seat == moved):
                player.used += at - player.waited_since
                player.waited_since = None
            if player.waited_since is None and seat in waiting:
                player.waited_since = at

    def _running(self) -> Match:
        if self.match is None:
            raise Refusal("not_started", say("The game has not started yet."))
        return self.match

    # What may happen next.

    def sit(self, name: str, seat: int | None) -> Wish:
        if self.match is not None:
            raise Refusal("started", say("The game has started; a seat can be taken only before that."))
        free = [index for index, player in enumerate(self.players) if player.kind == "open"]
        if seat is None:
            if not free:
                raise Refusal("full", say("All seats of this table are taken."))
            seat = free[0]
        if not 0 <= seat < self.seats:
            raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=self.seats - 1), 404)
        if seat not in free:
            raise Refusal("seat_taken", say("That seat is taken."))
        return Wish("sit", seat, {"name": clean_name(name)})

    def seat_bot(self, seat: int, level: str) -> Wish:
        """Put a bot on an open seat."""
        return Wish("seat_bot", self.sit("bot", seat).seat, {"level": level})

    def start(self) -> Wish:
        if self.match is not None:
            raise Refusal("started", say("The game has started already."))
        missing = sum(player.kind == "open" for player in self.players)
        if missing:
            raise Refusal(
                "seats_open",
                say_many(
                    "{count} of {seats} seats is still open.",
                    "{count} of {seats} seats are still open.",
                    missing,
                    seats=self.seats,
                ),
            )
        return Wish("start")

    def play(self, seat: int, move: str, client: str | None = None) -> Wish:
        match = self._running()
        try:
            trial = match.game.notation.code(move)
            refusal = match.why_not(Move(match.game, seat, trial))
        except (NotationError, IllegalMoveError) as error:
            raise Refusal("bad_move", whole(reason(error)), 422) from None
        if refusal is not None:
            code = "over" if match.is_over else "illegal_move" if seat in match.waiting else "not_your_turn"
            raise Refusal(code, whole(refusal))
        return Wish("move", seat, {"move": match.game.notation.text(trial)}, client)

    def undo(self, seat: int) -> Wish:
        """Take a step back. Whether it `reveals` something is asked separately, because that takes longer."""
        match = self._running()
        if match.is_over:
            raise Refusal("over", say("The game is over."))
        moves = [event for event in self.events if event.kind in ("move", "undo")]
        if not match.moves or moves[-1].kind != "move" or match.moves[-1].seat != seat:
            raise Refusal(
                "nothing_to_undo", say("Only your own last step can be taken back, before anybody else moves.")
            )
        return Wish("undo", seat)

    def chat(self, seat: int, text: str) -> Wish:
        if not self.settings.chat:
            raise Refusal("chat_off", say("Chat is switched off at this table."))
        said = tidy(text)
        if not said or len(text) > LONGEST_CHAT:
            raise Refusal("bad_text", say("A message has 1 to {most} characters.", most=LONGEST_CHAT), 422)
        return Wish("chat", seat, {"text": said})

    def leave(self, seat: int) -> Wish:
        if self.match is None:
            if self.players[seat].kind != "person":
                raise Refusal("not_seated", say("Nobody sits there."))
            return Wish("rise", seat)
        if self.match.is_over:
            raise Refusal("over", say("The game is over."))
        if self.players[seat].is_played_by_bot:
            raise Refusal("away", say("A bot plays for that seat already."))
        return Wish("away", seat, {"why": "left"})

    def hand_over(self, seat: int, now: float) -> Wish:
        """Let a bot play for somebody who has kept the table waiting."""
        if self._running().is_over:
            raise Refusal("over", say("The game is over."))
        if not 0 <= seat < self.seats:
            raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=self.seats - 1), 404)
        player = self.players[seat]
        if player.is_played_by_bot:
            raise Refusal("away", say("A bot plays for that seat already."))
        if player.waited_since is None:
            raise Refusal("not_absent", say("That seat owes no decision now."))
        left = self.settings.absent_after - (now - player.waited_since)
        if left > 0:
            raise Refusal(
                "not_absent",
                say_many(
                    "Give that player {count} more second.", "Give that player {count} more seconds.", math.ceil(left)
                ),
            )
        return Wish("away", seat, {"why": "absent"})

    def come_back(self, seat: int) -> Wish:
        if self.players[seat].kind != "person" or not self.players[seat].away:
            raise Refusal("not_away", say("No bot plays for your seat."))
        return Wish("back", seat)

    def erase(self, seat: int) -> Wish:
        """Forget a person's name."""
        if self.players[seat].kind != "person" or not self.players[seat].name:
            raise Refusal("no_name", say("That seat has no name."))
        return Wish("erase", seat)

    def play_again(self, new: str) -> Wish | None:
        """Go on at the table `new`; nothing if there is such a table already."""
        if not self._running().is_over:
            raise Refusal("running", say("The game is not over yet."))
        return Wish("rematch", None, {"table": new}) if self.rematch is None else None

    def out_of_time(self, now: float) -> Wish | None:
        """A bot takes over for the first person whose time is up."""
        for seat in range(self.seats):
            due = self.clock_due(seat)
            if due is not None and due <= now:
                return Wish("away", seat, {"why": "time"})
        return None

    def clock_due(self, seat: int) -> float | None:
        """When the time of a person who owes a decision runs out."""
        player = self.players[seat]
        if player.waited_since is None or player.is_played_by_bot:
            return None
        limits = []
        if self.settings.seconds_per_move is not None:
            limits.append(player.waited_since + self.settings.seconds_per_move)
        if self.settings.seconds_per_game is not None:
            limits.append(player.waited_since + self.settings.seconds_per_game - player.used)
        return min(limits, default=None)

    def bots_due(self) -> list[int]:
        """The seats that owe a decision which a bot has to make."""
        if self.match is None:
            return []
        return [seat for seat in self.match.waiting if self.players[seat].is_played_by_bot]

    def next_due(self) -> float | None:
        """When something has to happen by itself: a bot's move or the end of somebody's time."""
        if self.match is None or self.match.is_over:
            return None
        if not self.settings.has_clock and not any(player.is_played_by_bot for player in self.players):
            return None
        times = [due for seat in range(self.seats) if (due := self.clock_due(seat)) is not None]
        times += [(self.players[seat].waited_since or 0) + self.settings.bot_seconds for seat in self.bots_due()]
        return min(times, default=None)

    # What a viewer may know. A viewer is a seat, or None for a spectator.

    def visible(self, event: Event, viewer: int | None) -> dict[str, Any]:
        """An event as `viewer` may read it."""
        body = event.body
        if event.kind == "move" and event.seat != viewer:
            notation = games.find(self.game).notation
            body = {**body, "move": notation.public(notation.code(body["move"]))}
        return {"number": event.number, "kind": event.kind, "seat": event.seat, **body, "at": event.at}

    def summary(self) -> dict[str, Any]:
        """The table as lists show it: what everybody may know who may know of it."""
        return {
            "id": self.id,
            "name": self.name,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": self.options,
            "public": self.public,
            "status": self.status,
            "number": self.number,
            "waiting": list(self.match.waiting) if self.match else [],
            "players": [
                {
                    "kind": player.kind,
                    "name": player.name if player.name or player.kind == "open" else f"player {seat + 1}",
                    "level": player.level,
                    "away": player.away,
                    "seconds_used": round(player.used, 3),
                    "time_up_at": self.clock_due(seat),
                }
                for seat, player in enumerate(self.players)
            ],
        }

    def view(self, viewer: int | None) -> dict[str, Any]:
        """The table and the match as `viewer` may see them now."""
        seen: dict[str, Any] = {
            **self.summary(),
            "seat": viewer,
            "seed_hash": self.seed_hash,
            "seed": None,
            "chat": self.settings.chat,
            "seconds_per_move": self.settings.seconds_per_move,
            "seconds_per_game": self.settings.seconds_per_game,
            "absent_after": self.settings.absent_after,
            "rematch": self.rematch,
            "view": None,
            "outcome": None,
        }
        if self.match is not None:
            view = self.match.view(viewer)
            seen["view"] = {
                "waiting": list(view.waiting),
                "legal_moves": list(view.legal_moves),
                "table": view.table,
                "picture": view.picture,
                "last_moves": [list(move) for move in view.last_moves],
            }
            if self.match.outcome is not None:
                seen["outcome"] = self.match.outcome.to_json()
                seen["seed"] = f"{self.seed:032x}"
        return seen


def _copy(thing: Copied) -> Copied:
    """Quicker than the copies of the standard library; every move needs some."""
    twin = object.__new__(type(thing))
    twin.__dict__.update(thing.__dict__)
    return twin


def reveals(before: Match, move: Move) -> bool:
    """Whether a move shows anybody something that it could not know before.

    Worlds that look the same to a viewer before the move must look the same to it after the move.
    """
    after = before.copy()
    after.play(move)
    for viewer in (None, *range(before.seats)):
        seen = _knowledge(after, viewer)
        for sample in range(REVEAL_SAMPLES):
            world = before.redeal(viewer, seed=sample)
            if world.why_not(move) is not None:
                return True
            world.play(move)
            if _knowledge(world, viewer) != seen:
                return True
    return False


def _knowledge(match: Match, viewer: int | None) -> tuple[object, ...]:
    """All that a viewer knows of a match, quickly."""
    seat = SPECTATOR if viewer is None else viewer
    moves = [move.code for move in match.legal_moves(seat)]
    return match.waiting, match.game.views.view(match.state, seat), moves


def without_name(event: Event, seat: int) -> Event:
    """An event that no longer tells how the person on `seat` is called."""
    return replace(event, body={**event.body, "name": ""}) if event.kind == "sit" and event.seat == seat else event


def tidy(text: str) -> str:
    """A text without control characters and needless spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def clean_name(name: str) -> str:
    clean = tidy(name)
    if not clean or len(name) > LONGEST_NAME:
        raise Refusal("bad_name", say("A name has 1 to {most} characters.", most=LONGEST_NAME), 422)
    return clean


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat
