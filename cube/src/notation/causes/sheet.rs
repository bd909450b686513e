//! The symbols of a text, before it is known which symbol is which face.

use super::super::symbols;
use super::Sticker;
use crate::cube::{CORNERS, Cube, FACELETS, Face, Setup};

/// The number of a symbol that is not a colour.
pub(super) const UNKNOWN: u8 = 6;

/// The most symbols of a text that is looked at.
const LONGEST: usize = FACELETS + 1;

/// What some write for a sticker that they do not know.
const UNKNOWN_SYMBOLS: &str = "?.-_*xX";

/// Symbols that mean the same colours or faces to everyone, in the order U R F D L B.
const ALPHABETS: [&str; 3] = ["URFDLB", "WRGYOB", "⬜🟥🟩🟨🟧🟦"];

/// The facelets of a cube by the numbers of their symbols.
pub(super) type Numbers = [u8; FACELETS];

/// The symbols of a text, numbered.
pub(super) struct Sheet {
    /// The six that are colours.
    symbols: [char; 6],
    /// All as they were read, by number.
    pub numbers: Vec<u8>,
    /// The face to which each colour belongs by its name, if all six have such names.
    known: Option<[Face; 6]>,
    /// Whether the names are those of faces.
    has_face_letters: bool,
    /// All as they were read.
    shown: Vec<char>,
}

impl Sheet {
    /// The symbols of a text with one symbol too few to one too many, and with six colours or more.
    pub fn new(text: &str) -> Option<Sheet> {
        let all = symbols::all(text).map(|(_, symbol)| symbol).take(LONGEST + 1).collect();
        let items = symbols::of_list(text).map(|(_, symbol)| symbol).take(LONGEST + 1).collect();
        let shown: Vec<char> = [all, items]
            .into_iter()
            .find(|shown: &Vec<char>| (FACELETS - 1..=LONGEST).contains(&shown.len()))?;
        let symbols = colours(&shown)?;
        let number = |symbol: &char| symbols.iter().position(|colour| colour == symbol);
        let numbers = shown.iter().map(|symbol| number(symbol).map_or(UNKNOWN, |number| number as u8));
        let (known, has_face_letters) = known(symbols).unzip();
        let has_face_letters = has_face_letters == Some(true);
        Some(Sheet { symbols, numbers: numbers.collect(), known, has_face_letters, shown })
    }

    /// A sticker that shows the symbol at `place` of the text, and has to show the one with this number.
    pub fn sticker(&self, facelet: usize, number: u8, place: Option<usize>) -> Sticker {
        let symbol = self.symbols[usize::from(number)];
        Sticker { facelet, symbol, shown: place.map(|place| self.shown[place]) }
    }

    /// The symbol at `place` of the text.
    pub fn shown(&self, place: usize) -> char {
        self.shown[place]
    }

    /// How many centres show the letter of another face.
    pub fn misplaced(&self, centres: [u8; 6]) -> usize {
        let Some(known) = self.known.filter(|_| self.has_face_letters) else { return 0 };
        let named = centres.map(|number| known[usize::from(number)]);
        Face::ALL.iter().zip(named).filter(|&(&face, named)| face != named).count()
    }

    /// The face that the symbol of each centre names, if symbols name faces or usual colours.
    pub fn named_centres(&self, numbers: &Numbers) -> Option<[Face; 6]> {
        self.known.map(|known| centres(numbers).map(|number| known[usize::from(number)]))
    }

    /// Whether the centres lie around each other as their symbols name them; true of symbols that name nothing.
    pub fn is_usual(&self, numbers: &Numbers) -> bool {
        let Some(named) = self.named_centres(numbers) else { return true };
        let [up, right, front, ..] = named;
        let are_opposite = (0..3).all(|face| named[face + 3] == named[face].opposite());
        let is_corner = |names: &[Face; 3]| {
            (0..3).any(|n| [up, front, right] == [names[n], names[(n + 1) % 3], names[(n + 2) % 3]])
        };
        are_opposite && CORNERS.iter().any(is_corner)
    }
}

/// The six symbols that are the colours: the most frequent ones, but for those of unknown stickers.
fn colours(shown: &[char]) -> Option<[char; 6]> {
    let mut counts: Vec<(usize, char)> = Vec::new();
    for &symbol in shown {
        match counts.iter_mut().find(|(_, other)| *other == symbol) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, symbol)),
        }
    }
    if counts.len() > 6 {
        let is_colour = |symbol| !UNKNOWN_SYMBOLS.contains(symbol);
        counts.sort_by_key(|&(count, symbol)| (!is_colour(symbol), std::cmp::Reverse(count)));
        counts.truncate(6);
    }
    <[(usize, char); 6]>::try_from(counts).ok().map(|counts| counts.map(|(_, symbol)| symbol))
}

/// The faces that six symbols name, and whether they are the letters of faces.
fn known(symbols: [char; 6]) -> Option<([Face; 6], bool)> {
    ALPHABETS.iter().find_map(|&names| {
        let number = |symbol: char| names.chars().position(|name| name == symbol.to_ascii_uppercase());
        let faces = symbols.map(number);
        let are_all = (0..6).all(|face| faces.contains(&Some(face)));
        are_all.then(|| (faces.map(|face| Face::ALL[face.unwrap_or(0)]), names == ALPHABETS[0]))
    })
}

/// The numbers on the six centres.
pub(super) fn centres(numbers: &Numbers) -> [u8; 6] {
    Face::ALL.map(|face| numbers[face.index() * 9 + 4])
}

/// The face of each number, if the centres show all six.
pub(super) fn faces(centres: [u8; 6]) -> Option<[Face; 6]> {
    let mut faces = [None; 6];
    for (face, number) in Face::ALL.into_iter().zip(centres) {
        *faces.get_mut(usize::from(number))? = Some(face);
    }
    let [u, r, f, d, l, b] = faces;
    Some([u?, r?, f?, d?, l?, b?])
}

/// The position that these numbers show, if turns can reach it.
pub(super) fn cube(numbers: &Numbers) -> Option<Cube> {
    setup(numbers)?.cube(true)
}

/// What these numbers show, if each is that of a centre.
pub(super) fn setup(numbers: &Numbers) -> Option<Setup> {
    let faces = faces(centres(numbers))?;
    let mut colours = [Face::U; FACELETS];
    for (colour, &number) in colours.iter_mut().zip(numbers) {
        *colour = *faces.get(usize::from(number))?;
    }
    Some(Setup::from_facelets(&colours))
}
