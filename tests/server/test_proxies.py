"""The samples of docs/hosting.md: nginx and Caddy are started with them, in front of a real server."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType

import httpx
import pytest
from platformdirs import user_cache_path

from tests.server.processes import ServerProcess, serving

HOSTING = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
PATIENCE = 30.0
SECRET = "a-secret-of-some-letters"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    database = f"sqlite:///{tmp_path_factory.mktemp('behind') / 'tables.db'}"
    with serving(database, work_a_minute=10**9, links_a_minute=3) as server:
        yield server


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, server: ServerProcess, tmp_path: Path) -> Iterator[str]:
    """The address of a proxy that was started with its sample."""
    install(request.param)
    with {"nginx": nginx, "caddy": caddy}[request.param](server.port, tmp_path) as address:
        yield address


def install(name: str) -> None:
    with (user_cache_path("tilery", ensure_exists=True) / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes, of which one installs
        if shutil.which(name) is not None:
            return
        if not os.environ.get("CI"):  # on Debian an nginx that is installed is also started: ask first
            pytest.skip(f"{name} is not installed; install it, or set CI=true to let this test do it")
        subprocess.run(["apt-get", "update"], check=True)
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        packages = [name, "openssl"]
        install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
        subprocess.run(install, check=True, env=quietly)


def sample(language: str, replaced: Mapping[str, str]) -> str:
    """The sample for a proxy, with other addresses."""
    found = re.search(rf"^```{language}\n(.*?)^```", HOSTING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    text = found[1]
    for old, new in replaced.items():
        assert old in text, f"the sample has no {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(port: int, folder: Path, more: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """An nginx with TLS."""
    own = free_port()
    with running_nginx(own, folder, {**nginx_changes(port, own, folder), **more}):
        yield f"https://localhost:{own}"


def nginx_changes(port: int, own: int, folder: Path) -> dict[str, str]:
    """What of the sample has to be another for a server at a port, behind an nginx at a port of its own."""
    return {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "    listen [::]:80;\n": "",
        "listen 443 ssl": f"listen 127.0.0.1:{own} ssl",
        "    listen [::]:443 ssl;\n": "",
        "tiles.example;": "localhost;",
        "/etc/letsencrypt/live/tiles.example": str(folder),
        "/var/log/nginx/tilery": f"{folder}/tilery",
        "127.0.0.1:8000": f"127.0.0.1:{port}",
    }


@contextmanager
def running_nginx(own: int, folder: Path, changed: Mapping[str, str]) -> Iterator[None]:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "privkey.pem",
         "-out", "fullchain.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/errors.log; worker_processes 1; daemon off;\n"
        f"events {{ worker_connections 1000; }}\n"
        f"http {{ access_log off; {temporary}\n{sample('nginx', changed)}\n}}\n",
        "utf-8",
    )
    with running(["nginx", "-c", str(folder / "nginx.conf"), "-e", f"{folder}/errors.log"], own):
        yield


@contextmanager
def caddy(port: int, folder: Path) -> Iterator[str]:
    own = free_port()
    with running_caddy(own, folder, caddy_changes(port, own, folder)):
        yield f"http://localhost:{own}"


def caddy_changes(port: int, own: int, folder: Path) -> dict[str, str]:
    return {
        "tiles.example": f"http://localhost:{own}",  # a certificate would have to be asked for
        "/var/log/caddy": str(folder),
        "127.0.0.1:8000": f"127.0.0.1:{port}",
        "{\n    servers": "{\n    admin off\n    servers",
    }


@contextmanager
def running_caddy(own: int, folder: Path, changed: Mapping[str, str]) -> Iterator[None]:
    (folder / "Caddyfile").write_text(sample("caddyfile", changed), "utf-8")
    with running(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], own):
        yield


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(process.communicate()[0])
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_table_can_be_opened_and_watched_through_a_proxy(proxy: str) -> None:
    with httpx.Client(base_url=proxy, verify=False, timeout=PATIENCE, headers={"accept-encoding": "identity"}) as http:
        http.get("/").raise_for_status()
        pressed = http.post("/play/pebbles", data={"guide": ""}, headers={"origin": proxy})
        assert pressed.status_code == 303, "the address that a browser has in its bar is its origin"
        with http.stream("GET", f"{pressed.headers['location']}/stream") as stream:
            assert next(stream.iter_lines()), "the first picture comes although the stream has not ended"
        foreign = http.post("/play/pebbles", data={"guide": ""}, headers={"origin": "https://elsewhere.example"})
        assert foreign.status_code == 403


def test_what_only_a_host_may_see_is_not_shown_and_secrets_are_not_logged(proxy: str, tmp_path: Path) -> None:
    with httpx.Client(base_url=proxy, verify=False, timeout=PATIENCE) as http:
        assert http.get("/metrics").status_code in (403, 404)
        assert http.get(f"/t/abcdefghijkl/with/{SECRET}").status_code == 404
        http.get("/about").raise_for_status()
    deadline = time.monotonic() + PATIENCE
    while "/about" not in (logged := (tmp_path / "tilery.log").read_text("utf-8")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "/about" in logged
    assert SECRET not in logged


def test_who_claims_another_address_is_counted_by_the_true_one(proxy: str) -> None:
    """Links are limited per address; one that is told in a header of the client's own must not count."""
    with httpx.Client(base_url=proxy, verify=False, timeout=PATIENCE) as http:
        table = http.post("/play/pebbles", data={"guide": ""}, headers={"origin": proxy}).headers["location"]
        statuses = [
            http.post(
                f"{table}/link",
                data={"kind": "seat"},
                headers={"origin": proxy, "x-forwarded-for": f"10.0.0.{number}"},
            ).status_code
            for number in range(5)
        ]
        assert 429 in statuses


