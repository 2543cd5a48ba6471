"""`python -m tilery` is the `tilery` command."""

import sys

from tilery.cli import main

sys.exit(main())
