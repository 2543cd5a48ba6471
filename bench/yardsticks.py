"""Every level of every game against the players of `bench/players`, as a table in Markdown.

A cell shows the games that the level won, shared wins counted in part, the 95 % interval over deals and the number of
games. With more than two seats one level sits among players of one kind, and a fair share is one over the seats. A run
that was stopped is taken up again if it keeps its games in a folder.

    python bench/yardsticks.py --games 40
    python bench/yardsticks.py triqueta --levels hard,expert --players Greedy --seats 4 --games 100 --folder /tmp/found
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tilery import bots, games
from tilery.arena.arena import run
from tilery.arena.playing import play_here
from tilery.arena.ratings import Estimate, Standing, rate, whole_deals
from tilery.arena.schedule import Contest

KINDS = ("Greedy", "Rollouts")


def measure(contest: Contest, level: str, deals: int, workers: int, folder: Path | None) -> Standing:
    """How a level stands after so many deals."""
    name = "-".join(
        [contest.game, str(contest.seats), level, contest.players[-1].rpartition(":")[2], str(contest.seed)]
    )
    file = folder / f"{name}.jsonl" if folder else None
    results = run(contest, deals, partial(play_here, workers=workers), file, quiet=True)
    table = rate(contest, whole_deals(contest, results))
    return next(standing for standing in table.standings if standing.player == level)


def cell(standing: Standing) -> str:
    share: Estimate = standing.share
    if share.low == share.high:  # all were won or lost: a bootstrap knows no interval
        return f"{share.value:.0%} of {standing.games}"
    return f"{share.value:.1%} ({100 * share.low:.0f}-{100 * share.high:.0f}), {standing.games}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_of", nargs="*", metavar="GAME", help="default: every game that has such players")
    parser.add_argument("--levels", default=",".join(bots.LEVELS))
    parser.add_argument("--players", default=",".join(KINDS), help="kinds of players, of Greedy and Rollouts")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="for each cell; rounded up to whole deals")
    parser.add_argument("--seed", type=int, default=4099)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="keep the games here, and take up again what is there")
    chosen = parser.parse_args()
    if chosen.folder:
        chosen.folder.mkdir(parents=True, exist_ok=True)
    levels = chosen.levels.split(",")
    here = Path(__file__).parent / "players"
    names = chosen.games_of or [name for name in games.names() if (here / f"{name}.py").exists()]
    print(f"| game | player | {' | '.join(levels)} |")
    print("|---|---|" + "---|" * len(levels), flush=True)
    for name in names:
        if chosen.seats not in games.find(name).seats:
            continue
        for kind in chosen.players.split(","):
            cells = []
            for level in levels:
                players = (level, f"bench.players.{name}:{kind}")
                contest = Contest(name, chosen.seats, {}, players, chosen.seed)
                deals = -(-chosen.games // contest.games_a_deal)
                cells.append(cell(measure(contest, level, deals, chosen.workers, chosen.folder)))
                print(f"{name} {kind} {level}: {cells[-1]}", file=sys.stderr, flush=True)
            print(f"| {games.find(name).title} | {kind} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
