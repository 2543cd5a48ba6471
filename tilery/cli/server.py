"""Commands that run a server: serve for many, play for oneself."""

from __future__ import annotations

import argparse
import os
import threading
import webbrowser

from tilery.cli.arguments import Commands
from tilery.words import say


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
