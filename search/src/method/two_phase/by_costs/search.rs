//! Phase 1 of the search.
//!
//! The search asks the memory for what an item reads when the item enters a [`DelayLine`]. The item leaves the line when a number of others
//! have entered, and then the search reads. So its waits for memory overlap.

use super::found::{CheapestSolutions, Halt};
use super::line::DelayLine;
use super::phase2::Phase2CostBounds;
use super::pre_moves::PreMoveSequence;
use super::starts::{FAR, distances};
use super::{AxisRules, TablesByCosts, phase2};
use crate::engine::two_phase::direction::{self, DIRECTIONS, from_direction};
use cubebatch_cube::cube::{Algorithm, Cube, SearchSteps};
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::coord::phase1::Phase1;
use cubebatch_tables::coord::phase1_reader::Phase1Reader;
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::coord::sym_phase1::{SymPhase1, SymPhase1Tables};
use cubebatch_tables::coord::sym_phase2::SymPhase2;
use cubebatch_tables::coord::unturned::{Sought, UnturnedTables};
use cubebatch_tables::table::{Phase, Phase1Table};

/// The most steps of phase 1. To search as many would take longer than the universe exists.
const LONGEST: usize = 40;

/// A position of phase 1, and how the search came there.
#[derive(Clone, Copy)]
struct Phase1Node {
    /// The inverse of the position, with no cubie turned.
    inverse: Cubies,
    at: SymPhase1,
    /// The direction and the pre-moves.
    start: StartNumbers,
    /// What the rest of phase 1 costs.
    left: u8,
    /// The distance of the position before, and what the step from there cost; at the start its own, and 0.
    before: u8,
    step_cost: u8,
    /// See [`SearchSteps`].
    state: u8,
    /// The steps to here.
    length: u8,
    path: [u8; LONGEST],
}

/// An end of phase 1, which is reduced up to symmetry.
#[derive(Clone, Copy)]
struct SoughtEnd {
    node: Phase1Node,
    sought: Sought,
}

/// An end of phase 1 in G1.
#[derive(Clone, Copy)]
struct ReducedEnd {
    node: Phase1Node,
    at: SymPhase2,
}

/// By numbers: the direction, and the pre-moves by their cost and number.
#[derive(Clone, Copy)]
struct StartNumbers {
    direction: u8,
    cost: u8,
    pre_moves: u16,
}

/// The position in a direction.
struct Image {
    direction: u8,
    cubies: Cubies,
    /// Its inverse with no cubie turned.
    inverse: Cubies,
}

/// The starts whose pre-moves cost the same.
struct PreMoveGroup {
    /// For each image and each of these pre-moves, how far they are together from G1.
    distances: Vec<Vec<u8>>,
    /// Whether these are the distances also from [`FAR`] on.
    is_exact: bool,
}

/// The search of a position.
pub struct SearchByCosts<'a, P> {
    tables: &'a TablesByCosts,
    phase1: Phase1Table<'a>,
    bounds: Phase2CostBounds<'a>,
    processor: P,
    images: Vec<Image>,
    /// By the cost of pre-moves.
    far: Vec<PreMoveGroup>,
    /// What phase 1 costs with the pre-moves in the first stage and in this one.
    least: u8,
    spent: u8,
    /// Nodes that enter the line next, the last one first.
    waiting: Vec<Phase1Node>,
    nodes: DelayLine<Phase1Node>,
    ends: DelayLine<SoughtEnd>,
    arrivals: DelayLine<ReducedEnd>,
}

/// Nodes in the line.
const NODES: usize = 16;

/// Ends in each of their lines.
const ENDS: usize = 8;

impl<'a, P: Processor> SearchByCosts<'a, P> {
    pub fn new(tables: &'a TablesByCosts, processor: P, cube: &Cube) -> SearchByCosts<'a, P> {
        let looks: [Cube; DIRECTIONS] = std::array::from_fn(|direction| direction::image(cube, direction));
        // In one direction before, the same rules lead from the same position.
        let is_new = |&direction: &usize| {
            let same =
                |before| tables.axis(before) == tables.axis(direction) && looks[before] == looks[direction];
            !(0..direction).any(same)
        };
        let image = |direction: usize| {
            let (cubies, inverse) =
                (Cubies::from(&looks[direction]), Cubies::unturned_inverse(&looks[direction]));
            Image { direction: direction as u8, cubies, inverse }
        };
        SearchByCosts {
            tables,
            phase1: tables.to_g1(),
            bounds: tables.bounds(),
            processor,
            images: (0..DIRECTIONS).filter(is_new).map(image).collect(),
            far: Vec::new(),
            least: 0,
            spent: 0,
            waiting: Vec::new(),
            nodes: DelayLine::new(NODES),
            ends: DelayLine::new(ENDS),
            arrivals: DelayLine::new(ENDS),
        }
    }

    /// Searches stage by stage: phase 1 and the pre-moves cost more in each.
    pub fn run(&mut self, found: &mut CheapestSolutions) -> Result<(), Halt> {
        self.measure(0, u8::MAX)?;
        self.least = self.far[0].distances.iter().flatten().copied().min().unwrap_or(0);
        self.spent = self.least;
        while !found.is_over && self.spent <= found.most() {
            self.stage(found)?;
            self.spent += 1;
        }
        Ok(())
    }

    fn rules(&self, direction: u8) -> &'a AxisRules {
        self.tables.rules(direction.into())
    }

