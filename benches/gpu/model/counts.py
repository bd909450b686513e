"""What kernels do, from captures: has jobs captured and counted, and keeps what the model needs in counts.json."""

import bisect
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
WORK = ROOT / "target" / "gpu"
COUNTS = HERE / "counts.json"

JOBS = [
    "two-phase-20", "two-phase-21", "two-phase-22", "modified", "descent", "phase1-sorted-8", "phase2-sorted-10",
    "phase2-complete", "phase1-complete", "coset-prepass", "optimal",
    # As they are on a GPU that shares the memory of the host.
    "modified-shared", "phase1-sorted-8-shared", "phase2-sorted-10-shared",
]

NOTHING = {"warp_instructions": 0, "outside": 0, "different": 0}


def run(command: list, **variables: str) -> str:
    """What a command prints."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, cwd=ROOT,
                          env={**os.environ, **variables})
    if done.returncode:
        sys.exit(f"{done.stdout}{' '.join(map(str, command))} failed.")
    return done.stdout


def count(jobs: list[str]) -> None:
    """Captures jobs one after the other, as a capture takes up to 7 GB, and counts what their kernels do."""
    target = WORK / "model"
    run(["cargo", "build", "--locked", "--quiet", "--manifest-path", HERE / "Cargo.toml"], CARGO_TARGET_DIR=str(target))
    counter = target / "debug" / "cubebatch-gpu-model"
    told = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    for job in jobs:
        folder = WORK / "capture" / job
        shutil.rmtree(folder, ignore_errors=True)
        run(["cargo", "test", "--locked", "--quiet", "--lib", "captures_a_job", "--", "--ignored"],
            CUBEBATCH_CAPTURE=str(folder), CUBEBATCH_JOB=job)
        told[job] = reduced(run([counter, folder]))
        check(job, told[job])
        told["probes"] = reduced(run([counter, "probes", folder / "kernels"]))
        shutil.rmtree(folder)
        write(told)
        print(f"counted {job}")


def check(job: str, counts: dict) -> None:
    """Fails if something was stored that the device did not leave, or an access was beyond the end of a buffer."""
    for kernel, samples in counts["kernels"].items():
        for sample in samples:
            if sample["different"] or sample["outside"]:
                sys.exit(f"{job}: dispatch {sample['number']} of {kernel} stores {sample['different']} words that the device did"
                         f" not leave, and goes {sample['outside']} times beyond the ends of buffers.")


def write(told: dict) -> None:
    """Writes counts.json, a sample a line."""
    lines = []
    for job, counts in sorted(told.items()):
        kernels = []
        for kernel, samples in counts["kernels"].items():
            rows = ",\n".join("    " + json.dumps(sample, separators=(",", ":")) for sample in samples)
            kernels.append(f'   "{kernel}": [\n{rows}\n   ]')
        lines.append(f' "{job}": {{\n  "usage": {json.dumps(counts["usage"])},\n  "kernels": {{\n'
                     + ",\n".join(kernels) + "\n  }\n }")
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def reduced(output: str) -> dict:
    """For each kernel its samples, each with the dispatches for which it stands: how many have how many workgroups."""
    lines = [json.loads(line) for line in output.splitlines()]
    by_kernel = collections.defaultdict(list)
    usage = None
    for line in lines:
        if "usage" in line:
            usage = line["usage"]
        else:
            by_kernel[line["kernel"]].append(line)
    kernels = {}
    for kernel, dispatches in by_kernel.items():
        # A kernel that never has work takes the time of empty dispatches.
        samples = [dispatch for dispatch in dispatches if dispatch["counts"]] or [{**dispatches[0], "counts": NOTHING}]
        numbers = [dispatch["number"] for dispatch in samples]
        sizes = [collections.Counter() for _ in samples]
        for dispatch in dispatches:
            sizes[nearest(numbers, dispatch["number"])][dispatch["workgroups"]] += dispatch["times"]
        kernels[kernel] = [
            {"number": sample["number"], "workgroups": sample["workgroups"], "stands_for": sorted(size.items()),
             **sample["counts"]}
            for sample, size in zip(samples, sizes)
        ]
    return {"usage": usage, "kernels": kernels}


def nearest(numbers: list[int], number: int) -> int:
    """The place of the number that is nearest."""
    after = bisect.bisect_left(numbers, number)
    return min((place for place in (after - 1, after) if 0 <= place < len(numbers)),
               key=lambda place: abs(numbers[place] - number))
