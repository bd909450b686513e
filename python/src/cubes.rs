//! Positions as rows of 54 bytes: the faces U R F D L B by number, 0 … 5, or any six symbols whose centres say which face each
//! is; row by row as the letters of a facelet string.

use std::fmt::Display;
use std::sync::Arc;

use cubebatch::case::{Cases, WrongCase};
use cubebatch::cube::random::Random;
use cubebatch::cube::{FACELETS, Face, Setup};
use cubebatch::goal::{Goal, WrongGoal};
use cubebatch::notation::{self, Cause, ColourSpace, Format, ParseError, Reason, parse_facelets, parse_line};
use cubebatch::progress::Control;
use cubebatch::{Cube, Move};
use cubebatch_cube::notation::Unfolded;
use cubebatch_rows::records::{WantedColumns, positions};
use cubebatch_rows::{list_of_causes, told_causes};
use cubebatch_search::method::{AtDistance, NotThere};
use cubebatch_search::method::{Question, SolveOption};
use numpy::ndarray::{Array2, ArrayView1, ArrayView2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::moves;
use crate::watch::{WorkWatch, watched};
use crate::work::{WrongRow, WrongRows, each, fill, fill_from, filled, pool};

/// Rows of an argument.
pub struct Cubes<'a>(ArrayView2<'a, u8>);

/// An array of rows.
pub type RowArray<'py> = Bound<'py, PyArray2<u8>>;

impl<'a> Cubes<'a> {
    /// # Errors
    /// When rows have not 54 bytes.
    pub fn new(rows: ArrayView2<'a, u8>) -> PyResult<Cubes<'a>> {
        match rows.ncols() {
            FACELETS => Ok(Cubes(rows)),
            other => Err(PyValueError::new_err(format!(
                "positions have {FACELETS} columns, but these have {other}"
            ))),
        }
    }

    pub fn len(&self) -> usize {
        self.0.nrows()
    }

    /// The position of a row.
    pub fn get(&self, row: usize) -> Result<Cube, WrongRow> {
        cube_of(self.0.row(row))
    }
}

fn cube_of(row: ArrayView1<'_, u8>) -> Result<Cube, WrongRow> {
    let mut faces = [Face::U; FACELETS];
    // Nearly all rows are numbers of faces, held as the centres say.
    let are_faces = faces.iter_mut().zip(row).all(|(face, &number)| {
        *face = Face::from_index(usize::from(number) % 6);
        number < 6
    });
    if are_faces && Face::ALL.into_iter().all(|face| faces[face.index() * 9 + 4] == face) {
        return Ok(Setup::from_facelets(&faces).into_cube().map_err(ParseError::from)?);
    }
    if let Some(other) = row.iter().find(|&&byte| byte > 5 && !byte.is_ascii_graphic()) {
        let problem = format!("{other} is no face: faces are 0 to 5, or six visible symbols of ASCII");
        return Err(WrongRow::no_cube(problem));
    }
    let mut text = [b' '; FACELETS];
    let symbol = |&byte: &u8| match byte {
        number @ 0..=5 => Face::from_index(number.into()).letter() as u8,
        symbol => symbol,
    };
    text.iter_mut().zip(row).for_each(|(to, byte)| *to = symbol(byte));
    Ok(parse_facelets(std::str::from_utf8(&text).expect("it is ASCII"))?)
}

/// Writes a position as a row of numbers.
pub fn write(cube: &Cube, row: &mut [u8]) {
    row.iter_mut().zip(cube.facelets()).for_each(|(number, face)| *number = face.index() as u8);
}

/// A position of each row of positions, as rows.
///
/// # Errors
/// The same as [`fill`].
pub fn mapped<'py>(
    py: Python<'py>,
    cubes: &PyReadonlyArray2<'_, u8>,
    map: impl Fn(usize, Cube) -> Result<Cube, WrongRow> + Sync,
) -> PyResult<RowArray<'py>> {
    let cubes = Cubes::new(cubes.as_array())?;
    fill(py, cubes.len(), FACELETS, |row, to| {
        write(&map(row, cubes.get(row)?)?, to);
        Ok(())
    })
}

