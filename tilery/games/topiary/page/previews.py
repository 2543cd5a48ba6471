"""What a choice of Topiary would do: the line of sight with what is seen in it, and the points that it brings."""

from __future__ import annotations

from math import hypot

from tilery.games.art import at, mark, number, pair, seat_class, short, signed
from tilery.games.drawing import Picture, Preview, Room, Seen, player
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.art import GARDEN, PITCH, PLOT, centre, figure, hedge, stand, use
from tilery.games.topiary.page.chips import chip
from tilery.games.topiary.page.hand import value
from tilery.games.topiary.page.ids import hedge_id, tile_id, visitor_id
from tilery.games.topiary.page.known_state import KnownState
from tilery.games.topiary.rules.components import CELLS, COMPASS, LINE, LINE_LENGTH, SPOTS
from tilery.words import Sentence, all_of, say, say_many


def preview(seen: Seen, move: str, room: Room = Room.DESK) -> Preview:
    del room  # the pictures are the same in every room
    match move.split():
        case ["visit", spot]:
            return _visit(seen, spot)
        case ["take", cell]:
            return _take(seen, cell)
        case ["put", tile]:
            return _put(seen, tile)
        case ["keep", *tiles]:
            return _keep(seen, tiles)
    return Preview(
        effect=say("Leave this line as it is and end your turn"),
        overlays={"garden": _beam(seen.table["spot"]) + _looking(seen)},
    )


def _line(spot: str) -> list[int]:
    index = SPOTS.index(spot)
    return [int(cell) for cell in LINE[index, : LINE_LENGTH[index]]]


def _beam(spot: str) -> str:
    """The line of sight, with all else a little darker."""
    (px, py), (right, down) = stand(spot), COMPASS[spot[2:]]
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
        f'</linearGradient><path fill="url(#topiary-beam)" d="M{"L".join(pair(short(edge)) for edge in edges)}z"/>'
    )


def _visit(seen: Seen, spot: str) -> Preview:
    assert seen.seat is not None
    known = KnownState(seen)
    points, bonus = known.look(spot)
    cells = known.seen_from(spot)
    after = known.after(seen.seat, f"visit {spot}")
    hand = seen.table["hands"][seen.seat]
    before = known.counting(seen.seat, hand)
    woken = [tile for tile in after.counting(seen.seat, hand) if tile not in before]
    hidden = [cell for cell in _line(spot) if known.tile(cell) and cell not in cells]
    overlay = [_beam(spot)]
    for cell in _line(spot):
        overlay.append(_on_line(cell, known, cells))
    overlay.append(_standing(spot, seen.seat, points + bonus + value(woken)))
    return Preview(
        effect=_effect(points, bonus, woken),
        overlays={"garden": "".join(overlay)},
        lit=[tile_id(str(known.tile(cell))) for cell in cells],
        dimmed=[tile_id(str(known.tile(cell))) for cell in hidden],
        card=_card(spot, known, points, bonus, woken),
    )


def _effect(points: int, bonus: int, woken: list[str]) -> Sentence:
    if not points:
        return say("Sees nothing yet: every tile in this line is face down")
    total = points + bonus
    if bonus:
        view = say(
            "{total} points now: {points} in view, plus a bonus of {bonus} for matching series",
            total=total,
            points=points,
            bonus=bonus,
        )
    else:
        view = say_many("{count} point now, in view", "{count} points now, all in view", points)
    if not woken:
        return view
    return say(
        "{view}. From your hand, {tiles} will score as well: {more} more",
        view=view,
        tiles=all_of([phrases.tile_name(tile) for tile in woken]),
        more=value(woken),
    )


def _on_line(cell: int, known: KnownState, seen: list[int]) -> str:
    """A cell that a visitor looks at: seen with its points, hidden, or closed."""
    where = at(*centre(cell))
    tile = known.tile(cell)
    if tile is None:
        return f"<g {where}>{hedge(cell)}</g>"
    if cell in seen:
        return f'<g class="lit" {where}>{use(tile)}{chip(26, 34, "+" + tile[-1])}</g>'
    eye = use("closed-eye", ' transform="translate(32 34)"')
    return f'<g {where}><g class="dimmed">{use(tile)}</g>{eye}</g>'


