"""Nothing leaks over the wire: what a viewer receives is byte for byte the same at tables that differ only in what it
may not know.

Two such tables are made by dealing everything anew that the viewer cannot know, in the match and in the log.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from urllib.parse import quote

import pytest
from starlette.types import Message

from tests.server.client import Body, Client, person, run_on
from tests.truths import other_truth
from tests.variants import Variant, each
from tilery import games
from tilery.match.match import Match
from tilery.server.http import streams
from tilery.server.tables.clock import Clock
from tilery.server.tables.events import Event
from tilery.server.tables.reveal import reveals
from tilery.server.tables.table import Table

POSITIONS = 2
REDEALS = 2


async def exchange(client: Client, method: str, path: str, secret: str, body: bytes = b"") -> bytes:
    """All bytes of an answer with its status and headers; a stream as far as it goes without something new."""
    received = bytearray()
    asked = False
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "headers": [
            (b"authorization", f"Bearer {secret}".encode()),
            (b"cookie", f"tilery={secret}".encode()),
            (b"content-type", b"application/json"),
        ],
        "scheme": "http",
        "server": ("table", 80),
        "client": ("client", 1),
        "root_path": "",
    }

    async def receive() -> Message:
        nonlocal asked
        if asked:
            return {"type": "http.disconnect"}
        asked = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            received.extend(repr((message["status"], sorted(message["headers"]))).encode())
        else:
            received.extend(message["body"])

    await client.app(scope, receive, send)
    return bytes(received)


async def everything(client: Client, made: Body, secret: str, own: list[str], moves: list[str]) -> list[bytes]:
    """All that somebody with `secret` can get out of the server, and what it says to moves that cannot be played."""
    path = f"/api/tables/{made['id']}"
    answers = [
        await exchange(client, "GET", path, secret),
        await exchange(client, "GET", f"{path}/events", secret),
        await exchange(client, "GET", f"{path}/record", secret),
        await exchange(client, "GET", "/api/mine", secret),
        await exchange(client, "POST", f"{path}/hand-over", secret, b'{"seat":0}'),
        await exchange(client, "POST", f"{path}/rematch", secret),
        await exchange(client, "POST", f"{path}/back", secret),
    ]
    answers += [await exchange(client, "POST", f"{path}/moves", secret, _body(move)) for move in moves]
    page = f"/t/{made['id']}"
    answers += [await exchange(client, "GET", address, secret) for address in (page, f"{page}/stream", "/")]
    answers += [await exchange(client, "GET", f"{page}/preview?move={quote(move)}", secret) for move in [*own, *moves]]
    return answers


def _body(move: str) -> bytes:
    return b'{"move":"%s"}' % move.encode()


def redealt(table: Table, viewer: int | None, hidden: dict[str, list[str]], rng: random.Random) -> Table:
    """A table that looks the same to `viewer`, with all else drawn anew."""
    twin = replace(table)
    vars(twin).update(vars(table))
    assert table.match is not None
    twin.match = other_truth(table.match, viewer, seed=rng.getrandbits(64))
    twin.events = [_redealt_event(table, event, viewer, hidden, rng) for event in table.events]
    return twin


def _redealt_event(
    table: Table, event: Event, viewer: int | None, hidden: dict[str, list[str]], rng: random.Random
) -> Event:
    """What somebody else did in secret may have been something else."""
    if event.kind != "move" or event.seat == viewer:
        return event
    notation = games.find(table.game).notation
    public = notation.public(notation.code(event.body["move"]))
    return replace(event, body={"move": rng.choice(hidden[public])}) if public in hidden else event


def _played_in_secret(variant: Variant) -> dict[str, list[str]]:
    """By what everybody reads of them, the moves that are not read in full."""
    notation = games.find(variant.game).notation
    found = defaultdict(set)
    for seed in range(3):
        match = variant.match(seed)
        match.play_randomly(seed=seed)
        for move in match.moves:
            if notation.public(move.code) != str(move):
                found[notation.public(move.code)].add(str(move))
    return {public: sorted(moves) for public, moves in found.items()}


def _tries(variant: Variant, match: Match, viewer: int | None, rng: random.Random) -> list[str]:
    """Moves that the viewer cannot play now: others' moves, moves of other games, and nonsense."""
    own = set() if viewer is None else set(map(str, match.legal_moves(viewer)))
    tries = {str(move) for seat in range(match.seats) for move in list(match.legal_moves(seat))[:20]}
    other = variant.match(rng.getrandbits(32))
    other.play_randomly(seed=rng.getrandbits(32))
    tries |= {str(move) for move in other.moves}
    return [*sorted(tries - own)[:12], "nonsense"]


@each()
def test_what_a_viewer_receives_does_not_depend_on_what_it_may_not_know(
    variant: Variant, file_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 3600.0)  # it would come at any time
    rng = random.Random(str(variant))
    hidden = _played_in_secret(variant)

    async def play(client: Client) -> None:
        client.tables.now = Clock(lambda: 0.0, lambda: 0.0)
        made = await client.table(
            *(person(f"guest {seat}") for seat in range(variant.seats)),
            game=variant.game,
            options=variant.options,
            start=True,
        )
        live = await client.tables.find(made["id"])
        length = len(_random_game(variant).moves)
        for _ in range(POSITIONS):
            for _ in range(rng.randrange(length // POSITIONS) if length >= POSITIONS else 1):
                assert live.table.match is not None
                if live.table.match.is_over:
                    break
                seat = rng.choice(live.table.match.waiting)
                move = str(rng.choice(list(live.table.match.legal_moves(seat))))
                await client.move(made, seat, move)
            true = live.table
            assert true.match is not None
            if true.match.is_over:
                return
            for viewer, secret in ((None, made["watch"]), *enumerate(made["seats"])):
                tries = _tries(variant, true.match, viewer, rng)
                own = [] if viewer is None else list(map(str, true.match.legal_moves(viewer)))[-4:]
                expected = await everything(client, made, secret, own, tries)
                for _ in range(REDEALS):
                    live.table = redealt(true, viewer, hidden, rng)
                    assert await everything(client, made, secret, own, tries) == expected
                live.table = true

    run_on(file_database, play)


def _random_game(variant: Variant) -> Match:
    match = variant.match(1)
    match.play_randomly(seed=1)
    return match


@each()
def test_whether_a_step_can_be_taken_back_tells_its_player_nothing(variant: Variant) -> None:
    rng = random.Random(str(variant))
    match = variant.match(5)
    chosen = rng.sample(range(len(_random_game(variant).moves)), 4)
    while not match.is_over:
        seat = rng.choice(match.waiting)
        move = rng.choice(list(match.legal_moves(seat)))
        if len(match.moves) in chosen:
            expected = reveals(match, move)
            for _ in range(2):
                assert reveals(other_truth(match, seat, rng.getrandbits(64)), move) == expected
        match.play(move)
