"""Why a move of Tipperary is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.tipperary.components import BONUS_TILES
from tilery.games.tipperary.display import x_of, y_of
from tilery.games.tipperary.landscapes import BONUS_MEADOW, BONUS_WOODEN_SHEEP, MEADOW, WOODEN_SHEEP
from tilery.games.tipperary.notation import ORIENTATIONS, place
from tilery.games.tipperary.rules import area_of, has_placed
from tilery.games.tipperary.state import (
    BONUS,
    DONE,
    END,
    NO_TILE,
    ORIENTATION_BITS,
    SHEEP,
    TILE_BITS,
    TOWER,
)
from tilery.games.tipperary.tileset import Cell, oriented, unpacked
from tilery.kernel.contract import State


def why_not(state: State, seat: int, move: int) -> str:
    if state.stage == END:
        if move < TOWER:
            return 'the last round is over: now you place towers, or end with "done"'
        return _why_not_beside(state, seat, place(move), "a tower")
    if move == DONE:
        return '"done" ends the placing of towers, after the last round'
    if move >= TOWER:
        return "towers are placed after the last round"
    if move < SHEEP:
        return _why_not_place(state, seat, move)
    if not has_placed(state, seat):
        return "first place one of the two landscape tiles of your area"
    if move < BONUS:
        return _why_not_sheep(state, seat, place(move))
    return _why_not_bonus(state, seat, (move - BONUS) >> TILE_BITS, place(move))


def _why_not_place(state: State, seat: int, move: int) -> str:
    if has_placed(state, seat):
        return f"you have placed your landscape tile of this round; now place {_pending(state, seat)}"
    tile, orientation = move >> TILE_BITS, move >> ORIENTATION_BITS & 7
    offered = sorted(int(number) + 1 for number in state.areas[area_of(state, seat)] if number != NO_TILE)
    if tile + 1 not in offered:
        return f"tile {tile + 1} is not in the area of your crest; tiles {' and '.join(map(str, offered))} are"
    turned = oriented(unpacked(state, tile), orientation)
    for lower in range(orientation):
        if oriented(unpacked(state, tile), lower) == turned:
            return (
                f"tile {tile + 1} lies in orientation {ORIENTATIONS[orientation]} as in {ORIENTATIONS[lower]}:"
                f" write {ORIENTATIONS[lower]}"
            )
    x, y = place(move)
    cells = {(x + right, y + down) for right, down in turned}
    covered = _fields(state, seat)
    if shared := sorted(cells & covered.keys()):
        return f"tile {tile + 1} would overlap your display at {_name(shared[0])}"
    return f"tile {tile + 1} would not lie edge to edge with your display"


def _why_not_sheep(state: State, seat: int, at: Cell) -> str:
    if not state.sheep_to_place[seat]:
        return f"you have no wooden sheep to place; you have {_pending(state, seat)}"
    kind = _fields(state, seat).get(at)
    if kind is None:
        return f"{_name(at)} is outside your display, and wooden sheep stand on meadows"
    if kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP):
        return f"a wooden sheep stands on {_name(at)} already"
    return f"{_name(at)} is no meadow, and wooden sheep stand on meadows"


def _why_not_bonus(state: State, seat: int, tile: int, at: Cell) -> str:
    if not int(state.bonus_to_place[seat]) >> tile & 1:
        return f"you have no bonus tile {tile + 1} to place; you have {_pending(state, seat)}"
    kind = _fields(state, seat).get(at)
    if kind is None:
        return _why_not_beside(state, seat, at, "a bonus tile")
    if kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP):
        return f"a wooden sheep stands on {_name(at)}, and bonus tiles cover only meadows without one"
    if kind == BONUS_MEADOW:
        return f"a bonus tile lies on {_name(at)} already"
    assert kind != MEADOW
    return f"{_name(at)} is no meadow, and bonus tiles cover only meadows"


def _why_not_beside(state: State, seat: int, at: Cell, what: str) -> str:
    if at in _fields(state, seat):
        return f"{_name(at)} is covered already, and {what} goes beside your display, not on it"
    return f"{_name(at)} does not lie edge to edge with your display"


def _fields(state: State, seat: int) -> dict[Cell, int]:
    """The kinds of the fields of a display by their places."""
    return {
        (x_of(int(state.place[seat, field])), y_of(int(state.place[seat, field]))): int(state.kind[seat, field])
        for field in range(state.fields[seat])
    }


def _pending(state: State, seat: int) -> str:
    things = [f"bonus tile {tile + 1}" for tile in range(BONUS_TILES) if int(state.bonus_to_place[seat]) >> tile & 1]
    if state.sheep_to_place[seat]:
        sheep = int(state.sheep_to_place[seat])
        things.append("a wooden sheep" if sheep == 1 else f"{sheep} wooden sheep")
    return " and ".join(things)


def _name(at: Cell) -> str:
    return f"{at[0]},{at[1]}"
