//! Colours in texts, and how they are shared out.

use proptest::prelude::*;

use super::*;
use crate::cube::random::Random;
use crate::cube::{CORNERS, Cube, Faults, corner_facelet};
use crate::notation::{Format, Scan, causes, content, detect, parse_line, shown_facelets};

/// The colours U R F D L B in sRGB and in Lab.
use super::placed::USUAL as RGB;
const LAB: [[f64; 3]; 6] = [
    [92.0, -1.0, 1.5],
    [38.0, 57.0, 36.0],
    [51.0, -47.0, 32.0],
    [83.0, -2.0, 79.0],
    [61.0, 44.0, 63.0],
    [29.0, 17.0, -48.5],
];

fn coloured(cube: &Cube, colours: [[f64; 3]; 6]) -> Vec<[f64; 3]> {
    cube.facelets().iter().map(|face| colours[face.index()]).collect()
}

/// A list of lists, each of which holds as many of the values in it.
fn nested(colours: &[[f64; 3]], lists: &[usize]) -> String {
    let mut items: Vec<String> = colours.iter().map(|colour| format!("{colour:?}")).collect();
    for &length in lists {
        items = items.chunks(length).map(|items| format!("[{}]", items.join(", "))).collect();
    }
    items.join(", ")
}

fn numbers_between(colours: &[[f64; 3]], separator: &str) -> String {
    let numbers: Vec<String> = colours.as_flattened().iter().map(f64::to_string).collect();
    numbers.join(separator)
}

fn reason(text: &str) -> Reason {
    parse_line(text, None).unwrap_err().reason
}

#[test]
fn colours_are_a_position_however_they_are_written() {
    let cube = Random::new(80).cube();
    let (rgb, lab) = (coloured(&cube, RGB), coloured(&cube, LAB));
    let css: Vec<String> = rgb.iter().map(|[r, g, b]| format!("rgb({r}, {g}, {b})")).collect();
    for text in [
        nested(&rgb, &[54]),
        nested(&rgb, &[9, 6]),
        nested(&rgb, &[3, 3, 6]),
        numbers_between(&rgb, ","),
        numbers_between(&rgb, "; "),
        numbers_between(&rgb, "\t") + "  # from a robot",
        format!("{{\"rgb\": {}}}", nested(&rgb, &[54])),
        css.join(" "),
        format!("{{\"lab\": {}}}", nested(&lab, &[9, 6])),
        "Lab ".to_owned() + &numbers_between(&lab, " "),
    ] {
        assert_eq!(detect(&text), Format::Facelets, "{text}");
        assert_eq!(parse_line(&text, None), Ok(Some(cube)), "{text}");
        assert_eq!(shown_facelets(&content(&text)), Ok(cube.facelets()), "{text}");
    }
}

#[test]
fn colours_are_read_in_the_order_of_a_scan() {
    let cube = Random::new(81).cube();
    let colours = coloured(&cube, RGB);
    for order in ["belt", "flip", "rows", "U1RF2D3LB"] {
        let scan: Scan = order.parse().unwrap();
        let mut seen = colours.clone();
        scan.places().into_iter().zip(&colours).for_each(|(place, &colour)| seen[place] = colour);
        let text = nested(&seen, &[54]);
        assert_eq!(parse_line(&text, Some(Format::Scanned(scan))), Ok(Some(cube)), "{order}");
        match order {
            "rows" => assert_eq!(parse_line(&text, None), Ok(Some(cube)), "as symbols row by row are"),
            _ => assert!(parse_line(&text, None).is_err(), "{order}"),
        }
    }
}

#[test]
fn other_numbers_are_no_colours() {
    let cube = Random::new(82).cube();
    let digits = cube.facelets().map(|face| face.index().to_string());
    for text in [digits.join(" "), crate::notation::to_lin(&cube)] {
        assert!(!are_colours(&text));
        assert_eq!(parse_line(&text, None), Ok(Some(cube)), "{text}");
    }
    assert_eq!(reason(&"1 ".repeat(150)), reason(&"1 ".repeat(150).replace('1', "2")));
    assert!(!are_colours(&"1 ".repeat(150)), "a larger cube");
    assert!(!are_colours(&"1 2 3 ".repeat(54)), "three cubes");
    for text in ["", "lab x", "rgb 1 lab 2", "R U R' U'", "1e999", "nan inf", "3 1 2"] {
        assert!(!are_colours(text), "{text}");
    }
}

