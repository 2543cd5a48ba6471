"""The JSON API of clubs. A person is identified by a browser's secret, sent as `Authorization: Bearer`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import bots, games
from tilery.games.reading import Node
from tilery.server.api.reading import client_of, optional, read_caller, seconds, span
from tilery.server.clubs import commands
from tilery.server.clubs.club import SYSTEMS, Club, ClubGame, Tournament
from tilery.server.clubs.service import ClubService
from tilery.server.config import Config
from tilery.server.http.requests import read_body
from tilery.server.http.responses import json_response
from tilery.server.tables.events import Command
from tilery.server.tables.players import Settings
from tilery.server.tables.refusal import Refusal
from tilery.words import say

CLOCK: dict[str, Callable[[Node, str], Any]] = {
    "seconds_per_move": seconds,
    "seconds_per_game": seconds,
    "increment": span,
    "holiday_seconds": span,
}
Propose = Callable[[Club, int | None], Command]


class ClubApi:
    """The handlers."""

    def __init__(self, clubs: ClubService, config: Config) -> None:
        self._clubs = clubs
        self._config = config

    async def _club_body(self, request: Request, *members: str) -> Node:
        """Read a body with these members and no others; if the route names a club, check that first."""
        if "club" in request.path_params:
            await self._clubs.access(read_caller(request), _link(request))
        body = await read_body(request, self._config.body_bytes, self._config.request_seconds)
        body.only(members)
        return body

    # Looking.

    async def my_clubs(self, request: Request) -> Response:
        caller = read_caller(request)
        if caller.secret is None:
            raise Refusal("no_secret", say("To list your clubs, send a secret as Authorization: Bearer."))
        found = await self._clubs.clubs_of(caller)
        return json_response(
            {"clubs": [{"id": club.link, "name": club.name, "members": len(club.present)} for club in found]}
        )

    async def look_at_club(self, request: Request) -> Response:
        access = await self._clubs.access(read_caller(request), _link(request))
        club = access.club
        return json_response(
            {
                "id": club.link,
                "name": club.name,
                "number": club.number,
                "owner": club.owner,
                "you": access.member,
                "seasons": [asdict(season) for season in club.seasons],
                "members": [
                    {
                        "number": member.number,
                        "kind": member.kind,
                        "name": member.name,
                        "level": member.level,
                        "in": member.is_in,
                    }
                    for member in club.members.values()
                ],
                "tournaments": [_summary(tournament) for tournament in club.tournaments],
                "games": [_game(game) for game in club.games.values()],
            }
        )

    async def club_standings(self, request: Request) -> Response:
        caller = read_caller(request)
        club = (await self._clubs.access(caller, _link(request))).club
        text = request.query_params.get("season", str(len(club.seasons)))
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(club.seasons)):
            raise Refusal("bad_number", say("season must be the number of a season."))
        found = await self._clubs.strengths(caller, club, int(text))
        return json_response(
            {
                "season": int(text),
                "games": {
                    game: [
                        {
                            "member": strength.member,
                            "name": club.members[strength.member].name,
                            "games": strength.rating.games,
                            "wins": strength.wins,
                            "rating": round(strength.rating.value, 1),
                            "low": round(strength.rating.low, 1),
                            "high": round(strength.rating.high, 1),
                        }
                        for strength in strengths
                    ]
                    for game, strengths in found.items()
                },
            }
        )

    async def look_at_tournament(self, request: Request) -> Response:
        club = (await self._clubs.access(read_caller(request), _link(request))).club
        tournament = club.tournament(_tournament(request))
        return json_response(
            {
                **_summary(tournament),
                "byes": [list(each.byes) for each in tournament.rounds],
                "games": [_game(game) for game in club.games_of(tournament)],
                "standings": [
                    {
                        "place": row.place,
                        "member": row.player,
                        "points": row.points,
                        "games": row.games,
                        "wins": row.wins,
                        "byes": row.byes,
                        "tiebreaks": list(row.tiebreaks),
                    }
                    for row in club.standings(tournament)
                ],
            }
        )

    # Acting. A client may give each command an id; repeating it with the same id is then harmless.

    async def create_club(self, request: Request) -> Response:
        body = await self._club_body(request, "name", "person")
        name, person = body["name"].text(), body["person"].text()
        club = await self._clubs.create(read_caller(request), name, person, client_of(request))
        return json_response({"id": club.link, "member": 1}, 201)

    async def join_club(self, request: Request) -> Response:
        name = (await self._club_body(request, "name"))["name"].text()
        event = await self._clubs.join(read_caller(request), _link(request), name, client_of(request))
        return json_response({"number": event.number, "member": event.body["member"]})

    async def leave_club(self, request: Request) -> Response:
        return await self._do(request, lambda club, by: commands.remove(club, by, by or 0), "leave")

    async def remove_member(self, request: Request) -> Response:
        member = (await self._club_body(request, "member"))["member"].integer(1, commands.MOST_EVENTS)
        return await self._do(request, lambda club, by: commands.remove(club, by, member), "remove", member)

    async def add_bot_member(self, request: Request) -> Response:
        level = (await self._club_body(request, "level"))["level"].choice(bots.LEVELS)
        event = await self._clubs.add_bot(read_caller(request), _link(request), level, client_of(request))
        return json_response({"number": event.number, "member": event.body["member"]})

    async def begin_season(self, request: Request) -> Response:
        name = optional(await self._club_body(request, "name"), "name", Node.text, "")
        return await self._do(request, lambda club, by: commands.season(club, by, name), "season", name)

    async def plan_tournament(self, request: Request) -> Response:
        body = await self._club_body(request, *CLOCK, "name", "game", "seats", "options", "system", "rounds", "fill")
        given = {name: read(body, name) for name, read in CLOCK.items() if name in body.mapping()}
        game = body["game"].choice(games.names())
        planned = {
            "name": optional(body, "name", Node.text, ""),
            "game": game,
            "seats": optional(body, "seats", lambda node: node.integer(2, 9), min(games.find(game).seats)),
            "options": optional(body, "options", Node.mapping, {}),
            "settings": Settings(bot_seconds=self._config.bot_seconds, rated=True, **given),
            "system": body["system"].choice(SYSTEMS),
            "wanted": optional(body, "rounds", lambda node: node.integer(1, commands.MOST_PLAYERS), None),
            "fill": optional(body, "fill", lambda node: node.choice(bots.LEVELS), None),
        }
        event = await self._clubs.plan_tournament(read_caller(request), _link(request), planned, client_of(request))
        club = (await self._clubs.access(read_caller(request), _link(request))).club
        number = next(each.number for each in club.tournaments if each.seed == event.body["seed"])
        return json_response({"number": event.number, "tournament": number}, 201)

    async def enter_tournament(self, request: Request) -> Response:
        number = _tournament(request)
        body = await self._club_body(request, "members")
        members = optional(body, "members", _read_members, None)

        def propose(club: Club, by: int | None) -> Command:
            return commands.enter(club, by, number, [by or 0] if members is None else members)

        return await self._do(request, propose, "enter", number, members)

    async def withdraw(self, request: Request) -> Response:
        number = _tournament(request)
        body = await self._club_body(request, "member")
        member = optional(body, "member", lambda node: node.integer(1, commands.MOST_EVENTS), None)
        propose: Propose = lambda club, by: commands.withdraw(club, by, number, member or by or 0)  # noqa: E731
        return await self._do(request, propose, "withdraw", number, member)

    async def begin_tournament(self, request: Request) -> Response:
        number = _tournament(request)
        event = await self._clubs.begin(read_caller(request), _link(request), number, client_of(request))
        return json_response({"number": event.number})

    async def close_tournament(self, request: Request) -> Response:
        number = _tournament(request)
        return await self._do(request, lambda club, by: commands.close(club, by, number), "close", number)

    async def _do(self, request: Request, propose: Propose, *asked: object) -> Response:
        caller, client = read_caller(request), client_of(request)
        _, event = await self._clubs.do(caller, _link(request), propose, *asked, client=client)
        return json_response({"number": event.number})


def _link(request: Request) -> str:
    return str(request.path_params["club"])


def _tournament(request: Request) -> int:
    text = str(request.path_params["tournament"])
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refusal("not_found", say("This club has no such tournament."))
    return int(text)


def _read_members(node: Node) -> list[int]:
    found = [member.integer(1, commands.MOST_EVENTS) for member in node]
    if len(found) > commands.MOST_PLAYERS:
        node.fail(say("expected a list"))
    return found


def _summary(tournament: Tournament) -> dict[str, Any]:
    same = ("number", "name", "game", "seats", "system", "season", "status", "players")
    found: dict[str, Any] = {name: getattr(tournament, name) for name in same}
    return {**found, "round": len(tournament.rounds), "rounds": tournament.total}


def _game(game: ClubGame) -> dict[str, Any]:
    same = ("table", "game", "season", "tournament", "round", "players", "places", "totals", "ended")
    return {name: getattr(game, name) for name in same}
