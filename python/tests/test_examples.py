"""The examples run."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"


def ran(name: str) -> str:
    done = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_environment_is_one_of_gymnasium() -> None:
    from gymnasium.utils.env_checker import check_env

    spec = importlib.util.spec_from_file_location("environment", EXAMPLES / "environment.py")
    assert spec is not None and spec.loader is not None
    environment = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(environment)
    check_env(environment.CubeEnv(), skip_render_check=True)
    assert ran("environment.py").startswith("solved in ")


@pytest.mark.parametrize(("package", "name"), [("distributed", "dask_frame.py"), ("pyspark", "spark.py")])
def test_tables_of_others_are_solved(package: str, name: str) -> None:
    pytest.importorskip(package)
    assert ran(name).endswith("1000 solutions, of at most 20 moves\n")


def test_workers_of_torch_draw_data() -> None:
    pytest.importorskip("torch")
    assert ran("dataset.py").splitlines()[1].startswith("spawn [(2000, 324), (2000,), (2000,)]")
