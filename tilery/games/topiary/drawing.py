"""How Topiary is drawn: the garden with its visitors, the hand, and what a choice would do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import Any

from tilery.games.art import at, mark, number, pair, place, seat_class, signed
from tilery.games.drawing import (
    Choice,
    Illustration,
    Panel,
    Picture,
    Preview,
    Scene,
    Seen,
    Selection,
    Told,
    player,
)
from tilery.games.topiary import art, guide, phrases
from tilery.games.topiary.art import GARDEN, PITCH, PLOT, centre, stand, use
from tilery.games.topiary.components import CELLS, COMPASS, LINE, LINE_LENGTH, SHORT_DIAGONAL, SPOTS, VISITORS
from tilery.games.topiary.illustrations import ILLUSTRATIONS
from tilery.games.topiary.known import Known
from tilery.words import Sentence, all_of, say, say_many

LEGAL = ' tabindex="0" role="button"'
SLOT = 112.0  # from tile to tile in the hand


def symbols() -> str:
    return art.symbols()


def illustrations() -> Sequence[Illustration]:
    return ILLUSTRATIONS


def scene(seen: Seen) -> Scene:
    table = seen.table
    known = Known(seen.seats, table)
    over = table["stage"] == "over"
    return Scene(
        todo=_todo(seen),
        board=[_garden(seen)],
        hand=_hands(seen, known),
        panels=[_panel(seen, known, seat) for seat in range(seen.seats)],
        heading=_heading(seen),
        steps=() if table["stage"] in {"draft", "over"} else (say("Visitor"), say("Take a hedge"), say("Plant")),
        step={"take": 1, "put": 2}.get(table["stage"], 0),
        notes=_notes(seen),
        choices=[_choice(move, table) for move in seen.legal_moves if not move.startswith("keep")],
        selections=_selections(seen),
        names={} if seen.seat is None else _names(seen.table["hands"][seen.seat]),
        sources=_sources(seen, known) if over else {},
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )


def preview(seen: Seen, move: str) -> Preview:
    verb, *objects = move.split()
    match verb:
        case "visit":
            return _preview_visit(seen, objects[0])
        case "take":
            return _preview_take(seen, objects[0])
        case "put":
            return _preview_put(seen, objects[0])
        case "keep":
            return _preview_keep(seen, objects)
    return Preview(
        effect=say("The hedges of this line stay closed, and your turn ends"),
        overlays={"garden": _beam(seen.table["spot"]) + _looking(seen)},
    )


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    return [Told(turn.seat, phrases.told(turn, players[turn.seat]), _places(turn)) for turn in phrases.turns(moves)]


def _places(turn: phrases.Turn) -> list[str]:
    """The visitor of a turn, and the tile that was planted."""
    visitor = [f"visitor-{turn.spot}"] if turn.spot else []
    planted = [tile_id(turn.tile)] if turn.tile else ["freed"] if turn.cell else []
    return visitor + planted


def tile_id(tile: str) -> str:
    return f"tile-{tile}"


def _todo(seen: Seen) -> Sentence:
    stage = seen.table["stage"]
    if stage == "over":
        return say("The game is over")
    if seen.seat in seen.waiting:
        match stage:
            case "draft":
                return say("Choose three tiles to keep")
            case "visit":
                return say("Place a visitor")
            case "take":
                return say("Take a hedge of this line, or keep them closed")
        return say("Plant one of your four tiles")
    name = player(seen.table["turn"])
    match stage:
        case "draft":
            return say("{player} chooses three tiles", player=name)
        case "visit":
            return say("{player} places a visitor", player=name)
        case "take":
            return say("{player} may take a hedge", player=name)
    return say("{player} plants a tile", player=name)


def _heading(seen: Seen) -> Sentence | None:
    table = seen.table
    if table["stage"] == "draft":
        return say("Draft")
    if table["stage"] == "over":
        return None
    count = int(VISITORS[seen.seats])
    placed = count - table["visitors_left"][table["turn"]] + (table["stage"] == "visit")
    return say("Visitor {number} of {count}", number=placed, count=count)


def _notes(seen: Seen) -> list[Sentence]:
    table = seen.table
    notes = []
    if table["removed_series"]:
        notes.append(phrases.none_of(table["removed_series"]))
    if seen.options["diagonals"] == "long":
        notes.append(say("Of the diagonals, only the two long ones are used"))
    if table["passed_on"]:
        names = all_of([phrases.tile_name(tile) for tile in table["passed_on"]])
        notes.append(say("You passed on {tiles}: not in the garden", tiles=names))
    return notes


def _choice(move: str, table: dict[str, Any]) -> Choice:
    verb, *objects = move.split()
    match verb:
        case "visit":
            return Choice(move, phrases.place_at(objects[0]), f"spot-{objects[0]}")
        case "take":
            return Choice(move, say("Take the hedge at {cell}", cell=objects[0]), f"hedge-{objects[0]}")
        case "put":
            name = say("Plant {tile} at {cell}", tile=phrases.tile_name(objects[0]), cell=table["cell"])
            return Choice(move, name, tile_id(objects[0]))
    return Choice(move, say("Keep the hedges closed"))


def _selections(seen: Seen) -> list[Selection]:
    if seen.seat is None or not any(move.startswith("keep") for move in seen.legal_moves):
        return []
    hand = seen.table["hands"][seen.seat]
    return [Selection(say("Keep these three tiles"), 3, {tile_id(tile): tile for tile in hand}, "keep {chosen}")]


def _names(hand: list[str]) -> dict[str, Sentence]:
    return {tile_id(tile): phrases.tile_name(tile) for tile in hand}


# The garden


def _garden(seen: Seen) -> Picture:
    table = seen.table
    targets = {choice.target for move in seen.legal_moves if (choice := _choice(move, table)).target}
    parts = [use("garden")]
    for cell, tile in enumerate(table["garden"]):
        parts.append(_cell(cell, tile, targets))
    for spot in SPOTS:
        if spot in table["visitors"]:
            parts.append(_visitor(spot, table["visitors"][spot]))
        elif seen.options["diagonals"] == "all" or not SHORT_DIAGONAL[SPOTS.index(spot)]:
            parts.append(_spot(spot, targets))
    parts += _last_moves(seen)
    return Picture("garden", "".join(parts), GARDEN, GARDEN, _described(table))


def _described(table: dict[str, Any]) -> Sentence:
    up = [tile for tile in table["garden"] if tile not in {None, "hidden"}]
    return say(
        "The garden: {open} tiles face up, {closed} hedges closed, {visitors} visitors around it",
        open=len(up),
        closed=table["garden"].count("hidden"),
        visitors=len(table["visitors"]),
    )


def _cell(cell: int, tile: str | None, targets: set[str]) -> str:
    where = place(*centre(cell))
    if tile is None:
        return f'<g id="freed" {where}>{use("freed")}</g>'
    if tile != "hidden":
        return f'<g id="{tile_id(tile)}" class="piece" {where}>{use(tile)}</g>'
    name = f"hedge-{CELLS[cell]}"
    state = f' class="legal"{LEGAL}' if name in targets else ""
    return f'<g id="{name}"{state} {where}>{use(f"hedge-{_variant(cell)}")}</g>'


def _variant(cell: int) -> int:
    return (cell % 5 + 2 * (cell // 5)) % 4


def _spot(spot: str, targets: set[str]) -> str:
    name = f"spot-{spot}"
    state = f'class="topiary-stand legal"{LEGAL}' if name in targets else 'class="topiary-stand"'
    return f'<g id="{name}" {state} transform="translate({_whole(_stand(spot))})">{use(f"spot-{spot[2:]}")}</g>'


def _stand(spot: str) -> tuple[float, float]:
    return stand(CELLS.index(spot[:2]), spot[2:])


def _whole(point: tuple[float, float]) -> str:
    return pair((round(point[0], 1), round(point[1], 1)))


def _visitor(spot: str, seat: int) -> str:
    return (
        f'<g id="visitor-{spot}" class="{seat_class(seat)}" transform="translate({_whole(_stand(spot))})">'
        f"{_figure(spot, seat)}</g>"
    )


def _figure(spot: str, seat: int) -> str:
    return use(f"body-{spot[2:]}") + use(f"hat-{seat + 1}")


def _last_moves(seen: Seen) -> list[str]:
    """Brackets around what others did since the seat's own last decision."""
    parts = []
    garden = seen.table["garden"]
    for turn in phrases.turns(seen.last_moves):
        if turn.spot:
            parts.append(_brackets("visitor", _stand(turn.spot), turn.seat))
        if turn.tile:
            parts.append(_brackets("tile", centre(garden.index(turn.tile)), turn.seat))
        elif turn.cell:
            parts.append(_brackets("tile", centre(CELLS.index(turn.cell)), turn.seat))
    return parts


