"""Engines as somebody might write them, good and bad, for the tests: `python -m tests.arena.engines KIND`."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def main(kind: str) -> None:
    if kind == "deaf":
        time.sleep(600)
    if kind == "stillborn":
        sys.exit(3)
    if kind == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    turns = 0
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say({"type": "hello", "protocol": 2 if kind == "modern" else 1})
                if kind == "hasty":
                    say({"type": "move", "move": "take 1"})
            case "game":
                if kind == "picky":
                    say({"type": "error", "message": "I only play chess"})
                else:
                    say({"type": "ready"})
            case "turn":
                turns += 1
                moves = message["view"]["legal_moves"]
                if turns < 2:
                    say({"type": "move", "move": moves[0]})
                    continue
                match kind:
                    case "sleeper":
                        time.sleep(600)
                    case "mortal":
                        os.abort()
                    case "garbage":
                        print("e2e4", flush=True)
                    case "list":
                        print("[1, 2]", flush=True)
                    case "mute":
                        say({"type": "move"})
                    case "cheat":
                        say({"type": "move", "move": "take 99"})
                    case "stubborn" | "good":
                        say({"type": "move", "move": moves[0]})
            case "quit" if kind != "stubborn":
                return
    while kind == "stubborn":  # it lives on when nobody speaks to it any more
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1])
