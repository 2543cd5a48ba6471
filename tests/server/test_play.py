"""`tilery play`: a server for oneself, with its tables where they are found again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx


def test_play_says_where_the_table_is_and_keeps_its_tables(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LANGUAGE": "en"}
    command = [sys.executable, "-m", "tilery", "play", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found is not None
        assert httpx.get(found[0], timeout=60).is_success
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert (tmp_path / "tilery" / "tables.db").exists()
