"""The settings of a server. Each is a flag of `tilery serve` and an environment variable (docs/hosting.md)."""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tilery.words import Sentence, SpokenError, reason, say

MOST = 10**9
MAIL_SCHEMES = ("mailto", "mailtos")
PREFIX = re.compile(r"(/[A-Za-z0-9_.~-]+)*")


def _setting(default: Any, meaning: Sentence, least: float | None = None, most: int = MOST) -> Any:
    return field(default=default, metadata={"meaning": meaning, "least": least, "most": most})


@dataclass(frozen=True)
class Config:
    """How a server runs, and what one client may cost it."""

    host: str = _setting("127.0.0.1", say("the address to listen on; 0.0.0.0 for all"))
    port: int = _setting(8000, say("the port to listen on; 0 for any free port"), 0, 65535)
    base_address: str = _setting(
        "", say("the address by which people reach the server, with its path: https://example.org/tiles/")
    )
    database: str = _setting(
        "sqlite:///tilery.db", say("where tables are stored: sqlite:///FILE or postgresql://HOST/NAME")
    )
    log: str = _setting("json", say("how to log: json, text or none"))
    log_requests: bool = _setting(False, say("whether to log all requests, not only rejected ones"))
    metrics: bool = _setting(True, say("whether to serve /metrics"))
    trusted_proxies: str = _setting("127.0.0.1", say("addresses of proxies whose X-Forwarded headers are trusted"))
    notices: bool = _setting(True, say("whether players can be notified that it is their turn"))
    notices_to_private: bool = _setting(
        False, say("whether notifications may be sent to addresses inside this network")
    )
    mail_server: str = _setting(
        "", say("the mail server for notifications: mailtos://NAME:PASSWORD@HOST; empty for no mail")
    )
    mail_from: str = _setting("", say("the address that these mails come from"))
    notice_services: str = _setting(
        "", say("services that may carry notifications, by their Apprise names: ntfys discord matrixs jsons")
    )
    notice_hosts: str = _setting("", say("the only hosts that these services may be at; empty for all public ones"))
    contact: str = _setting("", say("how push services can reach the host: mailto:ADDRESS or https://PAGE"))
    bot_threads: int = _setting(2, say("how many bots may think at once; one is kept for people who wait"), 1)
    bot_seconds: float = _setting(0.0, say("how long a bot pauses before it moves, at new tables"), 0)
    claim_seconds: float = _setting(15.0, say("how long until another process takes over an unfinished bot turn"), 0.1)
    tables_in_memory: int = _setting(2000, say("how many tables stay in memory; others are reloaded when needed"), 1)
    idle_table_seconds: float = _setting(300.0, say("after how long an unused table leaves memory"), 1)
    connections: int = _setting(8000, say("open connections; further ones are answered with 503"), 1)
    connections_a_client: int = _setting(400, say("open connections per address, proxies excepted"), 1)
    streams: int = _setting(5000, say("open event streams"), 1)
    streams_a_table: int = _setting(2000, say("open event streams per table"), 1)
    streams_a_client: int = _setting(200, say("open event streams per address"), 1)
    streams_a_browser: int = _setting(50, say("open event streams per browser"), 1)
    body_bytes: int = _setting(64 * 1024, say("the largest request body"), 1024)
    record_bytes: int = _setting(1024 * 1024, say("the largest record that can be imported"), 1024)
    request_seconds: float = _setting(20.0, say("how long a client may take to send a request"), 0.1)
    stall_seconds: float = _setting(30.0, say("how long to wait for a client that has stopped reading"), 0.1)
    keep_alive_seconds: float = _setting(65.0, say("how long an idle connection stays open"), 1)
    shutdown_seconds: float = _setting(10.0, say("how long a stopping server waits for requests in progress"), 0)
    work_a_minute: int = _setting(20_000, say("milliseconds of work that one address may ask for per minute"), 100)
    new_tables_a_minute: int = _setting(60, say("new tables and imports per address per minute"), 1)
    links_a_minute: int = _setting(120, say("table links created or opened per address per minute"), 1)
    chats_a_minute: int = _setting(30, say("chat messages per seat per minute"), 1)
    comings_a_minute: int = _setting(10, say("how often a player may leave a seat and return to it per minute"), 1)
    public_seats: int = _setting(5, say("seats that one address may take at public tables before their games start"), 1)
    public_tables: int = _setting(20, say("public tables of one address that may wait or run at a time"), 1)
    listed_tables: int = _setting(100, say("how many public tables are listed"), 1)
    close_abandoned_days: float = _setting(
        0.0, say("days without a move after which a table is closed; 0 for never"), 0, 36_500
    )
    delete_finished_days: float = _setting(
        0.0, say("days after which a finished or closed table is deleted; 0 for never"), 0, 36_500
    )
    warn_days: float = _setting(7.0, say("how many days before that the table's log says so"), 0, 36_500)
    events_a_table: int = _setting(20_000, say("events per table; beyond that only moves are accepted"), 100)

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_address)
        is_address = parts.scheme in ("http", "https") and parts.netloc and not (parts.query or parts.fragment)
        if self.base_address and not (is_address and PREFIX.fullmatch(self.prefix)):
            raise SpokenError(
                say('base-address must be like https://example.org or https://example.org/tiles/, not "{text}"',
                    text=self.base_address)
            )  # fmt: skip
        if (self.mail_server or self.notice_services) and not self.base_address:
            raise SpokenError(say("mail-server and notice-services need base-address: messages say where to stop them"))
        mail = urlsplit(self.mail_server)
        if self.mail_server and not (mail.scheme in MAIL_SCHEMES and mail.hostname and "@" in self.mail_from):
            raise SpokenError(say("mail-server must be like mailtos://NAME:PASSWORD@HOST, and mail-from an address"))

    @property
    def prefix(self) -> str:
        """The path prefix of the server, without a trailing slash; usually empty."""
        return urlsplit(self.base_address).path.rstrip("/")

    @property
    def origin(self) -> str:
        """Scheme and host by which people reach the server; if empty, they are taken from each request."""
        parts = urlsplit(self.base_address)
        return f"{parts.scheme}://{parts.netloc}" if self.base_address else ""

    @classmethod
    def of_environment(cls, environment: Mapping[str, str]) -> Config:
        """Read settings from variables such as TILERY_PORT; the others keep their defaults."""
        return cls(**_read_environment(environment))


