"""Shared set-up: English, the fifth game from outside, and how Hypothesis looks for counterexamples."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tilery import games

HERE = Path(__file__).parent

os.environ.update(LANGUAGE="", LC_ALL="C.UTF-8")  # tests expect English, whatever the terminal speaks

games.add_folder(HERE / "outside")
os.environ["TILERY_GAMES"] = str(HERE / "outside")  # for the processes that tests start

# Failures that Hypothesis finds are kept in the repository and tried again first.
settings.register_profile(
    "tilery",
    database=DirectoryBasedExampleDatabase(HERE / "failures"),
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tilery")
