"""Runs the program on a store of objects and on servers of the web, all on this machine, and checks what it says and writes.

    pip install "moto[server]"
    cargo build --release --features parquet,remote
    python benches/remote.py target/release/cubebatch

The store is moto's, which speaks Amazon's S3. The script prints what held, and how long it took.
"""

import contextlib
import functools
import http.server
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
from moto.server import ThreadedMotoServer

PROGRAM = os.path.abspath(sys.argv[1])
BUCKET = "cubes"
POSITIONS = 400_000
"""Four groups of rows in a Parquet file, and parts of uploads."""


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Serves files, whole or a range of them."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if asked is None or not path.is_file():
            return super().do_GET()
        first, last = map(int, asked.groups())
        content = path.read_bytes()
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        self.wfile.write(content[first : last + 1])

    def log_message(self, *_: object) -> None:
        pass


class Whole(http.server.SimpleHTTPRequestHandler):
    """Serves whole files, also to clients that close early."""

    def copyfile(self, *files: Any) -> None:
        with contextlib.suppress(ConnectionError):
            super().copyfile(*files)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def web(handler: type[http.server.SimpleHTTPRequestHandler], folder: str) -> Iterator[str]:
    """A server of the web with the files of a folder; gives its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def run(*arguments: str, fails: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == fails, f"{arguments}: {done.stderr}"
    assert "panicked" not in done.stderr, done.stderr
    return done


@contextlib.contextmanager
def step(name: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    print(f"{time.perf_counter() - begin:6.1f} s  {name}", flush=True)


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_REGION": "us-east-1",
    }
    os.environ |= {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    s3 = boto3.client("s3")
    s3.create_bucket(Bucket=BUCKET)

    def names() -> list[str]:
        return [entry["Key"] for entry in s3.list_objects_v2(Bucket=BUCKET).get("Contents", [])]

    def content(name: str) -> bytes:
        return s3.get_object(Bucket=BUCKET, Key=name)["Body"].read()

    with tempfile.TemporaryDirectory() as folder:
        quick = ("--method", "descent")
        there = f"s3://{BUCKET}"
        text, whole = Path(folder, "in.txt"), Path(folder, "whole.parquet")
        with text.open("w") as lines:
            subprocess.run(
                [PROGRAM, "scramble", "--count", str(POSITIONS), "--seed", "1"],
                stdout=lines,
                check=True,
            )
        run("solve", *quick, str(text), "-o", str(whole))
        s3.upload_file(str(text), BUCKET, "in.txt")

        with step("text in, Parquet out: the bytes of a run without addresses"):
            run("solve", *quick, f"{there}/in.txt", "-o", f"{there}/whole.parquet")
            assert content("whole.parquet") == whole.read_bytes()
            assert names() == ["in.txt", "whole.parquet"], "no record stays"
        with step("compressed text, checked against the positions"):
            run("solve", *quick, f"{there}/in.txt", "-o", f"{there}/rows.csv.gz")
            assert f"{POSITIONS} of {POSITIONS} solutions hold" in run("check", str(text), f"{there}/rows.csv.gz").stdout
        with step("no rows are an object, too"):
            run("solve", *quick, "/dev/null", "-o", f"{there}/empty.txt")
            assert content("empty.txt") == b""
        with step("parts of the Parquet object, joined: the rows of one run"):
            parts = [f"{there}/out/{part}.parquet" for part in (1, 2, 3)]
            for part, out in enumerate(parts, 1):
                run(
                    "solve",
                    *quick,
                    f"{there}/whole.parquet",
                    "--part",
                    f"{part}/3",
                    "-o",
                    out,
                )
            run("join", *reversed(parts), "-o", f"{there}/joined.parquet")
            run("solve", *quick, str(whole), "-o", f"{folder}/again.parquet")
            assert run("check", f"{there}/joined.parquet").stdout == run("check", f"{folder}/again.parquet").stdout
        with step("a complete part is found complete, and a damaged one is refused"):
            again = run(
                "solve",
                *quick,
                f"{there}/whole.parquet",
                "--part",
                "2/3",
                "--resume",
                "-o",
                parts[1],
            )
            assert "complete: all of its" in again.stderr
            s3.put_object(Bucket=BUCKET, Key="out/2.parquet", Body=content("out/2.parquet")[:-1])
            assert "does not hold the rows" in run("join", *parts, "-o", f"{there}/no.parquet", fails=True).stderr
        with step("a run that is killed or interrupted leaves no object"):
            for end, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
                late = (
                    "solve",
                    f"{there}/in.txt",
                    "--max-length",
                    "18",
                    "-o",
                    f"{there}/late.txt",
                )
                process = subprocess.Popen([PROGRAM, *late], stderr=subprocess.DEVNULL)
                time.sleep(3)
                process.send_signal(end)
                assert process.wait() == code
            assert not {"late.txt", "late.txt.run", "no.parquet"} & set(names())
            left = s3.list_multipart_uploads(Bucket=BUCKET).get("Uploads", [])
            assert len(left) <= 1, "the interrupted one is aborted, the killed one cannot be"
        with step("what cannot be done, in sentences"):
            for arguments, said in {
                (
                    "solve",
                    f"{there}/none.txt",
                ): "nothing is there\n  Check the names of the bucket and of the object.",
                (
                    "solve",
                    f"{there}/in.txt",
                    "-o",
                    f"{there}/in.txt",
                ): "is an input and cannot be the output",
                (
                    "solve",
                    "s3://none/in.txt",
                ): "nothing is there\n  Check the names of the bucket",
                (
                    "solve",
                    f"{there}/*.txt",
                ): "patterns are for shells",
                (
                    "solve",
                    "ftp://127.0.0.1/in.txt",
                ): "addresses begin with s3://",
                ("solve", there): "the address names no object",
                (
                    "solve",
                    str(text),
                    "-o",
                    "https://127.0.0.1/out.txt",
                ): "the program only reads from such addresses",
                (
                    "solve",
                    "https://127.0.0.1/in.txt?key=1",
                ): "addresses with ? or #",
            }.items():
                assert said in run(*arguments, fails=True).stderr, (
                    arguments,
                    run(*arguments, fails=True).stderr,
                )
        with (
            step("text and Parquet from a server of the web"),
            web(Ranges, folder) as address,
        ):
            run("solve", *quick, f"{address}/in.txt", "-o", f"{folder}/web.parquet")
            assert Path(folder, "web.parquet").read_bytes() == whole.read_bytes()
            assert f"{POSITIONS} of {POSITIONS} solutions hold" in run("check", f"{address}/whole.parquet").stdout
        with (
            step("a server that sends whole files only is refused"),
            web(Whole, folder) as address,
        ):
            assert "download the file first" in run("solve", f"{address}/whole.parquet", fails=True).stderr
        with step("a server that is gone"):
            assert "refused" in run("solve", f"{address}/in.txt", fails=True).stderr
    server.stop()


if __name__ == "__main__":
    main()
