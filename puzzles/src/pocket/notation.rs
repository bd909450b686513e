//! Facelets and moves on a line of text.

use super::coord::FIXED;
use super::{PocketCube, STICKERS, facelet};
use cubebatch_cube::cube::{CORNERS, Cube, Face, Faults, corner_facelet};
use cubebatch_cube::notation::{ParseError, Reason, Scan, content_to_read, has_four_of_each, parse_moves};

/// The fewest letters that are taken for facelets, complete or not.
const LIKELY_FACELETS: usize = 16;

/// The shortest word of a facelet string: it may be written a face at a time.
const LIKELY_FACE: usize = 3;

/// What follows a shape such as ⬜ when a keyboard writes it as an emoji.
const AS_EMOJI: char = '\u{fe0f}';

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

    /// The symbol of a colour.
    pub fn symbol(self, colour: Face) -> char {
        let place = self.faces().iter().position(|&face| face == colour);
        self.symbols()[place.expect("all faces are there")]
    }

    fn colour(self, symbol: char) -> Option<Face> {
        let place = self.symbols().iter().position(|&other| other == symbol.to_ascii_uppercase())?;
        Some(self.faces()[place])
    }

    /// The colours, if all symbols are of this alphabet.
    fn colours(self, written: &[char; STICKERS]) -> Option<[Face; STICKERS]> {
        let colours: Option<Vec<Face>> = written.iter().map(|&symbol| self.colour(symbol)).collect();
        colours?.try_into().ok()
    }

    /// For each sticker, its place in a text.
    fn places(self) -> [usize; STICKERS] {
        let mut places = [0; STICKERS];
        for (at, face) in self.faces().into_iter().enumerate() {
            (0..4).for_each(|n| places[4 * face.index() + n] = 4 * at + n);
        }
        places
    }

    /// The 24 symbols of a cube.
    pub fn write(self, cube: &PocketCube) -> String {
        let stickers = cube.stickers();
        let of_face = |face: Face| &stickers[4 * face.index()..][..4];
        self.faces().into_iter().flat_map(of_face).map(|&colour| self.symbol(colour)).collect()
    }
}

/// The position of a line, or `None` when the line is blank or only a comment (from `#` or `//` on). The line is 24 facelets in
/// any [`Alphabet`] or in any other six symbols, or moves on a solved cube.
///
/// Other symbols than an alphabet's have the order of [`Alphabet::Faces`], and so have its digits and colours where its own order
/// gives no position. Which symbol is which colour follows from the corners: those at DBL are at home, and two that never share a
/// corner are opposite. Letters of faces name their colours, so that a mirrored cube is an error.
///
/// Facelets begin with a digit, or are 16 letters or more, in words of three or more, and nothing else. 24 symbols, four of each of
/// six, are always facelets, unless they are moves with marks: scrambles can have as many letters and marks together. A wide move
/// turns one of the two layers, and a slice move none. After a rotation, letters name the faces as they are then held.
///
/// # Errors
/// [`ParseError`], when the line cannot be read or turns cannot reach its position.
pub fn parse_line(line: &str) -> Result<Option<PocketCube>, ParseError> {
    let text = &*content_to_read(line)?;
    if text.trim_start().is_empty() {
        return Ok(None);
    }
    let cube = match is_like_facelets(text) {
        true => Reading::of(text, None)?.position()?,
        false => PocketCube::of(&parse_moves(text)?.apply(&Cube::SOLVED)),
    };
    Ok(Some(cube))
}

/// The same for a line of 24 facelets alone, of the faces in the order of a scan, whatever the symbols.
///
/// # Errors
/// As [`parse_line`]; columns are those of what was read.
pub fn parse_scanned(line: &str, scan: &Scan) -> Result<Option<PocketCube>, ParseError> {
    let text = &*content_to_read(line)?;
    match text.trim_start().is_empty() {
        true => Ok(None),
        false => Reading::of(text, Some(scan))?.position().map(Some),
    }
}

