"""A program as a player: it is started once for each seat and spoken to in lines of JSON (`docs/engines.md`).

Nothing that it does can hold up an arena: two threads read and write for it, every answer has its time, and a program
that is late, dies or writes something else loses the game and is ended.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from typing import IO, Any, NoReturn

import tilery
from tilery.arena.faults import GRACE, LateFault, PlayerFault
from tilery.kernel.state import tag_of
from tilery.match.match import Match
from tilery.words import Sentence, SpokenError, reason, say

PROTOCOL = 1
STARTING = 20.0
"""Seconds within which a program has to say hello and to be ready for a game."""
THINKING = 60.0
"""Seconds for a move in a contest without a limit."""
LONGEST_LINE = 1_000_000
ENDING = 1.0
"""Seconds within which a program has to quit."""

# Started by a process that is killed, a program would live on, and so would what it has started itself. On Linux a
# guard between the two is told of that death, and ends the whole group. It is another Python, because nothing may
# happen between fork and exec in a process with threads. It holds neither end of the conversation, and dies as the
# program did.
_GUARD = """
import ctypes, os, signal, sys
signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
ctypes.CDLL(None).prctl(1, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
program = os.fork()
if not program:
    os.execvp(sys.argv[2], sys.argv[2:])
os.close(0)
os.close(1)
status = os.waitpid(program, 0)[1]
if os.WIFSIGNALED(status):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), os.WTERMSIG(status))
os._exit(os.waitstatus_to_exitcode(status))
"""


class EngineError(SpokenError):
    """The command of an engine makes no sense."""


class Engine:
    """A program that plays one seat."""

    def __init__(self, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise EngineError(say("the command of an engine cannot be read: {fault}", fault=reason(error))) from None
        if not self._command:
            raise EngineError(say("an engine is written engine:COMMAND, such as engine:'node my_engine.mjs'"))
        self._running: Conversation | None = None
        self._wants_state = False

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:
        """Start the program, unless it runs from the game before, and tell it of the new game."""
        if self._running is None or not self._running.is_alive:
            if shutil.which(self._command[0]) is None:
                raise PlayerFault(say("cannot be started: there is no program {name}", name=self._command[0]))
            self._running = Conversation(_guarded(self._command))
            hello = {"type": "hello", "protocol": PROTOCOL, "tilery": tilery.__version__}
            answer = self._ask(hello, "hello", STARTING)
            if answer.get("protocol") != PROTOCOL:
                self._fail(say("speaks version {version} of the protocol", version=repr(answer.get("protocol"))))
            wants = answer.get("wants", [])
            self._wants_state = isinstance(wants, list) and "state" in wants
        game = {
            "type": "game",
            "game": match.game.name,
            "rules": match.game.version,
            "seats": match.seats,
            "options": match.options,
            "seat": seat,
            "seconds": seconds,
            "seed": f"{seed:032x}",
        }
        self._ask(game, "ready", STARTING)

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> str:
        view = json.loads(match.view(seat).to_json())
        turn = {"type": "turn", "view": view, "log": match.log(seat), "seconds": seconds, "seed": f"{seed:032x}"}
        if self._wants_state:
            imagined = match.redeal(seat, seed=seed)
            turn["layout"] = tag_of(match.game.rules.STATE)
            turn["state"] = base64.b64encode(imagined.state.tobytes()).decode()
        answer = self._ask(turn, "move", THINKING if seconds is None else seconds + GRACE)
        move = answer.get("move")
        if not isinstance(move, str):
            self._fail(say("answered {answer} without a move", answer=_short(answer)))
        return move

    def end(self, match: Match) -> None:
        """Tell how the game ended; nothing is answered."""
        if self._running is not None and match.is_over:
            scores = match.scores
            self._running.send({"type": "over", "totals": list(scores.totals), "winners": list(scores.winners)})

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None

    def _ask(self, message: dict[str, Any], expected: str, seconds: float) -> dict[str, Any]:
        assert self._running is not None
        try:
            answer = self._running.ask(message, seconds)
        except PlayerFault:
            self._running.kill()
            self._running = None
            raise
        if answer.get("type") == "error":
            self._fail(say("gave up: {message}", message=str(answer.get("message", ""))[:300]))
        if answer.get("type") != expected:
            self._fail(say('answered {answer} instead of "{expected}"', answer=_short(answer), expected=expected))
        return answer

    def _fail(self, sentence: Sentence) -> NoReturn:
        if self._running is not None:
            self._running.kill()
            self._running = None
        raise PlayerFault(sentence)


class Conversation:
    """A running program: lines in, lines out, each in its time."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise PlayerFault(say("cannot be started: {fault}", fault=reason(error))) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=64)
        self._messages: queue.Queue[bytes | None] = queue.Queue()
        self._threads = [
            _started(_read_lines, self._process.stdout, self._lines),
            _started(_write_lines, self._process.stdin, self._messages),
        ]
        _running.add(self)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: dict[str, Any]) -> None:
        self._messages.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def ask(self, message: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """Return what the program answers; it may take as long as it wants if there is no limit."""
        if not self._lines.empty():
            early = self._lines.get()
            if early is not None:
                raise PlayerFault(say("wrote {line} without being asked", line=_short(early)))
            raise PlayerFault(self._how_it_died())
        self.send(message)
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise LateFault(say("did not answer within {seconds:g} s", seconds=seconds)) from None
        if line is None:
            raise PlayerFault(self._how_it_died())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise PlayerFault(say("wrote {line}, which is not a JSON object", line=_short(line)))
        return answer

    def _how_it_died(self) -> Sentence:
        try:
            code = self._process.wait(timeout=ENDING)
        except subprocess.TimeoutExpired:
            return say("closed its output")
        if code < 0:
            return say("was ended by signal {number}", number=-code)
        return say("ended with exit code {code}", code=code)

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not."""
        self.send({"type": "quit"})
        self._messages.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=ENDING)
        self.kill()

    def kill(self) -> None:
        """End the program and whatever it has started."""
        _running.discard(self)
        self._messages.put(None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for thread in self._threads:
            while thread.is_alive():
                self._forget_lines()
                thread.join(0.01)

    def _forget_lines(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()


_running: weakref.WeakSet[Conversation] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for conversation in list(_running):
        conversation.close()


def _started(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True, name="tilery-engine")
    thread.start()
    return thread


def _guarded(command: list[str]) -> list[str]:
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", "-c", _GUARD, str(os.getpid()), *command]


def _read_lines(source: IO[bytes], lines: queue.Queue[bytes | None]) -> None:
    """Pass lines on; `None` at the end, and after a line that is too long."""
    with source:
        while (line := source.readline(LONGEST_LINE)).endswith(b"\n"):
            lines.put(line)
        if line:
            lines.put(line)
        lines.put(None)


def _write_lines(target: IO[bytes], messages: queue.Queue[bytes | None]) -> None:
    with contextlib.suppress(OSError), target:
        while (message := messages.get()) is not None:
            target.write(message)
            target.flush()


def _short(value: object) -> str:
    text = value.decode("utf-8", "replace").strip() if isinstance(value, bytes) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
