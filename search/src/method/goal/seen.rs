//! What a goal sees of positions, and the numbers of what can be seen.

use std::collections::HashMap;

use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_cube::goal::Goal;

/// A view of some cubies. Cubies with the same look count as one another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct View {
    /// For each corner its look, 1, 2, …; 0 if it is not seen.
    pub corners: [u8; 8],
    /// Whether the twists of the seen corners are seen.
    pub twists: bool,
    /// For each edge its look; 0 if it is not seen.
    pub edges: [u8; 12],
    /// Whether the flips of the seen edges are seen.
    pub flips: bool,
}

/// All that can be seen: six bits a place, four for the look and two for the orientation.
type Picture = u128;

impl View {
    fn picture(&self, cube: &Cube) -> Picture {
        let turned = |look: u8, ori: u8, is_seen: bool| if is_seen && look != 0 { ori } else { 0 };
        let corner = |(corner, twist): (u8, u8)| {
            let look = self.corners[usize::from(corner)];
            look << 2 | turned(look, twist, self.twists)
        };
        let edge = |(edge, flip): (u8, u8)| {
            let look = self.edges[usize::from(edge)];
            look << 2 | turned(look, flip, self.flips)
        };
        let places = cube.corners().map(corner).into_iter().chain(cube.edges().map(edge));
        places.fold(0, |picture, place| picture << 6 | Picture::from(place))
    }

    /// The positions that show what this one shows.
    fn alike(&self, cube: &Cube) -> Goal {
        let (corners, edges) = (cube.corners(), cube.edges());
        Goal::new(
            |place, corner, twist| {
                let (shown, shown_twist) = corners[place];
                let look = self.corners[usize::from(shown)];
                self.corners[corner] == look
                    && (look == 0 || !self.twists || twist == usize::from(shown_twist))
            },
            |place, edge, flip| {
                let (shown, shown_flip) = edges[place];
                let look = self.edges[usize::from(shown)];
                self.edges[edge] == look && (look == 0 || !self.flips || flip == usize::from(shown_flip))
            },
        )
    }

    /// Whether a position may be one of the goal, as far as this view shows.
    fn may_hold(&self, goal: &Goal, cube: &Cube) -> bool {
        let corner = |(place, (corner, twist)): (usize, (u8, u8))| {
            let look = self.corners[usize::from(corner)];
            let alike = (0..8).filter(|&other| self.corners[other] == look);
            may_be(alike, 3, twist, look != 0 && self.twists, |cubie, twist| {
                goal.allows_corner(place, cubie, twist)
            })
        };
        let edge = |(place, (edge, flip)): (usize, (u8, u8))| {
            let look = self.edges[usize::from(edge)];
            let alike = (0..12).filter(|&other| self.edges[other] == look);
            may_be(alike, 2, flip, look != 0 && self.flips, |cubie, flip| {
                goal.allows_edge(place, cubie, flip)
            })
        };
        cube.corners().into_iter().enumerate().all(corner)
            && cube.edges().into_iter().enumerate().all(edge)
            && (!self.sees_all_corners() || goal.allows_corners(cube))
    }

    /// Whether no two corners look alike.
    fn sees_all_corners(&self) -> bool {
        (0..8).all(|corner| !self.corners[..corner].contains(&self.corners[corner]))
    }
}

/// Whether any of the cubies that look alike is allowed, turned as is seen.
fn may_be(
    mut alike: impl Iterator<Item = usize>,
    turns: usize,
    ori: u8,
    is_seen: bool,
    allows: impl Fn(usize, usize) -> bool,
) -> bool {
    alike.any(
        |cubie| {
            if is_seen { allows(cubie, ori.into()) } else { (0..turns).any(|turn| allows(cubie, turn)) }
        },
    )
}

/// The numbers of all that a view can show, found by turning the solved cube; it shows 0.
pub(super) struct Numbers {
    view: View,
    numbers: HashMap<Picture, u32>,
    /// For each face the number after a quarter turn of each.
    quarters: [Vec<u32>; 6],
    /// A position for each number.
    examples: Vec<Cube>,
}

impl Numbers {
    /// Finds them.
    pub fn new(view: View) -> Numbers {
        let quarter_turns = Face::ALL.map(|face| Move::new(face, 1).expect("a quarter turn is a move"));
        let mut found = Numbers {
            numbers: HashMap::from([(view.picture(&Cube::SOLVED), 0)]),
            view,
            quarters: Default::default(),
            examples: vec![Cube::SOLVED],
        };
        let mut next = 0;
        while let Some(&cube) = found.examples.get(next) {
            for mv in quarter_turns {
                let after = cube.turn(mv);
                let count = found.examples.len() as u32;
                let number = *found.numbers.entry(found.view.picture(&after)).or_insert(count);
                if number == count {
                    found.examples.push(after);
                }
                found.quarters[mv.face().index()].push(number);
            }
            next += 1;
        }
        found
    }

    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// The number of what a position shows.
    pub fn of(&self, cube: &Cube) -> u32 {
        self.numbers[&self.view.picture(cube)]
    }

    /// The number after moves.
    pub fn turn(&self, number: u32, moves: &[Move]) -> u32 {
        let quarters = moves.iter().flat_map(|mv| std::iter::repeat_n(mv.face().index(), mv.turns()));
        quarters.fold(number, |number, face| self.quarters[face][number as usize])
    }

    /// The positions with this number.
    pub fn alike(&self, number: u32) -> Goal {
        self.view.alike(&self.examples[number as usize])
    }

    /// The numbers that positions of a goal may show.
    pub fn of_goal(&self, goal: &Goal) -> Vec<u32> {
        let may_hold = |&number: &u32| self.view.may_hold(goal, &self.examples[number as usize]);
        (0..self.len() as u32).filter(may_hold).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_turns_make_96_of_the_places_of_all_corners() {
        let htr: Goal = "htr".parse().expect("it has a name");
        let of_corners = |corners| View { corners, ..View::default() };
        let all = Numbers::new(of_corners([1, 2, 3, 4, 5, 6, 7, 0]));
        assert_eq!((all.len(), all.of_goal(&htr).len()), (40_320, 96));
        // Where two corners look alike, the view does not show it.
        let fewer = Numbers::new(of_corners([1, 2, 3, 4, 5, 6, 0, 0]));
        assert_eq!((fewer.len(), fewer.of_goal(&htr).len()), (20_160, 24 * 24));
    }
}
