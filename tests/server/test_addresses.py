"""Being told by mail and by other services: a mail server and a web hook on loopback take the messages, addresses are
confirmed before anything else is sent to them, and nothing goes where the host does not want it to."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from tests.server.client import CONFIG, Body, Client, person, run_on
from tests.server.test_days import DAY, browser, page
from tests.server.test_people import cookie_of, press
from tests.server.test_tables import path_of
from tilery.server.config import Config
from tilery.server.notices import services as services_module
from tilery.server.notices.messenger import Guard, Outcome, RefusedConnectionError
from tilery.server.notices.notifier import Notifier
from tilery.server.notices.outbound import is_public
from tilery.server.notices.services import BadAddressError, Policy, Services, mail_url
from tilery.server.notices.services import Message as Sent
from tilery.server.storage import schema
from tilery.server.tables.clock import Clock
from tilery.words import SpokenError

BASE = "https://tiles.example/club"
ANN = "ann@post.example"


@dataclass
class MailBox:
    """A mail server that keeps what it gets."""

    port: int
    got: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        message: Message = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(message, EmailMessage)
        self.got.append(message)
        self.to += envelope.rcpt_tos
        return "250 OK"

    @property
    def texts(self) -> list[str]:
        return [text_of(message) for message in self.got]


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@contextmanager
def mail_box() -> Iterator[MailBox]:
    with socket.create_server(("127.0.0.1", 0)) as free:  # aiosmtpd cannot be asked for any port
        box = MailBox(free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


@dataclass
class Hook:
    """A web hook that keeps what it gets, and may redirect."""

    port: int
    got: list[tuple[str, Any]] = field(default_factory=list)
    redirect: str = ""
    delay: threading.Event | None = None


@contextmanager
def web_hook() -> Iterator[Hook]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            hook.got.append((self.path, json.loads(body)))
            if hook.delay is not None:
                hook.delay.wait(20)
            self.send_response(307 if hook.redirect and self.path == "/first" else 200)
            if hook.redirect:
                self.send_header("location", hook.redirect)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    hook = Hook(server.server_port)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield hook
    finally:
        if hook.delay is not None:
            hook.delay.set()
        server.shutdown()
        thread.join()
        server.server_close()


def config_of(box: MailBox | None = None, services: str = "", **more: Any) -> Config:
    server = f"mailto://127.0.0.1:{box.port}" if box else ""
    own: dict[str, Any] = {"base_address": BASE, "mail_server": server, "mail_from": "tiles@tiles.example"}
    return replace(CONFIG, **own, notice_services=services, **more)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


async def add(client: Client, secret: str, address: str, language: str = "en", **more: str) -> tuple[int, str]:
    headers = {"cookie": f"tilery={secret}; language={language}", "x-tilery": "script"}
    answer = await client.http.post("/club/notices/addresses", data={"address": address, **more}, headers=headers)
    return answer.status_code, "" if answer.status_code == 303 else answer.json()["error"]


async def look(client: Client, config: Config) -> None:
    """Look for people to be told, without waiting for tables to rest."""
    policy = Policy(
        config.mail_server,
        config.mail_from,
        frozenset(config.notice_services.split()),
        tuple(config.notice_hosts.split()),
        config.notices_to_private,
    )
    notifier = Notifier(client.tables, services=Services(policy), patience=-1, base=BASE)
    await notifier.open()
    await notifier.look()


def pass_time(client: Client, seconds: float) -> None:
    assert isinstance(client.tables.now, Clock)
    client.tables.now.start_after(client.tables.now() + seconds)


def link_in(text: str, action: str) -> str:
    """Find a link in a message, as the path that its reader opens."""
    found = re.search(rf"https://tiles\.example(/club/notices/{action}/\S+)", text)
    assert found is not None, text
    return found[1]


async def waiting_for(client: Client, secret: str, **more: Any) -> Body:
    """A table where the first seat, which a secret opens, is to move again."""
    made = await client.table(person("Ann"), person("Bo"), browser=secret, start=True, **more)
    await client.move(made, 0, "take 1")
    await client.move(made, 1, "take 1")
    return made


async def count(client: Client) -> int:
    found = await client.tables.storage.read(lambda connection: connection.execute(schema.subscriptions.select()).all())
    return len(found)


def test_mail_is_confirmed_and_tells_whose_turn_it_is_and_one_press_stops_it(database: str) -> None:
    with mail_box() as box:
        config = config_of(box)

        async def play(client: Client) -> None:
            secret = await browser(client)
            assert await add(client, secret, ANN, "de") == (303, "")
            made = await waiting_for(client, secret, seconds_per_move=3 * DAY)
            await look(client, config)
            assert len(box.got) == 1  # the question alone
            confirm = link_in(box.texts[0], "confirm")
            assert (await client.http.get(confirm)).status_code == 200
            await look(client, config)
            assert len(box.got) == 1  # opening the link is not pressing the button
            assert (await client.http.post(confirm)).status_code == 200
            await look(client, config)
            assert len(box.got) == 1  # what had happened before is no news
            await client.move(made, 0, "take 1")
            await client.move(made, 1, "take 1")
            for _ in range(3):
                await look(client, config)
            assert len(box.got) == 2
            told, text = box.got[1], box.texts[1]
            assert told["to"] == ANN
            assert told["from"] == "tiles@tiles.example"
            assert told["subject"].startswith("Du bist")
            assert f"{BASE}/t/{made['id']}" in text.split()
            assert "Bo" in text
            for hidden in (secret, *made["seats"], made["owner"], made["invite"]):
                assert hidden not in told.as_string()
            stop = link_in(text, "stop")
            assert told["list-unsubscribe"] == f"<https://tiles.example{stop}>"
            assert told["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            await client.http.get(stop)
            assert await count(client) == 1  # a program that looks at links stops nothing
            one_click = await client.http.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert one_click.status_code == 200
            assert await count(client) == 0
            await client.move(made, 0, "take 1")
            await client.move(made, 1, "take 1")
            await look(client, config)
            assert len(box.got) == 2
            assert "has expired" in (await client.http.post(confirm, headers={"cookie": "language=en"})).text

        run_on(database, play, config)


def test_a_link_does_only_what_it_says(database: str) -> None:
    with mail_box() as box:

        async def play(client: Client) -> None:
            secret = await browser(client)
            await add(client, secret, ANN)
            confirm = link_in(box.texts[0], "confirm")
            for wrong in (confirm.replace("confirm", "stop"), confirm.replace("confirm", "erase"), confirm[:-1] + "é"):
                assert (await client.http.post(wrong)).status_code == 404
            assert await count(client) == 1
            assert (await client.http.get("/club/t/x", headers={"cookie": f"tilery={confirm}"})).status_code == 404

        run_on(database, play, config_of(box))


def test_a_web_hook_gets_the_message_as_json(database: str) -> None:
    with web_hook() as hook:
        config = config_of(services="json", notices_to_private=True)

        async def play(client: Client) -> None:
            secret = await browser(client)
            assert (await add(client, secret, f"json://127.0.0.1:{hook.port}/turn"))[0] == 303
            await client.http.post(link_in(hook.got[0][1]["message"], "confirm"))
            made = await client.table(person("Ann"), person("@everyone"), browser=secret, start=True)
            await client.move(made, 0, "take 1")
            await client.move(made, 1, "take 1")
            await look(client, config)
            path, told = hook.got[1]
            assert path == "/turn"
            assert told["title"] == "Your turn: Pebbles"
            assert f"{BASE}/t/{made['id']}" in told["message"]
            assert "@everyone" not in told["message"]  # which would call all who are in a chat
            for hidden in (secret, *made["seats"], made["owner"], made["invite"]):
                assert hidden not in json.dumps(told)

        run_on(database, play, config)


def test_ntfy_gets_it_as_its_own_kind_of_message() -> None:
    with web_hook() as hook:
        policy = Policy(services=frozenset({"ntfy"}), private=True)
        assert run(sent(policy, f"ntfy://127.0.0.1:{hook.port}/my-turns")) is Outcome.SENT
        ((_, told),) = hook.got
        assert (told["topic"], told["title"], told["message"]) == ("my-turns", "Title", "Body")


def test_people_are_reminded_and_left_alone_while_they_look_or_sleep(database: str) -> None:
    """The same decisions as for web push."""
    with mail_box() as box:
        config = config_of(box)

        async def play(client: Client) -> None:
            secret = await browser(client)
            hour = int(client.tables.now() // 3600 % 24)
            night = {"quiet_from": str(hour), "quiet_to": str((hour + 2) % 24), "zone": "UTC"}
            await add(client, secret, ANN, **night)
            await client.http.post(link_in(box.texts[0], "confirm"))
            made = await waiting_for(client, secret, seconds_per_move=3 * DAY)
            await look(client, config)
            assert len(box.got) == 1
            pass_time(client, 3 * 3600)  # the night is over
            await look(client, config)
            assert len(box.got) == 2
            pass_time(client, 2.6 * DAY)
            await look(client, config)
            subjects = [message["subject"] for message in box.got]
            if len(subjects) == 2:  # it is night again
                pass_time(client, 3 * 3600)
                await look(client, config)
                subjects = [message["subject"] for message in box.got]
            assert subjects[1:] == ["Your turn: Pebbles", "Your time is running out: Pebbles"]
            assert (await client.done("GET", path_of(made), secret))["seat"] == 0

        run_on(database, play, config)


def test_ones_own_page_lists_addresses_and_erases_them(database: str) -> None:
    with mail_box() as box:

        async def play(client: Client) -> None:
            secret = await browser(client)
            await add(client, secret, ANN)
            mine = await page(client, "/club/me", secret)
            assert "a…@post.example" in mine
            assert ANN not in mine
            assert "Open the link we sent there" in mine
            stranger = await browser(client)
            own = re.search(r'name="id" value="([^"]+)"', mine)
            assert own is not None
            await press(client, "/club/notices/addresses/remove", stranger, id=own[1])
            assert await count(client) == 1  # not theirs
            renewed = cookie_of(await press(client, "/club/me/renew", secret))
            assert "a…@post.example" in await page(client, "/club/me", renewed)
            await press(client, "/club/me/erase", renewed)
            assert await count(client) == 0

        run_on(database, play, config_of(box))


def test_nobody_can_let_the_server_write_to_a_stranger_again_and_again(database: str) -> None:
    with mail_box() as box:

        async def play(client: Client) -> None:
            for attempt in range(6):
                secret = await browser(client)
                status, sentence = await add(client, secret, ANN)
                if attempt:
                    assert status == 429, sentence
            assert len(box.got) == 1
            for number in range(3):
                await press(client, "/club/me/erase", secret)
                await add(client, secret, f"other{number}@post.example")
            assert len(box.got) <= 3  # so many a minute from one address of the network

        run_on(database, play, config_of(box))


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ann", "a@b", "ann@post.example,bo@post.example", "ann@post.example\nbcc: x", "a b@post.example"),
        *("mailto://post.example?to=x@y.example", "json://hook.example/x", "file:///etc/passwd", "dbus://", "irc://a"),
        *("jsons://hook.example/?to=x", "jsons://hook.example:22/", "jsons://", "jsons://[", "jsons://a.example:x"),
        *("syslog://", "jsons://a.example,b.example", "x" * 501 + "@post.example"),
    ],
)  # fmt: skip
def test_what_is_no_address_here_is_refused(typed: str) -> None:
    policy = Policy("mailto://mail.example", "x@y.example", frozenset({"jsons", "discord"}))
    with pytest.raises(BadAddressError):
        policy.read(typed)


def test_what_is_an_address_is_read() -> None:
    policy = Policy("mailto://mail.example", "x@y.example", frozenset({"jsons"}))
    assert policy.read(f" {ANN} ") == ("mail", ANN)
    assert policy.read("https://hook.example/x") == ("service", "https://hook.example/x")
    with pytest.raises(BadAddressError):
        replace(policy, mail_server="").read(ANN)
    with pytest.raises(BadAddressError):
        replace(policy, services=frozenset()).read("https://hook.example/x")


async def sent(policy: Policy, address: str) -> Outcome:
    return await Services(policy).send("service", address, Sent("Title", "Body", "https://tiles.example/stop"))


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    return asyncio.run(work)


def test_no_message_goes_inside_the_network_unless_the_host_says_so() -> None:
    with web_hook() as hook:
        policy = Policy(services=frozenset({"json"}))
        for host in ("127.0.0.1", "localhost"):
            address = f"json://{host}:{hook.port}/first"
            assert run(sent(policy, address)) is Outcome.FORBIDDEN
        assert hook.got == []
        private = replace(policy, private=True)
        assert run(sent(private, f"json://127.0.0.1:{hook.port}/first")) is Outcome.SENT
        hook.redirect = f"http://127.0.0.1:{hook.port}/second"
        assert run(sent(private, f"json://127.0.0.1:{hook.port}/first")) is Outcome.FAILED  # redirects are not followed
        assert [path for path, _ in hook.got] == ["/first", "/first"]
        elsewhere = replace(private, hosts=("hook.example",))
        assert run(sent(elsewhere, f"json://127.0.0.1:{hook.port}/first")) is Outcome.FORBIDDEN
        here = replace(private, hosts=("localhost",))
        assert run(sent(here, f"json://localhost:{hook.port}/first")) is Outcome.FAILED  # it redirects
        assert len(hook.got) == 3


def test_a_service_that_the_host_has_not_named_is_not_used() -> None:
    hook = "https://discord.com/api/webhooks/123456789012345678/" + "abcdefghijklmnop" * 4
    policy = Policy(services=frozenset({"ntfys"}))
    assert run(sent(policy, hook)) is Outcome.FORBIDDEN
    assert run(sent(policy, "https://no-service-known.example/x")) is Outcome.UNKNOWN_ADDRESS


def test_a_service_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_hook() as hook:
        hook.delay = threading.Event()
        monkeypatch.setattr(services_module, "SECONDS", 2.5)
        policy = Policy(services=frozenset({"json"}), private=True)
        assert run(sent(policy, f"json://127.0.0.1:{hook.port}/x")) is Outcome.FAILED


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *(("93.184.216.34", True), ("2606:2800:220:1::1", True), ("10.1.2.3", False), ("100.64.0.1", False)),
        *(("::ffff:127.0.0.1", False), ("64:ff9b::a00:1", False), ("2002:a00:1::", False), ("fe80::1%eth0", False)),
        *(("0.0.0.0", False), ("224.0.0.251", False), ("239.1.1.1", False), ("ff0e::1", False), ("fd00::1", False)),
    ],
)  # fmt: skip
def test_addresses_inside_the_network_are_known_in_all_spellings(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_the_guard_lets_a_message_do_nothing_else() -> None:
    guard = Guard(["hook.example"], private=False)
    guard("socket.getaddrinfo", ("Hook.Example.", 443, 0, 0, 0))
    guard("socket.connect", (None, ("93.184.216.34", 443)))
    assert not guard.has_refused
    for event, details in (
        ("socket.getaddrinfo", ("other.example", 443, 0, 0, 0)),
        ("socket.connect", (None, ("10.0.0.1", 443))),
        ("socket.connect", (None, "/run/socket")),
        ("subprocess.Popen", ("sh", [], None, None)),
    ):
        with pytest.raises(RefusedConnectionError):
            guard(event, details)


def test_the_address_of_a_recipient_cannot_change_the_mail_server() -> None:
    policy = Policy("mailtos://name:word@mail.example?mode=ssl", "x@y.example")
    url = mail_url(policy, "o'neil+&to=x?@post.example", "https://s/?a=b&c")
    to = "o%27neil%2B%26to%3Dx%3F%40post.example"
    assert url.startswith(f"mailtos://name:word@mail.example?mode=ssl&from=x%40y.example&to={to}&")


@pytest.mark.parametrize(
    "settings",
    [
        {"mail_server": "mailto://mail.example", "mail_from": "x@y.example"},
        {"notice_services": "ntfys"},
        {"base_address": BASE, "mail_server": "smtp://mail.example", "mail_from": "x@y.example"},
        {"base_address": BASE, "mail_server": "mailto://mail.example"},
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, str]) -> None:
    with pytest.raises(SpokenError):
        Config(**settings)  # type: ignore[arg-type]


def test_without_settings_there_are_no_addresses(database: str) -> None:
    async def play(client: Client) -> None:
        secret = await browser(client)
        headers = {"cookie": f"tilery={secret}", "x-tilery": "script"}
        answer = await client.http.post("/notices/addresses", data={"address": ANN}, headers=headers)
        assert answer.status_code == 422
        assert 'id="notices"' not in await page(client, "/me", secret)

    run_on(database, play)
