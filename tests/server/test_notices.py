"""Being told when it is one's turn: a push service on loopback takes the messages and decrypts them as a browser would,
and nothing is told twice, to somebody who is looking, at night, or to an address inside the network."""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.client import CONFIG, Body, Client, Run, person, run_on
from tests.server.test_days import DAY, browser
from tilery.server.notices import outbound
from tilery.server.notices.notifier import Notifier, decide, is_quiet
from tilery.server.notices.services import Policy, Services
from tilery.server.notices.web_push import Signer, Subscriber, encrypted, from_base64, new_key, to_base64
from tilery.server.pages import notice_pages
from tilery.server.storage.notice_queries import PUSH, ChangedTable, Notice, Subscription
from tilery.server.tables import commands
from tilery.server.tables.callers import Caller
from tilery.server.tables.players import Settings
from tilery.server.tables.presence import PresenceReport
from tilery.server.tables.table import Table

NIGHT_AND_DAY = Subscription("id", "holder", PUSH, "{}", True, "en", "UTC", None, None, 0.0)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class PushService:
    """A push service with one browser behind it."""

    url: str
    status: int = 201
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen letters."
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.url, "key": to_base64(point(self.key.public_key())), "auth": to_base64(self.auth)}

    def read(self, body: bytes) -> Any:
        """Decrypt a message as RFC 8291 has a browser do it."""
        salt, size, length = body[:16], *struct.unpack("!IB", body[16:21])
        sender = body[21 : 21 + length]
        assert len(body) - 21 - length <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), other)
        about = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, about).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])

    @property
    def told(self) -> list[Any]:
        return [self.read(body) for _, body in self.got]


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(service.status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}/push/one?of=many")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def subscribe(client: Client, secret: str, service: PushService, language: str = "en", **more: str) -> int:
    headers = {"cookie": f"tilery={secret}; language={language}", "x-tilery": "script"}
    answer = await client.http.post("/notices", data={**service.subscription, **more}, headers=headers)
    return answer.status_code


def notifier_of(client: Client) -> Notifier:
    """A notifier that does not wait for tables to rest."""
    return Notifier(client.tables, services=Services(Policy(private=True)), patience=-1)


async def look(client: Client) -> None:
    notifier = notifier_of(client)
    await notifier.open()
    await notifier.look()


def played(database: str, play: Any) -> None:
    run_on(database, play, replace(CONFIG, notices_to_private=True))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


# Encryption and signatures.


def test_a_message_is_encrypted_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    subscriber = Subscriber.read(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    secret = int.from_bytes(from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sender = ec.derive_private_key(secret, ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    assert to_base64(encrypted(text, subscriber, sender=sender, salt=from_base64("DGv6ra1nlYgDCS1FRnbzlw"))) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_messages_are_signed_for_their_push_service() -> None:
    signer = Signer(new_key(), "mailto:host@tiles.example")
    token, _, key = signer.header("https://push.example/abc", 1000.0).removeprefix("vapid t=").partition(", k=")
    assert key == signer.public
    head, claims, signature = token.split(".")
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_base64(claims)) == {
        "aud": "https://push.example",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:host@tiles.example",
    }
    raw = from_base64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


# What is told, and to whom.


def test_whoever_is_due_is_told_once_and_in_their_language(database: str) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            secret = await browser(client)
            assert await subscribe(client, secret, service, "de") == 200
            made = await client.table(person("Ann"), person("Bo"), browser=secret, seconds_per_move=3 * DAY, start=True)
            await client.move(made, 0, "take 1")
            await look(client)
            assert service.got == []  # Bo is to move
            await client.move(made, 1, "take 1")
            for _ in range(3):
                await look(client)
            (told,) = service.told
            assert told["url"] == f"/t/{made['id']}"
            assert told["due"] == 1
            assert told["title"].startswith("Du bist am Zug")
            assert "Bo" in told["body"]
            headers, body = service.got[0]
            assert headers["content-encoding"] == "aes128gcm"
            assert headers["topic"] == made["id"]
            assert secret.encode() not in body
            for hidden in (secret, *made["seats"], made["owner"], made["invite"]):
                assert hidden not in json.dumps(told)

    played(database, play)


def test_who_is_looking_is_not_told(database: str) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            secret = await browser(client)
            await subscribe(client, secret, service)
            made = await client.table(person("Ann"), person("Bo"), browser=secret, start=True)
            await client.move(made, 0, "take 1")
            await client.move(made, 1, "take 1")
            live = await client.tables.find(made["id"])
            watching = await client.app.service.watch(
                Caller(secret, "test", browser=secret), made["id"]
            )  # fmt: skip
            with client.tables.watching(live, watching.holders):
                await look(client)
            assert service.got == []
            await look(client)
            assert service.got == []  # they have seen it

    played(database, play)


@pytest.mark.parametrize("in_memory", [True, False], ids=["in memory here", "not in memory here"])
def test_who_is_looking_through_another_process_is_not_told(database: str, in_memory: bool) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            secret = await browser(client)
            await subscribe(client, secret, service)
            made = await client.table(person("Ann"), person("Bo"), browser=secret, start=True)
            for here, told in ((frozenset({0}), 0), (frozenset({1}), 1)):  # Ann looks, then only Bo
                await client.move(made, 0, "take 1")
                await client.move(made, 1, "take 1")
                if not in_memory:
                    client.tables.forget_idle(-1)
                client.tables.hear_presence(made["id"], PresenceReport("another process", False, here))
                await look(client)
                assert len(service.got) == told

    played(database, play)


def test_a_browser_that_is_gone_is_forgotten(database: str) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            service.status = 410
            secret = await browser(client)
            await subscribe(client, secret, service)
            made = await client.table(person("Ann"), person("Bo"), browser=secret, start=True)
            for _ in range(2):
                await client.move(made, 0, "take 1")
                await client.move(made, 1, "take 1")
                await look(client)
            assert len(service.got) == 1

    played(database, play)


def test_one_press_stops_it(database: str) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            secret = await browser(client)
            await subscribe(client, secret, service)
            cookie = {"cookie": f"tilery={secret}", "x-tilery": "script"}
            other = {"cookie": f"tilery={await browser(client)}", "x-tilery": "script"}
            where = {"endpoint": service.url}
            await client.http.post("/notices/stop", data=where, headers=other)  # not theirs to stop
            assert (await client.http.get("/notices", params=where, headers=cookie)).json()["subscribed"]
            await client.http.post("/notices/stop", data=where, headers=cookie)
            assert not (await client.http.get("/notices", params=where, headers=cookie)).json()["subscribed"]

    played(database, play)


def test_a_server_keeps_its_key(database: str) -> None:
    keys = []

    async def play(client: Client) -> None:
        keys.append((await client.http.get("/notices")).json()["key"])

    played(database, play)
    played(database, play)
    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://push.example/x", "https://push.example:8443/x", "https://user:word@push.example/x", "ftp://a/b", ""),
        "https://push.example/" + "x" * 1000,
        *("https://10.0.0.1/x", "https://[::1]/x", "https://127.1/x", "https://0x7f000001/x", "https://2130706433/x"),
    ],
)
def test_addresses_that_are_no_push_service_are_refused(endpoint: str, run: Run) -> None:
    async def play(client: Client) -> None:
        service = PushService(endpoint)
        assert await subscribe(client, await browser(client), service) == 422

    run(play)


