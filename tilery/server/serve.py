"""Running the application with uvicorn: enough open files, a clean end. `connection.py` has the limits."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from tilery.server import logs
from tilery.server.app import create_app
from tilery.server.config import Config
from tilery.server.http.connection import SPARE, limited
from tilery.server.memory import give_back, share_heaps
from tilery.server.tables.service import TableService
from tilery.words import SpokenError, say

log = logging.getLogger("tilery.server")

OTHER_FILES = 200
"""Files that are no connections: the database, libraries, logs."""


def serve(config: Config, welcome: Callable[[str], None] = lambda _address: None) -> None:
    """Serve until told to stop. `welcome` is called with the address when the server answers there."""
    logs.set_up(config.log, config.log_requests)
    _allow_connections(config.connections)
    share_heaps()
    app = create_app(config)
    listeners = _listeners(config)
    app.open_storage()
    server = Server(
        uvicorn.Config(
            app,
            host=config.host,
            port=config.port,
            http=limited(config),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=int(config.keep_alive_seconds),
            timeout_graceful_shutdown=max(1, int(config.shutdown_seconds)),
            forwarded_allow_ips=config.trusted_proxies,
            ws="none",
            lifespan="on",
        ),
        app.service,
        welcome,
    )
    try:
        server.run(listeners)
    finally:
        for listener in listeners:
            listener.close()
    if not server.started:
        raise SpokenError(say("the server could not start; the log says why"))


def _listeners(config: Config) -> list[socket.socket]:
    """Take the port at all addresses that the host has, or say why not."""
    listeners: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found if config.port else found[:1]:
            listeners.append(listener := socket.socket(family, kind, protocol))
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
    except OSError as error:
        for listener in listeners:
            listener.close()
        where = f"{config.host}:{config.port}"
        sentence = say("cannot listen on {where}: {why}", where=where, why=error.strerror or str(error))
        raise SpokenError(sentence) from None
    return listeners


GARBAGE = (50_000, 20, 50)
"""Thresholds of the cyclic garbage collector; Python's defaults are meant for smaller programs."""


class Server(uvicorn.Server):
    """Announces its address, and on shutdown ends streams first, because uvicorn waits for open connections."""

    def __init__(self, config: uvicorn.Config, service: TableService, welcome: Callable[[str], None]) -> None:
        super().__init__(config)
        self._service = service
        self._welcome = welcome

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listener in server.sockets:
                host, port = listener.getsockname()[:2]
                log.info("serving", extra={"address": f"http://{host}:{port}"})
                self._welcome(f"http://{host}:{port}")
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Take everything that exists once all rules are loaded out of garbage collection, whose full passes would
        otherwise stop the server for a tenth of a second."""
        await self._service.tables.warmup.prepare_all()
        gc.collect()
        gc.freeze()
        give_back()
        gc.set_threshold(*GARBAGE)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Exit normally on SIGTERM; uvicorn would shut down and then raise the signal again."""
        if sig == signal.SIGTERM:
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.close()
        await super().shutdown(sockets)


def _allow_connections(connections: int) -> None:
    """Raise the limit of open files to the number of connections, if the system allows it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (there is none on Windows)

    needed = connections + SPARE + OTHER_FILES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    possible = needed if most == resource.RLIM_INFINITY else min(needed, most)
    if allowed != resource.RLIM_INFINITY and allowed < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, most))
    if possible < needed:
        log.warning(
            "the system allows fewer open files than connections need", extra={"allowed": possible, "needed": needed}
        )
