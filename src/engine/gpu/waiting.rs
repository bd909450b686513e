//! How the host waits for the device.
//!
//! A thread of a system waits. In a browser nothing may: there the calls that wait are suspended (by WebAssembly's JavaScript
//! Promise Integration) while the browser's own work goes on, and resumed when the device answers. So all that uses the device
//! is written once, as if it waited.

pub(super) use host::{Arrival, block_on, wait};

#[cfg(not(target_family = "wasm"))]
mod host {
    pub use pollster::block_on;

    /// Whether a buffer was mapped: whoever waited for the device knows.
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
    ) -> Result<(), wgpu::PollError> {
        device.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None }).map(|_| ())
    }
}

#[cfg(target_family = "wasm")]
mod host {
    use std::pin::{Pin, pin};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::task::{Context, Poll, Wake, Waker};

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

    /// A future that is over when it is announced.
    #[derive(Clone, Default)]
    pub struct Arrival(Arc<Mutex<State>>);

    #[derive(Default)]
    struct State {
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
    ) -> Result<(), wgpu::PollError> {
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
