"""Following a guide in docs/ word by word: what its blocks say is done in a copy of the repository.

- `sh`: commands, which have to succeed
- `console`: commands after `$`, each with what it prints, where … stands for anything
- `diff`: lines of a file that are replaced by others
- `po`: translations that are written into the catalogue whose name the text before gives
- `python title="FILE"`, `css title="FILE"`: a file
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
TOOLS = ("pytest", "python", "ruff", "tilery")


# Said once on each machine, by whichever command comes first; a guide may leave it out.
COMPILED = re.compile(r"^Compiled the .* for this machine\.\n", re.MULTILINE)


class Guide:
    """A guide and the copy of the repository in which it is followed."""

    def __init__(self, document: str, root: Path, left_out: tuple[str, ...] = ()) -> None:
        """The copy has all that the guide needs, without the games that are left out to save time.

        Machine code is kept where that of the tests is, and bytecode comes along: what the guide does not change is not
        compiled again.
        """
        self.text = (ROOT / "docs" / document).read_text("utf-8")
        self.root = root
        ignored = shutil.ignore_patterns("*-pytest-*.pyc", *left_out)
        for folder in ("tilery", "tests", "scripts", "requirements"):
            shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
        for file in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / file, root)
        tools = root / ".venv" / "bin"
        tools.mkdir(parents=True)
        for tool in TOOLS:
            module = "" if tool == "python" else f"-m {tool}"
            (tools / tool).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
            (tools / tool).chmod(0o755)
        for mark in ("playable", "ready"):  # as if it had been set up
            (root / ".venv" / mark).touch()

    def follow(self) -> int:
        """Do what the blocks say, one after the other; return how many there were."""
        blocks = list(BLOCK.finditer(self.text))
        for block in blocks:
            kind, title, content = block.groups()
            match kind:
                case "sh":
                    done = self._run(content)
                    assert done.returncode == 0, f"{content}\n{done.stdout}"
                case "console":
                    self._compare(content)
                case "diff":
                    self._change(content)
                case "po":
                    self._translate(self._catalogue_before(block.start()), content)
                case "python" | "css" if title:
                    path = self.root / title
                    path.parent.mkdir(exist_ok=True)
                    path.write_text(content, "utf-8")
                case _:
                    raise AssertionError(f"nobody knows how to follow a block of {kind}")
        return len(blocks)

    def _run(self, command: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "TILERY_GAMES": "",
        }
        return subprocess.run(
            ["sh", "-e", "-c", command],
            cwd=self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )

    def _compare(self, content: str) -> None:
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE):
            printed = COMPILED.sub("", self._run(command).stdout)
            pattern = re.escape(COMPILED.sub("", expected)).replace("…", ".*")
            assert re.fullmatch(pattern, printed, re.DOTALL), f"{command}\n{printed}"

    def _change(self, content: str) -> None:
        heading = re.match(r"--- a/(.*)\n\+\+\+ b/\1\n", content)
        assert heading, content
        path = self.root / heading[1]
        lines = content[heading.end() :].splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{path.name} does not have this once:\n{old}"
        path.write_text(text.replace(old, new), "utf-8")

    def _catalogue_before(self, place: int) -> Path:
        """The catalogue that the guide has named last."""
        named: list[str] = re.findall(r"`(tilery/[\w/]+/words\.\w+\.po)`", self.text[:place])
        return self.root / named[-1]

    def _translate(self, path: Path, content: str) -> None:
        """Put translations in the place of the empty ones."""
        source, _, _ = content.partition("msgstr")
        text = path.read_text("utf-8")
        empty = re.compile(re.escape(source) + r'(?:msgstr(?:\[\d\])? ""\n)+')
        assert len(empty.findall(text)) == 1, f"{path.name} has no such sentence without a translation:\n{source}"
        path.write_text(empty.sub(lambda _: content, text), "utf-8")
