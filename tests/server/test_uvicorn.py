"""The seam to uvicorn: whatever of its insides we override or use is there in the installed version, as we expect it.

uvicorn does not promise these names. When a test here fails after an update, read the changes of uvicorn to what the
sentence names, mend our class, try tests/server/test_limits.py, and only then raise the version in pyproject.toml.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import textwrap
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from tilery.server.config import Config
from tilery.server.http.connection import limited
from tilery.server.serve import Server

UVICORN = f"uvicorn {version('uvicorn')}"


def a_protocol() -> HttpToolsProtocol:
    loop = asyncio.new_event_loop()
    try:
        return HttpToolsProtocol(uvicorn.Config(lambda: None), ServerState(), {}, loop)
    finally:
        loop.close()


def a_server() -> uvicorn.Server:
    server = uvicorn.Server(uvicorn.Config(lambda: None))
    server.servers = []  # set while it starts
    return server


SEAMS = [
    pytest.param(limited(Config()), HttpToolsProtocol, a_protocol, id="connection"),
    pytest.param(Server, uvicorn.Server, a_server, id="server"),
]


def methods(ours: type) -> Iterator[tuple[str, Any]]:
    return ((name, member) for name, member in vars(ours).items() if inspect.isfunction(member))


def uses(ours: type) -> tuple[set[str], set[str]]:
    """The names after `self.` in our class: those it sets, and all."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(ours)))
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    ]
    return {node.attr for node in found if isinstance(node.ctx, ast.Store)}, {node.attr for node in found}


@pytest.mark.parametrize(("ours", "theirs", "make"), SEAMS)
def test_we_override_what_is_there(ours: type, theirs: type, make: Callable[[], object]) -> None:
    del make
    for name, method in methods(ours):
        if name == "__init__" or name.startswith("_"):
            continue
        original = getattr(theirs, name, None)
        assert original is not None, f"{UVICORN} calls no {theirs.__name__}.{name}, which {ours.__name__} overrides"
        assert list(inspect.signature(method).parameters) == list(inspect.signature(original).parameters), (
            f"{UVICORN} has other parameters for {theirs.__name__}.{name}, which {ours.__name__} overrides"
        )
        assert inspect.iscoroutinefunction(method) == inspect.iscoroutinefunction(original), (
            f"{UVICORN} made {theirs.__name__}.{name} a coroutine or a plain function; {ours.__name__} has it otherwise"
        )


@pytest.mark.parametrize(("ours", "theirs", "make"), SEAMS)
def test_our_own_names_are_not_taken(ours: type, theirs: type, make: Callable[[], object]) -> None:
    own = {name for name, _ in methods(ours) if name.startswith("_") and name != "__init__"}
    own |= {name for name in uses(ours)[0] if name.startswith("_")}
    assert own
    taken = own & set(dir(make()))
    assert not taken, f"{UVICORN} has {sorted(taken)} in {theirs.__name__} too, which {ours.__name__} means for itself"


@pytest.mark.parametrize(("ours", "theirs", "make"), SEAMS)
def test_what_we_use_is_there(ours: type, theirs: type, make: Callable[[], object]) -> None:
    own = {name for name, _ in methods(ours)} | {name for name in uses(ours)[0] if name.startswith("_")}
    used = uses(ours)[1] - own
    assert used
    missing = used - set(dir(make()))
    assert not missing, f"{UVICORN} has no {sorted(missing)} in {theirs.__name__}, which {ours.__name__} uses"


def test_what_we_use_of_requests_is_there() -> None:
    """A connection ends requests that wait in line, pauses reading, answers without the application, and sends pieces
    of streams itself."""
    assert {"scope", "message_event", "on_response"} <= set(inspect.signature(RequestResponseCycle).parameters)
    source = inspect.getsource(RequestResponseCycle)
    for name in ("disconnected", "response_complete", "message_event", "response_started", "chunked_encoding", "flow"):
        assert f"self.{name} = " in source, f"{UVICORN} sets no RequestResponseCycle.{name}, which connections use"
    assert callable(FlowControl.pause_reading)
    assert "self.write_paused = " in inspect.getsource(FlowControl), f"{UVICORN} has no FlowControl.write_paused"
    assert STATUS_LINE[431].startswith(b"HTTP/1.1 431 ")
    assert STATUS_LINE[400].endswith(b"\r\n")
