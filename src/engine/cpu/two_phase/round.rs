//! The searches that a thread has under way at a time, and the queues of their items.

use std::time::Duration;

use super::Tables;
use super::last_moves;
use super::position::{Node, Search};
use super::rules::Last;
use super::stages::end::{self, Arrival, End};
use super::stages::look_up::{Hit, LookUp};
use super::stages::neighbour::Neighbour;
use crate::coord::processor::Processor;
use crate::coord::symmetry::{AxisSymmetry, MoveImage};
use crate::cube::Move;
use crate::engine::two_phase::TwoPhaseLimits;

/// Nodes of a search that are expanded in a round.
const AT_ONCE: usize = 2;

/// What a search has at a stage: it has asked the memory for something, and reads it in the next round.
pub trait Stage: Sized {
    /// The queue of all items at this stage.
    fn queue(queues: &mut Queues) -> &mut Vec<Sent<Self>>;

    /// Asks the memory for what [`Stage::advance`] reads.
    fn prefetch(&self, tables: &Tables<impl Processor>);

    /// Reads it, and sends on what comes of it.
    fn advance(self, flow: &mut Flow<impl Processor>);
}

/// An item of the search with this number.
pub struct Sent<T> {
    search: usize,
    item: T,
}

/// Declares the queues, one for each stage, in the order in which the memory is asked. It is asked for all at once,
/// because no instruction after a prefetch ends before the page of its address is known: the fewer stand between
/// prefetches, the more of these waits overlap.
macro_rules! queues {
    ($($queue:ident: $stage:ty),* $(,)?) => {
        /// What waits at each stage.
        #[derive(Default)]
        pub struct Queues {
            $(pub $queue: Vec<Sent<$stage>>,)*
            /// The nodes whose neighbours are sent on.
            pub parents: Vec<Node>,
        }

        impl Queues {
            fn prefetch(&self, tables: &Tables<impl Processor>) {
                $(self.$queue.iter().for_each(|sent| sent.item.prefetch(tables));)*
            }
        }

        impl Round {
            /// Moves all that is due on by a stage.
            #[inline(always)]
            fn advance(&mut self, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) {
                std::mem::swap(&mut self.queues, &mut self.due);
                let Round { searches, queues, due } = self;
                $(for Sent { search: number, item } in due.$queue.drain(..) {
                    let search = searches[number].as_mut().expect("a search ends when nothing is under way");
                    search.under_way -= 1;
                    item.advance(&mut Flow { search, number, queues, parents: &due.parents, tables, limits });
                })*
                due.parents.clear();
            }
        }

        $(impl $stage {
            #[inline]
            pub(super) fn own_queue(queues: &mut Queues) -> &mut Vec<Sent<Self>> {
                &mut queues.$queue
            }
        })*
    };
}

queues! {
    neighbours: Neighbour,
    ends: End,
    hits: Hit,
    look_ups: LookUp,
    arrivals: Arrival,
}

/// Searches and what they have under way.
pub struct Round {
    /// None where one has ended and no other has begun.
    searches: Vec<Option<Search>>,
    /// What is sent in this round.
    queues: Queues,
    /// What was sent in the round before.
    due: Queues,
}

impl Round {
    pub fn new(searches: impl Iterator<Item = Search>) -> Round {
        Round { searches: searches.map(Some).collect(), queues: Queues::default(), due: Queues::default() }
    }

    pub fn is_under_way(&self) -> bool {
        self.searches.iter().any(Option::is_some)
    }

    /// Shares time that was spent out among the searches under way, in equal parts.
    pub fn spend(&mut self, time: Duration) {
        let searches = self.searches.iter().flatten().count();
        let share = time / searches.max(1) as u32;
        self.searches.iter_mut().flatten().for_each(|search| search.spent += share);
    }

    /// Runs a round. Calls `replace` with each finished search; it returns the next one, if any.
    pub fn run(
        &mut self,
        tables: &Tables<impl Processor>,
        limits: &TwoPhaseLimits,
        mut replace: impl FnMut(Search) -> Option<Search>,
    ) {
        tables.processor.run(
            #[inline(always)]
            || self.advance(tables, limits),
        );
        for number in 0..self.searches.len() {
            if self.feed(number, tables, limits).is_over {
                let done = self.searches[number].take().expect("it is over");
                self.searches[number] = replace(done);
            }
        }
        self.queues.prefetch(tables);
    }

