//! The order in which paths are searched.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::LONGEST;
use super::pre_moves::MOST;

/// A stage of the search: from each start with this number of pre-moves paths are searched with this number of moves, if its
/// distance from G1 leaves this slack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The moves outside of phase 2: those of the path, and the pre-moves.
    pub outside: u8,
    pub pre_moves: u8,
    /// How many moves more the path has than the distance: 0, 1, or 2 for all greater numbers.
    pub slack: u8,
}

/// The slack that stands for all greater numbers.
pub const MOST_SLACK: u8 = 2;

impl Stage {
    /// The moves of a path.
    #[inline]
    pub fn length(self) -> u8 {
        self.outside - self.pre_moves
    }

    /// A bit for each distance from G1 of the starts that are searched.
    #[inline]
    pub fn distances(self) -> u16 {
        let nearest = self.length().checked_sub(self.slack);
        nearest.map_or(
            0,
            |nearest| if self.slack < MOST_SLACK { 1 << nearest } else { (2 << nearest) - 1 } as u16,
        )
    }

    /// Whether a start so far from G1 is searched.
    #[inline]
    pub fn includes(self, distance: u8) -> bool {
        self.length().checked_sub(distance).is_some_and(|slack| slack.min(MOST_SLACK) == self.slack)
    }
}

/// A line of a list: all stages with these moves outside of phase 2, this number of pre-moves and one of these slacks. They come
/// by the moves, then by the slack.
type StageRanges = (RangeInclusive<u8>, u8, RangeInclusive<u8>);

const ANY: RangeInclusive<u8> = 0..=MOST_SLACK;

const fn stage(outside: u8, pre_moves: u8, slack: u8) -> StageRanges {
    (RangeInclusive::new(outside, outside), pre_moves, RangeInclusive::new(slack, slack))
}

// The stages that come first, by the bound, because they find the most solutions for their work. How other orders did is in
// benches/record/epyc-2core/search-v2.md, and for at most 18 moves in benches/record/xeon-2core/eighteen.md.
const AT_MOST_19: &[StageRanges] = &[
    (0..=8, 0, ANY),
    (6..=8, 1, ANY),
    stage(9, 1, 0),
    stage(9, 0, 0),
    stage(9, 1, 1),
    stage(9, 0, 1),
    (6..=8, 2, ANY),
    stage(9, 2, 0),
    stage(9, 2, 1),
    stage(10, 2, 0),
    stage(10, 1, 0),
    stage(10, 0, 0),
    stage(10, 0, 1),
    stage(10, 1, 1),
    stage(10, 2, 1),
    stage(11, 1, 0),
    (6..=10, 3, ANY),
    stage(11, 2, 0),
    stage(11, 3, 0),
    stage(11, 1, 1),
    stage(11, 0, 0),
    stage(11, 0, 1),
    stage(11, 0, 2),
    stage(11, 2, 1),
    stage(11, 3, 1),
    stage(12, 3, 0),
    stage(12, 2, 0),
    stage(12, 1, 0),
    stage(12, 2, 1),
    stage(12, 3, 1),
    stage(12, 1, 1),
    stage(12, 0, 0),
    stage(12, 0, 1),
    (6..=11, 4, ANY),
    stage(12, 4, 0),
    stage(12, 4, 1),
    stage(12, 1, 2),
    stage(12, 0, 2),
    stage(13, 4, 0),
    stage(13, 3, 0),
    stage(13, 2, 0),
    stage(13, 1, 0),
    stage(13, 4, 1),
    stage(13, 3, 1),
    stage(13, 2, 1),
    stage(13, 1, 1),
];
const AT_MOST_20: &[StageRanges] = &[
    (0..=8, 0, ANY),
    (6..=8, 1, ANY),
    stage(9, 1, 0),
    stage(9, 0, 0),
    stage(9, 1, 1),
    stage(9, 0, 1),
    stage(10, 1, 0),
    stage(10, 0, 0),
    stage(10, 0, 1),
    (6..=8, 2, ANY),
    stage(9, 2, 0),
    stage(9, 2, 1),
    stage(10, 2, 0),
    stage(10, 1, 1),
    stage(10, 2, 1),
    stage(11, 1, 0),
    stage(11, 0, 0),
    stage(11, 2, 0),
    stage(11, 1, 1),
    stage(11, 0, 1),
    stage(10, 0, 2),
    stage(10, 1, 2),
    stage(11, 2, 1),
    stage(11, 0, 2),
];
const AT_MOST_21: &[StageRanges] = &[
    (0..=8, 0, ANY),
    stage(9, 0, 0),
    (6..=8, 1, ANY),
    stage(9, 1, 0),
    stage(9, 0, 1),
    stage(10, 1, 0),
    stage(9, 1, 1),
    stage(10, 0, 0),
    stage(10, 0, 1),
];

