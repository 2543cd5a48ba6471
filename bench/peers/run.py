"""Tilery beside its peers, in one run on one machine: `python bench/peers/run.py`.

Installs the peers and Tilery into an environment of its own, outside the repository, measures each library in a
process of its own, all of them in turn and several times over, and prints a table with the median and the range of each
speed. With `--write` it becomes docs/peers.md, with a chart (docs/peers.svg). What a move is stands in `measure.py`;
what cannot be compared is said under the table.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENVIRONMENT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tilery-peers"
DOCS = ROOT / "docs"
LIBRARIES = ("open_spiel", "pgx", "pettingzoo", "rlcard", "tilery")
PACKAGES = {"OpenSpiel": "open_spiel", "pgx": "pgx", "PettingZoo": "pettingzoo", "RLCard": "rlcard"}

Entry = dict[str, Any]


def project_file() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def own_version() -> str:
    text = (ROOT / "tilery" / "__init__.py").read_text("utf-8")
    return re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)[1]  # type: ignore[index]


def install(environment: Path) -> Path:
    """The Python of an environment with all peers and what Tilery needs; Tilery itself is run from the sources."""
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    project = project_file()
    needed = [*project["dependencies"], *project["optional-dependencies"]["research"]]
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--requirement", str(HERE / "requirements.txt"), *needed], check=True)
    return python


def measure(python: Path, libraries: list[str], repeats: int) -> list[Entry]:
    """Every entry with its speeds, one from each repeat: the libraries take turns, so that a busy minute meets all."""
    found: dict[tuple[str, ...], Entry] = {}
    for number in range(repeats):
        for library in libraries:
            print(f"Measuring {library}, {number + 1} of {repeats}.", file=sys.stderr, flush=True)
            ran = subprocess.run(
                [str(python), str(HERE / "measure.py"), library],
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            for line in ran.stdout.splitlines():
                if line.startswith("{"):
                    each = json.loads(line)
                    speed = each.pop("speed")
                    found.setdefault(tuple(each.values()), {**each, "speeds": []})["speeds"].append(speed)
    for each in found.values():
        each["speed"] = round(median(each["speeds"]))
    return list(found.values())


def versions(python: Path) -> dict[str, str]:
    code = (
        "import importlib.metadata as m, json, sys; print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))"
    )
    ran = subprocess.run([str(python), "-c", code, *PACKAGES.values()], stdout=subprocess.PIPE, text=True, check=True)
    known: dict[str, str] = json.loads(ran.stdout)
    return {**{name: known[package] for name, package in PACKAGES.items()}, "Tilery": own_version()}


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores of {model}, Python {platform.python_version()}"


def is_tie(one: Entry, other: Entry) -> bool:
    """Whether two libraries' speeds overlap, so that another run may turn their order round."""
    return bool(one["library"] != other["library"] and min(one["speeds"]) <= max(other["speeds"]))


def ties(entries: list[Entry]) -> list[str]:
    """For each row the numbers of all rows above it that it ties with."""
    found = [
        ", ".join(str(at + 1) for at, above in enumerate(entries[:place]) if is_tie(above, each))
        for place, each in enumerate(entries)
    ]
    return [f"tie with {rows}" if rows else "" for rows in found]


CLEARLY = 1.5  # times as fast, or more


def verdict(own: Entry, peer: Entry) -> str:
    """How many times as fast, and whether that is clear; ahead by less than half as much again is no lead."""
    times = f"{own['speed'] / peer['speed']:.2f}"
    if min(own["speeds"]) >= CLEARLY * max(peer["speeds"]):
        return f"{times}, faster"
    return f"{times}, slower" if max(own["speeds"]) < min(peer["speeds"]) else f"{times}, a tie"


# How Tilery is played, and by which peers' entries as well.
ALIKE = {
    "stepped from Python": {
        "C++ game, stepped from Python": "OpenSpiel's hearts, dealt as documented",
        "C++ game, stepped from Python, dealt the quick way": "OpenSpiel's hearts, dealt the quick way",
    },
    "AEC": {"AEC": "PettingZoo's connect_four_v3"},
}
PEER_GAMES = ("hearts", "connect_four_v3")


