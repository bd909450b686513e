//! Stickers with wrong symbols.

use super::sheet::{self, Numbers};
use crate::cube::{Cube, FACELETS};

/// A repair: the facelets, the numbers that they have to show, and the position.
pub(super) type Repair = (Vec<(usize, u8)>, Cube);

/// The positions that differ in one sticker, and after them the positions that differ in two.
///
/// Each colour occurs nine times on a cube. So the last sticker of a repair has the colour that is one too many, and gets the one
/// that is one too few: at most 2,430 repairs remain of 39,000.
pub(super) fn repairs(numbers: &Numbers) -> Vec<Repair> {
    let mut counts = [0_i8; 6];
    for &number in numbers {
        counts[usize::from(number)] += 1;
    }
    let mut search = Repairs { numbers: *numbers, counts, changed: Vec::new(), found: Vec::new() };
    search.last(0);
    search.first();
    search.found
}

struct Repairs {
    numbers: Numbers,
    counts: [i8; 6],
    changed: Vec<(usize, u8)>,
    found: Vec<Repair>,
}

impl Repairs {
    /// Changes one sticker, then one after it.
    fn first(&mut self) {
        for facelet in 0..FACELETS {
            let shown = self.numbers[facelet];
            for number in (0..6).filter(|&number| number != shown) {
                self.change(facelet, number);
                self.last(facelet + 1);
                self.change(facelet, shown);
                self.changed.clear();
            }
        }
    }

    /// Changes one sticker from `start` on, if that can be enough.
    fn last(&mut self, start: usize) {
        let number_with = |count| self.counts.iter().position(|&other| other == count);
        let (Some(surplus), Some(scarce)) = (number_with(10), number_with(8)) else { return };
        if self.counts.iter().filter(|&&count| count != 9).count() > 2 {
            return;
        }
        for facelet in start..FACELETS {
            if usize::from(self.numbers[facelet]) != surplus {
                continue;
            }
            self.numbers[facelet] = scarce as u8;
            if let Some(cube) = sheet::cube(&self.numbers) {
                let mut changed = self.changed.clone();
                changed.push((facelet, scarce as u8));
                self.found.push((changed, cube));
            }
            self.numbers[facelet] = surplus as u8;
        }
    }

    fn change(&mut self, facelet: usize, number: u8) {
        self.counts[usize::from(self.numbers[facelet])] -= 1;
        self.counts[usize::from(number)] += 1;
        self.numbers[facelet] = number;
        self.changed.push((facelet, number));
    }
}
