//! Threads hand over pieces, and threads of the device take what waits by then, as much as fills it: while it searches for
//! some the next ones gather.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use cubebatch_tables::time::Instant;

use super::SearchBatch;
use crate::meter::Meter;
use cubebatch_search::engine::EngineError;
use cubebatch_tables::progress::Stop;

/// Batches for which pieces are under way: one that the device searches, and one that gathers meanwhile.
const BATCHES: usize = 2;

/// The most pieces of a batch: each costs two hand-overs.
const MOST_PIECES: usize = 16;

/// Pieces of a thread that are under way: it prepares or concludes one while the device searches for the other.
const PIECES_A_THREAD: usize = 2;

/// The time until an unwanted search is noticed.
const PATIENCE: Duration = Duration::from_millis(20);

/// Some inputs of a thread that waits for their answers.
struct InputPiece<S: SearchBatch> {
    inputs: Vec<S::Input>,
    limits: S::Limits,
    stop: Stop,
    handed_over: Instant,
    to_thread: Sender<PieceResult<S>>,
}

type PieceResult<S> = Result<PieceAnswers<<S as SearchBatch>::Output>, EngineError>;

/// The answers of a piece among those of its batch. The asker takes them out, so that the device need not wait for that.
struct PieceAnswers<T> {
    batch: Arc<Vec<T>>,
    range: Range<usize>,
}

impl<T: Clone> PieceAnswers<T> {
    fn iter(&self) -> impl Iterator<Item = T> {
        self.batch[self.range.clone()].iter().cloned()
    }
}

/// The inputs that wait for the device.
struct WaitingPieces<S: SearchBatch> {
    pieces: VecDeque<InputPiece<S>>,
    /// No one will ask any more.
    is_over: bool,
}

struct SharedSearch<S: SearchBatch> {
    meter: Arc<Meter>,
    search: S,
    waiting: Mutex<WaitingPieces<S>>,
    changed: Condvar,
}

/// A search on a device, for many threads.
pub struct Gathered<S: SearchBatch> {
    shared: Arc<SharedSearch<S>>,
    threads: Vec<JoinHandle<()>>,
}

impl<S: SearchBatch> Gathered<S> {
    /// Starts the threads of the device.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn new(meter: &Arc<Meter>, search: S) -> Result<Gathered<S>, EngineError> {
        let waiting = Mutex::new(WaitingPieces { pieces: VecDeque::new(), is_over: false });
        let shared =
            Arc::new(SharedSearch { meter: meter.clone(), search, waiting, changed: Condvar::new() });
        let mut gathered = Gathered { shared, threads: Vec::new() };
        for _ in 0..S::AT_A_TIME {
            let shared = gathered.shared.clone();
            let thread = thread::Builder::new().spawn(move || shared.serve());
            let no_thread = |error| EngineError::Device(format!("there is no thread for it: {error}"));
            gathered.threads.push(thread.map_err(no_thread)?);
        }
        Ok(gathered)
    }

    /// The best number of inputs for each of `threads` threads to give at a time.
    pub fn best_piece(&self, limits: &S::Limits, threads: usize) -> usize {
        let most = self.shared.search.most(limits);
        (BATCHES * most / threads.max(1)).clamp(most.div_ceil(MOST_PIECES), most)
    }

    /// Hands on the answer of each input, with its number, in their order.
    ///
    /// # Errors
    /// [`EngineError`], also when another thread's inputs of the same batch made it fail.
    ///
    /// # Panics
    /// When a thread of the device has panicked.
    pub fn run<T>(
        &self,
        inputs: &[T],
        prepare: impl Fn(&T) -> S::Input,
        limits: &S::Limits,
        stop: &Stop,
        mut hand_on: impl FnMut(usize, S::Output),
    ) -> Result<(), EngineError> {
        let meter = &self.shared.meter;
        let mut numbers = 0..;
        let mut under_way = VecDeque::new();
        let mut pieces = inputs.chunks(self.shared.search.most(limits));
        loop {
            if let Some(piece) = pieces.next() {
                stop.check()?;
                let hand_over = || self.hand_over(piece.iter().map(&prepare).collect(), limits, stop);
                under_way.push_back(meter.as_part(|usage| &mut usage.searching, hand_over));
                if under_way.len() < PIECES_A_THREAD {
                    continue;
                }
            }
            let Some(answers) = under_way.pop_front() else { return Ok(()) };
            let answers = meter.as_part(|usage| &mut usage.searching, || wait(&answers, stop))?;
            answers.iter().zip(numbers.by_ref()).for_each(|(answer, number)| hand_on(number, answer));
        }
    }

    fn hand_over(&self, inputs: Vec<S::Input>, limits: &S::Limits, stop: &Stop) -> Receiver<PieceResult<S>> {
        let (to_thread, answers) = bounded(1);
        let (limits, stop, handed_over) = (limits.clone(), stop.clone(), Instant::now());
        let mut waiting = self.shared.waiting();
        if !waiting.is_over {
            waiting.pieces.push_back(InputPiece { inputs, limits, stop, handed_over, to_thread });
            self.shared.changed.notify_one();
        }
        answers
    }
}

