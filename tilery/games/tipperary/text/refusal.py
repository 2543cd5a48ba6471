"""Why a move of Tipperary is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.tipperary.rules.components import BONUS_TILES
from tilery.games.tipperary.rules.display import x_of, y_of
from tilery.games.tipperary.rules.landscapes import BONUS_MEADOW, BONUS_WOODEN_SHEEP, MEADOW, WOODEN_SHEEP
from tilery.games.tipperary.rules.moves import (
    DONE,
    is_place_move,
    is_sheep_move,
    is_tower_move,
    orientation_of,
    tile_of,
)
from tilery.games.tipperary.rules.state import END, NO_TILE, TipperaryState
from tilery.games.tipperary.rules.tileset import Cell, oriented, unpacked
from tilery.games.tipperary.rules.turns import area_of, has_placed
from tilery.games.tipperary.text.notation import ORIENTATIONS, place
from tilery.words import Sentence, all_of, say, say_many


def why_not(state: TipperaryState, seat: int, move: int) -> Sentence:
    if state.stage == END:
        if move != DONE and not is_tower_move(move):
            return say('the last round is over: place towers, or end with "done"')
        return _why_not_tower(state, seat, place(move))
    if move == DONE:
        return say('"done" ends the placing of towers, after the last round')
    if is_tower_move(move):
        return say("towers can be placed only after the last round")
    if is_place_move(move):
        return _why_not_place(state, seat, move)
    if not has_placed(state, seat):
        return say("first place one of the two landscape tiles of your region")
    if is_sheep_move(move):
        return _why_not_sheep(state, seat, place(move))
    return _why_not_bonus(state, seat, tile_of(move), place(move))


def _why_not_place(state: TipperaryState, seat: int, move: int) -> Sentence:
    if has_placed(state, seat):
        return say(
            "you have already placed your landscape tile this round; now place {things}", things=_pending(state, seat)
        )
    tile, orientation = tile_of(move), orientation_of(move)
    offered = sorted(int(number) + 1 for number in state.areas[area_of(state, seat)] if number != NO_TILE)
    if tile + 1 not in offered:
        return say(
            "tile {tile} is not in the region of your crest; tiles {tiles} are",
            tile=tile + 1,
            tiles=all_of([str(number) for number in offered]),
        )
    turned = oriented(unpacked(state, tile), orientation)
    for lower in range(orientation):
        if oriented(unpacked(state, tile), lower) == turned:
            return say(
                "tile {tile} looks the same in orientation {orientation} as in {other}: write {other}",
                tile=tile + 1,
                orientation=ORIENTATIONS[orientation],
                other=ORIENTATIONS[lower],
            )
    x, y = place(move)
    cells = {(x + right, y + down) for right, down in turned}
    covered = _fields(state, seat)
    if shared := sorted(cells & covered.keys()):
        return say("tile {tile} would overlap your display at {place}", tile=tile + 1, place=_name(shared[0]))
    return say("tile {tile} would not be edge to edge with your display", tile=tile + 1)


def _why_not_sheep(state: TipperaryState, seat: int, at: Cell) -> Sentence:
    if not state.sheep_to_place[seat]:
        return say("you have no wooden sheep to place; you have {things}", things=_pending(state, seat))
    kind = _fields(state, seat).get(at)
    if kind is None:
        return say("{place} is outside your display; wooden sheep can only stand on meadows", place=_name(at))
    if kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP):
        return say("there is already a wooden sheep on {place}", place=_name(at))
    return say("{place} is not a meadow; wooden sheep can only stand on meadows", place=_name(at))


def _why_not_bonus(state: TipperaryState, seat: int, tile: int, at: Cell) -> Sentence:
    if not int(state.bonus_to_place[seat]) >> tile & 1:
        return say(
            "you have no bonus tile {tile} to place; you have {things}", tile=tile + 1, things=_pending(state, seat)
        )
    kind = _fields(state, seat).get(at)
    if kind is None:
        return _not_beside(at)
    if kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP):
        return say(
            "there is a wooden sheep on {place}; bonus tiles can cover only meadows without one", place=_name(at)
        )
    if kind == BONUS_MEADOW:
        return say("there is already a bonus tile on {place}", place=_name(at))
    assert kind != MEADOW
    return say("{place} is not a meadow; bonus tiles can cover only meadows", place=_name(at))


def _why_not_tower(state: TipperaryState, seat: int, at: Cell) -> Sentence:
    if at in _fields(state, seat):
        return say("{place} is already covered; a tower goes next to your display, not on it", place=_name(at))
    return _not_beside(at)


def _not_beside(at: Cell) -> Sentence:
    return say("{place} is not edge to edge with your display", place=_name(at))


def _fields(state: TipperaryState, seat: int) -> dict[Cell, int]:
    """The kinds of the fields of a display by their places."""
    return {
        (x_of(int(state.place[seat, field])), y_of(int(state.place[seat, field]))): int(state.kind[seat, field])
        for field in range(state.fields[seat])
    }


def _pending(state: TipperaryState, seat: int) -> Sentence:
    things = [
        say("bonus tile {tile}", tile=tile + 1)
        for tile in range(BONUS_TILES)
        if int(state.bonus_to_place[seat]) >> tile & 1
    ]
    if state.sheep_to_place[seat]:
        things.append(say_many("a wooden sheep", "{count} wooden sheep", int(state.sheep_to_place[seat])))
    return all_of(things)


def _name(at: Cell) -> str:
    return f"{at[0]},{at[1]}"
