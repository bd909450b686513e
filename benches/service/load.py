#!/usr/bin/env python3
"""Puts a load on `cubebatch serve`, replays every row, and measures.

    benches/service/load.py PROGRAM [--seconds 60] [--clients 200] [--positions 300000] [--record FILE]

PROGRAM was built with `--features serve`; CUBEBATCH_TABLES=DIR uses the tables there. Needs Python's standard library, curl, and
`rustc` for the replay, which shares no code with the solver (verify/replay/replay.rs).

First it sends single cubes over one connection. Then CLIENTS clients at once send random requests: single cubes, lists and lines
with mixed bounds, requests that they break off, slow reading, garbage, and a body of 1 GB now and then. Meanwhile it reads the
memory of the service from /proc. At the end `cubebatch solve` and the service solve the same positions in turn. It fails if a row
is missing, has another position, is too long, or does not solve it, or if the service does not end with 0.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GIGABYTE = 1 << 30
PIECE = bytes(64 << 10)
ROUNDS = 7
BOUNDS = {
    "two-phase": [20, 21, 21, 21, 22, None],
    "descent": [None],
    "thistlethwaite": [None],
}
HARD = 19
IMPOSSIBLE = 15
LONGEST = 45
"""Moves of a solution by any method."""


@dataclass
class Seen:
    """What came back."""

    rows: list[tuple[str, str, int]] = field(default_factory=list)
    """Position, solution, and how many moves it may have."""
    lone: list[float] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def keep(self, asked: list[str], rows: list[dict], bound: int | None, source: str) -> None:
        """Compares rows with what was asked, and keeps them for the replay."""
        if len(rows) != len(asked):
            self.faults.append(f"{source}: {len(rows)} rows for {len(asked)} positions")
            return
        for number, (cube, row) in enumerate(zip(asked, rows, strict=True), 1):
            if row.get("cube") != cube or row.get("line") != number:
                self.faults.append(f"{source}: {row} is no row of {cube}")
            else:
                self.rows.append((cube, row["solution"], bound or LONGEST))


class Client:
    """One connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None

    async def send(self, path: str, body: bytes, kind: str = "text/plain") -> None:
        await self.open()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = text.strip().split("\r\n")
        return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines)

    async def answer(self, pause: float = 0.0) -> tuple[int, bytes]:
        status, headers = await self.head()
        body = b""
        if "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        elif "chunked" in headers.get("transfer-encoding", ""):
            pieces = []
            while size := int(await self.reader.readline(), 16):
                pieces.append(await self.reader.readexactly(size))
                await self.reader.readexactly(2)
                if pause:
                    await asyncio.sleep(pause)
            await self.reader.readexactly(2)
            body = b"".join(pieces)
        if headers.get("connection") == "close":
            self.close()
        return status, body

    async def ask(self, path: str, body: bytes, kind: str = "text/plain", pause: float = 0.0) -> tuple[int, bytes]:
        await self.send(path, body, kind)
        return await self.answer(pause)


def query(draw: random.Random) -> tuple[str, int | None]:
    """Options of a request, and the bound that they set."""
    method = draw.choice(list(BOUNDS) + ["two-phase"] * 3)
    bound = draw.choice(BOUNDS[method])
    options = f"method={method}" + (f"&max_length={bound}" if bound else "")
    return options, bound or (21 if method == "two-phase" else None)


def rows_of(body: bytes) -> list[dict]:
    return [json.loads(line) for line in body.splitlines()]


async def lone(client: Client, cube: str, seen: Seen) -> None:
    begin = time.perf_counter()
    body = json.dumps({"cube": cube, "max_length": 21}).encode()
    status, body = await client.ask("/solve", body, "application/json")
    if status == 200:
        seen.lone.append(time.perf_counter() - begin)
        seen.keep([cube], [{**json.loads(body)}], 21, "lone")
    seen.requests[f"lone {status}"] += 1


async def many(client: Client, cubes: list[str], draw: random.Random, seen: Seen, pause: float = 0.0) -> None:
    options, bound = query(draw)
    what = "slow reader" if pause else "lines"
    status, body = await client.ask(f"/solve?{options}", "\n".join(cubes).encode(), pause=pause)
    if status == 200:
        seen.keep(cubes, rows_of(body), bound, options)
    seen.requests[f"{what} {status}"] += 1


async def listed(client: Client, cubes: list[str], seen: Seen) -> None:
    body = json.dumps({"cubes": cubes, "max_length": 22}).encode()
    status, body = await client.ask("/solve", body, "application/json")
    if status == 200:
        seen.keep(cubes, json.loads(body)["solutions"], 22, "list")
    seen.requests[f"list {status}"] += 1


async def hard(client: Client, cubes: list[str], draw: random.Random, seen: Seen) -> None:
    options, bound = draw.choice([(f"max_length={HARD}", HARD), ("max_length=18&max_time=20", None)])
    status, body = await client.ask(f"/solve?{options}", "\n".join(cubes).encode())
    if status == 200:
        seen.keep(cubes, rows_of(body), bound, options)
    seen.requests[f"hard {status}"] += 1


