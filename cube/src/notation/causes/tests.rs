//! The true cause is among the first three for 99 of 100 random positions with each mistake.
//!
//! What is true is defined where a mistake is made: two mistakes can make the same symbols.

use std::time::Instant;

use proptest::prelude::*;

use super::*;
use crate::cube::random::Random;
use crate::cube::symmetry::Symmetry;
use crate::notation::parse_line;

/// A text with one mistake, its format, and whether a cause is the true one.
struct Mistake {
    text: String,
    format: Option<Format>,
    is_cause: Box<dyn Fn(&Cause) -> bool>,
    has_no_cause: bool,
}

/// Letters of faces, the usual colours, and symbols that name nothing.
const SYMBOLS: [&str; 3] = ["URFDLB", "wrgyob", "123456"];

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

fn two_below(random: &mut Random, bound: usize) -> [usize; 2] {
    let (one, step) = (below(random, bound), 1 + below(random, bound - 1));
    [one, (one + step) % bound]
}

/// The facelets of a cube as numbers, in symbols later.
fn numbers(cube: &Cube) -> Vec<u8> {
    cube.facelets().map(|face| face.index() as u8).to_vec()
}

/// The symbols of a scan that reads facelet `f` at place `places[f]`.
fn read_at(cube: &Cube, places: [usize; FACELETS]) -> Vec<u8> {
    let mut raw = vec![0; FACELETS];
    numbers(cube).into_iter().zip(places).for_each(|(number, place)| raw[place] = number);
    raw
}

fn mistake(
    random: &mut Random,
    raw: impl IntoIterator<Item = u8>,
    is_cause: impl Fn(&Cause) -> bool + 'static,
) -> Mistake {
    let symbols: Vec<char> = SYMBOLS[below(random, 3)].chars().chain(['?']).collect();
    let text = raw.into_iter().map(|number| symbols[usize::from(number)]).collect();
    let is_cause = Box::new(is_cause);
    Mistake { text, format: Some(Format::Facelets), is_cause, has_no_cause: false }
}

fn is_of(kind: &'static str, cube: Cube) -> impl Fn(&Cause) -> bool {
    move |cause| cause.kind.name() == kind && cause.cube == Some(cube)
}

fn order(random: &mut Random, cube: Cube, name: &'static str) -> Mistake {
    let places = name.parse::<Scan>().unwrap().places();
    let raw = read_at(&cube, places);
    let is_cause = move |cause: &Cause| cause.scan.as_deref() == Some(name) && cause.cube == Some(cube);
    // Without an order, rows of the net are recognised.
    Mistake { format: Some(Format::Scanned(Scan::FACELETS)), ..mistake(random, raw, is_cause) }
}

/// One face of three quarters; its picture is turned back by the cause.
fn turned(random: &mut Random, cube: Cube, by: usize) -> Mistake {
    let face = Face::ALL[below(random, 6)];
    let scan = scan_of(&Face::ALL.map(|other| (other, if other == face { by } else { 0 }))).unwrap();
    let raw = read_at(&cube, scan.places());
    mistake(random, raw, move |cause| {
        let is_this =
            matches!(cause.kind, CauseKind::Turned { face: f, turns, .. } if f == face && turns == 4 - by);
        is_this && cause.cube == Some(cube)
    })
}

fn exchanged(random: &mut Random, cube: Cube) -> Mistake {
    let [one, other] = two_below(random, 6);
    let mut pictures = Face::ALL.map(|face| (face, 0));
    pictures.swap(one, other);
    let raw = read_at(&cube, scan_of(&pictures).unwrap().places());
    let faces = [one.min(other), one.max(other)].map(Face::from_index);
    mistake(random, raw, move |cause| cause.kind.faces() == faces && cause.cube == Some(cube))
}

fn reflection(random: &mut Random, cube: Cube, how: Reflection) -> Mistake {
    let raw = reflected(&numbers(&cube).try_into().unwrap(), how);
    mistake(random, raw, move |cause| cause.kind == CauseKind::Reflected(how) && cause.cube == Some(cube))
}

