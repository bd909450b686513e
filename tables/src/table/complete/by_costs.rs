//! Complete tables that count by other costs than those of the half-turn metric.
//!
//! What turns cost is a part of such a table, of its name and of its file. How many positions are at each distance is known for the
//! metrics alone. But distances prove themselves: each is the least that a step and the distance after it cost. As steps cost
//! something, no other numbers are like that. So to verify a table, the program compares every entry with all its neighbours.

use rayon::prelude::*;

use super::up_to_the_last;
use crate::coord::classes::Classes;
use crate::coord::steps::PhaseSteps;
use crate::space::Space;
use cubebatch_cube::cube::EvenCosts;

/// How costs stand in the header of a file.
pub(in crate::table) fn code(costs: EvenCosts) -> [u8; 4] {
    let (quarter, half, at_once) = costs.parts();
    match costs.metric() {
        Some(metric) => {
            let mut code = [0; 4];
            code[..3].copy_from_slice(metric.name().to_ascii_uppercase().as_bytes());
            code
        }
        None => [quarter, half, if at_once { b'P' } else { b'S' }, 0],
    }
}

/// Compares every entry with all its neighbours, on all threads of the current pool, and counts the positions at each distance.
/// `distance` gives the distance of an entry, and `holds` says whether its steps that lead nearer are these, each a bit.
///
/// # Errors
/// An index whose entry contradicts its neighbours.
pub(super) fn proved(
    space: &Space,
    phase: &PhaseSteps,
    classes: &Classes,
    distance: impl Fn(usize) -> u8 + Sync,
    holds: impl Fn(usize, u64) -> bool + Sync,
) -> Result<Vec<u64>, usize> {
    let (values, costs) = (space.values(), phase.costs());
    let of_row = |row: usize| {
        let first = row * values;
        let here: Vec<u16> = (first..first + values).map(|index| distance(index).into()).collect();
        let (mut least, mut nearer) = (vec![u16::MAX; values], vec![0u64; values]);
        for (m, &cost) in costs.iter().enumerate() {
            let (there, map) = space.neighbour(row, m);
            for (value, &to) in map.iter().enumerate() {
                let far = u16::from(distance(there * values + usize::from(to))) + u16::from(cost);
                least[value] = least[value].min(far);
                nearer[value] |= u64::from(far == here[value]) << m;
            }
        }
        let is_goal = |value: usize| first + value == 0;
        let is_distance = |value: usize| match is_goal(value) {
            true => here[value] == 0,
            false => here[value] == least[value],
        };
        match (0..values).find(|&value| !is_distance(value) || !holds(first + value, nearer[value])) {
            Some(value) => Err(first + value),
            None => {
                let mut counts = vec![0; 1 + usize::from(u8::MAX)];
                let members = u64::from(classes.size(row));
                here.iter().for_each(|&distance| counts[usize::from(distance)] += members);
                Ok(counts)
            }
        }
    };
    let add = |mut a: Vec<u64>, b: Vec<u64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        Ok(a)
    };
    let none = || vec![0; 1 + usize::from(u8::MAX)];
    let counts = (0..space.rows()).into_par_iter().map(of_row).try_reduce(none, add)?;
    Ok(up_to_the_last(&counts))
}
