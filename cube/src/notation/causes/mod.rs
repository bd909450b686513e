//! Why a position is impossible: legal positions that a small mistake turns into it.
//!
//! A front end that gets a [`ParseError`](super::ParseError) from [`parse_line`] calls [`causes`] with the same
//! text and format, and shows the sentences after the error. A position is only given as a reading if turns can reach it.

mod cause;
mod gaps;
mod orders;
mod sheet;
mod stickers;
#[cfg(test)]
mod tests;

pub(super) use cause::sticker_name;
pub use cause::{Cause, CauseKind, Reflection, Sticker};

use super::{Format, Scan, colours, content_to_read, detect, parse_line, unfolded};
use crate::cube::symmetry::Symmetry;
use crate::cube::{Cube, FACELETS, Face, Fault};
use sheet::{Numbers, Sheet, UNKNOWN};

/// The most causes of one position.
const MOST: usize = 5;

/// A picture of a face, and the clockwise quarters by which it shows the face turned.
type Picture = (Face, usize);

/// What may have gone wrong with the facelets of an impossible or incomplete position: at most five causes, the likeliest first.
///
/// It looks for positions that turns can reach, and that become this one
///
/// - in another order of [`Scan::NAMED`];
/// - by turning one face, exchanging two, or reflecting or transposing all of them;
/// - with one or two wrong stickers;
/// - with other colours for stickers that were measured and are in doubt;
/// - else in any order of faces, each turned in any way;
/// - with one symbol missing or too many;
/// - with other symbols than the six colours, such as `?`, if only one position has the known stickers.
///
/// If all cubies are present, it says whether a corner is twisted, an edge is flipped, or two cubies are exchanged: no sticker shows
/// which ones. A legal position, another format and more mistakes have no cause. It takes a millisecond or less.
/// Symbols of two mistakes can be equal, so the true one need not come first.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{causes, parse_line};
/// let mirrored = "UUFUUFRRLLLBRRDRRDDDBFFBFFULLRBDDBDDURRULLFLLDFFBBUBBU";
/// assert!(parse_line(mirrored, None).is_err());
/// let causes = causes(mirrored, None);
/// assert_eq!(causes[0].to_string(), "this looks mirrored: possible if each row of each face is reversed");
/// assert_eq!(causes[0].kind.name(), "mirrored");
/// assert!(causes[0].cube.is_some());
/// ```
pub fn causes(text: &str, format: Option<Format>) -> Vec<Cause> {
    if parse_line(text, format).is_ok() {
        return Vec::new();
    }
    let Some((sheet, scan, doubtful)) = read(text, format) else { return Vec::new() };
    let Ok(raw) = Numbers::try_from(&*sheet.numbers) else {
        return gaps::miscounted(&sheet, &scan);
    };
    let numbers = arranged(&raw, &scan);
    if raw.contains(&UNKNOWN) {
        return gaps::completed(&sheet, &numbers, &scan).into_iter().collect();
    }
    let mut found = readings_of_faces(&sheet, &raw, &scan);
    let has_none = found.is_empty();
    if let Some(assembly) = assembly(&numbers) {
        // Faces with patterns can be turned and exchanged in several ways.
        found.insert(found.len().min(2), assembly);
    } else {
        let places = scan.places();
        found.extend(stickers::repairs(&numbers).into_iter().map(|(changed, cube)| {
            let sticker =
                |(facelet, number): (usize, u8)| sheet.sticker(facelet, number, Some(places[facelet]));
            Cause::new(CauseKind::Stickers(changed.into_iter().map(sticker).collect()), cube)
        }));
        if has_none {
            found.extend(in_orders(&sheet, &raw));
        }
    }
    if !doubtful.is_empty() {
        found.insert(0, Cause { kind: CauseKind::Doubtful(doubtful), scan: None, cube: None });
    }
    found.truncate(MOST);
    found
}

