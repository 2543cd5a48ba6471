"""Finds a Chromium for the tests of pages, or installs one: the system's, else Playwright's own, else Debian's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    arguments = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]
    return playwright.chromium.launch(executable_path=_executable(playwright), args=arguments)


def _executable(playwright: Playwright) -> str:
    found = _system() or _own(playwright)
    if found is None:
        _install()
        found = _own(playwright) or _system()
    if found is None:
        raise RuntimeError("no Chromium could be found or installed; the tests of pages need one")
    return found


def _system() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _own(playwright: Playwright) -> str | None:
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _install() -> None:
    own = [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]
    if subprocess.run(own, check=False).returncode and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update"], check=False)
        subprocess.run(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"], check=False)
