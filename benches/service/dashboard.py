#!/usr/bin/env python3
"""Asks each query of docs/deploy/grafana.json of a Prometheus that watches `cubebatch serve`, as Grafana would.

    benches/service/dashboard.py PROGRAM

PROGRAM was built with `--features serve`. Needs Python's standard library and `prometheus` (a package of Debian). Requests
come for twenty seconds. It fails if a query has no answer, or one that is no number, or if rows and processor time are not
those of a service at work.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from socket import socket
from urllib.parse import urlencode
from urllib.request import Request, urlopen

DASHBOARD = Path(__file__).resolve().parents[2] / "docs" / "deploy" / "grafana.json"
SECONDS = 20


def free_port() -> int:
    with socket() as here:
        here.bind(("127.0.0.1", 0))
        return int(here.getsockname()[1])


def wait_for(address: str) -> None:
    for _ in range(240):
        try:
            urlopen(address).close()
            return
        except OSError:
            time.sleep(0.5)
    sys.exit(f"{address} does not answer")


def send_requests(service: str) -> None:
    """Positions for a while, and a few bad lines."""
    lines = urlopen(f"{service}/scramble?count=2000").read() + b"no cube\n"
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        request = Request(f"{service}/solve", lines, {"Content-Type": "text/plain"})
        assert len(urlopen(request).read().splitlines()) == 2001


def ask(prometheus: str, query: str) -> list[float]:
    query = query.replace("$__rate_interval", "10s")
    answer = json.load(urlopen(f"{prometheus}/api/v1/query?{urlencode({'query': query})}"))
    assert answer["status"] == "success", answer
    return [float(series["value"][1]) for series in answer["data"]["result"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    program = parser.parse_args().program
    ports = free_port(), free_port()
    service, prometheus = (f"http://127.0.0.1:{port}" for port in ports)
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "prometheus.yml")
        targets = f"static_configs: [{{targets: ['127.0.0.1:{ports[0]}']}}]"
        config.write_text(f"scrape_configs:\n  - {{job_name: cubebatch, scrape_interval: 1s, {targets}}}\n")
        commands = [
            [program, "serve", "--listen", f"127.0.0.1:{ports[0]}", "--log", "off"],
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{ports[1]}", "--log.level=error"],
        ]  # fmt: skip
        running = [subprocess.Popen(command) for command in commands]
        try:
            wait_for(f"{service}/health")
            wait_for(f"{prometheus}/-/ready")
            send_requests(service)
            failed = False
            for panel in json.loads(DASHBOARD.read_text())["panels"]:
                for target in panel["targets"]:
                    values = ask(prometheus, target["expr"])
                    is_sound = bool(values) and all(map(math.isfinite, values))
                    if panel["title"] in ("Rows a second", "Processor"):
                        is_sound &= max(values, default=0) > 0.1
                    failed |= not is_sound
                    shown = ", ".join(f"{value:.6g}" for value in values)
                    print(f"{panel['title']}: {shown or 'nothing'}{'' if is_sound else '  WRONG'}")
        finally:
            for process in running:
                process.terminate()
            for process in running:
                process.wait()
    sys.exit(failed)


if __name__ == "__main__":
    main()
