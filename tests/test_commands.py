"""Every command in the documentation works as it is written, from a clone of the repository.

Blocks of `sh` are run, one document in one folder. A comment before a block gives the form in which a long command is
run here (`<!-- tested with: --games 2 -->`), or says why it is not (`<!-- not tested: … -->`). Commands elsewhere in
the text are compared with what there is: commands and their flags, targets of make, files, extras. The two guides for
contributors are followed word by word by `test_guides.py`; that wheels can be installed is seen by `test_installed.py`.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tilery import cli

ROOT = Path(__file__).parent.parent
FOLLOWED = {"adding-a-game.md", "adding-a-language.md"}
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"(?:<!-- (tested with|not tested): (.*?) -->\n)?^```(sh|python)(?: title=\"(.*?)\")?\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
RUN = [path for path in DOCUMENTS if path.name not in FOLLOWED and "```sh" in path.read_text("utf-8")]
LONGEST = 900


def shortened(command: str, flags: str) -> str:
    """A command with other values of some flags, as the document says that it is tested."""
    if not command.startswith(("tilery", "python")):
        return command
    for name, value in re.findall(r"(--[\w-]+) (\S+)", flags):
        pattern = rf"{name} \S+"
        command = (
            re.sub(pattern, f"{name} {value}", command) if re.search(pattern, command) else f"{command} {name} {value}"
        )
    return command


def tools(folder: Path) -> Path:
    """The programs that somebody has who has set up a clone; `pip` only looks whether it could install."""
    place = folder / "bin"
    place.mkdir()
    (place / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')  # a link would leave the environment
    (place / "tilery").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tilery "$@"\n')
    check = "import sys; from tests.test_commands import check_install; check_install(sys.argv[1:])"
    (place / "pip").write_text(f'#!/bin/sh\nexec "{sys.executable}" -c \'{check}\' "$@"\n')
    for name in ("python", "tilery", "pip"):
        (place / name).chmod(0o755)
    for name in ("tilery", "examples", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return place


def check_install(arguments: list[str]) -> None:
    """Refuse what is not on this machine: only a clone or a wheel can be installed, with extras that there are."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert arguments[0] == "install", arguments
    for wanted in arguments[1:]:
        found = re.fullmatch(r"(\.|dist/tilery-[\d.]+-py3-none-any\.whl)(?:\[([\w,]+)\])?|--editable", wanted)
        assert found, f"{wanted} cannot be installed from a clone"
        for extra in filter(None, (found[2] or "").split(",")):
            assert extra in extras, f"there is no extra {extra}"


def serve_for_a_moment(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Start a server, and stop it as one is told to."""
    with subprocess.Popen(
        shlex.split(command), cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        told = server.stderr.readline()
        time.sleep(1)
        assert server.poll() is None, told
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=120)
        assert server.returncode == 0, told


@pytest.mark.parametrize("document", RUN, ids=lambda path: path.name)
def test_the_commands_of_a_document_work(document: Path, tmp_path: Path) -> None:
    path = f"{tools(tmp_path)}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "TILERY_GAMES": ""}
    ran = 0
    for mark, note, kind, title, content in BLOCK.findall(document.read_text("utf-8")):
        if kind == "python":
            if title:
                (tmp_path / title).write_text(content, "utf-8")
            continue
        if mark == "not tested":
            continue
        for line in content.splitlines():
            command = shortened(line, note)
            ran += 1
            if command.startswith("tilery serve"):
                serve_for_a_moment(command, tmp_path, environment)
                continue
            done = subprocess.run(
                ["sh", "-e", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True,
                timeout=LONGEST, check=False,
            )  # fmt: skip
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert ran or "not tested" in document.read_text("utf-8")


def written_commands(document: Path) -> list[str]:
    """Commands in the text of a document, in blocks and between backticks."""
    text = document.read_text("utf-8")
    found = re.findall(r"`((?:tilery|make|pip|python|sudo) [^`\n]+)`", text)
    found += re.findall(r"^(?: {4}|\$ )?((?:\.venv/bin/)?(?:tilery|make|pip|python) .+)$", text, re.MULTILINE)
    return [command.split("#")[0].split("  ")[0].strip().removeprefix(".venv/bin/") for command in found]


def _commands_of(parser: argparse.ArgumentParser) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    return next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def flags_by_command(group: str | None = None) -> dict[str, set[str]]:
    """The flags of all commands, or of those in a group."""
    commands = _commands_of(cli._parser(str))
    if group is not None:
        commands = _commands_of(commands.choices[group])
    return {name: set(command._option_string_actions) for name, command in commands.choices.items()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_the_text_exist(document: Path) -> None:
    known = flags_by_command()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in written_commands(document):
        words = [word.strip("[]'\",;") for word in command.split()]
        match words:
            case ["tilery", "--language", *_] | ["tilery", "simulate", "S", "i"]:  # a text that is hashed
                continue
            case ["tilery", "admin", name, *rest] if re.fullmatch("[a-z-]+", name):
                flags = {word.split("=")[0] for word in rest if word.startswith("--")}
                assert flags <= flags_by_command("admin")[name], command
            case ["tilery", name, *rest]:
                assert name in known, command
                flags = {word.split("=")[0] for word in rest if word.startswith("--")}
                assert flags <= known[name], command
            case ["make", target, *_]:
                assert target in targets, command
            case ["pip", *_]:
                check_install(shlex.split(command)[1:])
            case ["python", "-m", module, *_] if module.split(".")[0] in ("bench", "tests", "tilery", "scripts"):
                place = ROOT.joinpath(*module.split("."))
                assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), command
            case ["python", script, *_] if script.endswith(".py") and "/" in script:
                assert (ROOT / script).exists(), command


def test_the_readme_names_every_command() -> None:
    told = set(re.findall(r"^    tilery (\w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE))
    assert set(flags_by_command()) <= told
