"""Whole cosets."""

from pathlib import Path

import numpy as np
import pytest

import cubebatch as cb

MOVES = "L' B F2 R' U L B L R2 F2"


def test_levels_are_those_of_hcoset() -> None:
    found = cb.cosets.levels(MOVES, 12, progress=False)
    assert found.dtype == np.uint64 and found[9:].tolist() == [0, 4, 96, 3019]
    # In G1 they are those of phase 2, as far as no sequence that leaves it is shorter.
    assert cb.cosets.levels(cb.Cube(), 4, progress=False).tolist() == [1, 10, 67, 456, 3079]


def test_a_record_is_kept(tmp_path: Path) -> None:
    first = cb.cosets.levels("R F", 5, checkpoint=tmp_path, progress=False)
    again = cb.cosets.levels("R F", 6, checkpoint=tmp_path, progress=False)
    assert again[:6].tolist() == first.tolist() and again.tolist() == cb.cosets.levels("R F", 6, progress=False).tolist()
    assert len(list(tmp_path.iterdir())) == 1


def test_positions_are_in_the_coset_of_their_number() -> None:
    cubes = cb.scramble(1000, seed=38)
    # Moves of G1 before a position do not leave its coset.
    same = cb.compose(np.repeat(cb.Cube("U R2 D'").array[None], 1000, axis=0), cubes)
    numbers = cb.cosets.numbers(cubes)
    assert numbers.dtype == np.uint32 and (numbers == cb.cosets.numbers(same)).all()
    assert len(np.unique(numbers)) == 1000
    # Eight of the conjugates of a position by the 48 symmetries keep the axis, and so do their mirror images.
    images = cb.conjugates(cubes[:1]).reshape(48, 54)
    classes = cb.cosets.numbers(images, up_to_symmetry=True)
    assert (classes == classes[0]).sum() >= 16


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="at_most"):
        cb.cosets.left("R", 19)
    with pytest.raises(ValueError, match="depth"):
        cb.cosets.levels("R", 21)
    with pytest.raises(ValueError, match="one position"):
        cb.cosets.levels(cb.scramble(2, seed=1), 3)
    with pytest.raises(TypeError, match="'memory' is no keyword here: there are engine, gpu, tables, threads"):
        cb.cosets.levels("R", 3, memory=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match='no engine "tpu"'):
        cb.cosets.levels("R", 3, engine="tpu", progress=False)
