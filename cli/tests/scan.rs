//! `--scan`: facelets in the order of a camera.

use super::support::{Folder, Run, feed, positions, read, run};

const RANDOM: &str = "examples/random_1000.txt";

/// Solves by a method that needs no tables.
fn solve(args: &[&str], input: &str) -> Run {
    feed(&[&["solve", "--method", "thistlethwaite"], args].concat(), input)
}

/// The faces of a facelet string, U R F D L B, in another order.
fn reordered(facelets: &str, order: [usize; 6]) -> String {
    let face = |face: usize| &facelets[face * 9..][..9];
    order.map(face).join(" ")
}

#[test]
fn scanned_cubes_have_the_solutions_of_their_facelets() {
    let cubes: Vec<String> =
        positions(&read(RANDOM)).iter().take(50).map(|(_, cube)| cube.to_string()).collect();
    let expected = solve(&[], &cubes.join("\n"));
    let orders =
        [("kociemba", [0, 1, 2, 3, 4, 5]), ("net", [0, 4, 2, 1, 5, 3]), ("belt", [2, 1, 5, 4, 0, 3])];
    for (name, order) in orders {
        let scanned: Vec<String> = cubes.iter().map(|facelets| reordered(facelets, order)).collect();
        assert_eq!(solve(&["--scan", name], &scanned.join("\n")), expected, "{name}");
    }
}

#[test]
fn a_face_that_the_camera_sees_turned_is_turned_back() {
    // After R U.
    let [upright, turned] = ["UUUUUUFFF", "FUUFUUFUU"];
    let rest = "UBBRRRRRR RRRFFDFFD DDBDDBDDB FFDLLLLLL LLLUBBUBB".replace(' ', "");
    let solution = solve(&[], &[upright, &rest].concat());
    assert_eq!(solution, solve(&[], "R U"));
    let seen_clockwise = solve(&["--scan", "U1RFDLB"], &[turned, &rest].concat());
    assert_eq!(seen_clockwise, solution);
    assert_eq!(solve(&["--scan", "u1 r f d l b"], &[turned, &rest].concat()), solution);
    assert_ne!(solve(&["--scan", "U'RFDLB"], &[turned, &rest].concat()), solution);
}

#[test]
fn any_colours_will_do_and_faults_are_told_where_they_were_read() {
    let solved = "ggggggggg rrrrrrrrr bbbbbbbbb ooooooooo wwwwwwwww yyyyyyyyy";
    let odd = solved.replacen("gr", "g?", 1).replacen("g r", "g ?", 1);
    let scanned =
        solve(&["--scan", "belt"], &format!("{solved}\n{odd}\n{}\nR U\n", solved.replace('y', "w")));
    assert_eq!(scanned.code, 1);
    assert_eq!(
        scanned.stderr,
        "stdin:2:11: no centre shows \"?\"\n  Possible causes:\n  - only one cube has the other stickers: set R1 \"r\"\n\
         stdin:3:55: the centres of U and D are both \"w\"\n\
         stdin:4: a cube has 54 facelets, but 2 are given\n"
    );
}

#[test]
fn an_order_that_is_none_is_refused_by_its_cause() {
    for (order, cause) in [
        ("URFDLX", "\"X\" is no face"),
        ("URFDLL", "face L occurs more than once"),
        ("URFD", "face L is missing"),
        ("", "face U is missing"),
        ("nets", "one of kociemba, net, belt, flip"),
    ] {
        let refused = run(&["solve", "--scan", order, RANDOM]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{order}");
        assert!(refused.stderr.contains(cause), "{order}: {}", refused.stderr);
    }
    assert_eq!(run(&["solve", "--scan", "net", "--from", "moves", RANDOM]).code, 2);
}

#[test]
fn check_and_show_read_scans_too() {
    let scanned = "GGGGGGGGG RRRRRRRRR BBBBBBBBB OOOOOOOOO WWWWWWWWW YYYYYYYYY";
    let folder = Folder::new();
    let checked = feed(&["check", "--scan", "belt", &folder.write("cubes", scanned), "-"], "\n");
    assert!(checked.stdout.starts_with("1 of 1 solution holds\n"), "{checked:?}");
    let shown = run(&["show", "--scan", "belt", scanned]);
    assert_eq!(shown.stdout, run(&["show", "R R'"]).stdout);
}
