//! Scanning orders: in which order a camera reads the faces, and how they lie in its pictures.

use std::fmt;
use std::str::FromStr;

use crate::cube::{FACELETS, Face};

/// The order in which the faces of a cube are read, and how each lies in its picture.
///
/// Written as six letters, or a name, see [`Scan::NAMED`]. A letter has a mark if the picture shows the face turned from its
/// place in [facelet strings](super::parse_facelets): clockwise by a quarter (`1`), by a half (`2`) or counter-clockwise by a
/// quarter (`'` or `3`). Faces in round brackets stand side by side and are read together, a row of all of them at a time.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{Format, Scan, parse_line};
/// let scan: Scan = "F R B2 L U D".parse()?;
/// let colours = "GGGGGGGGG RRRRRRRRR BBBBBBBBB OOOOOOOOO WWWWWWWWW YYYYYYYYY";
/// let cube = parse_line(colours, Some(Format::Scanned(scan)))?;
/// assert!(cube.is_some_and(|cube| cube.is_solved()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// See [`Scan::places`].
    places: [u8; FACELETS],
}

/// Why a text is no scanning order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScanError {
    /// A letter or mark that belongs to no face.
    #[error(
        "{:?} is no face; an order is U R F D L B in any order, each with 1, 2 or ' where the picture \
         shows it turned, in brackets where rows of several faces are read together, or one of {}",
        .0.to_string(), names()
    )]
    NotAFace(char),
    /// A face is read more than once.
    #[error("face {0} occurs more than once")]
    Repeated(Face),
    /// A face is not read.
    #[error("face {0} is missing")]
    Missing(Face),
}

impl Scan {
    /// Names for common orders, with what they stand for.
    ///
    /// - `kociemba`: facelet strings themselves;
    /// - `net`: the unfolded cube, from top to bottom and from left to right;
    /// - `belt`: a camera in front, the cube turned by `y` three times, then from where it
    ///   began by `x'` and by `x`;
    /// - `flip`: a camera above, the cube tipped over by `x'` three times, then from where it
    ///   began turned by `y'` and tipped over once, and twice more;
    /// - `rows`: the unfolded cube line by line, of which the middle ones have rows of four faces;
    /// - `deepcubea`: the states of DeepCubeA, with colours for their numbers.
    pub const NAMED: &[(&str, &str)] = &[
        ("kociemba", "URFDLB"),
        ("net", "ULFRBD"),
        ("belt", "FRBLUD"),
        ("flip", "UB2DFR2L"),
        ("rows", "U(LFRB)D"),
        ("deepcubea", "U1D1L1R1B1F1"),
    ];

    /// Other programs and data sets, each with the name of its order.
    pub const PROGRAMS: &[(&str, &str)] = &[
        ("min2phase", "kociemba"),
        ("cubejs", "kociemba"),
        ("gan", "kociemba"),
        ("magiccube", "net"),
        ("pglass", "rows"),
        ("kaggle", "rows"),
    ];

    /// The order of facelet strings.
    pub(super) const FACELETS: Scan = Scan::upright([0, 9, 18, 27, 36, 45], [3; 6]);

    /// The order with the name `rows`.
    pub(super) const ROWS: Scan = Scan::upright([0, 15, 12, 45, 9, 18], [3, 12, 12, 3, 12, 12]);

    /// For U R F D L B, the places where the face begins, and how many come before its next row.
    const fn upright(begins: [usize; 6], steps: [usize; 6]) -> Scan {
        let mut places = [0; FACELETS];
        let mut facelet = 0;
        while facelet < FACELETS {
            let (face, row, column) = (facelet / 9, facelet % 9 / 3, facelet % 3);
            places[facelet] = (begins[face] + steps[face] * row + column) as u8;
            facelet += 1;
        }
        Scan { places }
    }

    /// Pictures in their order, of one face or of several side by side, each face with the clockwise quarter turns by which
    /// its picture shows it turned.
    fn new(pictures: &[Vec<(Face, usize)>]) -> Scan {
        let (mut places, mut begin) = ([0; FACELETS], 0);
        for picture in pictures {
            for (number, &(face, turns)) in picture.iter().enumerate() {
                for place in 0..9 {
                    let facelet = (0..turns).fold(place, |place, _| before_quarter_turn(place));
                    let (row, column) = (place / 3, place % 3);
                    places[face.index() * 9 + facelet] =
                        (begin + 3 * (picture.len() * row + number) + column) as u8;
                }
            }
            begin += 9 * picture.len();
        }
        Scan { places }
    }

