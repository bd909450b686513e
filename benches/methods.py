#!/usr/bin/env python3
"""Measures the methods on this machine's processor and draws how rates and lengths go together.

    benches/methods.py PROGRAM FOLDER

PROGRAM is built with `cargo build --locked --release`. Leaves in FOLDER rates.csv (positions a second,
tables loaded, by the median of three runs), lengths.csv (how many solutions have each length),
rates.svg and lengths.svg. Rows of other programs in FOLDER/others.csv (the columns of rates.csv) are
drawn beside. Takes half an hour, most of it for shortest solutions; needs Python 3.9 and nothing else.
"""

import collections
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

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
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777", "#000000"]


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


def text(x, y, string, anchor="middle", colour="#333", turn=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{turn}>{string}</text>\n'


def page(body, width=720, height=400):
    style = 'font-family="sans-serif" font-size="12"'
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n{body}</svg>\n')


def rows(path):
    return list(csv.DictReader(open(path))) if path.exists() else []


def draw_rates(folder):
    """Rate, by powers of ten, against mean length, on one thread."""
    import math
    points = [row for row in rows(folder / "rates.csv") + rows(folder / "others.csv") if row["threads"] == "1"]
    left, right, top, bottom = 70, 700, 20, 350
    low, high = 17.2, 23.5
    x = lambda mean: left + (mean - low) / (high - low) * (right - left)
    y = lambda per_second: bottom - (math.log10(per_second) + 1) / 7 * (bottom - top)
    body = ""
    for power in range(-1, 7):
        body += f'<path d="M{left} {y(10.0**power):.1f}H{right}" stroke="#ddd"/>\n'
        body += text(left - 8, y(10.0**power) + 4, f"{10.0**power:,.7g}", "end")
    for mean in range(18, 24):
        body += f'<path d="M{x(mean):.1f} {top}V{bottom}" stroke="#eee"/>\n' + text(x(mean), bottom + 18, mean)
    body += text((left + right) / 2, bottom + 38, "mean length of a solution (half turns count one)")
    body += text(16, (top + bottom) / 2, "positions a second, one thread", turn=f' transform="rotate(-90 16 {(top + bottom) / 2})"')
    for number, program in enumerate(dict.fromkeys(row["program"] for row in points)):
        colour = COLOURS[number]
        own = sorted((float(row["mean_length"]), float(row["per_second"]), row) for row in points if row["program"] == program)
        line = [(x(mean), y(rate)) for mean, rate, row in own if row["method"] == "two-phase"]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in line)
        body += f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>\n'
        for mean, rate, row in own:
            body += f'<circle cx="{x(mean):.1f}" cy="{y(rate):.1f}" r="4" fill="{colour}"/>\n'
            if program == "cubebatch":
                searched = row["method"] == "two-phase"
                label = name(*(row[column] for column in ["method", "bound"])).removeprefix("two-phase").strip(", ")
                label += ", proved" * (row["method"] == "optimal")
                body += text(x(mean) - 7 * searched, y(rate) - 9, label, "end" if searched else "middle", colour)
        body += text(right - 10, bottom - 14 - 18 * number, program + ", ≤ N: two-phase" * (number == 0), "end", colour)
    (folder / "rates.svg").write_text(page(body))


def draw_lengths(folder):
    """The share of each length, a line for each method."""
    by_method = collections.defaultdict(dict)
    for row in rows(folder / "lengths.csv"):
        by_method[name(row["method"], row["bound"])][int(row["length"])] = int(row["solutions"])
    left, right, top, bottom = 70, 700, 20, 350
    x = lambda length: left + (length - 14) / 13 * (right - left)
    y = lambda share: bottom - share / 0.85 * (bottom - top)
    body = ""
    for share in range(0, 90, 20):
        body += f'<path d="M{left} {y(share / 100):.1f}H{right}" stroke="#ddd"/>\n'
        body += text(left - 8, y(share / 100) + 4, f"{share} %", "end")
    for length in range(14, 28):
        body += text(x(length), bottom + 18, length)
    body += text((left + right) / 2, bottom + 38, "moves of a solution")
    for number, (method, counts) in enumerate(by_method.items()):
        colour, total = COLOURS[number], sum(counts.values())
        span = range(min(counts) - 1, max(counts) + 2)
        line = [(x(length), y(counts.get(length, 0) / total)) for length in span if 14 <= length <= 27]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in line)
        body += f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>\n'
        mean = sum(length * count for length, count in counts.items()) / total
        body += text(right - 10, top + 16 + 18 * number, f"{method}: mean {mean:.2f}", "end", colour)
    (folder / "lengths.svg").write_text(page(body))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] != "-":  # with - what was measured is drawn again
        measure(os.path.abspath(sys.argv[1]), folder)
    draw_rates(folder)
    draw_lengths(folder)