/// The answers of a piece, or the end of who wanted them.
fn wait<T>(answers: &Receiver<Result<T, EngineError>>, stop: &Stop) -> Result<T, EngineError> {
    loop {
        match answers.recv_timeout(PATIENCE) {
            Ok(answers) => return answers,
            Err(RecvTimeoutError::Timeout) => stop.check()?,
            Err(RecvTimeoutError::Disconnected) => panic!("a thread of the device panicked"),
        }
    }
}

impl<S: SearchBatch> SharedSearch<S> {
    fn waiting(&self) -> MutexGuard<'_, WaitingPieces<S>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches for batches until no one will ask any more.
    fn serve(&self) {
        // Also after a panic: then the callers panic as well, instead of waiting for ever.
        let _ends = EndOnDrop(self);
        while self.serve_batch() {}
    }

    fn end(&self) {
        let mut waiting = self.waiting();
        waiting.is_over = true;
        waiting.pieces.clear();
        self.changed.notify_all();
    }

    /// Searches for a batch; returns whether there can be another one.
    fn serve_batch(&self) -> bool {
        let Some(pieces) = self.next_pieces() else { return false };
        let limits = &pieces[0].limits;
        let begun = Instant::now();
        let inputs: Vec<&[S::Input]> = pieces.iter().map(|piece| &*piece.inputs).collect();
        let stops: Vec<Stop> = pieces.iter().map(|piece| piece.stop.clone()).collect();
        let is_unwanted = Stop::asking(move || stops.iter().all(Stop::is_requested));
        let answers = self.search.search(&inputs, limits, &is_unwanted).map(Arc::new);
        let mut usage = self.meter.usage();
        usage.queued += pieces.iter().map(|piece| begun.duration_since(piece.handed_over)).sum::<Duration>();
        usage.served += begun.elapsed() * pieces.len() as u32;
        drop(usage);
        let mut first = 0;
        for InputPiece { inputs, to_thread, .. } in pieces {
            let range = first..first + inputs.len();
            first = range.end;
            // A stopped asker does not wait any more.
            _ = to_thread.send(answers.clone().map(|batch| PieceAnswers { batch, range }));
        }
        true
    }

