"""How much of a game is luck: what a player wins who cheats and sees all that is hidden and all that will be drawn.

The cheat tries every move in the true game, plays each on to the end several times with both sides at the level that it
meets, and takes the move that wins most. No honest player can be expected to do better against that level for long, so
its share of victories is an estimate of the ceiling; it can be too low, because the cheat looks no further than its
own next move. Deals are played from every seat.

    python bench/ceiling.py triqueta --level hard --deals 30
"""

from __future__ import annotations

import argparse
import random
from math import sqrt

from tilery import bots
from tilery.match.match import Match
from tilery.match.moves import Move


def share_of(match: Match, seat: int) -> float:
    """The part of the victory that fell to a seat."""
    winners = match.scores.winners
    return (seat in winners) / len(winners)


def play_out(match: Match, level: str, draw: random.Random) -> Match:
    """The match after its end, with everybody at one level."""
    while not match.is_over:
        seat = match.waiting[0]
        match.play(bots.choose(level, match, seat, draw.getrandbits(60)))
    return match


def cheat(match: Match, seat: int, level: str, tries: int, draw: random.Random) -> Move:
    """The move that wins most in the true game; the lead decides between equals."""

    def worth(move: Move) -> tuple[float, float]:
        won = lead = 0.0
        for _ in range(tries):
            end = match.copy()
            end.play(move)
            totals = play_out(end, level, draw).scores.totals
            won += share_of(end, seat)
            lead += totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
        return won, lead

    moves = match.legal_moves(seat)
    return max(moves, key=worth) if len(moves) > 1 else moves[0]


def game(name: str, seed: int, cheating: int, level: str, tries: int) -> float:
    draw = random.Random(seed)
    match = Match(name, 2, seed=seed)
    while not match.is_over:
        seat = match.waiting[0]
        if seat == cheating:
            match.play(cheat(match, seat, level, tries, draw))
        else:
            match.play(bots.choose(level, match, seat, draw.getrandbits(60)))
    return share_of(match, cheating)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    shares = []
    for deal in range(chosen.deals):
        seed = chosen.seed * 1_000_000 + deal
        shares.append(sum(game(chosen.game, seed, seat, chosen.level, chosen.tries) for seat in range(2)) / 2)
    mean = sum(shares) / len(shares)
    error = sqrt(sum((share - mean) ** 2 for share in shares) / (len(shares) - 1) / len(shares))
    print(f"{chosen.game}: who sees everything wins {mean:.1%} (± {1.96 * error:.1%}) of {2 * len(shares)} games"
          f" against {chosen.level}")  # fmt: skip


if __name__ == "__main__":
    main()
