"""A state of Topiary in the middle of a game, written down and read back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilery.games.reading import Node
from tilery.games.state_text import Bits, ByPlace, Fields, Lists, Names, Numbers, check_turn, read_fields, write_fields
from tilery.games.topiary.rules.components import CELLS, CENTRE, LINE, LINE_LENGTH, SERIES, SPOTS, TILES, VISITORS
from tilery.games.topiary.rules.hidden import has_chosen
from tilery.games.topiary.rules.state import CLOSED, DRAFT, EMPTY, NOBODY, OVER, PUT, TAKE, VISIT, TopiaryState
from tilery.games.topiary.text.view import STAGES
from tilery.words import say

FIELDS: Fields = {
    "stage": Names(STAGES),
    "turn": Numbers(0, 3),
    "removed_series": Names(SERIES, none=-1),
    "spot": Names(SPOTS, none=EMPTY),
    "cell": Names(CELLS, none=EMPTY),
    "face_down": Bits(CELLS),
    "put_by": ByPlace(CELLS, Numbers(0, 3)),
    "visitors": ByPlace(SPOTS, Numbers(0, 3)),
    "visitors_left": Numbers(0, 8),
    "hand": Lists(Names(TILES), "hand_size"),
    "box": Lists(Names(TILES), "box_size"),
}


def write(state: TopiaryState) -> dict[str, Any]:
    found = write_fields(state, FIELDS, _dealt(state))
    found["visitors_then"] = {
        CELLS[cell]: int(state.visitors_then[cell]) for cell in range(25) if state.put_by[cell] != NOBODY
    }
    found["garden"] = [None if tile == EMPTY else TILES[tile] for tile in state.garden.tolist()]
    if state.draft:
        found["passed_on"] = [
            [TILES[tile] for tile in state.passed_on[seat, : state.leftovers].tolist()]
            if has_chosen(state, seat)
            else None
            for seat in range(state.seats)
        ]
    return found


def _dealt(state: TopiaryState) -> dict[str, list[int]]:
    closed = [CLOSED if owner == CLOSED else NOBODY for owner in state.visitors.tolist()]
    return {"put_by": [NOBODY] * 25, "visitors": closed}


def read(document: Node, state: TopiaryState) -> None:
    document.only([*FIELDS, "visitors_then", "garden", *(["passed_on"] if state.draft else [])])
    state.garden[:] = EMPTY
    state.passed_on[:] = 0
    state.hand[:] = 0
    state.box[:] = 0
    read_fields(document, state, FIELDS)
    check_turn(document, state)
    then = document["visitors_then"]
    put = [CELLS[cell] for cell in range(25) if state.put_by[cell] != NOBODY]
    then.only(put)
    for name in put:
        state.visitors_then[CELLS.index(name)] = then[name].integer(0, 7)
    tile = Names(TILES, none=EMPTY)
    for cell, node in enumerate(document["garden"].items(25)):
        state.garden[cell] = tile.read(node)
    if state.draft:
        _read_packets(document["passed_on"], state)
    _check_tiles(document, state)
    _check_turns(document, state)


def _read_packets(document: Node, state: TopiaryState) -> None:
    for seat, node in enumerate(document.items(int(state.seats))):
        if not has_chosen(state, seat):
            if node.value is not None:
                node.fail(say("this player has not chosen yet, so write null"))
            continue
        for place, each in enumerate(node.items(int(state.leftovers))):
            state.passed_on[seat, place] = TILES.index(each.choice(TILES))
        _check_packet(node, state, seat)


def _check_packet(node: Node, state: TopiaryState, seat: int) -> None:
    """What was passed on is in the box or with those who chose later, at most three tiles each (TOP-9)."""
    packet = set(state.passed_on[seat, : state.leftovers].tolist())
    if len(packet) != int(state.leftovers):
        node.fail(say("a tile appears twice"))
    lowest = int(state.turn) if state.stage == DRAFT else -1
    rest = packet - set(state.box[: state.box_size].tolist())
    for other in range(max(lowest, 0), seat):
        own = set(state.hand[other, : state.hand_size[other]].tolist())
        own |= {int(state.garden[cell]) for cell in range(25) if state.put_by[cell] == other}
        if len(own & packet) > (int(state.leftovers) if other == lowest else 3):
            node.fail(say("player {player} kept three tiles, not more", player=other + 1))
        rest -= own
    if rest or (seat == 0 and packet != set(state.box[: state.box_size].tolist())):
        node.fail(say("what is passed on is kept by those who choose later, or goes to the box"))


def _check_tiles(document: Node, state: TopiaryState) -> None:
    tiles = [*state.garden.tolist(), *state.box[: state.box_size].tolist()]
    for seat in range(state.seats):
        tiles += state.hand[seat, : state.hand_size[seat]].tolist()
    counts = Counter(tile for tile in tiles if tile != EMPTY)
    for tile, name in enumerate(TILES):
        expected = 0 if tile // 5 == state.removed_series else 1
        if counts[tile] < expected:
            document.fail(say("the tile {tile} is missing", tile=name))
        if counts[tile] > expected:
            document.fail(say("the tile {tile} appears more often than it can", tile=name))
    leftovers = int(state.leftovers)
    drafting = state.stage == DRAFT
    for seat in range(state.seats):
        size = 3 + (
            leftovers if drafting and seat == state.turn else 1 if state.stage == PUT and seat == state.turn else 0
        )
        if state.hand_size[seat] != size:
            document["hand"].fail(
                say("player {player} must have {count} tiles in hand now", player=seat + 1, count=size)
            )
    if state.box_size != (0 if drafting else leftovers):
        document["box"].fail(say("the box must hold {count} tiles now", count=0 if drafting else leftovers))


def _check_turns(document: Node, state: TopiaryState) -> None:
    """Whose visitors stand where, and what was freed, agree with the stage."""
    seats, turn = int(state.seats), int(state.turn)
    left = int(state.visitors_left[turn])
    has_placed = state.stage in (TAKE, PUT)
    for seat in range(seats):
        due = left + (has_placed and seat > turn) - (not has_placed and seat < turn)
        if state.stage in (DRAFT, OVER):
            due = int(VISITORS[seats]) if state.stage == DRAFT else 0
        placed = sum(1 for owner in state.visitors.tolist() if owner == seat)
        if int(state.visitors_left[seat]) != due or placed + due != int(VISITORS[seats]):
            document["visitors_left"].fail(
                say(
                    "player {player} has placed {placed} visitors, which does not fit the turn",
                    player=seat + 1,
                    placed=placed,
                )
            )
    if state.stage == VISIT and not left:
        document["stage"].fail(say("nobody has a visitor left, so the game is over"))
    if (state.spot != EMPTY) != has_placed or (has_placed and state.visitors[state.spot] != turn):
        document["spot"].fail(say("this is the spot of the visitor that was placed this turn"))
    if (state.cell != EMPTY) != (state.stage == PUT):
        document["cell"].fail(say("this is the cell that was freed this turn"))
    for cell in range(25):
        down = bool(int(state.face_down) >> cell & 1)
        if (state.garden[cell] == EMPTY) != (cell == state.cell) or (cell == state.cell and not down):
            document["garden"].fail(say("every cell has a tile but the one that was freed"))
        if (state.put_by[cell] != NOBODY) != (not down and cell != CENTRE) or (cell == CENTRE and down):
            document["put_by"].fail(say("every face-up tile but the one in the middle was put there by a player"))
        if state.put_by[cell] >= seats:
            document["put_by"].fail(say("there is no player {player}", player=int(state.put_by[cell]) + 1))
    if state.stage == TAKE and not any(int(state.face_down) >> cell & 1 for cell in _line(state)):
        document["stage"].fail(say("no tile of this line lies face down, so nothing can be taken"))
    puts = [
        (int(state.put_by[cell]), int(state.visitors_then[cell])) for cell in range(25) if state.put_by[cell] != NOBODY
    ]
    still_to_put = int(state.turn) if state.stage in (TAKE, PUT) else NOBODY
    fewest = [int(state.visitors_left[seat]) + (seat == still_to_put) for seat in range(seats)]
    if len(puts) != len(set(puts)) or any(then < fewest[seat] for seat, then in puts):
        document["visitors_then"].fail(say("a player puts at most one tile a turn, with fewer visitors left each time"))
    if any(then >= int(VISITORS[seats]) for _, then in puts):
        document["visitors_then"].fail(say("a tile is put after a visitor was placed"))


def _line(state: TopiaryState) -> list[int]:

    return [int(LINE[state.spot, step]) for step in range(LINE_LENGTH[state.spot])]


def read_deal(document: Node, state: TopiaryState) -> None:
    document.only(("removed_series", "garden", "hands", "box"))
    dealt = {**write(state), "hand": document["hands"].value}
    dealt |= {name: document[name].value for name in ("removed_series", "garden", "box")}
    read(Node(dealt, "deal"), state)