/// The format with this name, or with a scanning order.
fn format_named(name: &str) -> PyResult<Format> {
    let named = Format::NAMED.iter().copied().find(|(known, _)| *known == name).map(|(_, format)| format);
    named.map_or_else(|| name.parse().map(Format::Scanned), Ok).map_err(|_| {
        let names: Vec<&str> = Format::NAMED.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("{name:?} is no format: there are {names}, and orders of six faces"))
    })
}

/// A row that is no position, the sentence about it, and all that is wrong.
pub type NumberedFault = (usize, String, Vec<String>);

/// Reads each text: uint8 (N, 54), numbers 0 … 5 for U R F D L B. Without a format, each text shows its own.
///
/// Rows that are no positions have zeros; they come second.
#[pyfunction]
pub fn parse<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    format: Option<&str>,
) -> PyResult<(RowArray<'py>, Vec<NumberedFault>)> {
    let format = format.map(format_named).transpose()?;
    if let (None, Some(cube)) = (format, Unfolded::among(texts.iter().map(String::as_str), 0)) {
        let Unfolded { first, last, facelets } = cube;
        let problem =
            format!("rows {first}-{last} look like one unfolded cube: give it as one text, {facelets:?}");
        return Err(PyValueError::new_err(format!("{problem}; format=\"moves\" reads each as moves")));
    }
    let (rows, wrong) = filled(py, texts.len(), FACELETS, |row, to| {
        let cube = parse_line(&texts[row], format)?.ok_or(ParseError::from(Reason::Blank))?;
        write(&cube, to);
        Ok(())
    })?;
    let mut faults = told(wrong);
    if let Some((row, sentence, _)) = faults.first_mut() {
        sentence.push_str(&list_of_causes(&notation::causes(&texts[*row], format)));
    }
    Ok((rows, faults))
}

/// The positions of what a file holds, as the command line reads it: uint8 (N, 54), the number of the line of each, and the rows that are
/// no positions, which have zeros.
#[pyfunction]
pub fn read<'py>(
    py: Python<'py>,
    contents: &[u8],
    column: &str,
    format: Option<&str>,
) -> PyResult<(RowArray<'py>, Vec<u64>, Vec<NumberedFault>)> {
    let format = format.map(format_named).transpose()?;
    let wanted = WantedColumns::positions_in(column, "column");
    let found = py.detach(|| positions(contents, wanted, format)).map_err(|error| {
        PyValueError::new_err(match error.remedy() {
            remedy if remedy.is_empty() => error.to_string(),
            remedy => format!("{error}. {remedy}"),
        })
    })?;
    let mut rows = Array2::zeros((found.len(), FACELETS));
    let mut faults = Vec::new();
    for (row, (_, parsed)) in found.iter().enumerate() {
        match parsed {
            Ok(cube) => write(cube, rows.row_mut(row).as_slice_mut().expect("rows are in one piece")),
            Err(error) => {
                let causes = if faults.is_empty() { told_causes(error.refused()) } else { String::new() };
                faults.push((row, error.told() + &causes, vec![error.to_string()]));
            }
        }
    }
    Ok((rows.into_pyarray(py), found.iter().map(|(line, _)| *line).collect(), faults))
}

/// Why the facelets of a text may be impossible: the kind, the sentence, the order to read them in, the facelets without the mistake, the
/// faces and the stickers of each cause.
#[pyfunction]
pub fn causes(text: &str, format: Option<&str>) -> PyResult<Vec<PythonCause>> {
    let format = format.map(format_named).transpose()?;
    let told = |cause: Cause| {
        let faces = cause.kind.faces().iter().map(|face| face.letter().to_string()).collect();
        let stickers = cause.kind.stickers().iter().map(|sticker| sticker.name()).collect();
        let (kind, sentence) = (cause.kind.name(), cause.to_string());
        (kind, sentence, cause.scan, cause.cube.map(|cube| cube.to_string()), faces, stickers)
    };
    Ok(notation::causes(text, format).into_iter().map(told).collect())
}

