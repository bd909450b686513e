//! How much a dispatch does: so much that the device is busy, and so little that a screen which it draws does not stand still.

use std::time::Duration;

use crate::device::Device;

/// The most time of a dispatch.
const MOST_TIME: Duration = Duration::from_millis(50);

/// Turns of loops of an invocation in a dispatch, at least and at most. The most that a round takes are some ten thousand.
const LEAST_TURNS: u32 = 1 << 17;
const MOST_TURNS: u32 = 1 << 22;

/// llvmpipe ends all loops after 65,535 turns, without a word; some are not counted.
const TURNS_OF_SOFTWARE: u32 = 60_000;

/// What the device is given to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Turns of loops of an invocation.
    pub turns: u32,
}

impl Pace {
    /// The pace of a device at first. That of a software driver stays as it is.
    pub fn of(device: &Device) -> Pace {
        Pace { turns: if device.is_software() { TURNS_OF_SOFTWARE } else { LEAST_TURNS } }
    }

    /// Goes slower or faster by how long a dispatch took. Faster only if most searchers made all turns: what few positions take says
    /// nothing about many.
    pub fn heed(&mut self, time: Duration, is_full: bool) {
        if time > MOST_TIME {
            self.turns = (self.turns / 2).max(LEAST_TURNS);
        } else if is_full && time < MOST_TIME / 4 {
            self.turns = (2 * self.turns).min(MOST_TURNS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pace after many dispatches to a device that makes this number of turns in a millisecond.
    fn pace_on(turns_a_millisecond: u32) -> (u32, Duration) {
        let mut pace = Pace { turns: LEAST_TURNS };
        let time =
            |pace: Pace| Duration::from_micros(1000 * u64::from(pace.turns) / u64::from(turns_a_millisecond));
        (0..100).for_each(|_| pace.heed(time(pace), true));
        (pace.turns, time(pace))
    }

    #[test]
    fn a_fast_device_gets_much() {
        assert_eq!(pace_on(10_000_000).0, MOST_TURNS);
    }

    #[test]
    fn no_dispatch_takes_long_but_the_least() {
        for turns_a_millisecond in [100, 1000, 10_000, 100_000, 1_000_000] {
            let (turns, time) = pace_on(turns_a_millisecond);
            assert!(turns == LEAST_TURNS || time <= MOST_TIME, "{turns} turns, {time:?}");
            assert!(turns == MOST_TURNS || time >= MOST_TIME / 4, "{turns} turns, {time:?}");
        }
    }

    /// Else the next batch would begin with more than the device does in time.
    #[test]
    fn the_end_of_a_batch_makes_it_no_faster() {
        let mut pace = Pace { turns: LEAST_TURNS };
        (0..100).for_each(|_| pace.heed(Duration::from_micros(1), false));
        assert_eq!(pace, Pace { turns: LEAST_TURNS });
    }
}