    /// Expands some nodes of a search, or begins its next pass when all of this one is done.
    fn feed(&mut self, number: usize, tables: &Tables<impl Processor>, limits: &TwoPhaseLimits) -> Fed {
        let Round { searches, queues, .. } = self;
        let Some(search) = searches[number].as_mut() else { return Fed { is_over: false } };
        if !search.measure(tables) {
            return Fed { is_over: false };
        }
        let mut flow = Flow { search, number, queues, parents: &[], tables, limits };
        if flow.search.is_idle() {
            let Some(first) = flow.search.next_pass(limits) else { return Fed { is_over: true } };
            flow.begin(first);
        } else if flow.search.is_late(limits) {
            flow.search.nodes.clear();
        } else {
            tables.processor.run(
                #[inline(always)]
                || flow.expand_some(),
            );
        }
        Fed { is_over: false }
    }
}

/// What became of a search in a round.
struct Fed {
    is_over: bool,
}

/// A search, and where what it sends goes.
pub struct Flow<'a, P> {
    pub search: &'a mut Search,
    number: usize,
    queues: &'a mut Queues,
    /// The nodes of which the neighbours that are due are.
    pub parents: &'a [Node],
    pub tables: &'a Tables<'a, P>,
    pub limits: &'a TwoPhaseLimits,
}

impl<P: Processor> Flow<'_, P> {
    /// Sends an item to its stage.
    #[inline]
    pub fn send<S: Stage>(&mut self, item: S) {
        self.search.under_way += 1;
        S::queue(self.queues).push(Sent { search: self.number, item });
    }

    /// Begins a pass.
    fn begin(&mut self, first: Node) {
        let Node { at, left, path, inverse, last, .. } = first;
        if left == 0 {
            end::arrive(self, path, inverse, AxisSymmetry::default(), None);
        } else if left <= last_moves::LENGTH {
            self.send(LookUp { at, path, inverse, last, left });
        } else {
            self.tables.sym1.prefetch(at);
            self.search.nodes.push(first);
        }
    }

    #[inline(always)]
    fn expand_some(&mut self) {
        for _ in 0..AT_ONCE {
            let Some(node) = self.search.nodes.pop() else { break };
            if !self.search.is_settled(&node.path) {
                self.expand(node);
            }
        }
    }

    /// Sends the neighbours of a node to the next stage.
    #[inline(always)]
    fn expand(&mut self, node: Node) {
        self.search.count_node();
        let symmetry = node.at.symmetry;
        let next = self.tables.rules.next(symmetry, node.last);
        let mut moves = if node.distance == node.left { node.nearer & next } else { next };
        if node.last == Last::NONE {
            // The last is expanded first, and first moves are to come in their order.
            for mv in (0..Move::COUNT).rev() {
                let image = self.tables.sym1.image(node.at, mv);
                if moves >> image.number() & 1 == 1 {
                    self.send_neighbour(&node, image);
                }
            }
        } else {
            while let Some(image) = MoveImage::first_of(moves) {
                self.send_neighbour(&node, image);
                moves &= moves - 1;
            }
        }
        self.queues.parents.push(node);
    }

    /// Sends the position after a move to the next stage.
    #[inline(always)]
    fn send_neighbour(&mut self, node: &Node, image: MoveImage) {
        let at = self.tables.sym1.neighbour(node.at, image);
        let mv = self.tables.rules.back(node.at.symmetry, image);
        let left = node.left - 1;
        if left == last_moves::LENGTH {
            return self.send(LookUp { at, path: node.path, inverse: node.inverse, last: mv.into(), left });
        }
        let is_nearer = node.nearer >> image.number() & 1 == 1;
        self.send(Neighbour { parent: self.queues.parents.len(), at, mv, is_nearer });
    }
}

#[cfg(test)]
impl Queues {
    /// Takes what waits at a stage.
    pub fn take<S: Stage>(&mut self) -> Vec<S> {
        S::queue(self).drain(..).map(|sent| sent.item).collect()
    }
}

