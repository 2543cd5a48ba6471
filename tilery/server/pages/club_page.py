"""The template context of a club's page for one visitor: names, tournaments, tables and ratings in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from babel.dates import format_date

from tilery import games
from tilery.clubs import Row
from tilery.games.game import ChoiceOption
from tilery.server.clubs.club import Club, ClubGame, Member, Season, Tournament
from tilery.server.clubs.service import ClubAccess
from tilery.server.clubs.strengths import Strength
from tilery.server.pages.table_page import LEVELS
from tilery.server.tables.players import DAY, Settings
from tilery.words import Sentence, arranged, say, say_many, translated, whole

WIDE = 400.0
"""An interval at least as wide says little yet."""
SCALE = (600.0, 1400.0)
"""The ratings at both ends of the bars; what is beyond is cut off."""
LISTED = 12
"""How many finished tables are shown."""


@dataclass(frozen=True)
class ClubPage:
    """A club as one visitor sees it, with the ratings of one season."""

    access: ClubAccess
    shown: Season
    ratings: dict[str, list[Strength]]
    language: str

    @property
    def club(self) -> Club:
        return self.access.club

    @property
    def is_current(self) -> bool:
        return self.shown.number == self.club.season.number

    # Members.

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all who are or were members; bots of the same level are numbered."""
        return names_of(self.club, self.language)

    @property
    def people(self) -> list[Member]:
        return [member for member in self.club.present if member.kind == "person"]

    @property
    def bots(self) -> list[Member]:
        return [member for member in self.club.present if member.kind == "bot"]

    # Tournaments.

    @property
    def tournaments(self) -> list[Tournament]:
        """The tournaments of the season, the latest first."""
        found = [each for each in self.club.tournaments if each.season == self.shown.number]
        return found[::-1]

    def title_of(self, game: str) -> str:
        return games.find(game).title if game in games.names() else game

    def about(self, tournament: Tournament) -> Sentence:
        """Return how a tournament is played, in a line."""
        system = say("Swiss system") if tournament.is_swiss else say("Round robin")
        seats = say("tables of {seats}", seats=tournament.seats)
        return arranged("{system} · {seats} · {clock}", system=system, seats=seats, clock=clock_of(tournament))

    def chosen_options(self, tournament: Tournament) -> list[tuple[Sentence, Sentence | str]]:
        """Return what of the game's options is not as usual: what each is about, and its value."""
        if tournament.game not in games.names():
            return []
        chosen = [
            (option, tournament.options.get(option.name, option.default))
            for option in games.find(tournament.game).options
            if isinstance(option, ChoiceOption)
        ]
        return [(whole(option.meaning), option.word(value)) for option, value in chosen if value != option.default]

    def state(self, tournament: Tournament) -> Sentence:
        match tournament.status:
            case "open":
                count = len(tournament.players)
                return say_many("Open to join: {count} player so far", "Open to join: {count} players so far", count)
            case "running":
                return say(
                    "Round {number} of {rounds}", number=max(1, len(tournament.rounds)), rounds=tournament.total
                )  # fmt: skip
            case "closed":
                return say("Closed by the owner")
            case _:
                return say("Over")

    def rows(self, tournament: Tournament) -> list[Row]:
        return self.club.standings(tournament)

    def may_enter(self, tournament: Tournament) -> bool:
        return tournament.status == "open" and self.access.member is not None and not self.takes_part(tournament)

    def takes_part(self, tournament: Tournament) -> bool:
        return self.access.member in tournament.players and self.access.member not in tournament.gone

    def bots_outside(self, tournament: Tournament) -> list[Member]:
        return [bot for bot in self.bots if bot.number not in tournament.players]

    def round_games(self, tournament: Tournament, number: int) -> list[ClubGame]:
        return self.club.games_of(tournament, number)

    # Tables.

    @property
    def tables(self) -> list[ClubGame]:
        """Tables outside tournaments that go on, then those that are over, the latest first."""
        found = [
            game for game in self.club.games.values() if game.tournament is None and game.season == self.shown.number
        ]
        going = [game for game in found if game.is_open]
        over = [game for game in found if not game.is_open and not game.is_void]
        return going[::-1] + over[: -LISTED - 1 : -1]

    def is_mine(self, game: ClubGame) -> bool:
        return self.access.member in game.players

    def player(self, game: ClubGame, seat: int) -> str:
        """Return the name of who sits on a seat, if it is a member or a bot."""
        number = game.players[seat] if seat < len(game.players) else None
        if number is not None:
            return self.names[number]
        level = game.bots[seat] if seat < len(game.bots) else None
        return translated(LEVELS[level] if level in LEVELS else say("Guest"), self.language)

    def pairs(self, game: ClubGame) -> list[tuple[str, int | None, bool]]:
        """Return who plays a game: names, points if it is over, and whether they won."""
        return [
            (
                self.player(game, seat),
                game.totals[seat] if game.totals else None,
                bool(game.places) and game.places[seat] == 1,
            )
            for seat in range(len(game.players) or len(game.totals))
        ]

    # Ratings.

    def bar(self, value: float) -> float:
        """Return where a rating is on its bar, from 0 to 100."""
        low, high = SCALE
        return round(100 * (min(max(value, low), high) - low) / (high - low), 1)

    def is_vague(self, strength: Strength) -> bool:
        return strength.rating.high - strength.rating.low >= WIDE

    def day(self, at: float) -> str:
        return format_date(datetime.fromtimestamp(at, UTC).date(), "medium", locale=self.language)


