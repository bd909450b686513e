"""How long a job takes on a card: its dispatches one after the other, what the host does, transfers, and files."""

import collections
import dataclasses
import pathlib
import tomllib
from collections.abc import Iterator

import dispatch
from cards import Card, End

JOBS = pathlib.Path(__file__).resolve().parent / "jobs.toml"
G = 1e9
GAPS = "gaps between dispatches"


def of_end(numbers: dict | None, end: End) -> float:
    """A number with two ends, at one of them."""
    return numbers["fast" if end.is_fast else "slow"] if numbers else 0


@dataclasses.dataclass
class Parts:
    """Seconds of a job, or of a batch of positions, by where they go."""

    device: dict[str, float]
    """By terms of dispatches, with the gaps between them."""
    transfer: float
    waits: float
    """For submissions, where the host waits for each."""
    host: float
    files: float
    by_kernel: dict[str, float]


def read() -> tuple[list[dict], dict, dict]:
    """The jobs, what they were before, and what is common to all."""
    with open(JOBS, "rb") as file:
        tables = tomllib.load(file)
    return tables.pop("job"), tables.pop("before"), tables


def of_card(all_jobs: list[dict], card: Card) -> list[dict]:
    """The jobs as they are on a card."""
    return [{**job, **job.get("shared", {})} if card.shares_memory else job for job in all_jobs]


def parts_of(job: dict, counts: dict) -> Iterator[tuple[dict, float]]:
    """What was captured of a job, and how many times as large a part of a card's job is."""
    for captured in (counts[part] for part in job["parts"]):
        yield captured, job["batch"] / captured["usage"]["positions"] if "batch" in job else 1


def dispatches(end: End, job: dict, counts: dict) -> Iterator[tuple[str, float, dispatch.Time | None]]:
    """The kernels of a job: each with how many dispatches are alike, and how long one takes, unless it has nothing to do."""
    merge = job.get("merge", 1)
    for captured, scale in parts_of(job, counts):
        for kernel, samples in captured["kernels"].items():
            if kernel in job.get("leave_out", []):
                continue
            wider = 1 if dispatch.is_single(samples) else scale * merge
            for sample in samples:
                for workgroups, times in sample["stands_for"]:
                    works = workgroups and sample["warp_instructions"]
                    took = dispatch.time(end, kernel, sample, workgroups * wider, wider) if works else None
                    yield kernel, times / merge, took


def longest(end: End, all_jobs: list[dict], counts: dict) -> list[tuple[float, str]]:
    """Seconds of the longest dispatch of each kernel, the longest first."""
    by_kernel = collections.defaultdict(float)
    for job in all_jobs:
        for kernel, _, took in dispatches(end, job, counts):
            if took:
                by_kernel[kernel] = max(by_kernel[kernel], took.seconds)
    return sorted(((seconds, kernel) for kernel, seconds in by_kernel.items()), reverse=True)


def on_device(end: End, job: dict, counts: dict, common: dict) -> tuple[dict[str, float], dict[str, float], dict]:
    """Seconds by terms and by kernels, and what the device was asked for."""
    by_term, by_kernel, usage = collections.Counter(), collections.Counter(), collections.Counter()
    for captured, scale in parts_of(job, counts):
        for name in ("submits", "bytes_sent", "bytes_read"):
            usage[name] += captured["usage"][name] * (scale if name != "submits" else 1 / job.get("merge", 1))
    for kernel, times, took in dispatches(end, job, counts):
        usage["dispatches"] += times
        by_term[GAPS] += times * end.dispatch_us * 1e-6
        by_kernel[kernel] += times * end.dispatch_us * 1e-6
        if took:
            by_term[took.term] += times * took.seconds
            by_kernel[kernel] += times * took.seconds
    recorded = usage["dispatches"] * of_end(common["record_us"], end) * 1e-6
    device = sum(by_term.values())
    if recorded > device:
        by_term["the host records dispatches"] += recorded - device
    return dict(by_term), dict(by_kernel), usage


def parts(end: End, job: dict, counts: dict, common: dict) -> Parts:
    """A job as it is now."""
    device, by_kernel, usage = on_device(end, job, counts, common)
    read_bytes = job.get("read", usage["bytes_read"])
    transfer = job.get("sent", usage["bytes_sent"]) / (end.send_gb_s * G) + read_bytes / (end.read_gb_s * G)
    # Where the host records ahead, it waits for the first and for the last submission.
    submits = of_end(job["submits"], end) if "submits" in job else usage["submits"] if job.get("waits") else 2
    waits = submits * end.submit_us * 1e-6
    host = of_end(job.get("host_s"), end) + of_end(job.get("host_ns"), end) * 1e-9 * job.get("batch", 0) / end.host_threads
    return Parts(device, transfer, waits, host, job.get("written", 0) / (end.disk_gb_s * G), by_kernel)


def earlier(job: dict, before: dict) -> dict:
    """A job with what was other before."""
    return {**job, **{key: before[key] for key in ("batch", "host_s", "host_ns", "read") if key in before}}


def parts_before(end: End, job: dict, before: dict, counts: dict, common: dict) -> Parts:
    """A job as it was, see `earlier`, from what was counted."""
    if "steps" not in before:
        now = parts(end, job, counts, common)
        share = before.get("device_of", {}).get(end.card.name, before.get("device", 1))
        was = dataclasses.replace(now, device={term: share * time for term, time in now.device.items()})
        same = before.get("same_word", 0) / (end.same_word_g_s * G) / (32 if end.is_fast and end.card.warps_add_up else 1)
        return dataclasses.replace(was, device={**was.device, "atomics on one word": same}) if same else was
    batch = job["batch"]
    reads = before["reads"] * batch / (end.memory_random_g_s * G)
    chains = before["steps"] * of_end(before["loads"], end) * end.memory_ns * 1e-9
    device = {
        GAPS: before["steps"] * before["dispatches"] * end.dispatch_us * 1e-6,
        # The look-ups of many invocations hide each other, at best.
        "memory, all over": reads if reads > chains or not end.is_fast else 0,
        "loads that wait for loads": chains if chains >= reads or not end.is_fast else 0,
    }
    transfer = before["sent"] * batch / (end.send_gb_s * G)
    host = of_end(job["host_ns"], end) * 1e-9 * batch / end.host_threads
    return Parts(device, transfer, 2 * end.submit_us * 1e-6, host, 0, {})


def total(end: End, job: dict, of: Parts) -> tuple[float, str]:
    """Seconds in all, and what takes most of them."""
    device = sum(of.device.values())
    terms = {**of.device, "transfers": of.transfer, "the host waits for submissions": of.waits, "host": of.host, "file": of.files}
    if "batch" in job:
        # Threads prepare and end some batches while others are searched. Where the host waits, it does so in many threads,
        # each with a batch, so that the device may always have work.
        terms["the host waits for submissions"] = 0 if end.is_fast and job.get("waits") else of.waits
        ahead = device + of.transfer + terms["the host waits for submissions"]
        if of.host > ahead:
            return of.host, "host"
        terms["host"] = 0
        return ahead, max(terms, key=terms.get)
    if end.is_fast:
        # What comes is taken and written while the device goes on.
        both = max(device + of.waits, of.transfer + of.host)
        return both + of.files, max(terms, key=terms.get)
    return sum(terms.values()), max(terms, key=terms.get)


def bounds(card: Card, job: dict, make) -> tuple[tuple[float, str], tuple[float, str]]:
    """Seconds and limits: the least, and the most."""
    fast, slow = (total(end, job, make(end)) for end in card.ends())
    return fast, slow
