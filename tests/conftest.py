"""Shared set-up: English, the fifth game from outside, how Hypothesis looks for counterexamples, the quick slice, and
which combinations are tried only when all are asked for."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tilery import games

HERE = Path(__file__).parent

os.environ.update(LANGUAGE="", LC_ALL="C.UTF-8")  # tests expect English, whatever the terminal speaks

games.add_folder(HERE / "outside")
os.environ["TILERY_GAMES"] = str(HERE / "outside")  # for the processes that tests start

# The same commit gets the same examples, so that nobody's work is held up by what chance found in another's. Looking
# for more is work of its own (`make fuzz`): examples by chance, many of them, and what failed is tried again first.
settings.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search",
    settings.get_profile("same"),
    derandomize=False,
    database=DirectoryBasedExampleDatabase(HERE / "failures"),
)
settings.load_profile("same")

# The slice: golden games and records, the rules of all games, the API on SQLite, the order of the packages.
QUICK_FILES = re.compile(
    r"kernel/|games/\w+/|match/test_(golden|match|perft|record|released_rules)\.py"
    r"|server/test_(api|table)\.py|test_(layout|project)\.py"
)
TOO_SLOW = re.compile("hidden|redeal|naive|opinion|postgresql")

# What takes longest begins first, so that no worker is alone with it at the end.
LONGEST = re.compile(r"test_(guides|installed|commands|notebooks|site|processes|openspiel|days|orphans|learned)\.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slice", choices=("quick", "rest"), help="run only the quick slice of the tests, or all others")
    parser.addoption(
        "--all-combinations",
        action="store_true",
        help="also run combinations whose parts are all tested in others: of screen, language, theme, way to play …",
    )


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Workers for `-n auto`: more than processors, as most tests of pages and servers wait for others.

    The quick slice waits for nobody.
    """
    count = os.cpu_count() or 1
    return count if config.option.slice == "quick" else count + max(2, count // 2)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what is not in the quick slice."""
    is_left_out = config.option.slice == "quick" and collection_path.is_file() and not _is_quick_file(collection_path)
    return True if is_left_out else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = [item for item in items if _is_wanted(item, config.option.slice, config.option.all_combinations)]
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = sorted(chosen, key=lambda item: not LONGEST.search(item.nodeid))


def _is_wanted(item: pytest.Item, part: str | None, all_combinations: bool) -> bool:
    if not all_combinations and item.get_closest_marker("combination"):
        return False
    return part is None or _is_quick(item) == (part == "quick")


@pytest.fixture
def all_combinations(request: pytest.FixtureRequest) -> bool:
    """Whether a test that goes through combinations by itself has to try all of them."""
    return bool(request.config.option.all_combinations)


def _is_quick(item: pytest.Item) -> bool:
    return _is_quick_file(item.path) and not TOO_SLOW.search(item.nodeid)


def _is_quick_file(path: Path) -> bool:
    return path.is_relative_to(HERE) and bool(QUICK_FILES.match(path.relative_to(HERE).as_posix()))
