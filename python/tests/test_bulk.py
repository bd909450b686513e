"""What learning needs in bulk, beside models of numpy."""

import numpy as np
import pytest

import cubebatch as cb

SOLVED = cb.Cube().array
CUBES = cb.scramble(3000, seed=1)


def test_permutations_are_the_moves() -> None:
    assert cb.PERMUTATIONS.shape == (18, 54) and not cb.PERMUTATIONS.flags.writeable
    for number, name in enumerate(cb.MOVES):
        assert (CUBES[:, cb.PERMUTATIONS[number]] == cb.apply(CUBES, name)).all()
    identity = np.arange(54)
    for permutation, inverse in zip(cb.PERMUTATIONS, cb.INVERSES, strict=True):
        assert (permutation[cb.PERMUTATIONS[inverse]] == identity).all() and (permutation != identity).sum() == 20


def test_neighbours_are_gathered() -> None:
    gathered = CUBES[:, cb.PERMUTATIONS]
    assert (cb.neighbours(CUBES) == gathered).all()
    assert (cb.neighbours(CUBES, ["R'", 0]) == gathered[:, [5, 0]]).all()
    assert (cb.neighbours(CUBES, cb.QUARTER_TURNS) == gathered[:, [0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17]]).all()
    # Numbered stickers, which are no colours.
    stickers = np.arange(54, dtype=np.uint8)
    assert (cb.neighbours(stickers)[0] == cb.PERMUTATIONS).all()
    assert cb.neighbours(CUBES[:0]).shape == (0, 18, 54)
    for wrong in (["Q"], [18], []):
        with pytest.raises(ValueError, match="move"):
            cb.neighbours(CUBES, wrong)


@pytest.mark.filterwarnings("error")
def test_torch_takes_the_permutations_as_documented() -> None:
    torch = pytest.importorskip("torch")
    permutations = torch.tensor(cb.PERMUTATIONS, dtype=torch.long)
    moved = torch.tensor(CUBES)[:, permutations[cb.MOVES.index("R")]]
    assert (moved.numpy() == cb.apply(CUBES, "R")).all()


def test_states_along_moves() -> None:
    solver = cb.Solver(method="thistlethwaite", progress=False)
    out = solver.solve_batch(CUBES[:50])
    states = out.states()
    assert states.shape == (50, out.moves.shape[1] + 1, 54) and (states == cb.states(CUBES[:50], out.moves)).all()
    for step in range(states.shape[1]):
        assert (states[:, step] == cb.apply(CUBES[:50], out.moves[:, :step])).all()
    assert (states[:, -1] == SOLVED).all()
    remaining = out.lengths[:, np.newaxis].astype(int) - np.arange(states.shape[1])
    assert ((states == SOLVED).all(axis=2)[remaining <= 0]).all()


