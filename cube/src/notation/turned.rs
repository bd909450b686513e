//! Moves as a person makes them who lets the cube turn in the hands: wide moves or slices instead of two layers, and the moves after
//! them by the faces that are then there.

use crate::cube::symmetry::Symmetry;
use crate::cube::{Face, Move};

/// The suffix of a turn by 1, 2 or 3 clockwise quarters.
const SUFFIXES: [&str; 3] = ["", "2", "'"];

/// Which layers turn together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JoinedLayers {
    /// A turn of L, D or B is one of the two other layers: `L` is `Rw`.
    Wide,
    /// Two opposite faces that turn side by side are the slice between them: `R L'` is `M`.
    Slices,
}

impl JoinedLayers {
    /// The moves as words; `held` says where each face is, before them and then after them.
    pub fn words(self, moves: &[Move], held: &mut Symmetry) -> Vec<String> {
        let (mut words, mut rest) = (Vec::new(), moves);
        while let [first, after @ ..] = rest {
            let turned = |mv: &Move| held.turn(*mv);
            let (mv, next) = (turned(first), after.first().map(turned));
            let (word, rotation, taken) = self.word(mv, next);
            words.push(word);
            *held = held.then(&rotation);
            rest = &rest[taken..];
        }
        words
    }

    /// The word of the next move or two, the rotation by which the cube is held otherwise after it, and how many moves it is.
    fn word(self, mv: Move, next: Option<Move>) -> (String, Symmetry, usize) {
        let (face, turns) = (mv.face(), mv.turns());
        let is_back = matches!(face, Face::L | Face::D | Face::B);
        if self == JoinedLayers::Wide && is_back {
            let front = face.opposite();
            let word = format!("{}w{}", front.letter(), SUFFIXES[turns - 1]);
            return (word, Symmetry::rotation(front, turns), 1);
        }
        let side_by_side = |next: &Move| next.face() == face.opposite() && next.turns() + turns == 4;
        match next.filter(|next| self == JoinedLayers::Slices && side_by_side(next)) {
            Some(next) => {
                let front = if is_back { next } else { mv };
                // M turns as L does, E as D, and S as F.
                let (letter, by) = match front.face() {
                    Face::R => ('M', front.turns()),
                    Face::U => ('E', front.turns()),
                    _ => ('S', 4 - front.turns()),
                };
                let rotation = Symmetry::rotation(front.face(), 4 - front.turns());
                (format!("{letter}{}", SUFFIXES[by - 1]), rotation, 2)
            }
            None => (mv.to_string(), Symmetry::IDENTITY, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;
    use crate::cube::random::Random;
    use crate::notation::parse_moves;

    #[test]
    fn what_is_written_has_the_same_effect() {
        let mut random = Random::new(68);
        for _ in 0..500 {
            let moves: Vec<Move> = (0..20).map(|_| Move::from_index(random.below(18) as usize)).collect();
            let cube = Cube::SOLVED.apply(&moves);
            for layers in [JoinedLayers::Wide, JoinedLayers::Slices] {
                let (mut held, mut words) = (Symmetry::IDENTITY, Vec::new());
                // In two pieces, as phases are.
                for piece in moves.chunks(7) {
                    words.extend(layers.words(piece, &mut held));
                }
                let written = words.join(" ");
                let read = Cube::SOLVED.apply(parse_moves(&written).expect("these are moves").moves());
                assert_eq!(read, cube, "{moves:?}: {written}");
                let has_back = written.contains(['L', 'D', 'B']);
                assert!(layers == JoinedLayers::Slices || !has_back, "{written}");
            }
        }
    }

    #[test]
    fn slices_and_wide_moves_have_their_names() {
        let words = |layers: JoinedLayers, moves: &str| {
            let (moves, mut held) = (parse_moves(moves).unwrap(), Symmetry::IDENTITY);
            layers.words(moves.moves(), &mut held).join(" ")
        };
        for (moves, slices) in
            [("R L'", "M"), ("D2 U2", "E2"), ("F B'", "S'"), ("R L' F", "M D"), ("R L", "R L")]
        {
            assert_eq!(words(JoinedLayers::Slices, moves), slices, "{moves}");
        }
        assert_eq!(words(JoinedLayers::Wide, "L D' R"), "Rw F' R");
    }
}
