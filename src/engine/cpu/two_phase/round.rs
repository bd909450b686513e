//! The searches that a thread has under way at a time, and the queues of their items.

use super::Tables;
use super::last_moves;
use super::position::{Node, Search};
use super::rules::Last;
use super::stages::end::{self, Arrival, End};
use super::stages::look_up::{Hit, LookUp};
use super::stages::neighbour::Neighbour;
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
    fn prefetch(&self, tables: &Tables);

    /// Reads it, and sends on what comes of it.
    fn advance(self, flow: &mut Flow);
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
            fn prefetch(&self, tables: &Tables) {
                $(self.$queue.iter().for_each(|sent| sent.item.prefetch(tables));)*
            }
        }

        impl Round {
            /// Moves all that is due on by a stage.
            fn advance(&mut self, tables: &Tables, limits: &TwoPhaseLimits) {
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

    /// Runs a round. Of each search that is over `replace` gets the search and gives another one, if there is any.
    pub fn run(
        &mut self,
        tables: &Tables,
        limits: &TwoPhaseLimits,
        mut replace: impl FnMut(Search) -> Option<Search>,
    ) {
        self.advance(tables, limits);
        for number in 0..self.searches.len() {
            if self.feed(number, tables, limits).is_over {
                let done = self.searches[number].take().expect("it is over");
                self.searches[number] = replace(done);
            }
        }
        self.queues.prefetch(tables);
    }

    /// Expands some nodes of a search, or begins its next pass when all of this one is done.
    fn feed(&mut self, number: usize, tables: &Tables, limits: &TwoPhaseLimits) -> Fed {
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
            flow.expand_some();
        }
        Fed { is_over: false }
    }
}

/// What became of a search in a round.
struct Fed {
    is_over: bool,
}

/// A search, and where what it sends goes.
pub struct Flow<'a> {
    pub search: &'a mut Search,
    number: usize,
    queues: &'a mut Queues,
    /// The nodes of which the neighbours that are due are.
    pub parents: &'a [Node],
    pub tables: &'a Tables<'a>,
    pub limits: &'a TwoPhaseLimits,
}

impl Flow<'_> {
    /// Sends an item to its stage.
    #[inline]
    pub fn send<S: Stage>(&mut self, item: S) {
        self.search.under_way += 1;
        S::queue(self.queues).push(Sent { search: self.number, item });
    }

    /// Begins a pass.
    fn begin(&mut self, first: Node) {
        let Node { at, left, path, perms, last, .. } = first;
        if left == 0 {
            end::arrive(self, path, perms, AxisSymmetry::default(), None);
        } else if left <= last_moves::LENGTH {
            self.send(LookUp { at, path, perms, last, left });
        } else {
            self.tables.sym1.prefetch(at);
            self.search.nodes.push(first);
        }
    }

    fn expand_some(&mut self) {
        for _ in 0..AT_ONCE {
            let Some(node) = self.search.nodes.pop() else { break };
            if !self.search.is_settled(&node.path) {
                self.expand(node);
            }
        }
    }

    /// Sends the neighbours of a node to the next stage.
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
    #[inline]
    fn send_neighbour(&mut self, node: &Node, image: MoveImage) {
        let at = self.tables.sym1.neighbour(node.at, image);
        let mv = self.tables.rules.back(node.at.symmetry, image);
        let left = node.left - 1;
        if left == last_moves::LENGTH {
            return self.send(LookUp { at, path: node.path, perms: node.perms, last: mv.into(), left });
        }
        let is_nearer = node.nearer >> image.number() & 1 == 1;
        self.send(Neighbour { parent: self.queues.parents.len(), at, mv, is_nearer });
    }
}