    /// For each facelet, in the order of facelet strings, the place at which it is read.
    pub fn places(&self) -> [usize; FACELETS] {
        self.places.map(usize::from)
    }

    /// The place at which this facelet is read.
    pub(super) fn place(&self, facelet: usize) -> usize {
        usize::from(self.places[facelet])
    }

    /// The facelet that is read at this place.
    fn facelet(&self, place: usize) -> usize {
        let facelet = self.places.iter().position(|&other| usize::from(other) == place);
        facelet.expect("each place is of one facelet")
    }

    /// The face whose picture begins at this place, with its mark.
    fn marked(&self, place: usize) -> String {
        let facelet = self.facelet(place);
        let turned =
            |&turns: &usize| (0..turns).fold(0, |place, _| before_quarter_turn(place)) == facelet % 9;
        let turns = (0..4).find(turned).expect("a picture shows a face turned by quarters");
        format!("{}{}", Face::ALL[facelet / 9].letter(), ["", "1", "2", "'"][turns])
    }
}

/// The place in a 3 × 3 square from which a clockwise quarter turn brings a facelet to `place`.
fn before_quarter_turn(place: usize) -> usize {
    let (row, column) = (place / 3, place % 3);
    (2 - column) * 3 + row
}

fn names() -> String {
    Scan::NAMED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Scan {
    type Err = ScanError;

    fn from_str(text: &str) -> Result<Scan, ScanError> {
        let text = Scan::PROGRAMS.iter().find(|(program, _)| *program == text).map_or(text, |(_, name)| name);
        let named = Scan::NAMED.iter().find(|(name, _)| *name == text);
        let mut pictures: Vec<Vec<(Face, usize)>> = Vec::new();
        let (mut is_open, mut after_face) = (false, false);
        for c in named.map_or(text, |(_, order)| order).chars().filter(|c| !c.is_whitespace()) {
            let face = Face::from_letter(c.to_ascii_uppercase());
            match (c, face, turns(c), pictures.last_mut()) {
                ('(', ..) if !is_open => pictures.push(Vec::new()),
                (')', .., Some(picture)) if is_open && !picture.is_empty() => {}
                (_, Some(face), _, Some(picture)) if is_open => picture.push((face, 0)),
                (_, Some(face), ..) => pictures.push(vec![(face, 0)]),
                (_, None, Some(marked), Some(picture)) if after_face => {
                    picture.last_mut().expect("the face before").1 = marked;
                }
                _ => return Err(ScanError::NotAFace(c)),
            }
            is_open = c == '(' || is_open && c != ')';
            after_face = face.is_some();
        }
        all_faces_once(&pictures.concat())?;
        if is_open { Err(ScanError::NotAFace('(')) } else { Ok(Scan::new(&pictures)) }
    }
}

/// Six letters with their marks, in brackets where rows of several faces are read together.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut begin = 0;
        while begin < FACELETS {
            let face = |place: usize| self.facelet(place) / 9;
            // Its second row begins with the first face again.
            let faces =
                (1..).find(|faces| face(begin + 3 * faces) == face(begin)).expect("a face has three rows");
            let letters = (0..faces).map(|number| self.marked(begin + 3 * number)).collect::<String>();
            if faces == 1 {
                f.write_str(&letters)?
            } else {
                write!(f, "({letters})")?
            }
            begin += 9 * faces;
        }
        Ok(())
    }
}

/// The clockwise quarter turns of a mark.
fn turns(mark: char) -> Option<usize> {
    match mark {
        '1' => Some(1),
        '2' => Some(2),
        '3' | '\'' | '’' | '′' => Some(3),
        _ => None,
    }
}

