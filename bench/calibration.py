"""Whether win chances are true: how often seats win that an analysis gives a chance of 10, 20 … percent.

Games are played by a level against itself, on deals that no training has seen. At every few decisions the expert's tree
says how likely each seat is to win and how many points it will have; the end of the game tells.

    python bench/calibration.py triqueta --seats 2 --players expert,medium --games 100 --seed 9001 --out chart.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery import bots, games
from tilery.bots.levels import thinking_of
from tilery.games.thinking import Thinking
from tilery.match.match import Match

BINS = 10
SIZE, MARGIN = 340, 56
COLOURS = ("#2f7d5b", "#b5542c", "#3a6ea5")


@dataclass(frozen=True)
class Forecasts:
    """What was said and what came of it, one entry for each seat of each analysed decision."""

    players: str
    chance: NDArray[np.float64]
    won: NDArray[np.float64]
    points: NDArray[np.float64]
    scored: NDArray[np.float64]
    phase: NDArray[np.float64]

    @property
    def brier(self) -> float:
        return float(((self.chance - self.won) ** 2).mean())

    @property
    def bias(self) -> float:
        """Expected points minus what was scored, on average."""
        return float((self.points - self.scored).mean())

    def table(self) -> Iterator[tuple[float, float, int]]:
        """Reliability: by tenths of the chance, its mean, the share won, and how many."""
        tenth = np.minimum((self.chance * BINS).astype(int), BINS - 1)
        for number in range(BINS):
            among = tenth == number
            if among.any():
                yield float(self.chance[among].mean()), float(self.won[among].mean()), int(among.sum())

    @property
    def calibration_error(self) -> float:
        """The expected calibration error: how far the shares won are from the chances, on average."""
        return sum(abs(said - won) * count for said, won, count in self.table()) / len(self.chance)

    def during(self, low: float, high: float) -> Forecasts:
        """The forecasts of a part of the game."""
        among = (self.phase >= low) & (self.phase < high)
        parts = (part[among] for part in (self.chance, self.won, self.points, self.scored, self.phase))
        return Forecasts(self.players, *parts)


def forecast(game: str, seats: int, players: str, count: int, seed: int, every: int, judge: Thinking) -> Forecasts:
    """Play games and ask at every few decisions."""
    rows: list[tuple[float, float, float, float, float]] = []
    level = thinking_of(games.find(game), players)
    if level.method != "glance":
        level = replace(level, iterations=judge.iterations)
    for number in range(count):
        match = Match(game, seats, seed=seed * 100_003 + number)
        said = []
        while not match.is_over:
            seat, moment = match.waiting[0], len(match.moves)
            if len(match.legal_moves(seat)) > 1 and (moment + number) % every == 0:
                best = bots.think(match, seat, judge, seed=1000 * number + moment).candidates[0]
                said.append((moment, best.win_chances, best.all_points))
            match.play(bots.think(match, seat, level, seed=1000 * number + moment).move)
        winners, totals = match.scores.winners, match.scores.totals
        for moment, chances, points in said:
            for seat in range(seats):
                won = (seat in winners) / len(winners)
                rows.append((chances[seat], won, points[seat], totals[seat], moment / len(match.moves)))
    return Forecasts(players, *np.array(rows).T)


def chart(title: str, found: list[Forecasts]) -> str:
    """A reliability chart: the nearer the dots lie to the diagonal, the truer the chances."""
    whole = SIZE + 2 * MARGIN

    def place(said: float, won: float) -> tuple[float, float]:
        return MARGIN + SIZE * said, MARGIN + SIZE * (1 - won)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole + 10}" role="img" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#7a6a55">',
        f"<title>{escape(title)}</title>",
        f'<text x="{MARGIN}" y="26" font-size="16" font-weight="600">{escape(title)}</text>',
        f'<path d="M{MARGIN} {MARGIN + SIZE}L{MARGIN + SIZE} {MARGIN}" stroke="#7a6a55" stroke-dasharray="4 4"/>',
    ]
    for tenth in range(0, 11, 2):
        x, y = place(tenth / 10, tenth / 10)
        parts.append(f'<text x="{x:.0f}" y="{MARGIN + SIZE + 18}" text-anchor="middle">{tenth * 10}%</text>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4:.0f}" text-anchor="end">{tenth * 10}%</text>')
        parts.append(
            f'<path d="M{x:.0f} {MARGIN}v{SIZE}M{MARGIN} {y:.0f}h{SIZE}" stroke="#7a6a55" stroke-opacity="0.18"/>'
        )
    for number, forecasts in enumerate(found):
        colour = COLOURS[number]
        for said, won, count in forecasts.table():
            x, y = place(said, won)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 9 * sqrt(count / len(forecasts.chance)):.1f}" '
                f'fill="{colour}" fill-opacity="0.7"/>'
            )
        legend = f"{forecasts.players}: error {forecasts.calibration_error:.3f}, Brier {forecasts.brier:.3f}"
        parts.append(f'<text x="{MARGIN + 12}" y="{MARGIN + 20 + 18 * number}" fill="{colour}">{escape(legend)}</text>')
    parts.append(
        f'<text x="{MARGIN + SIZE}" y="{whole - 2}" text-anchor="end">win chance; share of games won</text></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--players", default="expert,medium")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=9001)
    parser.add_argument("--every", type=int, default=4, help="one of so many decisions is analysed")
    about = "of the analysis and of players that search; default: the expert's"
    parser.add_argument("--iterations", type=int, help=about)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    judge = replace(thinking_of(games.find(asked.game), "expert"), method="tree")
    if asked.iterations:
        judge = replace(judge, iterations=asked.iterations)
    found = []
    for players in asked.players.split(","):
        result = forecast(asked.game, asked.seats, players, asked.games, asked.seed, asked.every, judge)
        found.append(result)
        print(f"{asked.game}, {asked.seats} seats, {asked.games} games of {players}, {len(result.chance)} forecasts")
        print(
            f"  Brier {result.brier:.4f}, calibration error {result.calibration_error:.4f}, points {result.bias:+.2f}"
        )
        for said, won, count in result.table():
            print(f"  {said:6.1%} said, {won:6.1%} won, {count}")
        for low, high in ((0.0, 1 / 3), (1 / 3, 2 / 3), (2 / 3, 1.01)):
            part = result.during(low, high)
            print(f"  phase {low:.0%} to {high:.0%}: Brier {part.brier:.4f}, error {part.calibration_error:.4f}")
    if asked.out:
        title = f"{games.find(asked.game).title}, {asked.seats} seats"
        asked.out.write_text(chart(title, found), "utf-8")


if __name__ == "__main__":
    main()
