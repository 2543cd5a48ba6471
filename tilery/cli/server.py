"""Commands that run a server: serve for many, play for oneself."""

from __future__ import annotations

import argparse
import os
import threading
import webbrowser
from pathlib import Path

from tilery.cli.arguments import Commands, Tell
from tilery.words import say, say_many


def add_commands(commands: Commands) -> None:
    from tilery.server.config import add_flags  # noqa: PLC0415  (a part that need not be installed)

    tell = commands.tell
    command = commands.add("serve", serve, say("run a server with tables for people, bots and programs"))
    add_flags(command, tell)

    command = commands.add("play", play, say("start a private server on this computer and open it in the browser"))
    about = say("the port to listen on; default: any free port")
    command.add_argument("--port", type=commands.count, default=0, metavar="N", help=tell(about))
    about = say("print the address instead of opening a browser")
    command.add_argument("--no-browser", dest="browser", action="store_false", help=tell(about))

    command = commands.add("backup", backup, say("write a copy of a server's database, which may be in use"))
    add_database(command, tell)
    command.add_argument("file", type=Path, help=tell(say("the file to write; it is as private as the server")))

    command = commands.add("restore", restore, say("write a backup into a new database, SQLite or PostgreSQL"))
    add_database(command, tell)
    command.add_argument("file", type=Path, help=tell(say("the backup to read")))


def add_database(command: argparse.ArgumentParser, tell: Tell) -> None:
    from tilery.server.config import Config  # noqa: PLC0415  (a part that need not be installed)

    usual = os.environ.get("TILERY_DATABASE", Config.database)
    about = say("the database: sqlite:///FILE or postgresql://HOST/NAME")
    command.add_argument("--database", default=usual, metavar="URL", help=tell(about))


def backup(asked: argparse.Namespace) -> None:
    from tilery.server.storage.backup import write_backup  # noqa: PLC0415  (a part that need not be installed)

    count = write_backup(asked.database, asked.file)
    sentence = say_many(
        "Backed up {count} table to {file}.", "Backed up {count} tables to {file}.", count, file=asked.file
    )
    print(asked.tell(sentence))


def restore(asked: argparse.Namespace) -> None:
    from tilery.server.storage.backup import restore_backup  # noqa: PLC0415  (a part that need not be installed)

    count = restore_backup(asked.database, asked.file)
    print(asked.tell(say_many("Restored {count} table.", "Restored {count} tables.", count)))


def serve(asked: argparse.Namespace) -> None:
    from tilery.server.config import of_flags  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.serve import serve as run  # noqa: PLC0415

    run(of_flags(asked, os.environ))


def play(asked: argparse.Namespace) -> None:
    from platformdirs import user_data_path  # noqa: PLC0415

    from tilery.server.config import Config  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.serve import serve as run  # noqa: PLC0415

    tables = user_data_path("tilery", ensure_exists=True) / "tables.db"

    def welcome(address: str) -> None:
        print(asked.tell(say("Tilery is running at {address}. Press Ctrl-C to stop.", address=address)), flush=True)
        if asked.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(Config(port=asked.port, database=f"sqlite:///{tables}", log="none"), welcome)