def ratios(found: list[Entry]) -> list[str]:
    """Tilery's games beside the peers that are played in the same way, in a table for each way."""
    lines = []
    for way, names in ALIKE.items():
        peers = [each for each in found if each["game"] in PEER_GAMES and each["how"] in names]
        own = [each for each in found if (each["library"], each["how"]) == ("Tilery", way)]
        if peers and own:
            peers.sort(key=lambda each: each["speed"])
            lines += [f"| {way} |" + "".join(f" times {names[each['how']]} |" for each in peers)]
            lines += ["|---|" + "---|" * len(peers)]
            lines += [f"| {e['game']} | " + " | ".join(verdict(e, peer) for peer in peers) + " |" for e in own]
            lines.append("")
    explained = (
        f"*Faster*: the slowest run is at least {CLEARLY} times as fast as the fastest of the other. "
        "*Slower*: the fastest run is slower than the slowest of the other. All else is a tie."
    )
    return ["## Side by side", "", explained, "", *lines] if lines else []


def as_markdown(found: list[Entry], known: dict[str, str], repeats: int, load: float) -> str:
    """The table, with what has to be known to read it."""
    today = datetime.date.today().isoformat()
    lines = [
        "# Compared with its peers",
        "",
        f"`python bench/peers/run.py --repeats {repeats}`, {today}, {machine()}; "
        + ", ".join(f"{name} {version}" for name, version in known.items())
        + f". Load of the machine when it began: {load:.1f}.",
        "",
        "![Speeds on a logarithmic scale](peers.svg)",
        "",
    ]
    for unit, title in (("moves/s", "Random games"), ("iterations/s", "Search")):
        lines += [
            f"## {title}",
            "",
            f"| | library | game | how | {unit} | lowest to highest | |",
            "|---:|---|---|---|---:|---:|---|",
        ]
        entries = sorted((each for each in found if each["unit"] == unit), key=lambda each: -each["speed"])
        for number, (e, tie) in enumerate(zip(entries, ties(entries), strict=True), 1):
            span = f"{min(e['speeds']):,} to {max(e['speeds']):,}"
            lines.append(f"| {number} | {e['library']} | {e['game']} | {e['how']} | {e['speed']:,} | {span} | {tie} |")
        lines.append("")
    lines += ratios(found)
    return "\n".join([*lines, (HERE / "notes.md").read_text("utf-8")])


BAR, GAP, LABEL, SCALE = 18, 6, 330, 520


def as_svg(found: list[Entry]) -> str:
    """Bars on a logarithmic scale, the fastest first."""
    entries = sorted((each for each in found if each["unit"] == "moves/s"), key=lambda each: -each["speed"])
    low, high = 3.0, math.ceil(math.log10(entries[0]["speed"]))
    height = 40 + len(entries) * (BAR + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABEL + SCALE + 110} {height}" '
        'font-family="system-ui, sans-serif" font-size="12">',
        "<style>text{fill:#444}.line{stroke:#ccc}@media(prefers-color-scheme:dark){text{fill:#ccc}.line{stroke:#555}}</style>",
    ]
    for power in range(int(low), high + 1):
        x = LABEL + SCALE * (power - low) / (high - low)
        parts.append(
            f'<path class="line" d="M{x:.0f} 24V{height - 8}"/>'
            f'<text x="{x:.0f}" y="16" text-anchor="middle">10{_raised(power)}</text>'
        )
    for number, each in enumerate(entries):
        y = 30 + number * (BAR + GAP)
        width = max(SCALE * (math.log10(each["speed"]) - low) / (high - low), 1)
        colour = "#00897b" if each["library"] == "Tilery" else "#b0886a"
        label = f"{each['library']}, {each['game']}: {each['how']}"
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 13}" text-anchor="end">{label}</text>'
            f'<rect x="{LABEL}" y="{y}" width="{width:.0f}" height="{BAR}" rx="3" fill="{colour}"/>'
            f'<text x="{LABEL + width + 6:.0f}" y="{y + 13}">{each["speed"]:,}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=LIBRARIES, nargs="*", help="measure these alone")
    parser.add_argument("--repeats", type=int, default=3, help="how often everything is measured; default 3")
    parser.add_argument(
        "--environment", type=Path, default=ENVIRONMENT, help=f"where to install; default {ENVIRONMENT}"
    )
    parser.add_argument("--write", action="store_true", help="write docs/peers.md and docs/peers.svg")
    asked = parser.parse_args()
    if asked.write and asked.only:
        parser.error("--write is for a run of all libraries")
    python = install(asked.environment)
    load = os.getloadavg()[0]
    found = measure(python, asked.only or list(LIBRARIES), asked.repeats)
    table = as_markdown(found, versions(python), asked.repeats, load)
    print(table)
    if asked.write:
        (DOCS / "peers.md").write_text(table, "utf-8")
        (DOCS / "peers.svg").write_text(as_svg(found), "utf-8")


if __name__ == "__main__":
    main()
