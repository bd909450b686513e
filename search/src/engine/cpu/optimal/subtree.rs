//! All solutions of a length that begin with some moves.
//!
//! A node is a position with its inverse, after some moves, with a number of moves left. The search asks twice about each
//! child: whether its inverse, and whether it itself can be as near to solved as the moves then left. The inverse comes first.
//! The cosets of inverses are alike after both quarter turns of a face, and after its half turn as before it. So one look-up is
//! enough for a face, and none for half turns.
//!
//! Nearly all look-ups concern children of nodes with one move more left than the filter knows. Their addresses are computed
//! for all children of a node, and requested at once. While they arrive, the search examines earlier requests. A child that
//! passes is asked about for the second time. A child that passes again is a node of the stack, from which some are expanded
//! side by side.
//!
//! At this place, where as many moves are left as the filter knows, the search separates half turns from quarter turns. A third
//! of all solutions has a half turn there, and a fifth of the look-ups finds them. So a search begins with them.

use super::filter::Filter;
use crate::engine::exhaustive::PassTurns;
use cubebatch_cube::cube::{Cube, Move};
use cubebatch_tables::coord::cubies::{Cubies, CubiesTables};
use cubebatch_tables::coord::processor::Processor;
use cubebatch_tables::table::filter::FilterPlace;

/// The counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Positions from which moves were tried. A position whose half and quarter turns are tried one after the other counts
    /// once, with the quarter turns.
    pub nodes: u64,
    /// Blocks of the filter that were looked at; one that siblings share counts once.
    pub look_ups: u64,
}

/// Moves from the beginning on, five bits each, the first one lowest; and above them how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackedPath(u128);

/// The place of the number of moves in the word.
const LENGTH: u32 = 120;

impl PackedPath {
    #[inline(always)]
    fn then(self, mv: Move) -> PackedPath {
        PackedPath((self.0 | (mv.index() as u128) << (5 * (self.0 >> LENGTH))) + (1 << LENGTH))
    }

    fn len(self) -> usize {
        (self.0 >> LENGTH) as usize
    }

    /// The moves in their order, from one on.
    fn moves_from(self, first: usize) -> impl Iterator<Item = Move> {
        (first..self.len()).map(move |i| Move::from_index((self.0 >> (5 * i)) as usize & 31))
    }

    /// The moves in their order.
    pub fn moves(self) -> Vec<Move> {
        self.moves_from(0).collect()
    }
}

/// A position that is to be expanded.
#[derive(Clone, Copy)]
struct SubtreeNode {
    cubies: Cubies,
    inverse: Cubies,
    path: PackedPath,
    left: u8,
    last: Option<Move>,
}

impl SubtreeNode {
    #[inline(always)]
    fn faces(&self) -> Faces {
        faces_after(self.last)
    }
}

/// A node that has two moves more left than the filter knows of, and what is asked about half turns of its children: their
/// inverses' places, which are those after the half turns, too.
#[derive(Clone, Copy)]
struct HalfTurns {
    parent: SubtreeNode,
    /// The faces that may be turned; none, if nothing is asked.
    faces: Faces,
    /// The place of the parent's inverse, which is also that of the children by half turns.
    after_half: FilterPlace,
    /// For each face, by its number, the place of the children by its quarter turns.
    after_quarter: [FilterPlace; 6],
}

/// Such a node, and what is asked about quarter turns of its children.
#[derive(Clone, Copy)]
struct QuarterTurns {
    parent: SubtreeNode,
    children: [Child; Move::COUNT],
    len: usize,
}

/// A child of such a node. Its position is not made before something that comes of it passes.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    /// For each face, by its number, the place of the inverse after a quarter turn.
    quarters: [FilterPlace; 6],
}

/// A face whose quarter turns are asked about.
#[derive(Clone, Copy)]
struct AskedFace {
    face: usize,
    place: FilterPlace,
}

/// A child whose own place the search has requested. Few children pass, so the search makes the node only then.
#[derive(Clone, Copy)]
struct Tried {
    path: PackedPath,
    place: FilterPlace,
}

/// How many nodes are asked about for the second time together.
const TRIED: usize = 64;

/// How many nodes of the stack are expanded side by side.
const GROUP: usize = 16;

