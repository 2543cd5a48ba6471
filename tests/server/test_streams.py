"""Streams of events: what they show, and when they end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections.abc import AsyncIterator, Callable, Hashable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.client import OPEN, Body, Client, Run, person, run_on
from tests.server.processes import PATIENCE
from tests.server.test_tables import path_of
from tilery.server.http.audience import PageContent
from tilery.server.http.streams import EVENTS_AT_ONCE
from tilery.server.pages.play_pages import PlayPages
from tilery.server.tables.live_table import RECENT
from tilery.server.tables.table import Table


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
        assert client.tables.watchers == 0

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
            assert seen.events[-1] == {"kind": "deleted"}

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


async def play_first_move(client: Client, made: Body) -> None:
    """Whoever has to decide first makes the first legal move."""
    match = (await client.tables.find(made["id"])).table.match
    assert match is not None
    seat = match.waiting[0]
    move = str(match.legal_moves(seat)[0])
    await client.done("POST", f"{path_of(made)}/moves", made["seats"][seat], {"move": move})


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [("gzip, deflate, br, zstd", True), ("identity", False), ("gzip;q=0", False), (None, False)],
)
def test_a_page_is_sent_the_whole_picture_as_it_can_read_it(
    accepted: str | None, is_compressed: bool, file_database: str
) -> None:
    """Compressed for those who ask for it; an update then takes a small part of the picture's bytes."""

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), game="topiary", start=True)
        async with PageView(client, made, accepted) as page:
            await page.next()
            assert page.is_compressed == is_compressed
            assert page.headers["vary"] == "accept-encoding"
            for _ in range(4):
                await play_first_move(client, made)
                picture, size = await page.next(), page.sizes[-1]
                async with PageView(client, made, None) as fresh:
                    assert await fresh.next() == picture
                assert size < 2000 if is_compressed else size > len(picture.encode())

    run_on(file_database, play)


def test_a_compressed_stream_ends_as_it_should(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with PageView(client, made, "gzip") as page:
            await page.next()
            await client.done("DELETE", path_of(made), made["owner"])
            await page.end()
            assert page.is_complete
            assert page.farewell == "This table was deleted."

    run_on(file_database, play)


def test_the_heart_of_a_compressed_stream_beats(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.http.streams.HEARTBEAT", 0.01)

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with PageView(client, made, "gzip") as page:
            while page.beats < 3:
                await asyncio.sleep(0.01)
            assert len(page.sizes) > 3

    run_on(file_database, play)


def test_the_chat_comes_apart_from_the_picture_and_only_when_it_is_new(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), game="topiary", start=True)

        async def write(text: str) -> None:
            await client.done("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": text})

        async with PageView(client, made, "gzip") as page:
            await page.next()
            await write("Good luck <3")
            assert "Good luck" not in await page.next()
            assert "<strong>Bo</strong> Good luck &lt;3 <time" in page.chats[-1]
            await play_first_move(client, made)
            await page.next()
            await write("Hm")
            await page.next()
            assert len(page.chats) == 3
            assert page.chats[0] == ""  # sent at first, so that the page knows what is new
            assert "Good luck" in page.chats[-1]
        async with PageView(client, made, "gzip") as later:
            await later.next()
            assert later.chats == page.chats[-1:]
        opened = await client.http.get(f"/t/{made['id']}", headers={"cookie": f"tilery={made['seats'][0]}"})
        assert "Good luck" not in opened.text

    run_on(file_database, play)


