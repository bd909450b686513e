//! Colours in a text: three numbers for each sticker.

use super::{ColourSpace, SortedColours, sort_colours, sort_colours_in_any_order};
use crate::cube::{FACELETS, Face};
use crate::notation::{ParseError, Reason, Scan, Sticker};

/// From this many numbers on they are colours, though not enough or too many.
const LIKELY: usize = 2 * FACELETS;

/// The numbers of a text that has nothing else but names of one space, and what stands between numbers in lists.
fn numbers(text: &str) -> Option<(Option<ColourSpace>, Vec<f64>)> {
    let (mut space, mut numbers) = (None, Vec::new());
    let is_between = |c: char| c.is_whitespace() || ",;:|\"'()[]{}".contains(c);
    for word in text.split(is_between).filter(|word| !word.is_empty()) {
        let named = ColourSpace::NAMED.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        match named {
            Some(&(_, named)) if space.is_none_or(|space| space == named) => space = Some(named),
            _ => numbers.push(word.parse().ok().filter(|number: &f64| number.is_finite())?),
        }
    }
    Some((space, numbers))
}

/// Whether a text has measured colours, perhaps not as many as a cube.
pub fn are_colours(text: &str) -> bool {
    numbers(text).is_some_and(|(space, numbers)| {
        // Digits may be the symbols of a larger cube, or of several.
        let are_digits =
            || numbers.iter().all(|number| (0.0..10.0).contains(number) && number.fract() == 0.0);
        space.is_some() || numbers.len() > LIKELY && !are_digits()
    })
}

/// The 54 colours of a text as they are read; red, green and blue, if it names nothing else.
fn measured(text: &str) -> Result<([[f64; 3]; FACELETS], ColourSpace), ParseError> {
    let (space, numbers) = numbers(text).unwrap_or_default();
    let (colours, rest) = numbers.as_chunks::<3>();
    match <&[[f64; 3]; FACELETS]>::try_from(colours) {
        Ok(read) if rest.is_empty() => Ok((*read, space.unwrap_or(ColourSpace::Rgb))),
        _ => Err(Reason::ColourCount(numbers.len()).into()),
    }
}

/// The colours of a text, in the order of a scan.
fn sorted(text: &str, scan: &Scan) -> Result<SortedColours, ParseError> {
    let (read, space) = measured(text)?;
    sort_colours(&scan.places().map(|place| read[place]), space)
}

/// The colours of a text, of faces in any order; `None` for a text without colours.
pub fn sorted_in_any_order(text: &str) -> Option<Result<SortedColours, ParseError>> {
    let sort = |(read, space)| sort_colours_in_any_order(&read, space);
    are_colours(text).then(|| measured(text).and_then(sort))
}

/// The face whose colour each facelet shows.
pub fn shown(text: &str, scan: &Scan) -> Result<[Face; FACELETS], ParseError> {
    sorted(text, scan).map(|sorted| sorted.facelets)
}

/// The letters of the stickers as they were read, and those in doubt; `None` for a text without 54 colours.
pub fn letters(text: &str, scan: &Scan) -> Option<(String, Vec<Sticker>)> {
    let SortedColours { facelets, doubtful } = sorted(text, scan).ok().filter(|_| are_colours(text))?;
    let mut read = [' '; FACELETS];
    scan.places().into_iter().zip(facelets).for_each(|(place, face)| read[place] = face.letter());
    Some((read.iter().collect(), doubtful))
}
