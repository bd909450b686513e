"""Kernels whose times a card has measured, beside the model: from the files of `cubebatch bench --kernels` in benches/record."""

import json
import statistics

import counts
import dispatch
from cards import Card, End

RECORD = counts.ROOT / "benches" / "record" / "h200"
# The card of these files, in cards.toml.
CARD = "H200measured"

# Kernels that have changed since the card ran them.
CHANGED = {f"two_phase/{kernel}" for kernel in ("enter", "measure", "next", "plan", "rate", "walk")}
# For each file the captures of its jobs, in its order.
FILES = {
    "kernels-builds.json": ["phase1-sorted-8", "phase2-sorted-10", "phase1-complete", "phase2-complete"],
    "kernels-descent.json": ["descent"],
    "kernels-modified.json": ["modified"],
    "kernels-two-phase.json": ["two-phase-20"],
}
# Kernels of which the host makes dispatches of the same size on every device; of others larger bindings make wider ones.
SAME_SIZE = {"complete/phase1_level", "complete/phase2_level"}


def rows(card: Card, told: dict) -> list[tuple[str, str, int, float, float, float]]:
    """Each kernel, its job, its dispatches, and microseconds of one: measured, of the fast end and of the slow end."""
    found = []
    for file, jobs in FILES.items():
        report = json.loads((RECORD / file).read_text())
        for job, run in zip(jobs, report["builds"] + report["solves"]):
            kernels = run["samples"][0]["by_kernel"]
            # A batch has one dispatch of some kernel.
            batches = min(kernel["dispatches"] for kernel in kernels)
            for kernel in kernels:
                name, dispatches = kernel["name"], kernel["dispatches"]
                samples = told[job]["kernels"].get(name)
                if samples is None or name in CHANGED:
                    continue
                if "cubes" in run:
                    wider = run["cubes"] / batches / told[job]["usage"]["positions"]
                else:
                    wider = 1 if name in SAME_SIZE else captured(samples) / dispatches
                fast, slow = (mean(end, name, samples, wider) * 1e6 for end in card.ends())
                found.append((name, job, dispatches, kernel["seconds"] / dispatches * 1e6, fast, slow))
    return found


def captured(samples: list[dict]) -> float:
    """Dispatches for which samples stand."""
    return sum(times for sample in samples for _, times in sample["stands_for"])


def mean(end: End, kernel: str, samples: list[dict], wider: float) -> float:
    """Seconds of a dispatch on average."""
    seconds = 0.0
    wider = 1 if dispatch.is_single(samples) else wider
    for sample in samples:
        for workgroups, times in sample["stands_for"]:
            if workgroups and sample["warp_instructions"]:
                seconds += times * dispatch.time(end, kernel, sample, workgroups * wider, wider).seconds
    return seconds / captured(samples)


def error(measured: float, fast: float, slow: float) -> float:
    """By which factor the measured time is beyond the range; 1 within."""
    return measured / slow if measured > slow else fast / measured if measured < fast else 1


def summary(found: list) -> str:
    """How many are within, and by how much the others are beyond."""
    errors = [error(*row[3:]) for row in found]
    beyond = sorted(value for value in errors if value > 1)
    within = f"{len(errors) - len(beyond)} of {len(errors)} lie within"
    return within if not beyond else (f"{within}; the others are beyond by a factor of {statistics.median(beyond):.2f} (median) and "
                                      f"{beyond[-1]:.2f} at most")
