//! What learning needs of many positions: moves as permutations of stickers, neighbours, walks, symmetries, numbers.

use cubebatch::cube::random::Random;
use cubebatch::cube::{FACELETS, Face};
use cubebatch::{Cube, Move};
use cubebatch_cube::cube::representative::Representatives;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::walk::Walks;
use numpy::ndarray::{Array2, s};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::cubes::{Cubes, MovesOf, RowArray, mapped, write};
use crate::moves::of_number;
use crate::work::{WrongRow, each, fill};

/// For each move and facelet the facelet whose sticker it shows after the move: (18, 54).
pub fn permutations() -> Array2<u8> {
    rows_of(Move::all().map(|mv| Cube::SOLVED.turn(mv).stickers()))
}

/// For each symmetry and facelet the facelet that it shows after the symmetry: (48, 54).
pub fn symmetry_facelets() -> Array2<u8> {
    rows_of(Symmetry::all().into_iter().map(|symmetry| symmetry.facelets()))
}

/// For each symmetry the face that each face becomes: (48, 6).
pub fn symmetry_faces() -> Array2<u8> {
    let faces = |symmetry: Symmetry| Face::ALL.map(|face| symmetry.face(face).index() as u8);
    rows_of(Symmetry::all().into_iter().map(faces))
}

/// For each symmetry the image of each move: (48, 18).
pub fn symmetry_moves() -> Array2<u8> {
    let moves = |symmetry: Symmetry| {
        std::array::from_fn::<_, { Move::COUNT }, _>(|mv| symmetry.turn(Move::from_index(mv)).index() as u8)
    };
    rows_of(Symmetry::all().into_iter().map(moves))
}

fn rows_of<const WIDTH: usize>(rows: impl Iterator<Item = [u8; WIDTH]>) -> Array2<u8> {
    let rows: Vec<[u8; WIDTH]> = rows.collect();
    Array2::from_shape_vec((rows.len(), WIDTH), rows.into_flattened()).expect("rows have one width")
}

fn moves_of(numbers: &[usize]) -> PyResult<Vec<Move>> {
    let wrong = |wrong| match wrong {
        WrongRow::Other(problem) => PyValueError::new_err(problem),
        WrongRow::Cube(fault) => PyValueError::new_err(fault.sentence),
    };
    numbers.iter().map(|&number| of_number(number).map_err(wrong)).collect()
}

/// Room for the facelets of a row. As a power of two it takes any number without a check.
const ROOM: usize = 64;

/// Stickers that a move carries to other facelets; the others are copied in one piece.
const CARRIED: usize = 20;

/// The facelets that change with a move, each with the one whose sticker it shows then.
fn carried(mv: Move) -> [[u8; 2]; CARRIED] {
    let mut carried = [[0; 2]; CARRIED];
    let stickers = Cube::SOLVED.turn(mv).stickers().into_iter().zip(0..);
    let moving = stickers.filter(|(from, to)| from != to);
    carried.iter_mut().zip(moving).for_each(|(to, (from, at))| *to = [at, from]);
    carried
}

/// What the facelets of each row show after each of some moves, whatever they show: (N, moves · 54).
#[pyfunction]
pub fn neighbours<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'_, u8>,
    moves: Vec<usize>,
) -> PyResult<RowArray<'py>> {
    let rows = rows.as_array();
    if rows.ncols() != FACELETS {
        let problem = format!("rows have {FACELETS} columns, but these have {}", rows.ncols());
        return Err(PyValueError::new_err(problem));
    }
    if moves.is_empty() {
        return Err(PyValueError::new_err("there is no move"));
    }
    let carried: Vec<_> = moves_of(&moves)?.into_iter().map(carried).collect();
    fill(py, rows.nrows(), moves.len() * FACELETS, |row, to| {
        let mut from = [0; ROOM];
        from.iter_mut().zip(rows.row(row)).for_each(|(to, &shown)| *to = shown);
        for (to, carried) in to.as_chunks_mut::<FACELETS>().0.iter_mut().zip(&carried) {
            let mut made = from;
            for &[at, shown] in carried {
                made[usize::from(at) % ROOM] = from[usize::from(shown) % ROOM];
            }
            to.copy_from_slice(&made[..FACELETS]);
        }
        Ok(())
    })
}

/// The positions before each move of a row, and after the last: (N, (longest + 1) · 54). Behind the last move the position stays.
#[pyfunction]
pub fn states<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'_, u8>,
    moves: PyReadonlyArray2<'_, u8>,
) -> PyResult<RowArray<'py>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let (moves, columns) = (moves.as_array(), moves.as_array().ncols() + 1);
    let moves = MovesOf::new(moves, cubes.len())?;
    fill(py, cubes.len(), columns * FACELETS, |row, to| {
        let (mut cube, moves) = (cubes.get(row)?, moves.get(row)?);
        let mut moves = moves.into_iter();
        for to in to.as_chunks_mut::<FACELETS>().0 {
            write(&cube, to);
            cube = moves.next().map_or(cube, |mv| cube.turn(mv));
        }
        Ok(())
    })
}

