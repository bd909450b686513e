//! Facelets and moves on a line of text.

use super::{FACES, Facelets, Faults};
use cubebatch_cube::cube::{Cube, Face};
use cubebatch_cube::notation::{self, content_to_read, has_four_of_each, parse_moves};

/// The fewest letters that are taken for facelets, complete or not.
const LIKELY_FACELETS: usize = 16;

/// The shortest word of a facelet string: it may be written a face at a time.
const LIKELY_FACE: usize = 3;

/// Why a line gives no position, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", .column.map(|column| format!("column {column}: ")).unwrap_or_default())]
pub struct ParseError {
    /// The offending place, counted in characters from 1; `None` when it is the line as a whole.
    pub column: Option<usize>,
    /// The fault.
    pub reason: Reason,
}

/// A fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Not 24 facelets.
    #[error("a pocket cube has 24 facelets, but {0} are given")]
    FaceletCount(usize),
    /// A symbol that is none of its alphabet's.
    #[error("{:?} is no colour here: they are {}", .symbol.to_string(), .alphabet.colours())]
    NotAColour {
        /// The symbol.
        symbol: char,
        /// The alphabet in which the line seems to be written.
        alphabet: Alphabet,
    },
    /// The line seems to be moves and cannot be read as such.
    #[error(transparent)]
    Moves(notation::Reason),
    /// Turns cannot reach the position.
    #[error("turns cannot reach this position: {0}")]
    Impossible(Faults),
}

impl From<Faults> for ParseError {
    fn from(faults: Faults) -> ParseError {
        ParseError { column: None, reason: Reason::Impossible(faults) }
    }
}

impl From<notation::ParseError> for ParseError {
    fn from(error: notation::ParseError) -> ParseError {
        ParseError { column: error.column, reason: Reason::Moves(error.reason) }
    }
}

/// An alphabet for facelets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Alphabet {
    /// 0 … 5: orange, blue, red, green, yellow, white. The faces are front, right, back, left,
    /// up, down.
    Digits,
    /// O B R G Y W, the same colours by their letters, the faces in the same order.
    Colours,
    /// U R F D L B: each colour by its face, the faces in this order.
    Faces,
}

impl Alphabet {
    /// The alphabet in which a text seems to be written: digits begin with a digit, and only colours have the letters O, G,
    /// Y and W.
    fn of(text: &str) -> Alphabet {
        if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            Alphabet::Digits
        } else if text.contains(['O', 'G', 'Y', 'W', 'o', 'g', 'y', 'w']) {
            Alphabet::Colours
        } else {
            Alphabet::Faces
        }
    }

    /// The symbols, for the colours of the faces in the order of [`Alphabet::faces`].
    fn symbols(self) -> [char; 6] {
        match self {
            Alphabet::Digits => ['0', '1', '2', '3', '4', '5'],
            Alphabet::Colours => ['O', 'B', 'R', 'G', 'Y', 'W'],
            Alphabet::Faces => Face::ALL.map(Face::letter),
        }
    }

    /// The order of the faces.
    fn faces(self) -> [Face; 6] {
        if self == Alphabet::Faces { Face::ALL } else { FACES }
    }

    fn colours(self) -> &'static str {
        match self {
            Alphabet::Digits => "0 to 5",
            Alphabet::Colours => "O B R G Y W",
            Alphabet::Faces => "U R F D L B",
        }
    }

    /// The symbol of a colour.
    pub fn symbol(self, colour: Face) -> char {
        self.symbols()[self.place(colour)]
    }

    /// The place of a face in its order.
    fn place(self, face: Face) -> usize {
        self.faces().iter().position(|&other| other == face).expect("all faces are there")
    }

    fn colour(self, symbol: char) -> Option<Face> {
        let place = self.symbols().iter().position(|&other| other == symbol.to_ascii_uppercase())?;
        Some(self.faces()[place])
    }
}

/// The position of a line, or `None` when the line is blank or only a comment (from `#` or `//` on). The line is 24 facelets in
/// any [`Alphabet`], which turns need not reach, or moves on a solved cube.
///
/// Facelets begin with a digit, or are 16 letters or more, in words of three or more, and nothing else. 24 letters, four of each of
/// six, are always facelets; scrambles can have as many letters and marks together. A wide move turns one
/// of the two layers, and a slice move none. After a rotation, letters name the faces as they are then held.
///
/// # Errors
/// [`ParseError`], when the line cannot be read.
pub fn parse_line(line: &str) -> Result<Option<Facelets>, ParseError> {
    let text = &*content_to_read(line)?;
    if text.trim_start().is_empty() {
        return Ok(None);
    }
    let facelets = match is_like_facelets(text) {
        true => parse_facelets(text)?,
        false => Facelets::of(&parse_moves(text)?.apply(&Cube::SOLVED)),
    };
    Ok(Some(facelets))
}

