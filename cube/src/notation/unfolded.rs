//! One cube over several lines: as a net, or with a face or a row of a face on each line.

use std::collections::VecDeque;

use super::content::begins_comment;
use super::facelets::{has_four_of_each, has_nine_of_each};
use super::symbols;
use crate::cube::Face;

/// A kind of cube.
#[derive(Clone, Copy, Debug)]
struct CubeKind {
    /// The stickers along an edge.
    side: usize,
    /// The symbols of each line: of a net, of faces, of rows.
    shapes: [&'static [usize]; 3],
    /// Whether symbols without spaces can be a cube.
    is_cube: fn(&str) -> bool,
}

const CUBE: CubeKind = CubeKind {
    side: 3,
    shapes: [&[3, 3, 3, 12, 12, 12, 3, 3, 3], &[9; 6], &[3; 18]],
    is_cube: has_nine_of_each,
};

/// In other letters than those of faces no line of it is moves, and its faces have another order.
const POCKET: CubeKind = CubeKind {
    side: 2,
    shapes: [&[2, 2, 8, 8, 2, 2], &[4; 6], &[2; 12]],
    is_cube: |text| has_four_of_each(text) && text.chars().all(|c| Face::from_letter(c).is_some()),
};

/// Where a face begins in a net, in sides: its line, and its symbol there.
const fn place(face: Face) -> (usize, usize) {
    match face {
        Face::U => (0, 0),
        Face::L => (1, 0),
        Face::F => (1, 1),
        Face::R => (1, 2),
        Face::B => (1, 3),
        Face::D => (2, 0),
    }
}

/// The most symbols on a line.
const WIDEST: usize = 12;

/// Several lines of which each was to be a position, and which together are one cube.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lines {first}-{last} look like one unfolded cube, and not like a position on each line")]
pub struct Unfolded {
    /// The number of its first line.
    pub first: u64,
    /// The number of its last line.
    pub last: u64,
    /// Its symbols on one line, the faces of a net in the order U R F D L B.
    pub facelets: String,
}

impl Unfolded {
    /// The first such cube on some lines, which are numbered from `first`.
    pub fn among<'a>(lines: impl IntoIterator<Item = &'a str>, first: u64) -> Option<Unfolded> {
        let mut watch = UnfoldedWatch::default();
        (first..).zip(lines).find_map(|(number, line)| watch.see(number, line).err())
    }

    /// A text with each such cube on its first line, and blank lines in the place of its others; `None` if it has none.
    pub fn joined(text: &str) -> Option<String> {
        let mut watch = UnfoldedWatch::default();
        let mut lines: Vec<&str> = text.split('\n').collect();
        let cubes = (0..).zip(&lines).filter_map(|(number, line)| watch.see(number, line).err());
        let cubes: Vec<Unfolded> = cubes.collect();
        for cube in &cubes {
            lines[cube.first as usize..=cube.last as usize].fill("");
            lines[cube.first as usize] = &cube.facelets;
        }
        (!cubes.is_empty()).then(|| lines.join("\n"))
    }
}

/// Looks at lines, of which each is to be a position, whether several of them are one cube.
#[derive(Clone, Debug)]
pub struct UnfoldedWatch {
    kind: CubeKind,
    /// The last lines, as long as they may belong to one.
    lines: VecDeque<SymbolLine>,
    /// Whether the last line was blank.
    is_after_gap: bool,
}

#[derive(Clone, Debug)]
struct SymbolLine {
    number: u64,
    symbols: Vec<char>,
    /// Whether the line before is blank, or of another length: a group of lines begins here.
    begins: bool,
}

/// Looks for cubes of 54 stickers.
impl Default for UnfoldedWatch {
    fn default() -> UnfoldedWatch {
        UnfoldedWatch { kind: CUBE, lines: VecDeque::new(), is_after_gap: false }
    }
}

impl UnfoldedWatch {
    /// Looks for pocket cubes.
    pub fn for_pocket_cubes() -> UnfoldedWatch {
        UnfoldedWatch { kind: POCKET, ..UnfoldedWatch::default() }
    }

