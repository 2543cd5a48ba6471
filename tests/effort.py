"""How many examples Hypothesis tries: as many as a test asks for, times `TILERY_EFFORT` (see `make fuzz`)."""

import os

EFFORT = int(os.environ.get("TILERY_EFFORT", "1"))


def examples(usual: int) -> int:
    return usual * EFFORT
