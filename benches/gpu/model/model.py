#!/usr/bin/env python3
"""Models how long jobs take on cards, from counts of the work of their kernels.

    benches/gpu/model/model.py [--count [JOB ...]] [--measured CARD=FILE] [--update]

1. Gives the figures that are published of probes within the model's bounds, or fails.
2. Prints a table of jobs and cards, each with the least and the most it takes, and what limits it.
3. Prints what each kernel does.

`--count` first captures all jobs, or the named ones, on a software driver and counts them again. Each takes a minute or two,
8 GB of disk and 13 GB of memory. It needs the crate's tests compiled, and tables in CUBEBATCH_TABLES. Without it, the script
reads counts.json.
`--measured H100=probes.json` puts what `cubebatch bench --probes --json probes.json` has measured in place of the card's
numbers, and prints the lines that keep them in cards.toml. `--update` writes benches/record/gpu/model.md. README.md says how far to trust it. Python 3.11, nothing else.
"""

import argparse
import datetime
import json
import pathlib
import sys

sys.dont_write_bytecode = True  # nothing is left beside the sources
import cards
import counts
import dispatch
import jobs
import kernels

LONGEST = 8
RECORD = counts.ROOT / "benches" / "record" / "gpu" / "model.md"
# Probes: the kernel's sample, its work in invocations or bytes, and the unit.
PROBES = {
    "copy of 256 MiB, read and written": ("probes/copy", 256, 2 * (256 << 20)),
    "look-ups of a word in 32 MiB": ("probes/gather", 32, 16 << 22),
    "look-ups of a word in 277 MiB": ("probes/gather", 277, 16 << 22),
    "look-ups of a word in 1024 MiB": ("probes/gather", 1024, 16 << 22),
    "atomic additions to one word": ("probes/count", 1, 1 << 24),
    "atomic additions to a million words": ("probes/count", 1 << 20, 1 << 24),
}


def table(head: list[str], rows: list[list[str]], right: int = 1) -> str:
    """A table in Markdown, of which columns from `right` on are numbers."""
    line = lambda cells: f"| {' | '.join(cells)} |\n"
    rule = ["---" if place < right else "---:" for place in range(len(head))]
    return line(head) + line(rule) + "".join(map(line, rows))


def probe_rates(card: cards.Card, told: dict) -> dict[str, tuple[float, float]]:
    """The model's rates of all probes, in 10⁹ a second."""
    rates = {}
    for probe, (kernel, number, work) in PROBES.items():
        (sample,) = (sample for sample in told["probes"]["kernels"][kernel] if sample["number"] == number)
        slow, fast = dispatch.rate(card, kernel, sample, sample["workgroups"], work)
        rates[probe] = slow / 1e9, fast / 1e9
    return rates


def validation(deck: dict[str, cards.Card], published: list[dict], told: dict) -> tuple[str, list[str]]:
    """A table of published figures and the model's, and a sentence for each that is beyond its bounds."""
    rows, faults = [], []
    for figure in published:
        slow, fast = probe_rates(deck[figure["card"]], told)[figure["probe"]]
        low, high = figure["low"], figure["high"]
        holds = slow <= low and high <= fast
        text = number(low) if low == high else f"{number(low)}–{number(high)}"
        rows.append([figure["card"], figure["probe"], f"{number(slow)}–{number(fast)} {figure['unit']}", text,
                     "within" if holds else "**beyond**", f"{figure['how']} ({figure['source']})"])
        if not holds:
            faults.append(f"{figure['probe']} on {figure['card']}: {text} is published, the model has {slow:.2f} to {fast:.2f}")
    head = ["card", "probe", "model", "published", "", "how"]
    return table(head, rows, right=99), faults


def beside_measured(card: cards.Card, told: dict) -> str:
    """Kernels' times on a card beside the model's, and how far beyond its range they are."""
    found = kernels.rows(card, told)
    rows = []
    for kernel, job, dispatches, measured, fast, slow in found:
        error = kernels.error(measured, fast, slow)
        off = "within" if error == 1 else f"{'longer' if measured > slow else 'shorter'} by {error:.2f}"
        rows.append([f"`{kernel}`", job, f"{dispatches:,}", number(measured), f"{number(fast)}–{number(slow)}", off])
    head = ["kernel", "of", "dispatches", "measured", "model", "error"]
    return f"{kernels.summary(found)}.\n\n{table(head, rows, right=2)}"


