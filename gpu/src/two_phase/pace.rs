//! How much a step does, and how many steps go to the device at a time: so much that it is busy, and so little that a screen which
//! it draws does not stand still.

use std::time::Duration;

use cubebatch_shaders::two_phase::MOST_ADDED;

/// The most time of a step; it has four dispatches.
const STEP: Duration = Duration::from_millis(50);

/// The most time of steps that go to the device together.
const TOGETHER: Duration = Duration::from_millis(100);

/// The most steps that go to the device together.
const MOST_STEPS: usize = 32;

/// The same for a software driver: it takes as long for a step that has nothing to do as for the question whether there is one.
const MOST_STEPS_OF_SOFTWARE: usize = 8;

/// How many times as much as a step does at first it can do later, where the device may draw a screen meanwhile.
const SHARE_AT_FIRST: u32 = if cfg!(target_family = "wasm") { 16 } else { 1 };

/// What the device is given to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Places of each level that walks may fill.
    pub room: u32,
    /// Steps that go to the device together.
    pub steps: usize,
    most_room: u32,
}

impl Pace {
    /// The pace of a GPU at first; `most_room` is what the queue has.
    pub fn new(most_room: u32) -> Pace {
        let room = (most_room / SHARE_AT_FIRST).max(MOST_ADDED as u32);
        Pace { room, steps: (MOST_STEPS as u32 / SHARE_AT_FIRST) as usize, most_room }
    }

    /// The pace of a software driver, which stays as it is.
    pub fn of_software(room: u32) -> Pace {
        Pace { room, steps: MOST_STEPS_OF_SOFTWARE, most_room: room }
    }

    /// Goes slower or faster by how long `steps` steps took. Faster only if the walks of the last one filled the room: what few
    /// walks take says nothing about many.
    pub fn heed(&mut self, time: Duration, steps: usize, walks: u32) {
        let of_step = time / steps as u32;
        let is_full = walks >= self.room / MOST_ADDED as u32;
        if of_step > STEP {
            self.room = (self.room / 2).max(MOST_ADDED as u32);
        } else if is_full && of_step < STEP / 4 {
            self.room = self.room.saturating_mul(2).min(self.most_room);
        }
        let most = if is_full { (2 * self.steps).min(MOST_STEPS) } else { self.steps };
        let fit = TOGETHER.as_nanos() / of_step.as_nanos().max(1);
        self.steps = (fit as usize).clamp(1, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST_ROOM: u32 = 100_000;

    /// The pace after many submissions to a device that fills this number of places in a millisecond.
    fn pace_on(places_a_millisecond: u32) -> (Pace, Duration) {
        let mut pace = Pace::new(MOST_ROOM);
        let of_step = |pace: &Pace| {
            Duration::from_micros(1000 * u64::from(pace.room) / u64::from(places_a_millisecond))
        };
        for _ in 0..100 {
            let (time, steps) = (of_step(&pace) * pace.steps as u32, pace.steps);
            pace.heed(time, steps, pace.room);
        }
        (pace, of_step(&pace))
    }

    #[test]
    fn a_fast_device_gets_all() {
        let (pace, _) = pace_on(100_000);
        assert_eq!(pace, Pace { room: MOST_ROOM, steps: MOST_STEPS, most_room: MOST_ROOM });
    }

    #[test]
    fn no_step_of_a_slow_device_takes_long() {
        for places_a_millisecond in [1, 10, 100, 1000, 10_000] {
            let (pace, of_step) = pace_on(places_a_millisecond);
            assert!(of_step <= STEP && of_step * pace.steps as u32 <= TOGETHER, "{pace:?}, {of_step:?}");
            assert!(pace.room == MOST_ROOM || of_step > STEP / 8, "{pace:?}, {of_step:?}");
        }
    }

    #[test]
    fn the_slowest_device_goes_on() {
        let mut pace = Pace::new(MOST_ROOM);
        (0..100).for_each(|_| pace.heed(Duration::from_secs(60), pace.steps, 1));
        assert_eq!((pace.room, pace.steps), (MOST_ADDED as u32, 1));
        (0..100).for_each(|_| pace.heed(Duration::ZERO, pace.steps, pace.room));
        assert_eq!((pace.room, pace.steps), (MOST_ROOM, MOST_STEPS));
    }

    /// Else the next batch would begin with more than the device does in time.
    #[test]
    fn the_end_of_a_batch_makes_it_no_faster() {
        let (slow, _) = pace_on(100);
        let mut pace = slow;
        (0..100).for_each(|_| pace.heed(Duration::from_micros(1), pace.steps, 3));
        assert_eq!(pace, slow);
    }
}
