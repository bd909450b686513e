//! Facelets and moves on a line of text.

use super::{PocketCube, STICKERS};
use cubebatch_cube::cube::{Cube, Face};
use cubebatch_cube::notation::{ParseError, Reason, content_to_read, has_four_of_each, parse_moves};

/// The fewest letters that are taken for facelets, complete or not.
const LIKELY_FACELETS: usize = 16;

/// The shortest word of a facelet string: it may be written a face at a time.
const LIKELY_FACE: usize = 3;

/// The faces in the order of digits and colours.
pub(super) const FACES: [Face; 6] = [Face::F, Face::R, Face::B, Face::L, Face::U, Face::D];

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
        match self {
            Alphabet::Digits | Alphabet::Colours => FACES,
            Alphabet::Faces => Face::ALL,
        }
    }

    /// The symbols in words.
    fn described(self) -> &'static str {
        match self {
            Alphabet::Digits => "0 to 5",
            Alphabet::Colours => "O B R G Y W",
            Alphabet::Faces => "U R F D L B",
        }
    }

    /// The symbol of a colour.
    pub fn symbol(self, colour: Face) -> char {
        let place = self.faces().iter().position(|&face| face == colour);
        self.symbols()[place.expect("all faces are there")]
    }

    fn colour(self, symbol: char) -> Option<Face> {
        let place = self.symbols().iter().position(|&other| other == symbol.to_ascii_uppercase())?;
        Some(self.faces()[place])
    }

    /// The 24 symbols of a cube.
    pub fn write(self, cube: &PocketCube) -> String {
        let stickers = cube.stickers();
        let of_face = |face: Face| &stickers[4 * face.index()..][..4];
        self.faces().into_iter().flat_map(of_face).map(|&colour| self.symbol(colour)).collect()
    }
}

/// The position of a line, or `None` when the line is blank or only a comment (from `#` or `//` on). The line is 24 facelets in
/// any [`Alphabet`], or moves on a solved cube.
///
/// Facelets begin with a digit, or are 16 letters or more, in words of three or more, and nothing else. 24 letters, four of each of
/// six, are always facelets; scrambles can have as many letters and marks together. A wide move turns one
/// of the two layers, and a slice move none. After a rotation, letters name the faces as they are then held.
///
/// # Errors
/// [`ParseError`], when the line cannot be read or turns cannot reach its position.
pub fn parse_line(line: &str) -> Result<Option<PocketCube>, ParseError> {
    let text = &*content_to_read(line)?;
    if text.trim_start().is_empty() {
        return Ok(None);
    }
    let cube = match is_like_facelets(text) {
        true => PocketCube::from_stickers(&read_stickers(text)?)?,
        false => PocketCube::of(&parse_moves(text)?.apply(&Cube::SOLVED)),
    };
    Ok(Some(cube))
}

fn is_like_facelets(text: &str) -> bool {
    let is_face = |word: &str| word.chars().all(char::is_alphabetic) && word.chars().count() >= LIKELY_FACE;
    let letters = || text.chars().filter(|symbol| !symbol.is_whitespace()).count();
    Alphabet::of(text) == Alphabet::Digits
        || has_four_of_each(text) && text.chars().all(|c| c.is_alphabetic() || c.is_whitespace())
        || (text.split_whitespace().all(is_face) && letters() >= LIKELY_FACELETS)
}

/// The colours of a line of 24 facelets in any [`Alphabet`], in the order of [`PocketCube::from_stickers`]. Turns need not reach
/// them.
///
/// # Errors
/// [`ParseError`], when the line has other symbols, or more or fewer.
pub fn shown_stickers(line: &str) -> Result<[Face; STICKERS], ParseError> {
    read_stickers(&content_to_read(line)?)
}

fn read_stickers(text: &str) -> Result<[Face; STICKERS], ParseError> {
    let alphabet = Alphabet::of(text);
    let symbols = || text.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace());
    let count = symbols().count();
    if count != STICKERS {
        return Err(Reason::PocketFaceletCount(count).into());
    }
    let mut stickers = [Face::U; STICKERS];
    for (i, (at, symbol)) in symbols().enumerate() {
        let reason = || Reason::NotASymbol { symbol, symbols: alphabet.described() };
        let colour = alphabet.colour(symbol);
        let colour = colour.ok_or_else(|| ParseError { column: Some(at + 1), reason: reason() })?;
        stickers[4 * alphabet.faces()[i / 4].index() + i % 4] = colour;
    }
    Ok(stickers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Fault, Faults};

    const ALPHABETS: [Alphabet; 3] = [Alphabet::Digits, Alphabet::Colours, Alphabet::Faces];

    #[test]
    fn facelets_are_read_as_they_are_written() {
        for seed in 0..200 {
            for alphabet in ALPHABETS {
                let cube = PocketCube::of(&Random::new(seed).cube());
                let text = alphabet.write(&cube);
                let by_face: Vec<&str> = (0..6).map(|face| &text[4 * face..][..4]).collect();
                for text in [text.clone(), text.to_lowercase(), format!(" {}  // held so", by_face.join(" "))]
                {
                    assert_eq!(parse_line(&text), Ok(Some(cube)), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_alphabets_of_a_right_turn() {
        let cube = parse_line("R").unwrap().unwrap();
        let texts = ALPHABETS.map(|alphabet| alphabet.write(&cube));
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
            assert_eq!(one.rank(), other.rank(), "{pair:?}");
            assert!(!one.is_solved());
        }
    }

    #[test]
    fn facelets_that_turns_cannot_reach_are_shown() {
        // The corner DRF turned in its place.
        let facelets = "UUUURRDRFFFRDFDDLLLLBBBB";
        let line = format!("{facelets} # twisted");
        assert_eq!(parse_line(&line), Err(Faults(vec![Fault::Twist]).into()));
        assert_eq!(String::from_iter(shown_stickers(&line).unwrap().map(Face::letter)), facelets);
    }

    #[test]
    fn what_cannot_be_read() {
        let not = |symbol, alphabet: Alphabet| Reason::NotASymbol { symbol, symbols: alphabet.described() };
        for (text, column, reason) in [
            ("0000", None, Reason::PocketFaceletCount(4)),
            ("UUUURRRRFFFFDDDDLLLLBBB", None, Reason::PocketFaceletCount(23)),
            ("0000 1111 2222 3333 4444 6555", Some(26), not('6', Alphabet::Digits)),
            ("OOOOBBBBRRRRGGGGYYYYWWWU", Some(24), not('U', Alphabet::Colours)),
            ("UUUURRRRFFFFDDDDLLLLBBBé", Some(24), not('é', Alphabet::Faces)),
            ("R X", Some(3), Reason::NotAMove('X')),
        ] {
            assert_eq!(parse_line(text), Err(ParseError { column, reason }), "{text}");
        }
        for blank in ["", "  ", "# R", " // 0000"] {
            assert_eq!(parse_line(blank), Ok(None), "{blank:?}");
        }
    }
}
