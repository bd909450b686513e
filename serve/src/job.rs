//! The positions of a request on their way: taken in pieces of lines, given as rows in their order.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use cubebatch::Stop;
use cubebatch_rows::{self as rows, Chunk, ChunkReader, KeptFields, Line, Row, TextReader, Writes};

use super::lines::TextLines;
use super::metrics::{CountedOutcome, Metrics};
use super::question::RequestQuestion;
use super::queue::{RequestQueue, WorkKind};

/// The positions that a thread searches side by side: a job with fewer left does not wait for the others.
const FEW: usize = 16;

/// This number of bytes of rows is sent at once, although more rows will follow soon.
const MANY_BYTES: usize = 16 << 10;

/// The longest wait of rows for rows that follow soon.
const SOON: Duration = Duration::from_millis(10);

/// The part of a request that is solved at a time. It bounds the memory and the threads that many positions or a slow reader
/// can take.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Lines at a time.
    pub piece: usize,
    /// Lines that were taken, and whose rows were not given.
    pub lines: usize,
    /// Pieces that are searched.
    pub pieces: usize,
}

/// Why no more is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The time of the request is over.
    Time,
    /// The service ends.
    Service,
}

impl Over {
    /// The error in the row.
    pub fn why(self) -> &'static str {
        match self {
            Over::Time => "not solved in the time of a request",
            Over::Service => "not solved before the service ended",
        }
    }
}

/// All waiting jobs.
pub type Jobs = RequestQueue<Arc<Job>>;

/// A request's positions.
pub struct Job {
    pub question: RequestQuestion,
    /// Whether rows are those of a list of JSON.
    pub is_list: bool,
    /// What rows have beside their own columns.
    kept: KeptFields,
    window: Window,
    queue: Arc<Jobs>,
    metrics: Arc<Metrics>,
    state: Mutex<JobState>,
}

struct JobState {
    input: ChunkReader<TextReader>,
    /// Lines that no thread has taken.
    left: usize,
    /// The pieces that a thread has taken and the client has not received, in order.
    pieces: VecDeque<PieceRows>,
    /// How many pieces were given before these.
    given: usize,
    /// The lines of these pieces.
    held: usize,
    /// Pieces that are searched.
    under_way: usize,
    /// The searches for them.
    batches: Vec<Arc<RequestBatch>>,
    is_queued: bool,
    over: Option<Over>,
    /// Whether a row was given.
    has_given: bool,
    /// Whether the reader is gone.
    is_gone: bool,
    reader: Option<Waker>,
    last_given: Instant,
    /// The last one.
    outcome: Option<CountedOutcome>,
    /// Why the last line that has no solution has none.
    error: Option<String>,
}

/// The rows of a piece.
struct PieceRows {
    text: Vec<u8>,
    lines: usize,
    is_done: bool,
}

/// Lines to search; lines without a row get an error when it is dropped.
pub struct Piece {
    pub job: Arc<Job>,
    pub chunk: Chunk,
    /// The number of the piece in its request.
    number: usize,
    /// Why it need not be searched.
    pub over: Option<Over>,
    batch: Arc<RequestBatch>,
    /// The number of the last line that has its row, or needs none.
    passed: Cell<u64>,
    is_ended: Cell<bool>,
}

/// A search for some requests, which ends when none of them wants it any more.
pub struct RequestBatch {
    pub stop: Stop,
    /// The requests, and who gathers them.
    wanted_by: AtomicUsize,
}

impl RequestBatch {
    /// An empty batch.
    pub fn gather() -> Arc<RequestBatch> {
        Arc::new(RequestBatch { stop: Stop::default(), wanted_by: AtomicUsize::new(1) })
    }

    /// One does not want it any more; or all are gathered.
    pub fn leave(&self) {
        if self.wanted_by.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.stop.request();
        }
    }
}

impl Job {
    /// Begins: from now on threads take pieces of it.
    pub fn begin(
        question: RequestQuestion,
        (lines, kept): (TextLines, KeptFields),
        is_list: bool,
        window: Window,
        queue: &Arc<Jobs>,
        metrics: &Arc<Metrics>,
    ) -> Arc<Job> {
        let left = lines.count().expect("they were counted before they came here");
        metrics.waiting.inc_by(left as i64);
        let state = JobState {
            input: ChunkReader::of_body(lines.0),
            left,
            pieces: VecDeque::new(),
            given: 0,
            held: 0,
            under_way: 0,
            batches: Vec::new(),
            is_queued: false,
            over: None,
            has_given: false,
            is_gone: false,
            reader: None,
            last_given: Instant::now(),
            outcome: None,
            error: None,
        };
        let (queue, metrics) = (queue.clone(), metrics.clone());
        let job = Arc::new(Job { question, is_list, kept, window, queue, metrics, state: Mutex::new(state) });
        job.offer(job.state());
        job
    }

    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts it into the queue, if there is something to be taken.
    fn offer(self: &Arc<Job>, mut state: MutexGuard<JobState>) {
        let is_ready = state.left > 0
            && !state.is_gone
            && state.held < self.window.lines
            && state.under_way < self.window.pieces;
        if is_ready && !state.is_queued {
            state.is_queued = true;
            let has_few = state.left <= FEW;
            drop(state);
            let kind = if self.question.ask.is_quick() { WorkKind::Quick } else { WorkKind::Hard };
            self.queue.put(kind, self.clone(), has_few);
        }
    }

