"""Score sheets: points by category, who is ahead, and how a tie was broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tilery.kernel import runner
from tilery.kernel.contract import POINTS_SHAPE
from tilery.words import Sentence, all_of, say, say_many, translated, whole

if TYPE_CHECKING:
    from tilery.games.game import Game


@dataclass(frozen=True)
class ScoreSheet:
    """Points of every seat by category; `winners` are those ahead, several if they share the first place."""

    game: Game
    points: tuple[dict[str, int], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    tiebreak: Sentence | None
    """What put the winner before others with as many points, in the words of the game; None if nothing had to."""
    notes: tuple[Sentence, ...] = ()
    """What looks strange about a table that was entered by hand."""

    @classmethod
    def of(cls, game: Game, states: runner.States) -> ScoreSheet:
        seats = int(states["seats"][0])
        buffer = np.zeros(POINTS_SHAPE, np.int32)
        runner.score(states, buffer)
        points = tuple(
            dict(zip(game.categories, row, strict=True)) for row in buffer[:seats, : len(game.categories)].tolist()
        )
        runner.standing(states, buffer)
        standing = [tuple(row) for row in buffer[:seats, : 1 + len(game.tiebreaks)].tolist()]
        best = max(standing)
        return cls(
            game=game,
            points=points,
            totals=tuple(row[0] for row in standing),
            winners=tuple(seat for seat in range(seats) if standing[seat] == best),
            tiebreak=_tiebreak(game, standing),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the members of a record that tell how the game ended."""
        return {
            "scores": [{**points, "total": total} for points, total in zip(self.points, self.totals, strict=True)],
            "winners": list(self.winners),
            "tiebreak": self.tiebreak,
        }

    @property
    def verdict(self) -> Sentence:
        """Who won and why, as a sentence."""
        names = [say("player {player}", player=seat + 1) for seat in self.winners]
        points = self.totals[self.winners[0]]
        if len(names) > 1:
            return whole(
                say_many(
                    "{players} share the win with {count} point.",
                    "{players} share the win with {count} points.",
                    points,
                    players=all_of(names),
                )
            )
        if self.tiebreak:
            return say_many(
                "Player {player} wins with {count} point. Tiebreaker: {tiebreak}.",
                "Player {player} wins with {count} points. Tiebreaker: {tiebreak}.",
                points,
                player=self.winners[0] + 1,
                tiebreak=self.tiebreak,
            )
        return say_many(
            "Player {player} wins with {count} point.",
            "Player {player} wins with {count} points.",
            points,
            player=self.winners[0] + 1,
        )

    def table(self, language: str = "en") -> str:
        """Return the sheet as a table with a row for each category."""
        heads = [say("player {player}", player=seat + 1) for seat in range(len(self.totals))]
        rows: list[list[str]] = [["", *heads]]
        rows += [[words, *(str(row[name]) for row in self.points)] for name, words in self.game.categories.items()]
        rows.append([say("total"), *map(str, self.totals)])
        spoken = [[translated(cell, language) for cell in row] for row in rows]
        width = max(len(row[0]) for row in spoken)
        return "\n".join(row[0].ljust(width) + "".join(cell.rjust(10) for cell in row[1:]) for row in spoken)

    def __str__(self) -> str:
        return self.table()


def _tiebreak(game: Game, standing: list[tuple[int, ...]]) -> Sentence | None:
    """Return the last tie-breaker that was needed to part the winners from others with as many points."""
    best = max(standing)
    needed = None
    for column, name in enumerate(game.tiebreaks, 1):
        if any(row != best and row[:column] == best[:column] for row in standing):
            needed = name
    return needed
