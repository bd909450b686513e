//! The tables and the pictures of `docs/cases.md`. After a change of a picture, `DRAW_CASES=1 cargo test -p cubebatch-cube sheet` writes them.

use std::fs;
use std::path::Path;

use super::tests::{class, family, orientations};
use super::*;
use crate::cube::{corner_facelet, edge_facelet};

/// The facelets of U and of the rows around it, as seen from above; 54 stands for none.
const SEEN: [[usize; 5]; 5] =
    [[54, 47, 46, 45, 54], [36, 0, 1, 2, 11], [37, 3, 4, 5, 10], [38, 6, 7, 8, 9], [54, 18, 19, 20, 54]];

/// Where a row or column of them begins, and its width.
const SPANS: [(usize, usize); 5] = [(0, 5), (7, 17), (25, 17), (43, 17), (62, 5)];

/// From one view to the next, to the right and down.
const STEP: (usize, usize) = (86, 98);

/// The colours of U R F D L B.
const COLOURS: [&str; 6] = ["#ffffff", "#c81e2d", "#00964b", "#ffd500", "#ff7300", "#004baf"];

/// Views of all cases of a family, in lines of `columns`.
fn sheet(members: Family, columns: usize) -> String {
    let cases: Vec<&Case> = family(members).collect();
    let (width, height) = (columns * STEP.0, cases.len().div_ceil(columns) * STEP.1);
    let corner = |number: usize| (number % columns * STEP.0 + 9, number / columns * STEP.1 + 22);
    let views = cases.iter().enumerate().map(|(number, case)| view(case, corner(number)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>The last layer in each case, from above</title>\n\
         <marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">\
         <path d=\"M0 0L6 3L0 6z\"/></marker>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f4f4f4\"/>\n{}</svg>\n",
        views.collect::<String>()
    )
}

/// A case with its name above it.
fn view(case: &Case, (x, y): (usize, usize)) -> String {
    let cube = case.cube();
    let facelets = cube.facelets();
    let cells = (0..25).filter_map(|cell| {
        let shown = *facelets.get(SEEN[cell / 5][cell % 5])?;
        // A case of orientation says nothing about the other colours.
        let is_blank = case.family == Family::Oll && shown != Face::U;
        let fill = if is_blank { "#80868c" } else { COLOURS[shown.index()] };
        let ((left, width), (top, height)) = (SPANS[cell % 5], SPANS[cell / 5]);
        Some(format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" stroke=\"black\"/>\n"
        ))
    });
    let arrows = if case.family == Family::Pll { arrows(&cube) } else { String::new() };
    format!(
        "<g transform=\"translate({x} {y})\">\n<text x=\"34\" y=\"-6\" font-family=\"sans-serif\" font-size=\"13\" \
         text-anchor=\"middle\">{}</text>\n{}{arrows}</g>\n",
        case.name,
        cells.collect::<String>()
    )
}

/// An arrow from each cubie that is not at home to its home.
fn arrows(cube: &Cube) -> String {
    let corners =
        (0..4).map(|place| [place, cube.corner_perm[place].into()].map(|place| corner_facelet(place, 0)));
    let edges = (0..4).map(|place| [place, cube.edge_perm[place].into()].map(|place| edge_facelet(place, 0)));
    let middle = |span: usize| SPANS[span + 1].0 + SPANS[span + 1].1 / 2;
    let arrow = |[from, to]: [usize; 2]| {
        let [from, to] = [from, to].map(|facelet| format!("{} {}", middle(facelet % 3), middle(facelet / 3)));
        format!(
            "<path d=\"M{from}L{to}\" stroke=\"black\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n"
        )
    };
    corners.chain(edges).filter(|[from, to]| from != to).map(arrow).collect()
}

/// The rows of a family: its name, how many of all permutations or orientations it has, and what solves it.
fn rows(members: Family) -> String {
    let size = |case: &Case| match members {
        Family::Oll => orientations(&case.cube()).len(),
        Family::Pll => class(&case.cube()).len(),
    };
    family(members)
        .map(|case| format!("| {} | {} | `{}` |\n", case.name, size(case), case.solved_by))
        .collect()
}

#[test]
fn the_page_has_the_table_and_its_pictures() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = fs::read_to_string(docs.join("cases.md")).expect("there is a page");
    for (family, columns) in [(Family::Oll, 10), (Family::Pll, 7)] {
        let (picture, sheet) = (docs.join(format!("cases/{family}.svg")), sheet(family, columns));
        if std::env::var_os("DRAW_CASES").is_some() {
            fs::write(&picture, &sheet).expect("the picture can be written");
        }
        assert!(
            fs::read_to_string(&picture).expect("there is a picture") == sheet,
            "{picture:?} is another one"
        );
        assert!(page.contains(&rows(family)), "the page needs these rows:\n{}", rows(family));
    }
}
