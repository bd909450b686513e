#!/usr/bin/env python3
"""Puts requests with different goals on `cubebatch serve`, checks every row, and measures its memory.

    benches/service/goals.py PROGRAM [--requests 400] [--clients 16] [--memory 400M] [--seed 1]

PROGRAM was built with `--features serve`. Needs Python's standard library. Half of the requests ask for one of few
goals, the others for a goal of random cubies or of a random picture. `cubebatch check` judges each row by the goal that
it names. It fails if a row does not hold, a request gets another answer than rows or "late", or the memory passes its
bound.
"""

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

USUAL = ["cross", "cross-U", "xcross", "eo", "dr", "block-222", "block-123", "block-223", "cross/any", "co", "corners"]
CUBIES = "UF UR UB UL DF DR DB DL FR BR BL FL UFR URB UBL ULF DRF DBR DLB DFL".split()
SOLVED = "".join(face * 9 for face in "URFDLB")
ALLOWANCE = 128
"""MiB beside the tables: the program, its other tables in memory, and rows."""


def goal(draw: random.Random) -> str:
    if draw.random() < 0.5:
        return draw.choice(USUAL)
    if draw.random() < 0.7:
        return " ".join(draw.sample(CUBIES, draw.randint(1, 7))) + draw.choice(["", "", "/any"])
    shown = draw.sample(range(54), draw.randint(3, 14))
    return "".join(SOLVED[place] if place in shown or place % 9 == 4 else "." for place in range(54))


def megabytes(text: str) -> float:
    return float(text[:-1]) * {"M": 1e6, "G": 1e9}[text[-1]] / (1 << 20)


def resident(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024


def ask(port: int, asked: str, cubes: list[str]) -> tuple[int, bytes, float]:
    begin = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port)
    body = json.dumps({"cubes": cubes, "goal": asked})
    connection.request("POST", "/solve", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, response.read(), time.perf_counter() - begin


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--memory", default="400M")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    scramble = [args.program, "scramble", "--count", "1000", "--seed", "5"]
    pool = subprocess.run(scramble, check=True, capture_output=True, text=True).stdout.split()
    serve = [args.program, "serve", "--listen", "127.0.0.1:0", "--log", "warn", "--methods", "goal"]
    serve += ["--memory", args.memory]
    service = subprocess.Popen(serve, stderr=subprocess.PIPE, text=True)
    for line in service.stderr:
        if listens := re.match(r"listening on http://127.0.0.1:(\d+)", line):
            break
    draw = random.Random(args.seed)
    asked = [(goal(draw), draw.sample(pool, 3)) for _ in range(args.requests)]
    memory, is_over = [resident(service.pid)], threading.Event()

    def watch() -> None:
        while not is_over.wait(0.05):
            memory.append(resident(service.pid))

    watching = threading.Thread(target=watch)
    watching.start()
    begin = time.perf_counter()
    with ThreadPoolExecutor(args.clients) as clients:
        answers = list(clients.map(lambda one: ask(int(listens[1]), *one), asked))
    took = time.perf_counter() - begin
    is_over.set()
    watching.join()
    service.send_signal(signal.SIGTERM)
    code = service.wait()
    rows, late, faults = [], 0, []
    for (wanted, cubes), (status, body, _) in zip(asked, answers, strict=True):
        solutions = json.loads(body).get("solutions", []) if status == 200 else []
        if len(solutions) != len(cubes):
            faults.append(f"{wanted}: {status} {body[:200]!r}")
        for row in solutions:
            if "solution" in row:
                rows.append(row)
            elif row.get("error") == "not solved in the time of a request":
                late += 1
            else:
                faults.append(f"{wanted}: {row}")
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "rows.jsonl"
        file.write_text("".join(json.dumps({**row, "line": number}) + "\n" for number, row in enumerate(rows, 1)))
        checked = subprocess.run([args.program, "check", file], capture_output=True, text=True)
    bound = megabytes(args.memory) + ALLOWANCE
    times = sorted(answer[2] for answer in answers)
    statuses = Counter(status for status, _, _ in answers)
    goals = len({wanted for wanted, _ in asked})
    print(f"{args.requests} requests for {goals} goals in {took:.1f} s, {args.clients} at a time: {dict(statuses)}")
    print(f"rows {len(rows)}, late {late}; p50 {times[len(times) // 2]:.2f} s, p99 {times[len(times) * 99 // 100]:.2f} s")
    print(f"memory {memory[0]:.0f} MiB at the beginning, {max(memory):.0f} at most, bound {bound:.0f}")
    print(checked.stdout.splitlines()[0], *faults[:20], checked.stderr, sep="\n")
    return 0 if code == 0 and checked.returncode == 0 and not faults and max(memory) <= bound else 1


if __name__ == "__main__":
    sys.exit(main())