/// Random walks from the solved cube, or from positions: their moves (N, length), and positions (N, (length + 1) · 54). They are the
/// walks after the first `begin` of the seed.
#[pyfunction]
#[pyo3(signature = (begin, count, length, seed, moves, is_canonical, start))]
#[expect(clippy::too_many_arguments, reason = "the package has them as keywords")]
pub fn walks<'py>(
    py: Python<'py>,
    begin: u64,
    count: usize,
    length: usize,
    seed: u64,
    moves: Vec<usize>,
    is_canonical: bool,
    start: Option<PyReadonlyArray2<'_, u8>>,
) -> PyResult<(RowArray<'py>, RowArray<'py>)> {
    let moves = moves_of(&moves)?;
    let has_follower = |mv: &Move| moves.iter().any(|&next| mv.may_precede(next));
    if moves.is_empty() || is_canonical && !moves.iter().all(has_follower) {
        return Err(PyValueError::new_err("these moves make no long canonical sequences"));
    }
    let walks = Walks::new(&moves, is_canonical);
    let drawn = fill(py, count, length.max(1), |row, to: &mut [u8]| {
        let mut random = Random::new(seed);
        random.skip_draws(u128::from(begin + row as u64) * length as u128);
        let moves = walks.draw(&mut random, length);
        to.iter_mut().zip(moves).for_each(|(to, mv)| *to = mv.index() as u8);
        Ok(())
    })?;
    let drawn = drawn.readonly().as_array().slice_move(s![.., ..length]).to_owned();
    let start = start.as_ref().map(|start| Cubes::new(start.as_array())).transpose()?;
    let positions = fill(py, count, (length + 1) * FACELETS, |row, to| {
        let mut cube = match &start {
            Some(start) => start.get(row.min(start.len() - 1))?,
            None => Cube::SOLVED,
        };
        let mut moves = drawn.row(row).into_iter();
        for to in to.as_chunks_mut::<FACELETS>().0 {
            write(&cube, to);
            cube = moves.next().map_or(cube, |&mv| cube.turn(Move::from_index(mv.into())));
        }
        Ok(())
    })?;
    Ok((drawn.into_pyarray(py), positions))
}

/// The conjugates of each position by all symmetries: (N, 48 · 54).
#[pyfunction]
pub fn conjugates<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<RowArray<'py>> {
    let (cubes, symmetries) = (Cubes::new(cubes.as_array())?, Representatives::new());
    fill(py, cubes.len(), Symmetry::all().len() * FACELETS, |row, to| {
        let mut shown = [0; FACELETS];
        write(&cubes.get(row)?, &mut shown);
        let images = symmetries.conjugates(&shown);
        to.as_chunks_mut().0.iter_mut().zip(images).for_each(|(to, image)| *to = image);
        Ok(())
    })
}

/// The representative of each position, and the number of the symmetry that leads to it: (N, 54), (N,). With inverses, 48 more say
/// that it leads there from the inverse.
#[pyfunction]
pub fn representatives<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'_, u8>,
    with_inverses: bool,
) -> PyResult<(RowArray<'py>, Bound<'py, PyArray1<u8>>)> {
    let (cubes, symmetries) = (Cubes::new(cubes.as_array())?, Representatives::new());
    let count = Symmetry::all().len();
    // The last column is the symmetry.
    let made = fill(py, cubes.len(), FACELETS + 1, |row, to: &mut [u8]| {
        let found = symmetries.of(&cubes.get(row)?, with_inverses);
        to[..FACELETS].copy_from_slice(&found.facelets);
        to[FACELETS] = (found.symmetry + count * usize::from(found.is_of_inverse)) as u8;
        Ok(())
    })?;
    let made = made.readonly();
    let symmetries = made.as_array().column(FACELETS).to_vec();
    let facelets = made.as_array().slice_move(s![.., ..FACELETS]).as_standard_layout().into_owned();
    Ok((facelets.into_pyarray(py), symmetries.into_pyarray(py)))
}

/// The number of each position, its high and its low 64 bits: (N, 2).
#[pyfunction]
pub fn ranks<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let cubes = Cubes::new(cubes.as_array())?;
    fill(py, cubes.len(), 2, |row, to| {
        let rank = cubes.get(row)?.rank();
        to.copy_from_slice(&[(rank >> 64) as u64, rank as u64]);
        Ok(())
    })
}

/// The positions with these numbers.
#[pyfunction]
pub fn from_ranks<'py>(py: Python<'py>, ranks: PyReadonlyArray2<'_, u64>) -> PyResult<RowArray<'py>> {
    let ranks = ranks.as_array();
    if ranks.ncols() != 2 {
        return Err(PyValueError::new_err(format!("ranks have 2 columns, but these have {}", ranks.ncols())));
    }
    fill(py, ranks.nrows(), FACELETS, |row, to| {
        let rank = u128::from(ranks[[row, 0]]) << 64 | u128::from(ranks[[row, 1]]);
        let none = || WrongRow::Other(format!("there is no position {rank}: there are {}", Cube::COUNT));
        write(&Cube::from_rank(rank).ok_or_else(none)?, to);
        Ok(())
    })
}

/// A hash of each position: XXH3 of its number, 16 bytes, the lowest first.
#[pyfunction]
pub fn hashes<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let hashes = each(py, cubes.len(), |row| Ok(xxh3_64(&cubes.get(row)?.rank().to_le_bytes())))?;
    Ok(hashes.into_pyarray(py))
}

/// The conjugate of each position by its symmetry, or by the only one.
#[pyfunction]
pub fn conjugate<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'_, u8>,
    symmetries: Vec<usize>,
) -> PyResult<RowArray<'py>> {
    let all = Symmetry::all();
    let count = cubes.as_array().nrows();
    if symmetries.len() != 1 && symmetries.len() != count {
        let problem = format!("{count} positions have {} symmetries", symmetries.len());
        return Err(PyValueError::new_err(problem));
    }
    mapped(py, &cubes, |row, cube| {
        let symmetry = symmetries[row.min(symmetries.len() - 1)];
        let none = || WrongRow::Other(format!("{symmetry} is no symmetry: these are 0 to 47"));
        Ok(all.get(symmetry).ok_or_else(none)?.conjugate(&cube))
    })
}
