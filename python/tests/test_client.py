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


CALLS = Path(__file__).with_name("client_calls.py")


def test_a_generated_client_solves(service: str, tmp_path: Path) -> None:
    import httpx

    description = tmp_path / "openapi.json"
    description.write_text(httpx.get(f"{service}/openapi.json").text)
    tools = Path(sys.executable).parent
    # It formats what it makes by `ruff`.
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    generate = [tools / "openapi-python-client", "generate", "--path", description, "--output-path", tmp_path / "client"]
    subprocess.run(generate, check=True, env=environment, cwd=tmp_path)
    subprocess.run([sys.executable, CALLS, service], check=True, env={**os.environ, "PYTHONPATH": str(tmp_path / "client")})
