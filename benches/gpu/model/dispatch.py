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
# Workgroups that follow each other, and are run together for the counts.
FOLLOWING = 8
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


def is_single(samples: list[dict]) -> bool:
    """Whether a kernel has one workgroup in each dispatch: then it has one on a card, too."""
    return all(size == 1 for sample in samples for size, _ in sample["stands_for"])


def by(part: float, whole: float) -> float:
    """A share, if there is anything."""
    return part / whole if whole else 0


def near(by_kib: dict[str, int], kib: float) -> int:
    """The count for the greatest size that is there, or for the least one."""
    sizes = sorted(map(int, by_kib))
    return by_kib[str(max((size for size in sizes if size <= kib * 1.02), default=sizes[0]))]


@dataclasses.dataclass
class Flow:
    """Sectors that go to and from a buffer in one way, in a dispatch."""

    buffer: dict
    """What was counted."""
    requests: float
    """Sectors that a core's own cache lacks."""
    runs: float
    """The sectors of these that are far from the one before."""
    again: float
    """The sectors of these that a workgroup and its neighbours had not asked for shortly before."""
    distinct: float
    """Different ones."""
    absent: float = 0
    """How many the common cache lacks."""

    @property
    def loads(self) -> bool:
        return self.buffer["kind"] in ("load", "atomic_load")


def grown(whole: float, half: float, run: float, groups: float) -> float:
    """Different sectors of `groups` workgroups, from the number for some and for half of these. If the other half adds as
    many, the number goes on growing; if it adds nothing, all sectors have been counted."""
    grows = min(1, max(0, whole / half - 1)) if half else 1
    if grows > 0.97:
        return whole * groups / run
    return whole / (1 - grows**2) * (1 - grows ** (2 * groups / run))


def distinct_sectors(buffer: dict, sample: dict, workgroups: float, scale: float) -> float:
    """Different sectors that all workgroups access."""
    limit = buffer["bytes"] / SECTOR * max(1, scale)
    if sample["groups"] >= sample["workgroups"] and scale <= 1:
        return min(buffer["footprint"], limit)
    return min(limit, grown(buffer["footprint"], buffer["half_footprint"], sample["groups"], workgroups))


def at_a_time(end: End, kernel: str, buffer: dict, sample: dict, workgroups: float) -> float:
    """Sectors that are requested if consecutive workgroups on the card at a time request each only once."""
    on_card = min(workgroups, end.cores * groups_a_core(end, kernel))
    if not end.is_fast:
        # More workgroups than this may differ from the ones that were run.
        on_card = min(on_card, 4 * FOLLOWING)
    rows = max(1, sample["groups"] / FOLLOWING)
    distinct = grown(buffer["row_footprint"] / rows, buffer["half_row_footprint"] / rows, FOLLOWING, on_card)
    # Unless these are more than the common cache holds.
    return distinct * workgroups / on_card if distinct * SECTOR <= end.l2_mib * MIB else math.inf


def flow(end: End, kernel: str, buffer: dict, sample: dict, workgroups: float, scale: float) -> Flow:
    """A buffer's flow, without what the common cache has."""
    by_run = workgroups / sample["groups"]
    requests = buffer["missed"].get(str(int(end.l1_kib)), buffer["sectors"]) * by_run
    # Long runs are rows, of which the next one is close, too.
    runs = buffer["runs"] * by(requests, buffer["sectors"]) * min(1, 2 * by(buffer["runs"], buffer["sectors"]))
    again = min(requests, near(buffer["first"], share_kib(end)) * by_run,
                at_a_time(end, kernel, buffer, sample, workgroups))
    return Flow(buffer, requests, runs, again, distinct_sectors(buffer, sample, workgroups, scale))


def share_kib(end: End) -> float:
    """What a core has of the common cache."""
    return end.l2_mib * 1024 / end.cores


def keep(end: End, flows: list[Flow], scale: float) -> None:
    """Sets what the common cache lacks. It has what was asked for shortly before, and keeps of the rest what is asked for most
    often."""
    room = whole_room = end.l2_mib * MIB / SECTOR
    for of in sorted(flows, key=lambda of: by(of.requests, of.distinct), reverse=True):
        kept = min(1, room / of.distinct) if of.distinct else 1
        room = max(0, room - of.distinct)
        # Whole buffers are there from dispatches before, at best; of others each sector comes once.
        whole_room -= of.buffer["bytes"] / SECTOR * max(1, scale)
        once = 0 if end.is_fast and whole_room >= 0 else of.distinct * kept
        of.absent = min(of.again, once + of.again * (1 - kept))