fn all_faces_once(pictures: &[(Face, usize)]) -> Result<(), ScanError> {
    let count = |face: Face| pictures.iter().filter(|(other, _)| *other == face).count();
    let repeated = Face::ALL.into_iter().find(|&face| count(face) > 1).map(ScanError::Repeated);
    let missing = Face::ALL.into_iter().find(|&face| count(face) == 0).map(ScanError::Missing);
    repeated.or(missing).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::symmetry::Symmetry;
    use crate::cube::{CORNERS, EDGES, corner_facelet, edge_facelet};
    use crate::notation::{Format, ParseError, Reason, parse_line};
    use proptest::prelude::*;

    fn scan(text: &str) -> Scan {
        text.parse().unwrap()
    }

    /// What a camera that looks at the front sees after each of these rotations, on a cube
    /// with these facelets: a row of nine for each.
    ///
    /// Follows the stickers in space, one at a time, not the faces.
    fn pictures(facelets: [Face; FACELETS], rotations: &[&[(Face, usize)]]) -> String {
        let mut held = Symmetry::IDENTITY;
        let mut seen = String::new();
        for rotation in rotations {
            for &(face, turns) in *rotation {
                held = held.then(&Symmetry::rotation(face, turns));
            }
            for row in [Face::U, Face::F, Face::D] {
                for column in [Face::L, Face::F, Face::R] {
                    let [row, column, front] = [row, column, Face::F].map(|face| held.inverse().face(face));
                    seen.push(facelets[facelet_beside(front, [row, column])].letter());
                }
            }
        }
        seen
    }

    /// The facelet of a face that touches its neighbours among two faces.
    fn facelet_beside(face: Face, beside: [Face; 2]) -> usize {
        let beside: Vec<Face> = beside.into_iter().filter(|&other| other != face).collect();
        let is_here = |names: &[Face]| {
            names.len() == beside.len() + 1
                && names.contains(&face)
                && beside.iter().all(|f| names.contains(f))
        };
        let side = |names: &[Face]| names.iter().position(|&name| name == face).unwrap();
        if let Some(i) = CORNERS.iter().position(|names| is_here(names)) {
            return corner_facelet(i, side(&CORNERS[i]));
        }
        if let Some(i) = EDGES.iter().position(|names| is_here(names)) {
            return edge_facelet(i, side(&EDGES[i]));
        }
        face.index() * 9 + 4
    }

    #[test]
    fn an_order_is_read_as_it_is_written() {
        for (text, written) in [
            ("belt", "FRBLUD"),
            ("flip", "UB2DFR2L"),
            ("f r3 B1 lu2D", "FR'B1LU2D"),
            ("rows", "U(LFRB)D"),
            ("(u)(r1 f)D LB2", "U(R1F)DLB2"),
        ] {
            assert_eq!((scan(text).to_string().as_str(), scan(written)), (written, scan(text)));
        }
    }

    #[test]
    fn a_camera_in_front_of_a_turning_cube_reads_belts() {
        let cube = Random::new(71).cube();
        let y: &[(Face, usize)] = &[(Face::U, 1)];
        let walk = [&[], y, y, y, &[(Face::U, 1), (Face::R, 3)], &[(Face::R, 2)]];
        let seen = pictures(cube.facelets(), &walk);
        assert_eq!(parse_line(&seen, Some(Format::Scanned(scan("belt")))), Ok(Some(cube)));
    }

    #[test]
    fn a_camera_above_a_cube_that_is_tipped_over_reads_flips() {
        let cube = Random::new(72).cube();
        // To look at the top from above with the front below is to look at the front of a cube turned by x'. The turns of the
        // cube below the camera change in the same way: x' stays x', and y becomes z.
        let flip: &[(Face, usize)] = &[(Face::R, 3)];
        let spin_and_flip = [(Face::R, 3), (Face::F, 3), (Face::R, 3)];
        let walk = [flip, flip, flip, flip, &spin_and_flip, &[(Face::R, 2)]];
        let seen = pictures(cube.facelets(), &walk);
        assert_eq!(parse_line(&seen, Some(Format::Scanned(scan("flip")))), Ok(Some(cube)));
    }

    #[test]
    fn every_order_and_turn_is_read_back() {
        let cube = Random::new(73).cube();
        let facelets = cube.to_string();
        // The places of R in pictures that show it turned clockwise by 0 to 3 quarters.
        let squares = ["012345678", "630741852", "876543210", "258147036"];
        for (mark, square) in ["", "1", "2", "'"].into_iter().zip(squares) {
            let face = |face: Face| &facelets[face.index() * 9..][..9];
            let at = |place: u8| char::from(face(Face::R).as_bytes()[usize::from(place - b'0')]);
            let right: String = square.bytes().map(at).collect();
            let [u, f, d, l, b] = [Face::U, Face::F, Face::D, Face::L, Face::B].map(face);
            let seen = [b, &right, l, d, u, f].join(" ");
            let format = Format::Scanned(scan(&format!("BR{mark}LDUF")));
            assert_eq!(parse_line(&seen, Some(format)), Ok(Some(cube)), "R{mark}");
        }
    }

    /// The states are those of DeepCubeA's moves, made as its source says, from its solved state.
    #[test]
    fn states_of_deepcubea_are_read_in_its_order() {
        for (moves, state) in [
            ("R U F' L D' B R F", "544503551223214550400522542332331344103140122031150410"),
            ("R", "000000555111111444222222222333333333000444444555555111"),
        ] {
            let format = Some(Format::Scanned(scan("deepcubea")));
            assert_eq!(parse_line(state, format), parse_line(moves, Some(Format::Moves)), "{moves}");
        }
    }

    proptest! {
        #[test]
        fn orders_are_shown_as_they_are_read(
            faces in Just(Face::ALL.to_vec()).prop_shuffle(),
            turns in prop::array::uniform6(0..4usize),
            side_by_side in prop::array::uniform6(any::<bool>()),
        ) {
            let mut pictures: Vec<Vec<(Face, usize)>> = Vec::new();
            for (face, (turns, joins)) in faces.into_iter().zip(turns.into_iter().zip(side_by_side)) {
                match pictures.last_mut() {
                    Some(picture) if joins => picture.push((face, turns)),
                    _ => pictures.push(vec![(face, turns)]),
                }
            }
            let order = Scan::new(&pictures);
            prop_assert_eq!(order.to_string().parse(), Ok(order), "{}", order);
        }
    }

    #[test]
    fn names_stand_for_orders() {
        for (name, order) in Scan::NAMED.iter().copied() {
            assert_eq!(scan(name), scan(order), "{name}");
        }
        assert_eq!((scan("kociemba"), scan("rows")), (Scan::FACELETS, Scan::ROWS));
        assert_eq!(scan(" u r f\tD l' b2"), scan("URFDL3B2"));
    }

    #[test]
    fn what_is_no_order_is_told_by_its_cause() {
        for (text, error) in [
            ("URFDLX", ScanError::NotAFace('X')),
            ("2URFDLB", ScanError::NotAFace('2')),
            ("U22RFDLB", ScanError::NotAFace('2')),
            ("URFDLL", ScanError::Repeated(Face::L)),
            ("URFDL", ScanError::Missing(Face::B)),
            ("", ScanError::Missing(Face::U)),
            ("Net", ScanError::NotAFace('N')),
            ("U(LFRBD", ScanError::NotAFace('(')),
            ("U(L(FRB))D", ScanError::NotAFace('(')),
            ("U()LFRBD", ScanError::NotAFace(')')),
            ("ULFRB)D", ScanError::NotAFace(')')),
            ("U(LFRB)2D", ScanError::NotAFace('2')),
            ("U(2LFRB)D", ScanError::NotAFace('2')),
        ] {
            assert_eq!(text.parse::<Scan>(), Err(error), "{text}");
        }
    }

    #[test]
    fn faults_are_told_at_the_column_where_they_were_read() {
        let format = Some(Format::Scanned(scan("FRBLUD")));
        let solved = "GGGGGGGGGRRRRRRRRRBBBBBBBBBOOOOOOOOOWWWWWWWWWYYYYYYYYY";
        let error = |text: &str| parse_line(text, format).unwrap_err();
        let odd = solved.replacen("GR", "G?", 1);
        assert_eq!(error(&odd), ParseError { column: Some(10), reason: Reason::NoCentre('?') });
        let same = solved.replace('Y', "W");
        let reason = Reason::SameCentre { faces: [Face::U, Face::D], symbol: 'W' };
        assert_eq!(error(&same), ParseError { column: Some(50), reason });
        assert_eq!(error("GG").reason, Reason::FaceletCount(2));
    }
}
