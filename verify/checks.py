#!/usr/bin/env python3
"""Prints the checks beside `./ci` that a change needs, by the table in CONTRIBUTING.md.

    verify/checks.py [COMMIT]   # what differs from COMMIT, by default from main's last commit on origin, else from HEAD
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| (?P<run>`[^|]+) \| (?P<paths>`[^|]+) \| (?P<takes>[^|]+) \|", re.MULTILINE)


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)


def main():
    since = sys.argv[1] if len(sys.argv) > 1 else "origin/main" if git("rev-parse", "-q", "--verify", "origin/main").stdout else "HEAD"
    listed = git("diff", "--name-only", since)
    if listed.returncode:
        sys.exit(listed.stderr.strip())
    changed = listed.stdout.split() + git("ls-files", "--others", "--exclude-standard").stdout.split()
    print("./ci")
    for row in ROW.finditer((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        paths = tuple(re.findall(r"`([^`]+)`", row["paths"]))
        because = [file for file in changed if file.startswith(paths)]
        if because:
            print(f"{row['run'].replace('`', '')}   # {row['takes']}; because of {because[0]}")


if __name__ == "__main__":
    main()
