//! Replays solutions on the stickers of the cube. It shares nothing with the program whose solutions it checks, not even the
//! form of a position. A position is 54 colours, and the effect of a move follows from the places of the stickers in space. It
//! can check any other solver's solutions, too.
//!
//! ```sh
//! rustc --edition 2024 -O verify/replay/replay.rs -o replay
//! ./replay POSITIONS SOLUTIONS [GREATEST]
//! ```
//!
//! POSITIONS has 54 letters of `URFDLB` a line: the faces U R F D L B, each row by row. SOLUTIONS has moves in the same
//! line: `R U2 F'`, or nothing. A row holds when every face of the position shows the colour of its centre after the moves,
//! and they are not more than GREATEST. The counts of lengths go to standard output, the first rows that do not hold to
//! standard error. The exit code is 0 when all hold, 1 when one does not or rows are missing, 2 when files cannot be read.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::process::ExitCode;

const STICKERS: usize = 54;

/// The faces in the order in which positions and moves name them.
const FACES: &[u8; 6] = b"URFDLB";

/// The number of wrong rows that are reported.
const TOLD: u64 = 10;

/// A place or direction in space: x to the right, y up, z towards the viewer of F. The cube's middle is 0; its cubies are at
/// −1, 0 and 1, its stickers at 2 and −2.
type Point = [i32; 3];

/// Where each face is, in the order of [`FACES`].
const OUTWARD: [Point; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// The directions of each face's columns to the right and rows down, in its row of nine: the sides stand upright, U is seen
/// with F below it, D with F above it.
const RIGHT_AND_DOWN: [[Point; 2]; 6] = [
    [[1, 0, 0], [0, 0, 1]],
    [[0, 0, -1], [0, -1, 0]],
    [[1, 0, 0], [0, -1, 0]],
    [[1, 0, 0], [0, 0, -1]],
    [[0, 0, 1], [0, -1, 0]],
    [[-1, 0, 0], [0, -1, 0]],
];

fn dot(a: Point, b: Point) -> i32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Where a sticker is.
fn place(sticker: usize) -> Point {
    let (face, row, column) = (sticker / 9, (sticker % 9 / 3) as i32, (sticker % 3) as i32);
    let [right, down] = RIGHT_AND_DOWN[face];
    std::array::from_fn(|i| 2 * OUTWARD[face][i] + (column - 1) * right[i] + (row - 1) * down[i])
}

/// The sticker at a place; there must be one.
fn sticker(at: Point) -> usize {
    (0..STICKERS).find(|&sticker| place(sticker) == at).expect("a turn carries stickers to stickers")
}

/// The place to which a quarter turn of the layer at `outward`, clockwise for its viewer, carries a place.
fn carried(outward: Point, at: Point) -> Point {
    let along = dot(outward, at);
    if along <= 0 {
        return at;
    }
    // By −90° about the axis `outward`: what lies along it stays, the rest turns with the cross product.
    let across = cross(at, outward);
    std::array::from_fn(|i| along * outward[i] + across[i])
}

/// The stickers that a move carries, each with the place where it was before: 20 of them.
type Move = Vec<(u8, u8)>;

/// The six faces' turns by one, two and three quarters.
struct Moves([[Move; 3]; 6]);

impl Moves {
    fn new() -> Moves {
        let quarter = |face: usize, sticker_at: usize| sticker(carried(OUTWARD[face], place(sticker_at)));
        let turns = |face: usize, quarters: usize| {
            let to = |from| (0..quarters).fold(from, |at, _| quarter(face, at));
            (0..STICKERS).map(|from| (to(from) as u8, from as u8)).filter(|(to, from)| to != from).collect()
        };
        Moves(std::array::from_fn(|face| std::array::from_fn(|n| turns(face, n + 1))))
    }

    /// The move that a word names.
    fn named(&self, word: &[u8]) -> Option<&Move> {
        let (face, mark) = word.split_first()?;
        let face = FACES.iter().position(|name| name == face)?;
        let quarters: usize = match mark {
            b"" => 1,
            b"2" => 2,
            b"'" => 3,
            _ => return None,
        };
        Some(&self.0[face][quarters - 1])
    }
}

/// The colours of a position, by sticker.
struct Position([u8; STICKERS]);

impl Position {
    /// Reads 54 letters, whose centres are six different ones.
    fn read(line: &[u8]) -> Option<Position> {
        let position = Position(line.try_into().ok()?);
        let centres = position.centres();
        let different = (0..6).all(|i| !centres[..i].contains(&centres[i]));
        (different && position.0.iter().all(|colour| FACES.contains(colour))).then_some(position)
    }

    fn centres(&self) -> [u8; 6] {
        std::array::from_fn(|face| self.0[face * 9 + 4])
    }

    fn make(&mut self, turn: &Move) {
        let before = self.0;
        for &(to, from) in turn {
            self.0[usize::from(to)] = before[usize::from(from)];
        }
    }

    /// Whether every face shows the colour of its centre.
    fn is_solved(&self) -> bool {
        self.0
            .chunks_exact(9)
            .zip(self.centres())
            .all(|(face, centre)| face.iter().all(|&colour| colour == centre))
    }
}

/// Why a row does not hold.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    NoPosition,
    NotAMove(String),
    NotSolved,
    TooLong(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::NoPosition => write!(f, "the position is not 54 letters of six centres"),
            Fault::NotAMove(word) => write!(f, "{word:?} is no move"),
            Fault::NotSolved => write!(f, "the moves do not solve it"),
            Fault::TooLong(length) => write!(f, "it has {length} moves"),
        }
    }
}

