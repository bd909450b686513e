//! The six faces and how they lie around each other.

use std::fmt;

/// A face of the cube, named by where it is when one looks at the front.
///
/// The order U R F D L B is the field's common one; opposite faces are three apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

use Face::{B, D, F, L, R, U};

impl Face {
    /// All faces in the order of facelet strings.
    pub const ALL: [Face; 6] = [U, R, F, D, L, B];

    /// The face with this number, 0 … 5.
    ///
    /// # Panics
    /// When `index` is 6 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Face {
        Face::ALL[index]
    }

    /// 0 … 5 in the order U R F D L B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face on the other side of the cube.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self.index() + 3) % 6]
    }

    /// U/D, R/L and F/B are the axes 0, 1 and 2.
    pub const fn axis(self) -> usize {
        self.index() % 3
    }

    /// The four neighbours in the order in which a clockwise turn carries stickers.
    pub const fn neighbours(self) -> [Face; 4] {
        match self {
            U => [F, L, B, R],
            R => [U, B, D, F],
            F => [U, R, D, L],
            D => [F, R, B, L],
            L => [U, F, D, B],
            B => [U, L, D, R],
        }
    }

    /// The face to which a sticker on face `sticker` of this face's layer goes in `turns` clockwise quarter turns.
    pub fn carries(self, sticker: Face, turns: usize) -> Face {
        let ring = self.neighbours();
        match ring.iter().position(|&face| face == sticker) {
            Some(at) => ring[(at + turns) % 4],
            None => sticker,
        }
    }

    /// The neighbour above the top row and the one left of the left column,
    /// as the face is printed in a facelet string.
    pub(crate) const fn printed_top_left(self) -> (Face, Face) {
        match self {
            U => (B, L),
            R => (U, F),
            F => (U, L),
            D => (F, L),
            L => (U, B),
            B => (U, R),
        }
    }

    /// The letter of this face.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self.index()]
    }

    /// The face with this capital letter.
    pub fn from_letter(letter: char) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.letter() == letter)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_and_its_opposite_share_their_neighbours_in_reverse() {
        for face in Face::ALL {
            let mut ring = face.neighbours();
            assert!(!ring.contains(&face) && !ring.contains(&face.opposite()));
            ring.reverse();
            let start = ring.iter().position(|&n| n == face.opposite().neighbours()[0]).unwrap();
            ring.rotate_left(start);
            assert_eq!(ring, face.opposite().neighbours());
        }
    }

    #[test]
    fn the_printed_sides_are_neighbours_on_two_axes() {
        for face in Face::ALL {
            let (top, left) = face.printed_top_left();
            let ring = face.neighbours();
            let at = ring.iter().position(|&n| n == top).unwrap();
            // Clockwise round a face as it is printed: top, right, bottom, left.
            assert_eq!(ring[(at + 3) % 4], left);
        }
    }
}
