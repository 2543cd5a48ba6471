"""Tells people that it is their turn, and once more before their time is up, while they are not looking.

It decides who is told what, for all carriers alike: the push services of browsers, mail, and others (`addresses.py`).

Tables are looked at a moment after they have changed, so that who is still at the table is not told what they see.
What was told is written down before it is sent: nobody is told twice, whatever process does it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from tilery import games
from tilery.server.notices import outbound
from tilery.server.notices.addresses import STOP, Addresses
from tilery.server.notices.messenger import Outcome
from tilery.server.notices.services import Message, Policy, Services
from tilery.server.notices.web_push import Signer, Subscriber, message, new_key
from tilery.server.storage import notice_queries as queries
from tilery.server.storage.database import StorageDownError
from tilery.server.storage.notice_queries import PUSH, ChangedTable, Notice, Subscription
from tilery.server.tables.due import count_due
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table
from tilery.server.tables.texts import duration
from tilery.words import Sentence, all_of, say, translated

log = logging.getLogger("tilery.notices")

POLL_SECONDS = 10.0
PATIENCE = 30.0
"""How long a table rests before somebody is told of it."""
AT_ONCE = 500
AT_A_TIME = 8
"""How many messages wait for their carriers at a time."""
LEAST_WARNING = 3600.0
"""How long before the end of their time people are reminded, at least."""
GONE = (404, 410)
"""What a push service answers when a browser wants no more messages."""

Post = Callable[[str, bytes, dict[str, str]], int]


@dataclass(frozen=True)
class NoticeText:
    """What a message says."""

    title: Sentence
    body: Sentence
    table_id: str

    def to_json(self, language: str, root: str = "", due: int = 1) -> str:
        """Write it for the service worker: nothing hidden, and no secret; `due` is for the app's icon."""
        told = {
            "title": translated(self.title, language),
            "body": translated(self.body, language),
            "url": f"{root}/t/{self.table_id}",
            "due": due,
        }
        return json.dumps(told, ensure_ascii=False)


