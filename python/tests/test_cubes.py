"""Positions and moves, alone and in bulk."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cubebatch as cb

SOLVED = "".join(9 * face for face in "URFDLB")
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


def test_rows_and_texts_are_the_same_positions() -> None:
    cubes = cb.scramble(200, seed=3)
    texts = cb.facelets(cubes)
    assert cubes.shape == (200, 54) and cubes.dtype == np.uint8 and cubes.max() == 5
    assert (cb.parse(texts) == cubes).all()
    letters = np.array([list(text.encode()) for text in texts], np.uint8)
    assert cb.facelets(letters) == texts
    assert cb.facelets(np.array([text.encode() for text in texts])) == texts
    # Any six symbols do, as the centres say what they mean.
    other = [text.translate(str.maketrans("URFDLB", "wrgyob")) for text in texts]
    assert cb.facelets(other) == texts
    assert cb.facelets([cb.Cube(row) for row in cubes]) == texts


def test_a_seed_gives_the_same_positions_as_the_program() -> None:
    # By `cubebatch scramble --count 2 --seed 1`.
    assert cb.facelets(cb.scramble(2, seed=1)) == PROGRAM


PROGRAM = [
    "ULDUUFRDBRRBLRRDRDFRUDFBLFRBLFFDUFDLFLUULBLUURDLBBBBFD",
    "UFRBUULUBUFFDRBRLBFRLRFFRDDULBRDULRDRLDULBFDBDLFDBBLFU",
]


def test_arrays_that_are_not_in_a_row_are_read() -> None:
    cubes = cb.scramble(10, seed=4)
    wide = np.zeros((10, 108), np.uint8)
    wide[:, ::2] = cubes
    assert cb.facelets(wide[:, ::2]) == cb.facelets(cubes)
    assert cb.facelets(cubes[::-1]) == cb.facelets(cubes)[::-1]


@pytest.mark.parametrize("wrong", [np.zeros((2, 53), np.uint8), np.full((1, 54), 0.5), np.zeros((1, 1, 54), np.uint8)])
def test_other_shapes_and_types_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="54"):
        cb.facelets(wrong)


def test_all_faults_are_told_with_the_row() -> None:
    cubes = cb.scramble(5, seed=5)
    cubes[3, [0, 8]] = cubes[3, [4, 4]]
    cubes[3, 45:54] = 5
    with pytest.raises(cb.InvalidCube, match="row 3") as raised:
        cb.apply(cubes, "R")
    assert raised.value.row == 3 and len(raised.value.faults) > 3
    with pytest.raises(cb.InvalidCube) as raised:
        cb.Cube("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB")
    assert raised.value.row is None and "53" in str(raised.value)
    with pytest.raises(cb.InvalidCube):
        cb.Cube(np.full(54, 200))
    assert issubclass(cb.InvalidCube, ValueError)


def test_a_source_without_its_compiled_part_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "cubebatch"
    folder.mkdir()
    for file in Path(cb.__path__[0]).glob("*.py"):
        shutil.copy(file, folder)
    done = subprocess.run([sys.executable, "-c", "import cubebatch"], cwd=tmp_path, capture_output=True, text=True)
    assert f"ImportError: {folder} is the source of cubebatch without its compiled part" in done.stderr
    assert "`maturin develop`" in done.stderr


def test_moves_are_numbers_of_their_names() -> None:
    assert cb.MOVES == [face + turn for face in "URFDLB" for turn in ("", "2", "'")]
    moves = cb.parse_moves([" ".join(cb.MOVES), ""])
    assert moves[0].tolist() == list(range(18)) and (moves[1] == 255).all()
    assert cb.write_moves(moves) == [" ".join(cb.MOVES), ""]
    with pytest.raises(ValueError, match="row 1"):
        cb.parse_moves(["R", "Q"])
    with pytest.raises(ValueError, match="18"):
        cb.write_moves(np.array([[18]], np.uint8))


def test_moves_act_on_all_or_each() -> None:
    cubes = cb.scramble(3, seed=6)
    assert (cb.apply(cb.apply(cubes, "R U2 F'"), "F U2 R'") == cubes).all()
    each = cb.apply([SOLVED, "R", "R U"], ["R", "R'", "U' R'"])
    assert cb.facelets(each) == [cb.Cube("R").facelets, SOLVED, SOLVED]
    assert cb.check(["R", "R", "R"], ["R'", "R", "R2 R"]).tolist() == [True, False, True]
    with pytest.raises(ValueError, match="3 positions have 2 rows"):
        cb.check(cubes, ["R", "U"])


def test_an_array_of_one_dimension_has_a_move_for_each() -> None:
    cubes = cb.scramble(3, seed=6)
    column = np.array([3, 255, 0], np.uint8)
    assert (cb.apply(cubes, column) == cb.apply(cubes, column[:, np.newaxis])).all()
    assert cb.check(["R'", "", "U"][::2], column[::2]).tolist() == [True, False]
    # A single position has all of them done to it.
    assert (cb.apply("F", np.array([3, 0], np.uint8)) == cb.parse("F R U")).all()
    for act in cb.apply, cb.check:
        with pytest.raises(ValueError, match="2 moves does not have one for each of 3 positions"):
            act(cubes, column[:2])


@pytest.mark.parametrize("change", [lambda row: row + 256, lambda row: row - 256, lambda row: row + 0.5, lambda row: row == 0])
def test_a_cube_takes_whole_numbers_that_are_faces(change: Callable[[np.ndarray], np.ndarray]) -> None:
    row = cb.Cube("R U F").array.astype(int)
    assert cb.Cube(row) == cb.Cube(row.tolist()) == cb.Cube("R U F")
    with pytest.raises(ValueError, match=r"face|whole numbers"):
        cb.Cube(change(row))


@pytest.mark.parametrize("count", [10**12, 2**62])
def test_more_positions_than_memory_are_an_error(count: int) -> None:
    with pytest.raises(MemoryError, match="do not fit"):
        cb.scramble(count)


@pytest.mark.parametrize("count", [-1, 2**70])
def test_what_is_no_count_is_an_error(count: int) -> None:
    with pytest.raises(ValueError, match="count is a whole number"):
        cb.scramble(count)


def test_a_cube_is_a_value() -> None:
    cube = cb.Cube("R U F")
    assert cube == cb.Cube(cube.facelets) == cb.Cube(cube.array) and hash(cube) == hash(cb.Cube(cube.facelets))
    assert cube != cb.Cube() and cb.Cube().is_solved and not cube.is_solved
    assert eval(repr(cube), {"Cube": cb.Cube}) == cube and pickle.loads(pickle.dumps(cube)) == cube
    assert cube.then(cube.inverse()).is_solved
    with pytest.raises(ValueError):
        cube.array[0] = 1
    svg = cube._repr_svg_()
    assert svg.count("<rect") == 54 and all(svg.count(colour) == 9 for colour in ["#ffffff", "#c41e3a", "#0046ad"])


def test_the_superflip_flips_all_edges_and_nothing_else() -> None:
    cubies = cb.Cube(SUPERFLIP).cubies
    assert cubies.corners == tuple(range(8)) and set(cubies.twists) == {0}
    assert cubies.edges == tuple(range(12)) and set(cubies.flips) == {1}
    assert (cb.cubies(SUPERFLIP)[0] == np.concatenate(cubies)).all()


RGB = np.array([[231, 233, 229], [176, 31, 38], [27, 140, 63], [235, 208, 40], [236, 110, 28], [22, 63, 150]])
LAB = np.array([[92, -1, 1.5], [38, 57, 36], [51, -47, 32], [83, -2, 79], [61, 44, 63], [29, 17, -48.5]])


def test_measured_colours_are_sorted_in_any_shape() -> None:
    cubes = cb.scramble(20, seed=5)
    noise = np.random.default_rng(1).normal(0, 1.5, (20, 54, 3))
    for space, seen in (("rgb", RGB), ("lab", LAB)):
        measured = np.clip(seen[cubes] + noise, *((0, 255) if space == "rgb" else (-100, 100)))
        for shape in ((54, 3), (6, 9, 3), (6, 3, 3, 3)):
            found = cb.from_colours(measured.reshape(20, *shape), space=space)  # type: ignore[arg-type]
            assert (found.cubes == cubes).all() and found.cubes.dtype == np.uint8
            assert found.doubtful.shape == (20, 54) and not found.doubtful.any()
            one = cb.from_colours(measured[3].reshape(shape).tolist(), space=space)  # type: ignore[arg-type]
            assert (one.cubes == cubes[3:4]).all()
    text = str(RGB[cubes[0]].tolist())
    assert (cb.parse(text) == cubes[:1]).all()


def test_stickers_between_two_colours_are_in_doubt() -> None:
    row = cb.parse("R U F")[0]
    others = np.delete(np.arange(54), np.arange(4, 54, 9))
    red, orange = (next(at for at in others if row[at] == face) for face in (1, 4))
    measured = RGB[row].astype(float)
    measured[[red, orange]] = [[207, 75, 33], [203, 69, 33]]
    found = cb.from_colours(measured)
    assert (found.cubes[0] == row).all(), "turns reach only one of the two cubes"
    assert sorted(np.flatnonzero(found.doubtful[0])) == sorted([red, orange])


def test_what_are_no_colours_is_refused() -> None:
    measured = RGB[cb.scramble(2, seed=5)]
    with pytest.raises(
        cb.InvalidCube, match="row 1: the colour of sticker U3 is out of range: red, green and blue are from 0 to 255"
    ):
        cb.from_colours(np.where(np.arange(54)[:, None] == 2, [[[0, 0, 0]], [[0, 0, 256]]], measured))
    with pytest.raises(cb.InvalidCube, match="the centres of U and R look alike"):
        cb.from_colours(np.full((54, 3), 200))
    with pytest.raises(cb.InvalidCube, match="multiply them by 255"):
        cb.from_colours(measured / 255)
    for wrong in (measured[:, :53], measured[None], np.full((54, 3), "x"), []):
        with pytest.raises(ValueError, match="colours are numbers"):
            cb.from_colours(wrong)
    with pytest.raises(ValueError, match="the space of colours"):
        cb.from_colours(measured, space="hsv")  # type: ignore[arg-type]