def add_flags(parser: argparse.ArgumentParser, tell: Callable[[str], str] = str) -> None:
    """Add a flag for each setting; it takes precedence over the environment variable."""
    for setting in dataclasses.fields(Config):
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}",
            dest=setting.name,
            default=None,
            type=partial(_read_flag, setting, tell),
            metavar=_kind(setting).__name__.upper().replace("STR", "TEXT"),
            help=tell(
                say("{meaning} (default {default})", meaning=setting.metadata["meaning"], default=_written(setting))
            ),
        )


def of_flags(asked: argparse.Namespace, environment: Mapping[str, str]) -> Config:
    """Read settings from flags, then from the environment."""
    given = {setting.name: getattr(asked, setting.name) for setting in dataclasses.fields(Config)}
    given = {name: value for name, value in given.items() if value is not None}
    return Config(**{**_read_environment(environment), **given})  # checked together: one may need another


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found = {}
    for setting in dataclasses.fields(Config):
        text = environment.get(variable(setting))
        if text is not None:
            try:
                found[setting.name] = read(setting, text)
            except ValueError as error:
                place = variable(setting)
                raise SpokenError(say("{place}: {sentence}", place=place, sentence=reason(error))) from None
    return found


def variable(setting: dataclasses.Field[Any]) -> str:
    """Return the name of the environment variable for a setting."""
    return f"TILERY_{setting.name.upper()}"


def read(setting: dataclasses.Field[Any], text: str) -> Any:
    """Parse and check the value of a setting."""
    kind = _kind(setting)
    if kind is bool:
        if text.lower() not in ("yes", "no", "true", "false", "1", "0"):
            raise SpokenError(say('expected yes or no, not "{text}"', text=text))
        return text.lower() in ("yes", "true", "1")
    if kind is str:
        return text
    try:
        value = kind(text)
    except ValueError:
        raise SpokenError(say('expected a number, not "{text}"', text=text)) from None
    if not value >= setting.metadata["least"]:
        raise SpokenError(say("must be at least {least}, not {text}", least=setting.metadata["least"], text=text))
    if value > setting.metadata["most"]:
        raise SpokenError(say("must be at most {most}, not {text}", most=setting.metadata["most"], text=text))
    return value


def _written(setting: dataclasses.Field[Any]) -> str:
    """Return the default of a setting as it would be written in a flag or variable."""
    if _kind(setting) is bool:
        return "yes" if setting.default else "no"
    return f"{setting.default:g}" if _kind(setting) is float else str(setting.default)


def _kind(setting: dataclasses.Field[Any]) -> type:
    return type(setting.default)


def _read_flag(setting: dataclasses.Field[Any], tell: Callable[[str], str], text: str) -> Any:
    try:
        return read(setting, text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(tell(reason(error))) from None