#[cfg(test)]
impl<'a, P> Flow<'a, P> {
    /// The flow of a search that is alone.
    pub fn new(
        search: &'a mut Search,
        queues: &'a mut Queues,
        parents: &'a [Node],
        tables: &'a Tables<'a, P>,
        limits: &'a TwoPhaseLimits,
    ) -> Flow<'a, P> {
        Flow { search, number: 0, queues, parents, tables, limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::cubies::Cubies;
    use crate::coord::phase1::Phase1;
    use crate::coord::sym_phase1::SymPhase1Tables;
    use crate::cube::Cube;
    use crate::cube::random::Random;
    use crate::engine::cpu::near::{NEAR_G1, canonical_walk, distance1, nearer};
    use crate::engine::cpu::two_phase::trial::{Trial, path, tables};

    /// A node after these moves from a start, with `left` moves left and G1 `distance` moves away.
    fn node(start: &Cube, moves: &[Move], left: u8, distance: u8) -> Node {
        let cube = start.apply(moves);
        let at = SymPhase1Tables::get().reduce(Phase1::of(&cube));
        let (nearer, inverse) = (nearer(&cube, at), Cubies::unturned_inverse(&cube));
        let last = moves.last().map_or(Last::NONE, |&last| last.into());
        Node { at, last, left, distance, nearer, path: path(moves), inverse }
    }

    /// The moves by which the neighbours of a node are sent on, in their order.
    fn sent(trial: &mut Trial, node: Node) -> Vec<Move> {
        trial.flow(&[]).expand(node);
        if node.left - 1 == last_moves::LENGTH {
            return trial.take().into_iter().filter_map(|look_up: LookUp| look_up.last.get()).collect();
        }
        trial.take().into_iter().map(|neighbour: Neighbour| neighbour.mv).collect()
    }

    #[test]
    fn all_neighbours_of_a_node_are_sent_to_which_a_path_can_go_on() {
        let mut random = Random::new(160);
        for i in 0..400 {
            let moves = canonical_walk(&mut random, i % 5);
            let start = random.cube();
            for left in [last_moves::LENGTH + 1, last_moves::LENGTH + 3] {
                let mut trial = Trial::new(&start, 30, 0, moves.len() + usize::from(left));
                let mut sent = sent(&mut trial, node(&start, &moves, left, 0));
                let may_follow = |mv: &Move| moves.last().is_none_or(|last| last.may_precede(*mv));
                let expected: Vec<Move> = Move::all().filter(may_follow).collect();
                if moves.is_empty() {
                    // The last one is expanded first.
                    sent.reverse();
                } else {
                    sent.sort_unstable();
                }
                assert_eq!(sent, expected, "{moves:?}");
            }
        }
    }

    #[test]
    fn with_no_move_to_spare_the_neighbours_that_are_nearer_are_sent() {
        let mut random = Random::new(161);
        for i in 0..200 {
            let moves = canonical_walk(&mut random, i % 5);
            let cube = Cube::SOLVED.apply(&canonical_walk(&mut random, usize::from(NEAR_G1)));
            let start = cube.apply(&crate::cube::inverse(&moves));
            for left in [last_moves::LENGTH + 1, last_moves::LENGTH + 3] {
                let mut trial = Trial::new(&start, 30, 0, moves.len() + usize::from(left));
                // So far away is no position near G1, but only the moves to spare matter.
                let mut sent = sent(&mut trial, node(&start, &moves, left, left));
                sent.sort_unstable();
                let may_follow = |mv: &Move| moves.last().is_none_or(|last| last.may_precede(*mv));
                let is_nearer = |mv: &Move| {
                    distance1(&cube.turn(*mv)).is_some_and(|there| Some(there) < distance1(&cube))
                };
                let expected: Vec<Move> = Move::all().filter(may_follow).filter(is_nearer).collect();
                assert_eq!(sent, expected, "{moves:?}");
            }
        }
    }

    #[test]
    fn a_pass_begins_at_the_stage_for_its_length() {
        let cube = Random::new(162).cube();
        for length in 0..12 {
            let mut trial = Trial::new(&cube, 30, 0, length);
            trial.flow(&[]).begin(node(&cube, &[], length as u8, 0));
            let (arrivals, look_ups) = (trial.take::<Arrival>().len(), trial.take::<LookUp>().len());
            let expected = match length as u8 {
                0 => (1, 0, 0),
                1..=last_moves::LENGTH => (0, 1, 0),
                _ => (0, 0, 1),
            };
            assert_eq!((arrivals, look_ups, trial.search.nodes.len()), expected, "{length} moves");
        }
    }

    #[test]
    fn time_is_shared_by_the_searches_that_are_under_way() {
        let (tables, millisecond) = (tables(), Duration::from_millis(1));
        let search = |number| Search::new(number, &Cube::SOLVED, &tables, &TwoPhaseLimits::default());
        let mut round = Round::new((0..4).map(search));
        round.spend(8 * millisecond);
        round.searches[2] = None;
        round.spend(9 * millisecond);
        round.searches[2] = Some(search(4));
        round.spend(4 * millisecond);
        let spent: Vec<Duration> = round.searches.iter().flatten().map(|search| search.spent).collect();
        assert_eq!(spent, [6, 6, 1, 6].map(Duration::from_millis));
    }
}
