//! The table is checked by counting, and its names by what cubers say of the cases.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::cube::symmetry::Symmetry;

fn case(text: &str) -> &'static Case {
    match text.parse().expect(text) {
        Cases::One(case) => case,
        other => panic!("{other} is several"),
    }
}

pub(super) fn family(family: Family) -> impl Iterator<Item = &'static Case> {
    Case::all().filter(move |case| case.family == family)
}

/// The positions with the same name: a turn of U before and after.
pub(super) fn class(cube: &Cube) -> HashSet<Cube> {
    let turned = |before: &Cube| TURNS.map(|after| before.then(cube).then(&after));
    TURNS.iter().flat_map(turned).collect()
}

/// How the layer is turned, and the same after turns of U.
pub(super) fn orientations(cube: &Cube) -> HashSet<([u8; 8], [u8; 12])> {
    TURNS.iter().map(|turn| cube.then(turn)).map(|cube| (cube.corner_ori, cube.edge_ori)).collect()
}

/// The name of the case of a family that a position belongs to, if it is one.
fn name(members: Family, cube: &Cube) -> Option<&'static str> {
    let is_alike = |case: &&Case| match members {
        Family::Oll => orientations(&case.cube()).contains(&(cube.corner_ori, cube.edge_ori)),
        Family::Pll => class(&case.cube()).contains(cube),
    };
    family(members).find(is_alike).map(|case| case.name)
}

#[test]
fn cases_leave_the_first_two_layers() {
    let (layers, oriented) = (goal("f2l"), goal("oll"));
    for case in Case::all() {
        assert!(layers.holds(&case.cube()), "{case:?}");
        assert_eq!(oriented.holds(&case.cube()), case.family == Family::Pll, "{case:?}");
    }
}

/// 4! · 4! / 2 permutations of the layer, four of which are turns of U.
#[test]
fn the_cases_of_permutation_are_all_that_there_are() {
    let mut known = class(&Cube::SOLVED);
    assert_eq!(known.len(), 4);
    for case in family(Family::Pll) {
        let class = class(&case.cube());
        let size = match case.name {
            "H" | "Na" | "Nb" => 4,
            "E" | "Z" => 8,
            _ => 16,
        };
        assert_eq!(class.len(), size, "{case:?}");
        assert!(class.iter().all(|cube| known.insert(*cube)), "{case:?} is another one, too");
    }
    assert_eq!(known.len(), 24 * 24 / 2);
}

/// 3³ · 2³ orientations of the layer, one of which is that of the solved cube.
#[test]
fn the_cases_of_orientation_are_all_that_there_are() {
    let mut known = orientations(&Cube::SOLVED);
    assert_eq!(known.len(), 1);
    for case in family(Family::Oll) {
        let patterns = orientations(&case.cube());
        let size = match case.name {
            "20" => 1,
            "1" | "21" | "55" | "56" | "57" => 2,
            _ => 4,
        };
        assert_eq!(patterns.len(), size, "{case:?}");
        assert!(patterns.into_iter().all(|pattern| known.insert(pattern)), "{case:?} is another one, too");
    }
    assert_eq!(known.len(), 27 * 8);
}

/// Where cubies go: cycles of places, each from its first place. Places go round against the clock, seen from above.
fn cycles(perm: &[u8]) -> Vec<Vec<usize>> {
    let mut left: HashSet<usize> = (0..4).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for start in 0..4 {
        let goes_to = |&place: &usize| Some(usize::from(perm[place]));
        let cycle: Vec<usize> =
            std::iter::successors(Some(start), goes_to).take_while(|place| left.remove(place)).collect();
        found.extend((cycle.len() > 1).then_some(cycle));
    }
    found
}

/// The cycles of the corners and of the edges that an algorithm moves.
fn moved(name: &str) -> [Vec<Vec<usize>>; 2] {
    let cube = case(&format!("pll {name}")).cube();
    [cycles(&cube.corner_perm[..4]), cycles(&cube.edge_perm[..4])]
}

/// Whether two places, or the two of a cycle, are not neighbours.
fn is_opposite(cycle: &[usize]) -> bool {
    cycle[0].abs_diff(cycle[1]) == 2
}