def test_a_picture_is_rendered_once_for_all_who_see_the_same(
    file_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten spectators in one language, one in another, two players: four pictures an event."""
    rendered: list[int] = []
    render = PlayPages._content

    def counted(pages: PlayPages, table: Table, view: Hashable) -> PageContent:
        rendered.append(table.number)
        return render(pages, table, view)

    monkeypatch.setattr(PlayPages, "_content", counted)

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), game="topiary", start=True)
        async with contextlib.AsyncExitStack() as stack:
            pages = [
                await stack.enter_async_context(PageView(client, made, "gzip", cookie=cookie))
                for cookie in (
                    *(f"tilery={made['watch']}" for _ in range(10)),
                    f"tilery={made['watch']}; language=fr",
                    *(f"tilery={secret}" for secret in made["seats"]),
                )
            ]
            first = [await page.next() for page in pages]
            assert len(set(first)) == 4
            await play_first_move(client, made)
            second = [await page.next() for page in pages]
            assert len(set(second)) == 4
            assert sorted(rendered) == [3] * 4 + [4] * 4
            assert len({page.sizes[-1] for page in pages[:10]}) == 1

    run_on(file_database, play)


def test_events_that_come_faster_than_a_screen_shows_are_shown_together(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"))
        async with PageView(client, made, "gzip") as page:
            await page.next()
            says = (f"{path_of(made)}/chat", made["seats"][0])
            await asyncio.gather(*(client.done("POST", *says, {"text": str(number)}) for number in range(30)))
            while " 29 <time" not in page.chats[-1]:
                await page.next()
            assert len(page.chats) < 20

    run_on(file_database, play)


def test_a_page_that_lets_events_wait_is_sent_each_of_them(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"))
        async with PageView(client, made, "gzip", query="each") as page:
            await page.next()
            says = (f"{path_of(made)}/chat", made["seats"][0])
            await asyncio.gather(*(client.done("POST", *says, {"text": str(number)}) for number in range(RECENT)))
            for _ in range(RECENT):
                await page.next()
            assert page.numbers == list(range(page.numbers[0], page.numbers[0] + RECENT + 1))

    run_on(file_database, play)


def test_who_gives_up_a_seat_no_longer_sees_from_it(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(OPEN, person("Bo"), public=True)
        ann = await client.sit(made, "Ann")
        async with PageView(client, made, None, cookie=f"tilery={ann}") as page:
            assert 'data-seat="0"' in await page.next()
            await client.done("POST", f"{path_of(made)}/leave", ann)
            assert 'data-seat=""' in await page.next()

    run_on(file_database, play)


class PageView:
    """A page of a table, which is sent pictures."""

    def __init__(
        self,
        client: Client,
        made: Body,
        accepted: str | None,
        method: str = "GET",
        cookie: str | None = None,
        query: str = "",
    ) -> None:
        self.headers: dict[str, str] = {}
        self.sizes: list[int] = []
        self.chats: list[str] = []
        self.presences: list[str] = []
        self.numbers: list[int] = []
        self.beats = 0
        self.farewell = ""
        self.has_ended = asyncio.Event()
        self._reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._pictures: asyncio.Queue[str] = asyncio.Queue()
        self._gone = asyncio.Event()
        header = (b"cookie", (cookie or f"tilery={made['seats'][0]}").encode())
        scope = scope_of(f"/t/{made['id']}/stream", query, header, method)
        if accepted is not None:
            scope["headers"].append((b"accept-encoding", accepted.encode()))
        self._running = asyncio.create_task(client.app(scope, self._receive, self._send))

    async def __aenter__(self) -> PageView:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await self._running

    @property
    def is_compressed(self) -> bool:
        return self.headers.get("content-encoding") == "gzip"

    @property
    def is_complete(self) -> bool:
        """Whether what was compressed came to its end."""
        return self._reader.eof

    async def next(self) -> str:
        """The next picture."""
        async with asyncio.timeout(PATIENCE):
            return await self._pictures.get()

    async def end(self) -> None:
        """Wait until the server has ended it."""
        async with asyncio.timeout(PATIENCE):
            await self.has_ended.wait()

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        body = message["body"]
        self.sizes.append(len(body))
        told = (self._reader.decompress(body) if self.is_compressed else body).decode()
        pictures = []
        for event in told.split("\n\n")[:-1]:
            lines = event.split("\n")
            data = "\n".join(line[len("data: ") :] for line in lines if line.startswith("data: "))
            if lines[0] == "event: beat":
                self.beats += 1
            elif lines[0] == "event: chat":
                self.chats.append(data)
            elif lines[0] == "event: gone":
                self.farewell = data
            elif lines[0] == "event: presence":
                self.presences.append(data)
            else:
                assert lines[0].startswith("id: ")
                self.numbers.append(int(lines[0].removeprefix("id: ")))
                pictures.append(data)
        for picture in pictures:
            self._pictures.put_nowait(picture)
        if not message.get("more_body", False):
            self.has_ended.set()


def test_asking_for_the_head_of_a_stream_opens_none(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        async with stream(client, made, made["watch"], method="HEAD") as seen:
            await seen.end()
            assert (seen.status, seen.events, client.tables.watchers) == (200, [], 0)
        for accepted in ("gzip", None):
            async with PageView(client, made, accepted, "HEAD") as page:
                await page.end()
                assert (page.sizes, client.tables.watchers) == ([0], 0)
                assert page.headers.get("content-encoding") == accepted
                assert page.headers["content-type"].startswith("text/event-stream")

    run(play)


def test_while_nothing_happens_a_stream_says_that_it_is_still_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.http.streams.HEARTBEAT", 0.01)

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
