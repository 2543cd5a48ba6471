"""Settings: read from flags and the environment, refused with a sentence, and all in docs/hosting.md."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import OPEN, Body, person, server
from tilery.server.config import Config, add_flags, of_flags, variable

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def settings_table() -> str:
    lines = ["| flag | variable | default | meaning |", "| --- | --- | --- | --- |"]
    for setting in dataclasses.fields(Config):
        flag = f"--{setting.name.replace('_', '-')}"
        default = {True: "yes", False: "no"}[setting.default] if isinstance(setting.default, bool) else setting.default
        default = f"{default:g}" if isinstance(default, float) else default
        lines.append(f"| `{flag}` | `{variable(setting)}` | `{default}` | {setting.metadata['meaning']} |")
    return "\n".join(lines) + "\n"


def test_every_setting_is_documented_with_its_default() -> None:
    found = re.search(r"^\| flag .*?\n(?!\|)", HOSTING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    assert found[0] == settings_table()


def read_flags(*flags: str, **environment: str) -> Config:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_flags(parser)
    return of_flags(parser.parse_args(flags), environment)


def test_a_flag_counts_more_than_a_variable_and_a_variable_more_than_the_default() -> None:
    assert read_flags() == Config()
    found = read_flags("--port=1", TILERY_PORT="2", TILERY_METRICS="no", TILERY_STALL_SECONDS="0.5")
    assert (found.port, found.metrics, found.stall_seconds) == (1, False, 0.5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "http"),
        ("streams", "0"),
        ("streams", "1.5"),
        ("metrics", "perhaps"),
        ("stall_seconds", "inf"),
        ("stall_seconds", "nan"),
        ("keep_alive_seconds", "1e300"),
        ("connections", "9" * 30),
    ],
)
def test_a_wrong_value_is_refused_with_its_name(name: str, value: str) -> None:
    with pytest.raises(argparse.ArgumentError, match=name.replace("_", "-")):
        read_flags(f"--{name.replace('_', '-')}={value}")
    with pytest.raises(ValueError, match=f"TILERY_{name.upper()}"):
        read_flags(**{f"TILERY_{name.upper()}": value})


def test_the_backup_of_the_document_is_whole_while_the_server_runs(tmp_path: Path) -> None:
    """The commands are run as they are written there, beside the file that they name."""
    found = re.findall(r"^tilery ((?:backup|restore) .*)$", HOSTING.read_text("utf-8"), re.MULTILINE)
    back_up, restore = ([sys.executable, "-m", "tilery", *command.split()] for command in found)

    async def save() -> Body:
        async with server(f"sqlite:///{tmp_path / 'tilery.db'}") as client:
            made = await client.table(person("Ann"), OPEN)
            await asyncio.to_thread(subprocess.run, back_up, cwd=tmp_path, check=True)
            await client.sit(made, "Bo")
            return made

    async def look(made: Body) -> None:
        async with server(f"sqlite:///{tmp_path / 'restored.db'}") as client:
            seen = await client.done("GET", f"/api/tables/{made['id']}", made["watch"])
            assert [player["name"] for player in seen["players"]] == ["Ann", ""]

    made = asyncio.run(save())
    subprocess.run(restore, cwd=tmp_path, check=True)
    asyncio.run(look(made))