type PythonCause = (&'static str, String, Option<String>, Option<String>, Vec<String>, Vec<String>);

/// The faces of 54 measured colours in each row of 162 numbers: uint8 (N, 108), where 54 ones and zeros behind the faces say which
/// stickers are in doubt. Turns need not reach such a position.
#[pyfunction]
pub fn sort_colours<'py>(
    py: Python<'py>,
    colours: PyReadonlyArray2<'_, f64>,
    is_lab: bool,
) -> PyResult<RowArray<'py>> {
    let (colours, space) = (colours.as_array(), if is_lab { ColourSpace::Lab } else { ColourSpace::Rgb });
    if colours.ncols() != 3 * FACELETS {
        return Err(PyValueError::new_err(Reason::ColourCount(colours.ncols()).to_string()));
    }
    fill(py, colours.nrows(), 2 * FACELETS, |row, to| {
        let numbers = colours.row(row);
        let measured = std::array::from_fn(|facelet| std::array::from_fn(|part| numbers[3 * facelet + part]));
        let sorted = notation::sort_colours(&measured, space)?;
        to.iter_mut().zip(sorted.facelets).for_each(|(number, face)| *number = face.index() as u8);
        sorted.doubtful.iter().for_each(|sticker| to[FACELETS + sticker.facelet] = 1);
        Ok(())
    })
}

/// The rows that are no positions, in their order.
#[pyfunction]
pub fn faults(py: Python<'_>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<NumberedFault>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let (_, wrong) = filled(py, cubes.len(), 1, |row, _: &mut [u8]| {
        cubes.get(row)?;
        Ok(())
    })?;
    Ok(told(wrong))
}

/// The rows that are no positions, as Python takes them.
pub fn told(wrong: WrongRows) -> Vec<NumberedFault> {
    let told = |(row, wrong)| match wrong {
        WrongRow::Cube(fault) => (row, fault.sentence, fault.faults),
        WrongRow::Other(problem) => (row, problem.clone(), vec![problem]),
    };
    wrong.into_iter().map(told).collect()
}

/// The positions of all rows as numbers 0 … 5.
#[pyfunction]
pub fn numbers<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<RowArray<'py>> {
    mapped(py, &cubes, |_, cube| Ok(cube))
}

/// The facelet string of each row: `UUUUUUUUURRR…`.
#[pyfunction]
pub fn facelets(py: Python<'_>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<String>> {
    let cubes = Cubes::new(cubes.as_array())?;
    each(py, cubes.len(), |row| Ok(cubes.get(row)?.to_string()))
}

/// The cubies of each row: uint8 (N, 40): which corner sits at each of 8 positions, how it is twisted, which edge sits at
/// each of 12, how it is flipped.
#[pyfunction]
pub fn cubies<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'_, u8>) -> PyResult<RowArray<'py>> {
    let cubes = Cubes::new(cubes.as_array())?;
    fill(py, cubes.len(), CUBIES, |row, to| {
        let cube = cubes.get(row)?;
        let (corners, edges) = (cube.corners(), cube.edges());
        let corners = corners.iter().map(|corner| corner.0).chain(corners.iter().map(|corner| corner.1));
        let edges = edges.iter().map(|edge| edge.0).chain(edges.iter().map(|edge| edge.1));
        to.iter_mut().zip(corners.chain(edges)).for_each(|(to, number)| *to = number);
        Ok(())
    })
}

/// The columns of `cubies`: corners, twists, edges, flips.
const CUBIES: usize = 8 + 8 + 12 + 12;

