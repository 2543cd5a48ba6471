"""The OpenAPI description of the clubs' API. Handlers are referred to by name."""

from __future__ import annotations

from typing import Any

from tilery import bots, games
from tilery.server.api.schemas import (
    ANY_OBJECT,
    FLAG,
    NAME,
    NUMBER,
    SECONDS,
    SPAN,
    TEXT,
    TOLD,
    Schema,
    list_of,
    object_of,
    or_null,
    ref,
)
from tilery.server.clubs.club import SYSTEMS
from tilery.server.clubs.commands import MOST_EVENTS, MOST_PLAYERS

CLUB = "/api/clubs/{club}"
TOURNAMENT = f"{CLUB}/tournaments/{{tournament}}"
DECIMAL: Schema = {"type": "number"}
MEMBER: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_EVENTS}

CLUB_PATHS = {
    "my_clubs": ("GET", "/api/clubs"),
    "create_club": ("POST", "/api/clubs"),
    "look_at_club": ("GET", CLUB),
    "club_standings": ("GET", f"{CLUB}/standings"),
    "join_club": ("POST", f"{CLUB}/join"),
    "leave_club": ("POST", f"{CLUB}/leave"),
    "remove_member": ("POST", f"{CLUB}/remove"),
    "add_bot_member": ("POST", f"{CLUB}/bots"),
    "begin_season": ("POST", f"{CLUB}/seasons"),
    "plan_tournament": ("POST", f"{CLUB}/tournaments"),
    "look_at_tournament": ("GET", TOURNAMENT),
    "enter_tournament": ("POST", f"{TOURNAMENT}/enter"),
    "withdraw": ("POST", f"{TOURNAMENT}/withdraw"),
    "begin_tournament": ("POST", f"{TOURNAMENT}/begin"),
    "close_tournament": ("POST", f"{TOURNAMENT}/close"),
}