#[test]
fn letters_stand_for_what_changes_places() {
    for case in family(Family::Pll) {
        let [corners, edges] = moved(case.name);
        let letter = &case.name[..1];
        let lengths = [&corners, &edges].map(|cycles| cycles.iter().map(Vec::len).collect::<Vec<_>>());
        let expected: [&[usize]; 2] = match letter {
            "A" => [&[3], &[]],
            "E" => [&[2, 2], &[]],
            "G" => [&[3], &[3]],
            "H" | "Z" => [&[], &[2, 2]],
            "U" => [&[], &[3]],
            _ => [&[2], &[2]],
        };
        assert_eq!(lengths, expected, "{case:?}");
        if let ([corners], [edges]) = (&corners[..], &edges[..])
            && letter != "G"
        {
            assert_eq!(is_opposite(corners), ["N", "V", "Y"].contains(&letter), "{case:?}");
            assert_eq!(is_opposite(edges), ["F", "N", "T"].contains(&letter), "{case:?}");
        }
    }
    let are_opposite = |name: &str, kind: usize| moved(name)[kind].iter().all(|cycle| is_opposite(cycle));
    assert!(are_opposite("H", 1) && !are_opposite("Z", 1) && !are_opposite("E", 0));
}

/// T and J exchange the edge between their two corners, F and R leave it. Y exchanges the corner between its two edges, V leaves it.
#[test]
fn letters_stand_for_what_moves_between_the_exchanged() {
    for (name, is_moved) in
        [("T", true), ("F", false), ("Ja", true), ("Jb", true), ("Ra", false), ("Rb", false)]
    {
        let [corners, edges] = moved(name);
        // Edge n is between the corners n - 1 and n.
        let between = if corners[0] == [0, 3] { 0 } else { corners[0][1] };
        assert_eq!(edges[0].contains(&between), is_moved, "{name}");
    }
    for (name, is_moved) in [("Y", true), ("V", false)] {
        let [corners, edges] = moved(name);
        let between = if edges[0] == [0, 3] { 3 } else { edges[0][0] };
        assert_eq!(corners[0].contains(&between), is_moved, "{name}");
    }
}

/// Aa and Ub turn three cubies with the clock, Ab and Ua against it.
#[test]
fn letters_stand_for_a_direction() {
    for (name, kind, with_the_clock) in [("Aa", 0, true), ("Ab", 0, false), ("Ua", 1, false), ("Ub", 1, true)]
    {
        let cycle = &moved(name)[kind][0];
        assert_eq!(cycle[1] > cycle[2], with_the_clock, "{name}");
    }
}

#[test]
fn cases_are_inverses_and_mirror_images_of_each_other() {
    let is_mirror = |symmetry: &Symmetry| {
        [Face::U, Face::F, Face::R].map(|face| symmetry.face(face)) == [Face::U, Face::F, Face::L]
    };
    let mirror = Symmetry::all().into_iter().find(is_mirror).expect("it is a symmetry");
    let pairs = "3 4, 5 6, 7 8, 9 10, 11 12, 13 14, 15 16, 26 27, 29 30, 31 32, 36 38, 39 40, 41 42, 43 44, 47 48, 49 50, 53 54, \
                 Aa Ab, Ga Gc, Gb Gd, Ja Jb, Na Nb, Ra Rb, Ua Ub";
    assert_pairs(pairs, Case::all(), |case| mirror.conjugate(&case.cube()));
    assert_pairs("Aa Ab, Ga Gb, Gc Gd, Ua Ub", family(Family::Pll), |case| case.cube().inverse());
}

/// The images of these cases are each other, those of all others are themselves.
fn assert_pairs(pairs: &str, cases: impl Iterator<Item = &'static Case>, image: impl Fn(&Case) -> Cube) {
    let pairs: Vec<(&str, &str)> = pairs.split(", ").filter_map(|pair| pair.split_once(' ')).collect();
    let other = |name| {
        let of_pair = |&(one, two)| if one == name { Some(two) } else { (two == name).then_some(one) };
        pairs.iter().find_map(of_pair).unwrap_or(name)
    };
    cases.for_each(|case| assert_eq!(name(case.family, &image(case)), Some(other(case.name)), "{case:?}"));
}

/// What shows the colour of U on top, by the number.
#[test]
fn numbers_stand_for_what_shows_the_colour() {
    for case in family(Family::Oll) {
        let cube = case.cube();
        let edges: Vec<usize> = (0..4).filter(|&place| cube.edge_ori[place] == 0).collect();
        let corners: Vec<usize> = (0..4).filter(|&place| cube.corner_ori[place] == 0).collect();
        let number: u8 = case.name.parse().expect("it is a number");
        let expected_edges = match number {
            1..=4 | 17..=20 => 0,
            21..=27 => 4,
            _ => 2,
        };
        let expected_corners = match number {
            1 | 2 | 21 | 22 | 47..=56 => 0,
            3..=16 | 26 | 27 => 1,
            20 | 28 | 57 => 4,
            _ => 2,
        };
        assert_eq!((edges.len(), corners.len()), (expected_edges, expected_corners), "{case:?}");
        if edges.len() == 2 {
            let is_line = matches!(number, 13..=16 | 33 | 34 | 39 | 40 | 45 | 46 | 51 | 52 | 55..=57);
            assert_eq!(is_opposite(&edges), is_line, "{case:?}");
        }
        if corners.len() == 2 {
            let is_diagonal = matches!(number, 17 | 25 | 35..=40);
            assert_eq!(is_opposite(&corners), is_diagonal, "{case:?}");
        }
    }
}

