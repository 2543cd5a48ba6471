"""The files around the package agree with each other: locks, what the package asks for, changelog, Makefile."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import tilery

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
PYTHONS = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if " :: Python :: 3." in line]
LOCKS = {"play.txt": ["server"], "test.txt": list(EXTRAS)}
BUILDS = (ROOT / "requirements" / "build.in").read_text("utf-8")

each_lock = pytest.mark.parametrize("name", LOCKS)


def lock(name: str) -> str:
    return (ROOT / "requirements" / name).read_text("utf-8")


def is_for(requirement: Requirement, python: str) -> bool:
    """Whether a requirement holds for a Python, on a machine like this one."""
    here = {**default_environment(), "python_version": python, "python_full_version": f"{python}.9"}
    return requirement.marker is None or requirement.marker.evaluate({key: str(value) for key, value in here.items()})


def pins(name: str, python: str) -> dict[str, Version]:
    """The versions that a lock gives to a Python."""
    found: dict[str, Version] = {}
    for line in re.findall(r"^[\w.-]+==[^\\\n]+", lock(name), re.MULTILINE):
        pin = Requirement(line)
        if is_for(pin, python):
            found[canonicalize_name(pin.name)] = Version(str(pin.specifier).removeprefix("=="))
    return found


@each_lock
@pytest.mark.parametrize("python", PYTHONS)
def test_a_lock_has_what_the_package_asks_for(name: str, python: str) -> None:
    """After a change of dependencies in pyproject.toml: make lock."""
    wanted = [Requirement(text) for text in PROJECT["dependencies"]]
    wanted += [Requirement(text) for extra in LOCKS[name] for text in EXTRAS[extra]]
    wanted += [Requirement(line) for line in BUILDS.splitlines() if line and not line.startswith("#")]
    pinned = pins(name, python)
    for requirement in wanted:
        if is_for(requirement, python):
            version = pinned.get(canonicalize_name(requirement.name))
            assert version is not None, f"{requirement} is not in requirements/{name}"
            assert version in requirement.specifier, f"{requirement} is pinned to {version}"


@each_lock
def test_every_pin_has_a_hash_and_no_index_is_named(name: str) -> None:
    for entry in re.split(r"\n(?=[a-z])", lock(name))[1:]:
        assert re.match(r"[\w.-]+==", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert "://" not in lock(name)
    assert "--index-url" not in lock(name)


def test_players_get_the_versions_that_are_tested() -> None:
    for python in PYTHONS:
        tested = pins("test.txt", python)
        assert {name: tested[name] for name in pins("play.txt", python)} == pins("play.txt", python)


def test_every_package_has_a_lower_bound() -> None:
    for group in (PROJECT["dependencies"], *EXTRAS.values()):
        for text in group:
            assert ">=" in str(Requirement(text).specifier), text


def test_the_oldest_python_is_the_same_everywhere() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert tools["mypy"]["python_version"] == PYTHONS[0]
    assert tools["ruff"]["target-version"] == f"py{PYTHONS[0].replace('.', '')}"
    assert f"Python {PYTHONS[0]} or newer" in (ROOT / "README.md").read_text("utf-8")
    assert f"Python {PYTHONS[0]} or newer" in (ROOT / "scripts" / "make-venv").read_text("utf-8")


def test_the_changelog_has_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[([^]]+)\]", text, re.MULTILINE)
    assert versions[:2] == ["Unreleased", tilery.__version__]
    kinds = set(re.findall(r"^### (.*)", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_makefile_tells_what_it_can_do() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    (targets,) = re.findall(r"^\.PHONY: (.*)", text, re.MULTILINE)
    told = set(re.findall(r"\bmake (\S+)", text.split("\n\n")[0]))
    parts = {"prepare", "prepare-rules", "check-python", "check-types", "check-scripts"}
    assert set(targets.split()) - parts - {"clean"} <= told
    for target in targets.split():
        assert re.search(rf"^{target}:", text, re.MULTILINE), target
