#!/usr/bin/env python3
"""Puts faults into shaders and layouts, one at a time, and sees whether the library's tests find them.

    verify/mutations.py [--sample N] [--seed S] [--only PATH] [--record FILE] [--integration]
    verify/mutations.py --list [--only PATH]
    verify/mutations.py [--integration] MUTANT...

A mutant is a file with one small change. Its name says which, FILE:LINE:COLUMN:OLD→NEW, and a name that was printed is
tried again where it is given. `--only` takes a file or a folder, also several times; `--list` prints the names of all
mutants and tries none. A quarter of a sample are mutants of `shaders/src`, the others of `shaders`; each file has some.

Mutants of shaders need no build: tests read shaders from the folder that CUBEBATCH_SHADERS names. Mutants of layouts
are built in a copy of the working tree, target/mutations, so that nothing is left behind in the tree itself. The tests
of the layouts come first, then those of the kernels of the file, then all of the library. Kernels are compared with their twins;
what kernels without twins find is compared with what the CPU engine finds (INTEGRATION). With `--integration` these
and the tests of the layouts are all: a folder of kernels of which they find each fault needs no twins.
The first test that fails ends the run of a mutant; so does TIMEOUT, as a kernel that does not end is a fault too.
Mutants that do not compile say nothing about the tests: in a sample others are drawn in their place.

Leaves one line for each mutant and a summary; a record, as Markdown, only with `--record`. Takes three
quarters of an hour for 200 mutants on 2 busy cores; needs a GPU or a software driver, Python 3.9, and nothing else.
"""

import argparse
import collections
import dataclasses
import datetime
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "mutations" / "tree"
TARGET = ROOT / "target" / "mutations" / "target"
TIMEOUT = 90  # seconds for each of the steps of a mutant's tests
TIMEOUTS = dict.fromkeys(["conformance", "gpu", "pocket"], 45)
LAYOUT_SHARE = 4  # one of this number of mutants in a sample is of a layout
SHADERS, GPU = "cubebatch_shaders", "cubebatch_gpu"  # the test programs inside packages, the quick one first

# What a folder of kernels finds is compared with what the CPU engine finds: programs with arguments, quick ones first.
SEARCHES = ["conformance", "--skip", "tables_are_the_same"]
INTEGRATION = {
    "space": [["pocket", "a_gpu_finds"]],
    "sorted_phase1": [["conformance", "tables_are_the_same"], [GPU, "sorted_phase1::"], ["gpu", "tables_of_phase_1"]],
    "sorted_phase2": [["gpu", "tables_of_phase_2"], ["conformance", "tables_are_the_same"]],
    "candidates": [SEARCHES],
    "modified": [SEARCHES],
    "descent": [["complete", "method::a_gpu_finds"]],
}
VALID = "tests::shaders_are_valid_and_have_one_kernel"

# Each with what it becomes; operators stand between blanks, so that those of generic types are left alone.
SWAPPED = {
    "arithmetic": {"+": "-", "-": "+", "*": "/", "/": "%", "%": "/", "+=": "-=", "-=": "+="},
    "bits": {"<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|", "|=": "&=", "&=": "|=", "^=": "|="},
    "comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"},
}
RENAMED = {
    "true": "false", "false": "true", "min": "max", "max": "min", "atomicMax": "atomicMin", "atomicMin": "atomicMax",
    "atomicAdd": "atomicSub", "atomicSub": "atomicAdd", "atomicOr": "atomicAnd", "atomicAnd": "atomicOr",
    "countTrailingZeros": "countLeadingZeros",
}
OPERATOR = re.compile(r"(?<= )([-+*/%&|^<>=!]{1,2})(?= |$)", re.M)
NUMBER = re.compile(r"(?<![\w.])(\d+)(u?)(?![\w.])")
STEP = re.compile(r"(\+\+|--)(?=[;) ])")
UNARY = re.compile(r"(?<=[ (\[])([~!])(?=[\w(])")
STATEMENT = re.compile(r"^ +((?:return|continue|break)|(?!return\b|let\b|var\b|const\b|use\b|pub\b)[a-z][^{};]*);", re.M)
CONDITION = re.compile(r"\bif (.+) \{$", re.M)
FIELD = re.compile(r"^( +)([a-z]\w*: [^\n]*),(?=\n((?: *\n)*)\1([a-z]\w*: [^\n]*),$)", re.M)


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    start: int
    end: int
    old: str
    new: str
    kind: str
    line: int
    column: int

    @property
    def name(self):
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}:{self.column}:{old}→{new}"

    def applied(self):
        text = (ROOT / self.path).read_text()
        return text[:self.start] + self.new + text[self.end:]