async def broken_off(client: Client, cubes: list[str], draw: random.Random, seen: Seen) -> None:
    await client.send(f"/solve?max_length={draw.choice([IMPOSSIBLE, 20, 21])}", "\n".join(cubes).encode())
    await asyncio.sleep(draw.random() * 0.3)
    client.close()
    seen.requests["broken off"] += 1


async def garbage(client: Client, draw: random.Random, seen: Seen) -> None:
    body = draw.randbytes(draw.randrange(1, 200_000))
    if draw.random() < 0.3:
        await client.open()
        client.writer.write(body)
        await client.writer.drain()
        await asyncio.wait_for(client.reader.read(), 40)
        client.close()
        seen.requests["no HTTP"] += 1
        return
    kind = draw.choice(["text/plain", "application/json"])
    status, answer = await client.ask("/solve", body, kind)
    # A line of it may be a move.
    solved = [row for row in rows_of(answer) if "error" not in row] if status == 200 else []
    seen.rows += [(row["cube"], row["solution"], 21) for row in solved]
    seen.requests[f"garbage {status}"] += 1


async def gigabyte(port: int, seen: Seen) -> None:
    """Sends until the service refuses more; in chunks, so that the service does not know the size before."""
    client = Client(port)
    await client.open()
    client.writer.write(b"POST /solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    answer = asyncio.create_task(client.head())
    chunk = f"{len(PIECE):x}\r\n".encode() + PIECE + b"\r\n"
    sent = 0
    try:
        while sent < GIGABYTE and not answer.done():
            client.writer.write(chunk)
            await client.writer.drain()
            sent += len(PIECE)
        status, _ = await answer
        seen.requests[f"body of 1 GB {status}"] += 1
        if status not in (413, 429, 503):
            seen.faults.append(f"a body of 1 GB: {status}")
    finally:
        answer.cancel()
        client.close()


async def behave(port: int, number: int, pool: list[str], until: float, seen: Seen) -> None:
    """Does what a client draws, until the time is over."""
    draw = random.Random(number)
    client = Client(port)

    def cubes(most: int) -> list[str]:
        begin = draw.randrange(len(pool) - most)
        return pool[begin : begin + draw.randint(1, most)]

    while time.monotonic() < until:
        chance = draw.random()
        try:
            if chance < 0.6:
                await lone(client, cubes(1)[0], seen)
            elif chance < 0.75:
                await many(client, cubes(300), draw, seen)
            elif chance < 0.8:
                await listed(client, cubes(100), seen)
            elif chance < 0.83:
                await many(client, cubes(5000), draw, seen, pause=0.02)
            elif chance < 0.86:
                await hard(client, cubes(4), draw, seen)
            elif chance < 0.96:
                await broken_off(client, cubes(2000), draw, seen)
            else:
                await garbage(client, draw, seen)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            seen.requests[f"connection lost: {type(error).__name__}"] += 1
            client.close()
        await asyncio.sleep(draw.random() * 0.2)
    client.close()


def resident(pid: int) -> float:
    """MiB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


async def watch(pid: int, memory: list[float], until: float) -> None:
    while time.monotonic() < until:
        memory.append(resident(pid))
        await asyncio.sleep(0.5)


def probe(port: int, cubes: list[str], seconds: int, to: Connection) -> None:
    """Sends lone cubes one after the other, in a process of its own: the one of the clients is busy."""
    connection = HTTPConnection("127.0.0.1", port)
    times, rows = [], []
    until = time.monotonic() + seconds
    for cube in itertools.cycle(cubes):
        body = json.dumps({"cube": cube, "max_length": 21})
        begin = time.perf_counter()
        connection.request("POST", "/solve", body, {"Content-Type": "application/json"})
        row = json.loads(connection.getresponse().read())
        times.append(time.perf_counter() - begin)
        rows.append((cube, row["solution"], 21))
        if time.monotonic() > until:
            break
        time.sleep(0.002)
    to.send((times, rows))


async def load(port: int, pid: int, args: argparse.Namespace, pool: list[str]) -> tuple[Seen, Seen, list[float]]:
    idle, seen, memory = Seen(), Seen(), [resident(pid)]
    client = Client(port)
    for cube in pool[:2000]:
        await lone(client, cube, idle)
    client.close()
    results, to = Pipe(duplex=False)
    Process(target=probe, args=(port, pool[:10_000], args.seconds, to)).start()
    until = time.monotonic() + args.seconds
    clients = [behave(port, number, pool, until, seen) for number in range(args.clients)]

    async def gigabytes() -> None:
        while time.monotonic() < until:
            try:
                await gigabyte(port, seen)
            except ConnectionError as error:
                seen.requests[f"body of 1 GB, {type(error).__name__}"] += 1
            await asyncio.sleep(5)

    await asyncio.gather(*clients, gigabytes(), watch(pid, memory, until))
    seen.lone, rows = await asyncio.to_thread(results.recv)
    seen.rows += rows
    return idle, seen, memory


def replay(rows: list[tuple[str, str, int]], folder: Path) -> None:
    """Replays rows by the other program, those of each bound together."""
    program = folder / "replay"
    subprocess.run(["rustc", "--edition", "2024", "-O", ROOT / "verify/replay/replay.rs", "-o", program], check=True)
    for bound in {bound for *_, bound in rows}:
        alike = [row for row in rows if row[2] == bound]
        positions, solutions = folder / "positions", folder / "solutions"
        positions.write_text("".join(f"{cube}\n" for cube, *_ in alike))
        solutions.write_text("".join(f"{solution}\n" for _, solution, _ in alike))
        subprocess.run([program, positions, solutions, str(bound)], check=True, stdout=subprocess.DEVNULL)


def full(port: int, pool: list[str], folder: Path, seen: Seen) -> float:
    """Positions a second in requests of many positions, three at a time, by curl: Python would take more of the processors."""
    parts = [pool[begin : begin + 50_000] for begin in range(0, len(pool), 50_000)]
    files = [folder / f"part{number}" for number in range(len(parts))]
    for file, part in zip(files, parts, strict=True):
        file.write_text("\n".join(part))
    curl = f"curl -sS --data-binary @{{}} -o {{}}.rows http://127.0.0.1:{port}/solve"
    begin = time.perf_counter()
    subprocess.run(["xargs", "-P", "3", "-I{}", *curl.split()], input="\n".join(map(str, files)), text=True, check=True)
    took = time.perf_counter() - begin
    for file, part in zip(files, parts, strict=True):
        seen.keep(part, rows_of(Path(f"{file}.rows").read_bytes()), 21, "full batches")
    return len(pool) / took


def by_command_line(program: str, pool: list[str], folder: Path) -> float:
    """Positions a second, without the time to open tables."""
    positions = folder / "cubes"
    positions.write_text("\n".join(pool) + "\n")
    command = [program, "solve", "--format", "jsonl", positions, "-o", folder / "rows.jsonl"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return float(re.search(r"([\d,]+)/s", told)[1].replace(",", ""))


def latency(times: list[float]) -> str:
    """The middle of some times, and what one of a hundred exceeds."""
    times = sorted(times)
    return ", ".join(f"p{part} {times[part * (len(times) - 1) // 100] * 1e3:.2f} ms" for part in (50, 99))


def lscpu() -> str:
    text = subprocess.run(["lscpu"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
    found = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
    return f"{found.get('CPU(s)')} cores of {found.get('Model name')}, L2 {found.get('L2 cache')}, L3 {found.get('L3 cache')}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--record", type=Path)
    args = parser.parse_args()
    scramble = [args.program, "scramble", "--count", str(args.positions), "--seed", "5"]
    pool = subprocess.run(scramble, check=True, capture_output=True, text=True).stdout.split()
    serve = [args.program, "serve", "--listen", "127.0.0.1:0", "--log", "warn", "--max-requests", "1000"]
    service = subprocess.Popen(serve, stderr=subprocess.PIPE, text=True)
    for line in service.stderr:
        if listens := re.match(r"listening on http://127.0.0.1:(\d+)", line):
            break
    port = int(listens[1])
    idle, seen, memory = asyncio.run(load(port, service.pid, args, pool))
    rates: list[tuple[float, float]] = []
    after = Seen()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(ROUNDS):
            rates.append((by_command_line(args.program, pool, folder), full(port, pool, folder, after)))
        memory.append(resident(service.pid))
        service.send_signal(signal.SIGTERM)
        code = service.wait()
        rows = idle.rows + seen.rows + after.rows
        replay(rows, folder)
    faults = idle.faults + seen.faults + after.faults
    ratio = statistics.median(served / program for program, served in rates)
    lines = [
        f"## {datetime.now(UTC):%Y-%m-%d}",
        "",
        f"{lscpu()}; load average at the end {os.getloadavg()[0]:.1f}. `benches/service/load.py {' '.join(sys.argv[1:])}`",
        "",
        "| | |",
        "|---|---|",
        f"| a lone cube of at most 21 moves, one client | {latency(idle.lone)} |",
        f"| the same from a process of its own, beside {args.clients} clients for {args.seconds} s | {latency(seen.lone)} |",
        "| memory, tables included, at the beginning, at most, at the end | "
        + ", ".join(f"{size:.0f}" for size in (memory[0], max(memory), memory[-1]))
        + " MiB |",
        "| positions a second, command line and service in turn | "
        + "; ".join(f"{program:,.0f} and {served:,.0f}" for program, served in rates)
        + f" (median ratio {ratio:.2f}) |",
        f"| rows that were compared and replayed | {len(rows):,} |",
        f"| faults | {len(faults)} |",
        f"| requests | {', '.join(f'{count} {what}' for what, count in sorted(seen.requests.items()))} |",
    ]
    print("\n".join(lines))
    print("\n".join(faults[:20]), file=sys.stderr)
    if args.record:
        with args.record.open("a") as record:
            record.write("\n" + "\n".join(lines) + "\n")
    return 0 if not faults and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