    /// The start of these pre-moves in a direction: where it is.
    #[inline(always)]
    fn at(&self, image: &Image, pre_moves: &PreMoveSequence) -> Phase1 {
        let cubies = self.processor.then(&pre_moves.after, &image.cubies);
        Phase1Reader::get().of(self.processor, &cubies)
    }

    /// Finds how far the starts are whose pre-moves cost this, unless it is known which of them are at most so far.
    fn measure(&mut self, cost: usize, most: u8) -> Result<(), Halt> {
        let is_exact = most >= FAR || !self.phase1.is_modulo_3();
        if self.far.get(cost).is_some_and(|group| group.is_exact || !is_exact) {
            return Ok(());
        }
        let of_image = |image: &Image| {
            let pre_moves = &self.rules(image.direction).pre_moves[cost];
            let at = |pre_moves| SymPhase1Tables::get().reduce(self.at(image, pre_moves));
            let found = distances(&self.phase1, pre_moves.iter().map(at), is_exact);
            found.ok_or(Halt::Damaged(Phase::One))
        };
        let distances = self.images.iter().map(of_image).collect::<Result<_, Halt>>()?;
        let group = PreMoveGroup { distances, is_exact };
        match self.far.get_mut(cost) {
            Some(old) => *old = group,
            None => self.far.push(group),
        }
        Ok(())
    }

    /// Searches phase 1 at this cost from all starts that are as near. The more a stage may cost, the more it is worth to make many
    /// starts.
    fn stage(&mut self, found: &mut CheapestSolutions) -> Result<(), Halt> {
        let costs = self.tables.rules[0].pre_moves.len().min(usize::from(self.spent - self.least) + 1);
        for cost in 0..costs {
            let Some(left) = self.spent.checked_sub(cost as u8) else { break };
            self.measure(cost, left)?;
            for image in 0..self.images.len() {
                for number in 0..self.far[cost].distances[image].len() {
                    if self.far[cost].distances[image][number] > left {
                        continue;
                    }
                    self.begin(image, cost, number, left);
                    while !self.waiting.is_empty() {
                        self.step(found)?;
                        if found.is_over {
                            return Ok(());
                        }
                    }
                }
            }
        }
        while !found.is_over && self.step(found)? {}
        Ok(())
    }

    fn begin(&mut self, image: usize, cost: usize, number: usize, left: u8) {
        let before = self.far[cost].distances[image][number];
        let image = &self.images[image];
        let pre_moves = &self.rules(image.direction).pre_moves[cost][number];
        self.waiting.push(Phase1Node {
            inverse: self.processor.then_unturned(&image.inverse, &pre_moves.inverse),
            at: SymPhase1Tables::get().reduce(self.at(image, pre_moves)),
            start: StartNumbers { direction: image.direction, cost: cost as u8, pre_moves: number as u16 },
            left,
            before,
            step_cost: 0,
            state: SearchSteps::START as u8,
            length: 0,
            path: [0; LONGEST],
        });
    }

    /// Does what is next in each line; whether there was anything.
    #[inline(always)]
    fn step(&mut self, found: &mut CheapestSolutions) -> Result<bool, Halt> {
        let next = self.waiting.pop();
        if let Some(node) = next {
            self.phase1.prefetch(node.at);
            SymPhase1Tables::get().prefetch(node.at);
        }
        // Where nothing enters, what is in the line comes to its turn.
        let node = self.nodes.exchange(next);
        if let Some(node) = &node {
            self.expand(node, found)?;
            return Ok(true);
        }
        if next.is_some() {
            return Ok(true);
        }
        let end = self.ends.exchange(None);
        let arrival = self.arrivals.exchange(end.map(|end| self.arrive(&end)));
        if let Some(arrival) = &arrival {
            self.finish(arrival, found)?;
        }
        Ok(end.is_some() || arrival.is_some())
    }

