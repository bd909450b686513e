#!/usr/bin/env python3
"""Does to a running cubebatch what happens to programs: kills, full disks, limits, files that change, two at once.

    verify/faults/run.py [PROGRAM] [--seed N] [--only WORD] [--scale F]

PROGRAM is `target/release/cubebatch` by default. Prints a line for each fault: the number of tries, what the program must do,
and whether it did. The exit code is 1 if it failed once. It takes about ten minutes on two cores, two faults at a time, and a
gigabyte in the folder for temporary files. It mounts small disks, which needs root. Without root, these faults are reported as
not tried, which fails the run as well, unless you give --allow-untried.
"""

import argparse
import concurrent.futures
import contextlib
import itertools
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

CASES = []
# Most of them wait for a process, or for a moment to kill it.
AT_ONCE = 2


def case(name, promise):
    """Registers a fault: a function that gives how often it was tried, and raises Broken."""

    def register(run):
        CASES.append((name, promise, run))
        return run

    return register


class Broken(Exception):
    """The program did not do what it must."""

    outcome = "BROKEN"


class Untried(Exception):
    """This machine does not allow it."""

    outcome = "not tried"


def expect(holds, what):
    if not holds:
        raise Broken(what)


class Harness:
    """What one case works with: the program, and a folder of its own."""

    def __init__(self, program, folder, tables, seed, scale):
        self.program, self.folder, self.scale = str(pathlib.Path(program).resolve()), folder, scale
        self.random = random.Random(seed)
        self.tables = tables
        self.numbers = itertools.count()
        folder.mkdir(parents=True)

    def new_folder(self):
        path = self.folder / f"folder{next(self.numbers)}"
        path.mkdir()
        return path

    def folder_with_tables(self):
        """A folder with tables of its own, to be spoilt."""
        folder = self.new_folder()
        for name in TABLES:
            shutil.copy(self.tables / name, folder)
        return folder

    def times(self, count):
        return max(2, round(count * self.scale))

    def command(self, *args):
        return [self.program, *map(str, args)]

    def environment(self):
        return {**os.environ, "CUBEBATCH_TABLES": str(self.tables)}

    def start(self, *args, limits=None, **more):
        more.setdefault("stdin", subprocess.DEVNULL)
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen(self.command(*args), env=self.environment(), preexec_fn=limits, **more)

    def run(self, *args, limits=None, patience=300, **more):
        """Runs to the end; a panic, a signal or a hang is broken whatever the case is about."""
        process = self.start(*args, limits=limits, **more)
        try:
            out, errors = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"{' '.join(map(str, args))}: hangs") from None
        errors = (errors or b"").decode(errors="replace")
        expect(process.returncode >= 0, f"{args}: ended by signal {-process.returncode}: {errors[-300:]}")
        expect(process.returncode not in (101, 134), f"{args}: panics: {errors[-300:]}")
        return process.returncode, (out or b"").decode(errors="replace"), errors

    def positions(self, count, seed=1):
        path = self.folder / f"positions-{count}-{seed}"
        if not path.exists():
            code, out, errors = self.run("scramble", "--count", count, "--seed", seed)
            expect(code == 0, errors)
            path.write_text(out)
        return path

    def rows(self, positions, *method):
        """The rows of an undisturbed run."""
        code, out, errors = self.run("solve", *method, positions)
        expect(code == 0, errors)
        return out


THISTLETHWAITE = ("--method", "thistlethwaite", "--threads", "1")
MODIFIED = ("--method", "modified", "--phase1-depth", "5", "--phase2-depth", "7")
# What it reads.
TABLES = ("phase1-sorted-5.cube", "phase2-sorted-7.cube")


def assert_told(result, *words, code=2):
    """The program ended by itself with a sentence that holds these words."""
    found, _, errors = result
    expect(found == code, f"exit code {found} instead of {code}: {errors[-300:]}")
    expect(errors.startswith("cubebatch: ") or "\ncubebatch: " in errors, f"no sentence: {errors[-300:]}")
    for word in words:
        expect(word in errors, f"{word!r} is not in {errors[-300:]!r}")


# Kills


