"""The process in which somebody's own bot plays: what was dealt is not in it, only what its seat is told.

`tilery.arena.own_bot` starts it and speaks to it in lines of JSON. Standard input and output are put away before the
bot's module is imported, so that whatever it prints or reads cannot be taken for a message.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

from tilery.arena.orphans import end_with_parent

Message = dict[str, Any]


class Faulty(Exception):  # noqa: N818  (the fault of a bot)
    """What the bot did instead of playing, as a sentence."""


def main() -> None:
    """Answer the messages of the arena, whose process number is the first argument, until there are no more."""
    end_with_parent(int(sys.argv[1]))
    messages, answers = _private(0, os.O_RDONLY, "rb"), _private(1, os.O_WRONLY, "wb")
    for answer in BotProcess().answers(messages):
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _private(channel: int, way: int, mode: str) -> IO[bytes]:
    """Take standard input or output away from the bot: it reads nothing, and prints to standard error."""
    kept = os.fdopen(os.dup(channel), mode)
    if channel == 0:
        nothing = os.open(os.devnull, way)
        os.dup2(nothing, channel)
        os.close(nothing)
    else:
        os.dup2(2, channel)
    return kept


class BotProcess:
    """A bot's class, and its instance for the game that is played."""

    def __init__(self) -> None:
        self._make: Callable[[], Any] | None = None
        self._bot: Any = None

    def answers(self, messages: IO[bytes]) -> Iterator[Message]:
        for line in messages:
            message = json.loads(line)
            if message["type"] == "quit":
                return
            try:
                yield getattr(self, f"_{message.pop('type')}")(**message)
            except Faulty as fault:
                yield {"type": "fault", "message": str(fault)}

    def _load(self, bot: str, folders: list[str]) -> Message:
        """Import the bot's module, and make an instance to see that it is a bot."""
        from tilery import games  # noqa: PLC0415  (the parent is watched before anything large is loaded)
        from tilery.words import reason  # noqa: PLC0415

        for folder in folders:
            games.add_folder(folder)
        module, _, attribute = bot.partition(":")
        try:
            self._make = getattr(importlib.import_module(module), attribute)
            made = self._make()
        except BaseException as error:
            raise Faulty(reason(error)) from None
        return {"type": "loaded", "is_bot": callable(getattr(made, "choose", None))}

    def _prepare(self, game: str, seats: int, options: dict[str, Any]) -> Message:
        """Load the rules of a game, which is not the bot's to pay for; what is dealt here has to do with no contest."""
        from tilery.match.match import Match  # noqa: PLC0415

        match = Match(game, seats, options=options)
        match.redeal(match.waiting[0]).play_randomly()
        match.play(match.legal_moves(match.waiting[0])[0])
        match.view(0)
        return {"type": "prepared"}

    def _game(self) -> Message:
        assert self._make is not None
        self._bot = None
        self._bot = _guarded(self._make)
        return {"type": "ready"}

    def _turn(self, match: str, seat: int, seed: str, seconds: float | None) -> Message:
        from tilery.kernel.arguments import shown  # noqa: PLC0415
        from tilery.match.moves import Move  # noqa: PLC0415
        from tilery.words import say  # noqa: PLC0415

        imagined = pickle.loads(base64.b64decode(match))
        choose = _guarded(lambda: self._bot.choose)
        more = {"seconds": seconds} if _takes_seconds(choose) else {}
        chosen = _guarded(lambda: choose(imagined, seat, int(seed, 16), **more))
        if isinstance(chosen, str):
            return {"type": "move", "notation": str(chosen)}
        if isinstance(chosen, Move):
            return {"type": "move", "game": chosen.game.name, "seat": int(chosen.seat), "code": int(chosen.code)}
        raise Faulty(say("chose {value}, which is not a move", value=shown(chosen)))


def _takes_seconds(choose: Callable[..., Any]) -> bool:
    try:
        return "seconds" in inspect.signature(choose).parameters
    except (TypeError, ValueError):
        return False


def _guarded(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except BaseException as error:
        raise Faulty(_raised(error)) from None


def _raised(error: BaseException) -> str:
    """Return what was raised, and where in somebody's code."""
    from tilery.words import say  # noqa: PLC0415

    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None and frame.tb_frame.f_code.co_filename == __file__:
        frame = frame.tb_next
    place = "" if frame is None else f" ({os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno})"
    return say("raised {kind}: {text}{place}", kind=type(error).__name__, text=_text(error)[:300], place=place)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # somebody else's `__str__`
        return "?"
