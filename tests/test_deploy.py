"""The files in deploy/ name only what exists: files that they copy, settings of the server, commands."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.server.processes import serving
from tilery.server.config import Config, variable

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SETTINGS = {variable(setting) for setting in dataclasses.fields(Config)} | {"TILERY_CACHE", "TILERY_SITE"}


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "Caddyfile", "tilery.service"])
def test_every_setting_is_one(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8").replace("TILERY_NAME=value", "")
    assert set(re.findall(r"\bTILERY_[A-Z_]+\b", text)) <= SETTINGS


def test_what_is_copied_into_the_container_exists_and_is_not_ignored() -> None:
    copied = re.findall(r"^COPY (?!--from)(\S+) ", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert copied == ["requirements/play.txt", "."]
    allowed = re.findall(r"^!(\S+)", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    assert all((ROOT / path).exists() for path in allowed)
    assert {"requirements/play.txt", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "tilery"} <= set(
        allowed
    )


def test_the_compose_file_holds_together() -> None:
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = found["services"]
    build = services["tilery"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert services["tilery"]["environment"]["TILERY_DATABASE"].endswith("@database/tilery")
    assert (
        services["tilery"]["environment"]["TILERY_TRUSTED_PROXIES"]
        == (found["networks"]["default"]["ipam"]["config"][0]["subnet"])
    )
    used = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {name for name in used if not name.startswith(".")} == set(found["volumes"])
    assert "ports" not in services["tilery"], "only Caddy is reached from outside"
    assert "tilery:8000" in (DEPLOY / "Caddyfile").read_text("utf-8")


def test_what_the_container_runs_starts_is_healthy_and_stops(tmp_path: Path) -> None:
    """Its command with its settings and those of the compose file, but for folders, ports and the kind of database."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    command = json.loads(re.findall(r"^CMD (.*)$", text, re.MULTILINE)[-1])
    health = json.loads(re.findall(r"^HEALTHCHECK .*?CMD (.*)$", text, re.MULTILINE)[-1])
    given = dict(pair.split("=", 1) for pair in re.findall(r"^ENV (.*)$", text, re.MULTILINE)[-1].split())
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["tilery"]["environment"]
    composed = {name: value for name, value in composed.items() if name != "TILERY_DATABASE"}
    settings = {**given, **composed, "TILERY_BASE_ADDRESS": "https://tiles.example"}
    settings = {name: value.replace("/var/lib/tilery", str(tmp_path)) for name, value in settings.items()}
    del settings["PATH"]
    assert command == ["tilery", "serve"]
    assert health[0] == "python"

    def is_healthy(port: int) -> bool:
        checks = [sys.executable, *(word.replace(":8000", f":{port}") for word in health[1:])]
        return subprocess.run(checks, capture_output=True, check=False).returncode == 0

    with serving(settings["TILERY_DATABASE"], environment=settings) as server:
        assert server.address.startswith("http://0.0.0.0:")
        assert is_healthy(server.port)
        assert server.stop() == 0, "STOPSIGNAL is what it ends by in order"
        assert not is_healthy(server.port)
    assert (tmp_path / "tilery.db").is_file()


def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here")
    text = (DEPLOY / "tilery.service").read_text("utf-8").replace("/opt/tilery/bin/tilery", "/bin/true")
    (tmp_path / "tilery.service").write_text(text, "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "tilery.service")], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