    /// Takes the next lines, `most` at most, to be searched in `batch`, and queues again for those after them.
    pub fn take(self: &Arc<Job>, most: usize, batch: &Arc<RequestBatch>) -> Option<Piece> {
        let mut state = self.state();
        state.is_queued = false;
        if state.is_gone || state.left == 0 {
            return None;
        }
        let most = most.min(self.window.piece).min(self.window.lines.saturating_sub(state.held)).max(1);
        let chunk = state.input.next_chunk(most).expect("memory can be read").expect("there is a line");
        let lines = chunk.lines().len();
        state.left -= lines;
        self.metrics.waiting.dec_by(lines as i64);
        let number = state.given + state.pieces.len();
        state.pieces.push_back(PieceRows { text: Vec::new(), lines, is_done: false });
        state.held += lines;
        state.under_way += 1;
        let over = state.over;
        if over.is_none() {
            batch.wanted_by.fetch_add(1, Ordering::SeqCst);
            state.batches.push(batch.clone());
        }
        self.offer(state);
        let (job, batch) = (self.clone(), batch.clone());
        Some(Piece { job, chunk, number, over, batch, passed: Cell::new(0), is_ended: Cell::new(false) })
    }

    /// Gives all rows that are known and follow those given before; nothing when all were given.
    pub fn poll_rows(self: &Arc<Job>, context: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        let mut state = self.state();
        let mut text = Vec::new();
        while let Some(first) = state.pieces.front_mut() {
            if text.is_empty() {
                text = std::mem::take(&mut first.text);
            } else {
                text.append(&mut first.text);
            }
            if !first.is_done {
                break;
            }
            state.held -= first.lines;
            state.given += 1;
            state.pieces.pop_front();
        }
        if self.is_list && !state.has_given && !text.is_empty() {
            // Before the first row there is no comma.
            text.remove(0);
        }
        let polled = if !text.is_empty() {
            state.has_given = true;
            state.last_given = Instant::now();
            Poll::Ready(Some(text))
        } else if state.pieces.is_empty() && state.left == 0 {
            Poll::Ready(None)
        } else {
            state.reader = Some(context.waker().clone());
            Poll::Pending
        };
        self.offer(state);
        polled
    }

    /// The outcome of the last position.
    pub fn outcome(&self) -> Option<CountedOutcome> {
        self.state().outcome
    }

    /// Why the last position without a solution has none.
    pub fn error(&self) -> Option<String> {
        self.state().error.clone()
    }

    /// Searches no more: what has no solution gets an error.
    pub fn end(&self, over: Over) {
        let mut state = self.state();
        state.over.get_or_insert(over);
        let batches = std::mem::take(&mut state.batches);
        drop(state);
        batches.iter().for_each(|batch| batch.leave());
    }

    /// Forgets everything: the reader is gone. The job itself may wait in the queue for long.
    pub fn leave(&self) {
        let mut state = self.state();
        state.is_gone = true;
        self.metrics.waiting.dec_by(state.left as i64);
        state.left = 0;
        state.input = ChunkReader::of_body(Vec::new());
        // Lines under search are known by their places.
        state.pieces.iter_mut().for_each(|rows| rows.text = Vec::new());
        let batches = std::mem::take(&mut state.batches);
        drop(state);
        batches.iter().for_each(|batch| batch.leave());
    }
}

/// Wakes the reader of the rows.
fn wake(state: &mut JobState) {
    if let Some(reader) = state.reader.take() {
        reader.wake();
    }
}

impl Piece {
    /// Why its request is over, if it is by now.
    pub fn over(&self) -> Option<Over> {
        self.job.state().over
    }

    /// Adds the row of what became of a line, which may be none.
    pub fn take(&self, line: &Line, outcome: rows::Outcome) {
        match CountedOutcome::of(&outcome) {
            Some(counted) => self.give(line, outcome, counted),
            None => self.passed.set(line.number),
        }
    }

    fn give(&self, line: &Line, outcome: rows::Outcome, counted: CountedOutcome) {
        let row = Row { file: None, line: line.number, outcome };
        let mut text = Vec::new();
        self.job.question.style.write(&row, &mut text);
        self.job.kept.append(&self.chunk, line, &mut text);
        if let Some(error) = row.outcome.error() {
            self.job.state().error = Some(error);
        }
        self.add(row.line, &text, counted);
    }

