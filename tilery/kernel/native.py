"""The compile decorator: plain Python functions become machine code that is kept between processes.

Compiled code lands in a folder named by a digest of all sources it may have been made from, so an edit is never
answered with yesterday's machine code. A game has a folder of its own within, so that an edit of one game costs no
compile of the others. Digests and folders do not depend on where a checkout lies: another checkout with the same
sources uses the same machine code. With ``NUMBA_DISABLE_JIT=1`` every function stays plain Python; so do those of a
game whose machine code is not there yet (`plain.py`).
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config as _config
from numba.core.caching import UserProvidedCacheLocator
from numba.extending import register_jitable
from platformdirs import user_cache_path

from tilery.kernel import plain

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL = PACKAGE / "kernel"
GAMES = PACKAGE / "games"
DATA_ENDINGS = (".toml", ".txt")
COMPILES = re.compile(r"^@(native|native_wrapping|embedded|inlined|overload|intrinsic)\b", re.MULTILINE)
IMPORTS = re.compile(r"^from (\S+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
STATEMENTS = re.compile(r"^(?=[^\s)\]}])", re.MULTILINE)
DEFINITION = re.compile(r"(?:async )?(?:def|class) (\w+)|(\w+)(?:: [^\n=]+)? = ")
REMARK = re.compile(r'""".*?"""|#[^\n]*', re.DOTALL)
config: Any = _config  # its settings are attributes made at run time
COMPILED = not config.DISABLE_JIT


def native(function: Function) -> Function:
    """Compile `function` on its first call; it holds no interpreter lock while it runs."""
    compiled: Function = _jit(function)
    return compiled


def embedded(function: Function) -> Function:
    """Compile `function` as `native` does, and also into all compiled functions that call it.

    For what a search does with every state: to hand over a network and working memory, array by array, takes longer
    than many a function that is called with them.
    """
    compiled: Function = _jit(function, forceinline=True)
    return compiled


def native_wrapping(function: Function) -> Function:
    """Like `native`, for arithmetic that is meant to wrap around at 64 bits."""
    if not COMPILED:
        return _wrapping(function)
    compiled: Function = _jit(function, _wrapping)
    return compiled


def _wrapping(function: Function) -> Function:
    return np.errstate(over="ignore")(function)


def inlined(function: Function) -> Function:
    """Compile a small function into those that call it; called from elsewhere, it stays the plain Python that it is."""
    if COMPILED:
        register_jitable(error_model="numpy")(function)
    return function


def direct(function: Function, *examples: Any) -> Function:
    """Return the machine code of `function` for arguments of the types that the examples have.

    Calling it skips the look at every argument's type, which costs as much as a short function itself. So nothing may
    be passed that the caller has not made or checked: a fraction would be cut, another array misread.
    """
    if not COMPILED or plain.is_plain_among(examples):
        return function
    dispatcher: Any = function
    types = tuple(map(numba.typeof, examples))
    dispatcher.compile(types)  # mostly found on the disk
    code: Function = dispatcher.get_overload(types)
    return code


def _jit(function: Any, make_plain: Callable[[Any], Any] = lambda function: function, forceinline: bool = False) -> Any:
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve().parent))
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{MovableCacheLocator.__name__}"
    try:
        dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline)(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    if COMPILED:
        plain.let_run_plain(dispatcher, make_plain)
    return dispatcher


class MovableCacheLocator(UserProvidedCacheLocator):
    """Names the folder of a module's machine code by its place in the package instead of its place on the disk."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(PACKAGE):
            return ".".join(folder.relative_to(PACKAGE.parent).parts)
        return str(super().get_suitable_cache_subpath(py_file))  # type: ignore[no-untyped-call]


