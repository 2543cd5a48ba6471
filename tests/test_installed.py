"""The wheel and the source distribution, installed as a stranger would: in a new environment, outside the tree."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import tilery
from tests.server.processes import serving

ROOT = Path(__file__).resolve().parent.parent
BUILD = [sys.executable, "-m", "hatchling", "build"]

PROGRAM = """
from tilery import IllegalMoveError, Match, Move, Record, ScoreSheet, View, score_position

match = Match("topiary", seats=3, seed=7)
waiting: tuple[int, ...] = match.waiting
move: Move = match.legal_moves()[0]
played = match.play(move)
seen: View = match.view(0)
match.play_randomly(seed=1)
sheet: ScoreSheet = match.scores
record: Record = match.record()
try:
    match.play("visit a1E")
except IllegalMoveError as error:
    text: str = str(error)

reveal_type(match)
reveal_type(match.legal_moves())
reveal_type(played)
reveal_type(match.view(0))
reveal_type(match.scores.totals)
reveal_type(record.replay())
reveal_type(score_position("{}"))
match.plai("visit a1E")
match.play(3)
from tilery import Mtach
"""

REVEALED = ["Match", "LegalMoves", "Move", "View", "tuple[int, ...]", "Match", "ScoreSheet"]


@dataclass(frozen=True)
class Installed:
    """Both distributions, and an environment with the wheel."""

    wheel: Path
    sdist: Path
    environment: Path

    @property
    def python(self) -> str:
        return str(self.environment / "bin" / "python")

    def run(self, *arguments: str) -> str:
        """What a program of this environment prints; rules stay uncompiled, which is enough here and much faster."""
        command = [str(self.environment / "bin" / arguments[0]), *arguments[1:]]
        done = subprocess.run(command, cwd=self.environment, env=outside(), check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


def outside() -> dict[str, str]:
    """The variables of somebody who knows nothing of the tree."""
    hidden = ("PYTHONPATH", "TILERY_GAMES", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in hidden} | {"NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Built and installed once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installed"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            _install(folder)
            (folder / "done").touch()
    (wheel,), (sdist,) = folder.glob("dist/*.whl"), folder.glob("dist/*.tar.gz")
    return Installed(wheel, sdist, folder / "environment")


def _install(folder: Path) -> None:
    subprocess.run([*BUILD, "--directory", str(folder / "dist")], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "environment")], check=True)
    pins = re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / "requirements" / "play.txt").read_text("utf-8"), re.MULTILINE)
    (folder / "pins.txt").write_text("\n".join(pins), "utf-8")  # the versions that are in pip's cache already
    (wheel,) = folder.glob("dist/*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "environment"), "install", "--quiet", "--no-compile"]
    pip += ["--disable-pip-version-check", "--constraint", str(folder / "pins.txt"), f"{wheel}[server]"]
    subprocess.run(pip, cwd=folder, env=outside(), check=True)


def test_the_wheel_has_all_that_the_package_needs(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        there = set(wheel.namelist())
    here = {path for path in (ROOT / "tilery").rglob("*.*") if path.is_file() and path.parent.name != "__pycache__"}
    assert {str(path.relative_to(ROOT)) for path in here} <= there
    assert "tilery/py.typed" in there
    assert {f"tilery/web/vendor/{name}" for name in ("htmx.js", "cabin.woff2", "credits.json", "stamp.txt")} <= there
    assert {name for name in there if re.fullmatch(r"tilery/games/\w+/words\.(fr|de)\.po", name)}
    assert {name for name in there if re.fullmatch(r"tilery/games/\w+/page/icons\.json", name)}
    assert not {name for name in there if not name.startswith(("tilery/", f"tilery-{tilery.__version__}.dist-info/"))}


def test_the_source_distribution_makes_the_same_wheel_without_npm(installed: Installed, tmp_path: Path) -> None:
    with tarfile.open(installed.sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2, as on Debian 12, has none
        archive.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    command = [*BUILD, "--target", "wheel", "--directory", str(tmp_path / "dist")]
    subprocess.run(command, cwd=source, env={**outside(), "PATH": ""}, check=True)
    (again,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(installed.wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(first.namelist()) == sorted(second.namelist())


def test_it_works_outside_the_tree(installed: Installed) -> None:
    where = installed.run("python", "-c", "import tilery; print(tilery.__file__)")
    assert Path(where.strip()).is_relative_to(installed.environment)
    told = installed.run("tilery", "games")
    for name in ("topiary", "triqueta", "tipperary", "terraflip"):
        assert name in told
    assert "Plätze" in installed.run("tilery", "--language", "de", "games")
    record = json.loads(installed.run("tilery", "simulate", "triqueta", "--seed", "1"))
    (installed.environment / "record.json").write_text(json.dumps(record), "utf-8")
    assert installed.run("tilery", "replay", "record.json")


def test_its_server_serves(installed: Installed, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    apart = {"program": ("-I", "-m", "tilery"), "environment": {"NUMBA_DISABLE_JIT": "1", "TILERY_GAMES": ""}}
    with serving(database, python=installed.python, **apart) as server:
        with urllib.request.urlopen(server.address) as page:
            text = page.read().decode()
        assert "Terraflip" in text
        style = re.search(r'href="([^"]+\.css[^"]*)"', text)
        assert style
        with urllib.request.urlopen(server.address + style[1]) as sheet:
            assert sheet.status == 200


def test_it_is_typed_for_those_who_use_it(installed: Installed, tmp_path: Path) -> None:
    """Under mypy --strict names have their types, and misspelt ones are found."""
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--python-executable", installed.python]
    checked = subprocess.run([*command, "program.py"], cwd=tmp_path, check=False, capture_output=True, text=True)
    revealed = re.findall(r'Revealed type is "(?:[a-z_]+\.)*([^"]*)"', checked.stdout)
    assert revealed == REVEALED, checked.stdout + checked.stderr
    errors = re.findall(r"error: (.*)", checked.stdout)
    assert len(errors) == 3, checked.stdout
    assert '"Match" has no attribute "plai"' in errors[0]
    assert 'Argument 1 to "play" of "Match" has incompatible type "int"' in errors[1]
    assert 'Module "tilery" has no attribute "Mtach"' in errors[2]


def test_dir_shows_the_public_names() -> None:
    assert dir(tilery) == sorted([*tilery.__all__, "__version__"])
    for name in dir(tilery):
        assert getattr(tilery, name) is not None