def test_one_address_cannot_fill_the_database_with_subscriptions(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them comes as another browser, of which the server knows nothing."""
    monkeypatch.setattr(notice_pages, "SUBSCRIPTIONS_A_MINUTE", 1)

    async def play(client: Client) -> None:
        services = [PushService(f"https://push.example/{number}") for number in range(3)]
        answers = [await subscribe(client, await browser(client), service) for service in services]
        assert answers == [200, 429, 429]

    run_on(database, play)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "[::1]", "192.168.1.1", "[::ffff:10.0.0.1]"]
)
def test_nothing_is_sent_to_addresses_inside_the_network(host: str) -> None:
    with pytest.raises(outbound.ForbiddenAddressError):
        outbound.post(f"https://{host}/x", b"", {})


# What is decided, without a server.


def table_at(seats: int = 2, **settings: Any) -> Table:
    at = Table("id", "pebbles", 1, seats, {}, 7, Settings(**settings), public=False)
    for seat in range(seats):
        at = at.after(commands.sit(at, f"guest {seat}", seat).event(at.number + 1, 0.0))
    return at.after(commands.start(at).event(at.number + 1, 0.0))


def candidate(changed: float, notice: Notice | None = None) -> ChangedTable:
    return ChangedTable(NIGHT_AND_DAY, "id", changed, notice)


def test_people_are_reminded_before_their_time_is_up_and_only_once() -> None:
    at = table_at(seconds_per_move=3 * DAY)
    told, notice = decide(candidate(1.0), at, frozenset({0}), 60.0)
    assert told is not None
    assert told.title == "Your turn: Pebbles"
    assert notice.remind_at == 3 * DAY - 0.3 * DAY
    assert decide(candidate(1.0, notice), at, frozenset({0}), DAY)[0] is None
    told, after = decide(candidate(1.0, notice), at, frozenset({0}), notice.remind_at)
    assert told is not None
    assert told.title == "Your time is running out: Pebbles"
    assert "7 h 12 min" in told.body
    assert decide(candidate(1.0, after), at, frozenset({0}), 2.9 * DAY)[0] is None


def test_nobody_is_told_what_is_older_than_their_wish_or_who_has_just_moved() -> None:
    at = table_at()
    late = replace(candidate(1.0), subscription=replace(NIGHT_AND_DAY, created=2.0))
    assert decide(late, at, frozenset({0}), 60.0)[0] is None
    assert decide(candidate(1.0), at, frozenset({1}), 60.0)[0] is None


def test_nobody_on_holiday_is_told() -> None:
    at = table_at(seconds_per_move=DAY, holiday_seconds=DAY)
    at = at.after(commands.holiday(at, 0, True, 10.0).event(at.number + 1, 10.0))
    assert decide(candidate(10.0), at, frozenset({0}), 60.0)[0] is None


@pytest.mark.parametrize(
    ("first", "last", "hour", "quiet"),
    [(22, 8, 23, True), (22, 8, 7, True), (22, 8, 8, False), (1, 5, 3, True), (1, 5, 5, False), (None, None, 3, False)],
)
def test_quiet_hours(first: int | None, last: int | None, hour: int, quiet: bool) -> None:
    wish = replace(NIGHT_AND_DAY, quiet_from=first, quiet_to=last)
    assert is_quiet(wish, hour * 3600.0) is quiet
    assert is_quiet(replace(wish, zone="no such place"), hour * 3600.0) is quiet


def test_quiet_hours_only_put_it_off(database: str) -> None:
    async def play(client: Client) -> None:
        with push_service() as service:
            secret = await browser(client)
            hour = int(client.tables.now() // 3600 % 24)
            night = {"quiet_from": str(hour), "quiet_to": str((hour + 2) % 24), "zone": "UTC"}
            await subscribe(client, secret, service, **night)
            made: Body = await client.table(person("Ann"), person("Bo"), browser=secret, start=True)
            await client.move(made, 0, "take 1")
            await client.move(made, 1, "take 1")
            await look(client)
            assert service.got == []
            await subscribe(client, secret, service)  # the night is over
            await look(client)
            assert len(service.told) == 1

    played(database, play)
