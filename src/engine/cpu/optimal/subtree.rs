//! All solutions of a length that begin with some moves.
//!
//! A node is a position with its inverse, after some moves, and so many moves are left. What comes of a move is asked about
//! twice: whether its inverse, and whether it can be so many moves from solved as are then left. The inverse comes first, as the
//! cosets of inverses are alike after both quarter turns of a face, and after its half turn as before it: so one look-up is enough
//! for a face.
//!
//! Most nodes are those with a move more left than the filter knows of. What comes of them is asked about while the lines of
//! those before arrive. What passes is asked about for the second time, and what passes again is a node of the stack, from
//! which some are expanded side by side.

use super::filter::Filter;
use crate::coord::cubies::{Cubies, CubiesTables, Processor};
use crate::cube::{Cube, Face, Move};
use crate::table::filter::Place;

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions from which moves were tried.
    pub nodes: u64,
    /// Blocks of the filter that were looked at.
    pub look_ups: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.nodes += more.nodes;
        self.look_ups += more.look_ups;
    }
}

/// Moves from the beginning on, five bits each, the first one lowest; and above them how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(u128);

/// Where the number of moves stands.
const LENGTH: u32 = 120;

impl Path {
    #[inline(always)]
    fn then(self, mv: Move) -> Path {
        Path((self.0 | (mv.index() as u128) << (5 * (self.0 >> LENGTH))) + (1 << LENGTH))
    }

    /// The moves in their order.
    pub fn moves(self) -> Vec<Move> {
        (0..self.0 >> LENGTH).map(|i| Move::from_index((self.0 >> (5 * i)) as usize & 31)).collect()
    }
}

/// A position that is to be expanded.
#[derive(Clone, Copy)]
struct Node {
    cubies: Cubies,
    inverse: Cubies,
    path: Path,
    left: u8,
    last: Option<Move>,
}

impl Node {
    #[inline(always)]
    fn may_turn(&self, face: Face) -> bool {
        self.last.is_none_or(|last| last.may_precede(turns_of(face)[0]))
    }
}

/// A node that has a move more left than the filter knows of, and what is asked about its children. Its position is not made
/// before one of them passes.
#[derive(Clone, Copy)]
struct Child {
    parent: Cubies,
    inverse: Cubies,
    /// The moves to the parent, and to the node.
    path: Path,
    mv: Move,
    /// Of the inverse: also that of what half turns lead to.
    half: Place,
    /// Of each face the place after a quarter turn.
    asked: [Asked; 6],
    faces: usize,
}

/// A face whose quarter turns are asked about.
#[derive(Clone, Copy)]
struct Asked {
    face: Face,
    place: Place,
}

/// A node whose own place is asked about.
struct Tried {
    node: Node,
    place: Place,
}

/// How many children are asked about at a time: those of a node, and those of the one before.
const CHILDREN: usize = 2 * Move::COUNT;

/// How many nodes are asked about for the second time together.
const TRIED: usize = 64;

/// How many nodes of the stack are expanded side by side.
const GROUP: usize = 16;

/// A search in a subtree.
pub struct Subtree<'a, P> {
    filter: Filter<'a, P>,
    turns: &'static [Cubies; Move::COUNT],
    /// Those that were asked about last, in a ring.
    children: [Child; CHILDREN],
    /// How many were asked about, and looked at.
    begun: usize,
    ended: usize,
    tried: Vec<Tried>,
    /// How many of them were asked about.
    fetched: usize,
    next: Vec<Tried>,
    stack: Vec<Node>,
    group: Vec<Expanded>,
    asked: Vec<Asked>,
    solutions: Vec<Path>,
    counts: Counts,
}

