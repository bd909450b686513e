#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.11.*"]
# ///
"""Counts cosets with `cubebatch coset`, compares them with Rokicki's hcoset, and draws their distributions.

    benches/cosets.py PROGRAM HCOSET DEPTH PICTURE.svg
    benches/cosets.py PROGRAM --kill DEPTH SEED

PROGRAM is built with `cargo build --locked --release`, and HCOSET is the program of github.com/rokicki/cube20src. Both count
the cosets below as far as DEPTH, one after the other on two threads, in turn. The script prints a table of seconds and of
positions at each distance, and ends with 1 if the programs differ. A run to depth 15 takes some seconds a coset, one to 16 about a minute.
With - as HCOSET nothing is compared.

With --kill the program keeps a record (2.4 GB in a folder of its own in the current one) and is killed after random times until it ends. The
script ends with 1 unless the rows are those of a run that was not killed.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The position of each coset in the notation of this program.
COSETS = ["L' B F2 R' U L B L R2 F2", "R U F2 L' D B U2 R F", "F R B L"]
THREADS = "2"


def ours(program, moves, depth):
    """The positions at each distance, and the seconds."""
    start = time.monotonic()
    command = [program, "coset", moves, "--depth", str(depth), "--threads", THREADS, "--format", "jsonl"]
    rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(row)["positions"] for row in rows], time.monotonic() - start


def theirs(hcoset, moves, depth):
    """The same of hcoset, in whose notation each move has a digit."""
    digits = "".join(move[0] + {"": "1", "2": "2", "'": "3"}[move[1:]] for move in moves.split())
    start = time.monotonic()
    # It wants to be started in the folder of its table.
    command = [hcoset, "-v", "-t", THREADS, "-d", str(depth), digits]
    output = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(hcoset).parent).stdout
    levels = {int(depth): int(count) for depth, count in re.findall(r"Tests at (\d+) .* lev (\d+)", output)}
    return [levels.get(depth, 0) for depth in range(depth + 1)], time.monotonic() - start


def draw(counted, path):
    """A line for each coset, over the moves."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cubebatch", "font.family": "sans-serif"})
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for colour, (moves, counts) in zip(["#4477aa", "#ee6677", "#228833"], counted.items()):
        points = [(depth, count) for depth, count in enumerate(counts) if count]
        axes.plot(*zip(*points), marker="o", color=colour, label=moves)
    axes.axhline(19_508_428_800, color="#777777", linestyle=":", label="all positions of a coset")
    axes.set(yscale="log", xlabel="moves from solved", ylabel="positions of the coset")
    axes.legend(frameon=False, fontsize="small")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def rows_of_killed(program, moves, depth, draws, checkpoint):
    """What the last of several runs prints, and the seconds after which the others were killed."""
    command = [program, "coset", moves, "--depth", str(depth), "--threads", THREADS, "--format", "jsonl"]
    command += ["--checkpoint", checkpoint, "--checkpoint-every", "1"]
    killed = []
    while True:
        # A run that is killed before it wrote a record has done nothing: so the later ones have more time.
        seconds = draws.uniform(1, 8 + len(killed))
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            rows, _ = run.communicate(timeout=seconds)
            assert run.returncode == 0, run.returncode
            return [json.loads(row)["positions"] for row in rows.splitlines()], killed
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            killed.append(seconds)


def kill(program, depth, seed):
    """Whether killed runs count as one that was not."""
    draws, same = random.Random(seed), True
    for moves in COSETS:
        expected, _ = ours(program, moves, depth)
        with tempfile.TemporaryDirectory(dir=".") as folder:
            counted, killed = rows_of_killed(program, moves, depth, draws, folder)
        same = same and counted == expected
        times = ", ".join(f"{seconds:.1f}" for seconds in killed)
        print(f"`{moves}` to {depth} moves, killed after {times} s: {'the same' if counted == expected else counted}", flush=True)
    return same


def main():
    if sys.argv[2] == "--kill":
        sys.exit(not kill(sys.argv[1], int(sys.argv[3]), int(sys.argv[4])))
    program, hcoset, depth, picture = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    counted, differ = {}, False
    print("| coset | depth | positions | hcoset's | s | hcoset's s |\n|---|---:|---:|---:|---:|---:|")
    for moves in COSETS:
        counted[moves], seconds = ours(program, moves, depth)
        other, other_seconds = ([], None) if hcoset == "-" else theirs(hcoset, moves, depth)
        for level, count in enumerate(counted[moves]):
            their_count = other[level] if other else None
            differ = differ or their_count not in (count, None)
            last = (f"{seconds:.1f}", f"{other_seconds:.1f}" if other else "") if level == depth else ("", "")
            if count or their_count:
                print(f"| `{moves}` | {level} | {count:,} | {their_count if other else ''} | {last[0]} | {last[1]} |", flush=True)
    draw(counted, picture)
    sys.exit(differ)


if __name__ == "__main__":
    main()
