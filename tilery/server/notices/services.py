"""Messages by mail and other services: where the host allows them to go, and the process that sends each of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sys
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from tilery.server.notices.messenger import Outcome
from tilery.server.storage.notice_queries import MAIL, SERVICE

SECONDS = 30.0
"""How long a message may take altogether."""
AT_ONCE = 2
"""How many messages are sent at a time: each has a process of its own."""
LONGEST = 500
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
WEB, HOOK = "https", "jsons"
"""An address that begins like one of the web is a service that Apprise recognises, or else takes JSON."""


class BadAddressError(Exception):
    """Raised for an address to which this server sends no messages."""


@dataclass(frozen=True)
class Policy:
    """The host's policy on where messages may go."""

    mail_server: str = ""
    """An Apprise address of the host's mail server; empty for no mail."""
    mail_from: str = ""
    services: frozenset[str] = frozenset()
    """Names of services, as Apprise has addresses begin with them."""
    hosts: tuple[str, ...] = ()
    """The only hosts that services may be at; empty for all."""
    private: bool = False
    """Whether they may be inside this network."""

    @property
    def carriers(self) -> set[str]:
        return ({MAIL} if self.mail_server else set()) | ({SERVICE} if self.services else set())

    def read(self, typed: str) -> tuple[str, str]:
        """Return the carrier and the address of what somebody has typed."""
        text = typed.strip()
        if len(text) > LONGEST or not text.isprintable() or " " in text:
            raise BadAddressError
        if "://" in text:
            return SERVICE, self._read_service(text)
        if self.mail_server and MAIL_ADDRESS.fullmatch(text):
            return MAIL, text
        raise BadAddressError

    def _read_service(self, text: str) -> str:
        """Check the address of a service: without settings of its own, which could let it wait for ever or write to
        others."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise BadAddressError from None
        is_known = parts.scheme in self.services or (parts.scheme == WEB and self.services)
        if not is_known or not parts.hostname or "?" in text or "," in text or (port is not None and not self.private):
            raise BadAddressError
        return text


@dataclass(frozen=True)
class Message:
    """What is sent to an address."""

    title: str
    body: str
    stop: str
    """The address that stops further ones."""


class Services:
    """Sends messages by mail and by services, each in a process of its own."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def send(self, carrier: str, address: str, message: Message) -> Outcome:
        """Send a message, within a time."""
        policy = self.policy
        if carrier == MAIL:  # to the server that the host has named, wherever it is
            return await self._run(mail_url(policy, address, message.stop), message, [], [], private=True)
        outcome = await self._run_service(address, message)
        if outcome is Outcome.UNKNOWN_ADDRESS and address.startswith(f"{WEB}://") and HOOK in policy.services:
            return await self._run_service(HOOK + address.removeprefix(WEB), message)
        return outcome

    async def _run_service(self, url: str, message: Message) -> Outcome:
        policy = self.policy
        return await self._run(url, message, sorted(policy.services), list(policy.hosts), private=policy.private)

    async def _run(
        self, url: str, message: Message, services: list[str], hosts: list[str], *, private: bool
    ) -> Outcome:
        asked = {
            "url": url,
            "title": _harmless(message.title),
            "body": _harmless(message.body),
            "services": services,
            "hosts": hosts,
            "private": private,
        }
        async with self._slots:
            return await _run_program(json.dumps(asked).encode())


async def _run_program(asked: bytes) -> Outcome:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tilery.server.notices.messenger"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,  # it could contain addresses
        env=_environment(),
    )
    try:
        async with asyncio.timeout(SECONDS):
            await program.communicate(asked)
    except TimeoutError:
        return Outcome.FAILED
    finally:
        with contextlib.suppress(ProcessLookupError):
            if program.returncode is None:
                program.kill()
        await program.wait()
    return Outcome(program.returncode) if program.returncode in set(Outcome) else Outcome.FAILED


def _environment() -> dict[str, str]:
    """Return the variables of this process without proxies, which would hide whom a message goes to, and without a
    file of passwords."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return {**kept, "NETRC": os.devnull}


def mail_url(policy: Policy, to: str, stop: str) -> str:
    """Return the Apprise address of one recipient; mail programs show a button that stops further messages."""
    parts = urlsplit(policy.mail_server)
    unsubscribe = {"+List-Unsubscribe": f"<{stop}>", "+List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    own = {"from": policy.mail_from, "to": to, "format": "text"}
    query = {**dict(parse_qsl(parts.query)), **own, **unsubscribe}
    return parts._replace(query=urlencode(query, quote_via=quote)).geturl()


def _harmless(text: str) -> str:
    """Keep names such as @everyone from calling everybody in a chat."""
    return text.replace("@", "@\u200b")
