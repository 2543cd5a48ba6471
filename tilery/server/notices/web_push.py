"""Messages to browsers that are closed: encrypted for one browser (RFC 8291) and signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import struct
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
LAST_RECORD = b"\x02"
SIGNED_FOR = 12 * 3600
"""Seconds for which a push service may accept a signature; at most a day."""
KEPT_FOR = 86_400
"""Seconds for which a push service keeps a message for a browser that is offline."""


@dataclass(frozen=True)
class Subscriber:
    """A browser, as it tells its server how it can be reached."""

    endpoint: str
    """The address at its push service."""
    key: bytes
    """Its public key."""
    auth: bytes
    """A secret that only it and this server know."""

    @classmethod
    def read(cls, endpoint: str, key: str, auth: str) -> Subscriber:
        """Read what a browser sends; a `ValueError` if it cannot be."""
        found = cls(endpoint, from_base64(key), from_base64(auth))
        if len(found.auth) != AUTH_BYTES or urlsplit(endpoint).scheme not in ("https", "http"):
            raise ValueError("not a subscription to push messages")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.key)
        return found


class Signer:
    """The key by which push services know this server."""

    def __init__(self, secret: str, contact: str = "") -> None:
        """Use a key that `new_key` has made, and an address for complaints: mailto:… or https://…"""
        self._key = ec.derive_private_key(int.from_bytes(from_base64(secret)), CURVE)
        self._contact = contact
        self.public = to_base64(_point(self._key.public_key()))
        """The public key, which browsers ask for when somebody subscribes."""

    def header(self, endpoint: str, now: float) -> str:
        """Return the value of `Authorization` for a message."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_FOR}
        if self._contact:
            claims["sub"] = self._contact
        signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        first, second = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64(first.to_bytes(32) + second.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public}"


def new_key() -> str:
    """Make the private key of a server."""
    return to_base64(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32))


def message(subscriber: Subscriber, signer: Signer, text: str, topic: str) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a request to a push service; a newer message of a topic replaces the older."""
    headers = {
        "authorization": signer.header(subscriber.endpoint, time.time()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEPT_FOR),
        "topic": topic,
        "urgency": "normal",
    }
    return encrypted(text.encode(), subscriber), headers


def encrypted(
    text: bytes,
    subscriber: Subscriber,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a text so that only the browser can read it. `sender` and `salt` are random, except in tests."""
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_BYTES)
    own, theirs = _point(sender.public_key()), subscriber.key
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derived(shared, subscriber.auth, b"WebPush: info\0" + theirs + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD_BYTES, POINT_BYTES) + own
    return head + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _json(value: object) -> str:
    return to_base64(json.dumps(value, separators=(",", ":")).encode())


def to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