#[test]
fn wrong_colours_are_told_with_a_remedy() {
    let colours = coloured(&Cube::SOLVED, RGB);
    let with = |facelet: usize, colour: [f64; 3]| {
        let mut colours = colours.clone();
        colours[facelet] = colour;
        nested(&colours, &[54])
    };
    let is_out = |facelet, space| Reason::ColourRange { facelet, space };
    for (text, expected) in [
        (nested(&colours[1..], &[53]), Reason::ColourCount(159)),
        ("rgb 1 2 3".to_owned(), Reason::ColourCount(3)),
        ("lab".to_owned(), Reason::ColourCount(0)),
        (with(20, [0.0, -1.0, 0.0]), is_out(20, ColourSpace::Rgb)),
        (with(53, [0.0, 0.0, 255.5]), is_out(53, ColourSpace::Rgb)),
        ("lab ".to_owned() + &nested(&colours, &[54]), is_out(0, ColourSpace::Lab)),
        (nested(&colours, &[54]).replace(".0", "e-3"), Reason::ColourShares),
        (with(13, RGB[4]), Reason::CentresAlike([Face::R, Face::L])),
    ] {
        assert_eq!(reason(&text), expected, "{text}");
    }
    let sentence = "the colour of sticker F3 is out of range: red, green and blue are from 0 to 255";
    assert_eq!(is_out(20, ColourSpace::Rgb).to_string(), sentence);
}

/// Between red and orange.
const REDDISH: [f64; 3] = [205.0, 72.0, 33.0];

/// A cube with one red and one orange sticker in doubt, of which the second looks more like red than the first.
fn doubtful_cube() -> (Cube, [usize; 2], Vec<[f64; 3]>) {
    let cube = Random::new(83).cube();
    let facelets = cube.facelets();
    let first = |colour: Face| (0..FACELETS).find(|&at| at % 9 != 4 && facelets[at] == colour).unwrap();
    let places = [Face::R, Face::L].map(first);
    let mut colours = coloured(&cube, RGB);
    (colours[places[0]], colours[places[1]]) = ([207.0, 75.0, 33.0], [203.0, 69.0, 33.0]);
    (cube, places, colours)
}

#[test]
fn doubtful_stickers_are_exchanged_where_that_makes_a_position() {
    let (cube, places, mut colours) = doubtful_cube();
    let points = std::array::from_fn(|facelet| ColourSpace::Rgb.point(colours[facelet]));
    assert_ne!(shared(&points).0, cube.facelets(), "by colour alone");
    let sorted = sort_colours(&std::array::from_fn(|facelet| colours[facelet]), ColourSpace::Rgb).unwrap();
    assert_eq!(sorted.facelets, cube.facelets());
    let mut doubtful = sorted.doubtful;
    doubtful.sort_by_key(|sticker| sticker.shown.map(|shown| "RL".find(shown)));
    assert_eq!(
        doubtful,
        [
            Sticker { facelet: places[0], symbol: 'L', shown: Some('R') },
            Sticker { facelet: places[1], symbol: 'R', shown: Some('L') },
        ]
    );
    assert_eq!(parse_line(&nested(&colours, &[54]), None), Ok(Some(cube)));
    (colours[places[0]], colours[places[1]]) = (REDDISH, REDDISH);
    assert_eq!(parse_line(&nested(&colours, &[54]), None), Ok(Some(cube)));
}