def blanked(text, pattern):
    """The text with blanks in the place of all that matches."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def code_of(path):
    """What of a file is mutated, everything at its place: neither comments nor tests. In the strings of wgsl.rs is WGSL."""
    text = blanked((ROOT / path).read_text(), r"//[^\n]*")
    if path.endswith(".rs"):
        text = blanked(text, r"#\[cfg\(test\)\]\nmod tests(?s:.*)")
        text = blanked(text, r"#\[cfg\(test\)\]\n *(?:macro_rules!|impl|pub fn|pub struct)[^\n]*\{\n(?s:.*?)\n\}")
        # Shaders and host both follow the order in which parameters and buffers are declared.
        text = blanked(text, r"^(?:parameters|kernels|lists)! \{\n(?s:.*?)\n\}")
        text = blanked(text, r"#!?\[[^\n]*\]\n|^ *(?:pub(?:\(crate\))? )?(?:use|mod) (?s:[^;]*);")
    return text if path.endswith("wgsl.rs") else blanked(text, r'"[^"\n]*"')


def split_arguments(text):
    """The places of the arguments in a list, and whether it is closed."""
    depth, start, places = 0, 0, []
    for i, c in enumerate(text):
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if depth < 0 or depth == 0 and c == ",":
            places.append((start, i))
            start = i + 1
        if depth < 0:
            return [(a, b) for a, b in places if text[a:b].strip()]
    return []


def changes(path, code):
    """All (start, end, new, kind) of a file."""
    for match in OPERATOR.finditer(code):
        for kind, swapped in SWAPPED.items():
            if match.group() in swapped:
                yield *match.span(), swapped[match.group()], kind
    for match in NUMBER.finditer(code):
        value, unsigned = int(match[1]), match[2]
        for other in {value + 1, max(value - 1, 0)} - {value}:
            yield *match.span(), f"{other}{unsigned}", "number"
    for match in re.finditer(r"\b[a-zA-Z]+\b", code):
        if match.group() in RENAMED:
            yield *match.span(), RENAMED[match.group()], "name"
    for match in STEP.finditer(code):
        yield *match.span(), {"++": "--", "--": "++"}[match.group()], "arithmetic"
    for match in UNARY.finditer(code):
        yield *match.span(), "", "bits" if match.group() == "~" else "condition"
    for match in CONDITION.finditer(code):
        yield *match.span(1), f"!({match[1]})", "condition"
    for match in FIELD.finditer(code):
        yield match.start(2), match.end(4), f"{match[4]},\n{match[3]}{match[1]}{match[2]}", "order"
    for match in re.finditer(r"\w\(", code):
        places = [(match.end() + a, match.end() + b) for a, b in split_arguments(code[match.end():])]
        is_declared = re.search(r"\bfn \w+$", code[:match.start() + 1])
        for (a, b), (c, d) in zip(places, places[1:]):
            first, second = code[a:b].strip(), code[c:d].strip()
            is_closure = path.endswith(".rs") and "|" in first + second
            if first != second and not is_declared and not is_closure:
                start = a + len(code[a:b]) - len(code[a:b].lstrip())
                end = c + len(code[c:d].rstrip())
                yield start, end, f"{second}, {first}", "order"
    if path.endswith(".wgsl"):
        for match in STATEMENT.finditer(code):
            yield match.start(1), match.end(), "", "statement"


def mutants_of(path):
    text, code = (ROOT / path).read_text(), code_of(path)
    for start, end, new, kind in changes(path, code):
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start)
        yield Mutant(path, start, end, text[start:end], new, kind, line, column)


def files(only):
    found = [*sorted((ROOT / "shaders").rglob("*.wgsl")), *sorted((ROOT / "shaders" / "src").glob("*.rs"))]
    paths = [str(path.relative_to(ROOT)) for path in found]
    wanted = [os.path.normpath(path) for path in only]
    return [path for path in paths if not wanted or any(f"{path}/".startswith(f"{w}/") for w in wanted)]


def drawn(only, sample, seed):
    """Each file's mutants in random order, and how many of them are to be tried: by the square root of how many it has."""
    queues, quotas = {}, {}
    is_layout = lambda path: path.endswith(".rs")
    paths = files(only)
    for path in paths:
        queues[path] = sorted(mutants_of(path), key=lambda mutant: (mutant.start, mutant.new))
        random.Random(f"{seed} {path}").shuffle(queues[path])
    both = len({is_layout(path) for path in paths}) == 2
    for layout in (False, True):
        some = [path for path in paths if is_layout(path) == layout and queues[path]]
        share = sample // LAYOUT_SHARE if layout else sample - sample // LAYOUT_SHARE
        weight = sum(len(queues[path]) ** 0.5 for path in some)
        total = 0
        for path in some:
            before, total = total, total + len(queues[path]) ** 0.5 / weight * (share if both else sample)
            quotas[path] = round(total) - round(before)
    return queues, quotas