/// A random order, each face turned in a random way.
fn any_scan(random: &mut Random) -> Scan {
    let mut faces = Face::ALL;
    (1..6).for_each(|i| faces.swap(i, below(random, i + 1)));
    scan_of(&faces.map(|face| (face, below(random, 4)))).unwrap()
}

fn is_held(one: &Cube, other: &Cube) -> bool {
    Symmetry::all().iter().any(|s| !s.is_reflection() && s.conjugate(one) == *other)
}

fn scanned_in_any_order(random: &mut Random, cube: Cube) -> Mistake {
    let raw = read_at(&cube, any_scan(random).places());
    mistake(random, raw, move |cause| cause.cube.is_some_and(|read| is_held(&cube, &read)))
}

fn repainted(random: &mut Random, cube: Cube, count: usize) -> Mistake {
    let mut raw = numbers(&cube);
    let mut facelets = two_below(random, FACELETS)[..count].to_vec();
    facelets.sort_unstable();
    facelets.iter().for_each(|&facelet| raw[facelet] = (raw[facelet] + 1 + below(random, 5) as u8) % 6);
    mistake(random, raw, is_of("stickers", cube))
}

/// Two stickers exchanged. If each cubie is there then, they were those of an edge, or of two edges that change places by it. That
/// is the same as to flip the edge, or to exchange the two, and the cause has to say so.
fn two_exchanged(random: &mut Random, cube: Cube) -> Mistake {
    let mut raw = numbers(&cube);
    let [one, other] = two_below(random, FACELETS);
    raw.swap(one, other);
    match assembly(&Numbers::try_from(&*raw).unwrap()) {
        Some(assembly) => mistake(random, raw, move |cause| *cause == assembly),
        None => mistake(random, raw, is_of("stickers", cube)),
    }
}

/// All corners are alike for what turns can reach, and so are all edges: the cause says only what happened.
fn assembled(random: &mut Random, mut cube: Cube, what: usize) -> Mistake {
    let pieces = cube.pieces_mut();
    let ([one, other], turns) = (two_below(random, 8), 1 + below(random, 2) as u8);
    match what {
        0 => pieces.corner_ori[one] = (pieces.corner_ori[one] + turns) % 3,
        1 => pieces.edge_ori[one] ^= 1,
        2 => pieces.corner_perm.swap(one, other),
        _ => pieces.edge_perm.swap(one, other),
    }
    let kind = CauseKind::Assembly { twisted: what == 0, flipped: what == 1, exchanged: what > 1 };
    let raw = numbers(&cube);
    mistake(random, raw, move |cause| cause.kind == kind)
}

fn missing(random: &mut Random, cube: Cube) -> Mistake {
    let mut raw = numbers(&cube);
    raw.remove(below(random, FACELETS));
    mistake(random, raw, is_of("missing", cube))
}

fn surplus(random: &mut Random, cube: Cube) -> Mistake {
    let mut raw = numbers(&cube);
    raw.insert(below(random, FACELETS + 1), below(random, 6) as u8);
    mistake(random, raw, is_of("surplus", cube))
}

/// Up to `count` unknown stickers. If some cubes have all others, there has to be no cause.
fn unknown(random: &mut Random, cube: Cube, count: usize) -> Mistake {
    let mut raw = numbers(&cube);
    (0..count).for_each(|_| raw[below(random, FACELETS)] = UNKNOWN);
    let are_several = completions(&mut raw.clone().try_into().unwrap()) > 1;
    let mut made = mistake(random, raw, is_of("unknown", cube));
    made.has_no_cause = are_several;
    made
}

/// Tries all colours for the unknown stickers.
fn completions(numbers: &mut Numbers) -> usize {
    let Some(unknown) = numbers.iter().position(|&number| number == UNKNOWN) else {
        return usize::from(sheet::cube(numbers).is_some());
    };
    let with = |number| {
        numbers[unknown] = number;
        completions(&mut numbers.clone())
    };
    (0..UNKNOWN).map(with).sum()
}

/// Makes a mistake with a cube.
type Make = fn(&mut Random, Cube) -> Mistake;

