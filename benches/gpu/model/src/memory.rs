//! Loads, stores and atomic operations, of buffers with what they cost.

use std::rc::Rc;

use naga::AtomicFunction;

use crate::lanes::{LANES, Lanes, Mask, Waits};
use crate::machine::Machine;
use crate::shape::Shape;
use crate::tally::Kind;
use crate::value::{Data, Place, Pointer};

impl Machine<'_> {
    pub fn load(&mut self, pointer: &Pointer, mask: Mask) -> Data {
        let pieces = pointer.shape.pieces();
        let mut leaves: Vec<Lanes> = Vec::with_capacity(pieces.len());
        let mut waits = pointer.waits;
        match pointer.place {
            Place::Storage(binding) => {
                self.wait_for(&pointer.waits, mask);
                let is_atomic = matches!(*pointer.shape, Shape::Atomic);
                let kind = if is_atomic { Kind::AtomicLoad } else { Kind::Load };
                for (first, words) in pieces {
                    self.go(binding, kind, pointer, first, words, mask);
                    for word in first..first + words {
                        let mut leaf = [0; LANES];
                        mask.each(|lane| {
                            match self.buffers.get(binding, pointer.at[lane].wrapping_add(word)) {
                                Some(found) => leaf[lane] = found,
                                None => self.tally.outside += 1,
                            }
                        });
                        leaves.push(Rc::new(leaf));
                    }
                }
                self.loads(&mut waits, mask);
            }
            Place::Uniform(binding) => {
                for (first, words) in pieces {
                    for word in first..first + words {
                        let at =
                            |lane: usize| self.buffers.get(binding, pointer.at[lane] + word).unwrap_or(0);
                        leaves.push(Rc::new(std::array::from_fn(at)));
                    }
                }
            }
            Place::Workgroup(variable) => {
                self.tally.instruction(pieces.len() as u64, mask);
                self.tally.workgroup_accesses += mask.lanes();
                self.wait_for(&pointer.waits, mask);
                let memory = &self.workgroup[&variable];
                for (first, words) in pieces {
                    for word in first..first + words {
                        let at = |lane: usize| {
                            memory.get((pointer.at[lane] + word) as usize).copied().unwrap_or(0)
                        };
                        leaves.push(Rc::new(std::array::from_fn(at)));
                    }
                }
                waits.is_chance = true;
            }
            Place::Own(variable) => {
                if pointer.is_indexed {
                    self.tally.instruction(pieces.len() as u64, mask);
                    self.tally.local_accesses += mask.lanes();
                    self.wait_for(&pointer.waits, mask);
                }
                let own = &self.own[variable];
                for (first, words) in pieces {
                    for word in first..first + words {
                        if !pointer.is_indexed {
                            let word = (pointer.at[0] + word) as usize;
                            leaves.push(Rc::new(own.words[word]));
                            waits = waits.and(&own.waits[word]);
                            continue;
                        }
                        let at = |lane: usize| {
                            own.words
                                .get((pointer.at[lane].wrapping_add(word)) as usize)
                                .map_or(0, |words| words[lane])
                        };
                        leaves.push(Rc::new(std::array::from_fn(at)));
                        waits = own.waits.iter().fold(waits, |waits, other| waits.and(other));
                    }
                }
            }
        }
        Data { leaves, waits }
    }

    /// What is loaded waits for one load more than its address.
    pub fn loads(&mut self, waits: &mut Waits, mask: Mask) {
        for warp in mask.warps() {
            waits.flow[warp] = self.waited.flow[warp].max(waits.flow[warp]) + 1;
            waits.order[warp] = self.waited.order[warp] + 1;
            self.loaded.flow[warp] = self.loaded.flow[warp].max(waits.flow[warp]);
            self.loaded.order[warp] = self.loaded.order[warp].max(waits.order[warp]);
        }
    }

    /// Counts an access to a buffer.
    fn go(&mut self, binding: u32, kind: Kind, pointer: &Pointer, first: u32, words: u32, mask: Mask) {
        self.tally.instruction(1, mask);
        let last = (self.buffers.words(binding) as u32).saturating_sub(words);
        let at: [u32; LANES] = std::array::from_fn(|lane| pointer.at[lane].wrapping_add(first).min(last));
        self.tally.access(binding, kind, words, &at, mask);
    }

    pub fn store(&mut self, pointer: &Pointer, value: &Data, mask: Mask) {
        let waits = pointer.waits.and(&value.waits);
        let mut leaves = value.leaves.iter();
        match pointer.place {
            Place::Storage(binding) => {
                self.wait_for(&waits, mask);
                for (first, words) in pointer.shape.pieces() {
                    self.go(binding, Kind::Store, pointer, first, words, mask);
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        let by_chance = |lane| waits.is_chance || self.by_chance.contains(lane);
                        mask.each(|lane| {
                            let at = pointer.at[lane].wrapping_add(word);
                            if !self.buffers.set(binding, at, leaf[lane]) {
                                self.tally.outside += 1;
                            } else {
                                self.stored.insert((binding, at), (!by_chance(lane)).then_some(leaf[lane]));
                            }
                        });
                    }
                }
            }
            Place::Workgroup(variable) => {
                self.wait_for(&waits, mask);
                self.tally.workgroup_accesses += mask.lanes();
                let memory = self.workgroup.get_mut(&variable).expect("memory of the workgroup");
                for (first, words) in pointer.shape.pieces() {
                    self.tally.instruction(1, mask);
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        mask.each(|lane| memory[(pointer.at[lane] + word) as usize] = leaf[lane]);
                    }
                }
            }
            Place::Own(variable) => {
                if pointer.is_indexed {
                    self.tally.local_accesses += mask.lanes();
                    self.tally.instruction(value.leaves.len() as u64, mask);
                }
                let own = &mut self.own[variable];
                for (first, words) in pointer.shape.pieces() {
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        mask.each(|lane| {
                            let at = pointer.at[lane].wrapping_add(word) as usize;
                            if let Some(words) = own.words.get_mut(at) {
                                words[lane] = leaf[lane];
                            }
                        });
                        let at = pointer.at[0].wrapping_add(word) as usize;
                        let touched = if pointer.is_indexed { 0..own.waits.len() } else { at..at + 1 };
                        for old in &mut own.waits[touched] {
                            let keeps = pointer.is_indexed;
                            for warp in mask.warps() {
                                old.flow[warp] = waits.flow[warp].max(if keeps { old.flow[warp] } else { 0 });
                                old.order[warp] =
                                    waits.order[warp].max(if keeps { old.order[warp] } else { 0 });
                            }
                            old.is_chance |= waits.is_chance;
                        }
                    }
                }
            }
            Place::Uniform(_) => panic!("parameters are not written"),
        }
    }

    /// What was there before.
    pub fn atomic(
        &mut self,
        pointer: &Pointer,
        function: &AtomicFunction,
        value: &Data,
        compare: Option<&Data>,
        mask: Mask,
    ) -> Data {
        let mut waits = pointer.waits.and(&value.waits);
        self.wait_for(&waits, mask);
        let (mut old, mut exchanged) = ([0; LANES], [0; LANES]);
        let mut step = |word: &mut u32, lane: usize| {
            let value = value.leaves[0][lane];
            old[lane] = *word;
            *word = match function {
                AtomicFunction::Add => word.wrapping_add(value),
                AtomicFunction::Subtract => word.wrapping_sub(value),
                AtomicFunction::And => *word & value,
                AtomicFunction::ExclusiveOr => *word ^ value,
                AtomicFunction::InclusiveOr => *word | value,
                AtomicFunction::Min => (*word).min(value),
                AtomicFunction::Max => (*word).max(value),
                AtomicFunction::Exchange { .. } => {
                    let is_exchanged = compare.is_none_or(|compare| compare.leaves[0][lane] == *word);
                    exchanged[lane] = is_exchanged.into();
                    if is_exchanged { value } else { *word }
                }
            };
        };
        match pointer.place {
            Place::Storage(binding) => {
                self.go(binding, Kind::Atomic, pointer, 0, 1, mask);
                mask.each(|lane| match self.buffers.get(binding, pointer.at[lane]) {
                    Some(mut word) => {
                        step(&mut word, lane);
                        self.buffers.set(binding, pointer.at[lane], word);
                    }
                    None => self.tally.outside += 1,
                });
            }
            Place::Workgroup(variable) => {
                self.tally.instruction(1, mask);
                self.tally.workgroup_accesses += mask.lanes();
                let memory = self.workgroup.get_mut(&variable).expect("memory of the workgroup");
                mask.each(|lane| step(&mut memory[pointer.at[lane] as usize], lane));
            }
            other => panic!("{other:?} has no atomic words"),
        }
        waits.is_chance = true;
        let mut leaves: Vec<Lanes> = vec![Rc::new(old)];
        if compare.is_some() {
            leaves.push(Rc::new(exchanged));
        }
        Data { leaves, waits }
    }
}