/// The positions with these cubies: the inverse of `cubies`.
#[pyfunction]
pub fn from_cubies<'py>(py: Python<'py>, cubies: PyReadonlyArray2<'_, u8>) -> PyResult<RowArray<'py>> {
    let cubies = cubies.as_array();
    if cubies.ncols() != CUBIES {
        let problem = format!("cubies have {CUBIES} columns, but these have {}", cubies.ncols());
        return Err(PyValueError::new_err(problem));
    }
    fill(py, cubies.nrows(), FACELETS, |row, to| {
        let cubies = cubies.row(row);
        let below = |column: usize, bound: u8, what: &str| match cubies[column] {
            number if number < bound => Ok(number),
            other => Err(WrongRow::Other(format!(
                "{other} in column {column} is no {what}: these are below {bound}"
            ))),
        };
        let (mut corners, mut edges) = ([(0, 0); 8], [(0, 0); 12]);
        for (place, corner) in corners.iter_mut().enumerate() {
            *corner = (below(place, 8, "corner")?, below(8 + place, 3, "twist")?);
        }
        for (place, edge) in edges.iter_mut().enumerate() {
            *edge = (below(16 + place, 12, "edge")?, below(28 + place, 2, "flip")?);
        }
        let cube = Setup::of_cubies(&corners, &edges).into_cube().map_err(ParseError::from)?;
        write(&cube, to);
        Ok(())
    })
}

/// Random positions, of all, of a goal or a case, or at a distance from a goal by a metric and some moves, each with the same chance: uint8 (N, 54). The same seed gives
/// the same positions everywhere. These are `count` of them after the first `begin`.
#[pyfunction]
pub fn scramble<'py>(
    py: Python<'py>,
    rows: (u64, usize),
    seed: u64,
    goal_and_case: (Option<&str>, Option<&str>),
    distance: Option<u8>,
    metric: Option<&str>,
    moves: Option<&str>,
) -> PyResult<RowArray<'py>> {
    let ((begin, count), (goal, case)) = (rows, goal_and_case);
    let wrong = |error: &dyn Display| PyValueError::new_err(error.to_string());
    let goal: Option<Goal> = goal.map(str::parse).transpose().map_err(|error: WrongGoal| wrong(&error))?;
    let case: Option<Cases> = case.map(str::parse).transpose().map_err(|error: WrongCase| wrong(&error))?;
    let asked = [(SolveOption::Metric, metric), (SolveOption::Moves, moves)];
    let mut asked = asked.into_iter().filter_map(|(option, text)| Some((option, text?)));
    let asked = asked.try_fold(Question::default(), |asked, (option, text)| asked.with_text(option, text));
    let set = asked.map_err(|error| wrong(&error))?.move_set();
    if goal.is_none() && case.is_none() {
        let from = |row| {
            let mut random = Random::new(seed);
            random.skip_cubes(begin + row as u64);
            random
        };
        let draw = |random: &mut Random, _, to: &mut [u8]| {
            write(&random.cube(), to);
            Ok(())
        };
        return fill_from(py, count, FACELETS, from, draw);
    }
    let mut rows = Vec::new();
    let reserved = count.checked_mul(FACELETS).and_then(|bytes| rows.try_reserve_exact(bytes).ok());
    reserved.ok_or_else(|| PyMemoryError::new_err(format!("{count} positions do not fit in memory")))?;
    let (pool, watch) = (pool(py)?, Arc::<WorkWatch>::default());
    let control = Control { stop: watch.stop().clone(), ..Control::default() };
    let drawn = watched(py, &watch, None, || {
        let draw: Box<dyn Fn(&mut Random) -> Cube> = match (case, &goal, distance) {
            (Some(case), ..) => Box::new(move |random| case.draw(random)),
            (None, None, _) => Box::new(Random::cube),
            (None, Some(goal), None) => {
                let positions = goal.positions();
                Box::new(move |random| positions.draw(random))
            }
            (None, Some(goal), Some(distance)) => {
                let there = pool.install(|| AtDistance::new(goal, &set, distance, &control))?;
                Box::new(move |random| there.draw(random))
            }
        };
        let mut random = Random::new(seed);
        // Positions of a goal or a case take different numbers of draws, so those before are drawn, too.
        (0..begin).take_while(|_| !control.stop.is_requested()).for_each(|_| _ = draw(&mut random));
        for _ in (0..count).take_while(|_| !control.stop.is_requested()) {
            rows.extend(draw(&mut random).facelets().map(|face| face.index() as u8));
        }
        Ok(rows)
    });
    let rows = drawn?.map_err(|error: NotThere| wrong(&error))?;
    let rows = Array2::from_shape_vec((count, FACELETS), rows);
    Ok(rows.expect("each has as many facelets").into_pyarray(py))
}

