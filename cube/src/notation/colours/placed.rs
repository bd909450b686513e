//! Measured faces that came in any order.

use super::colour::{ColourSpace, Point, difference};
use super::{SortedColours, is_possible, sort_colours};
use crate::cube::symmetry::Symmetry;
use crate::cube::{FACELETS, Face};
use crate::notation::{ParseError, Scan, in_any_order};

/// White, red, green, yellow, orange and blue, as sRGB: U, R, F, D, L and B of most cubes.
pub(super) const USUAL: [[f64; 3]; 6] = [
    [231.0, 233.0, 229.0],
    [176.0, 31.0, 38.0],
    [27.0, 140.0, 63.0],
    [235.0, 208.0, 40.0],
    [236.0, 110.0, 28.0],
    [22.0, 63.0, 150.0],
];

/// As [`sort_colours`], of faces that may have come in any order, each turned in any way.
///
/// If turns can reach the position in the order of facelet strings, that position counts. If not, and if one order alone gives a
/// position, it is that one. It is then held so that its centres are as near as can be to the usual colours: white for U, red for R,
/// green for F, yellow for D, orange for L and blue for B. Else the facelets are those of [`sort_colours`].
///
/// # Errors
/// As [`sort_colours`].
pub fn sort_colours_in_any_order(
    colours: &[[f64; 3]; FACELETS],
    space: ColourSpace,
) -> Result<SortedColours, ParseError> {
    let sorted = sort_colours(colours, space)?;
    if is_possible(&sorted.facelets) {
        return Ok(sorted);
    }
    // Digits, because letters of faces would say how the faces lie.
    let digits: String = sorted.facelets.map(|face| char::from(b'1' + face.index() as u8)).iter().collect();
    let mut readings = in_any_order(&digits).into_iter();
    let (Some(reading), None) = (readings.next(), readings.next()) else { return Ok(sorted) };
    let (Some(cube), Some(faces)) = (reading.cube, reading.scan.as_deref().and_then(faces_of)) else {
        return Ok(sorted);
    };
    let usual = USUAL.map(|colour| ColourSpace::Rgb.point(colour));
    let centres: [Point; 6] = std::array::from_fn(|picture| space.point(colours[9 * picture + 4]));
    let distance = |held: &Symmetry| -> f64 {
        let there = centres.iter().zip(faces);
        there.map(|(centre, face)| difference(centre, &usual[held.face(face).index()])).sum()
    };
    let holds = Symmetry::all().into_iter().filter(|held| !held.is_reflection());
    let held = holds.min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let facelets = held.expect("there are rotations").conjugate(&cube).facelets();
    Ok(SortedColours { facelets, doubtful: Vec::new() })
}

/// The face that each picture of an order shows.
fn faces_of(scan: &str) -> Option<[Face; 6]> {
    let scan: Scan = scan.parse().ok()?;
    let faces: Vec<Face> = scan.to_string().chars().filter_map(Face::from_letter).collect();
    faces.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;

    #[test]
    fn faces_may_come_in_any_order() {
        let mut random = Random::new(68);
        for _ in 0..100 {
            let cube = random.cube();
            let mut pictures: Vec<(Face, u64)> = Face::ALL.map(|face| (face, random.below(4))).to_vec();
            (1..6).for_each(|at| pictures.swap(at, random.below(at as u64 + 1) as usize));
            let marked =
                |(face, turns): &(Face, u64)| format!("{face}{}", ["", "1", "2", "'"][*turns as usize]);
            let scan: Scan = pictures.iter().map(marked).collect::<String>().parse().unwrap();
            let (facelets, places) = (cube.facelets(), scan.places());
            let mut colours = [[0.0; 3]; FACELETS];
            for (facelet, place) in places.into_iter().enumerate() {
                // Noise, and a lamp that is too warm.
                let mut noise = |part: f64| part + random.below(9) as f64 - 4.0;
                let [red, green, blue] = USUAL[facelets[facelet].index()];
                colours[place] =
                    [noise(red), noise(green * 0.95), noise(blue * 0.85)].map(|part| part.clamp(0.0, 255.0));
            }
            let sorted = sort_colours_in_any_order(&colours, ColourSpace::Rgb).unwrap();
            let expected = match sort_colours(&colours, ColourSpace::Rgb).unwrap().facelets {
                given if is_possible(&given) => given,
                _ => facelets,
            };
            assert_eq!(sorted.facelets, expected, "{scan}");
        }
    }
}
