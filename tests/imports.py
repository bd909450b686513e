#!/usr/bin/env python3
"""Checks that the modules of each crate, and those of each folder below it, import each other in one direction, without circles.

It reads the paths that begin with `crate`, `super` or `self`. Tests do not count, nor what a
comment names. For a circle it prints who imports what, and ends with 1.

    tests/imports.py
"""

import re
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = ("cli/src", "cube/src", "puzzles/src", "src", "tables/src")

# A path, and behind `use` a tree of paths.
PATH = re.compile(r"\b(?:crate|super|self)(?:::\w+)*(?:::\{)?")
ATTRIBUTE_OF_TESTS = re.compile(r"#\[cfg\((?:all\()?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*")
MODULE_OF_TESTS = re.compile(ATTRIBUTE_OF_TESTS.pattern + r"(?:pub(?:\(\w+\))? )?mod (\w+);")


def end_of_item(text, at):
    """Where the item ends that begins here."""
    depth = 0
    for at in range(at, len(text)):
        depth += (text[at] in "{([") - (text[at] in "})]")
        if depth < 0 or depth == 0 and text[at] in "};,":
            return at + 1
    return len(text)


def without_tests(text):
    while found := ATTRIBUTE_OF_TESTS.search(text):
        text = text[: found.start()] + text[end_of_item(text, found.end()) :]
    return text


def expanded(tree):
    """The paths of a tree `a::{b, c::{d}}`."""
    head, brace, rest = tree.strip().partition("{")
    if not brace:
        return [head.split(" as ")[0].strip()]
    branches, depth = [""], 0
    for character in rest[: rest.rindex("}")]:
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            branches.append("")
        else:
            branches[-1] += character
    return [head + path for branch in branches if branch.strip() for path in expanded(branch)]


def paths_in(text):
    for found in PATH.finditer(text):
        end = end_of_item(text, found.end() - 1) if found[0].endswith("{") else found.end()
        yield from expanded(text[found.start() : end])


def modules(crate):
    """The text of each module, by its path within the crate."""
    texts = {}
    for file in sorted((ROOT / crate).rglob("*.rs")):
        parts = file.relative_to(ROOT / crate).with_suffix("").parts
        name = parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts
        texts[name] = texts.get(name, "") + re.sub(r'(?<![:"])//[^\n]*', "", file.read_text())
    for_tests = {(*name, test) for name, text in texts.items() for test in MODULE_OF_TESTS.findall(text)}
    return {name: without_tests(text) for name, text in texts.items()
            if not any(name[:length] in for_tests for length in range(1, len(name) + 1))}


def names(texts):
    """For each module the names that it has from others, as `crate::Cube`, each with the path of what it names."""
    found = {}
    for module, text in texts.items():
        for tree in re.findall(r"\bpub(?:\([\w\s:]+\))? use ([^;]+);", text):
            for path in expanded(tree):
                if "::" in path:
                    found[(*module, path.split("::")[-1])] = path
    return found


def target(path, name, known, named):
    """The module that has what a path in the module `name` names."""
    first, *rest = path.split("::")
    base = () if first == "crate" else name[:-1] if first == "super" else name
    while rest[:1] == ["super"]:
        base, rest = base[:-1], rest[1:]
    full = (*base, *(rest if first in ("crate", "super", "self") else (first, *rest)))
    for length in range(len(full), 0, -1):
        if full[:length] in known:
            break
        if full[:length] in named:
            # What stands behind the name comes along: it may be a module.
            return target("::".join((named[full[:length]], *full[length:])), full[: length - 1], known, named)
    while full not in known:
        full = full[:-1]
    return full


def circles_in(crate):
    texts = modules(crate)
    named = names(texts)
    imports = [(name, target(path, name, texts, named), path) for name, text in texts.items() for path in paths_in(text)]
    circles = 0
    for folder in sorted({name[:depth] for name in texts for depth in range(len(name))}):
        graph, reasons = defaultdict(set), defaultdict(set)
        depth = len(folder)
        for name, found, path in imports:
            if name[:depth] == folder == found[:depth] and min(len(name), len(found)) > depth and name[depth] != found[depth]:
                graph[name[depth]].add(found[depth])
                reasons[name[depth], found[depth]].add(f"{'/'.join(name)} imports {path}")
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circles += 1
            circle = error.args[1][::-1]
            print(f"{crate}/{'/'.join(folder)}: a circle of {', '.join(sorted(set(circle)))}")
            for pair in zip(circle, circle[1:]):
                print("   ", next(iter(sorted(reasons[pair])), pair))
    return circles


if __name__ == "__main__":
    sys.exit(sum(map(circles_in, CRATES)) > 0)