const MISTAKES: &[(&str, Make)] = &[
    ("order net", |random, cube| order(random, cube, "net")),
    ("order belt", |random, cube| order(random, cube, "belt")),
    ("order flip", |random, cube| order(random, cube, "flip")),
    ("order rows", |random, cube| order(random, cube, "rows")),
    ("a face turned clockwise", |random, cube| turned(random, cube, 1)),
    ("a face turned by a half", |random, cube| turned(random, cube, 2)),
    ("a face turned counter-clockwise", |random, cube| turned(random, cube, 3)),
    ("two faces exchanged", exchanged),
    ("mirrored", |random, cube| reflection(random, cube, Reflection::Rows)),
    ("mirrored upside-down", |random, cube| reflection(random, cube, Reflection::Columns)),
    ("transposed", |random, cube| reflection(random, cube, Reflection::Transposed)),
    ("antitransposed", |random, cube| reflection(random, cube, Reflection::Antitransposed)),
    ("faces in any order and turn", scanned_in_any_order),
    ("a wrong sticker", |random, cube| repainted(random, cube, 1)),
    ("two wrong stickers", |random, cube| repainted(random, cube, 2)),
    ("two stickers exchanged", two_exchanged),
    ("a corner twisted", |random, cube| assembled(random, cube, 0)),
    ("an edge flipped", |random, cube| assembled(random, cube, 1)),
    ("two corners exchanged", |random, cube| assembled(random, cube, 2)),
    ("two edges exchanged", |random, cube| assembled(random, cube, 3)),
    ("a symbol missing", missing),
    ("a symbol too many", surplus),
    ("an unknown sticker", |random, cube| unknown(random, cube, 1)),
    ("up to four unknown stickers", |random, cube| unknown(random, cube, 4)),
];

/// Ranks of the true cause among a number of positions.
#[derive(Debug, Default)]
struct Hits {
    first: usize,
    among_three: usize,
    among_five: usize,
    /// The sum of the chances of any order of equally likely repairs to have the true one among its first three.
    best: f64,
    /// The microseconds of all, and of the slowest.
    micros: u128,
    slowest: u128,
}

fn hits(make: Make, count: usize, seed: u64) -> Hits {
    let (mut random, mut tries, mut hits) = (Random::new(seed), 0, Hits::default());
    while tries < count {
        let cube = random.cube();
        let Mistake { text, format, is_cause, has_no_cause } = make(&mut random, cube);
        if parse_line(&text, format).is_ok() {
            continue;
        }
        let start = Instant::now();
        let causes = causes(&text, format);
        let micros = start.elapsed().as_micros();
        (hits.micros, hits.slowest) = (hits.micros + micros, hits.slowest.max(micros));
        causes.iter().for_each(|cause| holds(&text, format, cause));
        let rank = causes.iter().position(is_cause).unwrap_or(usize::MAX);
        let is_right = |most| if has_no_cause { causes.is_empty() } else { rank < most };
        tries += 1;
        hits.best += f64::min(1.0, 3.0 / equal_repairs(&text, format) as f64);
        hits.first += usize::from(is_right(1));
        hits.among_three += usize::from(is_right(3));
        hits.among_five += usize::from(is_right(5));
    }
    hits
}

/// How many exchanges of two stickers make a position of a text; 1 if none does.
fn equal_repairs(text: &str, format: Option<Format>) -> usize {
    let Some((sheet, scan, _)) = read(text, format) else { return 1 };
    let Ok(raw) = Numbers::try_from(&*sheet.numbers) else { return 1 };
    let numbers = arranged(&raw, &scan);
    let has_other_cause = raw.contains(&UNKNOWN) || assembly(&numbers).is_some();
    if has_other_cause { 1 } else { stickers::repairs(&numbers).len().max(1) }
}