    /// Finds the steps that lead on.
    #[inline(always)]
    fn expand(&mut self, node: &Phase1Node, found: &mut CheapestSolutions) -> Result<(), Halt> {
        // A step changes the distance by what it costs at most.
        let distance = self.phase1.distance_beside(node.at, node.before, node.step_cost);
        let distance = distance.ok_or(Halt::Damaged(Phase::One))?;
        let Some(more) = node.left.checked_sub(distance) else { return Ok(()) };
        if node.left == 0 {
            return self.end(node, found);
        }
        found.count()?;
        let (tables, rules) = (self.tables, self.rules(node.start.direction));
        let sym1 = SymPhase1Tables::get();
        let mut images = if more == 0 { self.phase1.may_be_nearer(node.at) } else { self.phase1.all_steps() };
        while images != 0 {
            let step = tables.step_of_image[node.at.symmetry.number()][images.trailing_zeros() as usize];
            images &= images - 1;
            let step = usize::from(step);
            let Some(state) = rules.next_state(node.state, step) else { continue };
            let cost = tables.phase1.steps.all()[step].cost;
            let Some(left) = node.left.checked_sub(cost) else { continue };
            let mut next = *node;
            next.at = tables.phase1.moves[step].iter().fold(node.at, |at, &m| sym1.turn(at, m));
            next.inverse = self.processor.then_unturned(&tables.inverses[step], &node.inverse);
            (next.left, next.state) = (left, state);
            (next.before, next.step_cost) = (distance, cost);
            if usize::from(next.length) == LONGEST {
                continue;
            }
            next.path[usize::from(next.length)] = step as u8;
            next.length += 1;
            if left == 0 && more == 0 && self.phase1.has_steps() {
                // The step leads into G1: there is no need to ask.
                self.end(&next, found)?;
            } else {
                self.waiting.push(next);
            }
        }
        Ok(())
    }

    /// Begins with phase 2 from an end of phase 1.
    #[inline(always)]
    fn end(&mut self, node: &Phase1Node, found: &mut CheapestSolutions) -> Result<(), Halt> {
        if node.at.index() != 0 {
            return Err(Halt::Damaged(Phase::One));
        }
        if !self.tables.may_end[usize::from(node.state)] {
            return Ok(());
        }
        let Some(most) = found.most().checked_sub(self.spent) else { return Ok(()) };
        let unturned = UnturnedTables::get();
        let begun = unturned.begin(&node.inverse);
        let (class, slice_perm) = begun.corners_and_slice();
        if self.bounds.of_slice(class, slice_perm) > most {
            return Ok(());
        }
        let sought = unturned.seek_ud_edges(&node.inverse, begun);
        unturned.prefetch(sought);
        if let Some(end) = self.ends.exchange(Some(SoughtEnd { node: *node, sought })) {
            let arrival = self.arrive(&end);
            if let Some(arrival) = self.arrivals.exchange(Some(arrival)) {
                self.finish(&arrival, found)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn arrive(&self, end: &SoughtEnd) -> ReducedEnd {
        let at = UnturnedTables::get().finish(end.sought);
        self.bounds.prefetch(at);
        ReducedEnd { node: end.node, at }
    }

    /// Searches phase 2, unless that is too far.
    #[inline(always)]
    fn finish(
        &mut self,
        ReducedEnd { node, at }: &ReducedEnd,
        found: &mut CheapestSolutions,
    ) -> Result<(), Halt> {
        let Some(most) = found.most().checked_sub(self.spent) else { return Ok(()) };
        if self.bounds.of(*at) > most {
            return Ok(());
        }
        let (phase1, rules) = (&self.tables.phase1, self.rules(node.start.direction));
        let phase2 = &rules.phase2;
        let last = phase1.steps.last(node.state.into());
        let Some(path) = phase2::search(phase2, self.bounds, *at, last, most, found)? else { return Ok(()) };
        let StartNumbers { direction, cost, pre_moves } = node.start;
        let before = &rules.pre_moves[usize::from(cost)][usize::from(pre_moves)].moves;
        let path1 = node.path[..usize::from(node.length)].iter().map(|&step| step.into());
        let moves = [&phase1.moves_of(path1)[..], &phase2.moves_of(path), before].concat();
        let moves = Algorithm::from(from_direction(direction.into(), moves)).canonical();
        // Where a pre-move joins a turn before it, they cost less together.
        let cost = phase1.steps.cost(&moves).expect("all turns are steps");
        found.take(cost as u8, moves);
        Ok(())
    }
}
