//! Waits of the host for the device.
//!
//! A thread of a system waits. In a browser nothing may: there the calls that wait are suspended (by WebAssembly's JavaScript
//! Promise Integration) while the browser's own work goes on, and resumed when the device answers. So all that uses the device
//! is written once, as if it waited.

pub(super) use host::{Arrival, Pulse, block_on, wait};

use cubebatch_tables::progress::Stop;

/// When a wait for the device ends without an answer.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser ends what does not answer"))]
pub(super) struct Patience<'a> {
    /// It ends on this request.
    pub stop: &'a Stop,
    /// The count of the work that the device has ended.
    pub pulse: &'a Pulse,
    /// It ends after as many seconds in which the device did nothing to the end.
    pub seconds: u32,
}

#[cfg(not(target_family = "wasm"))]
mod host {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    pub use pollster::block_on;

    use super::Patience;
    use cubebatch_search::engine::EngineError;

    /// The time that the driver waits before the host checks whether to continue.
    const TURN: Duration = Duration::from_secs(1);

    /// A count of the work that the device has ended.
    #[derive(Clone, Default)]
    pub struct Pulse(Arc<AtomicU64>);

    impl Pulse {
        /// Beats when all is done that was submitted by now.
        pub fn follow(&self, queue: &wgpu::Queue) {
            let pulse = self.clone();
            queue.on_submitted_work_done(move || pulse.beat());
        }

        pub(super) fn beat(&self) {
            self.0.fetch_add(1, Relaxed);
        }

        fn beats(&self) -> u64 {
            self.0.load(Relaxed)
        }
    }

    /// Whether a buffer was mapped: the thread that waited for the device knows.
    #[derive(Clone)]
    pub struct Arrival;

    impl Arrival {
        pub fn awaited() -> Arrival {
            Arrival
        }

        pub fn announce(&self) {}
    }

    /// Waits until this is done, and all before it.
    pub fn wait(
        device: &wgpu::Device,
        _: &wgpu::Queue,
        submission: wgpu::SubmissionIndex,
        _: Option<Arrival>,
        patience: &Patience,
    ) -> Result<(), EngineError> {
        let turn =
            || wgpu::PollType::Wait { submission_index: Some(submission.clone()), timeout: Some(TURN) };
        until(patience, || match device.poll(turn()) {
            Ok(_) => Ok(true),
            Err(wgpu::PollError::Timeout) => Ok(false),
            Err(error) => Err(EngineError::Device(error.to_string())),
        })
    }

    /// Asks until it is done; an answer takes a [turn](TURN) at most.
    pub(super) fn until(
        patience: &Patience,
        mut is_done: impl FnMut() -> Result<bool, EngineError>,
    ) -> Result<(), EngineError> {
        let (mut silent, mut beats) = (0, patience.pulse.beats());
        while !is_done()? {
            patience.stop.check()?;
            let before = std::mem::replace(&mut beats, patience.pulse.beats());
            silent = if beats == before { silent + 1 } else { 0 };
            if silent >= patience.seconds {
                return Err(EngineError::NoAnswer { seconds: patience.seconds });
            }
        }
        Ok(())
    }
}

#[cfg(target_family = "wasm")]
mod host {
    use std::pin::{Pin, pin};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::task::{Context, Poll, Wake, Waker};

    use super::Patience;
    use cubebatch_search::engine::EngineError;

    // What the page has beside the module: `suspend` lets the browser go on, until something calls `resume`.
    #[link(wasm_import_module = "cubebatch-host")]
    unsafe extern "C" {
        safe fn suspend();
        safe fn resume();
    }

    /// Wakes the call that is suspended.
    struct Resume(AtomicBool);

    impl Wake for Resume {
        fn wake(self: Arc<Resume>) {
            self.0.store(true, Relaxed);
            resume();
        }
    }

    /// Waits for a future.
    pub fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        let woken = Arc::new(Resume(AtomicBool::new(false)));
        let waker = Waker::from(woken.clone());
        loop {
            if let Poll::Ready(outcome) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return outcome;
            }
            while !woken.0.swap(false, Relaxed) {
                suspend();
            }
        }
    }

    /// A browser ends what does not answer.
    #[derive(Clone, Default)]
    pub struct Pulse(());

    impl Pulse {
        pub fn follow(&self, _: &wgpu::Queue) {}
    }

    /// A future that is over when it is announced.
    #[derive(Clone, Default)]
    pub struct Arrival(Arc<Mutex<ArrivalState>>);

    #[derive(Default)]
    struct ArrivalState {
        is_over: bool,
        waker: Option<Waker>,
    }

    impl Arrival {
        pub fn awaited() -> Arrival {
            Arrival::default()
        }

        pub fn announce(&self) {
            let waker = {
                let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                state.is_over = true;
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    impl Future for Arrival {
        type Output = ();

        fn poll(self: Pin<&mut Self>, context: &mut Context) -> Poll<()> {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if state.is_over {
                return Poll::Ready(());
            }
            state.waker = Some(context.waker().clone());
            Poll::Pending
        }
    }

    /// Waits until a buffer was mapped; else until all is done that was submitted by now.
    pub fn wait(
        _: &wgpu::Device,
        queue: &wgpu::Queue,
        _: wgpu::SubmissionIndex,
        mapped: Option<Arrival>,
        _: &Patience,
    ) -> Result<(), EngineError> {
        let arrival = mapped.unwrap_or_else(|| {
            let done = Arrival::awaited();
            queue.on_submitted_work_done({
                let done = done.clone();
                move || done.announce()
            });
            done
        });
        block_on(arrival);
        Ok(())
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::host::until;
    use super::*;
    use cubebatch_search::engine::EngineError;
    use cubebatch_tables::progress::Cancelled;

    /// Asks a device that does nothing to the end in most turns, and how often it was asked.
    fn waited(stop: &Stop, mut turn: impl FnMut(u32, &Pulse) -> bool) -> (Result<(), EngineError>, u32) {
        let (pulse, mut turns) = (Pulse::default(), 0);
        let outcome = until(&Patience { stop, pulse: &pulse, seconds: 30 }, || {
            turns += 1;
            assert!(turns < 1000, "the wait has no end");
            Ok(turn(turns, &pulse))
        });
        (outcome, turns)
    }

    #[test]
    fn a_device_that_does_not_answer_is_given_up() {
        let outcome = waited(&Stop::default(), |_, _| false);
        assert_eq!(outcome, (Err(EngineError::NoAnswer { seconds: 30 }), 30));
    }

    #[test]
    fn a_device_that_is_slow_is_not_given_up() {
        // The work before takes 29 seconds a piece.
        let slow = |turn, pulse: &Pulse| {
            if turn % 29 == 0 {
                pulse.beat();
            }
            turn == 300
        };
        assert_eq!(waited(&Stop::default(), slow), (Ok(()), 300));
    }

    #[test]
    fn a_stop_ends_a_wait() {
        let stop = Stop::default();
        let never_done = |turn, _: &Pulse| {
            if turn == 7 {
                stop.request();
            }
            false
        };
        assert_eq!(waited(&stop, never_done), (Err(EngineError::Cancelled(Cancelled)), 7));
    }
}
