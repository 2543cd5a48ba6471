"""Workers are gone soon after the death of who started them, whatever they are doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

BUSY = 2.0  # seconds of processor time after which a worker has loaded everything and searches
GONE = 2.0  # seconds within which a worker is gone, as docs/bots.md promises
PATIENCE = 60.0  # seconds that a machine may take to give it its share of them, if others run beside it

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def children_of(parent: int) -> set[int]:
    """All processes below a process."""
    found: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            owner = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if owner == parent:
            found |= {int(folder.name)} | children_of(int(folder.name))
    return found


def spent(process: int) -> float:
    """Seconds of processor time that a process has used; none if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def check_gone(processes: set[int]) -> None:
    """Check that all of them end in time.

    A busy worker uses a second of processor time in a second of a free machine; where others run beside it, its
    own clock is the one that tells how long it went on.
    """
    began = time.monotonic()
    used = {process: spent(process) for process in processes}
    begun = dict(used)
    while any(map(is_alive, processes)):
        for process in filter(is_alive, processes):
            used[process] = max(used[process], spent(process))
        assert max(used[process] - begun[process] for process in processes) < GONE
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("bot", "kill"),
    [
        ("tests.arena.bots:Searcher", signal.SIGKILL),
        ("tests.arena.bots:Thinker", signal.SIGTERM),
        pytest.param("tests.arena.bots:Thinker", signal.SIGKILL, marks=pytest.mark.combination),
        pytest.param("tests.arena.bots:Searcher", signal.SIGTERM, marks=pytest.mark.combination),
    ],
)
def test_workers_die_with_their_parent(bot: str, kill: signal.Signals) -> None:
    """In the middle of a search of hours in compiled code, and of an endless loop in Python."""
    arena = subprocess.Popen(
        [sys.executable, "-m", "tilery", "arena", "pebbles", "--bots", f"random,{bot}", "--workers", "2"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
    )
    try:
        begun = time.monotonic()
        while sum(spent(child) > BUSY for child in children_of(arena.pid) if is_alive(child)) < 2:
            assert time.monotonic() - begun < 300
            time.sleep(0.2)
        children = children_of(arena.pid)
        arena.send_signal(kill)
        arena.wait()
        check_gone(children)
    finally:
        arena.kill()
        arena.wait()


def test_without_the_help_of_linux_a_thread_sees_to_it(tmp_path: Path) -> None:
    """The thread runs while compiled code searches, because that holds no interpreter lock."""
    (tmp_path / "parent.py").write_text(
        "import multiprocessing, os, types\n"
        "def work(parent):\n"
        "    from tests.arena.bots import Searcher\n"
        "    from tilery import Match\n"
        "    from tilery.arena import orphans\n"
        "    orphans.sys = types.SimpleNamespace(platform='darwin')\n"
        "    orphans.end_with_parent(parent)\n"
        "    Searcher().choose(Match('pebbles', seed=1), 0, 1)\n"
        "if __name__ == '__main__':\n"
        "    child = multiprocessing.get_context('spawn').Process(target=work, args=(os.getpid(),))\n"
        "    child.start()\n"
        "    print(child.pid, flush=True)\n"
        "    child.join()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    begun = time.monotonic()
    while spent(child) < BUSY:
        assert time.monotonic() - begun < 300
        time.sleep(0.2)
    parent.kill()
    parent.communicate()
    check_gone({child})