class Notifier:
    """Finds people who are due a notice and sends it."""

    def __init__(
        self,
        tables: Tables,
        *,
        contact: str = "",
        services: Services | None = None,
        patience: float = PATIENCE,
        base: str = "",
    ) -> None:
        self._tables = tables
        self._services = services or Services(Policy())
        self.addresses = Addresses(tables, self._services, base)
        self._base = base
        self._contact = contact
        self._root = urlsplit(base).path
        self._patience = patience
        self._post: Post = partial(outbound.post, private=self._services.policy.private)
        self.signer: Signer | None = None
        self.sent = 0
        """How many messages push services and others have taken, for metrics."""

    async def open(self) -> None:
        """Read the key of this server, or make one."""
        key = await self._tables.storage.write(lambda connection: queries.push_key(connection, new_key()))
        self.signer = Signer(key, self._contact)

    async def run(self) -> None:
        """Poll for notices that are due until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.look()
            except StorageDownError:
                continue
            except Exception:
                log.exception("looking for people to be told has failed")

    async def look(self) -> None:
        """Send all notices that are due now."""
        now = self._tables.now()
        carriers = {PUSH} | self.addresses.carriers
        found = await self._tables.storage.read(
            lambda connection: queries.candidates(connection, now, self._patience, AT_ONCE, carriers)
        )
        slots = asyncio.Semaphore(AT_A_TIME)  # so that a slow service does not keep all others waiting

        async def consider(candidate: ChangedTable) -> None:
            async with slots:
                await self._consider(candidate, now)

        await asyncio.gather(*[consider(one) for one in found if not is_quiet(one.subscription, now)])

    async def _consider(self, candidate: ChangedTable, now: float) -> None:
        try:
            live = await self._tables.find(candidate.table_id)
        except Refusal:  # deleted meanwhile, or with rules of another version
            return
        storage, holder = self._tables.storage, candidate.subscription.holder
        seats = await storage.read(lambda connection: queries.seats_of(connection, candidate.table_id, holder))
        told, notice = decide(candidate, live.table, seats, now)
        if live.is_looking(holder) or live.presence.elsewhere.seats(self._tables.now()) & seats:
            told = None
        if await storage.write(lambda connection: queries.note(connection, candidate, notice)) and told is not None:
            await self._send(candidate.subscription, told)

    async def _send(self, subscription: Subscription, told: NoticeText) -> None:
        if subscription.carrier == PUSH:
            await self._send_to_browser(subscription, told)
        else:
            await self._send_to_address(subscription, told)

    async def _send_to_address(self, subscription: Subscription, told: NoticeText) -> None:
        """Send a message by mail or by a service, with the link that stops them."""
        title, body = (translated(sentence, subscription.language) for sentence in (told.title, told.body))
        stop = self.addresses.link(STOP, subscription.id)
        end = translated(say("Stop these messages: {link}", link=stop), subscription.language)
        text = f"{body}\n{self._base}/t/{told.table_id}\n\n{end}"
        outcome = await self._services.send(subscription.carrier, subscription.address, Message(title, text, stop))
        if outcome is Outcome.SENT:
            self.sent += 1
        else:
            told_of = {"carrier": subscription.carrier, "outcome": outcome.name.lower()}
            log.warning("a message could not be delivered", extra=told_of)

    async def _send_to_browser(self, subscription: Subscription, told: NoticeText) -> None:
        """Send a message to a push service; a browser that is gone is forgotten."""
        assert self.signer is not None
        subscriber = Subscriber.read(**json.loads(subscription.address))
        due = await count_due(self._tables, subscription.holder)
        text = told.to_json(subscription.language, self._root, due)
        body, headers = message(subscriber, self.signer, text, told.table_id)
        try:
            status = await asyncio.to_thread(self._post, subscriber.endpoint, body, headers)
        except (outbound.ForbiddenAddressError, OSError, ValueError) as error:
            log.warning("a push service could not be reached", extra={"why": str(error)})
            return
        if status in GONE:
            await self._tables.storage.write(lambda connection: queries.unsubscribe(connection, subscription.id))
        elif status >= 400:
            log.warning("a push service has refused a message", extra={"status": status})
        else:
            self.sent += 1


def decide(
    candidate: ChangedTable, table: Table, seats: frozenset[int], now: float
) -> tuple[NoticeText | None, Notice]:
    """Decide which notice to send to somebody with these seats, and what to note about it."""
    before = candidate.notice
    known = Notice(candidate.changed, None if before is None else before.told_since)
    due = [seat for seat in seats if _owes(table, seat, now)]
    if not due:
        return None, known
    seat = min(due, key=lambda own: table.time_up(own) or now)
    since, end = table.players[seat].waited_since, table.time_up(seat)
    noted = replace(known, told_since=since, remind_at=_reminder(table, end, now))
    if before is not None and before.told_since == since:
        if before.remind_at is None or before.remind_at > now or end is None:
            return None, replace(noted, remind_at=before.remind_at)
        return _short_of_time(table, end - now), replace(noted, remind_at=None)
    is_news = before is not None or candidate.changed > candidate.subscription.created
    if not is_news or table.events[-1].seat in seats:  # who has just moved knows that there is more to do
        return None, noted
    return _your_turn(table, seats, None if end is None else end - now), noted


def _owes(table: Table, seat: int, now: float) -> bool:
    player = table.players[seat]
    is_here = not player.away and not player.is_on_holiday(table.settings, now)
    return is_here and table.match is not None and seat in table.match.waiting


def _reminder(table: Table, end: float | None, now: float) -> float | None:
    """Return when to remind somebody: in time to act, at tables where nobody is expected to sit and wait."""
    if end is None or not table.settings.is_over_days:
        return None
    at = end - max(LEAST_WARNING, (table.settings.seconds_per_move or 0.0) / 10)
    return at if at > now else None


def _your_turn(table: Table, seats: frozenset[int], left: float | None) -> NoticeText:
    others = [player.name for seat, player in enumerate(table.players) if seat not in seats and player.name]
    with_whom = say("With {players}.", players=all_of(others)) if others else say("The bots are waiting for you.")
    body = with_whom if left is None else say("{with_whom} {time} left.", with_whom=with_whom, time=duration(left))
    return NoticeText(say("Your turn: {table}", table=_name(table)), body, table.id)


def _short_of_time(table: Table, left: float) -> NoticeText:
    title = say("Your time is running out: {table}", table=_name(table))
    return NoticeText(title, say("{time} left for your move.", time=duration(left)), table.id)


def _name(table: Table) -> str:
    return table.name or games.find(table.game).title


def is_quiet(subscription: Subscription, now: float) -> bool:
    """Return whether it is within somebody's quiet hours."""
    first, last = subscription.quiet_from, subscription.quiet_to
    if first is None or last is None or first == last:
        return False
    hour = datetime.fromtimestamp(now, zone_of(subscription.zone)).hour
    return first <= hour < last if first < last else hour >= first or hour < last


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name; UTC for one that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return UTC
