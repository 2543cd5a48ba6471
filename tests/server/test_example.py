"""The example bot plays whole games over a real server."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import OPEN
from tests.server.processes import serving
from tests.server.test_processes import ask

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bot.py"


def test_the_example_needs_nothing_but_python() -> None:
    """Whoever has installed a server can run it."""
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(EXAMPLE.read_text("utf-8")))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else []
        )
    }  # fmt: skip
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("game", ["pebbles", "topiary"])
def test_two_example_bots_play_to_the_end(file_database: str, game: str) -> None:
    with serving(file_database) as server:
        made = ask(server, "POST", "/api/tables", None, {"game": game, "players": [OPEN, OPEN]})
        command = [sys.executable, str(EXAMPLE), server.address, made["id"], made["invite"]]
        players = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        path = f"/api/tables/{made['id']}"
        while any(player["kind"] == "open" for player in ask(server, "GET", path, made["watch"])["players"]):
            assert all(player.poll() is None for player in players)
        ask(server, "POST", f"{path}/start", made["owner"])
        for player in players:
            told, _ = player.communicate(timeout=120)
            assert player.returncode == 0
            assert told.startswith("Game over:")
        assert ask(server, "GET", path, made["watch"])["status"] == "over"