impl<'a, P: Processor> Subtree<'a, P> {
    /// A search over a filter.
    pub fn new(filter: Filter<'a, P>) -> Subtree<'a, P> {
        let nowhere = filter.place(&Cubies::SOLVED);
        let none = Child {
            parent: Cubies::SOLVED,
            inverse: Cubies::SOLVED,
            path: Path::default(),
            mv: Move::from_index(0),
            half: nowhere,
            asked: [Asked { face: Face::U, place: nowhere }; 6],
            faces: 0,
        };
        Subtree {
            filter,
            turns: &CubiesTables::get().turns,
            children: [none; CHILDREN],
            begun: 0,
            ended: 0,
            tried: Vec::with_capacity(4 * TRIED),
            fetched: 0,
            next: Vec::new(),
            stack: Vec::new(),
            group: Vec::with_capacity(GROUP),
            asked: Vec::with_capacity(6 * GROUP),
            solutions: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// All solutions of exactly so many moves that begin with these moves, in any order, each once; and what was done.
    #[inline(always)]
    pub fn exhaust(&mut self, cube: &Cube, first: &[Move], length: u8) -> (Vec<Path>, Counts) {
        let there = cube.apply(first);
        let [cubies, inverse] = [there, there.inverse()].map(|cube| Cubies::from(&cube));
        let path = first.iter().fold(Path::default(), |path, &mv| path.then(mv));
        let left = length - first.len() as u8;
        self.descend(&Node { cubies, inverse, path, left, last: first.last().copied() });
        self.finish();
        (std::mem::take(&mut self.solutions), std::mem::take(&mut self.counts))
    }

    fn turned(&self, node: &Node, mv: Move) -> Node {
        let Filter { processor, .. } = self.filter;
        Node {
            cubies: processor.then(&node.cubies, &self.turns[mv.index()]),
            inverse: processor.then(&self.turns[mv.inverse().index()], &node.inverse),
            path: node.path.then(mv),
            left: node.left - 1,
            last: Some(mv),
        }
    }

    /// Goes from a node that has many moves left to those whose children have one more left than the filter knows of.
    #[inline(always)]
    fn descend(&mut self, root: &Node) {
        let last = self.filter.farthest.moves + 2;
        if root.left < last {
            self.stack.push(*root);
            return;
        }
        let mut nodes = vec![*root];
        while let Some(node) = nodes.pop() {
            if node.left == last {
                self.ask(&node);
                continue;
            }
            self.counts.nodes += 1;
            for mv in Move::all().filter(|mv| node.may_turn(mv.face())) {
                nodes.push(self.turned(&node, mv));
            }
        }
    }

    /// Asks about the children of a node, each with its own; meanwhile it looks at what was answered about those before.
    #[inline(always)]
    fn ask(&mut self, parent: &Node) {
        let half = self.filter.place(&parent.inverse);
        let before = self.begun;
        self.counts.nodes += 1;
        self.counts.look_ups += 1;
        for face in Face::ALL.into_iter().filter(|&face| parent.may_turn(face)) {
            let mut place = half;
            for (turn, mv) in turns_of(face).into_iter().enumerate() {
                let Subtree { filter, turns, children, begun, counts, .. } = self;
                let inverse = filter.processor.then(&turns[mv.inverse().index()], &parent.inverse);
                if turn == 0 {
                    place = filter.place(&inverse);
                    counts.look_ups += 1;
                }
                let child = &mut children[*begun % CHILDREN];
                child.parent = parent.cubies;
                child.inverse = inverse;
                child.path = parent.path;
                child.mv = mv;
                child.half = if turn == 1 { half } else { place };
                child.faces = 0;
                for next in Face::ALL.into_iter().filter(|&next| mv.may_precede(turns_of(next)[0])) {
                    let there = filter.processor.then(&turns[turns_of(next)[0].index()], &inverse);
                    child.asked[child.faces] = Asked { face: next, place: filter.place(&there) };
                    child.faces += 1;
                }
                counts.nodes += 1;
                counts.look_ups += child.faces as u64;
                *begun += 1;
            }
        }
        self.filter.fetch(half);
        for child in (before..self.begun).map(|number| &self.children[number % CHILDREN]) {
            self.filter.fetch(child.half);
            child.asked[..child.faces].iter().for_each(|asked| self.filter.fetch(asked.place));
        }
        while self.ended < before {
            self.hear();
        }
        if self.tried.len() - self.fetched >= TRIED {
            self.try_all();
        }
    }

    /// Looks at what was answered about the first child that is asked about.
    #[inline(always)]
    fn hear(&mut self) {
        let Subtree { filter, turns, children, ended, tried, .. } = self;
        let child = &children[*ended % CHILDREN];
        *ended += 1;
        let half = filter.passes_farthest(child.half);
        let mut turned = None;
        for &Asked { face, place } in &child.asked[..child.faces] {
            let quarters = filter.passes_farthest(place);
            if !half && !quarters {
                continue;
            }
            let cubies =
                turned.get_or_insert_with(|| filter.processor.then(&child.parent, &turns[child.mv.index()]));
            for (turn, mv) in turns_of(face).into_iter().enumerate() {
                if !if turn == 1 { half } else { quarters } {
                    continue;
                }
                let cubies = filter.processor.then(cubies, &turns[mv.index()]);
                let inverse = filter.processor.then(&turns[mv.inverse().index()], &child.inverse);
                let path = child.path.then(child.mv).then(mv);
                let place = filter.place(&cubies);
                let node = Node { cubies, inverse, path, left: filter.farthest.moves, last: Some(mv) };
                tried.push(Tried { node, place });
            }
        }
    }

    /// Asks about nodes for the second time, and looks at what was answered about those before.
    #[inline(always)]
    fn try_all(&mut self) {
        let Subtree { filter, tried, fetched, stack, counts, .. } = self;
        counts.look_ups += (tried.len() - *fetched) as u64;
        tried[*fetched..].iter().for_each(|tried| filter.fetch(tried.place));
        stack.extend(
            tried
                .drain(..*fetched)
                .filter(|tried| filter.passes_farthest(tried.place))
                .map(|tried| tried.node),
        );
        *fetched = tried.len();
        while self.stack.len() >= GROUP {
            self.expand_some();
        }
    }

    /// Looks at all that was asked.
    #[inline(always)]
    fn finish(&mut self) {
        while self.ended < self.begun {
            self.hear();
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
            if node.left == 0 {
                if node.cubies.is_solved() {
                    solutions.push(node.path);
                }
            } else {
                for face in Face::ALL.into_iter().filter(|&face| node.may_turn(face)) {
                    let there = filter.processor.then(&turns[turns_of(face)[0].index()], &node.inverse);
                    asked.push(Asked { face, place: filter.place(&there) });
                }
            }
            *end = asked.len();
        }
        counts.look_ups += asked.len() as u64;
        group.iter().for_each(|expanded| filter.fetch(expanded.half));
        asked.iter().for_each(|asked| filter.fetch(asked.place));
        let mut begin = 0;
        for Expanded { node, half, end } in group.iter() {
            let Some(left) = node.left.checked_sub(1) else { continue };
            let half = filter.passes(*half, left);
            for &Asked { face, place } in &asked[begin..*end] {
                let quarters = filter.passes(place, left);
                for (turn, mv) in turns_of(face).into_iter().enumerate() {
                    if !if turn == 1 { half } else { quarters } {
                        continue;
                    }
                    let cubies = filter.processor.then(&node.cubies, &turns[mv.index()]);
                    let inverse = filter.processor.then(&turns[mv.inverse().index()], &node.inverse);
                    let place = filter.place(&cubies);
                    let node = Node { cubies, inverse, path: node.path.then(mv), left, last: Some(mv) };
                    next.push(Tried { node, place });
                }
            }
            begin = *end;
        }
        counts.look_ups += next.len() as u64;
        next.iter().for_each(|tried| filter.fetch(tried.place));
        let passing = next.drain(..).filter(|tried| filter.passes(tried.place, tried.node.left));
        stack.extend(passing.map(|tried| tried.node));
    }
}

/// A node that is expanded.
struct Expanded {
    node: Node,
    /// Of its inverse.
    half: Place,
    /// The end of what is asked about it.
    end: usize,
}

/// Clockwise, half, counterclockwise.
#[inline(always)]
fn turns_of(face: Face) -> [Move; 3] {
    [0, 1, 2].map(|turn| Move::from_index(3 * face.index() + turn))
}
