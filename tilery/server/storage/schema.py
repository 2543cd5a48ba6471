"""What is stored: tables, the secrets that open them, and one log of events for each. The log is the truth.

A secret may open several tables: a browser's its own ones, a seat's the rematches of its table.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),  # may be empty
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the rules that the table is played by
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", Text, nullable=False),
    Column("settings", Text, nullable=False),  # JSON: clocks, chat and the like, fixed when the table is made
    Column("public", Boolean, nullable=False),
    Column("owner", Text, nullable=False),  # whose time its bots take: one of 65,536 numbers, no address
    Column("status", Text, nullable=False),  # open, running, over: for lists; the log knows it too
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("owed", Integer),  # bit by bit, which seats' people owe a decision; unknown of what older versions wrote
    Column("ends", Float),  # when it is closed or deleted by the host's rules, once its log says so
    Index("tables_listed", "public", "status", "changed"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the secret; the secret itself is nowhere
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text, primary_key=True),  # owner, invite, watch, seat, barred
    Column("seat", Integer, primary_key=True),  # NO_SEAT where the role has none; of who is barred, the former one
    Index("secrets_by_table", "table_id"),
)
NO_SEAT = -1

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("body", Text, nullable=False),  # JSON
    Column("client", Text),  # the id by which a client knows its own move, so that a retry is harmless
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "client", name="events_once_a_client"),
)

server = Table(
    "server",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
KEY, BEAT, PUSH_KEY = "key", "beat", "push key"
ANNOUNCEMENT, LAST_BACKUP = "announcement", "last backup"
"""What all processes share: the key of secrets that are made from ids, when one was last seen to write, the private key
by which push services know this server, what the host announces, and when the last backup was made."""

wakeups = Table(
    "wakeups",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("due", Float, nullable=False),  # when a bot should move or a clock runs out
    Column("clock", Float),  # when a clock runs out
    Column("alone", Boolean, nullable=False),  # whether bots play among themselves
    Column("process", Text),  # who has taken it on
    Column("until", Float),  # and until when nobody else may
    Index("wakeups_by_time", "due"),
    Index("wakeups_by_clock", "clock"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Text, primary_key=True),  # a digest of the address of a browser; of other addresses a random one
    Column("holder", Text, nullable=False),  # the digest of the browser's secret, which opens its seats
    Column("carrier", Text, nullable=False),  # push, mail or service
    Column("address", Text, nullable=False),  # push: JSON of endpoint, key and auth; mail and service: the address
    Column("confirmed", Boolean, nullable=False),  # whether it was shown that the address is their own
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),  # by which clock it is night there
    Column("quiet_from", Integer),  # hours between which nothing is sent
    Column("quiet_to", Integer),
    Column("created", Float, nullable=False),
    Index("subscriptions_by_holder", "holder"),
)

notices = Table(
    "notices",
    metadata,
    Column("subscription_id", Text, ForeignKey("subscriptions.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", Float, nullable=False),  # the last change of the table that was looked at
    Column("told_since", Float),  # since when the decision was owed of which it was told last
    Column("remind_at", Float),  # when it is to be told that time is short
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: what the coach has found
)

clubs = Table(
    "clubs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("link", Text, nullable=False, unique=True),  # who has it sees the club; members' lists show it
    Column("created", Float, nullable=False),
)

club_events = Table(
    "club_events",
    metadata,
    Column("club_id", Text, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("client", Text),  # the id by which a client knows its own command
    Column("at", Float, nullable=False),
)

club_members = Table(
    "club_members",
    metadata,
    Column("club_id", Text, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("holder", Text, nullable=False),  # the digest of the browser's secret
    UniqueConstraint("club_id", "holder", name="club_members_once"),
    Index("club_members_by_holder", "holder"),
)

club_tables = Table(
    "club_tables",
    metadata,
    Column("table_id", Text, primary_key=True),  # the table may be gone before its club
    Column("club_id", Text, ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
    Column("open", Boolean, nullable=False),  # whether the club waits for its result
    Index("club_tables_open", "open"),
)

profiles = Table(
    "profiles",
    metadata,
    Column("holder", Text, primary_key=True),  # the digest of the browser's secret
    Column("link", Text, nullable=False, unique=True),  # who has it sees the profile
    Column("name", Text, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # by which a device knows it
    Column("holder", Text, nullable=False),  # the digest of the browser's secret
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),  # as far as the device counts them
    Column("sealed", Text, nullable=False),  # the personal link, by a key that only the device has
    Column("created", Float, nullable=False),
    Index("passkeys_by_holder", "holder"),
)

spent_challenges = Table(
    "spent_challenges",
    metadata,
    Column("digest", Text, primary_key=True),  # of a passkey's challenge that was answered
    Column("until", Float, nullable=False),  # after which it would not hold any more
    Index("spent_challenges_by_time", "until"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: how a finished game ended, so that it need not be played again
)

signals = Table(
    "signals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", Text, nullable=False),  # what a command that works beside a server has changed: SQLite's NOTIFY
    Column("at", Float, nullable=False),
    sqlite_autoincrement=True,
)

host_keys = Table(
    "host_keys",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the key that opens the host's page
    Column("name", Text, nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("id", Text, primary_key=True),
    Column("network", Text),  # addresses that are shut out
    Column("browser", Text),  # or the digest of a secret
    Column("wide", Boolean, nullable=False),  # whether everybody is who comes from the same address
    Column("reason", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("until", Float, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # the event that is reported: a message
    Column("seat", Integer, nullable=False),  # whose it is
    Column("by", Integer),  # the seat of who reports it; none for spectators
    Column("note", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("handled", Boolean, nullable=False),
    UniqueConstraint("table_id", "number", "by", name="reports_once"),
    Index("reports_by_table", "table_id"),
)

host_log = Table(
    "host_log",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", Text, nullable=False),  # the name of a host's key, the command, or the rules
    Column("action", Text, nullable=False),
    Column("table_id", Text),  # it may be gone
    Column("detail", Text, nullable=False),  # JSON without names, messages or addresses
    Index("host_log_by_time", "at"),
)

join_requests = Table(
    "join_requests",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", Text, primary_key=True),  # of the secret of the browser that asks
    Column("name", Text, nullable=False),
    Column("declined", Boolean, nullable=False),  # an answer is not asked for twice
    Column("at", Float, nullable=False),
    Index("join_requests_by_digest", "digest"),
)