class Tests:
    """The test program of the library, built from a folder."""

    def __init__(self, folder, integration=False):
        self.folder = folder
        self.integration = integration
        # Debug information takes time, and no test reads it.
        self.environment = {**os.environ, "CUBEBATCH_REQUIRE_GPU": "1", "CARGO_PROFILE_DEV_DEBUG": "0"}
        self.environment["CARGO_TARGET_DIR"] = str(TARGET)
        # The two-phase search is compared over whole tables, which the tests of `tests/complete` leave there.
        self.environment.setdefault("CUBEBATCH_TABLES", str(ROOT / "target" / "tmp" / "complete-tables"))
        self.programs = {}

    def build(self):
        """Messages of a build that fails, or None."""
        programs = {SHADERS, GPU, *(step[0] for folder in INTEGRATION for step in self.steps_of(folder))}
        command = ["cargo", "test", "--locked", "--no-run", "--color", "never", "--lib"]
        command += ["-p", "cubebatch-shaders", "-p", "cubebatch-gpu"]
        command += ["-p", "cubebatch", "--features", "cubebatch/rand,cubebatch/files"]
        command += [argument for program in sorted(programs - {SHADERS, GPU}) for argument in ("--test", program)]
        built = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        executables = re.findall(r"Executable .* \((.*/(\w+)-\w+)\)", built.stderr)
        self.programs = {name: self.folder / path for path, name in executables if name in programs}
        return built.stderr if built.returncode or len(self.programs) != len(programs) else None

    def steps_of(self, folder):
        """The tests of a folder of kernels, or of a layout: each a program with its arguments."""
        has_twins = (ROOT / "gpu" / "src" / "twin_tests" / f"{folder}.rs").exists()
        if folder in INTEGRATION and (self.integration or not has_twins):
            return INTEGRATION[folder]
        return [[GPU, f"twin_tests::{folder}", *(["--include-ignored"] if folder == "two_phase" else [])]]

    def run(self, program, *arguments, shaders=None, limit=None):
        """Which test fails, and what was printed; None if all pass."""
        limit = limit or TIMEOUTS.get(program, TIMEOUT)
        environment = {**self.environment, **({"CUBEBATCH_SHADERS": str(shaders)} if shaders else {})}
        command = [self.programs[program], "--test-threads", "2", *arguments]
        process = subprocess.Popen(command, cwd=self.folder, env=environment, text=True, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        timer = threading.Timer(limit, os.killpg, [process.pid, signal.SIGKILL])
        timer.start()
        started, output = time.monotonic(), ""
        try:
            for line in process.stdout:
                output += line
                failed = re.match(r"test (\S+) .*\.\.\. FAILED", line)
                # The layout tests are quick, and report their fault only at the end.
                if failed and VALID not in arguments:
                    return failed[1], output
            if process.wait() == 0:
                return None
            if time.monotonic() - started >= limit:
                return "does not end", output
            return "the test program breaks off", output
        finally:
            timer.cancel()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()


def folders_of(path):
    """The folders of the kernels that consist of this file, quick ones first."""
    listed = (ROOT / "shaders" / "src" / "shader.rs").read_text()
    kernels = re.findall(r'"(\w+)/\w+", \[([^]]*)\];', listed)
    stem = pathlib.Path(path).stem
    of_file = [folder for folder, shared in kernels if f'"{stem}"' in shared] if "shared/" in path else [path.split("/")[1]]
    quick = ["space", "optimal", "sorted_phase1", "candidates", "coset", "descent", "sorted_phase2", "complete", "modified",
             "two_phase"]
    return sorted(set(of_file), key=quick.index)


def try_shader(mutant, tests):
    with tempfile.TemporaryDirectory() as folder:
        shaders = pathlib.Path(folder) / "shaders"
        shutil.copytree(ROOT / "shaders", shaders)
        (shaders / pathlib.Path(mutant.path).relative_to("shaders")).write_text(mutant.applied())
        fails = tests.run(SHADERS, VALID, "--exact", shaders=shaders)
        if fails and not re.search(r"assertion `left == right`|has no or several kernels", fails[1]):
            return "invalid", ""
        if fails:
            return "caught", VALID
        steps = [step for folder in folders_of(mutant.path) for step in tests.steps_of(folder)]
        done = [argument for step in steps if step[0] == GPU for argument in ("--skip", step[1])]
        others = [] if tests.integration else [[GPU, *done]]
        for step in [[SHADERS], *steps, *others]:
            if fails := tests.run(*step, shaders=shaders):
                return "caught", f"{step[0]}: {fails[0]}"
    return "survived", ""


def try_layout(mutant, tests):
    path = COPY / mutant.path
    original = path.read_text()
    path.write_text(mutant.applied())
    try:
        if message := tests.build():
            # What Rust computes when it compiles are checks of ours; all else is no program.
            is_check = re.search(r"error\[E0080\]|error: this (?:arithmetic )?operation will (?:panic|overflow)", message)
            return ("caught", "the build: " + is_check.group()) if is_check else ("invalid", "")
        stem = pathlib.Path(mutant.path).stem
        for step in [[SHADERS], *tests.steps_of(stem), *([] if tests.integration else [[GPU]])]:
            if fails := tests.run(*step, limit=3 * TIMEOUT):
                return "caught", f"{step[0]}: {fails[0]}"
    finally:
        path.write_text(original)
    return "survived", ""


def copy_tree():
    """The files that git knows or does not ignore, as they are now; build outputs are kept."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout
    paths = {path for path in listed.split("\0") if path and (ROOT / path).exists()}
    for copy in [path for path in COPY.rglob("*") if path.is_file()]:
        if str(copy.relative_to(COPY)) not in paths:
            copy.unlink()
    for path in paths:
        source, copy = ROOT / path, COPY / path
        if not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def checked(tests, what):
    """Without a mutant all must pass."""
    started = time.monotonic()
    if message := tests.build():
        sys.exit(f"{what} do not compile\n{message}")
    built = time.monotonic()
    for program in tests.programs:
        if fails := tests.run(program, limit=10 * TIMEOUT):
            sys.exit(f"{what} fail: {fails[0]}\n{fails[1]}")
    print(f"# {what} pass: built in {built - started:.0f} s, run in {time.monotonic() - built:.0f} s", flush=True)


class Trial:
    """Tries mutants, and remembers what became of them."""

    def __init__(self, integration):
        copy_tree()
        self.tests = Tests(COPY, integration)
        checked(self.tests, "the library's tests")
        # The program for shaders stays as it is while the copy is built again.
        self.of_shaders = Tests(COPY, integration)
        self.of_shaders.programs = {name: path.with_name(f"{name}_of_shaders") for name, path in self.tests.programs.items()}
        for name, path in self.tests.programs.items():
            shutil.copy(path, self.of_shaders.programs[name])
        self.results = []

    def of(self, mutant):
        started = time.monotonic()
        is_layout = mutant.path.endswith(".rs")
        verdict, by = try_layout(mutant, self.tests) if is_layout else try_shader(mutant, self.of_shaders)
        self.results.append((mutant, verdict, by))
        print(f"{verdict:8} {time.monotonic() - started:5.1f} s  {mutant.name}  {by}", flush=True)
        return verdict


def counts_of(results, key):
    counts = collections.defaultdict(collections.Counter)
    for mutant, verdict, _ in results:
        counts[key(mutant)][verdict] += 1
    return dict(sorted(counts.items()))


def summary(results):
    totals = collections.Counter(verdict for _, verdict, _ in results)
    tried = totals["caught"] + totals["survived"]
    return f"{tried} mutants: {totals['caught']} caught, {totals['survived']} survived; {totals['invalid']} more did not compile"


def table(head, results, key):
    lines = [f"| {head} | caught | survived |", "|---|---:|---:|"]
    for name, counts in counts_of(results, key).items():
        if counts["caught"] + counts["survived"]:
            lines.append(f"| {name} | {counts['caught']} | {counts['survived']} |")
    return "\n".join(lines) + "\n"


def record(results, began, commit):
    code = lambda mutant: "`" + mutant.name.replace("|", "\\|") + "`"
    survivors = [f"| {code(mutant)} | |" for mutant, verdict, _ in results if verdict == "survived"]
    minutes = (datetime.datetime.now() - began).total_seconds() / 60
    return "\n".join([
        f"# Mutants of shaders and layouts, {began:%Y-%m-%d}\n",
        f"Commit {commit}, {os.cpu_count()} cores, {minutes:.0f} minutes.\n",
        f"Command: `verify/mutations.py {' '.join(sys.argv[1:])}`. {summary(results)}.\n",
        table("file", results, lambda mutant: f"`{mutant.path}`"),
        table("kind", results, lambda mutant: mutant.kind),
        "| survivor | why |",
        "|---|---|",
        *survivors,
        "",
    ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants", nargs="*", metavar="MUTANT")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], metavar="PATH")
    parser.add_argument("--integration", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    if not files(arguments.only):
        sys.exit("no such file: " + ", ".join(arguments.only))
    if arguments.list:
        for path in files(arguments.only):
            print("\n".join(sorted({mutant.name for mutant in mutants_of(path)})))
        return
    began = datetime.datetime.now()
    describe = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if arguments.mutants:
        known = {mutant.name: mutant for path in files([]) for mutant in mutants_of(path)}
        if unknown := [name for name in arguments.mutants if name not in known]:
            sys.exit("no such mutants: " + ", ".join(unknown))
        trial = Trial(arguments.integration)
        for name in arguments.mutants:
            trial.of(known[name])
    else:
        queues, quotas = drawn(arguments.only, arguments.sample, arguments.seed)
        trial = Trial(arguments.integration)
        for path, quota in quotas.items():
            queue = iter(queues[path])
            while quota > 0 and (mutant := next(queue, None)):
                quota -= trial.of(mutant) != "invalid"
    print("#", summary(trial.results))
    if arguments.record:
        arguments.record.write_text(record(trial.results, began, commit))


if __name__ == "__main__":
    main()