def test_walks_are_moves_from_the_start() -> None:
    walks = cb.random_walks(2000, 12, seed=3)
    assert walks.cubes.shape == (2000, 13, 54) and walks.moves.shape == (2000, 12) and len(walks) == 2000
    assert (walks.cubes[:, 0] == SOLVED).all()
    for step in range(12):
        assert (cb.apply(walks.cubes[:, step], walks.moves[:, step]) == walks.cubes[:, step + 1]).all()
        assert (cb.apply(walks.cubes[:, step + 1], walks.back[:, step]) == walks.cubes[:, step]).all()
    faces = walks.moves // 3
    assert (faces[:, 1:] != faces[:, :-1]).all() and not ((faces[:, 1:] + 3) == faces[:, :-1]).any()
    starts = cb.random_walks(len(CUBES), 2, seed=3, start=CUBES, moves=cb.QUARTER_TURNS, canonical=False)
    assert (starts.cubes[:, 0] == CUBES).all() and (starts.moves % 3 != 1).all()
    assert (starts.moves[:, 0] // 3 == starts.moves[:, 1] // 3).any()
    assert cb.random_walks(3, 0, seed=1).cubes.shape == (3, 1, 54)
    with pytest.raises(ValueError, match="no long canonical sequences"):
        cb.random_walks(1, 5, moves=["R"])


def test_parts_are_the_whole() -> None:
    whole = cb.scramble(1000, seed=5)
    assert (np.concatenate([cb.scramble(1000, seed=5, part=(part, 7)) for part in range(7)]) == whole).all()
    assert (cb.scramble(10**15, seed=5, part=(0, 10**12)) == whole).all()
    walks = cb.random_walks(100, 5, seed=5)
    parts = [cb.random_walks(100, 5, seed=5, part=(part, 3)).moves for part in range(3)]
    assert (np.concatenate(parts) == walks.moves).all()
    crosses = cb.scramble(50, seed=5, goal="cross")
    assert (np.concatenate([cb.scramble(50, seed=5, goal="cross", part=(part, 4)) for part in range(4)]) == crosses).all()
    for wrong in ((3, 3), (-1, 3), (0, 0)):
        with pytest.raises(ValueError, match="part"):
            cb.scramble(10, seed=1, part=wrong)
    with pytest.raises(ValueError, match="same seed"):
        cb.scramble(10, part=(0, 2))


def test_seeds_are_numbers_generators_or_none() -> None:
    assert (cb.scramble(5) != cb.scramble(5)).any()
    drawn = [cb.scramble(5, np.random.default_rng(1)), cb.scramble(5, np.random.default_rng(1))]
    assert (drawn[0] == drawn[1]).all() and (cb.scramble(5, np.random.default_rng(2)) != drawn[0]).any()
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            cb.scramble(5, wrong)


def test_cubies_are_read_back() -> None:
    cubies = cb.cubies(CUBES)
    assert (cb.from_cubies(cubies) == CUBES).all() and (cb.from_cubies(cubies.astype(int)) == CUBES).all()
    for column, problem in [(8, "twisted"), (28, "flipped")]:
        wrong = cubies[:2].copy()
        wrong[1, column] = (wrong[1, column] + 1) % (3 if column == 8 else 2)
        with pytest.raises(cb.InvalidCube, match=f"row 1: .*{problem}"):
            cb.from_cubies(wrong)
    swapped = cubies[:1].copy()
    swapped[0, [0, 1]] = swapped[0, [1, 0]]
    with pytest.raises(cb.InvalidCube, match="parity"):
        cb.from_cubies(swapped)
    cubies[0, 3] = 8
    with pytest.raises(ValueError, match="8 in column 3 is no corner"):
        cb.from_cubies(cubies)


def test_products_are_those_of_stickers() -> None:
    firsts, seconds = CUBES[:100], CUBES[100:200]
    products = cb.compose(firsts, seconds)
    cubies, next_cubies = cb.cubies(firsts)[:, :8], cb.cubies(seconds)[:, :8]
    assert (cb.cubies(products)[:, :8] == np.take_along_axis(cubies, next_cubies, axis=1)).all()
    assert (cb.compose(firsts, cb.invert(firsts)) == SOLVED).all()
    assert (cb.compose(firsts, "R U") == cb.apply(firsts, "R U")).all()
    assert (cb.compose("R U", seconds) == cb.compose(np.repeat(cb.parse("R U"), 100, axis=0), seconds)).all()
    with pytest.raises(ValueError, match="100 positions are followed by 99"):
        cb.compose(firsts, seconds[:99])


def test_ranks_and_hashes_tell_positions_apart() -> None:
    ranks = cb.ranks(CUBES)
    assert ranks.dtype == np.uint64 and ranks.shape == (len(CUBES), 2) and (ranks[:, 0] <= 2).all()
    assert (cb.from_ranks(ranks) == CUBES).all() and cb.ranks(cb.Cube()).tolist() == [[0, 0]]
    total = 43_252_003_274_489_856_000
    last = [[(total - 1) >> 64, (total - 1) & (2**64 - 1)]]
    assert cb.ranks(cb.from_ranks(np.array(last, np.uint64))).tolist() == last
    with pytest.raises(ValueError, match="no position"):
        cb.from_ranks(np.array([[total >> 64, total & (2**64 - 1)]], np.uint64))
    near = np.unique(cb.neighbours(cb.neighbours(cb.Cube())[0]).reshape(-1, 54), axis=0)
    assert len(near) == 1 + 18 + 243 == len(np.unique(cb.hashes(near))) == len(np.unique(cb.ranks(near), axis=0))
    assert (cb.hashes(near) == cb.hashes(cb.facelets(near))).all()


def test_one_hot_numbers() -> None:
    hot = cb.one_hot(CUBES, np.float32)
    assert hot.shape == (len(CUBES), 324) and hot.dtype == np.float32
    assert (hot.reshape(-1, 54, 6).argmax(axis=2) == CUBES).all() and (hot.sum(axis=1) == 54).all()


def test_symmetries_carry_positions_and_moves() -> None:
    few = CUBES[:40]
    conjugates = cb.conjugates(few)
    assert conjugates.shape == (40, 48, 54) and (conjugates[:, 0] == few).all()
    by_maps = np.stack([cb.SYMMETRY_FACES[s][few[:, cb.SYMMETRY_FACELETS[s]]] for s in range(48)], axis=1)
    assert (conjugates == by_maps).all()
    out = cb.Solver(method="thistlethwaite", progress=False).solve_batch(few)
    for symmetry in range(48):
        image = np.where(out.moves == 255, 255, cb.SYMMETRY_MOVES[symmetry][np.minimum(out.moves, 17)])
        assert cb.check(conjugates[:, symmetry], image).all()
        assert (cb.conjugate(few, symmetry) == conjugates[:, symmetry]).all()
    each = np.arange(40) % 48
    assert (cb.conjugate(few, each) == conjugates[np.arange(40), each]).all()
    with pytest.raises(ValueError, match="symmetries"):
        cb.conjugate(few, 48)


def test_representatives_are_the_least() -> None:
    few = CUBES[:100]
    inverses = cb.invert(few)
    for with_inverses in (False, True):
        rows, symmetries = cb.representatives(few, inverses=with_inverses)
        all_of = np.concatenate([cb.conjugates(few), cb.conjugates(inverses)], axis=1)[:, : 96 if with_inverses else 48]
        for row, least, symmetry in zip(all_of, rows, symmetries.tolist(), strict=True):
            assert tuple(least) == min(map(tuple, row)) and (row[symmetry] == least).all()


def test_phase_distances_are_those_of_a_shortest_phase() -> None:
    cubes = CUBES[:400]
    phases = cb.Solver(method="descent", progress=False).solve_batch(cubes).phases
    assert phases is not None
    distances = cb.phase1_distances(cubes, axes=(0, 1, 2))
    assert (distances[:, 0] == phases[:, 0]).all()
    # Turned about F, the sides R and L become U and D.
    symmetry = next(s for s in range(48) if cb.SYMMETRY_FACES[s][4] == 0 and cb.SYMMETRY_FACES[s][2] == 2)
    assert (cb.phase1_distances(cb.conjugate(cubes, symmetry))[:, 0] == distances[:, 1]).all()
    bounds = cb.lower_bounds(cubes)
    assert (bounds == np.maximum(distances.max(axis=1), cb.phase1_distances(cb.invert(cubes), axes=(0, 1, 2)).max(axis=1))).all()
    with pytest.raises(ValueError, match="axes"):
        cb.phase1_distances(cubes, axes=[3])


def test_phase2_distances_near_solved_are_known_by_search() -> None:
    moves = [number for number, name in enumerate(cb.MOVES) if name[0] in "UD" or name.endswith("2")]
    level, seen = cb.parse("R R'"), {SOLVED.tobytes()}
    for distance, count in enumerate([1, 10, 67, 456, 3079]):
        assert len(level) == count and (cb.phase2_distances(level) == distance).all()
        next_level = cb.neighbours(level, moves).reshape(-1, 54)
        level = np.array([row for row in np.unique(next_level, axis=0) if row.tobytes() not in seen])
        seen |= {row.tobytes() for row in level}
    assert cb.phase2_distances(["R", "R2 U F2"]).tolist() == [255, 3]


def test_pattern_databases_bound_from_below() -> None:
    cubes = CUBES[:300]
    cross = cb.PatternDatabase("cross", progress=False)
    assert cross.exact and (cross.lower_bounds(cubes) == cb.distances(cubes, goal="cross")).all()
    near = cb.random_walks(200, 4, seed=1).cubes[:, 4]
    cubies = "DF DR DB DFR DRB"
    cut, whole = (cb.PatternDatabase(cubies, memory=memory, progress=False) for memory in (1 << 14, 1 << 24))
    assert not cut.exact and whole.exact and (whole.lower_bounds(near) <= 4).all()
    assert (cut.lower_bounds(cubes) <= whole.lower_bounds(cubes)).all() and cut.lower_bounds(cubes).max() > 2
    assert (whole.lower_bounds(cubes[:50]) == cb.distances(cubes[:50], goal=cubies)).all()
    with pytest.raises(ValueError, match="no goal"):
        cb.PatternDatabase("crss")


def test_what_is_no_position_is_refused_with_its_row() -> None:
    wrong = CUBES[:2000].copy()
    wrong[1500, 0] = (wrong[1500, 0] + 1) % 6
    calls = [cb.cubies, cb.ranks, cb.hashes, cb.conjugates, cb.representatives, cb.invert, cb.one_hot]
    for call in calls:
        with pytest.raises(cb.InvalidCube, match="row 1500"):
            call(wrong)