def test_one_address_cannot_take_all_connections(server: ServerProcess, tmp_path: Path) -> None:
    """By nginx; Caddy cannot do that, which the documentation says."""
    install("nginx")
    with (
        nginx(server.port, tmp_path, {"tilery_connections 200": "tilery_connections 3"}) as address,
        httpx.Client(base_url=address, verify=False, timeout=PATIENCE) as http,
        ExitStack() as streams,
    ):
        table = http.post("/play/pebbles", data={"guide": ""}, headers={"origin": address}).headers["location"]
        opened = [streams.enter_context(http.stream("GET", f"{table}/stream")).status_code for _ in range(5)]
    assert opened == [200, 200, 200, 503, 503]


def test_nginx_counts_an_ipv6_network_as_one_client(tmp_path: Path) -> None:
    """As the server itself does; addresses are told in a header here, because this machine has none of that kind."""
    install("nginx")
    found = re.search(r"^map \$remote_addr \$tilery_client \{.*?^\}", sample("nginx", {}), re.MULTILINE | re.DOTALL)
    assert found is not None
    own = free_port()
    temporary = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors.log; worker_processes 1; daemon off;\n"
        f"events {{ worker_connections 100; }}\n"
        f"http {{ access_log off; {temporary} set_real_ip_from 127.0.0.1; real_ip_header X-Told;\n{found[0]}\n"
        f"server {{ listen 127.0.0.1:{own}; location / {{ return 200 $tilery_client; }} }} }}\n",
        "utf-8",
    )

    def client(address: str) -> str:
        return httpx.get(f"http://127.0.0.1:{own}/", headers={"x-told": address}, timeout=PATIENCE).text

    with running(["nginx", "-c", str(tmp_path / "nginx.conf"), "-e", f"{tmp_path}/errors.log"], own):
        assert client("192.0.2.7") == "192.0.2.7"
        assert client("2001:db8:1:2:3:4:5:6") == client("2001:db8:1:2::9") == client("2001:db8:1:2:ffff::1")
        assert client("2001:db8:1:2::9") != client("2001:db8:1:3::9")
        assert client("2001:db8:5::7") == client("2001:db8:5:0:1:2:3:4") != client("2001:db8:6::7")
        assert client("2001:db8::7") == client("2001:db8:0:0:8000::1") == client("2001:db8::1:2:3:4")
        assert client("::1") == "::1"
