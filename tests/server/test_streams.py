"""Streams of events: what they show, and when they end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.house import OPEN, Body, Client, Run, person
from tests.server.processes import PATIENCE
from tests.server.test_changes import restored
from tests.server.test_tables import path_of
from tilery.server.stream import EVENTS_AT_ONCE


class Stream:
    """A stream that is being read, without a network."""

    def __init__(self) -> None:
        self.status = 0
        self.events: list[Body] = []
        self.sends = 0
        self.has_ended = False
        self.gone = asyncio.Event()
        self._changed = asyncio.Event()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.sends += 1
            self.events += [json.loads(line) for line in message["body"].splitlines() if line]
            self.has_ended = not message.get("more_body", False)
        self._changed.set()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def begin(self) -> None:
        """Wait until the server has let the reader in."""
        await self._wait(lambda: self.status != 0)
        assert self.status == 200, self.events

    async def until(self, number: int) -> Body:
        """The event with a number."""
        await self._wait(lambda: self.has_ended or self._last() >= number)
        return next(event for event in self.events if event["number"] == number)

    async def end(self) -> None:
        """Wait until the server has ended it."""
        await self._wait(lambda: self.has_ended)

    def _last(self) -> int:
        return int(self.events[-1]["number"]) if self.events else 0

    async def _wait(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self._changed.clear()
                await self._changed.wait()


def scope_of(path: str, query: str, header: tuple[bytes, bytes], method: str = "GET") -> dict[str, Any]:
    """A request, as a server hands it on."""
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": b"",
        "query_string": query.encode(),
        "headers": [header],
        "client": ("table", 1),
    }


@asynccontextmanager
async def stream(client: Client, made: Body, secret: str, after: int = 0, method: str = "GET") -> AsyncIterator[Stream]:
    found = Stream()
    header = (b"authorization", f"Bearer {secret}".encode())
    scope = scope_of(f"{path_of(made)}/events", f"after={after}", header, method)
    running = asyncio.create_task(client.app(scope, found.receive, found.send))
    try:
        yield found
    finally:
        found.gone.set()
        await running


def test_a_stream_tells_what_was_and_what_comes(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        ann, bo = made["seats"]
        async with stream(client, made, bo, after=1) as seen:
            assert (await seen.until(3))["kind"] == "start"
            assert seen.events[0]["number"] == 2
            await client.done("POST", f"{path_of(made)}/moves", ann, {"move": "take 1"})
            assert (await seen.until(4))["move"] == "take 1"
        assert client.hall.watchers == 0

    run(play)


def test_a_long_log_comes_in_parts(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        count = 2 * EVENTS_AT_ONCE + 5
        says = (f"{path_of(made)}/chat", made["seats"][0])
        await asyncio.gather(*(client.done("POST", *says, {"text": str(n)}) for n in range(count)))
        async with stream(client, made, made["watch"]) as seen:
            await seen.until(count + 1)
            assert [event["number"] for event in seen.events] == list(range(1, count + 2))
            assert seen.sends >= 3

    run(play)


def test_a_stream_ends_with_the_table(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with stream(client, made, made["watch"]) as seen:
            await seen.until(1)
            await client.done("DELETE", path_of(made), made["owner"])
            await seen.end()

    run(play)


def test_who_has_stood_up_does_not_look_over_the_next_ones_shoulder(run: Run) -> None:
    """Also not with a stream that claims to have seen already what has yet to happen."""

    async def play(client: Client) -> None:
        for after in (0, 3):
            made = await client.table(OPEN, person("Bo"))
            ann = await client.sit(made, "Ann")
            async with stream(client, made, ann, after) as seen, stream(client, made, made["watch"]) as other:
                await other.until(2)
                await seen.begin()
                await client.done("POST", f"{path_of(made)}/leave", ann)
                await client.sit(made, "Cy")
                await other.until(4)
                await seen.end()
                assert all(event["number"] < 4 for event in seen.events)
                assert not other.has_ended

    run(play)


def test_a_page_is_sent_only_what_is_new(run: Run) -> None:
    """The first picture is whole; with what was seen before, each further one makes the picture that a page which is
    opened now is sent."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), game="topiary", start=True)
        async with PageView(client, made) as page:
            before = await page.next()
            assert "data-same" not in before
            for seat in (0, 1, 0):
                place = await client.hall.place(made["id"])
                assert place.table.match is not None
                while seat in place.table.match.waiting:
                    move = str(place.table.match.legal_moves(seat)[0])
                    await client.done("POST", f"{path_of(made)}/moves", made["seats"][seat], {"move": move})
                    news = await page.next()
                    async with PageView(client, made) as fresh:
                        whole = await fresh.next()
                    assert "data-same" in news
                    assert len(news) < len(whole)
                    assert restored(before, news) == whole
                    before = whole

    run(play)


class PageView:
    """A page of a table, which is sent pictures."""

    def __init__(self, client: Client, made: Body) -> None:
        self._pictures: asyncio.Queue[str] = asyncio.Queue()
        self._gone = asyncio.Event()
        scope = scope_of(f"/t/{made['id']}/stream", "", (b"cookie", f"tilery={made['seats'][0]}".encode()))
        self._running = asyncio.create_task(client.app(scope, self._receive, self._send))

    async def __aenter__(self) -> PageView:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await self._running

    async def next(self) -> str:
        """The next picture."""
        async with asyncio.timeout(PATIENCE):
            return await self._pictures.get()

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        lines = message.get("body", b"").decode().splitlines()
        if any(line.startswith("id: ") for line in lines):
            self._pictures.put_nowait("\n".join(line[len("data: ") :] for line in lines if line.startswith("data: ")))


def test_asking_for_the_head_of_a_stream_opens_none(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with stream(client, made, made["watch"], method="HEAD") as seen:
            await seen.end()
            assert (seen.status, seen.events, client.hall.watchers) == (200, [], 0)

    run(play)


def test_while_nothing_happens_a_stream_says_that_it_is_still_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.stream.HEARTBEAT", 0.01)

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with stream(client, made, made["watch"]) as seen, stream(client, made, made["watch"]) as other:
            while min(seen.sends, other.sends) < 4:
                await asyncio.sleep(0.01)
            assert [event["number"] for event in seen.events] == [1]

    run(play)


def test_who_listens_later_does_not_hear_an_erased_name(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, OPEN)
        ann = await client.sit(made, "Ann")
        async with stream(client, made, made["watch"]) as seen:
            assert (await seen.until(1))["name"] == "Ann"
        await client.done("POST", f"{path_of(made)}/erase", ann)
        async with stream(client, made, made["watch"]) as later:
            assert (await later.until(1))["name"] == ""

    run(play)


def test_claiming_to_have_seen_what_has_yet_to_happen_is_harmless(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, OPEN)
        async with stream(client, made, made["watch"], after=2) as seen:
            for name in ("Ann", "Bo"):
                await client.sit(made, name)
            await client.done("POST", f"{path_of(made)}/start", made["owner"])
            assert (await seen.until(3))["kind"] == "start"
            assert len(seen.events) == 1

    run(play)
