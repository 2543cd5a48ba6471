"""The suite on every supported Python, and the care of dependencies: `make test-all`, `make lock`, `make audit`.

A Python that is not on this machine is skipped, and the summary says so; nothing is downloaded.
`nox --session tests-3.12 -- tests/match` runs a part of the tests on one of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import nox

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if " :: Python :: 3." in line]

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["tests"]

if pyenv := shutil.which("pyenv"):  # which otherwise hides all Pythons but one
    installed = subprocess.run([pyenv, "versions", "--bare"], capture_output=True, text=True, check=True)
    os.environ["PYENV_VERSION"] = ":".join(installed.stdout.split())


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests, or those that are named, with the pinned versions of all that they need."""
    session.install("--quiet", "--require-hashes", "--requirement", "requirements/test.txt")
    session.install("--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")
    if not session.posargs:  # compile before tests start, which would wait for each other
        session.run("tilery", "prepare", env={"TILERY_GAMES": str(Path("tests/outside").resolve())})
    session.run("pytest", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session
def lock(session: nox.Session) -> None:
    """Resolve the pinned versions anew: those of tests first, because they contain what players need."""
    session.install("--quiet", "uv")
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", PYTHONS[0]]
    command += ["--generate-hashes", "--no-emit-index-url", "--upgrade", "pyproject.toml", "requirements/build.in"]
    session.run(*command, "--all-extras", "--output-file", "requirements/test.txt")
    held = ["--constraint", "requirements/test.txt"]
    session.run(*command, *held, "--extra", "server", "--output-file", "requirements/play.txt")


@nox.session
def audit(session: nox.Session) -> None:
    """Look for known vulnerabilities in the pinned versions; fails where advisories cannot be reached."""
    session.install("--quiet", "pip-audit")
    session.run("pip-audit", "--strict", "--disable-pip", "--require-hashes", "--requirement", "requirements/test.txt")