def names_of(club: Club, language: str) -> dict[int, str]:
    """Return the names of all who are or were members; bots of the same level are numbered."""
    found = {}
    counted: dict[str, int] = {}
    for member in club.members.values():
        if member.kind == "bot":
            level = member.level or ""
            counted[level] = counted.get(level, 0) + 1
            name = translated(LEVELS.get(level, say("bot")), language)
            found[member.number] = f"{name[:1].upper()}{name[1:]} {counted[level]}"
        else:
            found[member.number] = member.name or translated(say("Former member"), language)
    return found


def clock_of(tournament: Tournament) -> Sentence:
    """Return the clock of a tournament in a few words."""
    settings = Settings(**tournament.settings)
    if settings.seconds_per_move is not None and settings.seconds_per_move >= DAY:
        days = int(settings.seconds_per_move // DAY)
        return say_many("{count} day per move", "{count} days per move", days)
    if settings.seconds_per_game is not None:
        return say("{minutes} min per player", minutes=f"{settings.seconds_per_game / 60:g}")
    return say("{minutes} min per move", minutes=f"{(settings.seconds_per_move or 0) / 60:g}")


def standings_rows(page: ClubPage) -> list[Sequence[object]]:
    """Return the ratings of a season as rows of a sheet."""
    rows: list[Sequence[object]] = [("game", "place", "name", "games", "wins", "rating", "low", "high")]
    for game, found in page.ratings.items():
        for place, strength in enumerate(found, 1):
            rating = strength.rating
            numbers = (round(rating.value), round(rating.low), round(rating.high))
            rows.append((game, place, page.names[strength.member], rating.games, strength.wins, *numbers))
    return rows


def tournament_rows(page: ClubPage, tournament: Tournament) -> list[Sequence[object]]:
    """Return standings and games of a tournament as rows of a sheet."""
    rows: list[Sequence[object]] = [("place", "name", "points", "games", "wins", "byes", "tiebreaks")]
    for row in page.rows(tournament):
        breaks = " ".join(f"{number:g}" for number in row.tiebreaks)
        rows.append(
            (row.place, page.names[row.player], f"{row.points:g}", row.games, row.wins, row.byes, breaks)
        )  # fmt: skip
    rows += [(), ("round", "table", "seat", "name", "points", "place")]
    for game in page.club.games_of(tournament):
        for seat, player in enumerate(game.players):
            known = bool(game.places)
            points, place = (game.totals[seat], game.places[seat]) if known else ("", "")
            name = page.names[player] if player is not None else ""
            rows.append((game.round, game.table, seat + 1, name, points, place))
    for number, each in enumerate(tournament.rounds, 1):
        rows += [(number, "", "", page.names[bye], "bye", "") for bye in each.byes]
    return rows