/// The remedy of a cause makes its position of the text.
fn holds(text: &str, format: Option<Format>, cause: &Cause) {
    let Some(cube) = cause.cube else { return };
    let mut symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut places =
        if let Some(Format::Scanned(scan)) = format { scan.places() } else { Scan::FACELETS.places() };
    match &cause.kind {
        CauseKind::Reflected(how) => {
            let read: [usize; FACELETS] = std::array::from_fn(|facelet| facelet);
            let read = reflected(&read.map(|facelet| facelet as u8), *how);
            places = read.map(|facelet| places[usize::from(facelet)]);
        }
        CauseKind::Stickers(stickers) | CauseKind::Unknown(stickers) => {
            for sticker in stickers {
                assert_eq!(sticker.shown, Some(symbols[places[sticker.facelet]]));
                symbols[places[sticker.facelet]] = sticker.symbol;
            }
        }
        CauseKind::Missing(sticker) => symbols.insert(places[sticker.facelet], sticker.symbol),
        CauseKind::Surplus { number, symbol } => assert_eq!(symbols.remove(number - 1), *symbol),
        kind => {
            if *kind == (CauseKind::Order { mirrored: true }) {
                symbols.chunks_mut(3).for_each(<[char]>::reverse);
            }
            let scan = cause.scan.as_deref().unwrap();
            places = scan.parse::<Scan>().unwrap().places();
        }
    }
    let facelets: String = places.iter().map(|&place| symbols[place]).collect();
    assert_eq!(parse_line(&facelets, Some(Format::Facelets)), Ok(Some(cube)), "{text}: {cause}");
}

fn the_true_cause_is_found(count: usize) {
    for (seed, &(name, make)) in (1..).zip(MISTAKES) {
        let hits = hits(make, count, seed);
        println!("{name}: {hits:?} of {count}");
        if name == "two stickers exchanged" {
            // In one of a hundred, four or more exchanges lead to a cube, and nothing says which one was made. No order of them is
            // right more often than `best`, and this one is but for chance.
            let chance = 3.0 * f64::sqrt(hits.best * (1.0 - hits.best / count as f64));
            assert!(hits.among_three as f64 >= hits.best - chance.max(1.0), "{name}: {hits:?} of {count}");
            assert!(hits.among_five * 100 >= count * 99, "{name}: {hits:?} of {count}");
            continue;
        }
        assert!(hits.among_three * 100 >= count * 99, "{name}: {hits:?} of {count}");
    }
}

#[test]
fn the_true_cause_is_among_three() {
    the_true_cause_is_found(300);
}

#[test]
#[ignore = "a minute in a release build"]
fn the_true_cause_is_among_three_of_many() {
    the_true_cause_is_found(10_000);
}

/// A camera that reads in any order makes the same mistakes.
#[test]
fn mistakes_are_found_in_every_order() {
    let mut random = Random::new(40);
    for _ in 0..100 {
        let (cube, scan) = (random.cube(), any_scan(&mut random));
        let face = Face::ALL[below(&mut random, 6)];
        let turn = |(other, turns)| (other, if other == face { (turns + 1) % 4 } else { turns });
        let read = scan_of(&pictures(&scan).unwrap().map(turn)).unwrap();
        let mut raw = read_at(&cube, read.places());
        let made = mistake(&mut random, raw.clone(), |_| true);
        let format = Some(Format::Scanned(scan));
        let found = causes(&made.text, format);
        found.iter().for_each(|cause| holds(&made.text, format, cause));
        assert!(found.iter().any(|cause| cause.kind.faces() == [face] && cause.cube == Some(cube)));
        raw = read_at(&cube, scan.places());
        raw.swap(0, 53);
        let made = mistake(&mut random, raw, |_| true);
        causes(&made.text, format).iter().for_each(|cause| holds(&made.text, format, cause));
    }
}

