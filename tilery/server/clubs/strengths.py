"""How strong the members of a club have been in a season, by game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilery.clubs import Rating, rate
from tilery.clubs.ratings import Ranked
from tilery.server.clubs.club import Club, ClubGame

MOST_GAMES = 2000
"""How many games of a season are counted for ratings, the latest of them."""

Key = int | str
"""A member's number, or the level of a bot that is no member."""


@dataclass(frozen=True)
class Strength:
    """What a member has done in the games of a season."""

    member: int
    rating: Rating
    wins: int


def strengths(club: Club, season: int) -> Callable[[], dict[str, list[Strength]]]:
    """Collect the games of a season; what is returned counts them, in another thread if wanted."""
    by_game: dict[str, list[Ranked[Key]]] = {}
    for game in club.games.values():
        if game.season == season and (ranked := _ranked(club, game)) is not None:
            by_game.setdefault(game.game, []).append(ranked)
    return lambda: {game: _strengths(ranked[-MOST_GAMES:]) for game, ranked in sorted(by_game.items())}


def _ranked(club: Club, game: ClubGame) -> Ranked[Key] | None:
    """Return a game for ratings, without guests; None if it does not count.

    Outside tournaments at least two members have to sit at a table: against bots alone anything can be undone.
    """
    if not game.counts:
        return None
    keys: list[Key | None] = list(game.players)
    for seat, level in enumerate(game.bots):
        if keys[seat] is None and level is not None:
            keys[seat] = level
    people = {player for player in game.players if player is not None and club.members[player].kind == "person"}
    if game.tournament is None and len(people) < 2:
        return None
    known = [(key, place) for key, place in zip(keys, game.places, strict=True) if key is not None]
    if len(known) < 2 or len({key for key, _ in known}) < len(known):
        return None  # nobody plays against themselves
    return Ranked(tuple(key for key, _ in known), tuple(place for _, place in known))


def _strengths(games: list[Ranked[Key]]) -> list[Strength]:
    ratings = rate(games)
    wins = {
        key: sum(key in game.players and game.places[game.players.index(key)] == 1 for game in games) for key in ratings
    }
    found = [Strength(key, rating, wins[key]) for key, rating in ratings.items() if isinstance(key, int)]
    return sorted(found, key=lambda strength: -strength.rating.value)