/// The greatest number of pre-moves and the stages that come first, where solutions of at most this number of moves are
/// looked for. Stages with more pre-moves are left out.
fn listed(max_length: u8) -> (usize, &'static [StageRanges]) {
    match max_length {
        ..=18 => (MOST, AT_MOST_19),
        19 => (3, AT_MOST_19),
        20 => (2, AT_MOST_20),
        21 => (1, AT_MOST_21),
        _ => (0, &[]),
    }
}

/// The bounds with stages of their own: the others have those of the nearest one of these.
const BOUNDS: RangeInclusive<u8> = 18..=22;

/// The number of lists of stages.
pub const LISTS: usize = (*BOUNDS.end() - *BOUNDS.start() + 1) as usize;

/// The most stages of a list.
pub const MOST_STAGES: usize = (LONGEST + 1) * (MOST + 1) * (MOST_SLACK as usize + 1);

/// The number of the list of stages for a bound.
pub fn list_of(max_length: u8) -> usize {
    (max_length.clamp(*BOUNDS.start(), *BOUNDS.end()) - BOUNDS.start()).into()
}

/// All stages for a bound, in their order.
pub fn stages(max_length: u8) -> &'static [Stage] {
    &all()[list_of(max_length)]
}

/// The lists of stages.
pub fn all() -> &'static [Vec<Stage>; LISTS] {
    static STAGES: LazyLock<[Vec<Stage>; LISTS]> =
        LazyLock::new(|| std::array::from_fn(|list| in_order(BOUNDS.start() + list as u8)));
    &STAGES
}

/// All stages for a bound. Behind the listed ones the others come by the moves outside of phase 2, then by slack. With equal ones
/// the stage with one pre-move comes first.
fn in_order(max_length: u8) -> Vec<Stage> {
    let (most, listed) = listed(max_length);
    let outside = 0..=LONGEST as u8;
    let others = outside.flat_map(|outside| ANY.map(move |slack| (outside, slack)));
    let others =
        others.flat_map(|(outside, slack)| [1, 0, 2, 3, 4].map(|pre_moves| stage(outside, pre_moves, slack)));
    let mut stages = Vec::new();
    for (outside, pre_moves, slacks) in listed.iter().cloned().chain(others) {
        let of_line =
            outside.flat_map(|outside| slacks.clone().map(move |slack| Stage { outside, pre_moves, slack }));
        for stage in of_line {
            let is_tried = stage.pre_moves <= stage.outside.min(most as u8);
            if is_tried && !stages.contains(&stage) {
                stages.push(stage);
            }
        }
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::table::Phase;

    /// So no first end is worse, and solutions have room on a GPU.
    #[test]
    fn before_longer_paths_all_shortest_ones_are_searched() {
        for stages in all() {
            let longest = Phase::One.diameter();
            let shortest = Stage { outside: longest, pre_moves: 0, slack: 0 };
            let before = stages.iter().take_while(|&&stage| stage != shortest);
            assert!(before.clone().count() < stages.len());
            assert!(before.map(|stage| stage.outside).max() <= Some(longest));
        }
    }

    #[test]
    fn each_path_is_searched_in_one_stage() {
        for (max_length, most) in [(0, 4), (18, 4), (19, 3), (20, 2), (21, 1), (22, 0), (30, 0)] {
            let stages = stages(max_length);
            for (outside, pre_moves) in
                (0..=LONGEST as u8).flat_map(|outside| (0..=MOST as u8).map(move |j| (outside, j)))
            {
                let lengths = outside.checked_sub(pre_moves).filter(|_| pre_moves <= most);
                for distance in 0..13 {
                    let of_path = |stage: &&Stage| {
                        (stage.outside, stage.pre_moves) == (outside, pre_moves) && stage.includes(distance)
                    };
                    let expected = lengths.is_some_and(|length| length >= distance);
                    assert_eq!(stages.iter().filter(of_path).count(), usize::from(expected));
                }
            }
        }
    }
}
