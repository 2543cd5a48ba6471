"""What a choice of Terraflip would do: what can be flipped then, what lies underneath, and what that brings."""

from __future__ import annotations

from tilery.games.art import at, pair, seat_class, signed
from tilery.games.drawing import Picture, Preview, Room, Seen, player
from tilery.games.terraflip.page import phrases
from tilery.games.terraflip.page.art import map_at, use
from tilery.games.terraflip.page.board import candidates, centred
from tilery.games.terraflip.page.ids import field_id, tile_id
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.rules.components import SPECIALS
from tilery.words import Sentence, all_of, say, say_many


def preview(seen: Seen, move: str, room: Room = Room.DESK) -> Preview:
    del room  # the pictures are the same in every room
    match move.split():
        case ["place", kind, where]:
            return _place(seen, move, kind, where)
        case ["flip", where]:
            return _flip(seen, move, where)
        case ["throw", start, goal]:
            return _throw(seen, move, start, goal)
        case ["spy", where]:
            return _spy(seen, where)
    return Preview(say("Your turn ends"))


def _place(seen: Seen, move: str, kind: str, where: str) -> Preview:
    assert seen.seat is not None
    known = KnownState(seen)
    after = known.after(seen.seat, move)
    colour = seen.table["families"][seen.seat]
    gain = after.totals()[seen.seat] - known.totals()[seen.seat]
    flips = after.flips()
    looks = use(colour) + (use(kind) if kind in SPECIALS else use(f"fold-{kind}"))
    ghost = f'<g class="terraflip-ghost">{looks}</g>{use("ring")}'
    ghost = f'<g class="lit terraflip-{colour}" {at(*map_at(where))}>{ghost}</g>'
    overlay = ghost + candidates(after, seen.seat, flips)
    reachable = sorted({*flips, *after.throws()})
    return Preview(
        effect=_placing(kind, gain, flips, after.throws()),
        overlays={"map": centred(seen, overlay)},
        lit=[tile_id(tile) for tile in reachable],
        card=_card(f'<g class="terraflip-{colour}">{looks}</g>', None, gain),
    )


def _placing(kind: str, gain: int, flips: list[str], throws: list[str]) -> Sentence:
    points = say_many("{count} point more", "{count} points more", gain)
    if throws:
        return say_many(
            "{points}. From there the catapult can throw {count} tile",
            "{points}. From there the catapult can throw one of {count} tiles",
            len(throws),
            points=points,
        )
    if flips:
        return say_many(
            "{points}. From there you can flip {count} tile",
            "{points}. From there you can flip one of {count} tiles",
            len(flips),
            points=points,
        )
    match kind:
        case "catapult":
            return say("{points}. From there the catapult can throw nothing", points=points)
        case "camp":
            return say("{points}. From there the camp can flip nothing", points=points)
    return say("{points}. No tile can be flipped", points=points)


def _under(seen: Seen, where: str) -> str | None:
    """The underside of a tile on the table, if it is known."""
    return next((tile["under"] for tile in seen.table["tiles"] if tile["place"] == where), None)


def _colour(seen: Seen, where: str) -> str:
    return str(next(tile["colour"] for tile in seen.table["tiles"] if tile["place"] == where))


def _flip(seen: Seen, move: str, where: str) -> Preview:
    assert seen.seat is not None
    known = KnownState(seen)
    line = known.line(seen.seat, where)
    under = _under(seen, where)
    parts = [f'<g class="lit" {at(*map_at(where))}>{use("ring")}</g>']
    if line:
        parts.append(_line(seen.seat, *line))
    parts.append(use("flip" if under else "unknown", f" {at(*map_at(where))}"))
    return Preview(
        effect=_turning(seen, known, move, under),
        overlays={"map": centred(seen, "".join(parts))},
        lit=[tile_id(where)],
        card=_card(use(_colour(seen, where)), under, _gain(seen, known, move) if under else None),
    )


