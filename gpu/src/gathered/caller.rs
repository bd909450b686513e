//! Without threads, the caller itself waits for the device.

use std::sync::Arc;

use super::SearchBatch;
use crate::confined::Confined;
use crate::meter::Meter;
use cubebatch_search::engine::EngineError;
use cubebatch_tables::progress::Stop;

/// A search on a device, for one caller.
pub struct Gathered<S: SearchBatch> {
    meter: Arc<Meter>,
    search: Confined<S>,
}

impl<S: SearchBatch> Gathered<S> {
    /// A search whose time goes to this meter.
    ///
    /// # Errors
    /// None: with threads there are some.
    pub fn new(meter: &Arc<Meter>, search: S) -> Result<Gathered<S>, EngineError> {
        Ok(Gathered { meter: meter.clone(), search: Confined::new(search) })
    }

    /// How many inputs are best given at a time.
    pub fn best_piece(&self, limits: &S::Limits, _: usize) -> usize {
        self.search.most(limits)
    }

    /// Hands on the answer of each input, with its number, in their order.
    ///
    /// # Errors
    /// [`EngineError`].
    pub fn run<T>(
        &self,
        inputs: &[T],
        prepare: impl Fn(&T) -> S::Input,
        limits: &S::Limits,
        stop: &Stop,
        mut hand_on: impl FnMut(usize, S::Output),
    ) -> Result<(), EngineError> {
        let mut numbers = 0..;
        for batch in inputs.chunks(self.search.most(limits)) {
            stop.check()?;
            let search = || {
                let batch: Vec<S::Input> = batch.iter().map(&prepare).collect();
                self.search.search(&[&batch], limits, stop)
            };
            let answers = self.meter.as_part(|usage| &mut usage.searching, search)?;
            answers.into_iter().zip(numbers.by_ref()).for_each(|(answer, number)| hand_on(number, answer));
        }
        Ok(())
    }
}