fn is_like_facelets(text: &str) -> bool {
    let is_face = |word: &str| word.chars().all(char::is_alphabetic) && word.chars().count() >= LIKELY_FACE;
    let letters = || text.chars().filter(|symbol| !symbol.is_whitespace()).count();
    Alphabet::of(text) == Alphabet::Digits
        || has_four_of_each(text) && text.chars().all(|c| c.is_alphabetic() || c.is_whitespace())
        || (text.split_whitespace().all(is_face) && letters() >= LIKELY_FACELETS)
}

fn parse_facelets(text: &str) -> Result<Facelets, ParseError> {
    let alphabet = Alphabet::of(text);
    let symbols = || text.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace());
    let count = symbols().count();
    if count != 24 {
        return Err(ParseError { column: None, reason: Reason::FaceletCount(count) });
    }
    let mut facelets = Facelets::SOLVED;
    let order = alphabet.faces().map(|face| FACES.iter().position(|&other| other == face));
    for (i, (at, symbol)) in symbols().enumerate() {
        let reason = || Reason::NotAColour { symbol, alphabet };
        let colour = alphabet.colour(symbol);
        let colour = colour.ok_or_else(|| ParseError { column: Some(at + 1), reason: reason() })?;
        facelets.cube[order[i / 4].expect("all faces are there")][i % 4] = colour;
    }
    Ok(facelets)
}

impl Facelets {
    /// The 24 symbols in the order that belongs to this alphabet.
    pub fn to_text(&self, alphabet: Alphabet) -> String {
        let mut text = [' '; 24];
        for (face, colours) in FACES.into_iter().zip(&self.cube) {
            let cells = &mut text[4 * alphabet.place(face)..][..4];
            cells.iter_mut().zip(colours).for_each(|(cell, &colour)| *cell = alphabet.symbol(colour));
        }
        text.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pocket::Position;
    use cubebatch_cube::cube::random::Random;

    const ALPHABETS: [Alphabet; 3] = [Alphabet::Digits, Alphabet::Colours, Alphabet::Faces];

    fn random_facelets(seed: u64) -> Facelets {
        Facelets::of(&Random::new(seed).cube())
    }

    #[test]
    fn facelets_are_read_as_they_are_written() {
        for seed in 0..200 {
            for alphabet in ALPHABETS {
                let (facelets, text) = (random_facelets(seed), random_facelets(seed).to_text(alphabet));
                let by_face: Vec<&str> = (0..6).map(|face| &text[4 * face..][..4]).collect();
                for text in [text.clone(), text.to_lowercase(), format!(" {}  // held so", by_face.join(" "))]
                {
                    assert_eq!(parse_line(&text), Ok(Some(facelets)), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_alphabets_of_a_right_turn() {
        let facelets = parse_line("R").unwrap().unwrap();
        let texts = ALPHABETS.map(|alphabet| facelets.to_text(alphabet));
        let expected = ["050511114242333340405252", "OWOWBBBBYRYRGGGGYOYOWRWR", "UFUFRRRRFDFDDBDBLLLLUBUB"];
        assert_eq!(texts, expected);
    }

    /// A wide move turns one of the two layers, and a slice move none.
    #[test]
    fn moves_are_made_on_a_solved_cube() {
        let pairs =
            [("RUR'U'", "R U R' U'"), ("x U", "U"), ("Rw U", "R U"), ("u' R2", "U' R2"), ("M S2 E' F", "F")];
        for pair in pairs {
            let [one, other] = <[&str; 2]>::from(pair).map(|text| parse_line(text).unwrap().unwrap());
            assert_eq!(Position::of(&one), Position::of(&other), "{pair:?}");
            assert!(!one.is_solved());
        }
    }

    #[test]
    fn what_cannot_be_read() {
        let not = |symbol, alphabet| Reason::NotAColour { symbol, alphabet };
        for (text, column, reason) in [
            ("0000", None, Reason::FaceletCount(4)),
            ("UUUURRRRFFFFDDDDLLLLBBB", None, Reason::FaceletCount(23)),
            ("0000 1111 2222 3333 4444 6555", Some(26), not('6', Alphabet::Digits)),
            ("OOOOBBBBRRRRGGGGYYYYWWWU", Some(24), not('U', Alphabet::Colours)),
            ("UUUURRRRFFFFDDDDLLLLBBBé", Some(24), not('é', Alphabet::Faces)),
            ("R X", Some(3), Reason::Moves(notation::Reason::NotAMove('X'))),
        ] {
            assert_eq!(parse_line(text), Err(ParseError { column, reason }), "{text}");
        }
        for blank in ["", "  ", "# R", " // 0000"] {
            assert_eq!(parse_line(blank), Ok(None), "{blank:?}");
        }
    }
}