def _line(seat: int, start: str, end: str) -> str:
    path = f"M{pair(map_at(start))}L{pair(map_at(end))}"
    ends = "".join(f'<circle class="terraflip-end" r="18" {at(*map_at(tip))}/>' for tip in (start, end))
    return (
        f'<g class="terraflip-lines {seat_class(seat)}"><path class="terraflip-line-ground" d="{path}"/>'
        f'<path class="terraflip-line" d="{path}"/>{ends}</g>'
    )


def _gain(seen: Seen, known: KnownState, move: str) -> int:
    assert seen.seat is not None
    return known.after(seen.seat, move).totals()[seen.seat] - known.totals()[seen.seat]


def _turning(seen: Seen, known: KnownState, move: str, under: str | None) -> Sentence:
    """What turning a tile over would bring, if its underside is known."""
    assert seen.seat is not None
    if under is None:
        return say("You do not know what is underneath")
    after = known.after(seen.seat, move)
    name = phrases.family_name(under)
    changes = [now - was for was, now in zip(known.totals(), after.totals(), strict=True)]
    gains = [say("you gain {points}", points=changes[seen.seat])] if changes[seen.seat] > 0 else []
    losses = [
        say("{player} loses {points}", player=player(seat), points=-change)
        for seat, change in enumerate(changes)
        if change < 0 and seat != seen.seat
    ]
    if under != seen.table["families"][seen.seat]:
        seen_there = say("There is {family} underneath, so your chain ends", family=name)
    elif after.flips():
        seen_there = say("There is {family} underneath, and your chain can continue", family=name)
    else:
        seen_there = say("There is {family} underneath", family=name)
    if told := gains + losses:
        return say("{what}; {changes}", what=seen_there, changes=all_of(told))
    return seen_there


def _throw(seen: Seen, move: str, start: str, goal: str) -> Preview:
    known = KnownState(seen)
    under = _under(seen, start)
    (ax, ay), (bx, by) = map_at(start), map_at(goal)
    bow = f"M{pair((ax, ay))}Q{pair(((ax + bx) / 2, min(ay, by) - 120))} {pair((bx, by))}"
    landed = use(under) if under else use(_colour(seen, start))
    parts = [
        f'<g class="lit" {at(bx, by)}><g class="terraflip-ghost">{landed}</g>{use("ring")}</g>',
        f'<g class="terraflip-lines {seat_class(seen.seat or 0)}"><path class="terraflip-line-ground" d="{bow}"/>'
        f'<path class="terraflip-line" d="{bow}"/></g>',
        use("flip" if under else "unknown", f" {at(bx, by)}"),
    ]
    return Preview(
        effect=_turning(seen, known, move, under),
        overlays={"map": centred(seen, "".join(parts))},
        lit=[tile_id(start), field_id(goal)],
        card=_card(use(_colour(seen, start)), under, _gain(seen, known, move) if under else None),
    )


def _spy(seen: Seen, where: str) -> Preview:
    under = _under(seen, where)
    if under:
        effect = say("You already know it: {family}. This uses up a spy", family=phrases.family_name(under))
    else:
        effect = say("Only you will see what is underneath. This uses up a spy")
    overlay = f'<g class="lit" {at(*map_at(where))}>{use("ring")}</g>' + use("looked", f" {at(*map_at(where))}")
    return Preview(effect, {"map": centred(seen, overlay)}, lit=[tile_id(where)])


def _card(tile: str, under: str | None, gain: int | None) -> Picture:
    """A tile, what it becomes, and what that brings; question marks for what is not known."""
    turned = use(under) if under else ""
    parts = [f'<g class="terraflip-carded" transform="translate(31 29)scale(.3)">{tile}</g>']
    if turned:
        parts.append(use("then", f" {at(76, 29)}") + f'<g transform="translate(121 29)scale(.3)">{turned}</g>')
    elif gain is None:
        parts.append(use("then", f" {at(76, 29)}") + use("unknown", ' transform="translate(121 29)scale(.7)"'))
    if gain is not None:
        parts.append(f'<text class="terraflip-gain" x="226" y="43">{signed(gain)}</text>')
        return Picture("sum", "".join(parts), 226, 60, say_many("{count} point", "{count} points", gain))
    return Picture("sum", "".join(parts), 226, 60, say("The result is unknown"))