@cache
def digest(folder: Path) -> str:
    """Names the sources below `folder` that machine code is made from: their places in it and their contents."""
    total = hashlib.sha256()
    for path in sorted(_sources(folder)):
        total.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _sources(folder: Path) -> set[Path]:
    """Files with compiled functions, all that those make use of, and the data beside them. Other edits cost no compile.

    Of the whole package, what all games share: each game has a digest of its own.
    """
    texts = {path: path.read_text("utf-8") for path in folder.rglob("*.py") if _game_of(path.parent) in {None, folder}}
    used: dict[Path, set[str]] = {}  # what machine code is made from, and the names in it that matter
    left: list[tuple[Path, set[str]]] = [(path, set()) for path, text in texts.items() if COMPILES.search(text)]
    while left:
        path, names = left.pop()
        if path in texts and not (path in used and names <= used[path]):
            names |= used.get(path, set())
            used[path] = names
            left += _imported(path, texts[path], _words_that_matter(texts[path], names))
    folders = {path.parent for path in used}
    packages = {place / "__init__.py" for place in folders} & texts.keys()  # they tell which functions a game offers
    return (
        used.keys() | packages | {path for place in folders for path in place.iterdir() if path.suffix in DATA_ENDINGS}
    )


def _words_that_matter(text: str, names: set[str]) -> set[str]:
    """Return the words in compiled functions, in statements at the top level, and in all definitions that those name.

    What only plain functions make use of has no part in machine code. Words that are no names do no harm.
    """
    words, plain, is_compiled = set(names), dict[str, set[str]](), False
    for statement in STATEMENTS.split(REMARK.sub("", text)):
        definition = DEFINITION.match(statement)
        if statement.startswith("@"):
            is_compiled = is_compiled or bool(COMPILES.match(statement))
        elif definition and not is_compiled:
            plain.setdefault(definition[1] or definition[2], set()).update(re.findall(r"\w+", statement))
        elif not statement.startswith(("from ", "import ", "if __name__")):
            words |= set(re.findall(r"\w+", statement))
            is_compiled = False
    while named := words & plain.keys():
        for name in named:
            words |= plain.pop(name)
    return words


def _imported(path: Path, text: str, words: set[str]) -> list[tuple[Path, set[str]]]:
    """Return the files from which a source imports some of these words, each with the name that it is asked for.

    A name means a module or something in one.
    """
    found = []
    for package, names in IMPORTS.findall(text):
        dots = len(package) - len(package.lstrip("."))
        base = path.parents[dots - 1] if dots else PACKAGE.parent
        module = base.joinpath(*filter(None, package.lstrip(".").split(".")))
        for name, alias in re.findall(r"(\w+)(?: as (\w+))?", names):
            if (alias or name) in words:
                modules = [place for place in (module / f"{name}.py", module / name / "__init__.py") if place.exists()]
                asked = set(re.findall(rf"\b{alias or name}\.(\w+)", text)) if modules else {name}
                found += [(place, asked) for place in modules or (module.with_suffix(".py"), module / "__init__.py")]
    return found


@cache
def cache_folder(folder: Path) -> Path:
    """Return where the machine code of the functions in `folder` is kept: apart for each Python and each Numba.

    Rules and what runs them need nothing of bots and batches, whose edits therefore do not compile rules again.
    """
    game = _game_of(folder)
    needed = PACKAGE if game is None and not folder.is_relative_to(KERNEL) else KERNEL
    place = _cache_root() / f"{sys.implementation.cache_tag}-{numba.__version__}-{digest(needed)}"
    if game is not None:
        place /= f"{game.name}-{digest(game)}"
    place.mkdir(parents=True, exist_ok=True)
    return place


def _game_of(folder: Path) -> Path | None:
    """Return the game's folder that a folder belongs to; none for what is there for all games."""
    if folder.is_relative_to(GAMES):
        parts = folder.relative_to(GAMES).parts
        return GAMES / parts[0] if parts else None
    return None if folder.is_relative_to(PACKAGE) else folder


@cache
def _cache_root() -> Path:
    """Return the user's cache directory, or a temporary one where that cannot be written."""
    root = Path(os.environ["TILERY_CACHE"]) if "TILERY_CACHE" in os.environ else user_cache_path("tilery")
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        root = Path(tempfile.gettempdir()) / f"tilery-{os.getuid() if sys.platform != 'win32' else 'cache'}"
        root.mkdir(parents=True, exist_ok=True)
    return root