    /// Adds the row of a line.
    fn add(&self, line: u64, row: &[u8], outcome: CountedOutcome) {
        self.passed.set(line);
        self.job.metrics.rows.count(outcome);
        let mut state = self.job.state();
        if state.is_gone {
            return;
        }
        state.outcome = Some(outcome);
        let index = self.number - state.given;
        let rows = &mut state.pieces[index];
        if self.job.is_list {
            rows.text.push(b',');
        }
        rows.text.extend_from_slice(row);
        let is_much = rows.text.len() >= MANY_BYTES;
        let is_due = || !self.job.question.ask.is_quick() || state.last_given.elapsed() >= SOON;
        if index == 0 && (is_much || is_due()) {
            wake(&mut state);
        }
    }

    /// All rows were added.
    pub fn end(&self) {
        self.is_ended.set(true);
        let mut state = self.job.state();
        let wanted = state.batches.iter().position(|batch| Arc::ptr_eq(batch, &self.batch));
        if let Some(index) = wanted {
            // If the other jobs of the batch are gone, no client wants the rest of it.
            state.batches.swap_remove(index).leave();
        }
        state.under_way -= 1;
        let index = self.number - state.given;
        state.pieces[index].is_done = true;
        if index == 0 {
            wake(&mut state);
        }
        self.job.offer(state);
    }
}

impl Drop for Piece {
    /// After a panic there are lines without a row.
    fn drop(&mut self) {
        if self.is_ended.get() {
            return;
        }
        for line in self.chunk.lines() {
            if line.number > self.passed.get() && !self.chunk.is_blank(&line) {
                let outcome = rows::Outcome::Stopped { why: "internal error" };
                self.give(&line, outcome, CountedOutcome::Failed);
            }
        }
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use cubebatch::Method;
    use cubebatch_rows::LineError;

    use super::*;
    use crate::options::Options;

    fn begin(text: &str, piece: usize) -> Arc<Job> {
        let question = Options::default().question(&[Method::TwoPhase], &Default::default()).unwrap();
        let window = Window { piece, lines: 100, pieces: 10 };
        let lines = (TextLines(text.into()), KeptFields::NONE);
        Job::begin(question, lines, true, window, &Arc::default(), &Arc::new(Metrics::new()))
    }

    fn given(job: &Arc<Job>) -> String {
        let mut text = Vec::new();
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(Some(rows)) = job.poll_rows(&mut context) {
            text.extend(rows);
        }
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_piece_that_is_given_up_has_errors_for_what_has_no_row() {
        let job = begin("R\nU\n\nF\n", 4);
        let piece = job.take(4, &RequestBatch::gather()).unwrap();
        piece.add(1, b"first\n", CountedOutcome::Solved);
        drop(piece);
        let error = |line: u64| format!(",{{\"line\":{line},\"error\":\"internal error\"}}\n");
        assert_eq!(given(&job), format!("first\n{}{}", error(2), error(4)));
        assert!(job.state().pieces.is_empty() && job.state().under_way == 0);
    }

    #[test]
    fn a_job_knows_why_there_is_no_solution_without_its_rows() {
        let job = begin("Q\n", 1);
        let piece = job.take(1, &RequestBatch::gather()).unwrap();
        assert_eq!(job.error(), None);
        let line = Line { number: 1, bytes: b"Q" };
        piece.take(&line, rows::Outcome::Invalid { error: &LineError::NoCube("cube".to_owned()) });
        let error = "there is no `cube`";
        assert_eq!((job.error().as_deref(), job.outcome()), (Some(error), Some(CountedOutcome::Invalid)));
    }

    #[test]
    fn the_rows_of_a_list_are_in_order_with_commas_between_them() {
        let job = begin("R\nU\n", 1);
        let [first, second] = [(); 2].map(|()| job.take(1, &RequestBatch::gather()).unwrap());
        second.add(2, b"second\n", CountedOutcome::Solved);
        second.end();
        assert_eq!(given(&job), "");
        first.add(1, b"first\n", CountedOutcome::Solved);
        first.end();
        assert_eq!(given(&job), "first\n,second\n");
    }

    #[test]
    fn who_leaves_keeps_no_text() {
        let job = begin("R\nU\n", 1);
        let piece = job.take(1, &RequestBatch::gather()).unwrap();
        piece.add(1, b"first\n", CountedOutcome::Solved);
        job.leave();
        let mut state = job.state();
        assert!(state.input.next_chunk(1).unwrap().is_none());
        assert!(state.pieces.iter().all(|rows| rows.text.capacity() == 0));
    }

    #[test]
    fn a_batch_ends_when_those_that_have_no_rows_yet_are_gone() {
        let (done, gone, batch) = (begin("R\n", 1), begin("U\n", 1), RequestBatch::gather());
        let pieces = [&done, &gone].map(|job| job.take(1, &batch).unwrap());
        batch.leave();
        pieces[0].end();
        assert!(!batch.stop.is_requested());
        gone.leave();
        assert!(batch.stop.is_requested());
    }
}