def number(value: float) -> str:
    """With two or three figures that count."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def seconds(value: float) -> str:
    return f"{value * 1e3:,.0f} ms" if value < 1 else f"{value:.1f} s"


def rate(value: float) -> str:
    return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:,.0f} k/s"


def cell(job: dict, fast: tuple[float, str], slow: tuple[float, str]) -> list[str]:
    if "batch" in job:
        span = f"{rate(job['batch'] / slow[0])} – {rate(job['batch'] / fast[0])}"
    else:
        span = f"{seconds(fast[0])} – {seconds(slow[0])}"
    limits = fast[1] if fast[1] == slow[1] else f"{fast[1]}; at worst {slow[1]}"
    return [span, limits]


def job_tables(deck: dict[str, cards.Card], told: dict) -> str:
    """For each card its jobs, now and before."""
    all_jobs, before, common = jobs.read()
    text = ""
    for card in deck.values():
        rows = []
        for job, here in zip(all_jobs, jobs.of_card(all_jobs, card)):
            now = jobs.bounds(card, here, lambda end: jobs.parts(end, here, told, common))
            was = ["", ""]
            if job["name"] in before:
                old = jobs.earlier(job, before[job["name"]])
                make = lambda end: jobs.parts_before(end, old, before[job["name"]], told, common)
                was = cell(old, *jobs.bounds(card, old, make))
            rows.append([job["name"], *cell(here, *now), *was])
        text += f"### {card.title}\n\n" + table(["job", "now", "limit", "before", "limit"], rows, right=99) + "\n"
    return text


def longest_dispatches(deck: dict[str, cards.Card], told: dict) -> str:
    """For each card the kernels whose dispatches take longest, at both ends."""
    all_jobs, _, _ = jobs.read()
    rows = []
    for card in deck.values():
        found = [jobs.longest(end, jobs.of_card(all_jobs, card), told)[:LONGEST] for end in card.ends()]
        rows.append([card.title, *(", ".join(f"{number(took * 1e3)} `{kernel}`" for took, kernel in of) for of in found)])
    return table(["card", "fast", "slow"], rows, right=99)


def where_it_goes(card: cards.Card, told: dict) -> str:
    """For each job its parts at both ends of a card."""
    all_jobs, _, common = jobs.read()
    rows = []
    for job in all_jobs:
        for end, name in zip(card.ends(), ("fast", "slow")):
            of = jobs.parts(end, job, told, common)
            top = sorted(of.by_kernel.items(), key=lambda item: -item[1])[:4]
            millis = lambda value: number(value * 1e3)
            gaps = of.device.get(jobs.GAPS, 0)
            rows.append([job["name"], name, millis(sum(of.device.values())), millis(gaps), millis(of.transfer),
                         millis(of.waits), millis(of.host), millis(of.files),
                         ", ".join(f"`{kernel}` {millis(value)}" for kernel, value in top)])
    head = ["job, or a batch of it", "end", "device", "of it gaps", "transfers", "submissions", "host", "file",
            "kernels with most"]
    return table(head, rows, right=2)


def by_batch(deck: dict[str, cards.Card], told: dict) -> str:
    """The two-phase search to 20 moves by the size of its batches."""
    all_jobs, _, common = jobs.read()
    (job,) = (job for job in all_jobs if job["parts"] == ["two-phase-20"])
    rows = []
    for size in (1 << exponent for exponent in range(14, 20)):
        wider = {**job, "batch": size}
        make = lambda end: jobs.parts(end, wider, told, common)
        cells = [cell(wider, *jobs.bounds(card, wider, make)) for card in deck.values()]
        rows.append([f"{size:,}", *(f"{span}; {limit}" for span, limit in cells)])
    return table(["positions", *(card.title for card in deck.values())], rows, right=99)


def kernel_table(told: dict) -> str:
    """What kernels do, by the job that uses each most."""
    rows = []
    seen = set()
    for part in counts.JOBS:
        for kernel, samples in sorted(told.get(part, {"kernels": {}})["kernels"].items()):
            # The two-phase search to 20 moves stands for the others.
            if kernel in seen:
                continue
            seen.add(kernel)
            rows.append([f"`{kernel}`", part, *kernel_cells(samples)])
    head = ["kernel", "of", "instructions of a warp", "lanes busy %", "loads of a warp", "lines", "sectors",
            "missed %, 8 KiB", "128 KiB", "atomics of a lane", "words each", "most on one word, a workgroup",
            "chain", "stores as the device’s"]
    return table(head, rows, right=2)


def kernel_cells(samples: list[dict]) -> list[str]:
    add = lambda name: sum(sample[name] for sample in samples)
    of_kind = lambda *kinds: [buffer for sample in samples for buffer in sample["buffers"] if buffer["kind"] in kinds]
    groups = max(1, add("groups"))
    warps = groups * dispatch.WARPS_A_GROUP
    loads, atomics = of_kind("load", "atomic_load"), of_kind("atomic")
    all_of = lambda buffers, name: sum(buffer[name] for buffer in buffers)
    by = lambda value, whole: value / whole if whole else 0
    instructions = all_of(loads, "instructions")
    sectors = all_of(loads, "sectors")
    missed = lambda kib: by(sum(buffer["missed"].get(kib, buffer["sectors"]) for buffer in loads), sectors)
    stores = add("same") + add("different")
    return [
        number(add("warp_instructions") / warps), f"{100 * by(add('lane_instructions'), 32 * add('warp_instructions')):.0f}",
        number(instructions / warps), number(by(all_of(loads, "lines"), instructions)), number(by(sectors, instructions)),
        f"{100 * missed('8'):.0f}", f"{100 * missed('128'):.0f}",
        number(all_of(atomics, "lanes") / groups / dispatch.LANES_A_GROUP),
        number(by(all_of(atomics, "words"), all_of(atomics, "instructions"))),
        number(sum(max((buffer["hottest"] for buffer in sample["buffers"]), default=0) for sample in samples) / groups),
        f"{add('chain_flow') / groups:.0f}–{add('chain_order') / groups:.0f}",
        f"{add('same'):,} of {stores:,}" if stores else "by chance",
    ]


def record(deck: dict[str, cards.Card], told: dict, checked: str) -> str:
    commit = counts.run(["git", "describe", "--always", "--dirty"]).strip()
    _, before, _ = jobs.read()
    rates = []
    for card in deck.values():
        of_card = probe_rates(card, told)
        rates.append([card.title, *(f"{number(slow)}–{number(fast)}" for slow, fast in of_card.values())])
    was = "".join(f"- {name}: {of['counted']}\n" for name, of in before.items())
    sources = "".join(
        f"| {card.title} | `{name}` | {of.slow:g} | {of.fast:g} | {of.source} |\n"
        for card in deck.values() for name, of in card.numbers.items()
    )
    return f"""# Model, not measured