/// All positions that 54 symbols can be, a face after the other, in any order of the faces and with each turned in any way.
///
/// Each has the kind [`CauseKind::Order`]. Positions count once that differ only in how the cube is held. Mostly there is one;
/// cubes with patterns, whose faces look the same when turned, can have more, and at most 32 are returned. The letters of faces and
/// the usual colours, as letters or emoji, say how the faces lie around each other. Then pictures can also be recognised as mirrored.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{Format, in_any_order, parse_line};
/// let pictures = "yggyggrrr rryrrobbo wwobbobbo ggrooroow wwwwwwbyy gbbgyygyy";
/// let readings = in_any_order(pictures);
/// assert_eq!(readings[0].to_string(), "possible with --scan R1ULDF1B");
/// let scan = Format::Scanned(readings[0].scan.as_deref().expect("it has an order").parse()?);
/// assert_eq!(parse_line(pictures, Some(scan))?, readings[0].cube);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn in_any_order(text: &str) -> Vec<Cause> {
    let Some((sheet, ..)) = read(text, Some(Format::Facelets)) else { return Vec::new() };
    Numbers::try_from(&*sheet.numbers).map_or_else(|_| Vec::new(), |raw| in_orders(&sheet, &raw))
}

/// The positions of [`in_any_order`], held so that symbols that name faces or usual colours are on these faces.
pub(super) fn held_as_named(text: &str) -> Vec<Cube> {
    let Some((sheet, ..)) = read(text, Some(Format::Facelets)) else { return Vec::new() };
    let Ok(raw) = Numbers::try_from(&*sheet.numbers) else { return Vec::new() };
    let held = |reading: Cause| {
        let (cube, scan) = (reading.cube?, reading.scan?.parse().ok()?);
        let named = sheet.named_centres(&arranged(&raw, &scan));
        let misplaced = |hold: &Symmetry| {
            let faces = Face::ALL.into_iter().zip(named.into_iter().flatten());
            faces.filter(|&(face, name)| hold.face(face) != name).count()
        };
        let holds = Symmetry::all().into_iter().filter(|hold| !hold.is_reflection());
        Some(holds.min_by_key(misplaced)?.conjugate(&cube))
    };
    in_orders(&sheet, &raw).into_iter().filter_map(held).collect()
}

/// The readings with the faces in any order, and mirrored only if the symbols say so.
fn in_orders(sheet: &Sheet, raw: &Numbers) -> Vec<Cause> {
    let read = |mirrored| {
        let raw = if mirrored { reflected(raw, Reflection::Rows) } else { *raw };
        let usual = |(scan, _): &(Scan, Cube)| sheet.is_usual(&arranged(&raw, scan));
        let (usual, others): (Vec<_>, Vec<_>) = orders::readings(&raw, sheet).into_iter().partition(usual);
        let cause = move |(scan, cube)| Cause {
            scan: Some(written(&scan)),
            ..Cause::new(CauseKind::Order { mirrored }, cube)
        };
        [usual, others].map(|readings| readings.into_iter().map(cause).collect::<Vec<_>>())
    };
    let [usual, others] = read(false);
    let [mirrored, _] = if usual.is_empty() { read(true) } else { [Vec::new(), Vec::new()] };
    [usual, mirrored, others].into_iter().find(|readings| !readings.is_empty()).unwrap_or_default()
}

/// The symbols of a text, the order in which it was to be read, and the stickers whose measured colours are in doubt.
fn read(text: &str, format: Option<Format>) -> Option<(Sheet, Scan, Vec<Sticker>)> {
    let text = &*content_to_read(text).ok()?;
    let scan = match format.unwrap_or_else(|| detect::format_of(text)) {
        Format::Facelets if unfolded::is_net(text) => Scan::ROWS,
        Format::Facelets => Scan::FACELETS,
        Format::Scanned(scan) => scan,
        _ => return None,
    };
    match colours::letters(text, &scan) {
        Some((letters, doubtful)) => Some((Sheet::new(&letters)?, scan, doubtful)),
        None => Some((Sheet::new(text)?, scan, Vec::new())),
    }
}

