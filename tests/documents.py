#!/usr/bin/env python3
"""Checks what the developers' pages say of the sources, so that it stays true.

- A path in backquotes is that of a file or folder, or the end of one. Words in capitals such as `FOLDER` stand for any name.
- A name in backquotes such as `snake_case`, `CamelCase` or `a::b_c` is a word of a source.
- The table of `unsafe` code has a row for each file with such code, and no other row.
- The tables of features in `src/lib.rs` and `docs/library.md` have a row for each feature.
- A source of a package is the module of another: a file that was left behind is never compiled.

It prints `file: name: why` for each finding, and ends with 1 if there is one.

    tests/documents.py
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTED = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
FILES = subprocess.run(LISTED, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()

# Users' pages have tests of their own, and records stay as they were written.
PAGES = [
    file
    for file in FILES
    if file in ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md") or file.endswith("README.md") and "/" in file
]
NO_SOURCES = (".md", ".json", ".svg", ".lock", ".txt")

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?<![\w/.:~$-])(?:[\w.-]+/)*[\w.-]+(?:/|\.(?:rs|py|ts|wgsl|sh|md|toml))(?![\w/])")
PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b")
NAME = re.compile(r"\b[A-Za-z]\w*\b")
OWN = re.compile(r"_|[a-z][A-Z]")
# Names of other programs that no source has.
OTHERS = {"VK_KHR_pipeline_executable_properties"}

# What runs on the machines of users.
PROGRAM = tuple(f"{crate}/src/" for crate in "cli cube gpu puzzles python rows search shaders tables web".split()) + ("src/",)
UNSAFE = re.compile(r"\bunsafe (?:\{|impl|fn|extern)|#\[unsafe\(")
ROW = re.compile(r"^\| (`[^|]+`) \|", re.MULTILINE)
FEATURE_PAGES = ("src/lib.rs", "docs/library.md")
FEATURE = re.compile(r"^(?://! )?\| `(\w+)` \|", re.MULTILINE)


def text(file):
    return (ROOT / file).read_text(encoding="utf-8", errors="replace")


def is_path(path):
    """Whether a file or folder has this path, or one that ends so."""
    parts = map(re.escape, PLACEHOLDER.sub("*", path.rstrip("/")).split("/"))
    ending = "/".join(parts).replace(r"\*", "[^/\n]*")
    return re.search(rf"^(?:.*/)?{ending}(?:/.*)?$", "\n".join(FILES), re.MULTILINE)


def words():
    """All words of the sources, the names of their files among them."""
    sources = [file for file in FILES if not file.endswith(NO_SOURCES) and (ROOT / file).is_file()]
    return set(re.findall(r"\w+", "\n".join(FILES))).union(*(re.findall(r"\w+", text(file)) for file in sources))


def findings_in(page, known):
    for quoted in QUOTED.findall(FENCED.sub("", text(page))):
        for path in PATH.findall(quoted):
            if not is_path(path):
                yield quoted, f"there is no {path}"
        for name in NAME.findall(PATH.sub("", quoted)):
            # A command can have a part of a test's name.
            is_known = name in known or " " in quoted and any(name in word for word in known)
            if OWN.search(name) and not is_known:
                yield quoted, f"no source has the word {name}"


def unequal(there, listed, what):
    for name in sorted(there ^ listed):
        yield name, f"{what} has no row for it" if name in there else f"{what} has a row for it without need"


def unsafe_rows():
    sources = [file for file in FILES if file.startswith(PROGRAM) and file.endswith(".rs")]
    code = {file for file in sources if UNSAFE.search(re.sub(r"//.*", "", text(file)))}
    section = text("fuzz/README.md").partition("## Unsafe code")[2]
    listed = {file for row in ROW.findall(section) for file in QUOTED.findall(row)}
    return unequal(code, listed, "the table of unsafe code")


def feature_rows(page):
    there = set(tomllib.loads(text("Cargo.toml"))["features"]) - {"default"}
    return unequal(there, set(FEATURE.findall(text(page))), "the table of features")


def left_behind():
    """Sources that no other source of their package names as a module."""
    for package in {file.rpartition("src/")[0] for file in FILES if file.startswith(PROGRAM)}:
        sources = {file for file in FILES if file.startswith(f"{package}src/") and file.endswith(".rs") and (ROOT / file).is_file()}
        named = set(re.findall(r"\bmod (\w+)", "\n".join(map(text, sources))))
        for file in sorted(sources):
            parts = file.removesuffix("/mod.rs").removesuffix(".rs").split("/")
            if parts[-1] not in named | {"lib", "main"}:
                yield file, parts[-1], "no source names this module"


def shader_paths():
    """Paths of Rust files that comments of shaders name, from the root, and that are not there."""
    for shader in (file for file in FILES if file.endswith(".wgsl")):
        for path in re.findall(r"[\w/]+/\w+\.rs\b", text(shader)):
            if path not in FILES:
                yield shader, path, "is no file"


def main():
    known = words() | OTHERS
    found = [(page, *finding) for page in PAGES for finding in findings_in(page, known)]
    found += [("fuzz/README.md", *finding) for finding in unsafe_rows()]
    found += left_behind()
    found += shader_paths()
    found += [(page, *finding) for page in FEATURE_PAGES for finding in feature_rows(page)]
    for finding in found:
        print("{}: {}: {}".format(*finding))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