fn is_like_facelets(text: &str) -> bool {
    let is_face = |word: &str| word.chars().all(is_letter_or_picture) && word.chars().count() >= LIKELY_FACE;
    let letters = || text.chars().filter(|symbol| !symbol.is_whitespace()).count();
    let are_letters = || text.chars().all(|c| c.is_alphabetic() || c.is_whitespace());
    Alphabet::of(text) == Alphabet::Digits
        || has_four_of_each(text) && (are_letters() || parse_moves(text).is_err())
        || (text.split_whitespace().all(is_face) && letters() >= LIKELY_FACELETS)
}

/// Whether a symbol is a letter, or one of the shapes and emoji that stand for colours. Marks of moves are neither.
fn is_letter_or_picture(symbol: char) -> bool {
    symbol.is_alphabetic() || matches!(symbol, '\u{25a0}'..='\u{2bff}' | '\u{1f000}'.. | AS_EMOJI)
}

/// The colours of a line of 24 facelets, in the order of [`PocketCube::from_stickers`], read as by [`parse_line`]. Turns need not
/// reach them: then they are read in the way that has the fewest faults.
///
/// # Errors
/// [`ParseError`], when the line has more or fewer symbols, or other symbols than letters of faces and not four of each of six.
pub fn shown_stickers(line: &str) -> Result<[Face; STICKERS], ParseError> {
    Ok(Reading::of(&content_to_read(line)?, None)?.stickers)
}

/// Facelets with their colours, in the order of [`PocketCube::from_stickers`].
struct Reading {
    stickers: [Face; STICKERS],
    /// The symbols of the colours U R F D L B.
    symbols: [char; 6],
    cube: Result<PocketCube, Faults>,
}

impl Reading {
    fn new(stickers: [Face; STICKERS], symbols: [char; 6]) -> Reading {
        Reading { stickers, symbols, cube: PocketCube::from_stickers(&stickers) }
    }

    fn of(text: &str, scan: Option<&Scan>) -> Result<Reading, ParseError> {
        let (written, alphabet) = (facelets(text)?, Alphabet::of(text));
        let places = scan.map_or_else(|| Alphabet::Faces.places(), places_in);
        let Some(colours) = alphabet.colours(&written) else {
            let symbols = six_symbols(text, &written)?;
            return Ok(Reading::by_corners(&places.map(|place| written[place]), symbols, None));
        };
        let symbol = |face| alphabet.symbol(face);
        let known = |places: [usize; STICKERS]| {
            Reading::new(places.map(|place| colours[place]), Face::ALL.map(symbol))
        };
        if alphabet == Alphabet::Faces {
            return Ok(known(places));
        }
        match scan.is_none().then(|| known(alphabet.places())) {
            Some(reading) if reading.cube.is_ok() => Ok(reading),
            own_order => {
                // `o` and `O` are the same colour.
                let symbols = six_symbols(text, &colours.map(symbol))?;
                Ok(Reading::by_corners(&places.map(|place| symbol(colours[place])), symbols, own_order))
            }
        }
    }

    /// What six symbols show: a position, or else the reading with the fewest faults, which may be the `other` one.
    fn by_corners(shown: &[char; STICKERS], symbols: [char; 6], other: Option<Reading>) -> Reading {
        let reading = |symbols: [char; 6]| {
            let colour = |symbol| symbols.iter().position(|&other| other == symbol).map(Face::from_index);
            Reading::new(shown.map(|symbol| colour(symbol).expect("it is one of the six")), symbols)
        };
        let mut at_home = namings(shown, symbols, FIXED).map(reading);
        if let Some(found) = at_home.find(|reading| reading.cube.is_ok()) {
            return found;
        }
        // The corner at DBL may be the wrong one.
        let by_any = (0..CORNERS.len()).flat_map(|corner| namings(shown, symbols, corner)).map(reading);
        let faults = |reading: &Reading| reading.cube.as_ref().map_or_else(|faults| faults.0.len(), |_| 0);
        other.into_iter().chain(by_any).min_by_key(faults).unwrap_or_else(|| reading(symbols))
    }