/// Counts of what `draws` positions are.
fn drawn<Key: std::hash::Hash + Eq>(
    cases: &str,
    draws: u32,
    key: impl Fn(&Cube) -> Key,
) -> HashMap<Key, u32> {
    let (cases, mut random) = (cases.parse::<Cases>().expect(cases), Random::new(8));
    let mut counts = HashMap::new();
    (0..draws).for_each(|_| *counts.entry(key(&cases.draw(&mut random))).or_default() += 1);
    counts
}

/// That counts are as expected, within six standard deviations.
fn assert_near(count: u32, expected: f64) {
    assert!((f64::from(count) - expected).abs() < 6.0 * expected.sqrt(), "{count}, expected {expected}");
}

#[test]
fn all_positions_of_a_case_come_equally_often() {
    for (text, positions) in
        [("pll T", 16), ("pll H", 4), ("pll Z", 8), ("oll 20", 288), ("oll 21", 2 * 288), ("oll 27", 4 * 288)]
    {
        let counts = drawn(text, 100 * positions, |cube| *cube);
        assert_eq!(counts.len() as u32, positions, "{text}");
        counts.values().for_each(|&count| assert_near(count, 100.0));
        let case = case(text);
        assert!(counts.keys().all(|cube| name(case.family, cube) == Some(case.name)), "{text}");
    }
}

/// As often as among all permutations, or all orientations, but the solved one.
#[test]
fn cases_of_a_family_come_as_often_as_in_solves() {
    let counts = drawn("pll", 28_400, |cube| *cube);
    assert_eq!(counts.len(), 284);
    counts.values().for_each(|&count| assert_near(count, 100.0));
    let counts = drawn("oll", 21_500, |cube| (cube.corner_ori, cube.edge_ori));
    assert_eq!(counts.len(), 215);
    counts.values().for_each(|&count| assert_near(count, 100.0));
    let places = drawn("oll", 28_800, |cube| (cube.corner_perm, cube.edge_perm));
    assert_eq!(places.len(), 288);
    places.values().for_each(|&count| assert_near(count, 100.0));
}

#[test]
fn the_last_slot_holds_any_pair() {
    let counts = drawn("last-slot", 15_000, |cube| {
        assert_eq!(
            (&cube.corners()[5..], &cube.edges()[4..8]),
            (&Cube::SOLVED.corners()[5..], &Cube::SOLVED.edges()[4..8])
        );
        assert_eq!(cube.edges()[9..], Cube::SOLVED.edges()[9..]);
        cube.corners()[4]
    });
    assert_eq!(counts.len(), 15);
    counts.values().for_each(|&count| assert_near(count, 1000.0));
}

#[test]
fn names_are_read_as_people_write_them() {
    for cases in Cases::all() {
        assert_eq!(cases.to_string().parse(), Ok(cases));
    }
    for text in ["pll T", "PLL(T)", "pll-t", " Pll: t ", "pllT"] {
        assert_eq!(text.parse(), Ok(Cases::One(case("pll T"))), "{text}");
    }
    for (text, other) in [("OLL 21", "oll21"), ("Last Slot", "last-slot"), ("PLL", "pll")] {
        assert_eq!(text.parse::<Cases>(), other.parse(), "{text}");
    }
}

#[test]
fn what_is_no_case_names_the_nearest() {
    for (text, nearest) in [
        ("pll G", "pll Ga"),
        ("T", "pll T"),
        ("pl T", "pll T"),
        ("oll 58", "oll 5"),
        ("oll 2 1", "oll 21"),
        ("lastslott", "last-slot"),
        ("", "oll 1"),
    ] {
        let refused = text.parse::<Cases>().expect_err(text).to_string();
        assert!(refused.starts_with(&format!("`{text}` is no case: give `pll` and one of Aa, Ab, E, F, ")));
        assert!(refused.ends_with(&format!("; the nearest is `{nearest}`")), "{refused}");
    }
}

#[test]
fn seeds_stay_good() {
    // Committed so that seeds stay good between versions.
    let drawn = |text: &str| text.parse::<Cases>().expect(text).draw(&mut Random::new(1)).to_string();
    assert_eq!(drawn("pll T"), "UUUUUUUUURLRRRRRRRLFFFFFFFFDDDDDDDDDFRBLLLLLLBBLBBBBBB");
    assert_eq!(drawn("oll 21"), "BUBUUURULURURRRRRRFFFFFFFFFDDDDDDDDDUBULLLLLLRLLBBBBBB");
}