    /// Looks at the next line.
    ///
    /// # Errors
    /// The cube of which it is the last line. Another one may begin with the next line.
    pub fn see(&mut self, number: u64, line: &str) -> Result<(), Unfolded> {
        let count = count(line);
        let is_after_gap = std::mem::replace(&mut self.is_after_gap, count == 0);
        if count == 0 {
            return Ok(());
        }
        if !self.kind.shapes.iter().any(|shape| shape.contains(&count)) {
            self.lines.clear();
            return Ok(());
        }
        let begins = is_after_gap || self.lines.back().is_none_or(|line| line.symbols.len() != count);
        self.lines.push_back(SymbolLine { number, symbols: symbols(line).collect(), begins });
        if self.lines.len() > self.kind.longest() {
            self.lines.pop_front();
        }
        let Some(cube) = self.kind.shapes.iter().find_map(|shape| self.last(shape.len())) else {
            return Ok(());
        };
        self.lines.clear();
        Err(cube)
    }

    /// Whether a cube can begin with the last line.
    pub fn may_begin(&self) -> bool {
        let begins = |line: &SymbolLine| {
            line.begins && self.kind.shapes.iter().any(|shape| shape[0] == line.symbols.len())
        };
        !self.is_after_gap && self.lines.back().is_some_and(begins)
    }

    /// Whether the next lines can be the rest of a cube that begins with the last ones.
    pub fn may_be_amid(&self) -> bool {
        (1..self.kind.longest()).contains(&self.lines.len())
    }

    /// The cube on the last `count` lines, which must be a group of their own: in the midst of many lines, moves could look
    /// like one.
    fn last(&self, count: usize) -> Option<Unfolded> {
        let lines = self.lines.range(self.lines.len().checked_sub(count)?..);
        let (first, last) = (lines.clone().next()?, lines.clone().next_back()?);
        let rows: Vec<&[char]> = lines.map(|line| &line.symbols[..]).collect();
        let facelets = self.kind.facelets(&rows).filter(|_| first.begins)?;
        Some(Unfolded { first: first.number, last: last.number, facelets })
    }
}

/// Whether a text of several lines is one cube.
pub(super) fn is_cube(text: &str) -> bool {
    rows_of(text).is_some_and(|rows| CUBE.facelets(&rows).is_some())
}

/// Whether a text of several lines has the shape of a net.
pub(super) fn is_net(text: &str) -> bool {
    rows_of(text).is_some_and(|rows| CUBE.shape(&rows) == Some(0))
}

/// The symbols of each line that has any, if a text has several lines.
fn rows_of(text: &str) -> Option<Vec<Vec<char>>> {
    let lines = || text.split(['\n', '\r']).map(|line| symbols(line).collect::<Vec<_>>());
    let has_lines = text.trim().contains(['\n', '\r']);
    has_lines.then(|| lines().filter(|line| !line.is_empty()).collect())
}

impl CubeKind {
    /// The most lines.
    fn longest(self) -> usize {
        self.shapes[2].len()
    }

    /// The number of the shape that these rows have.
    fn shape(self, rows: &[impl AsRef<[char]>]) -> Option<usize> {
        let is_of = |shape: &&[usize]| rows.iter().map(|row| row.as_ref().len()).eq(shape.iter().copied());
        self.shapes.iter().position(is_of)
    }

    /// The symbols of these rows, the faces of a net in order, if they are a cube. A net of letters is one with wrong letters,
    /// too: no moves look like it by chance.
    fn facelets(self, rows: &[impl AsRef<[char]>]) -> Option<String> {
        let side = self.side;
        let all = || rows.iter().flat_map(|row| row.as_ref());
        match self.shape(rows)? {
            0 => {
                let rows_of = |(line, symbol)| {
                    rows[side * line..][..side]
                        .iter()
                        .flat_map(move |row| &row.as_ref()[side * symbol..][..side])
                };
                let text: String = Face::ALL.into_iter().flat_map(|face| rows_of(place(face))).collect();
                let is_net = side == CUBE.side && text.chars().all(char::is_alphabetic);
                (is_net || (self.is_cube)(&text)).then_some(text)
            }
            _ => Some(all().collect::<String>()).filter(|text| (self.is_cube)(text)),
        }
    }
}

