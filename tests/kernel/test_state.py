"""States and options are declared as classes; their layout has no gaps and knows its game."""

from __future__ import annotations

import numpy as np
import pytest

from tilery.kernel.state import Options, State, game_of, int8, int32, layout, tag_of, uint64


class Small(State):
    seats = int8()
    hand = int8(2)
    face_down = int32()
    rows = int8(5, 3)
    free = uint64(2)


class Larger(Small):
    more = int32(2)


class NoOptions(Options):
    pass


class Annotated(State):
    seats: int


class Valued(State):
    seats = 3


@pytest.mark.parametrize("declared", [Small, Larger, NoOptions])
def test_fields_fill_the_layout_without_gaps(declared: type[State | Options]) -> None:
    fields = dict(layout(declared).fields or {})
    places = sorted((at[1], at[0].itemsize) for at in fields.values())
    ends = [start + size for start, size in places]
    assert [0, *ends[:-1]] == [start for start, _ in places]
    assert ends[-1] == layout(declared).itemsize


def test_wide_fields_come_first_and_others_as_declared() -> None:
    made = layout(Small)
    assert made.names is not None
    assert made.names[:-1] == ("free", "face_down", "seats", "hand", "rows")
    assert made["rows"].shape == (5, 3)
    assert made["free"].base == np.uint64


def test_fields_of_a_base_class_belong_to_the_state() -> None:
    assert set(layout(Larger).names or ()) == {*(layout(Small).names or ()), "more"}


def test_the_last_field_tells_the_game() -> None:
    state = np.zeros(1, layout(Small))[0]
    assert tag_of(layout(Small)) == state.dtype.names[-1]
    assert game_of(state) == __package__


class Seatless(State):
    hand = int8(2)


def test_a_state_without_seats_is_refused() -> None:
    with pytest.raises(TypeError, match="Seatless has no field seats; every state has one"):
        layout(Seatless)


@pytest.mark.parametrize("declared", [Annotated, Valued])
def test_what_is_no_field_is_refused(declared: type[State]) -> None:
    with pytest.raises(TypeError, match=r"seats is not a field; declare fields like this: seats = int8\(\)"):
        layout(declared)
