"""Solving on a Ray cluster.

`solve` adds solutions to a dataset of Ray Data. `python -m cubebatch.ray solve IN… -o OUT` is a whole job, from
Parquet files to Parquet files, and `python -m cubebatch.ray cosets IN… -o OUT` another one. Each part of the input becomes a file
of its own, which appears when it is complete. So if a job was killed, the same command continues with the missing parts. A worker
takes all CPUs of a node. It reads and writes parts while it solves others; a coset is a part, and has the node for itself.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute
import pyarrow.fs
import pyarrow.parquet as pq

from . import cosets as _cosets
from ._cube import Cube
from ._cubebatch import OPTIONS, InvalidCube, asks_several, task
from ._cubes import facelets
from ._intake import rows_of
from ._solver import OnError, Solver

if TYPE_CHECKING:
    import ray.data

PART_ROWS = 100_000
"""Rows of a part that is solved, about. If a worker is lost, its parts are repeated."""

PARTS_AT_ONCE = 3
"""Parts that a worker solves side by side: it reads the next one and writes the last one while it solves."""

COVER = 55_882_296
"""The number of cosets that T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge proved in 2010: up to symmetry, each position
is in one of them (cube20.org)."""


def solve(
    dataset: ray.data.Dataset,
    column: str = "cube",
    max_length: int | None = None,
    *,
    threads: int = 1,
    concurrency: int | tuple[int, int] | None = None,
    num_gpus: float = 0,
    batch_size: int = 4096,
    replace: bool = False,
    **options: Any,
) -> ray.data.Dataset:
    """The dataset with the columns `moves` and `length` after its own. The options `metric`, `moves`, `goal`, `to`, `cost` and
    `solutions` add further columns, see `cubebatch.Solutions.to_arrow`.

    Each of `concurrency` actors opens its tables once and solves on `threads` threads. If tables are missing on a node, one of
    its actors builds them. `options` are the options of `cubebatch.Solver` and of its `solve_batch`: `method`, `engine`,
    `tables`, `metric` and others. Actors of a node share the memory of tables. With a large `expect`, each actor loads its own
    tables (1 GB), which is faster.

    A dataset that already has these columns is refused, unless `replace` is set.

    Actors keep their logical CPUs. If they hold all CPUs of the cluster, none is left to read the dataset, and the pipeline
    stops. So leave at least one CPU free. If `concurrency` is None, one stays free.
    """
    import ray

    return dataset.map_batches(
        _BatchSolver,
        fn_constructor_args=(column, {"max_length": max_length, "threads": threads, **options}, replace),
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=_actors(concurrency or max(1, (int(ray.cluster_resources().get("CPU", 1)) - 1) // threads)),
        num_cpus=threads,
        num_gpus=num_gpus or None,
    )


def _actors(concurrency: int | tuple[int, int], **options: Any) -> Any:
    import ray

    if isinstance(concurrency, int):
        return ray.data.ActorPoolStrategy(size=concurrency, **options)
    least, most = concurrency
    return ray.data.ActorPoolStrategy(min_size=least, max_size=most)


class _BatchSolver:
    """Solves the rows of batches."""

    def __init__(self, column: str, options: dict[str, Any], replace: bool, on_error: OnError = "raise") -> None:
        self.column = column
        self.replace = replace
        self.on_error = on_error
        self.added = added_by(on_error, options)
        of_calls = {name for name, of_solver, *_ in OPTIONS if not of_solver} - {"max_length"}
        self.limits = {name: value for name, value in options.items() if name in of_calls}
        self.solver = Solver(progress=False, **{name: value for name, value in options.items() if name not in of_calls})

    def __call__(self, batch: pa.Table) -> pa.Table:
        check_columns("the dataset", batch.column_names, self.column, self.replace, self.added)
        found = self.solver.solve_batch(batch.column(self.column), on_error=self.on_error, **self.limits).to_arrow()
        return _with_columns(batch, {name: found.column(name) for name in self.added}, found.schema.metadata)


def added_by(on_error: OnError, options: dict[str, Any]) -> list[str]:
    """The columns that are added with these options; `error` says what is wrong with marked rows."""
    known = {name for name, *_ in OPTIONS}
    asked = {name: value for name, value in options.items() if name in known}
    ends = [column for column, _ in task(options.get("method"), **asked)]
    several = ["others"] if asks_several(**asked) else []
    return [*ends, "moves", "length", *several, *([] if on_error == "raise" else ["error"])]


def _with_columns(table: pa.Table, added: dict[str, Any], about: dict[bytes, bytes]) -> pa.Table:
    """The table with these columns after its others, of which they replace some, and with this in its metadata."""
    table = table.drop_columns([name for name in added if name in table.column_names])
    for name, values in added.items():
        table = table.append_column(name, values)
    return table.replace_schema_metadata({**(table.schema.metadata or {}), **about})


class _CosetProver:
    """Proves the cosets of rows, or counts their positions."""

    def __init__(self, column: str, options: dict[str, Any], at_most: int, depth: int | None) -> None:
        self.column, self.options, self.at_most, self.depth = column, options, at_most, depth

    def __call__(self, table: pa.Table) -> pa.Table:
        rows = rows_of(table.column(self.column))
        found: list[Any] = []
        seconds: list[float] = []
        for row in rows:
            begin = time.perf_counter()
            if self.depth is None:
                left = _cosets.farther(Cube(row), self.at_most, progress=False, **self.options)
                found.append(facelets(left))
            else:
                found.append(_cosets.levels(Cube(row), self.depth, progress=False, **self.options))
            seconds.append(time.perf_counter() - begin)
        kind = pa.list_(pa.string() if self.depth is None else pa.uint64())
        coset, result, took = coset_columns(self.depth)
        numbers = pa.array(_cosets.numbers(rows))
        added = {coset: numbers, result: pa.array(found, kind), took: pa.array(seconds, pa.float64())}
        return _with_columns(table, added, {})


def coset_columns(depth: int | None) -> tuple[str, str, str]:
    """The columns that a job of cosets adds."""
    return "coset", "farther" if depth is None else "positions", "seconds"


def check_columns(source: str, names: Sequence[str], column: str, replace: bool, added: Sequence[str]) -> None:
    """Raises ValueError if the column of the positions is missing, or if an added column already exists."""
    if column not in names:
        raise ValueError(
            f"{source} has no column {column!r}, but {', '.join(names)}: --column (column=) names the column of the positions"
        )
    there = [name for name in added if name in names]
    if there and not replace:
        raise ValueError(f"{source} has the column {there[0]!r} already: rename it, or replace it with --replace (replace=True)")


class Cut(NamedTuple):
    """Some rows of a file."""

    first: int
    """The first row group."""
    end: int
    """The row group behind the last one."""
    skip: int
    """Rows of the first group that do not belong to it."""
    rows: int


def by_groups(groups: Sequence[int]) -> Iterator[Cut]:
    """Cuts a file with row groups of these sizes behind groups, into parts of about `PART_ROWS` rows."""
    first = rows = 0
    for group, size in enumerate(groups):
        rows += size
        if rows >= PART_ROWS or group + 1 == len(groups):
            yield Cut(first, group + 1, 0, rows)
            first, rows = group + 1, 0


def by_rows(groups: Sequence[int]) -> Iterator[Cut]:
    """Makes a part of each row."""
    for group, size in enumerate(groups):
        yield from (Cut(group, group + 1, skip, 1) for skip in range(size))


@dataclass(frozen=True)
class Part:
    """Some rows of a file, and the output file for them."""

    path: str
    cut: Cut
    first_row: int
    out: str


def parts_of(
    inputs: Sequence[str], out: str, column: str, replace: bool, added: Sequence[str], cut: Callable[[list[int]], Iterator[Cut]]
) -> Iterator[Part]:
    """Cuts files into parts. Parts depend on the files alone, so they are the same when a job continues.

    Raises ValueError if two files have the same name, because their parts would, too, or if a file has the wrong columns.
    """
    seen: dict[str, str] = {}
    for path in inputs:
        stem = os.path.splitext(os.path.basename(path))[0]
        if stem in seen:
            raise ValueError(f"{shown(seen[stem])} and {shown(path)} have the same name: give them to jobs of their own")
        seen[stem] = path
        filesystem, inside = _opened(path)
        with filesystem.open_input_file(inside) as file:
            opened = pq.ParquetFile(file)
            check_columns(shown(path), opened.schema_arrow.names, column, replace, added)
            metadata = opened.metadata
        before = 0
        for number, rows in enumerate(cut([metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)])):
            yield Part(path, rows, before, f"{out.rstrip('/')}/{stem}-{number:05}.parquet")
            before += rows.rows


class _PartSolver:
    """Makes the files of parts."""

    def __init__(self, solver: Callable[..., Callable[[pa.Table], pa.Table]], *arguments: Any) -> None:
        self.solve = solver(*arguments)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = {"rows": [], "fault": []}
        for text in batch["part"]:
            path, cut, first_row, out = json.loads(text)
            part = Part(path, Cut(*cut), first_row, out)
            try:
                self.make(part)
                rows, fault = part.cut.rows, ""
            except InvalidCube as error:
                # An answer, not an exception: Ray would try again, and bury the error in other output.
                row = part.first_row + (error.row or 0)
                rows, fault = 0, f"{shown(part.path)}, row {row}: {', '.join(error.faults)}"
            except (OSError, ValueError) as error:
                # Errors of pyarrow are of these kinds, too.
                last = part.first_row + part.cut.rows - 1
                rows, fault = 0, shown(f"{part.path}, rows {part.first_row} to {last}: {error}")
            made["rows"].append(rows)
            made["fault"].append(fault)
        return made

    def make(self, part: Part) -> None:
        """Reads, solves, writes to another name, and then renames the file."""
        filesystem, inside = _opened(part.path)
        with filesystem.open_input_file(inside) as file:
            table = pq.ParquetFile(file).read_row_groups(range(part.cut.first, part.cut.end))
        solved = self.solve(table.slice(part.cut.skip, part.cut.rows))
        filesystem, inside = _opened(part.out)
        folder, name = os.path.split(inside)
        unfinished = f"{folder}/.{name}.{os.getpid()}-{threading.get_ident()}"
        pq.write_table(solved, unfinished, filesystem=filesystem, compression="zstd")
        filesystem.move(unfinished, inside)


def run(
    inputs: Sequence[str],
    out: str,
    column: str = "cube",
    *,
    threads: int | None = None,
    concurrency: int | None = None,
    num_gpus: float = 0,
    replace: bool = False,
    on_error: OnError = "raise",
    **options: Any,
) -> int:
    """Does a job, and returns the number of rows that it made. Rows of existing parts do not count.

    `options` are those of `solve`, with `max_length`. Each of `concurrency` workers solves on `threads` threads: all CPUs of a
    node unless a number is given, and as many workers as the cluster has room for. A lost worker is replaced, and its parts are
    repeated.

    A row that is not a position ends the job with ValueError; with `on_error="mark"` it has no solution, and the column `error`
    says why. Raises ValueError before any work if a file does not have the column, or already has a column that would be added,
    unless `replace` is set.
    """
    parts = list(parts_of(inputs, out, column, replace, added_by(on_error, options), by_groups))

    def solver(threads: int, rows: int) -> tuple[Any, ...]:
        return _BatchSolver, column, {"threads": threads, "expect": rows, **options}, replace, on_error

    return _made(parts, out, solver, threads, concurrency, num_gpus, PARTS_AT_ONCE)


def cosets(
    inputs: Sequence[str],
    out: str,
    column: str = "cube",
    *,
    at_most: int = 20,
    depth: int | None = None,
    threads: int | None = None,
    concurrency: int | None = None,
    replace: bool = False,
    **options: Any,
) -> int:
    """Proves the cosets of the positions of files, or counts their positions; returns how many it did. See `cubebatch.cosets`.

    It adds the columns `coset`, the number; `farther`, the positions for which no solution of `at_most` moves was found; and
    `seconds`. With `depth` it adds `positions` instead of `farther`: the numbers of positions at 0 to `depth` moves. A coset
    takes 3.4 GB of memory. `options` is `tables`, the folder of tables.

    Workers, files and errors are those of `run`.
    """
    parts = list(parts_of(inputs, out, column, replace, coset_columns(depth), by_rows))

    def prover(threads: int, rows: int) -> tuple[Any, ...]:
        return _CosetProver, column, {"threads": threads, **options}, at_most, depth

    return _made(parts, out, prover, threads, concurrency, 0, 1)


def years(out: str) -> float:
    """How many years a worker would take for all `COVER` cosets, from the mean time of the cosets in a folder."""
    filesystem, inside = _opened(out)
    names = [file.path for file in filesystem.get_file_info(pa.fs.FileSelector(inside)) if file.path.endswith(".parquet")]
    seconds = [pq.read_table(name, columns=["seconds"], filesystem=filesystem)["seconds"] for name in names]
    mean: float = pa.compute.mean(pa.chunked_array([chunk for column in seconds for chunk in column.chunks])).as_py()
    return mean * COVER / (365.25 * 24 * 3600)


def _made(
    parts: Sequence[Part],
    out: str,
    solver: Callable[[int, int], tuple[Any, ...]],
    threads: int | None,
    concurrency: int | None,
    num_gpus: float,
    at_once: int,
) -> int:
    """Makes the files that are missing, and returns the number of their rows.

    `solver` gives what a worker solves with, by its threads and the number of rows that it may expect. A worker does `at_once`
    parts side by side.
    """
    import ray

    filesystem, inside = _opened(out)
    filesystem.create_dir(inside, recursive=True)
    there = _tidied(filesystem, inside)
    rest = [part for part in parts if os.path.basename(part.out) not in there]
    print(f"{len(parts)} parts, {len(parts) - len(rest)} of them complete", file=sys.stderr)
    if not rest:
        return 0
    threads = threads or min((int(node["Resources"].get("CPU", 1)) for node in ray.nodes() if node["Alive"]), default=1)
    workers = min(concurrency or max(1, int(ray.cluster_resources().get("CPU", 1)) // threads), len(rest))
    # The dataset itself holds the work: no task needs a CPU to read it.
    dataset = ray.data.from_items([{"part": json.dumps(astuple(part))} for part in rest], override_num_blocks=len(rest))
    done = dataset.map_batches(
        _PartSolver,
        fn_constructor_args=solver(threads, sum(part.cut.rows for part in rest) // workers),
        batch_size=1,
        compute=_actors(
            workers,
            max_tasks_in_flight_per_actor=2 * at_once,
            max_concurrent_calls_per_actor=at_once,
            enable_true_multi_threading=True,
        ),
        num_cpus=threads,
        num_gpus=num_gpus or None,
    )
    made = 0
    for row in done.iter_rows():
        if row["fault"]:
            raise ValueError(row["fault"])
        made += int(row["rows"])
    _tidied(filesystem, inside)
    return made


def _tidied(filesystem: pa.fs.FileSystem, folder: str) -> set[str]:
    """The names of the files in a folder, from which it removes those of workers that were killed while they wrote."""
    names = set()
    for file in filesystem.get_file_info(pa.fs.FileSelector(folder)):
        if file.base_name.startswith(".") and ".parquet." in file.base_name:
            filesystem.delete_file(file.path)
        else:
            names.add(file.base_name)
    return names


def _opened(path: str) -> tuple[pa.fs.FileSystem, str]:
    """The file system of an address, or of this machine, and the path there."""
    try:
        opened: tuple[pa.fs.FileSystem, str] = pa.fs.FileSystem.from_uri(path if "://" in path else os.path.abspath(path))
        return opened
    except (OSError, ValueError) as error:
        raise type(error)(shown(str(error))) from None


def shown(text: str) -> str:
    """A text without the user, the password and the query of the addresses in it: the query may hold a signature.

    >>> shown("s3://key:secret@bucket/a.parquet?token=7: not found")
    's3://***@bucket/a.parquet?*** not found'
    """
    text = re.sub(r"(://)[^\s/?#'\"]*@", r"\1***@", text)
    return re.sub(r"(://[^\s?#'\"]*[?#])[^\s'\"]+", r"\1***", text)


def main() -> None:
    """The command line."""
    import ray

    parser = argparse.ArgumentParser(prog="python -m cubebatch.ray", description="Solves positions on a Ray cluster.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    job = commands.add_parser("solve", help="solves Parquet files; the same command continues an unfinished job")
    job.set_defaults(job=run)
    job.add_argument("--max-length", type=int, help="accept a solution of at most this length, by the metric")
    job.add_argument("--method", help="two-phase, optimal, descent, … [two-phase, or goal with --goal]")
    job.add_argument("--goal", help="find the shortest moves to a goal, such as cross")
    job.add_argument("--metric", help='count by htm, qtm, atm, stm, or costs such as "quarter 5, half 8" [htm]')
    job.add_argument("--moves", help='turn only these, such as "U R F L B" [all]')
    job.add_argument("--solutions", type=int, help="find this many different solutions of each position")
    job.add_argument("--cost", help="put the solution first that costs least by these costs")
    job.add_argument("--engine", default="cpu", help="cpu, gpu, auto [%(default)s]")
    job.add_argument("--on-error", choices=("raise", "mark"), default="raise", help="what an invalid row does [%(default)s]")
    job.add_argument("--num-gpus", type=float, default=0, help="GPUs per worker [%(default)s]")
    whole = commands.add_parser("cosets", help="proves the whole cosets of positions; the same command continues a job")
    whole.set_defaults(job=cosets)
    whole.add_argument("--at-most", type=int, default=20, help="prove that all positions are at most N moves away [%(default)s]")
    whole.add_argument("--depth", type=int, help="count the positions at each distance up to this one instead")
    for command in (job, whole):
        command.add_argument("inputs", nargs="+", metavar="IN", help="files with a column of positions; also in/*.parquet")
        command.add_argument("-o", "--out", required=True, help="the folder of the files that are made, which all nodes see")
        command.add_argument("--column", default="cube", help="the column of the positions [%(default)s]")
        command.add_argument("--replace", action="store_true", help="replace columns of the input that the job adds")
        command.add_argument("--threads", type=int, help="threads per worker [all CPUs of a node]")
        command.add_argument("--workers", type=int, dest="concurrency", help="number of workers [as many as the CPUs allow]")
        command.add_argument("--tables", help="the folder of the tables on each node")
        command.add_argument("--address", help="address of the cluster [RAY_ADDRESS, else a cluster on this machine]")
    arguments = vars(parser.parse_args())
    ray.init(address=arguments.pop("address"))
    patterns, does, out = arguments.pop("inputs"), arguments.pop("job"), arguments.pop("out")
    inputs = [path for given in patterns for path in (sorted(glob.glob(given)) or [given])]
    try:
        made = does(inputs, out, arguments.pop("column"), **arguments)
    except (OSError, ValueError) as error:
        sys.exit(f"error: {shown(str(error))}")
    print(f"{made} rows made", file=sys.stderr)
    if does is cosets and arguments["depth"] is None:
        print(f"In this way all {COVER:,} cosets would take one worker {years(out):.1f} years.", file=sys.stderr)


if __name__ == "__main__":
    main()