def _brackets(kind: str, at: tuple[float, float], seat: int) -> str:
    return use(f"last-{kind}", f' class="{seat_class(seat)}" transform="translate({_whole(at)})"')


# Hands and panels


def _hands(seen: Seen, known: Known) -> list[Picture]:
    """One's own hand; at the end those of all, the own one first."""
    order = sorted(range(seen.seats), key=lambda seat: (seat != seen.seat, seat))
    return [_hand(seen, known, seat) for seat in order if seen.table["hands"][seat] is not None]


def _hand(seen: Seen, known: Known, seat: int) -> Picture:
    tiles = seen.table["hands"][seat]
    legal = seat == seen.seat and any(move.startswith(("put", "keep")) for move in seen.legal_moves)
    counting = known.counting(seat, tiles)
    columns = 4 if len(tiles) > 3 else 3
    parts = []
    for index, tile in enumerate(tiles):
        x, y = SLOT * (index % columns) + SLOT / 2, 144.0 * (index // columns) + 56
        state = f' class="piece legal"{LEGAL}' if legal else ' class="piece"'
        parts.append(f'<g id="{tile_id(tile)}"{state} {place(x, y)}>{use(tile)}</g>')
        if known.spots_of(seat):
            parts.append(_worth(x, y, f"+{tile[-1]}" if tile in counting else ""))
    label, caption = _hand_words(seen, seat, tiles, _value(counting))
    rows = (len(tiles) + columns - 1) // columns
    name = "hand" if seat == seen.seat else f"hand-{seat + 1}"
    return Picture(name, "".join(parts), SLOT * columns, 144.0 * rows, label, caption)


def _hand_words(seen: Seen, seat: int, tiles: list[str], points: int) -> tuple[Sentence, Sentence]:
    """The label and the caption of a hand."""
    names = all_of([phrases.tile_name(tile) for tile in tiles])
    if seat != seen.seat:
        name = player(seat)
        label = say("The hand of {player}: {tiles}", player=name, tiles=names)
        return label, say_many(
            "{player}: {count} point in hand", "{player}: {count} points in hand", points, player=name
        )
    label = say("Your hand: {tiles}", tiles=names)
    match seen.table["stage"]:
        case "draft":
            return label, say("Your tiles")
        case "over":
            return label, say_many("Your hand: {count} point", "Your hand: {count} points", points)
    return label, say_many("Your hand: {count} point so far", "Your hand: {count} points so far", points)


def _worth(x: float, y: float, points: str) -> str:
    """What a tile in hand is worth now, below it; a line if nothing."""
    if not points:
        return f'<path class="topiary-nothing" d="M{pair((x - 7, y + 72))}h14"/>'
    return f'<text class="topiary-worth" x="{number(x)}" y="{number(y + 79)}">{points}</text>'


def _panel(seen: Seen, known: Known, seat: int) -> Panel:
    table = seen.table
    points = known.points()[seat]
    over = table["stage"] == "over"
    count, left = int(VISITORS[seen.seats]), table["visitors_left"][seat]
    marks = "".join(mark(seat, 9, 12 + 24 * index, 12, empty=index >= left) for index in range(count))
    label = say_many("{count} visitor to place", "{count} visitors to place", left)
    return Panel(
        figure=str(sum(points.values()) if over else points["visitors"] + points["bonus"]),
        meaning=say("points") if over else say("points now"),
        note=_doing(table) if seat in seen.waiting else None,
        picture=Picture("visitors", marks, 24.0 * count, 24.0, label),
    )


def _doing(table: dict[str, Any]) -> Sentence:
    match table["stage"]:
        case "draft":
            return say("chooses tiles")
        case "visit":
            return say("places a visitor")
        case "take":
            return say("may take a hedge")
    return say("plants a tile")


# Previews


def _line(spot: str) -> list[int]:
    index = SPOTS.index(spot)
    return [int(cell) for cell in LINE[index, : LINE_LENGTH[index]]]


def _beam(spot: str) -> str:
    """The line of sight, with all else a little darker."""
    (px, py), (right, down) = _stand(spot), COMPASS[spot[2:]]
    length = hypot(right, down)
    reach = (len(_line(spot)) - 1 + 2 / 3) * PITCH * length + 20
    ux, uy = right / length, down / length
    ex, ey = px + ux * reach, py + uy * reach
    x, y, width, height = PLOT
    edges = [
        (px - uy * 10, py + ux * 10),
        (ex - uy * 60, ey + ux * 60),
        (ex + uy * 60, ey - ux * 60),
        (px + uy * 10, py - ux * 10),
    ]
    return (
        f'<rect class="topiary-veil" x="{x}" y="{y}" width="{width}" height="{height}" rx="11"/>'
        f'<linearGradient id="topiary-beam" gradientUnits="userSpaceOnUse" x1="{number(px)}" y1="{number(py)}"'
        f' x2="{number(ex)}" y2="{number(ey)}"><stop class="topiary-beam-near"/>'
        f'<stop class="topiary-beam-far" offset="1"/>'
        f'</linearGradient><path fill="url(#topiary-beam)" d="M{"L".join(map(_whole, edges))}z"/>'
    )


def _preview_visit(seen: Seen, spot: str) -> Preview:
    assert seen.seat is not None
    known = Known(seen.seats, seen.table)
    points, bonus = known.look(spot)
    cells = known.seen_from(spot)
    after = known.with_visitor(seen.seat, spot)
    hand = seen.table["hands"][seen.seat]
    before = known.counting(seen.seat, hand)
    woken = [tile for tile in after.counting(seen.seat, hand) if tile not in before]
    hidden = [cell for cell in _line(spot) if known.tile(cell) and cell not in cells]
    overlay = [_beam(spot)]
    for cell in _line(spot):
        overlay.append(_on_line(cell, known, cells))
    overlay.append(_standing(spot, seen.seat, points + bonus + _value(woken)))
    return Preview(
        effect=_effect(points, bonus, woken),
        overlays={"garden": "".join(overlay)},
        lit=[tile_id(str(known.tile(cell))) for cell in cells],
        dimmed=[tile_id(str(known.tile(cell))) for cell in hidden],
        card=_card(spot, known, points, bonus, woken),
    )


def _effect(points: int, bonus: int, woken: list[str]) -> Sentence:
    if not points:
        return say("Sees nothing yet: all hedges of this line are closed")
    total = points + bonus
    if bonus:
        view = say(
            "{total} points now: {points} in view and {bonus} for a series seen more than once",
            total=total,
            points=points,
            bonus=bonus,
        )
    else:
        view = say_many("{count} point now, in view", "{count} points now, all in view", points)
    if not woken:
        return view
    return say(
        "{view}. In your hand {tiles} will count: {more} more",
        view=view,
        tiles=all_of([phrases.tile_name(tile) for tile in woken]),
        more=_value(woken),
    )


def _value(tiles: list[str]) -> int:
    return sum(int(tile[-1]) for tile in tiles)


def _on_line(cell: int, known: Known, seen: list[int]) -> str:
    """A cell that a visitor looks at: seen with its points, hidden, or closed."""
    where = at(*centre(cell))
    tile = known.tile(cell)
    if tile is None:
        return f"<g {where}>{use(f'hedge-{_variant(cell)}')}</g>"
    if cell in seen:
        return f'<g class="lit" {where}>{use(tile)}{_chip(26, 34, "+" + tile[-1])}</g>'
    eye = use("closed-eye", ' transform="translate(32 34)"')
    return f'<g {where}><g class="dimmed">{use(tile)}</g>{eye}</g>'


def _chip(x: float, y: float, text: str, style: str = "chip") -> str:
    return (
        f'<g class="{style}" {at(x, y)}><rect x="-21" y="-16.5" width="42" height="33" rx="16.5"/>'
        f'<text y="7">{text}</text></g>'
    )


def _standing(spot: str, seat: int, total: int) -> str:
    """The visitor where it would stand, with what it would bring."""
    x, y = _stand(spot)
    side = 1 if x < GARDEN / 2 else -1
    return (
        f'<g class="{seat_class(seat)}" transform="translate({_whole((x, y))})"><circle class="topiary-here" r="24"/>'
        f'<g transform="scale(1.15)">{_figure(spot, seat)}</g>'
        f'<g class="chip total" transform="translate({50 * side})"><path d="M{-22 * side} 0l{7 * side}-6v12z"/>'
        f'<rect x="-17" y="-16" width="34" height="32" rx="8"/><text y="7.5">{total}</text></g></g>'
    )


def _card(spot: str, known: Known, points: int, bonus: int, woken: list[str]) -> Picture:
    """The line as a row of tiles, and the sum."""
    cells = known.seen_from(spot)
    parts = []
    for index, cell in enumerate(_line(spot)):
        tile = known.tile(cell)
        x = 23 + 45 * index
        body = use(f"hedge-{_variant(cell)}") if tile is None else use(tile)
        style = "" if tile is None else ' class="lit"' if cell in cells else ' class="dimmed"'
        parts.append(f'<g{style} transform="translate({x} 22)scale(.4)">{body}</g>')
        if tile is not None:
            under = f'<text class="topiary-small" x="{x}" y="63">+{tile[-1]}</text>'
            eye = use("closed-eye", f' transform="translate({x} 58)scale(.55)"')
            parts.append(under if cell in cells else eye)
    parts.append('<path class="topiary-rule" d="M0 76h226"/>')
    more = _value(woken)
    sums = [("sight", str(points)), ("pair", f"+{bonus}" if bonus else ""), ("hand", f"+{more}" if more else "")]
    shown = [(sign, text) for sign, text in sums if text]
    for row, (sign, text) in enumerate(shown):
        y = 114 - 22 * (len(shown) - 1 - row)
        parts.append(
            use(f"sign-{sign}", f' transform="translate(12 {y - 6})"')
            + f'<text class="topiary-term" x="32" y="{y}">{text}</text>'
        )
    parts.append(f'<text class="topiary-sum" x="226" y="117">{points + bonus + more}</text>')
    label = _effect(points, bonus, woken)
    return Picture("sum", "".join(parts), 226, 122, label)


def _looking(seen: Seen) -> str:
    """The visitor of this turn, above its line of sight."""
    spot = seen.table["spot"]
    return f'<g class="{seat_class(seen.table["turn"])}" {at(*_stand(spot))}>{_figure(spot, seen.table["turn"])}</g>'


def _preview_take(seen: Seen, cell: str) -> Preview:
    spot = seen.table["spot"]
    known = Known(seen.seats, seen.table)
    index = CELLS.index(cell)
    overlay = [_beam(spot)]
    for other in _line(spot):
        state = ' class="lit"' if other == index else ""
        overlay.append(f"<g{state} {at(*centre(other))}>{use(known.tile(other) or f'hedge-{_variant(other)}')}</g>")
    overlay.append(_looking(seen))
    return Preview(
        effect=say("You take this hedge into your hand and plant one of your four tiles in its place"),
        overlays={"garden": "".join(overlay)},
        lit=[f"hedge-{cell}"],
    )


def _preview_put(seen: Seen, tile: str) -> Preview:
    assert seen.seat is not None
    known = Known(seen.seats, seen.table)
    cell = seen.table["cell"]
    after = known.with_tile(seen.seat, tile, cell)
    overlay = [f'<g class="lit" {at(*centre(CELLS.index(cell)))}>{use(tile)}</g>']
    changed = []
    for spot, seat in seen.table["visitors"].items():
        change = sum(after.look(spot)) - sum(known.look(spot))
        if change:
            changed.append(spot)
            x, y = _stand(spot)
            overlay.append(f'<g class="{seat_class(seat)}">{_chip(x, y, signed(change), "chip change")}</g>')
    points = after.points()[seen.seat]
    changes = [_seen_points(after, seat) - _seen_points(known, seat) for seat in range(seen.seats)]
    return Preview(
        effect=say(
            "With {tile} here your visitors see {points} points, and your hand counts {hand}",
            tile=phrases.tile_name(tile),
            points=points["visitors"] + points["bonus"],
            hand=points["hand"],
        ),
        overlays={"garden": "".join(overlay)},
        lit=[tile_id(tile), *(f"visitor-{spot}" for spot in changed)],
        card=_balance(tile, changes, seen.seat),
    )


def _seen_points(known: Known, seat: int) -> int:
    points = known.points()[seat]
    return points["visitors"] + points["bonus"]


def _balance(tile: str, changes: list[int], own: int) -> Picture:
    """A tile, and what it changes in the views of all; the own change large."""
    parts = [f'<g transform="translate(29 30)scale(.5)">{use(tile)}</g>']
    x = 88
    for seat, change in enumerate(changes):
        if change and seat != own:
            text = f'<text class="topiary-term" x="{x + 14}" y="35">{signed(change)}</text>'
            parts.append(mark(seat, 9, x, 30) + text)
            x += 48
    parts.append(f'<text class="topiary-sum" x="226" y="45">{signed(changes[own])}</text>')
    label = say_many("{count} point for your visitors", "{count} points for your visitors", changes[own])
    return Picture("sum", "".join(parts), 226, 60, label)


def _preview_keep(seen: Seen, tiles: list[str]) -> Preview:
    kept = all_of([phrases.tile_name(tile) for tile in tiles])
    if seen.seat:
        effect = say("You keep {tiles}; the others go to {player}", tiles=kept, player=player(seen.seat - 1))
    else:
        effect = say("You keep {tiles}; the others go into the box", tiles=kept)
    return Preview(effect=effect, lit=[tile_id(tile) for tile in tiles])


# After the end


def _sources(seen: Seen, known: Known) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for seat in range(seen.seats):
        spots = known.spots_of(seat)
        views = {spot: [str(known.tile(cell)) for cell in known.seen_from(spot)] for spot in spots}
        rich = {spot: _repeated(tiles) for spot, tiles in views.items() if _repeated(tiles)}
        hand = known.counting(seat, seen.table["hands"][seat])
        found[seat, "visitors"] = _unique([f"visitor-{spot}" for spot, tiles in views.items() if tiles], views)
        found[seat, "bonus"] = _unique([f"visitor-{spot}" for spot in rich], rich)
        found[seat, "hand"] = [tile_id(tile) for tile in hand]
    return found


def _repeated(tiles: list[str]) -> list[str]:
    series = [tile.split("-")[0] for tile in tiles]
    return [tile for tile, name in zip(tiles, series, strict=True) if series.count(name) > 1]


def _unique(ids: list[str], views: dict[str, list[str]]) -> list[str]:
    return ids + sorted({tile_id(tile) for tiles in views.values() for tile in tiles})


@cache
def cover() -> Picture:
    return Picture("cover", art.cover(), 285, 344, say("A garden with a T-Rex and a swan clipped from hedges"))
