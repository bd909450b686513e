#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.11.*"]
# ///
"""Measures the methods on this machine's processor and draws how rates and lengths go together.

    benches/methods.py PROGRAM FOLDER

PROGRAM is built with `cargo build --locked --release`. Leaves in FOLDER rates.csv (positions a second, tables loaded, by
the median of three runs; of shortest solutions by one run), lengths.csv (how many solutions have each length), rates.svg
and lengths.svg. Rows of other programs in FOLDER/others.csv (the columns of rates.csv) are drawn beside. Takes a quarter
of an hour, most of it for shortest solutions. `uv` installs matplotlib, which draws; with - as
PROGRAM it draws again what was measured.
"""

import collections
import contextlib
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from cycler import cycler
from matplotlib import pyplot, ticker

# Method, bound, positions; the two-phase search to 30 moves takes the first solution.
WORK = [
    ("modified", None, 50_000),
    ("descent", None, 100_000),
    ("two-phase", 30, 100_000),
    ("two-phase", 22, 100_000),
    ("two-phase", 21, 100_000),
    ("two-phase", 20, 50_000),
    ("two-phase", 19, 2_000),
    ("optimal", None, 100),
]
DEPTHS = {"modified": ["--phase1-depth", "8", "--phase2-depth", "10"]}
COLUMNS = ["program", "method", "bound", "threads", "positions", "per_second", "mean_length"]
pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cubebatch", "font.family": "sans-serif"})
pyplot.rcParams["axes.prop_cycle"] = cycler(color=["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777", "#000000"])


def name(method, bound):
    if not bound:
        return method
    return f"{method} ≤ {bound}" if int(bound) < 30 else f"{method}, first"


def rate(program, method, bound, positions, threads):
    """Positions a second and the mean length, tables loaded."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [program, "bench", "--builds", "--methods", method, "--cubes", str(positions)]
        command += ["--threads", str(threads), "--json", report.name, *DEPTHS.get(method, [])]
        command += ["--max-length", str(bound)] if bound else []
        command += ["--runs", "1"] if method == "optimal" else []
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cpu = json.load(open(report.name))["solves"][0]
    total = statistics.median(sample["total"] for sample in cpu["samples"])
    return positions / total, cpu["mean_length"]


def lengths(program, method, bound, positions):
    """How many solutions have each length."""
    cubes = subprocess.run([program, "scramble", "--count", str(positions), "--seed", "2"],
                           check=True, capture_output=True).stdout
    command = [program, "solve", "--method", method, *DEPTHS.get(method, [])] + (["--max-length", str(bound)] if bound else [])
    solved = subprocess.run(command, check=True, input=cubes, capture_output=True).stdout.decode()
    return collections.Counter(len(line.split()) for line in solved.splitlines())


def measure(program, folder):
    with open(folder / "rates.csv", "w", newline="") as file:
        rates = csv.writer(file)
        rates.writerow(COLUMNS)
        for threads in sorted({1, os.cpu_count()}):
            for method, bound, positions in WORK:
                per_second, mean = rate(program, method, bound, positions, threads)
                row = ["cubebatch", method, bound or "", threads, positions, round(per_second, 3 if per_second < 10 else None), round(mean, 3)]
                rates.writerow(row)
                print(*row, flush=True)
    with open(folder / "lengths.csv", "w", newline="") as file:
        counts = csv.writer(file)
        counts.writerow(["method", "bound", "length", "solutions"])
        for method, bound, positions in WORK:
            for length, count in sorted(lengths(program, method, bound, min(positions, 20_000)).items()):
                counts.writerow([method, bound or "", length, count])


def rows(path):
    return list(csv.DictReader(open(path))) if path.exists() else []


@contextlib.contextmanager
def picture(folder, file, x_label, y_label):
    """Gives axes to draw on, and writes the file."""
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    axes.grid(color="#ddd")
    axes.set(xlabel=x_label, ylabel=y_label)
    axes.spines[["top", "right"]].set_visible(False)
    yield axes
    axes.legend(frameon=False)
    # The same figures make the same file.
    figure.savefig(folder / file, metadata={"Date": None})


def draw_rates(folder):
    """Rate, by powers of ten, against mean length, on one thread."""
    points = [row for row in rows(folder / "rates.csv") + rows(folder / "others.csv") if row["threads"] == "1"]
    with picture(folder, "rates.svg", "mean length of a solution (half turns count one)", "positions a second, one thread") as axes:
        axes.set_yscale("log")
        axes.margins(x=0.1)
        axes.yaxis.set_major_formatter("{x:,.7g}")
        for program in dict.fromkeys(row["program"] for row in points):
            own = [row for row in points if row["program"] == program]
            at = lambda row: (float(row["mean_length"]), float(row["per_second"]))
            searched = sorted(at(row) for row in own if row["method"] == "two-phase")
            (line,) = axes.plot(*zip(*searched), label=program + ", ≤ N: two-phase" * (program == "cubebatch"))
            axes.scatter(*zip(*map(at, own)), color=line.get_color())
            for row in own if program == "cubebatch" else []:
                label = name(row["method"], row["bound"]).removeprefix("two-phase").strip(", ")
                label += ", proved" * (row["method"] == "optimal")
                axes.annotate(label, at(row), (0, 7), textcoords="offset points", ha="center", color=line.get_color())


def draw_lengths(folder):
    """The share of each length, a line for each method."""
    by_method = collections.defaultdict(dict)
    for row in rows(folder / "lengths.csv"):
        by_method[name(row["method"], row["bound"])][int(row["length"])] = int(row["solutions"])
    with picture(folder, "lengths.svg", "moves of a solution", "share of the solutions") as axes:
        axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
        axes.set_xticks(range(14, 28), range(14, 28))
        axes.set_xlim(14, 27)
        for method, counts in by_method.items():
            total = sum(counts.values())
            mean = sum(length * count for length, count in counts.items()) / total
            span = range(min(counts) - 1, max(counts) + 2)
            axes.plot(span, [counts.get(length, 0) / total for length in span], label=f"{method}: mean {mean:.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] != "-":
        measure(os.path.abspath(sys.argv[1]), folder)
    draw_rates(folder)
    draw_lengths(folder)
