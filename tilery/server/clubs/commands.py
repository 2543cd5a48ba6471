"""What may happen next in a club: each function checks a request and returns the command for it, or raises a `Refusal`
that says why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tilery import games
from tilery.clubs import most_rounds, round_robin
from tilery.clubs.pairing import table_sizes
from tilery.server.clubs.club import Club, Member, Tournament
from tilery.server.tables.events import Command
from tilery.server.tables.players import Settings, find_game
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.texts import LONGEST_NAME, clean_name, is_visible, tidy
from tilery.words import Sentence, say

MOST_MEMBERS = 200
MOST_BOTS = 24
MOST_PLAYERS = 64
"""How many may take part in a tournament."""
MOST_RUNNING = 4
"""How many tournaments of a club may be open or running."""
MOST_TABLES = 20
"""How many tables of a club outside tournaments may be going on."""
MOST_EVENTS = 20_000
MOST_LEGS = 2
MOST_IN_LARGE_ROBIN = 20


def clean_title(text: str, usual: Sentence | str = "") -> str:
    """Tidy the name of a club, a season or a tournament."""
    title = tidy(text) or str(usual)
    if not title or max(len(text), len(title)) > LONGEST_NAME or not is_visible(title):
        raise Refusal("bad_name", say("A name must have 1 to {most} characters.", most=LONGEST_NAME))
    return title


def check_owner(club: Club, member: int | None) -> None:
    if member is None or member != club.owner:
        raise Refusal("forbidden", say("Only the owner of the club can do that."))


def check_member(club: Club, member: int | None) -> Member:
    if member is None or not club.members[member].is_in:
        raise Refusal("forbidden", say("Join the club first."))
    return club.members[member]


# Members and seasons.


def join(club: Club, name: str, known: int | None) -> Command:
    """Add a person as a member; `known` is their number if they have been one before."""
    if known is not None and club.members[known].gone == "removed":
        raise Refusal("forbidden", say("The owner has removed you from this club."))
    _check_room(club, 1)
    number = known if known is not None else len(club.members) + 1
    return Command("join", None, {"member": number, "kind": "person", "name": clean_name(name)})


def add_bot(club: Club, by: int | None, level: str) -> Command:
    check_owner(club, by)
    _check_room(club, 1)
    if sum(member.kind == "bot" for member in club.present) >= MOST_BOTS:
        raise Refusal("too_many", say("A club can have at most {most} bots.", most=MOST_BOTS))
    number = len(club.members) + 1
    return Command("join", None, {"member": number, "kind": "bot", "name": "", "level": level})


def _check_room(club: Club, more: int) -> None:
    if len(club.present) + more > MOST_MEMBERS:
        raise Refusal("too_many", say("A club can have at most {most} members.", most=MOST_MEMBERS))


def remove(club: Club, by: int | None, number: int) -> Command:
    """Remove a member, or leave the club."""
    member = club.members.get(number)
    if member is None or not member.is_in:
        raise Refusal("not_found", say("That is not a member of this club."))
    if by == number:
        return Command("leave", None, {"member": number, "why": "left"})
    check_owner(club, by)
    return Command("leave", None, {"member": number, "why": "removed"})


def rename(club: Club, by: int | None, name: str) -> Command:
    check_owner(club, by)
    return Command("rename", None, {"name": clean_title(name)})


def season(club: Club, by: int | None, name: str) -> Command:
    """End the season and begin another; tournaments belong to the season in which they began."""
    check_owner(club, by)
    return Command("season", None, {"name": clean_title(name, str(len(club.seasons) + 1))})


def table(club: Club, by: int | None, table_id: str, game: str) -> Command:
    """Open a table for other members."""
    check_member(club, by)
    if sum(each.is_open for each in club.games.values() if each.tournament is None) >= MOST_TABLES:
        raise Refusal("too_many", say("This club has too many open tables. Finish one first."))
    return Command("table", None, {"table": table_id, "game": game})


# Tournaments.


def tournament(
    club: Club,
    by: int | None,
    *,
    name: str,
    game: str,
    seats: int,
    options: dict[str, Any],
    settings: Settings,
    system: str,
    wanted: int | None,
    fill: str | None,
    owner: str,
    seed: int,
) -> Command:
    """Announce a tournament; members can enter until it begins."""
    check_owner(club, by)
    found, options = find_game(game, seats, options)
    if not settings.has_clock:
        raise Refusal("bad_table", say("A tournament needs a clock, so that nobody waits forever."))
    if sum(each.status in ("open", "running") for each in club.tournaments) >= MOST_RUNNING:
        raise Refusal("too_many", say("This club has too many tournaments. Finish one first."))
    body = {
        "name": clean_title(name, found.title),
        "game": game,
        "seats": seats,
        "options": options,
        "settings": asdict(settings),
        "system": system,
        "wanted": wanted,
        "fill": fill,
        "owner": owner,
        "seed": seed,
    }
    return Command("tournament", None, {**body, "by": by})


def enter(club: Club, by: int | None, number: int, members: Iterable[int]) -> Command:
    """Enter a tournament: the caller, or bots if the caller owns the club."""
    tournament = club.tournament(number)
    _check_open(tournament)
    wanted = list(dict.fromkeys(members))
    for one in wanted:
        member = club.members.get(one)
        if member is None or not member.is_in:
            raise Refusal("not_found", say("That is not a member of this club."))
        if one != by:
            check_owner(club, by)
            if member.kind != "bot":
                raise Refusal("forbidden", say("People sign up for tournaments themselves."))
    new = [one for one in wanted if one not in tournament.players]
    if not new:
        raise Refusal("no_change", say("They are already taking part."))
    if len(tournament.players) + len(new) > MOST_PLAYERS:
        raise Refusal("too_many", say("A tournament can have at most {most} players.", most=MOST_PLAYERS))
    return Command("enter", None, {"tournament": number, "members": new})


def withdraw(club: Club, by: int | None, number: int, member: int) -> Command:
    """Withdraw from a tournament; a game in progress continues."""
    tournament = club.tournament(number)
    if member != by:
        check_owner(club, by)
    if tournament.status not in ("open", "running") or member not in tournament.players or member in tournament.gone:
        raise Refusal("no_change", say("That player is not taking part."))
    return Command("withdraw", None, {"tournament": number, "member": member})


def plan(tournament: Tournament, order: list[int], next_member: int) -> dict[str, Any]:
    """Return how a tournament will be played if it begins with players in this order, which was drawn by lot.

    A round robin at larger tables is searched for, so this can take a second.
    """
    players = list(order)
    body: dict[str, Any] = {}
    least = min(games.find(tournament.game).seats)
    if tournament.fill and sum(table_sizes(len(players), tournament.seats, least)) < len(players):
        body["bot"] = {"member": next_member, "level": tournament.fill}
        players.append(next_member)
    body |= {"tournament": tournament.number, "players": players}
    if tournament.is_swiss:
        usual = max(1, (len(players) - 1).bit_length())
        rounds = min(tournament.wanted or usual, most_rounds(len(players), tournament.seats))
        return {**body, "rounds": rounds}
    legs = min(tournament.wanted or 1, MOST_LEGS)
    schedule = round_robin(players, tournament.seats, least, legs=legs, seed=tournament.seed)
    return {**body, "rounds": len(schedule), "schedule": [asdict(each) for each in schedule]}


def check_begin(club: Club, by: int | None, number: int) -> Tournament:
    """Check that a tournament can begin."""
    check_owner(club, by)
    tournament = club.tournament(number)
    _check_open(tournament)
    if len(tournament.players) < tournament.seats:
        sentence = say("A tournament at tables of {seats} needs more players.", seats=tournament.seats)
        raise Refusal("seats_open", sentence)
    if tournament.seats > 2 and not tournament.is_swiss and len(tournament.players) > MOST_IN_LARGE_ROBIN:
        sentence = say("At larger tables a round robin can have at most {most} players.", most=MOST_IN_LARGE_ROBIN)
        raise Refusal("too_many", sentence)
    return tournament


def begin(club: Club, by: int | None, number: int, planned: dict[str, Any]) -> Command:
    """Begin a tournament as planned, unless the list of players has changed in the meantime."""
    tournament = check_begin(club, by, number)
    bot = planned.get("bot")
    expected = {player for player in planned["players"] if bot is None or player != bot["member"]}
    if expected != set(tournament.players) or (bot is not None and bot["member"] in club.members):
        raise Refusal("conflict", say("Someone else got there first. Reload and try again."))
    return Command("begin", None, planned)


def close(club: Club, by: int | None, number: int) -> Command:
    """End a tournament early; finished games count."""
    check_owner(club, by)
    if club.tournament(number).status not in ("open", "running"):
        raise Refusal("over", say("That tournament is over."))
    return Command("end", None, {"tournament": number, "how": "closed"})


def _check_open(tournament: Tournament) -> None:
    if tournament.status != "open":
        raise Refusal("started", say("That tournament has already started."))