def _standing(spot: str, seat: int, total: int) -> str:
    """The visitor where it would stand, with what it would bring."""
    x, y = stand(spot)
    side = 1 if x < GARDEN / 2 else -1
    return (
        f'<g class="{seat_class(seat)}" {at(*short((x, y)))}><circle class="topiary-here" r="24"/>'
        f'<g transform="scale(1.15)">{figure(spot[2:], seat)}</g>'
        f'<g class="chip total" transform="translate({50 * side})"><path d="M{-22 * side} 0l{7 * side}-6v12z"/>'
        f'<rect x="-17" y="-16" width="34" height="32" rx="8"/><text y="7.5">{total}</text></g></g>'
    )


def _card(spot: str, known: KnownState, points: int, bonus: int, woken: list[str]) -> Picture:
    """The line as a row of tiles, and the sum."""
    cells = known.seen_from(spot)
    parts = []
    for index, cell in enumerate(_line(spot)):
        tile = known.tile(cell)
        x = 23 + 45 * index
        body = hedge(cell) if tile is None else use(tile)
        style = "" if tile is None else ' class="lit"' if cell in cells else ' class="dimmed"'
        parts.append(f'<g{style} transform="translate({x} 22)scale(.4)">{body}</g>')
        if tile is not None:
            under = f'<text class="topiary-small" x="{x}" y="63">+{tile[-1]}</text>'
            eye = use("closed-eye", f' transform="translate({x} 58)scale(.55)"')
            parts.append(under if cell in cells else eye)
    parts.append('<path class="topiary-rule" d="M0 76h226"/>')
    more = value(woken)
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
    spot, seat = seen.table["spot"], seen.table["turn"]
    return f'<g class="{seat_class(seat)}" {at(*stand(spot))}>{figure(spot[2:], seat)}</g>'


def _take(seen: Seen, cell: str) -> Preview:
    spot = seen.table["spot"]
    known = KnownState(seen)
    index = CELLS.index(cell)
    overlay = [_beam(spot)]
    for other in _line(spot):
        state = ' class="lit"' if other == index else ""
        tile = known.tile(other)
        overlay.append(f"<g{state} {at(*centre(other))}>{use(tile) if tile else hedge(other)}</g>")
    overlay.append(_looking(seen))
    return Preview(
        effect=say("Take this tile into your hand, then plant one of your four tiles in its place"),
        overlays={"garden": "".join(overlay)},
        lit=[hedge_id(cell)],
    )


def _put(seen: Seen, tile: str) -> Preview:
    assert seen.seat is not None
    known = KnownState(seen)
    cell = seen.table["cell"]
    after = known.after(seen.seat, f"put {tile}")
    overlay = [f'<g class="lit" {at(*centre(CELLS.index(cell)))}>{use(tile)}</g>']
    changed = []
    for spot, seat in seen.table["visitors"].items():
        change = sum(after.look(spot)) - sum(known.look(spot))
        if change:
            changed.append(spot)
            x, y = stand(spot)
            overlay.append(f'<g class="{seat_class(seat)}">{chip(x, y, signed(change), "chip change")}</g>')
    points = after.points()[seen.seat]
    changes = [then - now for now, then in zip(known.seen_points(), after.seen_points(), strict=True)]
    return Preview(
        effect=say(
            "With {tile} here, your visitors score {points} and your hand scores {hand}",
            tile=phrases.tile_name(tile),
            points=points["visitors"] + points["bonus"],
            hand=points["hand"],
        ),
        overlays={"garden": "".join(overlay)},
        lit=[tile_id(tile), *map(visitor_id, changed)],
        card=_balance(tile, changes, seen.seat),
    )


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


def _keep(seen: Seen, tiles: list[str]) -> Preview:
    kept = all_of([phrases.tile_name(tile) for tile in tiles])
    if seen.seat:
        effect = say("You keep {tiles}; the others go to {player}", tiles=kept, player=player(seen.seat - 1))
    else:
        effect = say("You keep {tiles}; the others go into the box", tiles=kept)
    return Preview(effect=effect, lit=[tile_id(tile) for tile in tiles])