def load_seconds(end: End, flows: list[Flow]) -> float:
    """How long a load takes: that of a mean sector, or that of the last sector of a warp's instruction."""
    loads = [of for of in flows if of.loads]
    count, missed, first = ("sectors", "missed", "first") if end.is_fast else ("instructions", "missed_by", "first_by")
    of_cache = lambda counts: counts.get(str(int(end.l1_kib)), 0)
    all_loads = sum(of.buffer[count] for of in loads)
    to_common = sum(of_cache(of.buffer[missed]) for of in loads)
    to_memory = sum(near(of.buffer[first], share_kib(end)) * by(of.absent, of.again) for of in loads)
    return 1e-9 * (end.l1_ns + by(to_common, all_loads) * (end.l2_ns - end.l1_ns)
                   + by(to_memory, all_loads) * (end.memory_ns - end.l2_ns))


def waiting(end: End, kernel: str, sample: dict, workgroups: float, flows: list[Flow]) -> float:
    """Seconds of workgroups that follow each other on a core, each as long as the loads of a warp that wait for each other."""
    a_load = load_seconds(end, flows)
    an_instruction = INSTRUCTIONS[end.is_fast] * CLOCKS[end.is_fast] / (end.clock_ghz * G)
    chain = sample["chain_flow" if end.is_fast else "chain_order"] / sample["groups"]
    mean = chain * a_load + sample["longest_warp"] / sample["groups"] * an_instruction
    # The dispatch ends when its longest workgroup does.
    last = mean if end.is_fast else sample["chain_of_all"] * a_load + sample["longest_of_all"] * an_instruction
    waves = max(1, workgroups / (end.cores * groups_a_core(end, kernel)))
    return (waves - 1) * mean + last


def on_one_word(end: End, buffer: dict, sample: dict, by_run: float) -> float:
    """The most atomic operations on a word."""
    # On one word all over the dispatch, or of some workgroups alone.
    everywhere = buffer["hottest_groups"] >= max(2, sample["groups"] / 2)
    together = by(buffer["words"], buffer["lanes"]) if end.is_fast and end.card.warps_add_up else 1
    return buffer["hottest"] * (by_run if everywhere else 1) * together


def terms(end: End, kernel: str, sample: dict, workgroups: float, scale: float) -> dict[str, float]:
    """Seconds by each thing that could be the limit. `scale` is how many times wider a card's dispatch is than the captured
    one, and so its own buffers."""
    by_run, clock = workgroups / sample["groups"], end.clock_ghz * G
    # Fewer workgroups than cores leave some idle.
    cores = min(end.cores, workgroups)
    flows = [flow(end, kernel, buffer, sample, workgroups, scale) for buffer in sample["buffers"]]
    keep(end, flows, scale)
    atomic = [of.buffer for of in flows if of.buffer["kind"] == "atomic"]
    others = [of for of in flows if of.buffer["kind"] != "atomic"]
    words = sum(buffer["words" if end.is_fast else "lanes"] for buffer in atomic) * by_run
    lines = sum(of.buffer["lines"] for of in flows) * by_run
    far, beside = sum(of.runs for of in others), sum(max(0, of.requests - of.runs) for of in others)
    absent = lambda sectors: sum(sectors(of) * by(of.absent, of.requests) for of in flows)
    far_off_takes = absent(lambda of: of.runs) / (end.memory_random_g_s * G)
    beside_it_takes = absent(lambda of: max(0, of.requests - of.runs)) * SECTOR / (end.memory_gb_s * G)
    return {
        "instructions": sample["warp_instructions"] * INSTRUCTIONS[end.is_fast] * by_run / (cores * end.warps_a_clock * clock),
        "lines of a core’s cache": lines / (cores * end.lines_a_clock * clock),
        "common cache": far / (end.l2_random_g_s * G) + beside * SECTOR / (end.l2_gb_s * G),
        "memory, all over" if far_off_takes > beside_it_takes else "memory, in rows": far_off_takes + beside_it_takes,
        "atomics on one word": max((on_one_word(end, buffer, sample, by_run) for buffer in atomic), default=0)
                               / (end.same_word_g_s * G),
        "atomics": words / (end.atomics_g_s * G),
        "loads that wait for loads": waiting(end, kernel, sample, workgroups, flows),
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