/// The readings with all symbols as they are: other orders, and mistakes with whole faces.
fn readings_of_faces(sheet: &Sheet, raw: &Numbers, scan: &Scan) -> Vec<Cause> {
    let (numbers, mut found) = (arranged(raw, scan), Vec::new());
    let mut read = |kind, numbers: &Numbers, scan: &dyn Fn() -> Option<String>| {
        let cause = sheet::cube(numbers).map(|cause| Cause { scan: scan(), ..Cause::new(kind, cause) });
        found.extend(cause.map(|cause| (!sheet.is_usual(numbers), cause)));
    };
    for (name, places) in orders() {
        let order = CauseKind::Order { mirrored: false };
        read(order, &places.map(|place| raw[place]), &|| Some(name.to_owned()));
    }
    for face in Face::ALL {
        let mut turned = numbers;
        for turns in 1..4 {
            let before = turned;
            (0..9).for_each(|place| {
                turned[face.index() * 9 + place] = before[face.index() * 9 + (2 - place % 3) * 3 + place / 3]
            });
            let turn = |(other, by)| (other, if other == face { (by + 4 - turns) % 4 } else { by });
            read(CauseKind::Turned { face, turns }, &turned, &|| changed(scan, turn));
        }
    }
    for (one, other) in (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other))) {
        let (mut exchanged, faces) = (numbers, [one, other].map(Face::from_index));
        (0..9).for_each(|place| exchanged.swap(one * 9 + place, other * 9 + place));
        let exchange = |(face, by)| {
            let at = faces.iter().position(|&one| one == face);
            (at.map_or(face, |at| faces[1 - at]), by)
        };
        read(CauseKind::Exchanged(faces), &exchanged, &|| changed(scan, exchange));
    }
    for how in Reflection::ALL {
        read(CauseKind::Reflected(how), &reflected(&numbers, how), &|| None);
    }
    // A mirrored cube and one with opposite faces exchanged look the same, but for the names of their colours.
    found.sort_by_key(|(is_unusual, _)| *is_unusual);
    found.into_iter().map(|(_, cause)| cause).collect()
}

/// The orders that have names, with the place of each facelet.
fn orders() -> impl Iterator<Item = (&'static str, [usize; FACELETS])> {
    Scan::NAMED.iter().filter_map(|&(name, _)| Some((name, name.parse::<Scan>().ok()?.places())))
}

/// What is wrong with the cubies, if each is there once and has its own colours.
fn assembly(numbers: &Numbers) -> Option<Cause> {
    let faults = sheet::setup(numbers)?.into_cube().err()?.0;
    let is_assembly = |fault: &Fault| matches!(fault, Fault::Twist | Fault::Flip | Fault::Parity);
    let [twisted, flipped, exchanged] =
        [Fault::Twist, Fault::Flip, Fault::Parity].map(|fault| faults.contains(&fault));
    let kind = CauseKind::Assembly { twisted, flipped, exchanged };
    faults.iter().all(is_assembly).then_some(Cause { kind, scan: None, cube: None })
}

/// Symbols in the order of facelet strings.
fn arranged(raw: &Numbers, scan: &Scan) -> Numbers {
    scan.places().map(|place| raw[place])
}

/// All faces reflected.
fn reflected(numbers: &Numbers, how: Reflection) -> Numbers {
    std::array::from_fn(|facelet| {
        let (face, row, column) = (facelet / 9, facelet / 3 % 3, facelet % 3);
        let (row, column) = match how {
            Reflection::Rows => (row, 2 - column),
            Reflection::Columns => (2 - row, column),
            Reflection::Transposed => (column, row),
            Reflection::Antitransposed => (2 - column, 2 - row),
        };
        numbers[face * 9 + row * 3 + column]
    })
}

/// An order with its pictures changed.
fn changed(scan: &Scan, change: impl Fn(Picture) -> Picture) -> Option<String> {
    Some(written(&scan_of(&pictures(scan)?.map(change))?))
}

/// An order as shells take it without quotes: a 3 says the same as an apostrophe.
fn written(scan: &Scan) -> String {
    scan.to_string().replace('\'', "3")
}

/// The pictures of an order that reads one face after the other.
fn pictures(scan: &Scan) -> Option<[Picture; 6]> {
    let mut pictures: Vec<Picture> = Vec::new();
    for letter in scan.to_string().chars() {
        match Face::from_letter(letter) {
            Some(face) => pictures.push((face, 0)),
            None => pictures.last_mut()?.1 = " 12'".find(letter)?,
        }
    }
    pictures.try_into().ok()
}

/// The order of these pictures.
fn scan_of(pictures: &[Picture; 6]) -> Option<Scan> {
    let marked = |&(face, turns): &Picture| format!("{face}{}", ["", "1", "2", "'"][turns]);
    pictures.iter().map(marked).collect::<String>().parse().ok()
}
