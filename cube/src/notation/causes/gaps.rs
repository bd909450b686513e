//! Symbols that are missing, too many or unknown.

use super::cause::{Cause, CauseKind, Sticker};
use super::sheet::{self, Numbers, Sheet, UNKNOWN};
use crate::cube::{CORNERS, Cube, EDGES, FACELETS, Face, Setup, corner_facelet, edge_facelet};
use crate::notation::Scan;

/// The most cubies that are tried before the search for a completion gives up.
const MOST_TRIED: usize = 1_000;

/// Where one of 54 symbols is missing, or one of 55 is too many. Mostly one position results.
pub(super) fn miscounted(sheet: &Sheet, scan: &Scan) -> Vec<Cause> {
    let places = scan.places();
    let (numbers, mut found) = (&sheet.numbers, Vec::new());
    let differs = |place: usize, number| place == 0 || numbers[place - 1] != number;
    let cube = |raw: &[u8]| sheet::cube(&places.map(|place| raw[place]));
    if numbers.len() > FACELETS {
        // The first of equal neighbours stands for all.
        for place in (0..numbers.len()).filter(|&place| differs(place, numbers[place])) {
            let rest = [&numbers[..place], &numbers[place + 1..]].concat();
            let kind = CauseKind::Surplus { number: place + 1, symbol: sheet.shown(place) };
            found.extend(cube(&rest).map(|cube| Cause::new(kind, cube)));
        }
    } else {
        for place in 0..FACELETS {
            for number in (0..UNKNOWN).filter(|&number| differs(place, number)) {
                let whole = [&numbers[..place], &[number], &numbers[place..]].concat();
                let facelet = places.iter().position(|&other| other == place).unwrap_or(place);
                let kind = CauseKind::Missing(sheet.sticker(facelet, number, None));
                found.extend(cube(&whole).map(|cube| Cause::new(kind, cube)));
            }
        }
    }
    found
}

/// The unknown stickers, if only one position has the others.
pub(super) fn completed(sheet: &Sheet, numbers: &Numbers, scan: &Scan) -> Option<Cause> {
    let mut search = Completions { known: [None; FACELETS], taken: 0, done: 0, found: Vec::new(), tried: 0 };
    let mut found = None;
    for centres in schemes(sheet::centres(numbers)) {
        let faces = sheet::faces(centres)?;
        search.known = numbers.map(|number| faces.get(usize::from(number)).copied());
        search.next();
        found = found.or(search.found.first().map(|_| centres));
    }
    let centres = found.filter(|_| search.found.len() == 1 && search.tried <= MOST_TRIED)?;
    let (cube, places) = (search.found[0], scan.places());
    let sticker = |(facelet, face): (usize, Face)| -> Sticker {
        sheet.sticker(facelet, centres[face.index()], Some(places[facelet]))
    };
    let unknown = cube.facelets().into_iter().enumerate().filter(|&(facelet, _)| numbers[facelet] == UNKNOWN);
    Some(Cause::new(CauseKind::Unknown(unknown.map(sticker).collect()), cube))
}

/// The ways in which unknown centres can show the colours that the others do not.
fn schemes(centres: [u8; 6]) -> Vec<[u8; 6]> {
    let Some(unknown) = centres.iter().position(|&number| number == UNKNOWN) else { return vec![centres] };
    let free = (0..UNKNOWN).filter(|number| !centres.contains(number));
    let with = |number| {
        let mut centres = centres;
        centres[unknown] = number;
        schemes(centres)
    };
    free.flat_map(with).collect()
}

/// The search for positions with some stickers: it ends at the second one.
struct Completions {
    known: [Option<Face>; FACELETS],
    /// The cubies that are taken, corners first.
    taken: u32,
    /// The places that have their cubies, corners first.
    done: u32,
    found: Vec<Cube>,
    tried: usize,
}

const CUBIES: usize = CORNERS.len() + EDGES.len();

impl Completions {
    /// Fills the place for which the fewest cubies are left.
    fn next(&mut self) {
        let open = (0..CUBIES).filter(|place| self.done & 1 << place == 0);
        let Some(place) = open.min_by_key(|&place| self.fitting(place).count()) else {
            let colours = self.known.map(|face| face.unwrap_or(Face::U));
            self.found.extend(Setup::from_facelets(&colours).cube(true));
            return;
        };
        let (done, known) = (self.done, self.known);
        self.done |= 1 << place;
        for (cubie, turned) in self.fitting(place).collect::<Vec<_>>() {
            self.tried += 1;
            if self.found.len() > 1 || self.tried > MOST_TRIED {
                break;
            }
            self.taken |= 1 << cubie;
            for side in 0..sides(place) {
                self.known[facelet(place, side)] = Some(colour(cubie, turned, side));
            }
            self.next();
            self.taken &= !(1 << cubie);
            self.known = known;
        }
        self.done = done;
    }

    /// The cubies that are left and show the known stickers at a place, each with how it is turned there.
    fn fitting(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let cubies = if place < CORNERS.len() { 0..CORNERS.len() } else { CORNERS.len()..CUBIES };
        let free = cubies.filter(|cubie| self.taken & 1 << cubie == 0);
        free.flat_map(move |cubie| (0..sides(place)).map(move |turned| (cubie, turned))).filter(
            move |&(cubie, turned)| {
                (0..sides(place)).all(|side| {
                    self.known[facelet(place, side)].is_none_or(|face| face == colour(cubie, turned, side))
                })
            },
        )
    }
}

/// The stickers of a cubie with this number, corners first.
fn sides(cubie: usize) -> usize {
    if cubie < CORNERS.len() { 3 } else { 2 }
}

fn facelet(place: usize, side: usize) -> usize {
    match place.checked_sub(CORNERS.len()) {
        None => corner_facelet(place, side),
        Some(edge) => edge_facelet(edge, side),
    }
}

fn colour(cubie: usize, turned: usize, side: usize) -> Face {
    match cubie.checked_sub(CORNERS.len()) {
        None => CORNERS[cubie][(side + turned) % 3],
        Some(edge) => EDGES[edge][(side + turned) % 2],
    }
}
