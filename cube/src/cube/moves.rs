//! The 18 face turns of the half-turn metric.

use std::fmt;

use super::Face;

/// A turn of one face by 1, 2 or 3 clockwise quarter turns; it counts as one move (HTM).
///
/// The 18 moves are ordered U U2 U' R R2 R' F … B'. "The smallest move" and
/// "lexicographic" mean this order wherever nothing else is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The number of moves.
    pub const COUNT: usize = 18;

    /// The first move in order, U.
    pub const FIRST: Move = Move(0);

    /// All moves in order.
    pub fn all() -> impl Iterator<Item = Move> + Clone {
        (0..Move::COUNT).map(Move::from_index)
    }

    /// `turns` clockwise quarter turns of `face`; `None` for a multiple of four.
    #[inline]
    pub const fn new(face: Face, turns: usize) -> Option<Move> {
        match turns % 4 {
            0 => None,
            turns => Some(Move((face.index() * 3 + turns - 1) as u8)),
        }
    }

    /// The move with this number, 0 … 17.
    ///
    /// # Panics
    /// When `index` is 18 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Move {
        assert!(index < Move::COUNT);
        Move(index as u8)
    }

    /// 0 … 17.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that turns.
    #[inline]
    pub const fn face(self) -> Face {
        Face::from_index(self.index() / 3)
    }

    /// Clockwise quarter turns, 1 … 3.
    #[inline]
    pub const fn turns(self) -> usize {
        self.index() % 3 + 1
    }

    /// Its name: `U`, `U2`, `U'` and so on.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The move that undoes this one.
    #[inline]
    pub const fn inverse(self) -> Move {
        Move((self.face().index() * 3 + 3 - self.turns()) as u8)
    }

    /// Whether `next` may follow `self` in a canonical sequence: never the same face
    /// twice in a row, and of two opposite faces U, R, F first.
    #[inline]
    pub const fn may_precede(self, next: Move) -> bool {
        FOLLOWERS[self.index()] >> next.index() & 1 == 1
    }
}

/// A bit for each move that may follow each, see [`Move::may_precede`].
const FOLLOWERS: [u32; Move::COUNT] = {
    let mut followers = [0; Move::COUNT];
    let mut i = 0;
    while i < Move::COUNT * Move::COUNT {
        let (mv, next) = (i / Move::COUNT, i % Move::COUNT);
        let (face, next_face) = (mv / 3, next / 3);
        if next_face != face && next_face + 3 != face {
            followers[mv] |= 1 << next;
        }
        i += 1;
    }
    followers
};

/// The names of the moves, in order.
const NAMES: [&str; Move::COUNT] =
    ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'"];

/// Their names, of a letter or two, and spaces after these.
const WITH_SPACES: [[u8; 3]; Move::COUNT] = {
    let mut names = [[b' '; 3]; Move::COUNT];
    let mut i = 0;
    while i < Move::COUNT {
        let name = NAMES[i].as_bytes();
        names[i][0] = name[0];
        if name.len() == 2 {
            names[i][1] = name[1];
        }
        i += 1;
    }
    names
};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Shows moves in the usual notation with single spaces: `R U2 F'`; nothing for no moves.
pub fn write(moves: &[Move], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Most sequences in one piece, which is felt where millions of rows are written.
    const PIECE: usize = 32;
    let mut text = [0; PIECE * WITH_SPACES[0].len()];
    let mut rest = moves;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.len().min(PIECE));
        let mut end = 0;
        for mv in piece {
            text[end..][..WITH_SPACES[0].len()].copy_from_slice(&WITH_SPACES[mv.index()]);
            end += mv.name().len() + 1;
        }
        // There is no space after the last move.
        end -= usize::from(after.is_empty());
        f.write_str(str::from_utf8(&text[..end]).expect("names are ASCII"))?;
        rest = after;
    }
    Ok(())
}

/// The moves that undo `moves`.
pub fn inverse(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|mv| mv.inverse()).collect()
}

/// Joins neighbouring turns of the same face, also across turns of the opposite face,
/// which commute with it: `R L R` becomes `R2 L`, and `U D U'` becomes `D`.
///
/// The result is canonical and has the same effect.
pub fn merge(moves: Vec<Move>) -> Vec<Move> {
    if moves.is_sorted_by(|mv, next| mv.may_precede(*next)) {
        return moves;
    }
    let mut merged: Vec<Move> = Vec::with_capacity(moves.len());
    for mv in moves {
        // Canonical so far, so at most the last two moves lie on this move's axis.
        let run = merged.iter().rev().take_while(|m| m.face().axis() == mv.face().axis()).count();
        if run == 0 {
            merged.push(mv);
            continue;
        }
        let mut turns = [0; 6];
        for m in merged.drain(merged.len() - run..).chain([mv]) {
            turns[m.face().index()] += m.turns();
        }
        merged.extend(Face::ALL.iter().filter_map(|&face| Move::new(face, turns[face.index()])));
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Algorithm;

    fn moves(text: &str) -> Algorithm {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_a_face_and_its_turns() {
        for mv in Move::all() {
            assert_eq!(mv.name(), format!("{}{}", mv.face(), ["", "2", "'"][mv.turns() - 1]));
        }
    }

    #[test]
    fn sequences_of_any_length_are_their_names_with_single_spaces() {
        let all: Vec<Move> = Move::all().cycle().take(200).collect();
        for length in 0..=all.len() {
            let names: Vec<&str> = all[..length].iter().map(|mv| mv.name()).collect();
            assert_eq!(Algorithm::from(&all[..length]).to_string(), names.join(" "));
        }
    }

    #[test]
    fn an_inverse_completes_the_circle() {
        for mv in Move::all() {
            assert_eq!(mv.face(), mv.inverse().face());
            assert_eq!(mv.turns() + mv.inverse().turns(), 4);
        }
    }

    #[test]
    fn merging_joins_turns_across_the_opposite_face() {
        for (long, short) in [
            ("", ""),
            ("R R", "R2"),
            ("R R'", ""),
            ("R L R", "R2 L"),
            ("U D U'", "D"),
            ("L R", "R L"),
            ("F R R' F'", ""),
            ("F U D U' D' F", "F2"),
            ("R U R'", "R U R'"),
        ] {
            assert_eq!(moves(long).canonical(), moves(short), "{long}");
        }
    }
}
