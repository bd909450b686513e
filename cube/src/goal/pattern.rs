//! Goals as lists of cubies and as pictures of 54 facelets.

use super::Goal;
use crate::cube::{CORNERS, EDGES, FACELETS, Face, corner_facelet, edge_facelet};

/// The goal that these cubies are at home.
pub(super) fn of_cubies(text: &str) -> Option<Goal> {
    let (mut corners, mut edges) = (Vec::new(), Vec::new());
    for name in text.split([' ', ',']).filter(|name| !name.is_empty()) {
        let faces = name.chars().map(|letter| Face::from_letter(letter.to_ascii_uppercase()));
        let faces = faces.collect::<Option<Vec<Face>>>()?;
        let is_it =
            |names: &[Face]| names.len() == faces.len() && names.iter().all(|face| faces.contains(face));
        let corner = CORNERS.iter().position(|names| is_it(names));
        let edge = EDGES.iter().position(|names| is_it(names));
        corners.extend(corner);
        edges.extend(edge);
        corner.or(edge)?;
    }
    (!corners.is_empty() || !edges.is_empty()).then(|| Goal::of_cubies(&corners, &edges))
}

/// The goal that 54 facelets show; `None` if the text has other symbols or another number of them.
///
/// # Errors
/// The face whose centre shows another colour.
pub(super) fn read_facelets(text: &str) -> Option<Result<Goal, Face>> {
    facelets(text).map(|facelets| of_facelets(&facelets))
}

/// The colour of each facelet; `None` for any colour.
type Facelets = [Option<Face>; FACELETS];

fn facelets(text: &str) -> Option<Facelets> {
    let colour = |symbol: char| match symbol {
        '.' => Some(None),
        letter => Face::from_letter(letter.to_ascii_uppercase()).map(Some),
    };
    let symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
    symbols.map(colour).collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// The goal that facelets show these colours.
fn of_facelets(facelets: &Facelets) -> Result<Goal, Face> {
    let is_wrong = |face: &Face| facelets[centre(*face)].is_some_and(|shown| shown != *face);
    if let Some(face) = Face::ALL.into_iter().find(is_wrong) {
        return Err(face);
    }
    let shows = |facelet: usize, colour| facelets[facelet].is_none_or(|shown| shown == colour);
    Ok(Goal::new(
        |place, corner, twist| {
            (0..3).all(|n| shows(corner_facelet(place, n), CORNERS[corner][(n + 3 - twist) % 3]))
        },
        |place, edge, flip| (0..2).all(|n| shows(edge_facelet(place, n), EDGES[edge][n ^ flip])),
    ))
}

/// The number of the facelet in the middle of a face.
fn centre(face: Face) -> usize {
    face.index() * 9 + 4
}

impl Goal {
    /// The colour that each facelet has at all positions of the goal; `None` where it may show several.
    pub fn facelets(&self) -> Facelets {
        let mut facelets = [None; FACELETS];
        Face::ALL.into_iter().for_each(|face| facelets[centre(face)] = Some(face));
        for (place, n) in (0..CORNERS.len()).flat_map(|place| (0..3).map(move |n| (place, n))) {
            let allowed = (0..24).filter(|bit| self.allows_corner(place, bit / 3, bit % 3));
            facelets[corner_facelet(place, n)] =
                single(allowed.map(|bit| CORNERS[bit / 3][(n + 3 - bit % 3) % 3]));
        }
        for (place, n) in (0..EDGES.len()).flat_map(|place| (0..2).map(move |n| (place, n))) {
            let allowed = (0..24).filter(|bit| self.allows_edge(place, bit / 2, bit % 2));
            facelets[edge_facelet(place, n)] = single(allowed.map(|bit| EDGES[bit / 2][n ^ (bit % 2)]));
        }
        facelets
    }

    /// Whether the goal asks for each sticker, by the facelet where the sticker is at home. What the goal asks for of a place is the
    /// facelet that leaves the fewest colours: of oriented corners, the one of U or D.
    pub fn stickers(&self) -> [bool; FACELETS] {
        let mut asked = [false; FACELETS];
        for rotation in self.orientations().1 {
            let goal = self.held().image(&rotation.inverse());
            for place in 0..CORNERS.len() {
                let allowed = (0..24).map(|bit| (bit / 3, bit % 3));
                let allowed = allowed.filter(|&(corner, twist)| goal.allows_corner(place, corner, twist));
                mark(&mut asked, 3, allowed, |corner, twist, n| corner_facelet(corner, (n + 3 - twist) % 3));
            }
            for place in 0..EDGES.len() {
                let allowed = (0..24).map(|bit| (bit / 2, bit % 2));
                let allowed = allowed.filter(|&(edge, flip)| goal.allows_edge(place, edge, flip));
                mark(&mut asked, 2, allowed, |edge, flip, n| edge_facelet(edge, n ^ flip));
            }
        }
        asked
    }
}

/// Marks the stickers that a place with `sides` facelets asks for, by their facelets at home, as `shown` gives them for a cubie, its
/// orientation, and a facelet of the place.
fn mark(
    asked: &mut [bool; FACELETS],
    sides: usize,
    allowed: impl Iterator<Item = (usize, usize)>,
    shown: impl Fn(usize, usize, usize) -> usize,
) {
    let allowed: Vec<(usize, usize)> = allowed.collect();
    let stickers = |n| allowed.iter().map(|&(cubie, turn)| shown(cubie, turn, n)).collect::<Vec<usize>>();
    let sides: Vec<Vec<usize>> = (0..sides).map(stickers).collect();
    let colours = |stickers: &Vec<usize>| {
        stickers.iter().fold(0_u8, |set, sticker| set | 1 << (sticker / 9)).count_ones()
    };
    let fewest = sides.iter().map(colours).min().unwrap_or(0);
    if fewest < Face::ALL.len() as u32 {
        sides
            .iter()
            .filter(|side| colours(side) == fewest)
            .flatten()
            .for_each(|&sticker| asked[sticker] = true);
    }
}

/// The value that all have.
fn single<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
