"""The program that sends messages, on a machine where every name leads to a receiver on loopback: services such as
Discord have one address, which cannot be given another. All else is real, TLS with its certificate as well."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any
from unittest.mock import patch

from tilery.server.notices.messenger import main

PROGRAM = "tests.server.redirected_messenger"
PORT = "TILERY_TEST_RECEIVER"
"""The variable that says where the receiver listens."""


def getaddrinfo(host: str, port: object, *_: Any, **__: Any) -> list[Any]:
    sys.audit("socket.getaddrinfo", host, port, 0, 0, 0)  # as the real one does, so that the host is checked
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(os.environ[PORT])))]


if __name__ == "__main__":
    with patch("socket.getaddrinfo", getaddrinfo):
        sys.exit(main())
