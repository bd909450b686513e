//! The parts of a goal whose distances are known: as much of it as a table has room for.

use super::seen::View;
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_cube::cube::{CORNERS, EDGES, Face, SearchSteps};
use cubebatch_cube::goal::Goal;

/// A part of a goal: two views, whose numbers are the rows and the values of a table of distances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GoalPart {
    pub rows: View,
    pub values: View,
}

/// The most rows of a table: with more, the numbers of a view after each move take longer than the distances.
const MOST_ROWS: u64 = 200_000;

/// How many distances are found in the time of one number of a view.
const DISTANCES_A_NUMBER: u64 = 60;

/// The most values of a row, which 16 bits number.
const MOST_VALUES: u64 = u16::MAX as u64;

/// The smallest piece of a goal: cubies of one look, or the orientations of all cubies of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Atom {
    kind: AtomKind,
    /// The cubies that look alike; all of them if orientations alone are seen.
    cubies: Vec<usize>,
    sees: Sees,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtomKind {
    Corners,
    Edges,
}

/// What is seen of cubies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sees {
    Places,
    PlacesAndTurns,
    Turns,
}

impl AtomKind {
    fn count(self) -> usize {
        match self {
            AtomKind::Corners => CORNERS.len(),
            AtomKind::Edges => EDGES.len(),
        }
    }

    fn turns(self) -> usize {
        match self {
            AtomKind::Corners => 3,
            AtomKind::Edges => 2,
        }
    }

    fn faces(self, cubie: usize) -> &'static [Face] {
        match self {
            AtomKind::Corners => &CORNERS[cubie],
            AtomKind::Edges => &EDGES[cubie],
        }
    }

    fn allows(self, goal: &Goal, place: usize, cubie: usize, turn: usize) -> bool {
        match self {
            AtomKind::Corners => goal.allows_corner(place, cubie, turn),
            AtomKind::Edges => goal.allows_edge(place, cubie, turn),
        }
    }

    /// The atoms of these cubies.
    fn atoms(self, goal: &Goal) -> Vec<Atom> {
        let mut looks: Vec<Look> = Vec::new();
        for cubie in 0..self.count() {
            let at = |place| (0..self.turns()).map(move |turn| self.allows(goal, place, cubie, turn));
            let allowed: Vec<bool> = (0..self.count()).flat_map(at).collect();
            let is_alone = self == AtomKind::Corners && goal.sees_each_corner();
            match looks.iter_mut().find(|look| !is_alone && look.allowed == allowed) {
                Some(look) => look.cubies.push(cubie),
                None => looks.push(Look { allowed, cubies: vec![cubie] }),
            }
        }
        let is_blind = |look: &Look| {
            look.allowed.chunks(self.turns()).all(|turns| turns.iter().all(|&allowed| allowed == turns[0]))
        };
        // If each cubie has to be turned in a certain way, one number has the orientations of all.
        let all_turn = !looks.iter().any(is_blind);
        // The most cubies of one look are where the others are not, so these need not be seen.
        let rest =
            looks.iter().filter(|look| all_turn || is_blind(look)).max_by_key(|look| look.cubies.len());
        let seen = looks.iter().filter(|&look| Some(look) != rest).map(|look| {
            let sees = if all_turn || is_blind(look) { Sees::Places } else { Sees::PlacesAndTurns };
            Atom { kind: self, cubies: look.cubies.clone(), sees }
        });
        let turns =
            all_turn.then(|| Atom { kind: self, cubies: (0..self.count()).collect(), sees: Sees::Turns });
        seen.chain(turns).collect()
    }
}

/// Cubies of which a goal allows the same everywhere.
#[derive(PartialEq)]
struct Look {
    /// For each place and each orientation whether it is allowed.
    allowed: Vec<bool>,
    cubies: Vec<usize>,
}

impl Atom {
    /// How many faces its cubies share with those of another one.
    fn shared_faces(&self, other: &Atom) -> usize {
        if self.sees == Sees::Turns || other.sees == Sees::Turns {
            return 0;
        }
        let faces = |atom: &Atom| -> Vec<Face> {
            atom.cubies.iter().flat_map(|&cubie| atom.kind.faces(cubie)).copied().collect()
        };
        let theirs = faces(other);
        faces(self).iter().filter(|face| theirs.contains(face)).count()
    }

    /// Whether it is one cubie, and the goal allows no other one at some place.
    fn has_home(&self, goal: &Goal) -> bool {
        let [own] = self.cubies[..] else { return false };
        let allows =
            |place, cubie| (0..self.kind.turns()).any(|turn| self.kind.allows(goal, place, cubie, turn));
        let is_home = |place| (0..self.kind.count()).all(|cubie| allows(place, cubie) == (cubie == own));
        (0..self.kind.count()).any(is_home)
    }

    fn image(&self, symmetry: &Symmetry) -> Atom {
        let image = |cubie| match self.kind {
            AtomKind::Corners => symmetry.corner(cubie, cubie, 0).0,
            AtomKind::Edges => symmetry.edge(cubie, cubie, 0).0,
        };
        let mut cubies: Vec<usize> = self.cubies.iter().map(|&cubie| image(cubie)).collect();
        cubies.sort_unstable();
        Atom { cubies, ..self.clone() }
    }
}

/// Some atoms that one view shows.
#[derive(Clone, Default)]
struct ShownAtoms(Vec<Atom>);

impl ShownAtoms {
    fn view(&self) -> View {
        let mut view = View::default();
        for (look, atom) in (1..).zip(&self.0) {
            let (looks, turns) = match atom.kind {
                AtomKind::Corners => (&mut view.corners[..], &mut view.twists),
                AtomKind::Edges => (&mut view.edges[..], &mut view.flips),
            };
            atom.cubies.iter().for_each(|&cubie| looks[cubie] = look);
            *turns |= atom.sees != Sees::Places;
        }
        view
    }

