//! Colours that a camera measured: 54 of them are sorted into six, nine each.

mod colour;
#[cfg(test)]
mod pictures;
mod placed;
mod share;
#[cfg(test)]
mod tests;
mod text;

pub use colour::ColourSpace;
pub use placed::sort_colours_in_any_order;
pub(super) use text::{are_colours, letters, shown, sorted_in_any_order};

use colour::{Point, difference};
use share::{COLOURS, Sharing};

use super::{ParseError, Reason, Sticker};
use crate::cube::{FACELETS, Face, Setup};

/// The stickers of a colour besides its centre.
const OTHERS: usize = 8;

/// The most times that colours are estimated again. They settle sooner.
const MOST_ROUNDS: usize = 12;

/// Two centres that differ less are of the same colour, squared. Orange and red differ more, also under a warm bulb.
const SAME: f64 = 0.002;

/// A sticker is in doubt if another colour for it costs less than this many times its own difference and half the mean of all.
const DOUBT: f64 = 4.0;

/// 54 measured stickers with their colours.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SortedColours {
    /// The face whose colour each facelet shows, in the order of facelet strings. Turns need not reach this position.
    pub facelets: [Face; FACELETS],
    /// The stickers that may have another colour, the most doubtful first: `shown` is the letter of the face whose colour it got,
    /// and `symbol` that of the second best.
    pub doubtful: Vec<Sticker>,
}

/// Sorts 54 measured colours, in the order of facelet strings, into six with nine stickers each. Each centre has the colour of its
/// face, so the cube may be held in any way, and have any six colours.
///
/// Differences are those of Björn Ottosson's OKLab (2020), with hue and chroma free of brightness, so lamps and shadows matter
/// little. The tests sort pictures in ten kinds of light, with noise, shadows, reflections and a wrong white balance, without a
/// mistake.
///
/// A sticker is doubtful if the cube fits nearly as well with another colour for it. Exchanging two of them may make a position of
/// what turns cannot reach. If one exchange alone does, it counts. In light that is too hard for the colours of 107 of 1,000 cubes,
/// 52 are wrong then, and turns can reach none of these. Their doubtful stickers are 218 of the 222 wrong ones; a cube in that light
/// has 1.4 of them, and none in most light.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::notation::{ColourSpace, sort_colours};
/// use cubebatch::{Cube, Face};
/// let seen = [[231, 233, 229], [176, 31, 38], [27, 140, 63], [235, 208, 40], [236, 110, 28], [22, 63, 150]];
/// let cube: Cube = "R U F2".parse()?;
/// let colours = cube.facelets().map(|face: Face| seen[face.index()].map(f64::from));
/// let sorted = sort_colours(&colours, ColourSpace::Rgb)?;
/// assert_eq!(sorted.facelets, cube.facelets());
/// assert!(sorted.doubtful.is_empty());
/// # Ok::<(), cubebatch::notation::ParseError>(())
/// ```
///
/// # Errors
/// [`Reason::ColourRange`] for numbers outside of the [space](ColourSpace); [`Reason::ColourShares`] if red, green and blue seem to be
/// from 0 to 1; [`Reason::CentresAlike`] if two centres look alike.
pub fn sort_colours(colours: &[[f64; 3]; FACELETS], space: ColourSpace) -> Result<SortedColours, ParseError> {
    if let Some(facelet) = colours.iter().position(|&colour| !space.holds(colour)) {
        return Err(Reason::ColourRange { facelet, space }.into());
    }
    let numbers = || colours.as_flattened().iter();
    if space == ColourSpace::Rgb
        && numbers().all(|&part| part <= 1.0)
        && numbers().any(|part| part.fract() > 0.0)
    {
        return Err(Reason::ColourShares.into());
    }
    let points = colours.map(|colour| space.point(colour));
    if let Some(faces) = alike(&points) {
        return Err(Reason::CentresAlike(faces).into());
    }
    let (mut facelets, mut doubts) = shared(&points);
    if !is_possible(&facelets) {
        exchange(&mut facelets, &mut doubts);
    }
    let sticker = |(facelet, other): (usize, Face)| Sticker {
        facelet,
        symbol: other.letter(),
        shown: Some(facelets[facelet].letter()),
    };
    Ok(SortedColours { facelets, doubtful: doubts.into_iter().map(sticker).collect() })
}

