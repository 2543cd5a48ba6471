"""Servers as processes of their own: started, watched, and stopped without a chance to tidy up."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 180.0


@contextmanager
def serving(*flags: str, environment: Mapping[str, str] | None = None) -> Iterator[ServerProcess]:
    """A server of ours with a new database, killed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "tilery", "serve", f"--port={port}"]
        command += [f"--database=sqlite:///{folder}/tables.db", *flags]
        server = ServerProcess(command, port, dict(environment or {}), Path(folder) / "log")
        try:
            yield server
        finally:
            server.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server that was started with `command` and listens on `port`."""

    def __init__(self, command: list[str], port: int, environment: dict[str, str], log: Path) -> None:
        self.address = f"http://127.0.0.1:{port}"
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command, env={**os.environ, **environment}, stdout=output, stderr=output, stdin=subprocess.DEVNULL
            )
        deadline = time.monotonic() + PATIENCE
        while not _answers(port):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise SystemExit(f"The server did not start:\n{log.read_text('utf-8')[-2000:]}")
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu_seconds(self) -> float:
        """The time that it has spent on processors so far; not known everywhere."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex(("127.0.0.1", port)) == 0
