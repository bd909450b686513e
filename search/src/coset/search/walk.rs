//! The search of a piece, level by level.

use super::tails::Tail;
use super::{CosetNode, CosetSearch, Halted, Tails};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::processor::Processor;

/// The number of nodes of a level that wait before the search goes on with them.
const BATCH: usize = 512;

/// The number of nodes ahead for which the memory is asked.
const AHEAD: usize = 4;

/// The number of nodes ahead whose tails are looked for, while the memory brings them.
const TAILS_AHEAD: usize = 8;

/// A search under way.
pub struct CosetWalk<'a, P, F> {
    search: &'a CosetSearch<'a>,
    processor: P,
    tails: &'a Tails,
    /// The moves that are left at the beginning.
    left: usize,
    /// The nodes that wait, by the moves that are left.
    waiting: Vec<Vec<CosetNode>>,
    hand_on: F,
    ends: u64,
}

impl<'a, P: Processor, F: FnMut(&Cubies)> CosetWalk<'a, P, F> {
    /// A search with `left` moves, at least as many as tails have.
    #[inline(always)]
    pub fn new(
        search: &'a CosetSearch<'a>,
        processor: P,
        tails: &'a Tails,
        left: usize,
        hand_on: F,
    ) -> CosetWalk<'a, P, F> {
        let waiting = (0..=left).map(|_| Vec::new()).collect();
        CosetWalk { search, processor, tails, left, waiting, hand_on, ends: 0 }
    }

    /// Searches from some nodes to the end; gives how many ends there are.
    #[inline(always)]
    pub fn from(mut self, nodes: &[CosetNode]) -> Result<u64, Halted> {
        self.waiting[self.left].extend_from_slice(nodes);
        // What waits further on has fewer moves left.
        for left in (self.tails.length..=self.left).rev() {
            self.go_on(left)?;
        }
        Ok(self.ends)
    }

    /// Goes on with the nodes that have this number of moves left, and with the batches that come of them.
    fn go_on(&mut self, left: usize) -> Result<(), Halted> {
        self.search.control.check()?;
        // Again in each call, as a call is compiled apart.
        self.processor.run(
            #[inline(always)]
            || self.go_on_now(left),
        )
    }

    #[inline(always)]
    fn go_on_now(&mut self, left: usize) -> Result<(), Halted> {
        let mut nodes = std::mem::take(&mut self.waiting[left]);
        if left == self.tails.length {
            self.look_up(&nodes);
        } else {
            for (i, node) in nodes.iter().enumerate() {
                if let Some(ahead) = nodes.get(i + AHEAD) {
                    self.search.sym.prefetch(ahead.at);
                }
                let CosetWalk { search, processor, tails, waiting, .. } = self;
                let next = &mut waiting[left - 1];
                let is_last = left - 1 == tails.length;
                search.step(
                    *processor,
                    node,
                    left,
                    #[inline(always)]
                    |node| {
                        if is_last {
                            tails.prefetch(node.code.code())
                        } else {
                            search.table.prefetch(node.at)
                        }
                        next.push(node);
                    },
                )?;
                if next.len() >= BATCH {
                    self.go_on(left - 1)?;
                }
            }
        }
        nodes.clear();
        self.waiting[left] = nodes;
        Ok(())
    }

    /// Hands on where tails lead from nodes.
    #[inline(always)]
    fn look_up(&mut self, nodes: &[CosetNode]) {
        let CosetWalk { search, processor, tails, hand_on, ends, .. } = self;
        let mut waiting: [&[Tail]; TAILS_AHEAD] = [&[]; TAILS_AHEAD];
        for i in 0..nodes.len() + TAILS_AHEAD {
            let later = nodes.get(i).map_or(&[][..], |node| tails.of_code(node.code.code()));
            let now = std::mem::replace(&mut waiting[i % TAILS_AHEAD], later);
            let Some(node) = i.checked_sub(TAILS_AHEAD).map(|i| &nodes[i]) else { continue };
            let next = search.next[usize::from(node.last)];
            for tail in now {
                if next >> tail.get(0) & 1 == 0 {
                    continue;
                }
                let mut cubies = node.cubies;
                for i in 0..tails.length {
                    cubies =
                        processor.then_unturned(&cubies, &search.turns[tail.get(i) % search.turns.len()]);
                }
                hand_on(&cubies);
                *ends += 1;
            }
        }
    }
}