/// The length of a solution that solves its position.
fn replay(moves: &Moves, position: &[u8], solution: &[u8], greatest: usize) -> Result<usize, Fault> {
    let mut position = Position::read(position).ok_or(Fault::NoPosition)?;
    let mut length = 0;
    let words = solution.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).enumerate();
    // Behind moves there can be a comment.
    for (_, word) in words.take_while(|&(at, word)| at == 0 || word != b"#") {
        let unknown = || Fault::NotAMove(String::from_utf8_lossy(word).into_owned());
        position.make(moves.named(word).ok_or_else(unknown)?);
        length += 1;
    }
    match position.is_solved() {
        false => Err(Fault::NotSolved),
        true if length > greatest => Err(Fault::TooLong(length)),
        true => Ok(length),
    }
}

/// Reads the next line into `line`, without its end; returns whether there was one.
fn next(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = file.read_until(b'\n', line)?;
    while line.last().is_some_and(|end| b"\r\n".contains(end)) {
        line.pop();
    }
    Ok(read > 0)
}

/// What was found in two files.
#[derive(Default)]
struct Report {
    rows: u64,
    faults: u64,
    /// Whether one of the files ended before the other.
    uneven: bool,
    lengths: BTreeMap<usize, u64>,
}

impl Report {
    /// Replays all rows, and reports the first wrong ones.
    fn of(mut positions: impl BufRead, mut solutions: impl BufRead, greatest: usize) -> io::Result<Report> {
        let moves = Moves::new();
        let mut report = Report::default();
        let (mut position, mut solution) = (Vec::new(), Vec::new());
        loop {
            let there = [next(&mut positions, &mut position)?, next(&mut solutions, &mut solution)?];
            if there != [true; 2] {
                report.uneven = there != [false; 2];
                return Ok(report);
            }
            report.rows += 1;
            match replay(&moves, &position, &solution, greatest) {
                Ok(length) => *report.lengths.entry(length).or_default() += 1,
                Err(fault) => report.tell(&fault),
            }
        }
    }

    fn tell(&mut self, fault: &Fault) {
        self.faults += 1;
        if self.faults <= TOLD {
            eprintln!("line {}: {fault}", self.rows);
        }
    }

    fn holds(&self) -> bool {
        self.rows > 0 && self.faults == 0 && !self.uneven
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (mut counts, mut moves) = (String::new(), 0);
        for (length, count) in &self.lengths {
            write!(counts, " {length}:{count}")?;
            moves += *length as u64 * count;
        }
        let held = self.rows - self.faults;
        let mean = moves as f64 / held.max(1) as f64;
        writeln!(f, "rows {}, do not hold {}, mean length {mean:.4}", self.rows, self.faults)?;
        writeln!(f, "lengths{counts}")?;
        if self.uneven {
            writeln!(f, "one file has more rows than the other")?;
        }
        Ok(())
    }
}