/// Two faces whose centres have the same colour.
fn alike(points: &[Point; FACELETS]) -> Option<[Face; 2]> {
    let pairs = (0..COLOURS).flat_map(|one| (0..one).map(move |other| [other, one]));
    let centre = |face: usize| &points[9 * face + 4];
    let mut alike = pairs.filter(|&[one, other]| difference(centre(one), centre(other)) < SAME);
    alike.next().map(|faces| faces.map(Face::from_index))
}

/// Facelets in doubt, the most doubtful first, each with its second best colour.
type Doubts = Vec<(usize, Face)>;

/// Shares all stickers out among the colours at once, with the least sum of differences, because an orange sticker in shadow may
/// look like red. The mean of its stickers is then a better estimate of a colour than its centre, and all is repeated.
fn shared(points: &[Point; FACELETS]) -> ([Face; FACELETS], Doubts) {
    let others: Vec<usize> = (0..FACELETS).filter(|facelet| facelet % 9 != 4).collect();
    let mut facelets = std::array::from_fn(|facelet| Face::from_index(facelet / 9));
    let mut means = std::array::from_fn(|face| points[9 * face + 4]);
    let mut doubts = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let cost = |&facelet: &usize| means.map(|mean| difference(&points[facelet], &mean));
        let costs: Vec<[f64; COLOURS]> = others.iter().map(cost).collect();
        let sharing = Sharing::new(&costs, OTHERS);
        let before = facelets;
        others.iter().zip(&sharing.colours).for_each(|(&at, &face)| facelets[at] = Face::from_index(face));
        doubts = doubtful(&costs, &sharing);
        if facelets == before {
            break;
        }
        means = Face::ALL.map(|face| mean(points, &facelets, face));
    }
    (facelets, doubts.into_iter().map(|(number, other)| (others[number], other)).collect())
}

/// The mean of the nine stickers of a colour.
fn mean(points: &[Point; FACELETS], facelets: &[Face; FACELETS], colour: Face) -> Point {
    let mut sum = [0.0; 3];
    for (point, _) in points.iter().zip(facelets).filter(|(_, face)| **face == colour) {
        sum.iter_mut().zip(point).for_each(|(sum, part)| *sum += part / 9.0);
    }
    sum
}

/// The stickers in doubt, by their numbers among these.
fn doubtful(costs: &[[f64; COLOURS]], sharing: &Sharing) -> Doubts {
    let own: Vec<f64> = costs.iter().zip(&sharing.colours).map(|(costs, &colour)| costs[colour]).collect();
    let usual = own.iter().sum::<f64>() / own.len() as f64;
    let doubt = |(number, (other, more)): (usize, (usize, f64))| {
        (more / (own[number] + usual / 2.0), number, Face::from_index(other))
    };
    let mut found: Vec<_> = sharing.others().into_iter().enumerate().map(doubt).collect();
    found.retain(|(share, ..)| *share < DOUBT);
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.into_iter().map(|(_, number, other)| (number, other)).collect()
}

/// Exchanges two doubtful stickers, if that makes a position and no other exchange does.
fn exchange(facelets: &mut [Face; FACELETS], doubts: &mut Doubts) {
    let pairs = (0..doubts.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
    let mut found = pairs.filter(|&[one, other]| {
        let mut exchanged = *facelets;
        exchanged.swap(doubts[one].0, doubts[other].0);
        is_possible(&exchanged)
    });
    if let (Some([one, other]), None) = (found.next(), found.next()) {
        let [first, second] = [doubts[one].0, doubts[other].0];
        (doubts[one].1, doubts[other].1) = (facelets[first], facelets[second]);
        facelets.swap(first, second);
    }
}

fn is_possible(facelets: &[Face; FACELETS]) -> bool {
    Setup::from_facelets(facelets).cube(true).is_some()
}
