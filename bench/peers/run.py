"""Tilery beside its peers, in one run on one machine: `python bench/peers/run.py`.

Installs the peers and Tilery into an environment of its own (bench/peers/.env), measures each library in a process of
its own, and writes a table (peers.md) and a chart (peers.svg) into docs/. What a move is stands in `measure.py`; what
cannot be compared is said under the table.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENVIRONMENT = HERE / ".env"
DOCS = ROOT / "docs"
LIBRARIES = ("open_spiel", "pgx", "pettingzoo", "rlcard", "tilery")
PACKAGES = {"OpenSpiel": "open_spiel", "pgx": "pgx", "PettingZoo": "pettingzoo", "RLCard": "rlcard", "Tilery": "tilery"}

Entry = dict[str, Any]


def install() -> Path:
    """The Python of an environment with all peers."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "--requirement", str(HERE / "requirements.txt"), "--editable", f"{ROOT}[research]"], check=True
    )
    return python


def measure(python: Path, libraries: list[str]) -> list[Entry]:
    found = []
    for library in libraries:
        print(f"Measuring {library}.", flush=True)
        ran = subprocess.run(
            [str(python), str(HERE / "measure.py"), library], stdout=subprocess.PIPE, text=True, check=True
        )
        found += [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    return found


def versions(python: Path) -> dict[str, str]:
    code = (
        "import importlib.metadata as m, json, sys; print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))"
    )
    ran = subprocess.run([str(python), "-c", code, *PACKAGES.values()], stdout=subprocess.PIPE, text=True, check=True)
    known: dict[str, str] = json.loads(ran.stdout)
    return {name: known[package] for name, package in PACKAGES.items()}


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores of {model}, Python {platform.python_version()}"


def as_markdown(found: list[Entry], known: dict[str, str]) -> str:
    """The table, with what has to be known to read it."""
    today = datetime.date.today().isoformat()
    lines = [
        "# Compared with its peers",
        "",
        f"`python bench/peers/run.py`, {today}, {machine()}; "
        + ", ".join(f"{name} {version}" for name, version in known.items())
        + ".",
        "",
        "![Speeds on a logarithmic scale](peers.svg)",
        "",
    ]
    for unit, title in (("moves/s", "Random games"), ("iterations/s", "Search")):
        lines += [f"## {title}", "", f"| library | game | how | {unit} |", "|---|---|---|---:|"]
        entries = sorted((each for each in found if each["unit"] == unit), key=lambda each: -each["speed"])
        lines += [f"| {e['library']} | {e['game']} | {e['how']} | {e['speed']:,} |" for e in entries]
        lines.append("")
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
    parser.add_argument("--only", choices=LIBRARIES, nargs="*", help="measure these, and print instead of writing")
    asked = parser.parse_args()
    python = install()
    found = measure(python, asked.only or list(LIBRARIES))
    table = as_markdown(found, versions(python))
    if asked.only:
        print(table)
        return
    (DOCS / "peers.md").write_text(table, "utf-8")
    (DOCS / "peers.svg").write_text(as_svg(found), "utf-8")
    print(f"Written: {DOCS / 'peers.md'}, {DOCS / 'peers.svg'}")


if __name__ == "__main__":
    main()
