"""Passkeys bring personal links: a device of our own makes and uses them, honestly and not."""

from __future__ import annotations

import asyncio
import hashlib
import json
import struct
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.webauthn import AttestedCredentialData

from tests.server.client import Client, Run, run_on
from tests.server.test_days import browser, linked, page
from tests.server.test_people import cookie_of, press, table_of
from tilery.server.storage import schema
from tilery.server.tables.passkeys import from_text, to_text

ORIGIN = "http://table"
SCRIPT = {"x-tilery": "script"}


@dataclass
class Device:
    """A phone with a passkey, or several."""

    origin: str = ORIGIN
    counter: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = b"a passkey of this device"
    handle: str = ""

    def make(self, options: dict[str, Any]) -> dict[str, str]:
        """Do what a browser does with the options to make a passkey; return the fields that the page sends."""
        self.handle = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        key = CoseKey.parse({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})  # P-256
        known = AttestedCredentialData.create(bytes(16), self.id, key)
        data = self._data(options["rp"]["id"], 0x45) + known
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": self._said("create", options), "attestationObject": to_text(attestation)}
        return {"handle": self.handle, "passkey": self._written(response)}

    def use(self, options: dict[str, Any]) -> dict[str, str]:
        data, said = self._data(options["rpId"], 0x05), self._said("get", options)
        signed = data + hashlib.sha256(from_text(said)).digest()
        response = {
            "clientDataJSON": said,
            "authenticatorData": to_text(data),
            "signature": to_text(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": self.handle,
        }
        return {"passkey": self._written(response)}

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + struct.pack("!BI", flags, self.counter)

    def _said(self, what: str, options: dict[str, Any]) -> str:
        said = {"type": f"webauthn.{what}", "challenge": options["challenge"], "origin": self.origin}
        return to_text(json.dumps(said).encode())

    def _written(self, response: dict[str, str]) -> str:
        return json.dumps(
            {"id": to_text(self.id), "rawId": to_text(self.id), "type": "public-key", "response": response}
        )


async def post(client: Client, path: str, secret: str | None, fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
    cookie = {"cookie": f"tilery={secret}; name=Ann; language=fr"} if secret else {}
    answer = await client.http.post(f"/me/passkeys{path}", data=fields or {"x": ""}, headers={**SCRIPT, **cookie})
    return answer.status_code, answer.json()


async def make(client: Client, secret: str, device: Device) -> int:
    options = (await post(client, "/options", secret, {}))[1]
    return (await post(client, "", secret, device.make(options)))[0]


async def use(client: Client, device: Device) -> tuple[int, dict[str, Any]]:
    options = (await post(client, "/challenge", None, {}))[1]
    return await post(client, "/use", None, device.use(options))


def test_a_passkey_brings_the_personal_link(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, device = await browser(client), Device()
        made = await table_of(client, ann)
        assert await make(client, ann, device) == 200
        status, found = await use(client, device)
        assert status == 200
        assert found["link"] == f"/me/with/{ann}?name=Ann&language=fr"
        answer = await client.http.post(found["link"], data={"name": "Ann"})
        assert linked(await page(client, "/", cookie_of(answer))) == [made["id"]]

    run(play)


def test_what_is_stored_opens_nothing(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, device = await browser(client), Device()
        await make(client, ann, device)
        rows = await client.tables.storage.read(lambda connection: connection.execute(schema.passkeys.select()).all())
        assert ann not in str(rows)
        assert device.handle not in str(rows)
        device.handle = to_text(bytes(32))  # a signature alone does not open it either
        assert (await use(client, device))[0] == 422

    run(play)


def test_only_an_honest_answer_to_a_fresh_question_counts(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, eve, device = await browser(client), await browser(client), Device(counter=1)
        options = (await post(client, "/options", ann, {}))[1]
        assert (await post(client, "", eve, device.make(options)))[0] == 422, "asked for by somebody else"
        elsewhere = Device("https://elsewhere.example")
        assert await make(client, ann, elsewhere) == 422
        assert await make(client, ann, device) == 200
        assert (await use(client, device))[0] == 422, "it has not counted on: it may be a copy"
        device.counter = 2
        asked = (await post(client, "/challenge", None, {}))[1]
        answered = device.use(asked)
        assert (await post(client, "/use", None, answered))[0] == 200
        assert (await post(client, "/use", None, answered))[0] == 422, "a second time"
        device.counter = 3
        forged = device.use({**asked, "challenge": to_text(bytes(36))})
        assert (await post(client, "/use", None, forged))[0] == 422
        thief = Device(counter=9, handle=device.handle)
        assert (await use(client, thief))[0] == 422, "another key"
        device.origin = "https://elsewhere.example"
        assert (await use(client, device))[0] == 422
        assert (await post(client, "/use", None, {"passkey": "[]"}))[0] == 422
        assert (await post(client, "/use", None, {"passkey": "{}"}))[0] == 422

    run(play)


def test_each_challenge_counts_once_also_for_devices_that_do_not_count(database: str) -> None:
    device, kept = Device(), dict[str, Any]()

    async def first(client: Client) -> None:
        ann = kept["ann"] = await browser(client)
        made = kept["made"] = device.make((await post(client, "/options", ann, {}))[1])
        assert (await post(client, "", ann, made))[0] == 200
        assert (await post(client, "", ann, made))[0] == 422, "made twice"
        await press(client, "/me/passkeys/remove", ann, id=to_text(device.id))
        assert (await post(client, "", ann, made))[0] == 422, "made again after it was removed"
        assert await make(client, ann, device) == 200
        used = kept["used"] = device.use((await post(client, "/challenge", None, {}))[1])
        assert (await post(client, "/use", None, used))[0] == 200
        assert (await post(client, "/use", None, used))[0] == 422, "used twice"

    async def after_a_restart(client: Client) -> None:
        assert (await post(client, "/use", None, kept["used"]))[0] == 422
        assert (await post(client, "", kept["ann"], kept["made"]))[0] == 422
        assert (await use(client, device))[0] == 200

    run_on(database, first)
    run_on(database, after_a_restart)


def test_of_many_answers_to_one_challenge_one_counts(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, device = await browser(client), Device()
        await make(client, ann, device)
        used = device.use((await post(client, "/challenge", None, {}))[1])
        answers = await asyncio.gather(*[post(client, "/use", None, used) for _ in range(5)])
        assert sorted(status for status, _ in answers) == [200, 422, 422, 422, 422]

    run(play)


def test_challenges_are_forgotten_when_they_do_not_hold_any_more(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, device, now = await browser(client), Device(), client.tables.now
        await make(client, ann, device)
        for hours in range(3):
            client.tables.now = lambda hours=hours: now() + 3600 * hours  # type: ignore[assignment]
            assert (await use(client, device))[0] == 200
        spent = schema.spent_challenges.select()
        rows = await client.tables.storage.read(lambda connection: connection.execute(spent).all())
        assert len(rows) == 1

    run(play)


def test_a_passkey_that_is_known_already_is_refused(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, eve, device = await browser(client), await browser(client), Device()
        assert await make(client, ann, device) == 200
        handle = device.handle
        assert await make(client, eve, device) == 422
        device.handle = handle
        assert (await use(client, device))[1]["link"].startswith(f"/me/with/{ann}?")

    run(play)


def test_who_renews_the_link_or_is_erased_has_no_passkey_any_more(run: Run) -> None:
    async def play(client: Client) -> None:
        for path in ("/me/renew", "/me/erase"):
            ann, device = await browser(client), Device()
            assert await make(client, ann, device) == 200
            assert "accès du" in (await client.http.get("/me", headers=fr(ann))).text
            await press(client, path, ann)
            assert (await use(client, device))[0] == 404

    run(play)


def test_a_passkey_is_removed_by_its_owner_alone(run: Run) -> None:
    async def play(client: Client) -> None:
        ann, eve, device = await browser(client), await browser(client), Device()
        await make(client, ann, device)
        await press(client, "/me/passkeys/remove", eve, id=to_text(device.id))
        assert (await use(client, device))[0] == 200
        await press(client, "/me/passkeys/remove", ann, id=to_text(device.id))
        assert (await use(client, device))[0] == 404

    run(play)


def fr(secret: str) -> dict[str, str]:
    return {"cookie": f"tilery={secret}; language=fr"}
