"""How long a dispatch takes on a card, by what its warps do: the longest of some terms."""

import csv
import dataclasses
import functools
import math
import pathlib

from cards import Card, End

LIMITS = pathlib.Path(__file__).resolve().parent.parent / "limits.tsv"

SECTOR = 32
MIB = 1 << 20
WARPS_A_GROUP = 8
LANES_A_GROUP = 256
# Real instructions for one that is counted, which are operators of the shader's language. In the probes, of which there are
# both, ptxas has 0.9 to 1.5.
INSTRUCTIONS = {True: 0.9, False: 1.5}
# Clocks from an instruction of a warp to its next one, where nothing is loaded.
CLOCKS = {True: 2.5, False: 6}
G = 1e9


@dataclasses.dataclass(frozen=True)
class Time:
    """Seconds, by the term that is the longest."""

    seconds: float
    term: str


@functools.cache
def registers() -> dict[str, dict[str, int]]:
    """For each compiler the registers of each kernel."""
    with open(LIMITS, newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    columns = {"ptxas": "ptxas_registers", "aco": "aco_vgprs"}
    return {compiler: {row["kernel"]: int(row[column]) for row in rows} for compiler, column in columns.items()}


def groups_a_core(end: End, kernel: str) -> int:
    """Workgroups that a core holds at a time."""
    # Registers are given out by eights.
    each = math.ceil(registers()[end.card.compiler].get(kernel, 32) / 8) * 8
    return max(1, int(min(end.lanes, end.registers // each) // LANES_A_GROUP))


def footprint(buffer: dict, sample: dict, workgroups: float, scale: float) -> float:
    """Different sectors that all workgroups access. Half of those that were run tell how it grows: if as much again comes
    with the other half, it goes on; if nothing comes, it is all there."""
    run, whole, half = sample["groups"], buffer["footprint"], buffer["half_footprint"]
    limit = buffer["bytes"] / SECTOR * max(1, scale)
    if run >= sample["workgroups"] and scale <= 1:
        return min(whole, limit)
    grows = min(1, max(0, whole / half - 1)) if half else 1
    if grows > 0.97:
        return min(limit, whole * workgroups / run)
    all_there = whole / (1 - grows**2)
    return min(limit, all_there * (1 - grows ** (2 * workgroups / run)))


def terms(end: End, kernel: str, sample: dict, workgroups: float, scale: float) -> dict[str, float]:
    """Seconds by each thing that could be the limit."""
    by_run = workgroups / sample["groups"]
    clock = end.clock_ghz * G
    # Fewer workgroups than cores keep some idle.
    cores = min(end.cores, workgroups)
    instructions = sample["warp_instructions"] * INSTRUCTIONS[end.is_fast]
    cache = str(int(end.l1_kib))

    lines = missed = l2_random = l2_row = atomics = same = 0.0
    loads = load_instructions = missed_instructions = 0.0
    buffers = []
    for buffer in sample["buffers"]:
        requests = buffer["missed"].get(cache, buffer["sectors"]) * by_run
        share = requests / max(1e-9, buffer["sectors"] * by_run)
        # Long runs are rows, of which the next one is close, too.
        runs = buffer["runs"] * by_run * share * min(1, 2 * buffer["runs"] / max(1, buffer["sectors"]))
        lines += buffer["lines"] * by_run
        missed += requests
        if buffer["kind"] == "atomic":
            atomics += (buffer["words"] if end.is_fast else buffer["lanes"]) * by_run
            # On one word all over the dispatch, or of these workgroups alone.
            everywhere = buffer["hottest_groups"] >= max(2, sample["groups"] / 2)
            hottest = buffer["hottest"] * (by_run if everywhere else 1)
            if end.is_fast and end.card.warps_add_up:
                hottest *= buffer["words"] / max(1, buffer["lanes"])
            same = max(same, hottest)
        else:
            l2_random += runs
            l2_row += max(0, requests - runs)
        if buffer["kind"] in ("load", "atomic_load"):
            load_instructions += buffer["instructions"]
            loads += buffer["sectors"]
            missed_instructions += min(buffer["instructions"], buffer["missed"].get(cache, buffer["sectors"]))
        buffers.append((requests, runs, footprint(buffer, sample, workgroups, scale), buffer))

    # The common cache keeps what is asked for most often.
    room = end.l2_mib * MIB / SECTOR
    from_memory = random = row = loads_from_memory = 0.0
    for requests, runs, distinct, buffer in sorted(buffers, key=lambda of: of[0] / max(1, of[2]), reverse=True):
        kept = min(1, room / distinct) if distinct else 1
        room = max(0, room - distinct)
        # What is there from dispatches before, at best; each sector comes once, at worst.
        first = 0 if end.is_fast and kept == 1 else distinct * kept
        absent = min(requests, first + requests * (1 - kept))
        share = absent / requests if requests else 0
        # A whole line is a row of sectors: of what is close together the first one alone is looked for.
        random += runs * share
        row += max(0, requests - runs) * share
        from_memory += absent
        if buffer["kind"] in ("load", "atomic_load"):
            loads_from_memory += share * buffer["missed"].get(cache, buffer["sectors"])

    # How long a load takes: that of a mean sector, or that of the last sector of a warp's instruction.
    if loads:
        share_missed = sum(b["missed"].get(cache, b["sectors"]) for b in sample["buffers"]
                           if b["kind"] in ("load", "atomic_load")) / loads
        if not end.is_fast:
            share_missed = max(share_missed, missed_instructions / max(1, load_instructions))
        of_missed = loads_from_memory / max(1e-9, sum(b["missed"].get(cache, b["sectors"]) for b in sample["buffers"]
                                                     if b["kind"] in ("load", "atomic_load")))
    else:
        share_missed, of_missed = 1, 0
    wait = (end.l1_ns + share_missed * (end.l2_ns - end.l1_ns) + share_missed * of_missed * (end.memory_ns - end.l2_ns)) * 1e-9
    seconds_of = lambda chain, longest: chain * wait + longest * INSTRUCTIONS[end.is_fast] * CLOCKS[end.is_fast] / clock
    mean = seconds_of(sample["chain_flow" if end.is_fast else "chain_order"] / sample["groups"],
                      sample["longest_warp"] / sample["groups"])
    # The dispatch ends when its longest workgroup does.
    last = mean if end.is_fast else seconds_of(sample["chain_of_all"], sample["longest_of_all"])
    waves = max(1, workgroups / (end.cores * groups_a_core(end, kernel)))

    return {
        "instructions": instructions * by_run / (cores * end.warps_a_clock * clock),
        "lines of a core’s cache": lines / (cores * end.lines_a_clock * clock),
        "common cache": l2_random / (end.l2_random_g_s * G) + l2_row * SECTOR / (end.l2_gb_s * G),
        "memory, at random": random / (end.memory_random_g_s * G) + row * SECTOR / (end.memory_gb_s * G),
        "memory, in rows": from_memory * SECTOR / (end.memory_gb_s * G),
        "atomics on one word": same / (end.same_word_g_s * G),
        "atomics": atomics / (end.atomics_g_s * G),
        "loads that wait for loads": (waves - 1) * mean + last,
    }


def time(end: End, kernel: str, sample: dict, workgroups: float, scale: float) -> Time:
    """A dispatch without the gap before it."""
    of = terms(end, kernel, sample, workgroups, scale)
    term = max(of, key=of.get)
    return Time(of[term], term)


def rate(card: Card, kernel: str, sample: dict, workgroups: float, work: float) -> tuple[float, float]:
    """How much of some work is done in a second, slow and fast."""
    fast, slow = (work / time(end, kernel, sample, workgroups, 1).seconds for end in card.ends())
    return slow, fast
