"""The examples for Slurm and Kubernetes, with the variables that these set: their parts make up the file of one run."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

PROGRAM = os.environ.get("CUBEBATCH_PROGRAM")
EXAMPLES = Path(__file__).parents[2] / "examples"
PARTS = 3

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="CUBEBATCH_PROGRAM names no program")


class Run:
    """A folder with 300 positions and an invalid line, and the program by its name."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM is not None
        self.folder = folder
        (folder / "bin").mkdir()
        (folder / "bin" / "cubebatch").symlink_to(Path(PROGRAM).resolve())
        self.variables = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        drawn = self.done(["cubebatch", "scramble", "--count", "300", "--seed", "5"]).stdout.splitlines()
        (folder / "cubes.txt").write_text("\n".join([*drawn[:250], "no position", *drawn[250:]]) + "\n")

    def done(self, command: list[str], code: int = 0, **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(command, cwd=self.folder, env={**self.variables, **variables}, capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done

    def joined_is_one_run(self) -> None:
        parts = sorted(str(path) for path in (self.folder / "out").glob("*.txt"))
        assert len(parts) == PARTS
        self.done(["cubebatch", "join", *parts, "-o", "joined.txt"])
        self.done(["cubebatch", "solve", "cubes.txt", "--max-length", "20", "-o", "one.txt"], 1)
        assert (self.folder / "joined.txt").read_bytes() == (self.folder / "one.txt").read_bytes()


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


def task(run: Run, code: int, part: int, array: tuple[int, ...], *more: str) -> str:
    """A task of `sbatch --array=… slurm.sh cubes.txt out`; what it says."""
    variables = {
        "SLURM_ARRAY_TASK_ID": part,
        "SLURM_ARRAY_TASK_MIN": min(array),
        "SLURM_ARRAY_TASK_MAX": max(array),
        "SLURM_ARRAY_TASK_COUNT": len(array),
        "SLURM_CPUS_PER_TASK": 2,
    }
    command = ["bash", str(EXAMPLES / "slurm.sh"), "cubes.txt", "out", *more]
    return run.done(command, code, **{name: str(value) for name, value in variables.items()}).stderr


def test_an_array_of_slurm(run: Run) -> None:
    # The last part has the invalid line.
    for part in (1, 2, 3):
        task(run, part == PARTS, part, (1, 2, 3))
    assert "complete: all of its 100 rows were there" in task(run, 0, 2, (1, 2, 3))
    run.joined_is_one_run()


def test_an_array_of_slurm_with_some_of_the_parts(run: Run) -> None:
    for array in [(0, 1, 2), (3,), (1, 3)]:
        assert "give the number of all parts" in task(run, 2, array[-1], array)
    assert not (run.folder / "out").exists()
    for part in (1, 3):
        task(run, part == PARTS, part, (1, 3), "3")
    task(run, 0, 2, (2,), "3")
    run.joined_is_one_run()


def test_pods_have_no_rights() -> None:
    job = yaml.safe_load((EXAMPLES / "kubernetes.yaml").read_text())["spec"]["template"]
    written = re.search(r"```yaml\n(spec:.*?)```", (EXAMPLES.parent / "docs/deploy.md").read_text(), re.DOTALL)
    assert written is not None
    for pod in (job["spec"], yaml.safe_load(written[1])["spec"]):
        assert pod["securityContext"]["runAsNonRoot"]
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }


def test_a_job_of_kubernetes(run: Run) -> None:
    job: dict[str, Any] = yaml.safe_load((EXAMPLES / "kubernetes.yaml").read_text())["spec"]
    pod = job["template"]["spec"]
    container = pod["containers"][0]
    variables = {variable["name"]: variable["value"] for variable in container["env"]}
    assert variables == {"PARTS": str(job["completions"]), "CUBEBATCH_TABLES": "/tables"}
    # Servers demand these together, which schemas do not say.
    assert "backoffLimitPerIndex" in job and job["completionMode"] == "Indexed" and pod["restartPolicy"] == "Never"

    script = container["args"][0].replace("/data", str(run.folder))
    for index in [*range(PARTS), 0, PARTS - 1]:
        # A complete part succeeds again, and so does one with an invalid line.
        run.done([*container["command"], script], PARTS=str(PARTS), JOB_COMPLETION_INDEX=str(index))
    run.joined_is_one_run()
