"""Parts of Tilery that need packages of their own, which not everybody installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilery.words import SpokenError, say


class MissingExtraError(SpokenError):
    """A part of Tilery is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports that an extra provides: where one is missing, tell how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = f"pip install 'tilery[{extra}]'"
        raise MissingExtraError(
            say("{module} is not installed; install it with: {command}", module=error.name, command=command)
        ) from None
