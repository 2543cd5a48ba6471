"""Whether win chances are true: how often seats win that an analysis gives a chance of 10, 20 … percent.

Games are played by a level against itself, on deals that nothing was fitted to. At some decisions of each the expert's
tree says, as in a hint, how likely each seat is to win and how many points it will have; the end of the game tells.

    python bench/calibration.py triqueta --seats 2 --players expert,medium --games 300 --seed 9001 --out chart.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from html import escape
from math import sqrt
from pathlib import Path

import numpy as np

from tilery import games
from tilery.bots.judgement import AMONG, Among, Array
from tilery.bots.training.calibrate import BINS, CalibrationReport, CalibrationSettings, Calibrator, Examples, truth

SIZE, MARGIN = 340, 56
COLOURS = {"expert": "#2f7d5b", "medium": "#b5542c"}
PHASES = {"first third": (0.0, 1 / 3), "second third": (1 / 3, 2 / 3), "last third": (2 / 3, 1.01)}

HEAD = "| game | seats | games of | phase | games | forecasts | Brier | error | luck | points |\n|" + "---|" * 10


def told_truth(examples: Examples) -> CalibrationReport:
    return truth(examples.found.wins, examples.found.points, examples)


def reliability(examples: Examples) -> Iterator[tuple[float, float, int]]:
    """By tenths of the chance, its mean, the share won, and how many."""
    said, won = examples.found.wins.ravel(), examples.shares.ravel()
    tenth = np.minimum((said * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        among = tenth == number
        if among.any():
            yield float(said[among].mean()), float(won[among].mean()), int(among.sum())


def during(examples: Examples, low: float, high: float) -> Examples:
    """The forecasts of a part of the game."""
    phase: Array = examples.found.phase
    return examples.part((phase >= low) & (phase < high))


def row(title: str, seats: int, players: str, phase: str, found: CalibrationReport) -> str:
    return (
        f"| {title} | {seats} | {players}s | {phase} | {found.games} | {found.forecasts} | {found.brier:.3f} | "
        f"{found.calibration_error:.3f} | {found.luck:.3f} | {found.points_bias:+.2f} ± {found.points_error:.2f} |"
    )


def chart(title: str, found: dict[Among, Examples]) -> str:
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
    for number, (players, examples) in enumerate(found.items()):
        colour, said = COLOURS[players], told_truth(examples)
        for chance, won, count in reliability(examples):
            x, y = place(chance, won)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 9 * sqrt(count / said.forecasts):.1f}" '
                f'fill="{colour}" fill-opacity="0.7"/>'
            )
        legend = f"{players}s: error {said.calibration_error:.3f}, Brier {said.brier:.3f}"
        parts.append(f'<text x="{MARGIN + 12}" y="{MARGIN + 20 + 18 * number}" fill="{colour}">{escape(legend)}</text>')
    parts.append(
        f'<text x="{MARGIN + SIZE}" y="{whole - 2}" text-anchor="end">win chance; share of games won</text></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--players", default=",".join(AMONG))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=9001)
    parser.add_argument("--iterations", type=int, default=300, help="of the searches that are asked")
    parser.add_argument(
        "--playing", type=int, default=CalibrationSettings.playing, help="most iterations of players that search"
    )
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    game = games.find(asked.game)
    settings = CalibrationSettings(asked.seed, asked.games, (asked.iterations,), asked.playing)
    calibrator = Calibrator(game, asked.seats, settings)
    found: dict[Among, Examples] = {}
    print(HEAD, flush=True)
    for players in AMONG:
        if players in asked.players.split(","):
            examples = found[players] = calibrator.examples(players, among=players)
            print(row(game.title, asked.seats, players, "all", told_truth(examples)), flush=True)
            for name, (low, high) in PHASES.items():
                part = during(examples, low, high)
                if len(part.game):
                    print(row(game.title, asked.seats, players, name, told_truth(part)))
    print()
    for players, examples in found.items():
        for said, won, count in reliability(examples):
            print(f"{players}s: {said:6.1%} said, {won:6.1%} won, {count}")
    if asked.out:
        asked.out.write_text(chart(f"{game.title}, {asked.seats} seats", found), "utf-8")


if __name__ == "__main__":
    main()
