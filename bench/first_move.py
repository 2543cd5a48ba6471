"""The first table on a fresh machine: how long after the start of a server the first move can be made, for each game
pressed first, and how long its bots take to answer and to reach their full strength.

    python -m bench.first_move
    python -m bench.first_move --game tipperary --warm 300

Every game gets a server of its own with an empty folder for machine code and for Python's bytecode, as after an
installation. A browser's requests are made: the home page, "Play now" or "Begin", the page of the table.
"""

from __future__ import annotations

import argparse
import tempfile
import time

import httpx

from bench.load.processes import serving
from tilery import games

MOVES = 5


def press(browser: httpx.Client, game: str, *, begin: bool) -> str:
    """Press "Play now", or "Begin" below a form that asks for one bot; return the path of the table."""
    if begin:
        form = {"seats": str(min(games.find(game).seats)), "name": "Ann"}
        form |= {f"seat{seat}": "medium" for seat in range(1, min(games.find(game).seats))}
        answer = browser.post(f"/new/{game}", data=form)
    else:
        answer = browser.post(f"/play/{game}", data={"guide": ""})
    return str(answer.raise_for_status().url.path)


def first_table(game: str, warm: float, *, bytecode: bool, begin: bool) -> str:
    """Start a server that has compiled nothing, play a few moves by its pages, and return what it took."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = {"TILERY_CACHE": f"{folder}/cache"}
        if not bytecode:
            fresh["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        began = time.perf_counter()
        with (
            serving(environment=fresh) as server,
            httpx.Client(base_url=server.address, follow_redirects=True, timeout=120) as browser,
        ):
            browser.get("/").raise_for_status()
            answered = time.perf_counter() - began
            pressed = time.perf_counter()
            table = press(browser, game, begin=begin)
            times, waits = _play(browser, table)
            done = time.perf_counter() - pressed
            full = _until_warm(browser, game, pressed, warm)
    return (
        f"{game:<12} home page {answered:5.1f} s after the start   first move {times[0]:5.1f} s after pressing   "
        f"{MOVES} moves and answers {done:5.1f} s (slowest move {max(times[1:]):.2f} s, bot {max(waits):.2f} s)   "
        f"{full}"
    )


def _play(browser: httpx.Client, table: str) -> tuple[list[float], list[float]]:
    """Play some moves; return how long each took to be written, and how long bots took to answer."""
    times: list[float] = []
    waits: list[float] = []
    link = browser.post(f"{table}/link", data={"kind": "seat"}).raise_for_status().json()["link"]
    secret = {"authorization": f"Bearer {link.rpartition('/')[2]}"}
    since = time.perf_counter()
    while len(times) < MOVES:
        page = browser.get(table).raise_for_status().text
        if 'class="room over' in page:
            break
        if 'data-mine="yes"' not in page:
            time.sleep(0.02)
            continue
        waits.append(time.perf_counter() - since)
        asked = time.perf_counter()
        view = browser.get(f"/api/tables/{table.rpartition('/')[2]}", headers=secret).json()["view"]
        browser.post(
            f"{table}/move", data={"move": view["legal_moves"][0], "id": f"move-{len(times)}"}
        ).raise_for_status()
        since = time.perf_counter()
        times.append(since - asked + (waits[0] if not times else 0))
    return times, waits


def _until_warm(browser: httpx.Client, game: str, pressed: float, seconds: float) -> str:
    """Wait until the machine code of a game is there."""
    while time.perf_counter() < pressed + seconds:
        if game in browser.get("/healthz").json()["games_ready"]:
            return f"rules compiled after {time.perf_counter() - pressed:.0f} s"
        time.sleep(0.5)
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=games.names(), help="only this game")
    parser.add_argument("--warm", type=float, default=0, help="how many seconds to wait for its machine code")
    parser.add_argument("--bytecode", action="store_true", help="keep Python's own bytecode, as after `make play`")
    parser.add_argument("--begin", action="store_true", help='press "Begin" instead of "Play now"')
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else games.names():
        print(first_table(game, asked.warm, bytecode=asked.bytecode, begin=asked.begin), flush=True)


if __name__ == "__main__":
    main()