{datetime.date.today()}, on {commit}, by `benches/gpu/model/model.py --update`. No GPU was there. The card *measured* has the
numbers of probes ([first](../h200/2026-11-27.md), [later](../h200/2026-11-27-later.md)), all others published or assumed ones; all
times are the model's.
[benches/gpu](../../gpu/README.md#a-model-of-cards) says how these figures are made and how far to trust them. A range is from the
fast to the slow end of all of a card's numbers at once; what is true should lie within.

## Published figures

The model has to give these within its bounds before it is asked for anything else.

{checked}
## Kernels of an H200

Microseconds of a dispatch, by the files of [that record](../h200/2026-11-27.md#kernels), beside the entry of this card in
`cards.toml`. A clock stood around each dispatch, which takes time: no kernel took less than 4. Kernels of the two-phase search that
have changed since are left out. {beside_measured(deck[kernels.CARD], told)}
## Probes

What it says of the probes of `cubebatch bench --probes` on each card, in 10⁹ a second (copies in 10⁹ bytes):

{table(["card", *PROBES], rates)}
## Jobs

Rates are positions a second from file to file; times are of the whole job. *Before* is commit d3eb710, which was not captured:
it is modelled from what was counted of it, with kernels as now where nothing is said.

{was}
{job_tables(deck, told)}
## Longest dispatches

Milliseconds of the longest dispatch of each kernel, for the eight kernels with the longest. A screen stands still during a long
dispatch, and systems end one that takes seconds. The two-phase search on a real device makes its steps smaller where they take long
(`src/engine/gpu/two_phase/pace.rs`), which is left out here. GPUs that share the memory of the host get smaller stripes of sorted
tables and smaller batches of the modified method (`src/engine/gpu/sizes.rs`, [before and after](sizes.md)).

{longest_dispatches(deck, told)}
## Where it goes on an H100

Milliseconds; of a batch where positions are solved: 131,072 by two-phase, 65,536 by the modified method,
16,384 by descents. The device, transfers and
submissions follow each other; the host's threads work beside them.

{where_it_goes(deck["H100"], told)}
## Batches of the two-phase search

To 20 moves, by positions in a batch, with as much room for the nodes of each as now: the same number of dispatches, but wider.

{by_batch(deck, told)}
## Kernels

Counted on the input of dispatches on llvmpipe: up to 64 workgroups of some dispatches of each kernel, all of their accesses.
*Lines* (128 bytes) and *sectors* (32 bytes) are per load of a warp. *Missed* are the sectors that a core's own cache of that size
lacks. *Chain* is the number of loads that wait for each other in the warp with the most: by their data, and if a warp stops at
the first use of missing data. *Stores as the device's* are the stored words that equal the driver's, among the words that do not
depend on the order of atomic operations.

{kernel_table(told)}
## The cards' numbers

| card | number | slow | fast | source |
|---|---|---:|---:|---|
{sources}"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", nargs="*", metavar="JOB", choices=counts.JOBS)
    arguments.add_argument("--measured", action="append", default=[], metavar="CARD=FILE")
    arguments.add_argument("--update", action="store_true")
    given = arguments.parse_args()
    if given.count is not None:
        counts.count(given.count or counts.JOBS)
    told = json.loads(counts.COUNTS.read_text())
    deck, published = cards.read()
    checked, faults = validation(deck, published, told)
    print(checked)
    if faults:
        sys.exit("\n".join(["The model does not give what is published:", *faults]))
    for measured in given.measured:
        name, _, file = measured.partition("=")
        deck[name] = cards.measured(deck[name], pathlib.Path(file))
        print(f"For [{name}] in cards.toml:\n\n{cards.rows(deck[name])}")
    text = record(deck, told, checked)
    print(text)
    if given.update:
        RECORD.write_text(text)


if __name__ == "__main__":
    main()
