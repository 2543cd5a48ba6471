"""A state of Tipperary in the middle of a game, written down and read back.

A display is told by its tiles and by its fields in the order in which they came to lie, each with the field that leads
its pasture or bog and what is counted there: that is how the rules keep groups.
"""

from __future__ import annotations

from typing import Any

from tilery.games.game import NotationError
from tilery.games.reading import Node
from tilery.games.state_text import Bits, Fields, Names, Numbers, read_fields, write_fields
from tilery.games.tipperary.rules.components import (
    AREAS,
    BONUS_KIND,
    BONUS_TILES,
    SHEEP,
    SIDES,
    TOWERS,
    TOWN_HEIGHT,
    TOWN_KIND,
    TOWN_WIDTH,
    TOWNS,
    TRACK_END,
)
from tilery.games.tipperary.rules.display import add_field, is_pasture, place_of, root_of, x_of, y_of
from tilery.games.tipperary.rules.effects import settle_sites
from tilery.games.tipperary.rules.landscapes import (
    BOG,
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    MEADOW,
    TOWER,
    WOODEN_SHEEP,
    landscape_of,
)
from tilery.games.tipperary.rules.moves import column_of, is_place_move, orientation_of, row_of, tile_of
from tilery.games.tipperary.rules.packing import field_column, field_row, kind_in, size_of
from tilery.games.tipperary.rules.placement import turned_field
from tilery.games.tipperary.rules.state import END, MOST_FIELDS, NO_TILE, NOBODY, OVER, ROUND, TILES, TipperaryState
from tilery.games.tipperary.rules.turns import lay_town
from tilery.games.tipperary.text import notation
from tilery.games.tipperary.text.view import STAGES
from tilery.words import reason, say

_SEATS = ["0", "1", "2", "3", "4"]
_BONUS = [str(tile + 1) for tile in range(BONUS_TILES)]
FIELDS: Fields = {
    "stage": Names(STAGES),
    "current_round": Numbers(0, 11),
    "owing": Bits(_SEATS),
    "marker": Numbers(NOBODY, 4),
    "sheep_left": Numbers(0, SHEEP),
    "towers_left": Numbers(0, TOWERS),
    "bonus_drawn": Numbers(0, BONUS_TILES),
    "drawn": Numbers(0, TILES),
    "town": Names(TOWNS),
    "side": Names(SIDES),
    "sheep_to_place": Numbers(0, SHEEP),
    "bonus_to_place": Bits(_BONUS),
    "towers": Numbers(0, TOWERS),
    "barrel": Numbers(0, TRACK_END),
}
OTHERS = ("spins", "bag", "areas", "bonus_order", "bonus_placed", "displays")


def write(state: TipperaryState) -> dict[str, Any]:
    found = write_fields(state, FIELDS)
    found["spins"] = state.spins[: state.rounds].tolist()
    found["bag"] = [tile + 1 for tile in state.bag.tolist()]
    found["areas"] = [[None if tile == NO_TILE else tile + 1 for tile in area] for area in state.areas.tolist()]
    found["bonus_order"] = [tile + 1 for tile in state.bonus_order.tolist()]
    found["bonus_placed"] = {
        _BONUS[tile]: [seat, _at(int(state.bonus_place[tile]))]
        for tile, seat in enumerate(state.bonus_seat.tolist())
        if seat != NOBODY
    }
    found["displays"] = [
        {
            "tiles": [notation.text(move) for move in state.placements[seat, : state.placed[seat]].tolist()],
            "fields": [_field(state, seat, field) for field in range(state.fields[seat])],
        }
        for seat in range(state.seats)
    ]
    return found


def _at(place: int) -> str:
    return f"{x_of(place)},{y_of(place)}"


def _field(state: TipperaryState, seat: int, field: int) -> list[Any]:
    """Its place, kind and group: the field that leads to the oldest one of the group, and what is counted there."""
    kind = int(state.kind[seat, field])
    told: list[Any] = [_at(int(state.place[seat, field])), kind]
    if kind == BOG or is_pasture(kind):
        told += [int(state.parent[seat, field]), int(state.total[seat, field])]
    return told


def read(document: Node, state: TipperaryState) -> None:
    document.only([*FIELDS, *OTHERS])
    _clear(state)
    read_fields(document, state, FIELDS)
    _read_order(document, state)
    _read_areas(document["areas"], state)
    bonus = document["bonus_placed"]
    bonus.only(_BONUS)
    for name in bonus.mapping():
        owner, place = bonus[name].items(2)
        tile = _BONUS.index(name)
        state.bonus_seat[tile] = owner.integer(0, int(state.seats) - 1)
        state.bonus_place[tile] = _place(place)
    for seat, node in enumerate(document["displays"].items(int(state.seats))):
        node.only(("tiles", "fields"))
        _read_tiles(node["tiles"], state, seat)
        _read_display(node["fields"], state, seat)
    _check_components(document, state)
    _check_stage(document, state)


