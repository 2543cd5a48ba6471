"""Steps per second of many matches at once, and of pgx beside them, in one run on all cores.

A step takes one action in one match, and afterwards the mask of legal actions of the next one is there; a match that
ends is dealt anew. Actions are chosen at random among the legal ones, and choosing them is part of what is measured.
In pgx a step is the same for its game: one placed disc of Othello. Lines of one thread are measured in seconds of the
processor, so that other work on the machine counts less.

    python bench/batch.py [GAME …] [--seconds 3] [--count 4096] [--json]

pgx is measured if it is installed (`pip install pgx`), with JAX on the processor and the auto-reset that it offers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

from tilery import games
from tilery.research.batch import Batch

ROUNDS = 3


def best_speed(
    step: Callable[[], object], count: int, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The best of a few rounds, in steps of single matches."""
    step()
    best = 0.0
    for _ in range(ROUNDS):
        done, start = 0, clock()
        while clock() - start < seconds / ROUNDS:
            step()
            done += 1
        best = max(best, done * count / (clock() - start))
    return best


def tilery_speed(name: str, seats: int, count: int, seconds: float, *, observe: bool, threads: int | None) -> float:
    batch = Batch(name, seats, count=count, observe=observe, threads=threads)
    batch.reset(seed=1)
    for _ in range(60):  # until matches are at different moments
        batch.step(batch.random_actions())
    clock = time.process_time if threads == 1 else time.perf_counter
    return best_speed(lambda: batch.step(batch.random_actions()), count, seconds, clock)


def pgx_speed(name: str, count: int, seconds: float) -> float | None:
    """pgx on the processor, compiled as a whole: choosing, stepping and dealing anew; None if it is not installed."""
    try:
        import jax  # noqa: PLC0415  (a peer)
        import jax.numpy as jnp  # noqa: PLC0415  (a peer)
        import pgx  # noqa: PLC0415  (a peer)
        from pgx.experimental import auto_reset  # noqa: PLC0415  (a peer)
    except ImportError:
        return None
    env = pgx.make(name)

    @jax.jit  # type: ignore[untyped-decorator]
    def step(state: Any, key: Any) -> Any:
        key, choosing, dealing = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choosing, logits, axis=1)
        stepped = jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(dealing, count))
        return stepped, key

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count)), jax.random.PRNGKey(1)]

    def one() -> None:
        held[:] = step(*held)
        held[0].legal_action_mask.block_until_ready()

    return best_speed(one, count, seconds)


def measure(names: list[str], count: int, seconds: float) -> list[dict[str, Any]]:
    found = []
    for name in names:
        seats = games.find(name).seats[0]
        for what, observe, threads in (
            ("masks", False, None),
            ("masks and observations", True, None),
            ("masks, one thread", False, 1),
            ("both, one thread", True, 1),
        ):
            speed = tilery_speed(name, seats, count, seconds, observe=observe, threads=threads)
            found.append({"game": name, "seats": seats, "what": what, "count": count, "steps_per_second": round(speed)})
    for size in sorted({1000, count}):
        peer = pgx_speed("othello", size, seconds)
        if peer is not None:
            row = {"game": "pgx othello", "seats": 2, "what": "masks and observations", "count": size}
            found.append({**row, "steps_per_second": round(peer)})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    parser.add_argument("--count", type=int, default=4096, help="matches in a batch")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.games, arguments.count, arguments.seconds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{'game':<14}{'seats':>6}{'matches':>9}  {'with':<26}{'steps/s':>14}")
    for row in found:
        print(f"{row['game']:<14}{row['seats']:>6}{row['count']:>9}  {row['what']:<26}{row['steps_per_second']:>14,}")


if __name__ == "__main__":
    main()
