"""What people and programs can ask of clubs. Anyone with a club's link can see it; members take part.

Every request goes the same way: limits are counted, the caller's member is found, then one thing happens.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from tilery.server.clubs import commands
from tilery.server.clubs.club import Club
from tilery.server.clubs.registry import Clubs, Propose, no_club
from tilery.server.clubs.rounds import Rounds, open_games
from tilery.server.clubs.strengths import Strength, strengths
from tilery.server.config import Config
from tilery.server.storage import club_queries, queries
from tilery.server.storage.database import ConflictError
from tilery.server.tables.callers import CLUB, CLUB_RATINGS, Caller
from tilery.server.tables.clients import owner_of
from tilery.server.tables.creation import TableOrder, seated_table
from tilery.server.tables.events import Command, Event, RequestId
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import Role
from tilery.server.tables.service import TableService
from tilery.server.tables.texts import check_client_id, check_secret_id, clean_name
from tilery.server.tables.tokens import derived_token, digest_of, new_token
from tilery.words import say

CLUB_ID_BYTES = 9
MOST_CLUBS = 50
"""How many clubs somebody may be a member of."""
SEED_BITS = 62


@dataclass(frozen=True)
class ClubAccess:
    """A club, and who looks at it: a member's number, or None for somebody who only has the link."""

    club: Club
    member: int | None

    @property
    def is_owner(self) -> bool:
        return self.member is not None and self.member == self.club.owner


