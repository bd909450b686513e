//! A measured colour as a point: near points look alike.

/// In which numbers a colour is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColourSpace {
    /// Red, green and blue from 0 to 255, as pictures have them (sRGB).
    Rgb,
    /// CIE L\*a\*b\* of white D65: L\* from 0 to 100, a\* and b\* from -128 to 128.
    Lab,
}

/// The chromaticity, green to red and blue to yellow, which a shadow changes little; and the brightness.
pub(super) type Point = [f64; 3];

/// How much brightness counts. Light falls on a cube unevenly, but red and orange differ in brightness, too.
const BRIGHTNESS: f64 = 0.25;

/// A black sticker has no hue: this little light keeps its quotients finite.
const LEAST_LIGHT: f64 = 1e-4;

/// Tristimulus values of white D65.
const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];

impl ColourSpace {
    /// All of them, each with its name.
    pub(super) const NAMED: [(&str, ColourSpace); 2] = [("rgb", ColourSpace::Rgb), ("lab", ColourSpace::Lab)];

    /// Which numbers are colours, in a sentence.
    pub(in super::super) fn range(self) -> &'static str {
        match self {
            ColourSpace::Rgb => "red, green and blue are from 0 to 255",
            ColourSpace::Lab => {
                "L is from 0 to 100, a and b are from -128 to 128; of OpenCV's 8 bits, divide L by 2.55 and take 128 from a and b"
            }
        }
    }

    /// Whether these numbers are a colour.
    pub(super) fn holds(self, colour: [f64; 3]) -> bool {
        match (self, colour) {
            (ColourSpace::Rgb, _) => colour.iter().all(|part| (0.0..=255.0).contains(part)),
            (ColourSpace::Lab, [lightness, a, b]) => {
                (0.0..=100.0).contains(&lightness)
                    && [a, b].iter().all(|part| (-128.0..=128.0).contains(part))
            }
        }
    }

    /// The point of a colour by Björn Ottosson's OKLab (2020). More light multiplies all three values of OKLab by the same
    /// number, and their quotients stay.
    pub(super) fn point(self, colour: [f64; 3]) -> Point {
        let cones = match self {
            ColourSpace::Rgb => product(CONES_OF_RGB, colour.map(linear)),
            ColourSpace::Lab => product(CONES_OF_XYZ, tristimulus(colour)),
        };
        // No screen shows some colours of Lab.
        let oklab = product(OKLAB, cones.map(|cone| (cone.max(0.0) + LEAST_LIGHT).cbrt()));
        [oklab[1] / oklab[0], oklab[2] / oklab[0], BRIGHTNESS * oklab[0].ln()]
    }
}

/// How different two colours look, squared.
pub(super) fn difference(one: &Point, other: &Point) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum()
}

const CONES_OF_RGB: [[f64; 3]; 3] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];

const CONES_OF_XYZ: [[f64; 3]; 3] = [
    [0.8189330101, 0.3618667424, -0.1288597137],
    [0.0329845436, 0.9293118715, 0.0361456387],
    [0.0482003018, 0.2643662691, 0.6338517070],
];

const OKLAB: [[f64; 3]; 3] = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
];

fn product(matrix: [[f64; 3]; 3], values: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(values).map(|(share, value)| share * value).sum())
}

/// The light of one part of a colour of sRGB.
fn linear(value: f64) -> f64 {
    let share = value / 255.0;
    if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

/// CIE XYZ of a colour of Lab.
fn tristimulus([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let y = (lightness + 16.0) / 116.0;
    let share =
        |root: f64| if root > 6.0 / 29.0 { root.powi(3) } else { (root - 4.0 / 29.0) * 108.0 / 841.0 };
    let shares = [y + a / 500.0, y, y - b / 200.0].map(share);
    std::array::from_fn(|part| shares[part] * WHITE[part])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of sRGB's own colours in Lab, as `skimage.color.rgb2lab` has them.
    #[test]
    fn a_colour_has_one_point_in_all_spaces() {
        for (rgb, lab) in [
            ([255.0, 0.0, 0.0], [53.2406, 80.0923, 67.2028]),
            ([0.0, 255.0, 0.0], [87.7351, -86.1830, 83.1795]),
            ([0.0, 0.0, 255.0], [32.2970, 79.1877, -107.8602]),
            ([255.0, 255.0, 255.0], [100.0, 0.0, 0.0]),
            ([120.0, 60.0, 20.0], [31.6064, 23.4022, 34.4361]),
        ] {
            assert!(ColourSpace::Lab.holds(lab) && ColourSpace::Rgb.holds(rgb));
            let far = difference(&ColourSpace::Rgb.point(rgb), &ColourSpace::Lab.point(lab));
            assert!(far < 1e-4, "{rgb:?} {far}");
        }
    }

    #[test]
    fn every_colour_has_a_point() {
        for lightness in [0.0, 1.0, 50.0, 100.0] {
            for (a, b) in [(-128.0, -128.0), (-128.0, 128.0), (128.0, -128.0), (128.0, 128.0)] {
                let point = ColourSpace::Lab.point([lightness, a, b]);
                assert!(point.iter().all(|part| part.is_finite()), "{lightness} {a} {b}");
            }
        }
        assert!(ColourSpace::Rgb.point([0.0; 3]).iter().all(|part| part.is_finite()));
        for wrong in [[-1.0, 0.0, 0.0], [0.0, 0.0, 256.0], [0.0, f64::NAN, 0.0], [0.0, 0.0, f64::INFINITY]] {
            assert!(!ColourSpace::Rgb.holds(wrong), "{wrong:?}");
        }
    }

    /// An orange sticker in half the light.
    #[test]
    fn a_shadow_changes_brightness_alone() {
        let encoded = |light: f64| 255.0 * (1.055 * light.powf(1.0 / 2.4) - 0.055);
        let orange = [236.0, 110.0, 28.0];
        let [lit, shaded] = [orange, orange.map(|part| encoded(linear(part) / 2.0))]
            .map(|colour| ColourSpace::Rgb.point(colour));
        assert!(lit[..2].iter().zip(&shaded).all(|(one, other)| (one - other).abs() < 0.005));
        assert!((lit[2] - shaded[2] - BRIGHTNESS * 2.0_f64.ln() / 3.0).abs() < 0.001);
    }
}
