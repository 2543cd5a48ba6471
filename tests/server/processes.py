"""Real server processes for tests: started on a free port, stopped politely or killed, with all that they logged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

PATIENCE = 300.0
"""Seconds; far more than anything takes, because the machine may be busy."""


LOADING_ON_DEMAND = """
import asyncio, sys
from tilery.server.warmup import Warmup

Warmup.prepare_all = lambda self: asyncio.sleep(0)
from tilery.cli import main
sys.exit(main())
"""
"""`tilery` with a server that loads the machine code of a game when somebody asks for the game. A usual server loads
that of all games and bots at its start, which takes longer than most tests, which play one of them."""


class ServerProcess:
    """`tilery serve` as a process of its own. Settings go by their names in `Config`: `request_seconds=1`."""

    def __init__(
        self,
        database: str,
        *,
        python: str = sys.executable,
        program: Sequence[str] = ("-m", "tilery"),
        environment: Mapping[str, str] = MappingProxyType({}),
        **settings: object,
    ) -> None:
        flags = {"port": 0, "database": database, "shutdown_seconds": 5, **settings}
        command = [python, *program, "serve"]
        command += [f"--{name.replace('_', '-')}={value}" for name, value in flags.items()]
        self.database = database
        self.lines: list[str] = []
        """What it wrote to standard error."""
        self._serving = threading.Event()
        self._address: str | None = None
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line)
            told = _told(line)
            if told.get("message") == "serving":
                self._address = str(told["address"])
                self._serving.set()
        self._serving.set()

    @property
    def address(self) -> str:
        """Where it serves, for example http://127.0.0.1:8000; waits until it does."""
        if not self._serving.wait(PATIENCE) or self._address is None:
            raise RuntimeError("the server did not start:\n" + self.logged)
        return self._address

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def logged(self) -> str:
        return "".join(self.lines)

    def log_of(self, message: str) -> list[dict[str, Any]]:
        """What it logged with this message."""
        return [told for line in list(self.lines) if (told := _told(line)).get("message") == message]

    def stop(self) -> int:
        """Ask it to stop, and wait for its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End it without a warning."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        """Wait until it has ended, and for the last of its log."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "something that it has started outlives it"
        if self.process.stderr is not None:
            self.process.stderr.close()
        return code


@contextmanager
def serving(database: str, **settings: Any) -> Iterator[ServerProcess]:
    """A server process that is killed at the end, unless it has ended before."""
    server = ServerProcess(database, **{"program": ("-c", LOADING_ON_DEMAND), **settings})
    try:
        assert server.address
        yield server
    finally:
        server.kill()


def _told(line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
