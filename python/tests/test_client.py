"""A client that openapi-python-client makes of the service's description."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAM = os.environ.get("CUBEBATCH_PROGRAM")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="CUBEBATCH_PROGRAM names no program with the service")


@pytest.fixture
def service() -> Iterator[str]:
    """The address of a service that is ready."""
    assert PROGRAM is not None
    listen = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--methods", "thistlethwaite", "--log", "warn"]
    with subprocess.Popen(listen, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stderr is not None
        before_address = "listening on "
        line = next(line for line in serving.stderr if before_address in line)
        yield line.split(before_address)[1].strip()
        serving.terminate()


CALLS = """
import sys

from cubebatch_client import Client
from cubebatch_client.api.default import health, solve
from cubebatch_client.models import Refusal, Row, Solutions, SolveMany, SolveOne

with Client(base_url=sys.argv[1]) as client:
    ready = health.sync(client=client)
    assert ready is not None and ready.methods == ["thistlethwaite"], ready
    row = solve.sync(client=client, body=SolveOne(cube="R U2 F'"))
    assert isinstance(row, Row) and row.solution == "F U2 R'" and row.length == 3, row
    answer = solve.sync(client=client, body=SolveMany(cubes=["U", "nonsense"]))
    assert isinstance(answer, Solutions), answer
    first, second = answer.solutions
    assert first.solution == "U'" and "no move begins with" in str(second.error), answer
    refused = solve.sync_detailed(client=client, body=SolveOne(cube="nonsense"))
    assert refused.status_code == 400 and isinstance(refused.parsed, Refusal), refused
"""


def test_a_generated_client_solves(service: str, tmp_path: Path) -> None:
    import httpx

    description = tmp_path / "openapi.json"
    description.write_text(httpx.get(f"{service}/openapi.json").text)
    tools = Path(sys.executable).parent
    # It formats what it makes by `ruff`.
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    generate = [tools / "openapi-python-client", "generate", "--path", description, "--output-path", tmp_path / "client"]
    subprocess.run(generate, check=True, env=environment, cwd=tmp_path)
    calls = tmp_path / "client" / "calls.py"
    calls.write_text(CALLS)
    subprocess.run([sys.executable, calls, service], check=True)
