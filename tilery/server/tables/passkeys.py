"""Passkeys (WebAuthn): a fingerprint, a face or a PIN brings a person's personal link to another device.

The server does not know personal links, only digests of their secrets. So a link is kept sealed by a key that is the
"user handle" of the passkey: the device hands it out when the passkey is used, and the server forgets it again. A copy
of the database opens nobody's tables, and a stolen handle is worth nothing without the signature of the passkey.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    RegistrationResponse,
)
from sqlalchemy import Connection

from tilery.server.storage import passkey_queries as queries
from tilery.server.storage.database import ConflictError
from tilery.server.storage.passkey_queries import Passkey
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.tokens import digest_of
from tilery.words import say

logging.getLogger("fido2").setLevel(logging.WARNING)  # it would log by which passkey somebody comes

MOST = 10
"""How many passkeys somebody can have."""
SECONDS = 600.0
"""How long somebody may take to find their finger."""
HANDLE_BYTES, NONCE_BYTES, MAC_BYTES = 32, 12, 16
ALGORITHMS = (-8, -7, -257)
"""Ed25519, P-256 and RSA with SHA-256, as COSE numbers them."""
MAKE, USE = "make", "use"
BROKEN = (
    AssertionError,
    AttributeError,
    InvalidTag,
    KeyError,
    NotImplementedError,
    TypeError,
    ValueError,
    struct.error,
)
"""What comes of an answer that no honest browser gives."""


@dataclass(frozen=True)
class Site:
    """The address by which a browser knows this server: passkeys work there and nowhere else."""

    origin: str

    @property
    def id(self) -> str:
        return urlsplit(self.origin).hostname or ""

    def server(self) -> Fido2Server:
        party = PublicKeyCredentialRpEntity(id=self.id, name="Tilery")
        return Fido2Server(party, verify_origin=lambda origin: origin == self.origin)


class Passkeys:
    """The passkeys of a server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, secret: str) -> list[Passkey]:
        holder = digest_of(secret)
        return await self._tables.storage.read(lambda connection: queries.of(connection, holder))

    async def remove(self, secret: str, passkey_id: str) -> None:
        holder = digest_of(secret)
        await self._tables.storage.write(lambda connection: queries.remove(connection, holder, passkey_id))

    # Making one.

    async def options_to_make(self, site: Site, secret: str, name: str) -> dict[str, Any]:
        """Return what a browser needs to make a passkey."""
        handle = os.urandom(HANDLE_BYTES)
        return {
            "rp": {"id": site.id, "name": "Tilery"},
            "user": {"id": to_text(handle), "name": name, "displayName": name},
            "challenge": to_text(self._challenge(MAKE, digest_of(secret).encode() + handle)),
            "pubKeyCredParams": [{"type": "public-key", "alg": number} for number in ALGORITHMS],
            "excludeCredentials": [{"type": "public-key", "id": one.id} for one in await self.of(secret)],
            "authenticatorSelection": {
                "residentKey": "required",
                "requireResidentKey": True,
                "userVerification": "preferred",
            },
            "timeout": int(SECONDS * 1000),
        }

    async def make(self, site: Site, secret: str, link: str, handle: str, made: Mapping[str, Any]) -> None:
        """Keep a passkey that a browser has made, with a personal link that it will bring."""
        try:
            key = from_text(handle)
            response = RegistrationResponse.from_dict(made)
            challenge = response.response.client_data.challenge
            until = self._check(MAKE, challenge, digest_of(secret).encode() + key)
            data = site.server().register_complete(_state(challenge), response)
        except BROKEN as error:
            raise _failed() from error
        if data.credential_data is None or len(key) != HANDLE_BYTES:
            raise _failed()
        passkey_id = to_text(data.credential_data.credential_id)
        passkey = Passkey(
            id=passkey_id,
            holder=digest_of(secret),
            public_key=to_text(bytes(data.credential_data)),
            uses=data.counter,
            sealed=_sealed(link, key, passkey_id),
            created=self._tables.now(),
        )

        def keep(connection: Connection) -> None:
            self._spend(connection, challenge, until)
            if not queries.add(connection, passkey, MOST):
                raise Refusal("too_many", say("You can have at most {most} passkeys. Remove one first.", most=MOST))

        try:
            await self._tables.storage.write(keep)
        except ConflictError:  # the device has made this one before
            raise _failed() from None

    # Using one.

    def options_to_use(self, site: Site) -> dict[str, Any]:
        """Return what a browser needs to let somebody choose a passkey of this server."""
        return {
            "rpId": site.id,
            "challenge": to_text(self._challenge(USE)),
            "userVerification": "preferred",
            "timeout": int(SECONDS * 1000),
        }

    async def use(self, site: Site, used: Mapping[str, Any]) -> str:
        """Return the personal link that a passkey brings."""
        storage = self._tables.storage
        try:
            response = AuthenticationResponse.from_dict(used)
            challenge = response.response.client_data.challenge
            until = self._check(USE, challenge)
            passkey_id = to_text(response.raw_id)
            passkey = await storage.read(lambda connection: queries.find(connection, passkey_id))
            if passkey is None:
                raise Refusal("not_found", say("This server does not know that passkey. It may have been removed."))
            known = AttestedCredentialData(from_text(passkey.public_key))
            site.server().authenticate_complete(_state(challenge), [known], response)
            link = _opened(passkey.sealed, response.response.user_handle or b"", passkey_id)
        except BROKEN as error:
            raise _failed() from error
        uses = response.response.authenticator_data.counter
        if (uses or passkey.uses) and uses <= passkey.uses:  # those that do not count always say 0
            raise _failed()

        def note(connection: Connection) -> None:
            self._spend(connection, challenge, until)
            if uses and not queries.note_use(connection, passkey, uses):
                raise _failed()

        try:
            await storage.write(note)
        except ConflictError:  # another process has been answered the same at the same time
            raise _failed() from None
        return link

    # A challenge says until when it holds and that this server has made it, so none has to be stored when it is asked
    # for. It counts once: those that were answered are kept until they would not hold any more.

    def _challenge(self, purpose: str, bound: bytes = b"") -> bytes:
        made = os.urandom(NONCE_BYTES) + struct.pack("!d", self._tables.now() + SECONDS)
        return made + self._mac(purpose, made, bound)

    def _check(self, purpose: str, challenge: bytes, bound: bytes = b"") -> float:
        """Return until when a challenge holds, if it is one of this server and still does."""
        made, mac = challenge[:-MAC_BYTES], challenge[-MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(purpose, made, bound)):
            raise ValueError("not a challenge of this server")
        until: float = struct.unpack("!d", made[NONCE_BYTES:])[0]
        if until < self._tables.now():
            raise ValueError("too late")
        return until

    def _spend(self, connection: Connection, challenge: bytes, until: float) -> None:
        digest = hashlib.sha256(challenge).hexdigest()
        if not queries.spend_challenge(connection, digest, until, self._tables.now()):
            raise _failed()

    def _mac(self, purpose: str, made: bytes, bound: bytes) -> bytes:
        text = b"passkey " + purpose.encode() + made + hashlib.sha256(bound).digest()
        return hmac.digest(self._tables.key.encode(), text, "sha256")[:MAC_BYTES]


def to_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _state(challenge: bytes) -> dict[str, Any]:
    return {"challenge": to_text(challenge), "user_verification": None}


def _sealed(link: str, handle: bytes, passkey_id: str) -> str:
    nonce = os.urandom(NONCE_BYTES)
    return to_text(nonce + AESGCM(handle).encrypt(nonce, link.encode(), passkey_id.encode()))


def _opened(sealed: str, handle: bytes, passkey_id: str) -> str:
    found = from_text(sealed)
    return AESGCM(handle).decrypt(found[:NONCE_BYTES], found[NONCE_BYTES:], passkey_id.encode()).decode()


def _failed() -> Refusal:
    return Refusal("bad_request", say("That did not work. Please try again."))
