"""A review in words: for the terminal, and for notebooks with the graph."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tilery import games
from tilery.coach import graph, verdicts
from tilery.coach.review import Moment, Player, Review
from tilery.words import Sentence, arranged, joined, say, translated

COLOURS = ("#c8402a", "#1f5fa8", "#d9a022", "#7a4b9a", "#3d8b53")  # of seats, where no page gives them others
MOST_MOMENTS = 9

STYLE = """
.chances { width: 100%; max-width: 720px; font: 11px sans-serif; }
.chances-line { fill: none; stroke-linejoin: round; }
.chances-grid { stroke: currentColor; opacity: 0.2; }
.chances-label, .chances-flag text { fill: currentColor; }
.chances .end { text-anchor: end; }
.chances .middle { text-anchor: middle; }
.chances-open { fill: currentColor; opacity: 0.08; }
.chances-missed { stroke: #222; }
.chances-luck { stroke-width: 1.5; }
"""


def key_moments(review: Review, most: int = MOST_MOMENTS) -> list[Moment]:
    """Return the moments that mattered most, in their order: missed chances, and luck."""
    found = [moment for moment in review.moments if moment.is_marked or moment.lucky_seat is not None]
    largest = sorted(found, key=lambda moment: -weight_of(moment))[:most]
    return sorted(largest, key=lambda moment: moment.number)


def weight_of(moment: Moment) -> float:
    """Return by how much a moment changed a chance."""
    seat = moment.lucky_seat
    return moment.loss if seat is None else abs(moment.luck[seat])


def percent(chance: float) -> Sentence:
    """ "44 %", as each language writes it."""
    return say("{number}%", number=round(100 * chance))


def change(chance: float) -> Sentence:
    """Return a change of a chance, with its sign."""
    sign = "+" if chance > 0 else "\u2212" if chance < 0 else ""
    return say("{number}%", number=f"{sign}{abs(round(100 * chance))}")


def told(moment: Moment) -> Sentence:
    """Return a moment in one line, for the terminal."""
    player = moment.seat + 1
    if moment.is_marked:
        return say(
            "player {player}: {what} ({change}). Played {move}, better {better}: {chance} instead of {instead},"
            " {points:.1f} points more.",
            player=player,
            what=verdicts.words_of(moment.name),
            change=change(-moment.loss),
            move=moment.played.move,
            better=moment.best.move,
            chance=percent(moment.best.chance),
            instead=percent(moment.played.chance),
            points=moment.points_lost,
        )
    seat = moment.lucky_seat
    if seat is None:
        return joined([moment.played.move])
    if moment.luck[seat] > 0:
        return say("player {player} was lucky ({change})", player=seat + 1, change=change(moment.luck[seat]))
    return say("player {player} was unlucky ({change})", player=seat + 1, change=change(moment.luck[seat]))


def _row(player: Player) -> Sentence:
    return arranged(
        "{player:<10}{points:>8}{accuracy:>13.0f}{initial:>12}{skill:>12}{others:>12}{luck:>10}{final:>12}",
        player=str(player.seat + 1),
        points=player.points,
        accuracy=player.accuracy,
        initial=percent(player.initial),
        skill=change(player.skill),
        others=change(player.others),
        luck=change(player.luck),
        final=percent(player.final),
    )


def _head() -> Sentence:
    return arranged(
        "{player:<10}{points:>8}{accuracy:>13}{initial:>12}{skill:>12}{others:>12}{luck:>10}{final:>12}",
        player=say("player"),
        points=say("points"),
        accuracy=say("accuracy"),
        initial=say("at first"),
        skill=say("own moves"),
        others=say("others"),
        luck=say("luck"),
        final=say("in the end"),
    )


def lines_of(review: Review) -> list[Sentence]:
    """Return a review as lines of text."""
    title = games.find(review.game).title
    lines = [say("{game}, {count} moves: chances to win", game=title, count=review.moves), joined([""])]
    lines += [_head(), *map(_row, review.players), joined([""])]
    moments = key_moments(review)
    if not moments:
        lines.append(say("No missed chances: well played."))
    for moment in moments:
        lines.append(arranged("{number:>4}. {told}", number=moment.number, told=told(moment)))
    return lines


def to_text(review: Review, language: str = "en") -> str:
    """Write a review for the terminal."""
    return "\n".join(translated(line, language) for line in lines_of(review))


def to_html(review: Review, language: str = "en", colours: Sequence[str] = COLOURS) -> str:
    """Draw a review for a notebook: the graph, and below it the text."""
    drawn = graph.draw(review, colours, language=language)
    return f"<style>{STYLE}</style>{drawn}<pre>{escape(to_text(review, language))}</pre>"
