"""One club: its log of events folded into members, seasons, tournaments and games.

Nothing here reads a clock, a database or a network. `commands.py` decides what may be added to the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilery.clubs import Game, Round, Row, standings
from tilery.server.tables.events import Event, RequestId
from tilery.server.tables.refusal import Refusal
from tilery.words import say

SWISS, ROUND_ROBIN = "swiss", "round_robin"
SYSTEMS = (SWISS, ROUND_ROBIN)


@dataclass
class Member:
    """A present or former member of a club: a person, or a bot with its level."""

    number: int
    kind: str
    name: str
    level: str | None
    joined: float
    gone: str | None = None
    """Why it is no longer a member: left, removed or erased."""

    @property
    def is_in(self) -> bool:
        return self.gone is None


@dataclass
class Season:
    number: int
    name: str
    began: float
    ended: float | None = None


@dataclass
class ClubGame:
    """A game at a table of a club."""

    table: str
    game: str
    season: int
    tournament: int | None
    round: int
    players: tuple[int | None, ...]
    """Members by seat; None for everybody else. In a game outside tournaments they are known after its end."""
    bots: tuple[str | None, ...] = ()
    """Levels of bots that are no members, by seat."""
    places: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    is_void: bool = False
    """Whether the table is gone without a result."""
    ended: float | None = None

    @property
    def is_open(self) -> bool:
        return self.ended is None

    @property
    def counts(self) -> bool:
        return bool(self.places)


@dataclass
class Tournament:
    """A tournament: how it is played, who takes part, and the rounds so far."""

    number: int
    name: str
    game: str
    seats: int
    options: dict[str, Any]
    settings: dict[str, Any]
    system: str
    wanted: int | None
    """Rounds of a Swiss tournament; None for as many as it takes to find one winner. Legs of a round robin."""
    fill: str | None
    """The level of a bot that takes part if somebody would have to sit out."""
    season: int
    owner: str
    """Whose time its bots take."""
    seed: int
    status: str = "open"
    """Open to those who want to take part, running, over, or closed before its end."""
    players: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    """Who takes part no longer."""
    rounds: list[Round] = field(default_factory=list)
    schedule: list[Round] = field(default_factory=list)
    """All rounds of a round robin."""
    total: int = 0
    """How many rounds there will be; 0 before the start."""

    @property
    def is_swiss(self) -> bool:
        return self.system == SWISS


@dataclass
class Club:
    """A club as its log tells it."""

    id: str
    link: str

    def __post_init__(self) -> None:
        self.name = ""
        self.number = 0
        """The number of the last event."""
        self.members: dict[int, Member] = {}
        self.owner: int | None = None
        self.seasons: list[Season] = []
        self.tournaments: list[Tournament] = []
        self.games: dict[str, ClubGame] = {}
        """By the ids of their tables."""
        self._results: dict[str, tuple[str, Event]] = {}

    @property
    def season(self) -> Season:
        """The current season."""
        return self.seasons[-1]

    @property
    def present(self) -> list[Member]:
        return [member for member in self.members.values() if member.is_in]

    def tournament(self, number: int) -> Tournament:
        if not 1 <= number <= len(self.tournaments):
            raise Refusal("not_found", say("This club has no such tournament."))
        return self.tournaments[number - 1]

    def games_of(self, tournament: Tournament, round_number: int | None = None) -> list[ClubGame]:
        """Return the games of a tournament, or of one of its rounds, which count from 1."""
        return [
            game
            for game in self.games.values()
            if game.tournament == tournament.number and round_number in (None, game.round)
        ]

    def standings(self, tournament: Tournament) -> list[Row]:
        """Return how a tournament stands; before its first result, in the order of the players."""
        counted = [
            Game(tuple(player for player in game.players if player is not None), game.places)
            for game in self.games_of(tournament)
            if game.counts
        ]
        counted += [Game((bye,), (1,)) for each in tournament.rounds for bye in each.byes]
        return standings(tournament.players, counted, swiss=tournament.is_swiss)

    def is_round_over(self, tournament: Tournament) -> bool:
        """Return whether no game of a tournament is in progress."""
        return not any(game.is_open for game in self.games_of(tournament, len(tournament.rounds)))

    def result_of(self, request: RequestId) -> Event | None:
        """Return the event that a request has already led to; another request must not have the same id."""
        content, event = self._results.get(request.id, ("", None))
        if content and content != request.content:
            raise Refusal("id_reused", say("That id was already used for something else."))
        return event

    # The fold.

    def apply(self, event: Event) -> None:
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        getattr(self, f"_fold_{event.kind}")(event)
        self.number = event.number
        if event.client is not None:
            request = RequestId.read(event.client)
            self._results[request.id] = (request.content, event)

    def _fold_create(self, event: Event) -> None:
        self.name = event.body["name"]
        self.seasons = [Season(1, event.body["season"], event.at)]

    def _fold_rename(self, event: Event) -> None:
        self.name = event.body["name"]

    def _fold_join(self, event: Event) -> None:
        body = event.body
        number = body["member"]
        known = self.members.get(number)
        joined = event.at if known is None else known.joined
        self.members[number] = Member(number, body["kind"], body["name"], body.get("level"), joined)
        if self.owner is None and body["kind"] == "person":
            self.owner = number

    def _fold_leave(self, event: Event) -> None:
        member = self.members[event.body["member"]]
        member.gone = event.body["why"]
        if member.gone == "erased":
            member.name = ""
        for tournament in self.tournaments:
            if tournament.status in ("open", "running"):
                self._withdraw(tournament, member.number)
        if self.owner == member.number:  # whoever has been here longest follows
            self.owner = next((other.number for other in self.present if other.kind == "person"), None)

    def _fold_link(self, event: Event) -> None:
        """Another link was made; which one is not in the log."""

    def _fold_season(self, event: Event) -> None:
        self.season.ended = event.at
        self.seasons.append(Season(self.season.number + 1, event.body["name"], event.at))

    def _fold_table(self, event: Event) -> None:
        body = event.body
        self.games[body["table"]] = ClubGame(body["table"], body["game"], self.season.number, None, 0, ())

    def _fold_tournament(self, event: Event) -> None:
        body = {name: value for name, value in event.body.items() if name != "by"}
        self.tournaments.append(Tournament(number=len(self.tournaments) + 1, season=self.season.number, **body))

    def _fold_enter(self, event: Event) -> None:
        tournament = self.tournament(event.body["tournament"])
        tournament.players += [member for member in event.body["members"] if member not in tournament.players]

    def _fold_withdraw(self, event: Event) -> None:
        self._withdraw(self.tournament(event.body["tournament"]), event.body["member"])

    def _withdraw(self, tournament: Tournament, member: int) -> None:
        if tournament.status == "open":
            tournament.players = [player for player in tournament.players if player != member]
        elif member in tournament.players:
            tournament.gone.add(member)

    def _fold_begin(self, event: Event) -> None:
        tournament = self.tournament(event.body["tournament"])
        tournament.status = "running"
        if (bot := event.body.get("bot")) is not None:
            self.members[bot["member"]] = Member(bot["member"], "bot", "", bot["level"], event.at)
        tournament.players = list(event.body["players"])
        tournament.total = event.body["rounds"]
        tournament.schedule = [_round(each) for each in event.body.get("schedule", ())]

    def _fold_round(self, event: Event) -> None:
        tournament = self.tournament(event.body["tournament"])
        found = Round(
            tuple(tuple(table["players"]) for table in event.body["tables"]), tuple(event.body["byes"])
        )  # fmt: skip
        tournament.rounds.append(found)
        for table in event.body["tables"]:
            self.games[table["id"]] = ClubGame(
                table["id"],
                tournament.game,
                tournament.season,
                tournament.number,
                len(tournament.rounds),
                tuple(table["players"]),
            )

    def _fold_result(self, event: Event) -> None:
        game, body = self.games[event.body["table"]], event.body
        game.ended = event.at
        game.is_void = body.get("void", False)
        game.places, game.totals = tuple(body.get("places", ())), tuple(body.get("totals", ()))
        if game.tournament is None:
            game.players, game.bots = tuple(body.get("players", ())), tuple(body.get("bots", ()))

    def _fold_end(self, event: Event) -> None:
        self.tournament(event.body["tournament"]).status = event.body["how"]


def _round(document: dict[str, Any]) -> Round:
    return Round(tuple(tuple(table) for table in document["tables"]), tuple(document["byes"]))