def _clear(state: TipperaryState) -> None:
    """Take everything away that was dealt, but the set of tiles."""
    for name in ("placements", "fields", "place", "kind", "parent", "total", "slots", "ring", "circles", "flock"):
        getattr(state, name)[:] = 0
    for name in ("free_meadows", "left", "right", "top", "bottom", "placed", "bonus_place"):
        getattr(state, name)[:] = 0
    state.bonus_seat[:] = NOBODY


def _read_order(document: Node, state: TipperaryState) -> None:
    for place, node in enumerate(document["spins"].items(int(state.rounds))):
        state.spins[place] = node.integer(0, AREAS - 1)
    for name, count, order in (("bag", TILES, state.bag), ("bonus_order", BONUS_TILES, state.bonus_order)):
        for place, node in enumerate(document[name].items(count)):
            order[place] = node.integer(1, count) - 1
        if len(set(order.tolist())) != count:
            document[name].fail(say("a tile appears twice"))


def _read_areas(document: Node, state: TipperaryState) -> None:
    for area, node in enumerate(document.items(AREAS)):
        for slot, each in enumerate(node.items(2)):
            state.areas[area, slot] = NO_TILE if each.value is None else each.integer(1, TILES) - 1


def _read_tiles(document: Node, state: TipperaryState, seat: int) -> None:
    found = document.items()
    if len(found) > int(state.rounds):
        document.fail(say("at most {count} fit here, not {found}", count=int(state.rounds), found=len(found)))
    for number, node in enumerate(found):
        try:
            move = notation.code(node.text())
        except NotationError as error:
            node.fail(reason(error))
        if not is_place_move(move):
            node.fail(say("expected the placement of a landscape tile, like place 17 1* 3,-2"))
        state.placements[seat, number] = move
    state.placed[seat] = len(found)


def _place(node: Node) -> int:
    try:
        x, y = (int(number) for number in node.text().split(","))
    except ValueError:
        node.fail(say("expected a place like 3,-2"))
    if not (-110 <= x <= 110 and -110 <= y <= 110):
        node.fail(say("no display reaches that far"))
    return place_of(x, y)


def _expected(state: TipperaryState, seat: int) -> dict[int, int]:
    """The kind of every field that follows from the town and the tiles, before sheep and towers."""
    town, side = int(state.town[seat]), int(state.side[seat])
    kinds = {}
    for y in range(TOWN_HEIGHT):
        for x in range(TOWN_WIDTH):
            if TOWN_KIND[town, side, y, x] >= 0:
                kinds[place_of(x, y)] = int(TOWN_KIND[town, side, y, x])
    for move in state.placements[seat, : state.placed[seat]].tolist():
        shape, printed = int(state.tile_shape[tile_of(move)]), int(state.tile_kinds[tile_of(move)])
        for index in range(size_of(shape)):
            turned = turned_field(shape, orientation_of(move), index)
            at = place_of(column_of(move) + field_column(turned), row_of(move) + field_row(turned))
            kinds[at] = landscape_of(kind_in(printed, index))
    for tile in range(BONUS_TILES):
        if state.bonus_seat[tile] == seat:
            kind = int(BONUS_KIND[tile])
            kinds[int(state.bonus_place[tile])] = BONUS_MEADOW if kind == MEADOW else kind
    return kinds


def _read_display(document: Node, state: TipperaryState, seat: int) -> None:
    found = document.items()
    if len(found) > MOST_FIELDS:
        document.fail(say("at most {count} fit here, not {found}", count=MOST_FIELDS, found=len(found)))
    expected, lying = _expected(state, seat), set[int]()
    groups: list[tuple[int, int]] = []
    for node in found:
        parts = node.items()
        if len(parts) not in (2, 4):
            node.fail(say("expected a place and a kind and, for pastures and bogs, the group"))
        place, kind = _place(parts[0]), parts[1].integer(0, 63)
        sheep = {MEADOW: WOODEN_SHEEP, BONUS_MEADOW: BONUS_WOODEN_SHEEP}.get(expected.get(place, -1))
        if place in lying or (kind not in (expected.get(place), sheep) if place in expected else kind != TOWER):
            node.fail(say("the tiles do not lie like this"))
        lying.add(place)
        grouped = kind == BOG or is_pasture(kind)
        if grouped != (len(parts) == 4):
            node.fail(say("expected a place and a kind and, for pastures and bogs, the group"))
        groups.append((parts[2].integer(0, len(groups) + len(found)), parts[3].integer(0, 255)) if grouped else (0, 0))
        add_field(state, seat, x_of(place), y_of(place), kind)
    if expected.keys() - lying:
        document.fail(say("a field is missing at {place}", place=_at(min(expected.keys() - lying))))
    _read_groups(document, state, seat, groups)


def _read_groups(document: Node, state: TipperaryState, seat: int, groups: list[tuple[int, int]]) -> None:
    """Take over how groups are kept, if they are the groups that the fields form."""
    settle_sites(state, seat)
    count = len(groups)
    grouped = [
        field for field in range(count) if state.kind[seat, field] == BOG or is_pasture(int(state.kind[seat, field]))
    ]
    roots = {field: root_of(state, seat, field) for field in grouped}
    totals = {field: int(state.total[seat, field]) for field in grouped}
    for field in grouped:
        leader, total = groups[field]
        if (
            leader not in roots
            or leader > field
            or roots[leader] != roots[field]
            or (leader == field) != (roots[field] == field)
        ):
            document.fail(say("the groups of field {number} are not those that lie there", number=field))
        expected = totals[field] if roots[field] == field else 0
        if total != expected:
            document.fail(say("the groups of field {number} are not those that lie there", number=field))
        state.parent[seat, field], state.total[seat, field] = leader, total