def club_components() -> Schema:
    level = ref("Level")
    status = {"enum": ["open", "running", "over", "closed"]}
    place = object_of(
        {
            "place": NUMBER,
            "member": MEMBER,
            "points": DECIMAL,
            "games": NUMBER,
            "wins": NUMBER,
            "byes": NUMBER,
            "tiebreaks": list_of(DECIMAL),
        }
    )
    summary: Schema = {
        "number": NUMBER,
        "name": TEXT,
        "game": TEXT,
        "seats": NUMBER,
        "system": {"enum": list(SYSTEMS)},
        "season": NUMBER,
        "status": status,
        "players": list_of(MEMBER),
        "round": NUMBER,
        "rounds": NUMBER,
    }
    return {
        "Club": object_of(
            {
                "id": TEXT,
                "name": TEXT,
                "number": NUMBER,
                "owner": or_null(MEMBER),
                "you": or_null(MEMBER),
                "seasons": list_of(ref("Season")),
                "members": list_of(ref("Member")),
                "tournaments": list_of(ref("TournamentSummary")),
                "games": list_of(ref("ClubGame")),
            }
        ),
        "Season": object_of({"number": NUMBER, "name": TEXT, "began": DECIMAL, "ended": or_null(DECIMAL)}),
        "Member": object_of(
            {"number": MEMBER, "kind": {"enum": ["person", "bot"]}, "name": TEXT, "level": or_null(level), "in": FLAG}
        ),
        "ClubGame": object_of(
            {
                "table": TEXT,
                "game": TEXT,
                "season": NUMBER,
                "tournament": or_null(NUMBER),
                "round": NUMBER,
                "players": list_of(or_null(MEMBER)),
                "places": list_of(NUMBER),
                "totals": list_of({"type": "integer"}),
                "ended": or_null(DECIMAL),
            }
        ),
        "TournamentSummary": object_of(summary),
        "Tournament": object_of(
            {
                **summary,
                "byes": list_of(list_of(MEMBER)),
                "games": list_of(ref("ClubGame")),
                "standings": list_of(place),
            }
        ),
        "Rating": object_of(
            {
                "member": MEMBER,
                "name": TEXT,
                "games": NUMBER,
                "wins": NUMBER,
                "rating": DECIMAL,
                "low": DECIMAL,
                "high": DECIMAL,
            }
        ),
        "NewTournament": object_of(
            {"game": {"enum": games.names()}, "system": {"enum": list(SYSTEMS)}},
            name=or_null({"type": "string", "maxLength": 40}),
            seats=or_null({"type": "integer", "minimum": 2, "maximum": 5}),
            options=or_null(ANY_OBJECT),
            rounds=or_null({"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}),
            fill=or_null(level),
            seconds_per_move=or_null(SECONDS),
            seconds_per_game=or_null(SECONDS),
            increment=or_null(SPAN),
            holiday_seconds=or_null(SPAN),
        ),
    }


def club_operations() -> dict[str, dict[str, Any]]:
    """Describe each handler, by name: what it does, what it takes and what it answers."""
    person = "a browser's"
    member, owner = f"{person}, of a member", f"{person}, of the owner"
    return {
        "my_clubs": {
            "does": "The clubs that the secret's person belongs to",
            "answer": object_of({"clubs": list_of(object_of({"id": TEXT, "name": TEXT, "members": NUMBER}))}),
            "secret": person,
        },
        "create_club": {
            "does": "Found a club; `person` is your name there. Its id is its link: whoever has it sees the club",
            "body": object_of({"name": NAME, "person": NAME}),
            "answer": object_of({"id": TEXT, "member": MEMBER}),
            "status": 201,
            "secret": person,
        },
        "look_at_club": {"does": "The club", "answer": ref("Club"), "secret": "any or none"},
        "club_standings": {
            "does": "Ratings of a season by game, with intervals of 95 %; by default of the present one",
            "answer": object_of(
                {"season": NUMBER, "games": {"type": "object", "additionalProperties": list_of(ref("Rating"))}}
            ),
            "secret": "any or none",
        },
        "join_club": {
            "does": "Become a member",
            "body": object_of({"name": NAME}),
            "answer": object_of({"number": NUMBER, "member": MEMBER}),
            "secret": person,
        },
        "leave_club": {"does": "Leave the club", "answer": TOLD, "secret": member},
        "remove_member": {
            "does": "Remove a member, or a bot",
            "body": object_of({"member": MEMBER}),
            "answer": TOLD,
            "secret": owner,
        },
        "add_bot_member": {
            "does": "Add a bot",
            "body": object_of({"level": {"enum": list(bots.LEVELS)}}),
            "answer": object_of({"number": NUMBER, "member": MEMBER}),
            "secret": owner,
        },
        "begin_season": {
            "does": "End the season and begin another",
            "body": object_of(name=or_null({"type": "string", "maxLength": 40})),
            "answer": TOLD,
            "secret": owner,
        },
        "plan_tournament": {
            "does": "Plan a tournament, which members can enter until it begins. It needs a clock",
            "body": ref("NewTournament"),
            "answer": object_of({"number": NUMBER, "tournament": NUMBER}),
            "status": 201,
            "secret": owner,
        },
        "look_at_tournament": {
            "does": "The tournament with its games and standings",
            "answer": ref("Tournament"),
            "secret": "any or none",
        },
        "enter_tournament": {
            "does": "Take part, or let bots take part if you are the owner",
            "body": object_of(members=or_null({**list_of(MEMBER), "maxItems": MOST_PLAYERS})),
            "answer": TOLD,
            "secret": member,
        },
        "withdraw": {
            "does": "Take part no longer; the owner can withdraw others",
            "body": object_of(member=or_null(MEMBER)),
            "answer": TOLD,
            "secret": member,
        },
        "begin_tournament": {
            "does": "Draw lots and begin; the tables of each round are made when the round before is over",
            "answer": TOLD,
            "secret": owner,
        },
        "close_tournament": {"does": "End it now; what was played counts", "answer": TOLD, "secret": owner},
    }