    fn position(self) -> Result<PocketCube, ParseError> {
        let Reading { symbols, cube, .. } = self;
        cube.map_err(|faults| match symbols == Face::ALL.map(Face::letter) {
            true => faults.into(),
            false => Reason::ImpossibleColours { faults, symbols }.into(),
        })
    }
}

/// Six symbols as U R F D L B in each way in which those at a corner are D, B and L. If it is a cube, its other corners allow
/// one way alone, because they have the opposite of each of the three.
fn namings(
    shown: &[char; STICKERS],
    symbols: [char; 6],
    corner: usize,
) -> impl Iterator<Item = [char; 6]> + use<> {
    let at = |n| (0..STICKERS).find(|&sticker| facelet(sticker) == corner_facelet(corner, n));
    let [d, l, b] = [0, 1, 2].map(|n| shown[at(n).expect("a corner has three stickers")]);
    let others: Vec<char> = symbols.into_iter().filter(|symbol| ![d, l, b].contains(symbol)).collect();
    let ways = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let others = <[char; 3]>::try_from(others).ok();
    let three = others.into_iter().flat_map(move |others| ways.map(|way| way.map(|n| others[n])));
    three.map(move |[u, r, f]| [u, r, f, d, l, b])
}

/// For each sticker, the place at which a scan reads it.
fn places_in(scan: &Scan) -> [usize; STICKERS] {
    let places = scan.places();
    let place = |sticker| places[facelet(sticker)];
    // The 24 are read in the same order as among the 54 of a cube.
    std::array::from_fn(|sticker| (0..STICKERS).filter(|&other| place(other) < place(sticker)).count())
}

/// The symbols with their places in the text, from 0.
fn numbered(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace() && *symbol != AS_EMOJI)
}

fn facelets(text: &str) -> Result<[char; STICKERS], ParseError> {
    let symbols: Vec<char> = numbered(text).map(|(_, symbol)| symbol).collect();
    symbols.try_into().map_err(|symbols: Vec<_>| Reason::PocketFaceletCount(symbols.len()).into())
}

/// The six symbols that are `written` four times each, as they come.
fn six_symbols(text: &str, written: &[char; STICKERS]) -> Result<[char; 6], ParseError> {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for &symbol in written {
        match counts.iter_mut().find(|(counted, _)| *counted == symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((symbol, 1)),
        }
    }
    let wrong: Vec<_> = counts.iter().copied().filter(|&(_, count)| count != 4).collect();
    if let Some(&(rarest, _)) = wrong.iter().min_by_key(|(_, count)| *count) {
        let column = numbered(text).find(|&(_, symbol)| symbol == rarest).map(|(at, _)| at + 1);
        let column = column.filter(|_| counts.len() > 6);
        return Err(ParseError { column, reason: Reason::NotFourOfEach(wrong) });
    }
    Ok(std::array::from_fn(|i| counts[i].0))
}