/// The positions after each row of moves, or after one row for all positions.
#[pyfunction]
pub fn apply<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    moves: PyReadonlyArray2<'py, u8>,
) -> PyResult<RowArray<'py>> {
    let moves = MovesOf::new(moves.as_array(), cubes.as_array().nrows())?;
    mapped(py, &cubes, |row, cube| Ok(cube.apply(&moves.get(row)?)))
}

/// Whether its row of moves solves each position: bool (N,).
#[pyfunction]
pub fn check<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    moves: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let cubes = Cubes::new(cubes.as_array())?;
    let moves = MovesOf::new(moves.as_array(), cubes.len())?;
    let solved = each(py, cubes.len(), |row| Ok(cubes.get(row)?.apply(&moves.get(row)?).is_solved()))?;
    Ok(solved.into_pyarray(py))
}

/// The inverse of each position: what, followed by it, is solved.
#[pyfunction]
pub fn invert<'py>(py: Python<'py>, cubes: PyReadonlyArray2<'py, u8>) -> PyResult<RowArray<'py>> {
    mapped(py, &cubes, |_, cube| Ok(cube.inverse()))
}

/// The products of the positions of two arrays, row by row, all taken from the solved cube; an array of one row goes with all rows
/// of the other.
#[pyfunction]
pub fn compose<'py>(
    py: Python<'py>,
    cubes: PyReadonlyArray2<'py, u8>,
    next: PyReadonlyArray2<'py, u8>,
) -> PyResult<RowArray<'py>> {
    let [cubes, next] = [&cubes, &next].map(|rows| Cubes::new(rows.as_array()));
    let (cubes, next) = (cubes?, next?);
    let count = if cubes.len() == 1 { next.len() } else { cubes.len() };
    if ![1, count].contains(&next.len()) {
        let message = format!("{} positions are followed by {}", cubes.len(), next.len());
        return Err(PyValueError::new_err(message));
    }
    let of = |cubes: &Cubes, row: usize| cubes.get(row.min(cubes.len() - 1));
    fill(py, count, FACELETS, |row, to| {
        write(&of(&cubes, row)?.then(&of(&next, row)?), to);
        Ok(())
    })
}

/// The moves of each row, or the only row of them for all.
pub struct MovesOf<'a> {
    moves: ArrayView2<'a, u8>,
}

impl<'a> MovesOf<'a> {
    /// # Errors
    /// When there are neither as many rows as positions, nor one.
    pub fn new(moves: ArrayView2<'a, u8>, positions: usize) -> PyResult<MovesOf<'a>> {
        if moves.nrows() != 1 && moves.nrows() != positions {
            let message = format!("{positions} positions have {} rows of moves", moves.nrows());
            return Err(PyValueError::new_err(message));
        }
        Ok(MovesOf { moves })
    }

    /// The moves of a row.
    pub fn get(&self, row: usize) -> Result<Vec<Move>, WrongRow> {
        moves::of_row(self.moves.row(row.min(self.moves.nrows() - 1)))
    }
}
