"""How a tournament stands: points, and what decides between equal ones.

A game gives a player the share of the opponents that were beaten: at a table of two 1, ½ or 0. A bye gives 1 in a Swiss
tournament, and in a round robin it is no game at all. Between equal points decide, in this order,

- in a Swiss tournament: Buchholz (what the opponents have, for each game in the mean; for a bye what one has oneself),
  then games won alone;
- in a round robin: what the equals scored against each other if all of them have met, then Sonneborn-Berger (what the
  opponents have that one has beaten, half of it where the game was shared), then games won alone.

Who is still equal shares a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    """A game that was played to its end, or a bye: players by seat, and the place of each, 1 for the best."""

    players: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def is_bye(self) -> bool:
        return len(self.players) == 1

    def score(self, player: int) -> float:
        """Return the share of the opponents that a player has beaten."""
        others = [other for other in self.players if other != player]
        return sum(self.against(player, other) for other in others) / len(others) if others else 1.0

    def against(self, player: int, other: int) -> float:
        """Return 1 if a player has beaten another, ½ if they share a place, otherwise 0."""
        own, theirs = self.places[self.players.index(player)], self.places[self.players.index(other)]
        return 1.0 if own < theirs else 0.5 if own == theirs else 0.0

    def is_won_by(self, player: int) -> bool:
        """Return whether a player has won alone."""
        return not self.is_bye and self.score(player) == 1.0


@dataclass(frozen=True)
class Row:
    """How one player stands."""

    player: int
    place: int
    points: float
    games: int
    """Played to their end, without byes."""
    wins: int
    byes: int
    tiebreaks: tuple[float, ...]
    """What decided between equal points, the first of them first."""


def standings(players: Sequence[int], games: Iterable[Game], *, swiss: bool) -> list[Row]:
    """Return the standings after some games, the best first; equals keep their order."""
    counted = [game for game in games if swiss or not game.is_bye]
    own = {player: [game for game in counted if player in game.players] for player in players}
    points = {player: sum(game.score(player) for game in own[player]) for player in players}
    breaks = {
        player: _swiss_breaks(player, own, points) if swiss else _robin_breaks(player, own, points)
        for player in players
    }
    rows = [
        Row(
            player=player,
            place=1
            + sum(
                (_rounded(points[other]), breaks[other]) > (_rounded(points[player]), breaks[player])
                for other in players
            ),
            points=points[player],
            games=sum(not game.is_bye for game in own[player]),
            wins=sum(game.is_won_by(player) for game in own[player]),
            byes=sum(game.is_bye for game in own[player]),
            tiebreaks=breaks[player],
        )
        for player in players
    ]
    return sorted(rows, key=lambda row: row.place)


OwnGames = dict[int, list[Game]]
Points = dict[int, float]


def _swiss_breaks(player: int, own: OwnGames, points: Points) -> tuple[float, ...]:
    buchholz = sum(_strength(player, game, points) for game in own[player])
    return (_rounded(buchholz), float(sum(game.is_won_by(player) for game in own[player])))


def _strength(player: int, game: Game, points: Points) -> float:
    """Return what the opponents of a game have in the mean."""
    others = [other for other in game.players if other != player]
    return sum(points[other] for other in others) / len(others) if others else points[player]


def _robin_breaks(player: int, own: OwnGames, points: Points) -> tuple[float, ...]:
    berger = sum(
        game.against(player, other) * points[other] / (len(game.players) - 1)
        for game in own[player]
        for other in game.players
        if other != player
    )
    wins = float(sum(game.is_won_by(player) for game in own[player]))
    return (_rounded(_direct(player, own, points)), _rounded(berger), wins)


def _direct(player: int, own: OwnGames, points: Points) -> float:
    """Return what a player scored against those with equal points; 0 unless all of them have met equally often."""
    equals = [other for other in points if _rounded(points[other]) == _rounded(points[player])]
    met = {
        sum(other in game.players for game in own[one]) for one in equals for other in equals if one != other
    }  # fmt: skip
    if len(met) != 1 or 0 in met:
        return 0.0
    return sum(
        game.against(player, other)
        for game in own[player]
        for other in equals
        if other in game.players and other != player
    )


def _rounded(number: float) -> float:
    """Round a sum, so that equal sums of thirds compare as equal."""
    return round(number, 6)
