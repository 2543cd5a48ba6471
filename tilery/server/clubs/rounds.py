"""Running tournaments: collects results from tables, and makes the tables of the next round.

Each step is one transaction and is found to be done if it is repeated, so that a process that dies leaves nothing half
done: a table is looked at until the club has its result and the round after it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from tilery import games
from tilery.clubs import Round, next_round
from tilery.server.clubs.club import Club, ClubGame, Tournament
from tilery.server.clubs.registry import Clubs
from tilery.server.storage import club_queries, queries
from tilery.server.storage.database import StorageDownError
from tilery.server.tables.creation import TableOrder, seated_table
from tilery.server.tables.events import Command, Event
from tilery.server.tables.players import Player, Settings
from tilery.server.tables.profiles import places_of
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.words import say

log = logging.getLogger("tilery.clubs")

POLL_SECONDS = 0.5
AT_ONCE = 100


class Rounds:
    """Collects results of finished club games and advances their tournaments."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs
        self._tables = clubs.tables
        self._storage = clubs.storage

    async def run(self) -> None:
        """Poll for finished games until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.settle_all()
            except StorageDownError:
                continue
            except Exception:
                log.exception("looking for finished games of clubs has failed")

    async def settle_all(self) -> None:
        """Settle all games that have finished."""
        for club_id, table_id in await self._storage.read(
            lambda connection: club_queries.finished_tables(connection, AT_ONCE)
        ):
            try:
                await self.settle(club_id, table_id)
            except Refusal as refusal:
                log.warning("a game of a club could not be counted", extra={"table": table_id, "why": str(refusal)})

    async def settle(self, club_id: str, table_id: str) -> None:
        """Write the result of a game and advance its tournament."""
        body = await self._result(club_id, table_id)

        def propose(club: Club) -> Command | None:
            game = club.games.get(table_id)
            return Command("result", None, body) if game is not None and game.is_open else None

        await self._clubs.submit(club_id, propose)
        club = await self._clubs.find(club_id)
        number = club.games[table_id].tournament
        if number is not None:
            await self.advance(club, number)
        await self._storage.write(lambda connection: club_queries.close_table(connection, table_id))

    async def _result(self, club_id: str, table_id: str) -> dict[str, Any]:
        """Return how a game ended, with the members that played it."""
        try:
            table = (await self._tables.find_fresh(table_id)).table
        except Refusal:  # deleted, or by rules that are no longer here
            return {"table": table_id, "void": True}
        if table.match is None or table.match.outcome is None:
            raise Refusal("running", say("The game is not over yet."))
        outcome = table.match.outcome

        def read(connection: Connection) -> tuple[dict[int, str], list[queries.Grant]]:
            return club_queries.holders(connection, club_id), queries.grants(connection, table_id)

        holders, grants = await self._storage.read(read)
        members = {holder: member for member, holder in holders.items()}
        players: list[int | None] = [None] * table.seats
        for digest, role in grants:
            if role.seat is not None and digest in members:
                players[role.seat] = members[digest]
        return {
            "table": table_id,
            "places": places_of(outcome),
            "totals": list(outcome.totals),
            "players": players,
            "bots": [player.level if player.kind == "bot" else None for player in table.players],
        }

    async def advance(self, club: Club, number: int) -> None:
        """Make the next round of a tournament, or end it, if the last round is over."""
        tournament = club.tournament(number)
        if tournament.status != "running" or not club.is_round_over(tournament):
            return
        done = len(tournament.rounds)
        found = await _next_round(club, tournament) if done < tournament.total else None
        if found is None or (not found.tables and not _is_left(tournament, done + 1)):
            ending = Command("end", None, {"tournament": number, "how": "over"})
            await self._clubs.submit(club.id, lambda now: ending if _is_at(now, number, done) else None)
            return
        made = await self._make_tables(club, tournament, found)
        body = {
            "tournament": number,
            "tables": [{"id": table.id, "players": players} for table, players in zip(made, found.tables, strict=True)],
            "byes": found.byes,
        }
        held = await self._storage.read(lambda connection: club_queries.holders(connection, club.id))

        def add_tables(connection: Connection, _event: Event) -> None:
            for table, players in zip(made, found.tables, strict=True):
                grants = {(held[player], Role("seat", seat)) for seat, player in enumerate(players) if player in held}
                queries.add_table(connection, table, grants, self._tables.now())
            club_queries.add_tables(connection, club.id, [table.id for table in made])

        event = await self._clubs.submit(
            club.id,
            lambda now: Command("round", None, body) if _is_at(now, number, done) else None,
            also=add_tables,
        )
        if event is not None and not found.tables:
            await self.advance(await self._clubs.find(club.id), number)

    async def _make_tables(self, club: Club, tournament: Tournament, found: Round) -> list[Table]:
        """Seat the players of a round at new tables, on which the games begin at once."""
        await self._tables.warmup.prepare(tournament.game)
        settings = Settings(**tournament.settings)
        made = []
        for players in found.tables:
            order = TableOrder(
                tournament.game,
                [_player(club, player) for player in players],
                settings,
                _options(tournament, len(players)),
                name=tournament.name,
                start=True,
            )
            made.append(seated_table(self._tables, order, tournament.owner))
        return made


def _player(club: Club, number: int) -> Player:
    member = club.members[number]
    if member.kind == "bot":
        return Player("bot", level=member.level)
    return Player("person", name=member.name)


def _options(tournament: Tournament, seats: int) -> dict[str, Any]:
    """Return the options of a tournament that exist with this number of seats."""
    known = {option.name: option for option in games.find(tournament.game).options}
    return {name: value for name, value in tournament.options.items() if seats in (known[name].seats or (seats,))}


def _is_at(club: Club, number: int, rounds: int) -> bool:
    """Return whether a tournament still waits for the round after this number of rounds."""
    tournament = club.tournament(number)
    return tournament.status == "running" and len(tournament.rounds) == rounds and club.is_round_over(tournament)


def _is_left(tournament: Tournament, rounds: int) -> bool:
    """Return whether another round is possible after this number of rounds: at least two players have not withdrawn."""
    return rounds < tournament.total and len(set(tournament.players) - tournament.gone) > 1


async def _next_round(club: Club, tournament: Tournament) -> Round:
    """Return the next round of the players who have not withdrawn."""
    least = min(games.find(tournament.game).seats)
    staying = [player for player in tournament.players if player not in tournament.gone]
    if not tournament.is_swiss:
        return _remaining(tournament.schedule[len(tournament.rounds)], staying, least)
    if len(staying) < least:
        return Round((), tuple(staying))
    points = {row.player: row.points for row in club.standings(tournament)}
    seats, played = min(tournament.seats, len(staying)), tuple(tournament.rounds)
    return await asyncio.to_thread(next_round, staying, played, points, seats, least, seed=tournament.seed)


def _remaining(planned: Round, staying: Sequence[int], least: int) -> Round:
    """Return a planned round without players who have withdrawn; players left without an opponent get a bye."""
    tables, byes = [], [player for player in planned.byes if player in staying]
    for table in planned.tables:
        left = tuple(player for player in table if player in staying)
        if len(left) >= least:
            tables.append(left)
        else:
            byes += left
    return Round(tuple(tables), tuple(byes))


def open_games(club: Club) -> Sequence[ClubGame]:
    return [game for game in club.games.values() if game.is_open]