    /// How many numbers the view has, at most.
    fn size(&self) -> u64 {
        [AtomKind::Corners, AtomKind::Edges].map(|kind| self.size_of(kind)).iter().product()
    }

    fn size_of(&self, kind: AtomKind) -> u64 {
        let atoms = self.0.iter().filter(|atom| atom.kind == kind);
        let mut free = kind.count();
        let mut size = 1;
        let mut turned = 0;
        for atom in atoms {
            if atom.sees != Sees::Turns {
                (0..atom.cubies.len())
                    .for_each(|taken| size = size * (free - taken) as u64 / (taken + 1) as u64);
                free -= atom.cubies.len();
            }
            if atom.sees != Sees::Places {
                turned += atom.cubies.len();
            }
        }
        size * (kind.turns() as u64).pow(turned.min(kind.count() - 1) as u32)
    }
}

/// A part that grows.
#[derive(Clone, Default)]
struct Growing {
    rows: ShownAtoms,
    values: ShownAtoms,
}

impl Growing {
    fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.rows.0.iter().chain(&self.values.0)
    }

    /// This part with one more atom. Cubies of one kind are rows, where none are on the same place.
    fn with(&self, atom: &Atom) -> Growing {
        let mut larger = self.clone();
        let is_row = match self.rows.0.first() {
            Some(row) => row.kind == atom.kind && row.sees != Sees::Turns && atom.sees != Sees::Turns,
            None => true,
        };
        let shown = if is_row { &mut larger.rows } else { &mut larger.values };
        shown.0.push(atom.clone());
        larger
    }

    fn positions(&self) -> u64 {
        self.rows.size() * self.values.size()
    }

    fn fits(&self, most: u64) -> bool {
        self.rows.size() <= MOST_ROWS && self.values.size() <= MOST_VALUES && self.positions() <= most
    }

    /// Takes atoms that are not covered yet before others, and neighbours of its own first, as long as they fit.
    fn grown(mut self, all: &[Atom], covered: &[Atom], most: u64) -> Growing {
        let mut left: Vec<&Atom> = all.iter().collect();
        loop {
            left.retain(|atom| !self.atoms().any(|own| own == *atom) && self.with(atom).fits(most));
            let shared = |atom: &Atom| self.atoms().map(|own| own.shared_faces(atom)).sum::<usize>();
            let best = left.iter().min_by_key(|atom| (covered.contains(atom), usize::MAX - shared(atom)));
            match best {
                Some(atom) => self = self.with(atom),
                None => return self,
            }
        }
    }

    /// The same part in less time, if there is a way: cubies that are rows become values. Fewer numbers are found then, and more
    /// distances, as cubies of rows and of values that are on the same place are counted, too.
    fn balanced(self, goal: &Goal, most: u64) -> Growing {
        let mut fewer_rows = self.clone();
        let Some(row) = fewer_rows.rows.0.pop() else { return self };
        // Else rows and values hold where the goal does not: a place may be left to a cubie that the other of them shows elsewhere.
        if self.atoms().any(|atom| atom.kind == row.kind && !atom.has_home(goal)) {
            return self;
        }
        fewer_rows.values.0.insert(0, row);
        let is_better =
            !fewer_rows.rows.0.is_empty() && fewer_rows.fits(most) && fewer_rows.work() < self.work();
        if is_better { fewer_rows.balanced(goal, most) } else { self }
    }

    /// The time that its table takes, in that of a distance.
    fn work(&self) -> u64 {
        self.positions() + DISTANCES_A_NUMBER * (self.rows.size() + self.values.size())
    }

    fn part(&self) -> GoalPart {
        GoalPart { rows: self.rows.view(), values: self.values.view() }
    }
}

/// The most parts whose distances bound that of a position.
const MOST_PARTS: usize = 4;

/// Parts of a goal that together show all of it, each with the symmetry that carries positions to where the part is looked at.
/// No part has more than `most` positions. Symmetries that keep the goal and the steps make several of one part.
pub(super) fn parts(goal: &Goal, steps: &SearchSteps, most: u64) -> Vec<(GoalPart, Symmetry)> {
    let all: Vec<Atom> =
        [AtomKind::Edges, AtomKind::Corners].iter().flat_map(|kind| kind.atoms(goal)).collect();
    let keeps_both = |symmetry: &Symmetry| goal.image(symmetry) == *goal && steps.images(symmetry).is_some();
    let keep_it: Vec<Symmetry> = Symmetry::all().into_iter().filter(keeps_both).collect();
    let mut covered: Vec<Atom> = Vec::new();
    let mut seen: Vec<Vec<Atom>> = Vec::new();
    let mut parts = Vec::new();
    while let Some(seed) = all.iter().find(|atom| !covered.contains(atom)) {
        let part = Growing::default().with(seed).grown(&all, &covered, most).balanced(goal, most);
        let shows_all = all.iter().all(|atom| part.atoms().any(|own| own == atom));
        for symmetry in &keep_it {
            let image: Vec<Atom> = part.atoms().map(|atom| atom.image(symmetry)).collect();
            let is_new = !seen.iter().any(|other| other.iter().all(|atom| image.contains(atom)));
            if is_new && (symmetry == &Symmetry::IDENTITY || !shows_all && parts.len() < MOST_PARTS) {
                parts.push((part.part(), symmetry.inverse()));
                covered.extend(image.iter().cloned());
                seen.push(image);
            }
        }
    }
    parts
}
