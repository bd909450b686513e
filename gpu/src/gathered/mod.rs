//! Joins what several threads ask at a time into batches that fill the device.
//!
//! A batch of a device is larger than what a thread of the host should read, prepare and conclude in one piece. Where there are
//! no threads the one that asks hands its batches to the device itself.

#[cfg(target_family = "wasm")]
mod caller;
#[cfg(not(target_family = "wasm"))]
mod threads;

#[cfg(target_family = "wasm")]
pub use caller::Gathered;
#[cfg(not(target_family = "wasm"))]
pub use threads::Gathered;

use cubebatch_search::engine::EngineError;
use cubebatch_tables::progress::Stop;

/// The search for a batch on the device.
pub trait SearchBatch: wgpu::WasmNotSendSync + 'static {
    /// A question, as the device takes it.
    type Input: Send;
    /// Its answer, as the device leaves it.
    type Output: Clone + Send + Sync;
    /// The limits that the inputs of a batch share.
    type Limits: Clone + PartialEq + Send;

    /// How many batches are searched at a time, where there are threads.
    const AT_A_TIME: usize;

    /// The number of inputs that fill the device; it has no room for more at a time.
    fn most(&self, limits: &Self::Limits) -> usize;

    /// The answers of a limited number of inputs, which are in pieces, in their order.
    ///
    /// # Errors
    /// [`EngineError`], [`EngineError::Cancelled`] when no one wants them any more.
    fn search(
        &self,
        pieces: &[&[Self::Input]],
        limits: &Self::Limits,
        stop: &Stop,
    ) -> Result<Vec<Self::Output>, EngineError>;
}