fn run(arguments: &[String]) -> Result<bool, String> {
    let usage = || "replay POSITIONS SOLUTIONS [GREATEST]".to_owned();
    let (positions, solutions, greatest) = match arguments {
        [positions, solutions] => (positions, solutions, usize::MAX),
        [positions, solutions, greatest] => (positions, solutions, greatest.parse().map_err(|_| usage())?),
        _ => return Err(usage()),
    };
    let open = |path: &String| File::open(path).map_err(|error| format!("{path}: {error}"));
    let reader = |path| open(path).map(|file| BufReader::with_capacity(1 << 20, file));
    let report =
        Report::of(reader(positions)?, reader(solutions)?, greatest).map_err(|error| error.to_string())?;
    write!(io::stdout(), "{report}").map_err(|error| error.to_string())?;
    Ok(report.holds())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &[u8; STICKERS] = b"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

    /// How often a sequence is made until the solved cube is solved again.
    fn order(text: &str) -> usize {
        let moves = Moves::new();
        let mut position = Position::read(SOLVED).unwrap();
        let mut again = || {
            text.split(' ').for_each(|word| position.make(moves.named(word.as_bytes()).unwrap()));
            position.is_solved()
        };
        (1..).find(|_| again()).unwrap()
    }

    #[test]
    fn sequences_have_their_known_orders() {
        let known = [
            ("R", 4),
            ("R2", 2),
            ("R L", 4),
            ("R U R' U'", 6),
            ("R U'", 63),
            ("R U", 105),
            ("R U2 D' B D'", 1260),
        ];
        for (text, expected) in known {
            assert_eq!(order(text), expected, "{text}");
        }
    }

    #[test]
    fn every_move_carries_twenty_stickers() {
        assert!(Moves::new().0.iter().flatten().all(|turn| turn.len() == 20));
    }

    /// R brings F's right column up to U, U's to B (upside down), and turns R itself.
    #[test]
    fn a_right_turn_goes_the_way_of_the_clock() {
        let mut position = Position::read(SOLVED).unwrap();
        position.make(Moves::new().named(b"R").unwrap());
        assert_eq!(position.0, *b"UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    }

    /// The superflip and its sequence are published (Reid, 1995): every edge flipped, every corner at home.
    #[test]
    fn the_superflip_is_solved_by_its_sequence() {
        let superflip = b"UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
        let sequence = b"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
        assert_eq!(replay(&Moves::new(), superflip, sequence, 20), Ok(20));
        assert_eq!(replay(&Moves::new(), superflip, sequence, 19), Err(Fault::TooLong(20)));
    }

    #[test]
    fn what_does_not_hold_is_told() {
        let moves = Moves::new();
        let one_colour = [b'U'; STICKERS];
        let mut rotated = *SOLVED;
        rotated.rotate_left(9);
        let not_a_move = |word: &str| Err(Fault::NotAMove(word.to_owned()));
        let rows: [(&[u8], &[u8], Result<usize, Fault>); 10] = [
            (SOLVED, b"", Ok(0)),
            (&rotated, b"", Ok(0)),
            (SOLVED, b"R R'", Ok(2)),
            (SOLVED, b"R R' # more than 1 moves", Ok(2)),
            (SOLVED, b"R", Err(Fault::NotSolved)),
            (SOLVED, b"R3 R", not_a_move("R3")),
            (SOLVED, b"x", not_a_move("x")),
            (SOLVED, b"# line 1: invalid", not_a_move("#")),
            (&SOLVED[1..], b"", Err(Fault::NoPosition)),
            (&one_colour, b"", Err(Fault::NoPosition)),
        ];
        for (position, solution, expected) in rows {
            assert_eq!(replay(&moves, position, solution, 20), expected);
        }
    }

    #[test]
    fn missing_rows_do_not_hold() {
        let two = [&SOLVED[..], b"\n", &SOLVED[..], b"\n"].concat();
        let holds = |solutions: &[u8]| Report::of(&two[..], solutions, 20).unwrap().holds();
        assert!(holds(b"\nR R'\n"));
        assert!(!holds(b"\n"));
        assert!(!holds(b"\n\n\n"));
        assert!(!holds(b"\nR\n"));
        assert!(!Report::of(&b""[..], &b""[..], 20).unwrap().holds());
    }
}