@case("kill -9 of solve, then --resume", "the rows of a run without a kill")
def killed_solves(harness):
    kills = 0
    jobs = [
        (THISTLETHWAITE, "text", 30_000, "out"),
        (THISTLETHWAITE, "jsonl", 30_000, "out"),
        (MODIFIED, "csv", 500, "out"),
        (THISTLETHWAITE, "text", 30_000, "out.gz"),
    ]
    wanted = harness.times(200)
    while kills < wanted:
        method, output, count, name = jobs[kills % len(jobs)]
        positions = harness.positions(count)
        args = ("solve", *method, "--format", output, positions)
        whole = harness.folder / f"whole-{method[1]}-{output}"
        if not whole.exists():
            code, out, errors = harness.run(*args)
            expect(code == 0, errors)
            whole.write_text(out)
        folder = harness.new_folder()
        out = folder / name
        resume, rounds = (), 0
        while True:
            process = harness.start(*args, "-o", out, *resume)
            rounds += 1
            try:
                # A run that is killed again and again before its first record never ends.
                _, errors = process.communicate(timeout=harness.random.uniform(0.02, 2.5) if rounds < 6 else 300)
                # The last kill came when all was done, and the record gone already.
                has_ended = resume and b"there is no record" in errors
                expect(process.returncode == 0 or has_ended, f"round {rounds}: {errors.decode()[-300:]}")
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
            resume = ("--resume",)
        text = subprocess.run(["gzip", "-dc", out], capture_output=True, check=True).stdout.decode() if name.endswith(
            ".gz"
        ) else out.read_text()
        expect(text == whole.read_text(), f"{args}: other rows after {rounds} rounds")
        # With --resume the record stays, by which the same command finds the run complete.
        has_record = bool(resume) and not has_ended
        left = [name, f"{name}.run"] if has_record else [name]
        expect(sorted(os.listdir(folder)) == left, f"left behind: {os.listdir(folder)}")
        if has_record:
            code, _, errors = harness.run(*args, "-o", out, "--resume")
            expect(code == 0 and errors.startswith("complete"), errors)
        shutil.rmtree(folder)
    return kills


@case("kill -9 of table build", "the next build makes the same file and leaves nothing else")
def killed_builds(harness):
    kills, reference = 0, {}
    wanted = harness.times(100)
    while kills < wanted:
        phase, depth = harness.random.choice([(1, 6), (2, 8), (1, 7)])
        args = ("table", "build", "--phase", phase, "--depth", depth)
        folder = harness.new_folder()
        process = harness.start(*args, "--tables", folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=harness.random.uniform(0.01, 0.8))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
        code, _, errors = harness.run(*args, "--tables", folder)
        expect(code == 0, errors)
        name = f"phase{phase}-sorted-{depth}.cube"
        expect(os.listdir(folder) == [name], f"left behind: {os.listdir(folder)}")
        table = (folder / name).read_bytes()
        expect(reference.setdefault(name, table) == table, f"{name} differs")
        shutil.rmtree(folder)
    return kills


@case("Ctrl-C and SIGTERM of solve", "exit code 130, whole rows, and the run goes on later")
def interrupted_solves(harness):
    positions = harness.positions(30_000)
    whole = harness.rows(positions, *THISTLETHWAITE)
    count = harness.times(20)
    for number in range(count):
        out = harness.new_folder() / "out"
        args = ("solve", *THISTLETHWAITE, positions, "-o", out)
        process = harness.start(*args)
        time.sleep(harness.random.uniform(0.1, 1.0))
        process.send_signal([signal.SIGINT, signal.SIGTERM][number % 2])
        _, errors = process.communicate(timeout=60)
        errors = errors.decode()
        if process.returncode == 0:
            continue
        has_begun = os.path.exists(f"{out}.run")
        goes_on = not has_begun or "--resume continues" in errors
        expect(process.returncode == 130 and goes_on, f"{process.returncode}: {errors}")
        expect(not has_begun or whole.startswith(out.read_text()), "rows are torn or others")
        expect(harness.run(*args, "--resume")[0] == 0, "it does not go on")
        expect(out.read_text() == whole, "other rows")
    return count


# Disks and folders