#[cfg(test)]
mod tests {
    use super::super::Distances;
    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_cube::cube::{Fault, Metric, Move};
    use proptest::prelude::*;
    use std::sync::LazyLock;

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
        let counts = |counts: &[(char, usize)]| Reason::NotFourOfEach(counts.to_vec());
        for (text, column, reason) in [
            ("0000", None, Reason::PocketFaceletCount(4)),
            ("UUUURRRRFFFFDDDDLLLLBBB", None, Reason::PocketFaceletCount(23)),
            ("🟥🟥🟥🟥🟧🟧🟧🟧🟨🟨🟨🟨🟩🟩🟩🟩🟦🟦🟦", None, Reason::PocketFaceletCount(19)),
            ("0000 1111 2222 3333 4444 6555", Some(26), counts(&[('6', 1), ('5', 3)])),
            ("OOOOBBBBRRRRGGGGYYYYWWWU", Some(24), counts(&[('W', 3), ('U', 1)])),
            ("ooooBBBBRRRRGGGGYYYYWWYY", None, counts(&[('Y', 6), ('W', 2)])),
            ("UUUURRRRFFFFDDDDLLLLBBBé", Some(24), counts(&[('B', 3), ('é', 1)])),
            ("R Q", Some(3), Reason::NotAMove('Q')),
        ] {
            assert_eq!(parse_line(text), Err(ParseError { column, reason }), "{text}");
        }
        for blank in ["", "  ", "# R", " // 0000"] {
            assert_eq!(parse_line(blank), Ok(None), "{blank:?}");
            assert_eq!(parse_scanned(blank, &"belt".parse().unwrap()), Ok(None), "{blank:?}");
        }
    }

    #[test]
    fn faults_are_in_the_symbols_of_the_text() {
        let end = "; check these stickers, and the order of the faces (`--scan`)";
        for (text, faults) in [
            // The corner DRF turned in its place.
            ("WWWWRRYRGGGRYGYYOOOOBBBB", "a corner is twisted"),
            // The corner at DBL mirrored: the others say which symbols are opposite.
            (
                "WWWWRRRRGGGGYYYYOOBOBBBO",
                r#"no corner has the colours "YBO" seen at DLB; corner "YOB" is missing"#,
            ),
            (
                "🟥🟧🟨🟩🟦🟪🟥🟧🟨🟩🟦🟪🟥🟧🟨🟩🟦🟪🟥🟧🟨🟩🟦🟪",
                r#"no corner has the colours "🟩🟩🟦" seen at UFR; no corner has the colours "🟨🟪🟨" seen at ULF; no corner has the colours "🟩🟦🟧" seen at DBR; and 7 more"#,
            ),
        ] {
            let error = parse_line(text).unwrap_err().to_string();
            let expected = format!("turns cannot reach this position: {faults}{end}");
            assert_eq!(error, expected, "{text}");
        }
    }

    /// A position held in one of the 24 ways: opposite layers turned alike are all of it turned.
    fn held(random: &mut Random) -> PocketCube {
        let turn = |face: Face, n| Move::new(face, n).into_iter().chain(Move::new(face.opposite(), 4 - n));
        let [tip, around] = [6, 4].map(|ways| random.below(ways) as usize);
        let tip = if tip < 4 { turn(Face::R, tip) } else { turn(Face::F, 2 * tip - 7) };
        let all = tip.chain(turn(Face::U, around)).collect::<Vec<_>>();
        PocketCube::of(&random.cube()).apply(&all)
    }

    fn six_symbols() -> impl Strategy<Value = Vec<char>> {
        let symbols = ('a'..='z').chain('A'..='Z').chain('🟥'..='🟫').chain(['⬜', '白', 'é']);
        prop::sample::subsequence(symbols.collect::<Vec<_>>(), 6)
            .prop_shuffle()
            .prop_filter("faces", |six| !six.iter().all(|c| "URFDLB".contains(c.to_ascii_uppercase())))
    }

    /// The faces of a position as a camera shows them, each turned clockwise by some quarters.
    fn pictures(cube: &PocketCube, symbols: &[char], seen: &[(Face, usize)]) -> String {
        let shown = cube.stickers().map(|colour| symbols[colour.index()]);
        let picture = |&(face, turns): &(Face, usize)| {
            let square = <[char; 4]>::try_from(&shown[4 * face.index()..][..4]).unwrap();
            (0..turns).fold(square, |[a, b, c, d], _| [c, a, d, b])
        };
        seen.iter().flat_map(picture).collect()
    }

    fn scans() -> impl Strategy<Value = Vec<(Face, usize)>> {
        let faces = Just(Face::ALL.to_vec()).prop_shuffle();
        let turns = prop::collection::vec(0..4_usize, 6);
        (faces, turns).prop_map(|(faces, turns)| faces.into_iter().zip(turns).collect())
    }

    static DISTANCES: LazyLock<Distances> = LazyLock::new(|| Distances::new(Metric::HalfTurn));

    proptest! {
        #[test]
        fn any_six_symbols_will_do_however_a_cube_is_held(seed: u64, symbols in six_symbols(), seen in scans()) {
            let cube = held(&mut Random::new(seed));
            let upright = Face::ALL.map(|face| (face, 0));
            let read = parse_line(&pictures(&cube, &symbols, &upright)).unwrap().unwrap();
            prop_assert_eq!(read.rank(), cube.rank());
            let solution = DISTANCES.solve(&read).unwrap();
            prop_assert_eq!(solution.len(), usize::from(DISTANCES.of(&cube)));
            prop_assert!(cube.apply(&solution).is_solved());

            let marks = ["", "1", "2", "'"];
            let order: String = seen.iter().map(|&(face, n)| format!("{}{}", face.letter(), marks[n])).collect();
            let text = pictures(&cube, &symbols, &seen);
            prop_assert_eq!(parse_scanned(&text, &order.parse().unwrap()), Ok(Some(read)));
        }

        #[test]
        fn faces_and_known_symbols_are_scanned_too(seed: u64, seen in scans()) {
            let cube = held(&mut Random::new(seed));
            let order: String = seen.iter().map(|&(face, n)| format!("{}{n}", face.letter())).collect();
            let scan = order.replace('0', "").parse().unwrap();
            let faces = pictures(&cube, &Face::ALL.map(Face::letter), &seen);
            prop_assert_eq!(parse_scanned(&faces, &scan), Ok(Some(cube)));
            let colours = pictures(&cube, &['w', 'R', 'g', 'Y', 'o', 'B'], &seen);
            prop_assert_eq!(parse_scanned(&colours, &scan).unwrap().map(|read| read.rank()), Some(cube.rank()));
        }

        #[test]
        fn no_text_makes_it_panic(
            any in ".{0,40}",
            likely in "[URFDLBOGYW0-5 ]{22,28}",
            shuffled in Just("🟥🟧🟨ROW".repeat(4).chars().collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let scan = "B1UR2L'FD".parse().unwrap();
            for text in [any, likely, String::from_iter(shuffled)] {
                for (read, is_line) in [(parse_line(&text), true), (parse_scanned(&text, &scan), false)] {
                    let Err(error) = read else { continue };
                    prop_assert!(error.column.is_none_or(|at| (1..=text.chars().count() + 1).contains(&at)));
                    prop_assert!(!error.to_string().is_empty());
                    if let (Reason::Impossible(_) | Reason::ImpossibleColours { .. }, true) = (error.reason, is_line) {
                        prop_assert!(PocketCube::from_stickers(&shown_stickers(&text).unwrap()).is_err());
                    }
                }
            }
        }
    }

    /// Without it, the order in which digits and colours were always read could give way to another one.
    #[test]
    fn no_position_in_known_colours_is_one_in_both_orders() {
        let places = Alphabet::Colours.places();
        let mut random = Random::new(8);
        for cube in (0..20_000).map(|_| held(&mut random)) {
            let as_colours = places.map(|place| cube.stickers()[place]);
            assert!(PocketCube::from_stickers(&as_colours).is_err(), "{cube:?}");
            let text = pictures(&cube, &['Y', 'B', 'O', 'W', 'G', 'R'], &Face::ALL.map(|face| (face, 0)));
            assert_eq!(parse_line(&text).unwrap().unwrap().rank(), cube.rank(), "{text}");
        }
    }

    #[test]
    fn signs_are_facelets_unless_they_are_moves() {
        let symbols = ['!', '?', '$', '+', '-', '='];
        let right = PocketCube::of(&Cube::SOLVED.turn(Move::new(Face::R, 1).unwrap()));
        let text = pictures(&right, &symbols, &Face::ALL.map(|face| (face, 0)));
        assert_eq!(parse_line(&text).unwrap().unwrap().rank(), right.rank());
        let emoji = "⬜️🟩⬜️🟩 🟥🟥🟥🟥 🟩🟨🟩🟨 🟨🟦🟨🟦 🟧🟧🟧🟧 ⬜️🟦⬜️🟦";
        assert_eq!(parse_line(emoji).unwrap().unwrap().rank(), right.rank());
        let moves = "R2 U' F2 D' R2 U' F2 D' R U F D R U F D";
        assert_eq!(parse_line(moves), parse_line(&format!("{moves} U U'")));
    }
}
