"""What an arena found, as a table in text and as a chart in SVG."""

from __future__ import annotations

from math import isinf
from xml.sax.saxutils import escape

from tilery.arena.ratings import Estimate, Standing, Table
from tilery.words import Sentence, arranged, joined, say, say_many, shaped, translated

SHOWN_FAULTS = 10
WIDTH, ROW, LEFT, RIGHT, TOP = 760, 34, 230, 40, 64


def as_text(table: Table, seed: int | None = None) -> Sentence:
    """Players with their shares and ratings, best first, what each seat is worth, and by which seed it was played."""
    width = max(len(standing.player) for standing in table.standings) + 2
    lines: list[str] = [
        arranged(
            "{player}{games:>7}{won:>8}{won_interval:>18}{rating:>9}{rating_interval:>16}{points:>9}{seconds:>9}",
            player=shaped(say("bot"), lambda text: text.ljust(width)),
            games=say("games"),
            won=say("won"),
            won_interval=say("95%"),
            rating=say("rating"),
            rating_interval=say("95%"),
            points=say("points"),
            seconds=say("s/move"),
        )
    ]
    lines += [
        arranged(
            "{player}{games:>7}{won:>8.1%}{won_interval:>18}{rating:>+9.0f}{rating_interval:>16}{points:>9.1f}{seconds:>9.3f}",
            player=row.player.ljust(width),
            games=row.games,
            won=row.share.value,
            won_interval=_share_interval(row.share),
            rating=row.rating.value,
            rating_interval=_rating_interval(row.rating),
            points=row.points,
            seconds=row.seconds,
        )
        for row in table.standings
    ]
    lines += ["", say("Wins by seat ({fair:.1%} would be fair):", fair=table.fair)]
    for seat, share in enumerate(table.seats, 1):
        lines.append(say("  seat {seat}: {share:.1%} ({interval})", seat=seat, share=share.value,
                         interval=_share_interval(share)))  # fmt: skip
    lines += [
        "",
        say(
            "{games} games in {deals} deals, each played in every rotation of the seats. Ratings: "
            "maximum likelihood in the Bradley-Terry model on the Elo scale, with the advantage of each "
            "seat removed; intervals: bootstrap over deals.",
            games=table.games,
            deals=table.deals,
        ),
    ]
    if seed is not None:
        lines += ["", say("These games can be played again with --seed {seed}.", seed=str(seed))]
    return joined([*lines, *_told_faults(table)], "\n")


def _told_faults(table: Table) -> list[str]:
    """Return the games that were lost by a fault, the first of them one by one."""
    if not table.faults:
        return []
    lines: list[str] = [
        "",
        say_many(
            "{count} game was lost by a fault and counts as a win for the others:",
            "{count} games were lost by a fault and count as wins for the others:",
            len(table.faults),
        ),
    ]
    for deal, fault in table.faults[:SHOWN_FAULTS]:
        lines.append(
            say(
                "  deal {deal}, move {move}, seat {seat}: {player} {reason}",
                deal=deal + 1,
                move=fault.move,
                seat=fault.seat + 1,
                player=fault.player,
                reason=fault.reason,
            )
        )
    rest = len(table.faults) - SHOWN_FAULTS
    if rest > 0:
        lines.append(say("  and {rest} more; a file of the games (--out) has all of them", rest=rest))
    return lines


def _share_interval(share: Estimate) -> Sentence:
    if isinf(share.low):  # a single deal
        return arranged("-")
    return say("{low:.1%} to {high:.1%}", low=share.low, high=share.high)


def _rating_interval(rating: Estimate) -> Sentence:
    if isinf(rating.low):
        return arranged("-")
    return say("{low:+.0f} to {high:+.0f}", low=rating.low, high=rating.high)


def as_svg(table: Table, title: str, language: str = "en") -> str:
    """Ratings with their intervals, best first; it reads on light and dark ground."""
    bounds = [edge for row in table.standings for edge in (row.rating.low, row.rating.high)]
    finite = [edge for edge in bounds if abs(edge) < 1e6] or [-100.0, 100.0]
    step = _step(max(finite) - min(finite))
    low, high = step * (min(finite) // step), step * (max(finite) // step + 1)
    height = TOP + ROW * len(table.standings) + 48

    def across(rating: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(max(rating, low), high) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="14" fill="#7a6a55">',
        f"<title>{escape(title)}</title>",
        f'<text x="16" y="28" font-size="17" font-weight="600">{escape(title)}</text>',
    ]
    bottom = TOP + ROW * len(table.standings)
    for number in range(round((high - low) / step) + 1):
        tick = low + number * step
        x = across(tick)
        parts.append(
            f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="#7a6a55" stroke-opacity="0.25"/>'
        )
        parts.append(f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{tick:+.0f}</text>')
    parts += [_bar(row, across, TOP + ROW * index + ROW / 2) for index, row in enumerate(table.standings)]
    caption = translated(say("rating, with 95% intervals over {deals} deals", deals=table.deals), language)
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{bottom + 40}" text-anchor="end" font-size="12">{caption}</text></svg>')
    return "\n".join(parts) + "\n"


def _bar(row: Standing, across: object, y: float) -> str:
    assert callable(across)
    low, middle, high = (across(rating) for rating in (row.rating.low, row.rating.value, row.rating.high))
    name = escape(row.player if len(row.player) < 26 else row.player[:24] + "…")
    return (
        f'<text x="16" y="{y + 5:.0f}">{name}</text>'
        f'<text x="{LEFT - 14}" y="{y + 5:.0f}" text-anchor="end">{row.share.value:.0%}</text>'
        f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="#2f7d5b" stroke-width="4" '
        'stroke-linecap="round" stroke-opacity="0.5"/>'
        f'<circle cx="{middle:.1f}" cy="{y}" r="6" fill="#2f7d5b"/>'
    )


def _step(span: float) -> float:
    """Return a round distance between lines."""
    return next((step for step in (10, 20, 50, 100, 200, 500) if span / step <= 8), 1000)
