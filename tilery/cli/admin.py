"""`tilery admin`: what a host can do from the command line, also beside a running server, which notices at once."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilery.cli.arguments import Commands, UsageError, reader
from tilery.cli.server import add_database, backup, restore
from tilery.words import Sentence, SpokenError, say, say_many

if TYPE_CHECKING:
    from tilery.server.tables.host import Host, ListedTable
    from tilery.server.tables.registry import Tables

HOURS = {"h": 1.0, "d": 24.0, "w": 168.0}
STATES = ("open", "running", "over", "closed", "reported", "still")
WHO = "command"
NOTHING = "-"
BEFORE_ID = "/t/"
DASHED_ID = re.compile(r"-[A-Za-z0-9_-]{11}")  # no flag has twelve letters; tests/server/test_host.py checks that


def add_commands(commands: Commands) -> None:
    admin = commands.add_group("admin", say("look after the tables and people of a server, which may be running"))
    tell = admin.tell
    command = admin.add("list", _acting(_list), say("list tables, those with reports first"))
    about = say("only tables in this state; still: no move for a week")
    command.add_argument("--state", choices=STATES, help=tell(about))
    command.add_argument("--search", default="", metavar=tell(say("TEXT")), help=tell(say("name of a table or person")))
    command.add_argument("--limit", type=admin.count, default=50, metavar="N", help=tell(say("default 50")))
    command.add_argument("--json", action="store_true", help=tell(say("for programs")))

    command = admin.add("show", _acting(_show), say("show a table: people, messages with their numbers, reports"))
    _add_table(command, tell)
    command = admin.add("close", _acting(_close), say("end a table; people can still view it"))
    _add_table(command, tell)
    command = admin.add("delete", _acting(_delete), say("delete a table with everything in it"))
    _add_table(command, tell)
    command = admin.add("remove-person", _acting(_remove_person), say("take away a player's seat for good"))
    _add_table(command, tell)
    _add_seat(command, admin)
    command = admin.add("remove-message", _acting(_remove_message), say("remove a message from a chat"))
    _add_table(command, tell)
    about = say("the number of the message; see: tilery admin show")
    command.add_argument("number", type=admin.count, help=tell(about))
    command = admin.add("handled", _acting(_handled), say("mark the reports at a table as handled"))
    _add_table(command, tell)

    _add_for_everybody(admin, reader(_hours, tell))
    _add_expiry(admin)
    _add_looking_after(admin)
    for command in admin.all:
        add_database(command, tell)


def _add_for_everybody(admin: Commands, span: Callable[[str], Any]) -> None:
    """Bans and announcements."""
    tell = admin.tell
    command = admin.add("ban", _acting(_ban), say("shut out an address, a network or a player for a time"))
    about = say("an address, a network such as 203.0.113.0/24, or the id of a table")
    command.add_argument("whom", type=_table_id, help=tell(about))
    about = say("with the id of a table: the player's seat, counted from 1")
    command.add_argument("seat", type=admin.count, nargs="?", help=tell(about))
    about = say("how long: 12h, 3d or 2w; default 1d")
    command.add_argument("--for", dest="hours", type=span, default=24.0, metavar=tell(say("TIME")), help=tell(about))
    about = say("shut out everyone at the player's address, too")
    command.add_argument("--address", action="store_true", help=tell(about))
    command.add_argument("--reason", default="", metavar=tell(say("TEXT")), help=tell(say("a note for yourself")))
    command = admin.add("bans", _acting(_bans), say("list the bans in force"))
    command = admin.add("unban", _acting(_unban), say("end a ban before its time"))
    command.add_argument("ban", help=tell(say("the id of the ban; see: tilery admin bans")))

    command = admin.add("announce", _acting(_announce), say("show a message on every page; without one, end it"))
    command.add_argument("text", nargs="?", default="", help=tell(say("what to say")))
    about = say("how long: 12h, 3d or 2w; default 1d")
    command.add_argument("--for", dest="hours", type=span, default=24.0, metavar=tell(say("TIME")), help=tell(about))


def _add_expiry(admin: Commands) -> None:
    tell = admin.tell
    command = admin.add("expire", _acting(_expire), say("apply the rules for old tables now"))
    about = say("days without a move after which a table is closed; 0 for never")
    command.add_argument("--close-abandoned-days", type=admin.seconds, metavar="N", help=tell(about))
    about = say("days after which a finished or closed table is deleted; 0 for never")
    command.add_argument("--delete-finished-days", type=admin.seconds, metavar="N", help=tell(about))
    about = say("how many days before that the table's log says so")
    command.add_argument("--warn-days", type=admin.seconds, metavar="N", help=tell(about))
    command.add_argument("--dry-run", action="store_true", help=tell(say("only say what would be done")))


def _add_looking_after(admin: Commands) -> None:
    """Add commands for the server as a whole: numbers, the log, keys, backups."""
    tell = admin.tell
    command = admin.add("stats", _acting(_stats), say("count tables, reports, bans and bytes"))
    command.add_argument("--json", action="store_true", help=tell(say("for programs")))
    command = admin.add("log", _acting(_log), say("show what was done by hosts and rules, the latest first"))
    command.add_argument("--limit", type=admin.count, default=50, metavar="N", help=tell(say("default 50")))

    command = admin.add("token", _acting(_token), say("make a key to the host's page; it is shown once"))
    command.add_argument(
        "--name", default="host", metavar=tell(say("NAME")), help=tell(say("whose key; default: host"))
    )
    command.add_argument("--list", action="store_true", help=tell(say("list the names of all keys instead")))
    command.add_argument("--revoke", metavar=tell(say("NAME")), help=tell(say("revoke a key instead")))

    command = admin.add("backup", backup, say("write a copy of a server's database, which may be in use"))
    command.add_argument("file", type=Path, help=tell(say("the file to write; it is as private as the server")))
    command = admin.add("restore", restore, say("write a backup into a new database, SQLite or PostgreSQL"))
    command.add_argument("file", type=Path, help=tell(say("the backup to read")))


def protect_ids(arguments: Sequence[str]) -> list[str]:
    """Write ids of tables that begin with a dash, as one in 64 does, so that they are not taken for flags."""
    if arguments[:1] != ["admin"]:
        return list(arguments)
    return [f"{BEFORE_ID}{text}" if DASHED_ID.fullmatch(text) else text for text in arguments]


def _table_id(text: str) -> str:
    """Read the id of a table, or its address."""
    return text.rpartition(BEFORE_ID)[2]


def _add_table(command: argparse.ArgumentParser, tell: Callable[[str], str]) -> None:
    command.add_argument("table", type=_table_id, help=tell(say("the id of a table: the end of its address")))


def _add_seat(command: argparse.ArgumentParser, commands: Commands) -> None:
    command.add_argument("seat", type=commands.count, help=commands.tell(say("the seat, counted from 1")))


def _hours(text: str) -> float:
    """Read a span of time such as 12h, 3d or 2w."""
    if text[-1:] not in HOURS or not text[:-1].isdecimal() or not 0 < int(text[:-1]) < 10_000:
        raise UsageError(say('expected a time such as 12h, 3d or 2w, not "{text}"', text=text))
    return int(text[:-1]) * HOURS[text[-1]]


Act = Callable[["Host", "Tables", argparse.Namespace], Awaitable[None]]


def _acting(act: Act) -> Callable[[argparse.Namespace], None]:
    """Return the command that opens the database beside a server and lets the host act."""

    def run(asked: argparse.Namespace) -> None:
        asyncio.run(_open_and(act, asked))

    return run


async def _open_and(act: Act, asked: argparse.Namespace) -> None:
    from tilery.server import logs  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.storage.database import Storage, StorageDownError  # noqa: PLC0415
    from tilery.server.tables.host import Host  # noqa: PLC0415
    from tilery.server.tables.refusal import Refusal  # noqa: PLC0415
    from tilery.server.tables.registry import Tables  # noqa: PLC0415

    logs.set_up("none")
    storage = Storage(asked.database, beside=True)
    await asyncio.to_thread(storage.open)
    tables = Tables(storage)
    try:
        await asyncio.to_thread(tables.warmup.open)
        await tables.open()
        await act(Host(tables, WHO), tables, asked)
    except Refusal as refusal:
        raise SpokenError(refusal.sentence) from None
    except StorageDownError as error:
        why = " ".join(str(getattr(error.__cause__, "orig", None) or error).split())
        raise SpokenError(say("the database cannot be used: {why}", why=why)) from None
    finally:
        await tables.warmup.close()
        await asyncio.to_thread(storage.close)


# Looking.


async def _list(host: Host, tables: Tables, asked: argparse.Namespace) -> None:
    from tilery.server.tables.host import TableFilter  # noqa: PLC0415  (a part that need not be installed)

    statuses = (asked.state,) if asked.state in STATES[:4] else ()
    wanted = TableFilter(statuses, asked.search, asked.state == "reported", asked.state == "still")
    found = await host.tables(wanted, asked.limit)
    if asked.json:
        print(json.dumps([_as_json(listed) for listed in found], ensure_ascii=False, indent=1))
        return
    for listed in found:
        print(_line(listed, tables.now(), asked.tell))
    count = await host.count(wanted)
    print(asked.tell(say_many("{count} table", "{count} tables", count)))


def _as_json(listed: ListedTable) -> dict[str, Any]:
    return {**vars(listed.row), "people": {str(seat + 1): name for seat, name in sorted(listed.people.items())}}


def _line(listed: ListedTable, now: float, tell: Callable[[str], str]) -> str:
    from tilery.server.tables.texts import duration  # noqa: PLC0415  (a part that need not be installed)

    row = listed.row
    people = ", ".join(name or NOTHING for _, name in sorted(listed.people.items()))
    ago = tell(say("{time} ago", time=duration(now - row.changed)))
    flagged = tell(say_many("{count} report", "{count} reports", row.reports)) if row.reports else ""
    told = [row.id, row.status, row.game, row.name, people, ago, flagged]
    return "  ".join(part for part in told if part)


async def _show(host: Host, tables: Tables, asked: argparse.Namespace) -> None:
    tell = asked.tell
    listed = await host.find(asked.table)
    print(_line(listed, tables.now(), tell))
    table = await host.open(asked.table)
    for seat, name in sorted(listed.people.items()):
        gone = tell(say("removed from the table")) if table.players[seat].is_removed else ""
        print(f"  {seat + 1}  {name or NOTHING}  {gone}".rstrip())
    reports = [report for report in await host.reports(asked.table) if not report.handled]
    for event in table.events:
        if event.kind == "chat" and event.body["text"]:
            assert event.seat is not None
            print(f"  #{event.number}  {event.seat + 1}  {_when(event.at)}  {event.body['text']}")
            for report in reports:
                if report.number == event.number:
                    who = tell(say("a spectator")) if report.by is None else listed.people.get(report.by) or NOTHING
                    print(f"      {tell(say('Reported by {player}', player=who))}  {report.note}".rstrip())


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


async def _bans(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    for ban in (await host.overview()).bans:
        whom = ban.network or asked.tell(say("a player's browser"))
        print(f"{ban.id}  {whom}  {asked.tell(say('until {time}', time=_when(ban.until)))}  {ban.reason}".rstrip())


async def _stats(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    found = await host.overview()
    if asked.json:
        told = {
            "tables": found.tables,
            "reports": found.reports,
            "bans": len(found.bans),
            "bytes": found.bytes,
            "last_backup": found.last_backup,
        }
        print(json.dumps(told))
        return
    tell = asked.tell
    for status, count in found.tables.items():
        print(f"{status}: {count}")
    print(tell(say("open reports: {count}", count=found.reports)))
    print(tell(say("bans in force: {count}", count=len(found.bans))))
    print(tell(say("database: {size} MB", size=f"{found.bytes / 1e6:.1f}")))
    last = _when(found.last_backup) if found.last_backup else NOTHING
    print(tell(say("last backup: {time}", time=last)))


async def _log(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    for done in await host.done_lately(asked.limit):
        detail = json.dumps(done.detail, ensure_ascii=False) if done.detail else ""
        print(f"{_when(done.at)}  {done.by}  {done.action}  {done.table_id or ''}  {detail}".rstrip())


# Acting.


async def _close(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.close(asked.table)
    _say(asked, say("The table is closed."))


async def _delete(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.delete(asked.table)
    _say(asked, say("The table is deleted."))


async def _remove_person(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.remove_person(asked.table, asked.seat - 1)
    _say(asked, say("The player is removed."))


async def _remove_message(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.remove_message(asked.table, asked.number)
    _say(asked, say("The message is removed."))


async def _handled(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.find(asked.table)
    await host.handle_reports(asked.table)
    _say(asked, say("The reports are marked as handled."))


async def _ban(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    if asked.seat is None:
        await host.ban_network(asked.whom, asked.hours, asked.reason)
    else:
        await host.ban_person(asked.whom, asked.seat - 1, asked.hours, asked.reason, wide=asked.address)
    _say(asked, say("The ban is in force."))


async def _unban(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.lift_ban(asked.ban)
    _say(asked, say("The ban is lifted."))


async def _announce(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    await host.announce(asked.text, asked.hours)
    _say(asked, say("Every page shows it now.") if asked.text else say("Nothing is announced any more."))


async def _expire(_host: Host, tables: Tables, asked: argparse.Namespace) -> None:
    from dataclasses import replace  # noqa: PLC0415

    from tilery.server.config import Config  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.tables.expiry import Expiry  # noqa: PLC0415

    config = Config.of_environment(os.environ)
    given = {name: getattr(asked, name) for name in ("close_abandoned_days", "delete_finished_days", "warn_days")}
    config = replace(config, **{name: value for name, value in given.items() if value is not None})
    if not (config.close_abandoned_days or config.delete_finished_days):
        raise SpokenError(say("no rule is set: give --close-abandoned-days or --delete-finished-days"))
    expiry = Expiry(tables, config)
    if asked.dry_run:
        for action, ids in (await expiry.due()).items():
            print(f"{action}: {' '.join(ids) or NOTHING}")
        return
    done = await expiry.look()
    told = say(
        "Warned: {warned}, closed: {closed}, deleted: {deleted}.",
        warned=done.warned,
        closed=done.closed,
        deleted=done.deleted,
    )
    _say(asked, told)


async def _token(host: Host, _tables: Tables, asked: argparse.Namespace) -> None:
    if asked.list:
        for name, created in await host.keys():
            print(f"{name}  {_when(created)}")
    elif asked.revoke:
        await host.remove_key(asked.revoke)
        _say(asked, say("The key is revoked."))
    else:
        key = await host.add_key(asked.name)
        _say(asked, say("Enter this key on the page /host of your server. It is not shown again:"), file=sys.stderr)
        print(key)


def _say(asked: argparse.Namespace, sentence: Sentence, file: Any = None) -> None:
    print(asked.tell(sentence), file=file)
