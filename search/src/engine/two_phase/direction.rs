//! The six directions in which a position is searched: three axes, each forwards and backwards.

use std::sync::LazyLock;

use cubebatch_cube::cube::symmetry::{Conjugation, Symmetry};
use cubebatch_cube::cube::{Cube, Face, Move, MoveSet};

/// The number of axes.
pub const AXES: usize = 3;

/// The number of directions: along each axis, first forwards, then backwards.
pub const DIRECTIONS: usize = 2 * AXES;

/// The rotations that bring each axis to where U and D are.
static ROTATIONS: LazyLock<[(Symmetry, Conjugation); AXES]> = LazyLock::new(|| {
    let turn = Symmetry::rotation(Face::R, 1).then(&Symmetry::rotation(Face::U, 1));
    [Symmetry::IDENTITY, turn, turn.then(&turn)].map(|axis| (axis, Conjugation::new(&axis)))
});

/// The position in all directions; none where it looks the same as in one before.
pub fn images(cube: &Cube) -> [Option<Cube>; DIRECTIONS] {
    let images: [Cube; DIRECTIONS] = std::array::from_fn(|direction| image(cube, direction));
    std::array::from_fn(|direction| {
        let (before, image) = (&images[..direction], images[direction]);
        (!before.contains(&image)).then_some(image)
    })
}

/// The position as it is searched in a direction.
pub fn image(cube: &Cube, direction: usize) -> Cube {
    let (_, axis) = &ROTATIONS[direction % AXES];
    axis.conjugate(&if direction < AXES { *cube } else { cube.inverse() })
}

/// The moves of images along an axis, when solutions of the position have moves of this set.
pub fn along(axis: usize, set: &MoveSet) -> MoveSet {
    set.image(&ROTATIONS[axis].0)
}

/// A move of a position as its image along an axis has it.
pub fn along_axis(axis: usize, mv: Move) -> Move {
    ROTATIONS[axis].0.turn(mv)
}

/// For each axis what comes before and after a position, to make of it what it is along that axis.
pub fn rotations() -> [[Cube; 2]; AXES] {
    ROTATIONS.each_ref().map(|(_, rotation)| rotation.around())
}

/// What each move of the solution of an image is in that of the position, by direction.
static MOVES_BACK: LazyLock<[[Move; Move::COUNT]; DIRECTIONS]> = LazyLock::new(|| {
    std::array::from_fn(|direction| {
        let (axis, _) = &ROTATIONS[direction % AXES];
        let moves = std::array::from_fn(|i| axis.inverse().turn(Move::from_index(i)));
        if direction < AXES { moves } else { moves.map(Move::inverse) }
    })
});

/// The solution of a position from that of its image in a direction.
pub fn from_direction(direction: usize, mut moves: Vec<Move>) -> Vec<Move> {
    let back = &MOVES_BACK[direction];
    moves.iter_mut().for_each(|mv| *mv = back[mv.index()]);
    if direction >= AXES {
        moves.reverse();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Pieces;
    use cubebatch_cube::cube::inverse;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn solutions_of_images_become_solutions() {
        let mut random = Random::new(72);
        for _ in 0..200 {
            let moves: Vec<Move> = (0..20).map(|_| Move::from_index(random.below(18) as usize)).collect();
            let cube = Cube::SOLVED.apply(&inverse(&moves));
            for direction in 0..DIRECTIONS {
                let (axis, _) = &ROTATIONS[direction % AXES];
                let turned: Vec<Move> = moves.iter().map(|&mv| axis.turn(mv)).collect();
                let image = if direction < AXES { turned } else { inverse(&turned) };
                assert_eq!(from_direction(direction, image.clone()), moves);
                assert_eq!(super::image(&cube, direction), Cube::SOLVED.apply(&inverse(&image)));
            }
        }
    }

    #[test]
    fn symmetric_positions_have_fewer_directions() {
        let count = |cube: &Cube| images(cube).iter().flatten().count();
        assert_eq!(count(&Cube::SOLVED), 1);
        let superflip = Cube::of(Pieces { edge_ori: [1; 12], ..Pieces::SOLVED });
        assert_eq!(count(&superflip), 1);
        // Backwards it is the same: R2 undoes itself.
        assert_eq!(count(&Cube::SOLVED.turn(Move::new(Face::R, 2).unwrap())), 3);
        assert_eq!(count(&Random::new(73).cube()), 6);
    }
}