@contextlib.contextmanager
def small_disk(harness, size, options=""):
    folder = harness.new_folder()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}{options}", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, capture_output=True)
    if mounted.returncode != 0:
        raise Untried(mounted.stderr.decode().strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@case("full disk under solve -o", "a sentence, whole rows, and --resume goes on when there is room")
def full_disk_solve(harness):
    positions = harness.positions(30_000)
    whole = harness.rows(positions, *THISTLETHWAITE)
    sizes = ["64k", "200k", "1m"]
    for size in sizes:
        with small_disk(harness, size) as folder:
            out = folder / "out"
            args = ("solve", *THISTLETHWAITE, positions, "-o", out)
            assert_told(harness.run(*args), str(out), "Free some space")
            text = out.read_text()
            expect(whole.startswith(text) and text.endswith("\n") or not text, f"a torn row: {text[-40:]!r}")
            room = ["mount", "-o", "remount,size=16m", str(folder)]
            subprocess.run(room, check=True)
            code, _, errors = harness.run(*args, "--resume")
            expect(code == 0, errors)
            expect(out.read_text() == whole, "other rows")
    return len(sizes)


@case("full disk under table build", "a sentence at once, and nothing left behind")
def full_disk_build(harness):
    sizes = ["100k", "3m", "20m"]
    for size in sizes:
        with small_disk(harness, size) as folder:
            result = harness.run("table", "build", "--phase", 1, "--depth", 7, "--tables", folder)
            assert_told(result, "Free some space")
            expect(os.listdir(folder) == [], f"left behind: {os.listdir(folder)}")
    return len(sizes)


@case("read-only folders", "a sentence before any work")
def read_only(harness):
    with small_disk(harness, "1m") as folder:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        start = time.monotonic()
        result = harness.run("table", "build", "--phase", 1, "--depth", "complete", "--tables", folder)
        assert_told(result, str(folder))
        expect("built" not in result[2] and time.monotonic() - start < 2, "it built before it looked")
        positions = harness.positions(100)
        assert_told(harness.run("solve", *THISTLETHWAITE, positions, "-o", folder / "out"), str(folder))
        assert_told(harness.run("solve", "--tables", folder, positions), str(folder))
    return 3


@case("closed pipe and /dev/full as standard output", "a quiet end; a sentence")
def closed_pipe(harness):
    positions = harness.positions(30_000)
    for args in [("solve", *THISTLETHWAITE, positions), ("scramble", "--count", 10**6), ("--help",), ("man",)]:
        process = harness.start(*args)
        process.stdout.read(100)
        process.stdout.close()
        process.wait(timeout=60)
        errors = process.stderr.read().decode()
        expect(process.returncode in (0, 2) and "panick" not in errors, f"{args}: {process.returncode}: {errors}")
        with open("/dev/full", "wb") as full:
            assert_told(harness.run(*args, stdout=full), "stdout")
    return 8


# Limits


def limited(kind, value):
    return lambda: resource.setrlimit(kind, (value, value))


@case("ulimit -v: little memory", "a sentence, no abort")
def little_memory(harness):
    positions = harness.positions(100)
    tries = 0
    for megabytes in [60, 100, 200, 300, 500, 800]:
        limits = limited(resource.RLIMIT_AS, megabytes << 20)
        for args in [
            ("table", "build", "--phase", 1, "--depth", "complete", "--tables", harness.new_folder()),
            ("table", "build", "--phase", 2, "--depth", 9, "--tables", harness.new_folder()),
            ("solve", "--threads", 2, positions),
            ("solve", *MODIFIED, "--threads", 2, positions),
            ("pocket", "table"),
        ]:
            result = harness.run(*args, limits=limits)
            tries += 1
            if result[0] != 0:
                assert_told(result)
    return tries


@case("ulimit -u: few threads", "fewer threads work, or a sentence")
def few_threads(harness):
    if os.getuid() == 0 and not shutil.which("setpriv"):
        raise Untried("root has no limit on threads, and there is no setpriv")
    positions = harness.positions(100)
    for folder in [harness.folder, harness.folder.parent]:
        folder.chmod(0o755)
    tries = 0
    for limit in [1, 2, 3, 4, 5, 8]:
        for args in [("solve", *THISTLETHWAITE[:2], "--threads", "64", positions), ("solve", *MODIFIED, positions)]:
            command = harness.command(*args)
            if os.getuid() == 0:
                # A user who has no other processes.
                command = ["setpriv", "--reuid", "61234", "--clear-groups", *command]
            process = subprocess.run(
                ["sh", "-c", f'ulimit -u {limit}; exec "$@"', "sh", *command],
                env=harness.environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
            )
            tries += 1
            errors = process.stderr.decode()
            if process.returncode == 126 or "Permission denied" in errors:
                raise Untried("another user cannot run the program here")
            expect(process.returncode in (0, 2) and "panick" not in errors, f"{limit}: {process.returncode}: {errors[-300:]}")
    return tries


@case("ulimit -f: short files", "a sentence, whole rows")
def short_files(harness):
    positions = harness.positions(30_000)
    whole = harness.rows(positions, *THISTLETHWAITE)
    limits = [1024, 65_536, 1_000_000]
    for limit in limits:
        folder = harness.new_folder()
        out = folder / "out"
        result = harness.run("solve", *THISTLETHWAITE, positions, "-o", out, limits=limited(resource.RLIMIT_FSIZE, limit))
        assert_told(result, str(out))
        text = out.read_text()
        expect(whole.startswith(text) and (not text or text.endswith("\n")), f"a torn row: {text[-40:]!r}")
        folder = harness.new_folder()
        result = harness.run(
            "table", "build", "--phase", 1, "--depth", 7, "--tables", folder, limits=limited(resource.RLIMIT_FSIZE, limit)
        )
        assert_told(result)
        expect(os.listdir(folder) == [], f"left behind: {os.listdir(folder)}")
    return 2 * len(limits)


@case("ulimit -n: few open files", "it works or a sentence")
def few_files(harness):
    positions = harness.positions(100)
    tries = 0
    # With fewer not even the system's loader can open its libraries.
    for limit in [6, 7, 8, 10, 12, 16]:
        for args in [("solve", *THISTLETHWAITE, positions), ("solve", *MODIFIED, positions, "-o", harness.new_folder() / "o")]:
            result = harness.run(*args, limits=limited(resource.RLIMIT_NOFILE, limit))
            tries += 1
            if result[0] != 0:
                assert_told(result)
    return tries


# Files that change


@case("tables truncated under a running solve", "exit code 2, and the file is named")
def truncated_tables(harness):
    count = harness.times(10)
    for number in range(count):
        folder = harness.folder_with_tables()
        name = TABLES[number % 2]
        # Through a pipe, so that it lives.
        process = harness.start("solve", *MODIFIED, "--tables", folder, stdin=subprocess.PIPE)
        process.stdin.write(b"R U F\n")
        process.stdin.flush()
        process.stdout.readline()
        os.truncate(folder / name, [0, 4096][number % 3 == 0])
        text = harness.positions(2000).read_bytes()

        def feed():
            with contextlib.suppress(OSError):
                process.stdin.write(text)
                process.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        rows, errors = process.stdout.read(), process.stderr.read().decode()
        process.wait(timeout=60)
        feeder.join()
        expect(process.returncode == 2, f"exit code {process.returncode}: {errors}")
        expect(name in errors, f"{name} is not in {errors!r}")
        expect(b"panick" not in rows, "a panic")
    return count


@case("tables replaced under a running solve", "the rows are those of the old tables")
def replaced_tables(harness):
    positions = harness.positions(500)
    whole = harness.rows(positions, *MODIFIED)
    count = harness.times(10)
    for _ in range(count):
        folder = harness.folder_with_tables()
        process = harness.start("solve", *MODIFIED, "--tables", folder, positions)
        time.sleep(0.1)
        built = harness.run("table", "build", "--force", "--phase", 1, "--depth", 5, "--tables", folder)
        expect(built[0] == 0, built[2])
        out, errors = process.communicate(timeout=120)
        expect(process.returncode == 0 and out.decode() == whole, f"{process.returncode}: {errors.decode()[-300:]}")
    return count


@case("damaged tables", "a sentence, or the same rows; never a wrong one")
def damaged_tables(harness):
    positions = harness.positions(300)
    whole = harness.rows(positions, *MODIFIED)
    count = harness.times(60)
    for number in range(count):
        folder = harness.folder_with_tables()
        victim = folder / harness.random.choice(os.listdir(folder))
        data = bytearray(victim.read_bytes())
        at = harness.random.randrange(len(data))
        length = harness.random.choice([1, 64, 4096, 100_000])
        data[at : at + length] = harness.random.randbytes(len(data[at : at + length]))
        victim.write_bytes(data)
        code, out, errors = harness.run("solve", *MODIFIED, "--tables", folder, positions)
        expect(code in (0, 2), f"{code}: {errors}")
        if code == 0 and out != whole:
            solutions = folder / "solutions"
            solutions.write_text(out)
            checked = harness.run("check", positions, solutions)
            expect(checked[0] == 0, f"wrong rows: {checked[2][-300:]}")
        elif code == 2:
            expect("cubebatch: " in errors, errors)
        verified = harness.run("table", "verify", victim)
        expect(verified[0] == 2, f"verify finds nothing in {victim}")
        shutil.rmtree(folder)
    return count


@case("tables that are no files", "a sentence at once")
def no_files(harness):
    folder = harness.new_folder()
    name = folder / "phase1-sorted-5.cube"
    positions = harness.positions(100)
    os.mkfifo(name)
    assert_told(harness.run("solve", *MODIFIED, "--tables", folder, positions, patience=20), str(name))
    name.unlink()
    name.mkdir()
    assert_told(harness.run("solve", *MODIFIED, "--tables", folder, positions, patience=20), str(name))
    return 2


@case("a clock that is set back", "files of the future are tidied and used like others")
def clock_set_back(harness):
    folder = harness.folder_with_tables()
    left = folder / ".building-phase1-sorted-6-left"
    left.write_bytes(b"half")
    future = time.time() + 10**7
    for path in folder.iterdir():
        os.utime(path, (future, future))
    code, _, errors = harness.run("solve", *MODIFIED, "--tables", folder, harness.positions(100))
    expect(code == 0, errors)
    code, _, errors = harness.run("table", "build", "--phase", 1, "--depth", 6, "--tables", folder)
    expect(code == 0, errors)
    expect(not left.exists(), "what a killed build left is still there")
    return 2


# Two at once


@case("builds of one table at the same time", "one builds, the others wait for it")
def builds_at_once(harness):
    count = harness.times(5)
    for _ in range(count):
        folder = harness.new_folder()
        args = ("table", "build", "--phase", 1, "--depth", 7, "--tables", folder)
        processes = [harness.start(*args) for _ in range(4)]
        errors = [process.communicate(timeout=120)[1].decode() for process in processes]
        expect(all(process.returncode == 0 for process in processes), str(errors))
        built = sum(error.startswith("built ") or "\nbuilt " in error for error in errors)
        expect(built == 1, f"{built} built it: {errors}")
        expect(os.listdir(folder) == ["phase1-sorted-7.cube"], f"left behind: {os.listdir(folder)}")
    return count


@case("a builder that is killed while another waits", "the other one builds")
def killed_builder(harness):
    count = harness.times(5)
    for _ in range(count):
        folder = harness.new_folder()
        args = ("table", "build", "--phase", 1, "--depth", 7, "--tables", folder)
        first = harness.start(*args)
        first.stderr.readline()
        second = harness.start(*args)
        time.sleep(0.3)
        first.kill()
        first.communicate()
        _, errors = second.communicate(timeout=120)
        expect(second.returncode == 0, errors.decode())
        expect(os.listdir(folder) == ["phase1-sorted-7.cube"], f"left behind: {os.listdir(folder)}")
        shutil.rmtree(folder)
    return count


@case("two runs to one file", "the second is refused, the rows of the first are whole")
def runs_at_once(harness):
    positions = harness.positions(30_000)
    whole = harness.rows(positions, *THISTLETHWAITE)
    out = harness.new_folder() / "out"
    args = ("solve", *THISTLETHWAITE, positions, "-o", out)
    first = harness.start(*args)
    while not out.exists() or out.stat().st_size == 0:
        expect(first.poll() is None, "it ended")
        time.sleep(0.01)
    for more in [(), ("--resume",)]:
        assert_told(harness.run(*args, *more), "another process is writing it")
    first.communicate()
    expect(first.returncode == 0 and out.read_text() == whole, "other rows")
    return 2


# Hostile input


@case("hostile input of every command", "under 64 MiB beside the tables, no hang")
def hostile_input(harness):
    folder = harness.new_folder()
    size = 80 << 20
    inputs = {
        "one line": lambda f: f.write(b"R " * (size // 2)),
        "empty lines": lambda f: f.write(b"\n" * size),
        "long lines": lambda f: f.write((b"1 " * 32_000 + b"\n") * (size // 64_001)),
        "zeros": lambda f: f.write(bytes(size)),
        "JSON": lambda f: f.write(b'{"cube":' + b"[" * 60_000 + b"\n" + b'{"cube":"' + b"\\u0055" * (size // 6)),
        "a bomb": lambda f: f.write((b"((((((R)9999)9999)9999)9999)9999)9999\n") * 1_000),
    }
    tries = 0
    for name, write in inputs.items():
        path = folder / "input"
        with open(path, "wb") as file:
            write(file)
        bomb = folder / "input.gz"
        with open(bomb, "wb") as file:
            subprocess.run(["gzip", "-c", path], stdout=file, check=True)
        for args in [
            ("solve", *THISTLETHWAITE, path),
            ("solve", *THISTLETHWAITE, bomb),
            ("pocket", "solve", "--method", "steps", path),
            ("pocket", "show", path),
            ("check", path, harness.positions(100)),
            ("check", harness.positions(100), path),
            ("universal", "circuit", "pocket", "--check", path),
        ]:
            peak = peak_memory(harness, args)
            expect(peak < 64 << 20, f"{name}: {args}: {peak >> 20} MiB")
            tries += 1
        for args in [("show", "-"), ("universal", "loops", "find", "-")]:
            with open(path, "rb") as stdin:
                peak = peak_memory(harness, args, stdin=stdin)
            expect(peak < 64 << 20, f"{name}: {args}: {peak >> 20} MiB")
            tries += 1
    return tries


def peak_memory(harness, args, stdin=subprocess.DEVNULL):
    """The most memory of its own that a command takes, in bytes."""
    process = harness.start(*args, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline, peak = time.monotonic() + 300, 0
    while process.poll() is None:
        with contextlib.suppress(OSError, ValueError, IndexError):
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            anonymous = [line for line in status.splitlines() if line.startswith("RssAnon:")]
            peak = max(peak, int(anonymous[0].split()[1]) << 10)
        if time.monotonic() > deadline:
            process.kill()
            raise Broken(f"{args}: hangs")
        time.sleep(0.005)
    expect(process.returncode in (0, 1, 2), f"{args}: exit code {process.returncode}")
    return peak


# GPUs


def cargo_tests(target, *names):
    """Tests that need the library; they are run where there are the sources and cargo."""
    root = pathlib.Path(__file__).resolve().parents[2]
    if not shutil.which("cargo"):
        raise Untried("there is no cargo")
    environment = {**os.environ, "CUBEBATCH_REQUIRE_GPU": "1"}
    tests = subprocess.run(
        ["cargo", "test", "--quiet", "--locked", *target, "--", *names],
        cwd=root, env=environment, capture_output=True, text=True,
    )
    expect(tests.returncode == 0, (tests.stdout + tests.stderr)[-500:])
    passed = sum(int(line.split()[3]) for line in tests.stdout.splitlines() if line.startswith("test result: ok."))
    expect(passed > 0, "no such tests")
    return passed


@case("a GPU that is lost in the middle", "the CPU goes on from there, or a sentence")
def lost_gpu(harness):
    return cargo_tests(["--lib"], "lost", "fallback")


@case("adapters with the least limits", "the same answers, or a sentence")
def least_limits(harness):
    layouts = cargo_tests(["--lib"], "within_the_limits")
    # All solutions of each method by a device of such limits, against those of the CPU.
    modified = cargo_tests(["--test", "conformance"], "solutions_of_random_positions")
    complete = cargo_tests(["--test", "complete"], "a_gpu_")
    return layouts + modified + complete


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/cubebatch")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of kills and the places of damages")
    parser.add_argument("--scale", type=float, default=1.0, help="how often faults are tried, against the usual")
    parser.add_argument("--only", default="", help="faults whose name holds this")
    parser.add_argument("--allow-untried", action="store_true")
    args = parser.parse_args()
    version = subprocess.run([args.program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{version}, seed {args.seed}\n")
    print(f"{'fault':52} {'tries':>6} {'seconds':>8}  outcome")
    cases = [chosen for chosen in CASES if args.only in chosen[0]]
    failed = False
    with tempfile.TemporaryDirectory() as root, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        root = pathlib.Path(root)

        def attempt(number, run):
            """How often a fault was tried, for how many seconds, and what became of it."""
            start = time.monotonic()
            harness = Harness(args.program, root / str(number), root / "tables", args.seed + number, args.scale)
            try:
                tries, problem = run(harness), None
            except (Untried, Broken) as error:
                tries, problem = 0, error
            return tries, time.monotonic() - start, problem

        # Builds the tables.
        harness = Harness(args.program, root / "first", root / "tables", args.seed, args.scale)
        harness.rows(harness.positions(2), *MODIFIED)
        attempts = [pool.submit(attempt, number, run) for number, (_, _, run) in enumerate(cases)]
        for (name, promise, _), done in zip(cases, attempts):
            tries, seconds, problem = done.result()
            failed |= problem is not None and not (args.allow_untried and isinstance(problem, Untried))
            outcome = f"{problem.outcome}: {problem}" if problem else f"held: {promise}"
            print(f"{name:52} {tries:>6} {seconds:>8.1f}  {outcome}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
