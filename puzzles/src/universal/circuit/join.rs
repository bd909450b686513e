//! Many circuits become one.

use super::Circuit;
use super::places::{GroupPosition, GroupPositions};
use cubebatch_tables::progress::{Cancelled, Control, Step};

/// How many positions are looked at between reports.
const REPORT: usize = 1 << 20;

/// Switches squares until one circuit is left.
pub fn join(circuit: &mut Circuit, control: &Control) -> Result<(), Cancelled> {
    let (circuits, count) = number_circuits(&circuit.places, control)?;
    let mut joined = JoinedCircuits((0..count).collect());
    let mut left = count;
    let even = circuit.places.even();
    for index in 0..even {
        if index.is_multiple_of(REPORT) {
            control.step(&Step::JoiningCircuits, index as u64, even as u64)?;
        }
        let place = circuit.places.place(index);
        for face in [0, circuit.places.second_face(place)] {
            let across = circuit.places.index(circuit.places.turn(place, face, 2));
            if joined.join(circuits[index], circuits[across]) {
                circuit.switch([index, across], face);
                left -= 1;
            }
        }
    }
    assert_eq!(left, 1, "squares join all circuits");
    Ok(())
}

/// The circuit of each even position before any square is switched, and the number of circuits. From an even position the
/// first face turns onward, then the second one back.
fn number_circuits(places: &GroupPositions, control: &Control) -> Result<(Vec<u32>, u32), Cancelled> {
    const NONE: u32 = u32::MAX;
    let mut circuits = vec![NONE; places.even()];
    let mut count = 0;
    for start in 0..places.even() {
        if start.is_multiple_of(REPORT) {
            control.step(&Step::FirstCircuits, start as u64, places.even() as u64)?;
        }
        if circuits[start] != NONE {
            continue;
        }
        let mut index = start;
        while circuits[index] == NONE {
            circuits[index] = count;
            index = places.index(next_even(places, places.place(index)));
        }
        count += 1;
    }
    Ok((circuits, count))
}

fn next_even(places: &GroupPositions, place: GroupPosition) -> GroupPosition {
    let odd = places.turn(place, 0, 1);
    places.turn(odd, places.second_face(odd), 3)
}

/// The circuits that are joined: each points to another circuit of its set, or to itself (union–find).
struct JoinedCircuits(Vec<u32>);

impl JoinedCircuits {
    fn root(&mut self, mut circuit: u32) -> u32 {
        while self.0[circuit as usize] != circuit {
            let parent = self.0[circuit as usize];
            self.0[circuit as usize] = self.0[parent as usize];
            circuit = parent;
        }
        circuit
    }

    /// Whether they were two.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|circuit| self.root(circuit));
        self.0[a as usize] = b;
        a != b
    }
}