#[test]
fn readings_in_any_order_are_found_and_can_be_read() {
    let mut random = Random::new(41);
    for number in 0..200 {
        let (cube, scan) = (random.cube(), any_scan(&mut random));
        let mut raw = read_at(&cube, scan.places());
        if number % 2 == 1 {
            raw.chunks_mut(3).for_each(<[u8]>::reverse);
        }
        let text: String = raw.iter().map(|&at| Face::ALL[usize::from(at)].letter()).collect();
        let found = in_any_order(&text);
        found.iter().for_each(|cause| holds(&text, None, cause));
        assert!(found.iter().any(|cause| cause.cube == Some(cube)), "{text}");
        match (parse_line(&text, Some(Format::AnyOrder)), found.len()) {
            (Ok(read), 1) => assert_eq!(read, Some(cube), "{text}"),
            (Ok(read), _) => assert_eq!(Ok(read), parse_line(&text, Some(Format::Facelets)), "{text}"),
            (Err(error), several) => {
                assert!(several > 1 && error.to_string().starts_with(&format!("{several} positions fit")));
            }
        }
    }
    // Found by the fuzz target.
    let unknown = "yggyggrrr rryrrobbo wwobbobbo ggrooroow wwwwwwbyy gbbgyygy?";
    assert_eq!(in_any_order(unknown), []);
    assert!(parse_line(unknown, Some(Format::AnyOrder)).is_err());
    // Each face looks the same when turned.
    let solved = in_any_order(&Cube::SOLVED.to_string());
    assert_eq!(solved.iter().map(|cause| cause.cube).collect::<Vec<_>>(), [Some(Cube::SOLVED)]);
}

#[test]
fn legal_positions_and_other_formats_have_no_cause() {
    let cube = Random::new(42).cube();
    for (text, format) in [
        (cube.to_string(), None),
        (crate::notation::to_lin(&cube), None),
        ("R U 2'".to_owned(), None),
        (crate::notation::to_reid(&cube).replacen("UF", "UU", 1), None),
        (String::new(), Some(Format::Facelets)),
        ("U".repeat(54), None),
        ("URFDL".repeat(11), None),
    ] {
        assert_eq!(causes(&text, format), [], "{text}");
    }
}

#[test]
fn sentences_name_the_remedy() {
    let with = |changes: &[(usize, char)]| {
        let mut symbols: Vec<char> = Cube::SOLVED.to_string().chars().collect();
        changes.iter().for_each(|&(at, symbol)| symbols[at] = symbol);
        causes(&String::from_iter(symbols), None)[0].to_string()
    };
    for (changes, sentence) in [
        (&[(0, 'F')][..], "sticker U1 may be \"U\", not \"F\": check it"),
        (&[(4, 'F')], "sticker U5 may be \"U\", not \"F\": check it"),
        (&[(0, 'D'), (27, 'U')], "stickers U1 and D1 may be exchanged: check both"),
        (
            &[(0, 'F'), (53, 'F')],
            "sticker U1 may be \"U\", not \"F\", and sticker B9 may be \"B\", not \"F\": check both",
        ),
        (&[(0, '?'), (53, 'g')], "only one cube has the other stickers: set U1 \"U\", B9 \"B\""),
        (
            &[(5, 'R'), (10, 'U')],
            "an edge is flipped: check the stickers, or take the cube apart and put it together solved",
        ),
    ] {
        assert_eq!(with(changes), sentence);
    }
    // A chessboard on each face, with two edges exchanged: several faces can be turned or exchanged instead.
    let chessboard = "wwwywywywrorororgrgbgbgbgbgywywyyywyororororobobgbgbgb";
    assert_eq!(causes(chessboard, None)[2].kind.name(), "assembly");
    for (text, sentence) in [
        (
            "FUUFUULRRRRULLULLFBDDBFFUFFRLLDDBDDBBLLDRRDRRFFDUBBUBB",
            "possible if faces R and L are exchanged: --scan ULFDRB",
        ),
        ("UUFUUFRRLLLBRRDRRDDDBFFBFFULLRBDDBDDURRULLFLLDFFBBUBBU", Reflection::Rows.to_string().as_str()),
    ] {
        assert_eq!(causes(text, Some(Format::Facelets))[0].to_string(), sentence);
    }
}

proptest! {
    #[test]
    fn no_text_panics(text: String) {
        causes(&text, None);
        in_any_order(&text);
    }

    /// Most are of six symbols, some of which mean an unknown sticker.
    #[test]
    fn no_facelets_panic(text in "[URFDLB ?x.é]{53,55}", few in "[URx]{54}") {
        for text in [text, few] {
            for format in [Format::Facelets, Format::Scanned("flip".parse().unwrap())].map(Some) {
                causes(&text, format).iter().for_each(|cause| holds(&text, format, cause));
            }
            in_any_order(&text).iter().for_each(|cause| holds(&text, None, cause));
        }
    }
}
