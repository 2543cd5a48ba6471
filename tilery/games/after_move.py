"""What a move would do: a copy of a state after it, for code in plain Python."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from tilery.kernel import contract

AnyState = TypeVar("AnyState")


def after_move(state: AnyState, seat: int, move: int) -> AnyState:
    """Copy a state and play a legal move in the copy."""
    record: Any = state
    after: Any = np.array([record], record.dtype).view(np.recarray)[0]
    contract.play(after, seat, move)
    return after  # type: ignore[no-any-return]