/// A search in a subtree.
pub struct Subtree<'a, P> {
    filter: Filter<'a, P>,
    root: SubtreeNode,
    turns: &'static [Cubies; Move::COUNT],
    wanted: PassTurns,
    /// What was asked about last, and before that, in turns.
    half_turns: [HalfTurns; 2],
    quarter_turns: [QuarterTurns; 2],
    newest: usize,
    tried: Vec<Tried>,
    /// How many of them were asked about.
    fetched: usize,
    next: Vec<(SubtreeNode, FilterPlace)>,
    stack: Vec<SubtreeNode>,
    group: Vec<Expanded>,
    asked: Vec<AskedFace>,
    solutions: Vec<PackedPath>,
    counts: SearchCounts,
}

impl<'a, P: Processor> Subtree<'a, P> {
    /// A search over a filter.
    pub fn new(filter: Filter<'a, P>) -> Subtree<'a, P> {
        let nowhere = filter.place(&Cubies::SOLVED);
        let (cubies, inverse, path) = (Cubies::SOLVED, Cubies::SOLVED, PackedPath::default());
        let parent = SubtreeNode { cubies, inverse, path, left: 0, last: None };
        let child = Child { mv: Move::from_index(0), quarters: [nowhere; 6] };
        let quarter_turns = QuarterTurns { parent, children: [child; Move::COUNT], len: 0 };
        Subtree {
            filter,
            root: parent,
            turns: &CubiesTables::get().turns,
            wanted: PassTurns::All,
            half_turns: [HalfTurns {
                parent,
                faces: Faces::NONE,
                after_half: nowhere,
                after_quarter: [nowhere; 6],
            }; 2],
            quarter_turns: [quarter_turns; 2],
            newest: 0,
            tried: Vec::with_capacity(4 * TRIED),
            fetched: 0,
            next: Vec::new(),
            stack: Vec::new(),
            group: Vec::with_capacity(GROUP),
            asked: Vec::with_capacity(6 * GROUP),
            solutions: Vec::new(),
            counts: SearchCounts::default(),
        }
    }

    /// All solutions of one length that begin with these moves and have such a turn where as many moves are left as the filter
    /// knows; in any order, each once; and the amount of work. `turns` is one of the passes for the moves left after the first
    /// ones.
    #[inline(always)]
    pub fn exhaust(
        &mut self,
        cube: &Cube,
        first: &[Move],
        length: u8,
        turns: PassTurns,
    ) -> (Vec<PackedPath>, SearchCounts) {
        self.wanted = turns;
        let there = cube.apply(first);
        let [cubies, inverse] = [there, there.inverse()].map(|cube| Cubies::from(&cube));
        let path = first.iter().fold(PackedPath::default(), |path, &mv| path.then(mv));
        let left = length - first.len() as u8;
        self.root = SubtreeNode { cubies, inverse, path, left, last: first.last().copied() };
        self.descend();
        self.finish();
        (std::mem::take(&mut self.solutions), std::mem::take(&mut self.counts))
    }

    fn turned(&self, node: &SubtreeNode, mv: Move) -> SubtreeNode {
        let Filter { processor, .. } = self.filter;
        SubtreeNode {
            cubies: processor.then(&node.cubies, &self.turns[mv.index()]),
            inverse: processor.then(&self.turns[mv.inverse().index()], &node.inverse),
            path: node.path.then(mv),
            left: node.left - 1,
            last: Some(mv),
        }
    }

    /// Goes from a node that has many moves left to those whose children have one more left than the filter knows of.
    #[inline(always)]
    fn descend(&mut self) {
        if self.wanted == PassTurns::All {
            match self.root.left {
                0 => self.solutions.extend(self.root.cubies.is_solved().then_some(self.root.path)),
                _ => self.stack.push(self.root),
            }
            return;
        }
        let last = self.filter.farthest.moves + 2;
        let mut nodes = vec![self.root];
        while let Some(node) = nodes.pop() {
            if node.left == last {
                match self.wanted {
                    PassTurns::Half => self.ask_about_half_turns(&node),
                    PassTurns::Quarter | PassTurns::All => self.ask_about_quarter_turns(&node),
                }
                continue;
            }
            if self.wanted == PassTurns::Quarter {
                self.counts.nodes += 1;
            }
            for mv in node.faces().into_iter().flat_map(turns_of) {
                nodes.push(self.turned(&node, mv));
            }
        }
    }

    /// Asks about half turns of the children of a node; meanwhile it looks at what was answered before.
    #[inline(always)]
    fn ask_about_half_turns(&mut self, parent: &SubtreeNode) {
        let filter = self.filter;
        self.newest ^= 1;
        let HalfTurns { parent: asked, faces, after_half, after_quarter } = &mut self.half_turns[self.newest];
        *asked = *parent;
        *faces = parent.faces();
        *after_half = filter.place(&parent.inverse);
        let behind = filter.behind(&parent.inverse);
        for face in *faces {
            after_quarter[face] = filter.place_behind(&behind, face);
        }
        filter.fetch(*after_half);
        for face in *faces {
            filter.fetch(after_quarter[face]);
        }
        self.counts.look_ups += 1 + u64::from(faces.len());
        self.hear_about_half_turns(self.newest ^ 1);
        if self.tried.len() - self.fetched >= TRIED {
            self.try_all();
        }
    }

    /// Looks at what was answered about half turns.
    #[inline(always)]
    fn hear_about_half_turns(&mut self, which: usize) {
        let (filter, turns) = (self.filter, self.turns);
        let HalfTurns { parent, faces, after_half, after_quarter } = &mut self.half_turns[which];
        let faces = std::mem::replace(faces, Faces::NONE);
        let half = filter.passes_farthest(*after_half);
        for face in faces {
            let quarters = filter.passes_farthest(after_quarter[face]);
            for (turn, mv) in turns_of(face).into_iter().enumerate() {
                if !if turn == 1 { half } else { quarters } {
                    continue;
                }
                let child = filter.processor.then(&parent.cubies, &turns[mv.index()]);
                let path = parent.path.then(mv);
                for next in faces_after(Some(mv)) {
                    let [_, half_turn, _] = turns_of(next);
                    let cubies = filter.processor.then(&child, &turns[half_turn.index()]);
                    self.tried.push(Tried { path: path.then(half_turn), place: filter.place(&cubies) });
                }
            }
        }
    }

    /// Asks about quarter turns of the children of a node; meanwhile it looks at what was answered before.
    #[inline(always)]
    fn ask_about_quarter_turns(&mut self, parent: &SubtreeNode) {
        let (filter, turns) = (self.filter, self.turns);
        self.newest ^= 1;
        let QuarterTurns { parent: asked, children, len } = &mut self.quarter_turns[self.newest];
        *asked = *parent;
        *len = 0;
        let mut look_ups = 0;
        for mv in parent.faces().into_iter().flat_map(turns_of) {
            let child = &mut children[*len];
            *len += 1;
            child.mv = mv;
            let inverse = filter.processor.then(&turns[mv.inverse().index()], &parent.inverse);
            let behind = filter.behind(&inverse);
            let faces = faces_after(Some(mv));
            for face in faces {
                child.quarters[face] = filter.place_behind(&behind, face);
            }
            look_ups += u64::from(faces.len());
        }
        for Child { mv, quarters } in &children[..*len] {
            for face in faces_after(Some(*mv)) {
                filter.fetch(quarters[face]);
            }
        }
        self.counts.nodes += 1 + *len as u64;
        self.counts.look_ups += look_ups;
        self.hear_about_quarter_turns(self.newest ^ 1);
        if self.tried.len() - self.fetched >= TRIED {
            self.try_all();
        }
    }

    /// Looks at what was answered about quarter turns.
    #[inline(always)]
    fn hear_about_quarter_turns(&mut self, which: usize) {
        let (filter, turns) = (self.filter, self.turns);
        let QuarterTurns { parent, children, len } = &mut self.quarter_turns[which];
        for Child { mv, quarters } in &children[..std::mem::take(len)] {
            for face in faces_after(Some(*mv)) {
                if !filter.passes_farthest(quarters[face]) {
                    continue;
                }
                let child = filter.processor.then(&parent.cubies, &turns[mv.index()]);
                let path = parent.path.then(*mv);
                let [clockwise, _, counterclockwise] = turns_of(face);
                for next in [clockwise, counterclockwise] {
                    let cubies = filter.processor.then(&child, &turns[next.index()]);
                    self.tried.push(Tried { path: path.then(next), place: filter.place(&cubies) });
                }
            }
        }
    }

    /// Asks about nodes for the second time, and looks at what was answered about those before.
    #[inline(always)]
    fn try_all(&mut self) {
        self.counts.look_ups += (self.tried.len() - self.fetched) as u64;
        self.tried[self.fetched..].iter().for_each(|tried| self.filter.fetch(tried.place));
        for number in 0..self.fetched {
            let Tried { path, place } = self.tried[number];
            if self.filter.passes_farthest(place) {
                let node =
                    path.moves_from(self.root.path.len()).fold(self.root, |node, mv| self.turned(&node, mv));
                self.stack.push(node);
            }
        }
        self.tried.drain(..self.fetched);
        self.fetched = self.tried.len();
        while self.stack.len() >= GROUP {
            self.expand_some();
        }
    }

    /// Looks at all that was asked.
    #[inline(always)]
    fn finish(&mut self) {
        match self.wanted {
            PassTurns::Half => self.hear_about_half_turns(self.newest),
            PassTurns::Quarter => self.hear_about_quarter_turns(self.newest),
            PassTurns::All => {}
        }
        while !self.tried.is_empty() {
            self.try_all();
        }
        while !self.stack.is_empty() {
            self.expand_some();
        }
    }

    /// Expands the last nodes of the stack.
    #[inline(always)]
    fn expand_some(&mut self) {
        let Subtree { filter, turns, group, asked, next, stack, solutions, counts, .. } = self;
        group.clear();
        group.extend(stack.drain(stack.len().saturating_sub(GROUP)..).map(|node| {
            let half = filter.place(&node.inverse);
            Expanded { node, half, end: 0 }
        }));
        asked.clear();
        counts.nodes += group.len() as u64;
        counts.look_ups += group.len() as u64;
        for Expanded { node, end, .. } in group.iter_mut() {
            for face in node.faces() {
                let there = filter.processor.then(&turns[3 * face], &node.inverse);
                asked.push(AskedFace { face, place: filter.place(&there) });
            }
            *end = asked.len();
        }
        counts.look_ups += asked.len() as u64;
        group.iter().for_each(|expanded| filter.fetch(expanded.half));
        asked.iter().for_each(|asked| filter.fetch(asked.place));
        let mut begin = 0;
        for Expanded { node, half, end } in group.iter() {
            let left = node.left - 1;
            let half = filter.passes(*half, left);
            for &AskedFace { face, place } in &asked[begin..*end] {
                let quarters = filter.passes(place, left);
                for (turn, mv) in turns_of(face).into_iter().enumerate() {
                    if !if turn == 1 { half } else { quarters } {
                        continue;
                    }
                    let cubies = filter.processor.then(&node.cubies, &turns[mv.index()]);
                    let inverse = filter.processor.then(&turns[mv.inverse().index()], &node.inverse);
                    let place = filter.place(&cubies);
                    let node =
                        SubtreeNode { cubies, inverse, path: node.path.then(mv), left, last: Some(mv) };
                    next.push((node, place));
                }
            }
            begin = *end;
        }
        counts.look_ups += next.len() as u64;
        next.iter().for_each(|&(_, place)| filter.fetch(place));
        for (node, place) in next.drain(..) {
            if !filter.passes(place, node.left) {
                continue;
            }
            match node.left {
                0 => solutions.extend(node.cubies.is_solved().then_some(node.path)),
                _ => stack.push(node),
            }
        }
    }
}

/// A node that is expanded.
struct Expanded {
    node: SubtreeNode,
    /// The place of its inverse.
    half: FilterPlace,
    /// The end of what is asked about it.
    end: usize,
}

/// Some faces, a bit each by their numbers.
#[derive(Clone, Copy)]
struct Faces(u8);

impl Faces {
    const ALL: Faces = Faces(0b11_1111);

    const NONE: Faces = Faces(0);

    fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// The numbers of faces, one after the other.
struct FaceNumbers(u8);

impl Iterator for FaceNumbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(first as usize)
    }
}

impl IntoIterator for Faces {
    type Item = usize;
    type IntoIter = FaceNumbers;

    #[inline(always)]
    fn into_iter(self) -> FaceNumbers {
        FaceNumbers(self.0)
    }
}

/// The faces that may be turned after a move.
#[inline(always)]
fn faces_after(last: Option<Move>) -> Faces {
    const AFTER: [Faces; Move::COUNT] = {
        let mut after = [Faces::ALL; Move::COUNT];
        let mut last = 0;
        while last < Move::COUNT {
            let mut face = 0;
            while face < 6 {
                if !Move::from_index(last).may_precede(Move::from_index(3 * face)) {
                    after[last].0 &= !(1 << face);
                }
                face += 1;
            }
            last += 1;
        }
        after
    };
    last.map_or(Faces::ALL, |last| AFTER[last.index()])
}

/// Clockwise, half, counterclockwise.
#[inline(always)]
fn turns_of(face: usize) -> [Move; 3] {
    [0, 1, 2].map(|turn| Move::from_index(3 * face + turn))
}
