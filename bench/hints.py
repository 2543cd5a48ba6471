"""Would the coach call its own hints inaccuracies? Hints in games of bots, judged as in a review with other numbers.

python -m bench.hints topiary --games 10 --every 4
"""

from __future__ import annotations

import argparse

from tilery import Match, games
from tilery.bots import choose
from tilery.coach import verdicts
from tilery.coach.hints import give_hint
from tilery.coach.outlook import Deadline, Depth, seeds
from tilery.coach.review import Decision
from tilery.coach.reviewing import judge_decision
from tilery.games.game import Game

PLAYERS = "medium"


def judged_hints(game: Game, seats: int, seed: int, every: int) -> list[tuple[str, Decision]]:
    """The hints for each so-manieth decision of a game, and what the coach says of them."""
    next_seed = seeds(game.name, seats, seed, "hints")
    match = Match(game, seats, seed=seed)
    depth = Depth.of(game, seats)
    found: list[tuple[str, Decision]] = []
    decisions = seed  # so that games begin with different ones
    while not match.is_over:
        seat = match.waiting[0]
        if len(match.legal_moves(seat)) > 1:
            if decisions % every == 0:
                hint = give_hint(match, seat, seed=next_seed())
                found.append(
                    (str(hint.move), judge_decision(match, seat, hint.move, depth, Deadline(None), next_seed()))
                )
            decisions += 1
        match.play(choose(PLAYERS, match, seat, next_seed()))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--every", type=int, default=4, metavar="N", help="ask for a hint at each Nth decision")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    game = games.find(asked.game)
    names = dict.fromkeys(verdicts.NAMES, 0)
    for seed in range(asked.seed, asked.seed + asked.games):
        for move, judged in judged_hints(game, asked.seats, seed, asked.every):
            names[judged.name] += 1
            if judged.name in verdicts.MARKED:
                print(
                    f"game {seed}: hint {move}, the coach: {judged.best.move}, by {judged.loss:.1%}"
                    f" ± {judged.loss_error:.1%}"
                )
    print(f"{asked.game}, {asked.seats} seats: {sum(names.values())} hints, {names}")


if __name__ == "__main__":
    main()