/// The number of symbols of a line, or some greater one if they are more than [`WIDEST`].
fn count(line: &str) -> usize {
    // As most lines of a large input begin.
    if line
        .as_bytes()
        .first_chunk::<{ WIDEST + 1 }>()
        .is_some_and(|begin| begin.iter().all(u8::is_ascii_alphanumeric))
    {
        return WIDEST + 1;
    }
    symbols(line).take(WIDEST + 1).count()
}

/// The symbols of a line, without its comment and what stands between them.
fn symbols(line: &str) -> impl Iterator<Item = char> {
    let is_content = |&(at, _): &(usize, char)| !begins_comment(&line.as_bytes()[at..]);
    symbols::of_list(line).take_while(is_content).map(|(_, symbol)| symbol)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::notation::{Format, ParseError, Reason, detect, parse_line};
    use crate::{Cube, cube::FACELETS};
    use proptest::prelude::*;

    /// The unfolded cube, with or without spaces between symbols, and the codes of colours.
    fn net(cube: &Cube, space: &str, is_coloured: bool) -> String {
        let text = cube.to_string();
        let symbol = |at: usize| match is_coloured {
            true => format!("\x1b[30;48;2;255;255;255m{}{space}\x1b[0m", &text[at..=at]),
            false => format!("{}{space}", &text[at..=at]),
        };
        let row = |face: Face, row: usize| -> String {
            (0..3).map(|column| symbol(9 * face.index() + 3 * row + column)).collect()
        };
        let alone = |face| (0..3).map(move |line| format!("    {}\n", row(face, line))).collect::<String>();
        let band = [Face::L, Face::F, Face::R, Face::B];
        let belt = |line| band.map(|face| row(face, line)).join(" ") + "\n";
        alone(Face::U) + &(0..3).map(belt).collect::<String>() + &alone(Face::D)
    }

    /// The symbols of a facelet string, some of them on each line.
    fn cut(cube: &Cube, each: usize) -> String {
        let text = cube.to_string();
        (0..FACELETS).step_by(each).map(|at| text[at..at + each].to_owned() + "\n").collect()
    }

    fn written(cube: &Cube) -> Vec<String> {
        let bracketed = cut(cube, 9).replace('U', "[U]").replace('F', "[F],");
        vec![
            net(cube, " ", false),
            net(cube, "", false),
            net(cube, " ", true),
            cut(cube, 9),
            cut(cube, 3),
            bracketed,
        ]
    }

    proptest! {
        #[test]
        fn a_cube_over_several_lines_is_one(seed: u64, before in "[RUF]{3}\n\n|R U F2\n|(# a cube\n)?") {
            let cube = Random::new(seed).cube();
            for text in written(&cube) {
                prop_assert_eq!(parse_line(&text, None), Ok(Some(cube)), "{}", text);
                prop_assert_eq!(parse_line(&text, Some(Format::Facelets)), Ok(Some(cube)));
                prop_assert_eq!(detect(&text), Format::Facelets);
                let lines = format!("{before}{text}");
                let found = Unfolded::among(lines.lines(), 1).expect(&lines);
                let first = before.lines().count() as u64 + 1;
                let last = lines.lines().count() as u64;
                prop_assert_eq!(found, Unfolded { first, last, facelets: cube.to_string() });
            }
        }

        /// Nine letters on a line are moves, also on many lines.
        #[test]
        fn short_moves_are_no_cube(lines in prop::collection::vec("[URFDLB]{9}|[URFDLB]{3}", 7..60)) {
            let is_cube = |group: &[String]| has_nine_of_each(&group.concat());
            prop_assume!(![6, 18].into_iter().any(|count| lines.windows(count).any(is_cube)));
            prop_assert_eq!(Unfolded::among(lines.iter().map(String::as_str), 1), None);
        }
    }

    #[test]
    fn lines_in_the_midst_of_others_are_no_cube() {
        let cube = Random::new(5).cube();
        let faces = cut(&cube, 9);
        assert!(Unfolded::among(faces.lines(), 1).is_some());
        assert_eq!(Unfolded::among(format!("RUFRUFRUF\n{faces}").lines(), 1), None);
        assert!(Unfolded::among(format!("RUFRUFRUF\n\n{faces}").lines(), 1).is_some());
        assert_eq!(Unfolded::among(["RUFRUFRUF"; 6], 1), None);
    }

    #[test]
    fn a_net_with_a_wrong_letter_is_one_cube() {
        let net = net(&Random::new(7).cube(), "", false).replacen('U', "R", 1);
        let found = Unfolded::among(net.lines(), 1).unwrap();
        assert_eq!((found.first, found.last), (1, 9));
        assert!(parse_line(&net, None).is_err() && parse_line(&found.facelets, None).is_err());
    }

    #[test]
    fn a_column_of_a_net_counts_all_lines() {
        let mut net = net(&Random::new(8).cube(), " ", true);
        let last = net.rfind(char::is_uppercase).unwrap();
        net.replace_range(last..=last, "X");
        let column = net.chars().position(|symbol| symbol == 'X').map(|at| at + 1);
        assert_eq!(parse_line(&net, None), Err(ParseError { column, reason: Reason::NoCentre('X') }));
    }

    #[test]
    fn a_cube_may_follow_another_one() {
        let (one, other) = (Random::new(9).cube(), Random::new(10).cube());
        let text = cut(&one, 9) + &cut(&other, 9);
        let (mut watch, mut found) = (UnfoldedWatch::default(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            found.extend(watch.see(number, line).err().map(|cube| (cube.first, cube.facelets)));
        }
        assert_eq!(found, [(1, one.to_string()), (7, other.to_string())]);
        let joined = Unfolded::joined(&format!("F\n\n{text}R")).unwrap();
        assert_eq!(joined, format!("F\n\n{one}\n\n\n\n\n\n{other}\n\n\n\n\n\nR"));
        assert_eq!(Unfolded::joined("F\nR\n"), None);
    }

    #[test]
    fn a_pocket_cube_over_several_lines_is_one() {
        let see = |text: &str| {
            let mut watch = UnfoldedWatch::for_pocket_cubes();
            (1..).zip(text.lines()).find_map(|(number, line)| watch.see(number, line).err())
        };
        let facelets = "UBLRBLBUFDDUFRDFFDLRULRB";
        let net = "    UB\n    LR\nUL FR BL BU\nRB DF FD DU\n    FD\n    LR\n";
        assert_eq!(see(net).map(|cube| cube.last), Some(6));
        for each in [2, 4] {
            let cut: String =
                (0..24).step_by(each).map(|at| facelets[at..at + each].to_owned() + "\n").collect();
            let found = see(&cut).expect(&cut);
            assert_eq!((found.last, &*found.facelets), (24 / each as u64, facelets));
        }
        for other in ["OB\nOB\n", "RU\nRU\nRUFRUFRU\nRUFRUFRU\nRU\nRU\n"] {
            assert_eq!(see(other), None, "{other}");
        }
    }

    #[test]
    fn blank_lines_may_part_faces() {
        let cube = Random::new(6).cube();
        let rows = cut(&cube, 3);
        let faces: Vec<String> =
            rows.lines().collect::<Vec<_>>().chunks(3).map(|face| face.join("\n")).collect();
        let found = Unfolded::among(faces.join("\n\n").lines(), 4).unwrap();
        assert_eq!((found.first, found.last, &found.facelets), (4, 26, &cube.to_string()));
    }
}
