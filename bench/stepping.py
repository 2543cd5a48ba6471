"""Moves per second of matches that are stepped from Python: here, in other checkouts and in OpenSpiel, in one run.

    python bench/stepping.py [GAME …] [--against CHECKOUT …] [--rounds 5] [--seconds 0.5]

`match.play(choice(match.legal_moves(seat)))`, whole random games, deals included; where several seats owe a decision,
the first of them decides. OpenSpiel's Hearts, a C++ game, is stepped by the same kind of loop if OpenSpiel is there.
Everything is measured in processes of its own, all in turn. Seconds are those of the processor; the median counts.

    git worktree add /tmp/before COMMIT && python bench/stepping.py --against /tmp/before
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]

PLAY = """
import random, sys, time
from tilery import games
from tilery.match.match import Match

game, seconds, choose = games.find(sys.argv[1]), float(sys.argv[2]), random.Random(1)

def speed(seconds):
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        match = Match(game)
        while not match.is_over:
            match.play(choose.choice(match.legal_moves(match.waiting[0])))
            moves += 1
    return moves / (time.process_time() - start)

speed(seconds / 5)
print(speed(seconds))
"""

# OpenSpiel deals cards one by one, as chance nodes. Its documentation draws them by their probabilities; in Hearts they
# are all the same, so a loop that knows it can draw among the legal ones, which costs a fraction.
PEERS = {
    "OpenSpiel's Hearts, dealt as documented": "choose.choices(*zip(*state.chance_outcomes()))[0]",
    "OpenSpiel's Hearts, dealt the quick way": "choose.choice(state.legal_actions())",
}
PLAY_PEER = """
import random, sys, time
import pyspiel

game, seconds, choose = pyspiel.load_game("hearts"), float(sys.argv[2]), random.Random(1)

def speed(seconds):
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(DEAL)
            else:
                state.apply_action(choose.choice(state.legal_actions()))
                moves += 1
    return moves / (time.process_time() - start)

speed(seconds / 5)
print(speed(seconds))
"""


def measured(player: Path | str, game: str, seconds: float) -> float:
    """Moves per second of a checkout, or of a peer."""
    program = PLAY_PEER.replace("DEAL", PEERS[player]) if isinstance(player, str) else PLAY
    ran = subprocess.run(
        [sys.executable, "-c", program, game, str(seconds)],
        env={**os.environ, "PYTHONPATH": "" if isinstance(player, str) else str(player)},
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(ran.stdout)


def name_of(player: Path | str) -> str:
    if isinstance(player, str):
        return player
    return "here" if player == HERE else player.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["terraflip", "tipperary", "topiary", "triqueta"])
    parser.add_argument("--against", type=Path, nargs="*", default=[], help="other checkouts of Tilery")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of the processor, for each in each round")
    asked = parser.parse_args()
    players: list[Path | str] = [*(path.resolve() for path in asked.against), HERE]
    if find_spec("pyspiel"):
        players += PEERS
    print(f"{'':<12}{'moves/s':>10}{'from':>10}{'to':>10}{'here, times':>14}")
    for game in asked.games:
        found: dict[Path | str, list[float]] = {player: [] for player in players}
        for _ in range(asked.rounds):
            for player, speeds in found.items():
                speeds.append(measured(player, game, asked.seconds))
        for player, speeds in found.items():
            usual, times = median(speeds), median(found[HERE]) / median(speeds)
            print(
                f"{game:<12}{usual:>10,.0f}{min(speeds):>10,.0f}{max(speeds):>10,.0f}{times:>14.2f}  {name_of(player)}"
            )


if __name__ == "__main__":
    main()
