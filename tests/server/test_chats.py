"""Messages in chats: a Matrix server and a Discord on loopback take them as the real ones would."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.server.redirected_messenger import PORT, PROGRAM
from tilery.server.notices.messenger import Outcome
from tilery.server.notices.services import Message, Policy, Services
from tilery.server.storage.notice_queries import SERVICE

ROOM = "!tiles:here"


@dataclass
class Receiver:
    """A server that keeps what it gets, and answers as Matrix does; Discord's answers are not looked at."""

    port: int = 0
    got: list[tuple[str, str, Any, str]] = field(default_factory=list)
    """Method, path, body and authorization of each request."""


@contextmanager
def receiver(certificate: Path | None = None) -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            told = (unquote(self.path), json.loads(body or b"null"), self.headers.get("authorization", ""))
            kept.got.append((self.command, *told))
            answer = json.dumps({"user_id": "@ann:here", "room_id": ROOM, "event_id": "$1"}).encode()
            self.send_response(404 if "m.room.encryption" in self.path else 200)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST = do_PUT = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    kept.port = server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def certificate_for(name: str, folder: Path) -> Path:
    """A certificate with its key, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file


def test_a_matrix_room_gets_the_message() -> None:
    with receiver() as server:
        policy = Policy(services=frozenset({"matrix"}), private=True)
        _, address = policy.read(f"matrix://a-token@127.0.0.1:{server.port}/{ROOM}")
        message = Message("Your turn: Topiary", "With Bo.\nhttps://tiles.example/t/abc", "https://tiles.example/stop")
        assert asyncio.run(Services(policy).send(SERVICE, address, message)) is Outcome.SENT
        method, path, body, authorization = server.got[-1]
        assert method == "PUT"
        assert f"/rooms/{ROOM}/send/m.room.message/" in path
        assert authorization == "Bearer a-token"
        assert body["msgtype"] == "m.text"
        assert "Your turn: Topiary" in body["body"]
        assert "https://tiles.example/t/abc" in body["body"]


def send_to_discord(port: int, certificate: Path, hosts: list[str]) -> Outcome:
    url = "discord://123456789012345678/" + "a-token-of-many-letters-" * 3
    asked = {"url": url, "title": "Your turn: Topiary", "body": "With Bo.", "services": ["discord"], "hosts": hosts}
    environment = {**os.environ, PORT: str(port), "REQUESTS_CA_BUNDLE": str(certificate)}
    program = [sys.executable, "-m", PROGRAM]
    text = json.dumps({**asked, "private": True})
    return Outcome(subprocess.run(program, input=text, text=True, env=environment, check=False).returncode)


def test_discord_gets_the_message_if_the_host_allows_it(tmp_path: Path) -> None:
    certificate = certificate_for("discord.com", tmp_path)
    with receiver(certificate) as server:
        assert send_to_discord(server.port, certificate, ["ntfy.sh"]) is Outcome.FORBIDDEN
        assert server.got == []
        assert send_to_discord(server.port, certificate, ["discord.com"]) is Outcome.SENT
        ((method, path, body, _),) = server.got
        assert method == "POST"
        assert path.startswith("/api/webhooks/123456789012345678/a-token")
        assert "Your turn: Topiary" in json.dumps(body)
        assert "With Bo." in json.dumps(body)