#[test]
fn an_impossible_cube_names_the_doubtful_stickers() {
    let (_, places, mut colours) = doubtful_cube();
    // A corner is twisted.
    let corner = (0..CORNERS.len()).map(|corner| [0, 1, 2].map(|n| corner_facelet(corner, n)));
    let [a, b, c] = corner.into_iter().find(|corner| !corner.iter().any(|at| places.contains(at))).unwrap();
    (colours[a], colours[b], colours[c]) = (colours[b], colours[c], colours[a]);
    for format in [None, Some(Format::Scanned("kociemba".parse().unwrap()))] {
        let text = nested(&colours, &[54]);
        let error = parse_line(&text, format).unwrap_err();
        assert!(matches!(error.reason, Reason::Impossible(Faults(_))), "{error}");
        let causes = causes(&text, format);
        let names = [0, 1].map(|n| causes[0].kind.stickers()[n].name());
        let sentence = format!("stickers {} and {} are in doubt: check them", names[0], names[1]);
        assert_eq!((causes[0].to_string(), causes[0].kind.name()), (sentence, "doubtful"));
        assert!(causes[0].kind.stickers().iter().all(|sticker| places.contains(&sticker.facelet)));
    }
}

#[test]
fn causes_of_symbols_are_those_of_colours() {
    let cube = Random::new(84).cube();
    let mut colours = coloured(&cube, RGB);
    for face in colours.chunks_mut(9) {
        face.chunks_mut(3).for_each(<[_]>::reverse);
    }
    let told = causes(&nested(&colours, &[54]), None);
    assert_eq!(told[0].kind.name(), "mirrored");
    assert_eq!(told[0].cube, Some(cube));
}

#[test]
fn each_colour_has_nine_stickers_whatever_was_measured() {
    let colours: [_; FACELETS] =
        std::array::from_fn(|facelet| if facelet % 9 == 4 { RGB[facelet / 9] } else { RGB[1] });
    let sorted = sort_colours(&colours, ColourSpace::Rgb).unwrap();
    for face in Face::ALL {
        assert_eq!(sorted.facelets.iter().filter(|&&other| other == face).count(), 9, "{face}");
    }
}

/// All ways to give six stickers a colour each.
fn orders(colours: &[usize]) -> Vec<Vec<usize>> {
    if colours.is_empty() {
        return vec![Vec::new()];
    }
    let with = |&first: &usize| {
        let rest: Vec<usize> = colours.iter().copied().filter(|&other| other != first).collect();
        orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    colours.iter().flat_map(with).collect()
}

proptest! {
    #[test]
    fn no_way_to_share_costs_less(costs in prop::collection::vec(prop::array::uniform6(0.0..1.0_f64), 6)) {
        let sum = |colours: &[usize]| costs.iter().zip(colours).map(|(costs, &colour)| costs[colour]).sum::<f64>();
        let all = orders(&[0, 1, 2, 3, 4, 5]);
        let least = |allowed: &dyn Fn(&[usize]) -> bool| {
            all.iter().filter(|colours| allowed(colours)).map(|colours| sum(colours)).fold(f64::INFINITY, f64::min)
        };
        let sharing = Sharing::new(&costs, 1);
        prop_assert!((sum(&sharing.colours) - least(&|_| true)).abs() < 1e-6);
        for (sticker, (other, more)) in sharing.others().into_iter().enumerate() {
            let colour = sharing.colours[sticker];
            let with_another = least(&|colours| colours[sticker] != colour);
            prop_assert!((sum(&sharing.colours) + more - with_another).abs() < 1e-6);
            prop_assert!((with_another - least(&|colours| colours[sticker] == other)).abs() < 1e-6);
        }
    }

    #[test]
    fn whatever_numbers_are_given_is_answered(
        numbers in prop::collection::vec(prop_oneof![0.0..255.0_f64, -200.0..300.0_f64, any::<f64>()], 155..165),
        name in prop_oneof![Just(""), Just("rgb"), Just("lab")],
    ) {
        let words: Vec<String> = numbers.iter().map(f64::to_string).collect();
        let text = format!("{name} {}", words.join(" "));
        prop_assert!(parse_line(&text, None).is_err());
        causes(&text, None);
    }

    #[test]
    fn any_colours_are_sorted_nine_each(colours in prop::collection::vec(prop::array::uniform3(0.0..=255.0_f64), 54)) {
        let colours: [_; FACELETS] = std::array::from_fn(|facelet| colours[facelet]);
        if let Ok(sorted) = sort_colours(&colours, ColourSpace::Rgb) {
            for face in Face::ALL {
                prop_assert_eq!(sorted.facelets[9 * face.index() + 4], face);
                prop_assert_eq!(sorted.facelets.iter().filter(|&&other| other == face).count(), 9);
            }
        }
    }
}