def _check_components(document: Node, state: TipperaryState) -> None:
    seats = range(state.seats)
    if len(set(state.town[: state.seats].tolist())) != int(state.seats):
        document["town"].fail(say("two players have the same town"))
    placed = [tile_of(move) for seat in seats for move in state.placements[seat, : state.placed[seat]].tolist()]
    areas = [tile for area in state.areas.tolist() for tile in area if tile != NO_TILE]
    if sorted(placed + areas) != sorted(state.bag[: state.drawn].tolist()):
        document["bag"].fail(say("the tiles that were drawn lie on the regions and in the displays"))
    kinds = [int(kind) for seat in seats for kind in state.kind[seat, : state.fields[seat]]]
    sheep = sum(kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP) for kind in kinds) + sum(
        state.sheep_to_place[: state.seats].tolist()
    )
    if sheep + int(state.sheep_left) != SHEEP:
        document["sheep_left"].fail(say("there are {count} wooden sheep", count=SHEEP))
    towers = kinds.count(TOWER) + sum(state.towers[: state.seats].tolist())
    if towers + int(state.towers_left) != TOWERS:
        document["towers_left"].fail(say("there are {count} towers", count=TOWERS))
    bonus = [tile for tile in range(BONUS_TILES) if state.bonus_seat[tile] != NOBODY]
    for seat in seats:
        bonus += [tile for tile in range(BONUS_TILES) if int(state.bonus_to_place[seat]) >> tile & 1]
    if sorted(bonus) != sorted(state.bonus_order[: state.bonus_drawn].tolist()):
        document["bonus_order"].fail(say("the bonus tiles that were drawn lie in the displays or are to be placed"))
    if state.marker >= state.seats:
        document["marker"].fail(say("there is no player {player}", player=int(state.marker) + 1))


def _check_stage(document: Node, state: TipperaryState) -> None:
    seats, owing, current = int(state.seats), int(state.owing), int(state.current_round)
    if current >= int(state.rounds) or owing >> seats:
        document["owing"].fail(say("this does not fit the round"))
    for seat in range(seats):
        owes = bool(owing >> seat & 1)
        has_placed = int(state.placed[seat]) - current
        pending = bool(state.sheep_to_place[seat] or state.bonus_to_place[seat])
        if state.stage == ROUND:
            fits = has_placed in (0, 1) and owes == (not has_placed or pending) and (has_placed or not pending)
            fits = fits and (
                not state.sheep_to_place[seat] or bool(state.bonus_to_place[seat]) or bool(state.free_meadows[seat])
            )
        else:
            fits = has_placed == 1 and not pending and current == int(state.rounds) - 1
            fits = fits and not (owes and (state.stage == OVER or not state.towers[seat]))
        if not fits:
            document["owing"].fail(say("what player {player} has left to do does not fit the round", player=seat + 1))
    if (state.stage == OVER) != (owing == 0) or state.stage not in (ROUND, END, OVER):
        document["stage"].fail(say("the game is over when there is nothing left to decide"))
    if (
        owing == (1 << seats) - 1
        and state.stage == ROUND
        and not any(int(state.placed[seat]) > current for seat in range(seats))
    ):
        complete = all(tile != NO_TILE for area in state.areas.tolist() for tile in area)
        if not complete:
            document["areas"].fail(say("at the beginning of a round every region has two tiles"))
    for seat in range(seats):
        area = (int(state.town[seat]) + int(state.spins[current])) % AREAS
        free = state.areas[area].tolist().count(NO_TILE)
        if state.stage == ROUND and (int(state.placed[seat]) > current) != (free == 1):
            document["areas"].fail(
                say("a region lacks a tile if its player has placed one in this round, and only then")
            )


def read_deal(document: Node, state: TipperaryState) -> None:
    document.only(("towns", "areas", "bag", "bonus", "spins"))
    _clear(state)
    for seat, node in enumerate(document["towns"].items(int(state.seats))):
        town, side = node.items(2)
        state.town[seat] = TOWNS.index(town.choice(TOWNS))
        state.side[seat] = SIDES.index(side.choice(SIDES))
        lay_town(state, seat)
    areas = [[tile.integer(1, TILES) for tile in area.items(2)] for area in document["areas"].items(AREAS)]
    dealt = write(state) | {
        "areas": areas,
        "bag": [*(tile for area in areas for tile in area), *document["bag"].items(TILES - 2 * AREAS)],
        "bonus_order": document["bonus"].value,
        "spins": document["spins"].value,
    }
    dealt["bag"] = [tile.value if isinstance(tile, Node) else tile for tile in dealt["bag"]]
    read(Node(dealt, "deal"), state)