    /// Waits for pieces and takes as many of the first ones as there is room for; none at the end.
    fn next_pieces(&self) -> Option<Vec<InputPiece<S>>> {
        let mut waiting = self.waiting();
        loop {
            // A stopped asker does not wait for these.
            waiting.pieces.retain(|piece| !piece.stop.is_requested());
            if !waiting.pieces.is_empty() {
                break;
            }
            if waiting.is_over {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let limits = waiting.pieces[0].limits.clone();
        let (most, mut inputs) = (self.search.most(&limits), 0);
        let fits = |piece: &&InputPiece<S>| {
            inputs += piece.inputs.len();
            piece.limits == limits && inputs <= most
        };
        let count = waiting.pieces.iter().take_while(fits).count();
        Some(waiting.pieces.drain(..count).collect())
    }
}

/// Ends all when it goes.
struct EndOnDrop<'a, S: SearchBatch>(&'a SharedSearch<S>);

impl<S: SearchBatch> Drop for EndOnDrop<'_, S> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<S: SearchBatch> Drop for Gathered<S> {
    fn drop(&mut self) {
        self.shared.end();
        // The work on the device has been returned by now. The askers know of a search that panicked.
        self.threads.drain(..).for_each(|thread| _ = thread.join());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_tables::progress::Cancelled;

    /// Answers a number with its square, batch after batch as the test lets it.
    struct Squares {
        begun: Sender<Vec<u32>>,
        go_on: Receiver<Result<(), EngineError>>,
    }

    impl SearchBatch for Squares {
        type Input = u32;
        type Output = u32;
        type Limits = char;

        const AT_A_TIME: usize = 1;

        fn most(&self, _: &char) -> usize {
            10
        }

        fn search(&self, pieces: &[&[u32]], _: &char, stop: &Stop) -> Result<Vec<u32>, EngineError> {
            let inputs = pieces.concat();
            self.begun.send(inputs.clone()).unwrap();
            loop {
                match self.go_on.recv_timeout(PATIENCE) {
                    Ok(outcome) => return outcome.map(|()| inputs.iter().map(|n| n * n).collect()),
                    Err(_) => stop.check()?,
                }
            }
        }
    }

    /// The inputs of batches that have begun, and what ends each of them.
    type Batches = (Receiver<Vec<u32>>, Sender<Result<(), EngineError>>);

    fn squares() -> (Gathered<Squares>, Batches) {
        let ((begun, batches), (end, go_on)) =
            (crossbeam_channel::unbounded(), crossbeam_channel::unbounded());
        (Gathered::new(&Arc::default(), Squares { begun, go_on }).unwrap(), (batches, end))
    }

    fn ask(
        squares: &Gathered<Squares>,
        inputs: &[u32],
        limits: char,
        stop: &Stop,
    ) -> Result<Vec<u32>, EngineError> {
        let mut answers = Vec::new();
        squares.run(
            inputs,
            |&n| n,
            &limits,
            stop,
            |number, answer| {
                assert_eq!(number, answers.len());
                answers.push(answer);
            },
        )?;
        Ok(answers)
    }

    /// Waits until `pieces` pieces wait.
    fn await_waiting(squares: &Gathered<Squares>, pieces: usize) {
        while squares.shared.waiting().pieces.len() < pieces {
            thread::yield_now();
        }
    }

    #[test]
    fn what_comes_during_a_batch_is_joined_to_the_next_ones() {
        let (squares, (batches, end)) = squares();
        thread::scope(|scope| {
            let ask = |inputs: &'static [u32], limits, before| {
                let stop = Stop::default();
                let squares = &squares;
                await_waiting(squares, before);
                scope
                    .spawn(move || assert_eq!(ask(squares, inputs, limits, &stop).unwrap(), squared(inputs)));
            };
            ask(&[1], 'a', 0);
            assert_eq!(batches.recv().unwrap(), [1]);
            ask(&[2, 3], 'a', 0);
            ask(&[4, 5, 6], 'a', 1);
            ask(&[7, 8, 9, 10, 11, 12], 'a', 2);
            ask(&[13], 'a', 3);
            ask(&[14], 'b', 4);
            ask(&[15], 'a', 5);
            await_waiting(&squares, 6);
            (0..5).for_each(|_| end.send(Ok(())).unwrap());
        });
        let others: Vec<Vec<u32>> = batches.try_iter().collect();
        // No more than ten at a time, and none with other limits.
        assert_eq!(others, [vec![2, 3, 4, 5, 6], vec![7, 8, 9, 10, 11, 12, 13], vec![14], vec![15]]);
    }

