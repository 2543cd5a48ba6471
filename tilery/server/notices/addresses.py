"""E-mail and service addresses for notices: people enter them, and confirm each by a link that is sent there.

Nothing but that link is sent to an address before somebody has opened it there, so nobody can let this server write to
a stranger. The link in every later message stops them, and does nothing else.
"""

from __future__ import annotations

import hmac
from collections import Counter

from tilery.server.notices.messenger import Outcome
from tilery.server.notices.services import BadAddressError, Message, Services
from tilery.server.storage import notice_queries as queries
from tilery.server.storage.notice_queries import MAIL, Subscription
from tilery.server.tables.callers import Caller
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.tokens import derived_token, digest_of, new_token
from tilery.words import say, translated

MOST = 5
"""How many addresses one person can have."""
A_MINUTE = 3
"""How many addresses may be given from one address of the network in a minute."""
A_DAY = 3
"""How many messages an address gets in a day that ask whether it is somebody's."""
DAY = 86_400.0
CONFIRM, STOP = "confirm", "stop"


class Addresses:
    """The addresses of people. Without a base address, no message can say where to confirm or stop it."""

    def __init__(self, tables: Tables, services: Services, base: str) -> None:
        self._tables = tables
        self._services = services
        self._base = base
        self._requests = RateLimit(A_MINUTE)
        self._asked: Counter[tuple[int, str]] = Counter()

    @property
    def carriers(self) -> set[str]:
        """By which carriers messages can be sent here."""
        return self._services.policy.carriers if self._base else set()

    @property
    def services(self) -> list[str]:
        return sorted(self._services.policy.services)

    async def add(
        self, caller: Caller, holder: str, typed: str, *, language: str, zone: str, quiet: tuple[int | None, int | None]
    ) -> None:
        """Send a link to an address, which confirms that it is somebody's own."""
        try:
            carrier, address = self._services.policy.read(typed)
        except BadAddressError:
            carrier, address = "", ""
        if carrier not in self.carriers:
            raise Refusal("bad_request", say("This server cannot send messages to that address."))
        self._requests.count(caller.client)
        added = Subscription(
            new_token(), digest_of(holder), carrier, address, False, language, zone, *quiet, self._tables.now()
        )  # fmt: skip
        self._count(address)
        why = await self._tables.storage.write(lambda connection: queries.add_address(connection, added, MOST, DAY))
        if why is not None:
            raise _refusal(why)
        outcome = await self._services.send(carrier, address, self._question(added))
        if outcome is not Outcome.SENT:
            await self._tables.storage.write(lambda connection: queries.unsubscribe(connection, added.id))
            if outcome is Outcome.FAILED:
                raise Refusal("bad_request", say("The message could not be delivered. Please check the address."))
            raise Refusal("bad_request", say("This server cannot send messages to that address."))

    def _count(self, address: str) -> None:
        """Refuse repeated confirmation messages to the same address, whoever asks for them."""
        today = int(self._tables.now() // DAY)
        self._asked = Counter({key: count for key, count in self._asked.items() if key[0] == today})
        key = (today, digest_of(address.lower()))
        if self._asked[key] >= A_DAY:
            raise _refusal("waiting")
        self._asked[key] += 1

    def _question(self, added: Subscription) -> Message:
        title = say("Is this your address?")
        body = say(
            "Someone wants to be notified here when it's their turn at Tilery. If that's you, confirm it: {link}",
            link=self.link(CONFIRM, added.id),
        )
        end = say("If not, ignore this message. You won't get another one.")
        words = [translated(sentence, added.language) for sentence in (title, body, end)]
        return Message(words[0], f"{words[1]}\n\n{words[2]}", self.link(STOP, added.id))

    def link(self, action: str, subscription_id: str) -> str:
        """Return the link that confirms or stops messages to an address, and nothing else."""
        return f"{self._base}/notices/{action}/{subscription_id}/with/{self._token(action, subscription_id)}"

    def _token(self, action: str, subscription_id: str) -> str:
        return derived_token(self._tables.key, f"notices {action}", subscription_id)

    def is_link(self, action: str, subscription_id: str, token: str) -> bool:
        """Return whether a link was made here."""
        return hmac.compare_digest(self._token(action, subscription_id).encode(), token.encode())

    async def find(self, subscription_id: str) -> Subscription | None:
        """Return the address that a link is about, if it is still known."""
        return await self._tables.storage.read(
            lambda connection: queries.find_subscription(connection, subscription_id)
        )

    async def confirm(self, subscription_id: str) -> None:
        now = self._tables.now()
        await self._tables.storage.write(lambda connection: queries.confirm(connection, subscription_id, now))

    async def stop(self, subscription_id: str) -> None:
        await self._tables.storage.write(lambda connection: queries.unsubscribe(connection, subscription_id))

    async def of(self, secret: str) -> list[Subscription]:
        """Return the addresses of somebody."""
        holder = digest_of(secret)
        return await self._tables.storage.read(lambda connection: queries.addresses(connection, holder))


def shown(subscription: Subscription) -> str:
    """Return an address shortened so that its owner recognises it and others who see the screen do not learn it."""
    if subscription.carrier == MAIL:
        name, _, host = subscription.address.rpartition("@")
        return f"{name[0]}…@{host}"
    scheme, _, rest = subscription.address.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2]
    is_name = "." in host or host == "localhost"
    return f"{scheme}://{host}/…" if is_name else f"{scheme}://…"


def _refusal(why: str) -> Refusal:
    match why:
        case "known":
            return Refusal("no_change", say("You are already notified at this address."))
        case "waiting":
            sentence = say("A message was already sent to this address. Please open the link in it.")
            return Refusal("too_often", sentence)
    return Refusal("too_much", say("You can have at most {count} addresses.", count=MOST))