class ClubService:
    """Everything that callers can ask of clubs."""

    def __init__(self, tables: TableService, config: Config) -> None:
        self._service = tables
        self._tables = tables.tables
        self._storage = tables.tables.storage
        self.clubs = Clubs(tables.tables)
        self.rounds = Rounds(self.clubs)
        self._new = RateLimit(config.new_tables_a_minute)
        self._ratings: dict[tuple[str, int], tuple[int, dict[str, list[Strength]]]] = {}

    # Looking at clubs.

    async def access(self, caller: Caller, link: str) -> ClubAccess:
        """Return a club for somebody who has its link, unless its owner has removed them."""
        self._service.budget.spend(caller, CLUB)
        club = await self.clubs.find_by_link(link)
        member = await self._member(club, caller)
        if member is not None and not club.members[member].is_in:
            if club.members[member].gone == "removed":
                raise no_club()
            member = None
        return ClubAccess(club, member)

    async def _member(self, club: Club, caller: Caller) -> int | None:
        """Return the number of a caller who is or was a member."""
        if caller.secret is None:
            return None
        holder = digest_of(caller.secret)
        return await self._storage.read(lambda connection: club_queries.member_of(connection, club.id, holder))

    async def clubs_of(self, caller: Caller) -> list[Club]:
        """Return the clubs that a caller belongs to, the latest first."""
        if caller.secret is None:
            return []
        holder = digest_of(caller.secret)
        ids = await self._storage.read(lambda connection: club_queries.clubs_of(connection, holder))
        found = [await self.clubs.find(club_id) for club_id in ids[:MOST_CLUBS]]
        numbers = [await self._member(club, caller) for club in found]
        return [
            club
            for club, number in zip(found, numbers, strict=True)
            if number is not None and club.members[number].is_in
        ]

    async def strengths(self, caller: Caller, club: Club, season: int) -> dict[str, list[Strength]]:
        """Return how strong everybody has been in a season, by game, the strongest first."""
        counted, found = self._ratings.get((club.id, season), (-1, {}))
        if counted != club.number:
            self._service.budget.spend(caller, CLUB_RATINGS)
            number, counting = club.number, strengths(club, season)
            found = await asyncio.to_thread(counting)
            self._ratings[club.id, season] = (number, found)
            while len(self._ratings) > MOST_CLUBS:
                del self._ratings[next(iter(self._ratings))]
        return found

    async def note_look(self, club: Club) -> None:
        """Mark the tables of a club as watched, so that bots there play without pauses."""
        for game in open_games(club)[: commands.MOST_PLAYERS]:
            try:
                live = await self._tables.find(game.table)
            except Refusal:
                continue
            live.note_look()

    # Clubs and members.

    async def create(self, caller: Caller, name: str, person: str, client: str | None = None) -> Club:
        """Make a club whose owner is the caller; with an id of the client's own, once."""
        secret = _secret(caller)
        name, person = commands.clean_title(name), clean_name(person)
        link = new_token() if client is None else derived_token(self._tables.key, "club", check_secret_id(client))
        self._new.count(caller.client)
        club_id, now = secrets.token_urlsafe(CLUB_ID_BYTES), self._tables.now()
        events = [
            Command("create", None, {"name": name, "season": "1"}).event(1, now),
            Command("join", None, {"member": 1, "kind": "person", "name": person}).event(2, now),
        ]

        def work(connection: Connection) -> None:
            if len(club_queries.clubs_of(connection, digest_of(secret))) >= MOST_CLUBS:
                raise _too_many_clubs()
            if club_queries.find_club(connection, link) is not None:
                raise ConflictError
            club_queries.add_club(connection, club_id, link, now)
            for event in events:
                club_queries.append_event(connection, club_id, event)
            club_queries.add_member(connection, club_id, 1, digest_of(secret))

        try:
            await self._storage.write(work)
        except ConflictError:
            club = await self.clubs.find_by_link(link)
            if client is None or club.name != name or await self._member(club, caller) != 1:
                raise Refusal("id_reused", say("That id was already used for something else.")) from None
            return club
        return await self.clubs.find(club_id)

    async def join(self, caller: Caller, link: str, name: str, client: str | None = None) -> Event:
        """Become a member."""
        secret = _secret(caller)
        access = await self.access(caller, link)
        if access.member is not None:
            raise Refusal("no_change", say("You are already a member of this club."))
        club = access.club
        known = await self._member(club, caller)
        holder = digest_of(secret)
        own = await self._storage.read(lambda connection: club_queries.clubs_of(connection, holder))
        if len(own) >= MOST_CLUBS and club.id not in own:
            raise _too_many_clubs()

        def add_member(connection: Connection, event: Event) -> None:
            club_queries.add_member(connection, club.id, event.body["member"], holder)

        self._new.count(caller.client)
        request = _request(holder, client, "join", name)
        return await self._submit(club, lambda now: commands.join(now, name, known), request, add_member)

    async def do(
        self,
        caller: Caller,
        link: str,
        propose: Callable[[Club, int | None], Command],
        *asked: object,
        client: str | None = None,
    ) -> tuple[ClubAccess, Event]:
        """Submit a caller's command: `propose` is given their number, and `asked` identifies the request."""
        access = await self.access(caller, link)
        request = _request(str(access.member), client, *asked)
        event = await self._submit(access.club, lambda now: propose(now, access.member), request)
        return access, event

    async def renew_link(self, caller: Caller, link: str) -> str:
        """Give a club another link; members have it in their lists."""
        access = await self.access(caller, link)
        commands.check_owner(access.club, access.member)
        self._new.count(caller.client)
        new = new_token()

        def change(connection: Connection, _event: Event) -> None:
            club_queries.change_link(connection, access.club.id, new)

        await self._submit(access.club, lambda _: Command("link"), None, change)
        return new

    async def add_bot(self, caller: Caller, link: str, level: str, client: str | None = None) -> Event:
        propose = lambda club, by: commands.add_bot(club, by, level)  # noqa: E731
        return (await self.do(caller, link, propose, "bot", level, client=client))[1]

    # Tables and tournaments.

    async def open_table(self, caller: Caller, link: str, order: TableOrder, client: str | None = None) -> str:
        """Make a table that members can join; the caller gets the first seat."""
        access = await self.access(caller, link)
        commands.check_member(access.club, access.member)
        holder = digest_of(_secret(caller))
        self._new.count(caller.client)
        table = seated_table(self._tables, order, owner_of(caller.client))
        roles = {Role("owner"), *(Role("seat", seat) for seat in range(table.seats) if table.players[seat].name)}

        def add_table(connection: Connection, _event: Event) -> None:
            queries.add_table(connection, table, {(holder, role) for role in roles}, self._tables.now())
            club_queries.add_tables(connection, access.club.id, [table.id])

        request = _request(str(access.member), client, "table", order.game)
        propose = lambda now: commands.table(now, access.member, table.id, order.game)  # noqa: E731
        event = await self._submit(access.club, propose, request, add_table)
        return str(event.body["table"])

    async def enter_table(self, caller: Caller, link: str, table_id: str) -> None:
        """Grant the holder of a club's link a look at one of its tables; members may join it."""
        access = await self.access(caller, link)
        game = access.club.games.get(table_id)
        if game is None or caller.secret is None:
            raise Refusal("not_found", say("That is not a table of this club."))
        kinds = ["watch", "invite"] if game.tournament is None and access.member is not None else ["watch"]
        holder = digest_of(caller.secret)

        def work(connection: Connection) -> None:
            if queries.is_known(connection, table_id):
                held = queries.roles(connection, table_id, holder)
                wanted = {Role(kind) for kind in kinds} - held
                queries.add_grants(connection, table_id, {(holder, role) for role in wanted})

        await self._storage.write(work)
        self._tables.forget_roles(table_id)

    async def club_of_table(self, caller: Caller, table_id: str) -> Club:
        """Return the club of a table to one of its members; others do not learn its link."""
        self._service.budget.spend(caller, CLUB)
        club_id = await self._storage.read(lambda connection: club_queries.club_of_table(connection, table_id))
        if club_id is not None:
            club = await self.clubs.find(club_id)
            member = await self._member(club, caller)
            if member is not None and club.members[member].is_in:
                return club
        raise no_club()

    async def plan_tournament(
        self, caller: Caller, link: str, planned: dict[str, Any], client: str | None = None
    ) -> Event:
        """Announce a tournament that members can enter."""
        owner = owner_of(caller.client)

        def propose(club: Club, by: int | None) -> Command:
            return commands.tournament(club, by, **planned, owner=owner, seed=secrets.randbits(SEED_BITS))

        asked = sorted((name, repr(value)) for name, value in planned.items())
        return (await self.do(caller, link, propose, "tournament", *asked, client=client))[1]

    async def begin(self, caller: Caller, link: str, number: int, client: str | None = None) -> Event:
        """Begin a tournament: draw lots, and make the tables of the first round."""
        access = await self.access(caller, link)
        request = _request(str(access.member), client, "begin", number)
        if request is not None and (done := access.club.result_of(request)) is not None:
            await self.rounds.advance(access.club, number)
            return done
        tournament = commands.check_begin(access.club, access.member, number)
        self._new.count(caller.client, max(1, len(tournament.players) // tournament.seats))
        order = list(tournament.players)
        random.Random(tournament.seed).shuffle(order)
        planned = await asyncio.to_thread(commands.plan, tournament, order, len(access.club.members) + 1)
        event = await self._submit(
            access.club, lambda now: commands.begin(now, access.member, number, planned), request
        )  # fmt: skip
        await self.rounds.advance(await self.clubs.find(access.club.id), number)
        return event

    async def _submit(
        self,
        club: Club,
        propose: Propose,
        request: RequestId | None,
        also: Callable[[Connection, Event], None] | None = None,
    ) -> Event:
        event = await self.clubs.submit(club.id, propose, request=request, also=also)
        assert event is not None
        return event


def _secret(caller: Caller) -> str:
    if caller.secret is None:
        raise Refusal("no_secret", say("To take part in a club, send your personal secret."))
    return caller.secret


def _request(who: str, client: str | None, *asked: object) -> RequestId | None:
    return None if client is None else RequestId.of(who, check_client_id(client), *asked)


def _too_many_clubs() -> Refusal:
    return Refusal("too_many", say("You can be a member of at most {most} clubs.", most=MOST_CLUBS))