    fn squared(inputs: &[u32]) -> Vec<u32> {
        inputs.iter().map(|n| n * n).collect()
    }

    #[test]
    fn many_inputs_go_by_pieces() {
        let (squares, (batches, end)) = squares();
        (0..3).for_each(|_| end.send(Ok(())).unwrap());
        let inputs: Vec<u32> = (0..25).collect();
        assert_eq!(ask(&squares, &inputs, 'a', &Stop::default()).unwrap(), squared(&inputs));
        let sizes: Vec<usize> = batches.try_iter().map(|inputs| inputs.len()).collect();
        assert_eq!(sizes, [10, 10, 5]);
    }

    #[test]
    fn who_is_asked_to_stop_does_not_wait_for_the_others() {
        let (squares, (batches, end)) = squares();
        let stop = Stop::default();
        thread::scope(|scope| {
            let squares = &squares;
            let others = || scope.spawn(move || ask(squares, &[2], 'a', &Stop::default()));
            let first = others();
            batches.recv().unwrap();
            let stopped = scope.spawn(|| ask(squares, &[1], 'a', &stop));
            await_waiting(squares, 1);
            let second = others();
            await_waiting(squares, 2);
            end.send(Ok(())).unwrap();
            assert_eq!(batches.recv().unwrap(), [1, 2]);
            stop.request();
            assert_eq!(stopped.join().unwrap(), Err(EngineError::Cancelled(Cancelled)));
            end.send(Ok(())).unwrap();
            assert_eq!([first, second].map(|thread| thread.join().unwrap()), [Ok(vec![4]), Ok(vec![4])]);
        });
    }

    #[test]
    fn a_batch_ends_when_nobody_waits_for_it() {
        let (squares, (batches, _end)) = squares();
        let stop = Stop::default();
        thread::scope(|scope| {
            let stopped = scope.spawn(|| ask(&squares, &[1], 'a', &stop));
            batches.recv().unwrap();
            stop.request();
            assert_eq!(stopped.join().unwrap(), Err(EngineError::Cancelled(Cancelled)));
        });
        // Waits for the batch.
        drop(squares);
    }

    #[test]
    fn a_failure_comes_to_all_of_the_batch_and_to_no_other() {
        let (squares, (batches, end)) = squares();
        thread::scope(|scope| {
            let squares = &squares;
            let ask = |n| scope.spawn(move || ask(squares, &[n], 'a', &Stop::default()));
            let first = ask(1);
            batches.recv().unwrap();
            let others = [2, 3].map(ask);
            await_waiting(squares, 2);
            let lost = EngineError::OutOfMemory;
            [Ok(()), Err(lost.clone()), Ok(())].into_iter().for_each(|outcome| end.send(outcome).unwrap());
            assert_eq!(first.join().unwrap(), Ok(vec![1]));
            assert_eq!(others.map(|thread| thread.join().unwrap()), [Err(lost.clone()), Err(lost)]);
            assert_eq!(ask(4).join().unwrap(), Ok(vec![16]));
        });
    }

    #[test]
    fn a_panic_on_a_thread_of_the_device_leaves_nobody_waiting() {
        let (squares, (batches, _end)) = squares();
        drop(batches);
        for _ in 0..2 {
            thread::scope(|scope| {
                assert!(scope.spawn(|| ask(&squares, &[1], 'a', &Stop::default())).join().is_err())
            });
        }
    }

    #[test]
    fn pieces_are_smaller_where_more_threads_ask() {
        let (squares, ..) = squares();
        assert_eq!(
            [0, 1, 2, 4, 5, 16, 100].map(|threads| squares.best_piece(&'a', threads)),
            [10, 10, 10, 5, 4, 1, 1]
        );
    }
}
