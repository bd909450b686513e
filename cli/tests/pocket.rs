//! `pocket`: the cube of 2×2×2.

use std::collections::HashSet;

use cubebatch::cube::Metric;
use cubebatch::notation::parse_moves;
use cubebatch::pocket::{Distances, PocketCube, parse_line};
use serde_json::Value;

use super::support::{Folder, Run, feed, read, run};

/// One position three times, then moves.
const LINES: &str = "\
055423244312053142310150
OWWYRGRYYGBROWGBYRGBOBWO
UBLRBLBUFDDUFRDFFDLRULRB  # the same
R2 U2 R F R F2 U F2 R'
";

fn pocket(args: &[&str], input: &str) -> Run {
    feed(&[&["pocket"], args].concat(), input)
}

fn read_cube(line: &str) -> PocketCube {
    parse_line(line).expect("the line is valid").expect("there is a position")
}

fn assert_solves(solution: &str, cube: &PocketCube) {
    let moves = parse_moves(solution).expect("a solution is moves");
    assert!(cube.apply(moves.moves()).is_solved(), "{solution:?} does not solve {cube:?}");
}

#[test]
fn all_ways_of_writing_a_position_give_the_same_solution() {
    let solved = pocket(&["solve"], LINES);
    assert_eq!((solved.code, solved.stderr.as_str(), solved.lines().len()), (0, "", 4));
    let different: HashSet<&str> = solved.lines().into_iter().collect();
    assert_eq!(different.len(), 1, "{}", solved.stdout);
    assert_solves(solved.lines()[0], &read_cube(LINES.lines().next().expect("there are lines")));
}

#[test]
fn random_positions_are_solved_in_order_and_as_short_as_possible() {
    let scrambles = pocket(&["scramble", "--count", "3000", "--seed", "4"], "").stdout;
    for (name, metric) in [("htm", Metric::HalfTurn), ("qtm", Metric::QuarterTurn)] {
        let distances = Distances::new(metric);
        let args = ["solve", "--metric", name, "--format", "jsonl"];
        let [one, three] = ["1", "3"].map(|n| pocket(&[&args[..], &["--threads", n]].concat(), &scrambles));
        assert!(one == three, "1 and 3 threads gave different output");
        assert_eq!((one.code, one.lines().len()), (0, 3000));
        for ((line, scramble), row) in (1..).zip(scrambles.lines()).zip(one.lines()) {
            let row: Value = serde_json::from_str(row).expect("a row is JSON");
            assert_eq!((row["line"].as_u64(), row["cube"].as_str()), (Some(line), Some(scramble)));
            let cube = read_cube(scramble);
            assert_solves(row["solution"].as_str().expect("it is a string"), &cube);
            assert_eq!(row["length"].as_u64(), Some(distances.of(&cube).into()));
        }
    }
}

#[test]
fn each_step_is_named_with_its_moves() {
    let steps = |output| pocket(&["solve", "--method", "steps", "--format", output], "R\nQ\n");
    let text = steps("text");
    let first = "first corner: none; first layer: ";
    assert!(
        text.lines()[0].starts_with(first) && text.lines()[0].contains("; last layer: "),
        "{}",
        text.stdout
    );
    assert_eq!(text.lines()[1], "# line 2: column 1: no move begins with \"Q\"");
    let json: Value = serde_json::from_str(steps("jsonl").lines()[0]).expect("a row is JSON");
    let step = |name: &str| json[name].as_str().expect("it is a string").to_owned();
    let moves = ["first_corner", "first_layer", "last_layer"].map(step).join(" ");
    assert_eq!(moves.trim(), step("solution"));
    assert_solves(&moves, &read_cube("R"));
    let csv = steps("csv").stdout;
    assert!(csv.starts_with("line,cube,first_corner,first_layer,last_layer,solution,length,error\n1,UFUF"));
    assert!(csv.ends_with("\n2,,,,,,,\"column 1: no move begins with \"\"Q\"\"\"\n"), "{csv}");
}

#[test]
fn three_steps_solve_random_positions() {
    let scrambles = pocket(&["scramble", "--count", "500", "--seed", "6", "--format", "digits"], "").stdout;
    let solved = pocket(&["solve", "--method", "steps", "--format", "jsonl"], &scrambles);
    assert_eq!((solved.code, solved.lines().len()), (0, 500));
    for (scramble, row) in scrambles.lines().zip(solved.lines()) {
        let row: Value = serde_json::from_str(row).expect("a row is JSON");
        assert_solves(row["solution"].as_str().expect("it is a string"), &read_cube(scramble));
    }
}

#[test]
fn what_is_wrong_with_a_line_is_told_and_the_rest_is_solved() {
    let impossible = "turns cannot reach this position: ";
    for (line, column, reason) in [
        ("0000", "", "a pocket cube has 24 facelets, but 4 are given".to_owned()),
        ("0000 1111 2222 3333 4444 5556", "29:", "\"5\" occurs 3 times, \"6\" occurs once; ".to_owned()),
        ("R Q", "3:", "no move begins with \"Q\"".to_owned()),
        // The corner DRF turned in its place.
        ("UUUURRDRFFFRDFDDLLLLBBBB", "", format!("{impossible}a corner is twisted")),
        ("000011112222333344445554", "", "\"4\" occurs 5 times, \"5\" occurs 3 times; ".to_owned()),
        ("WWWWRRYRGGGRYGYYOOOOBBBB", "", format!("{impossible}a corner is twisted; check these stickers")),
    ] {
        let solved = pocket(&["solve"], &format!("R\n{line}\nR\n"));
        assert_eq!((solved.code, solved.lines().len()), (1, 3), "{line}");
        assert_eq!((solved.lines()[0], solved.lines()[2]), ("R'", "R'"));
        assert!(solved.lines()[1].starts_with("# line 2: "), "{}", solved.stdout);
        let message = format!("stdin:2:{column} {reason}");
        assert!(solved.stderr.starts_with(&message), "{} instead of {message}", solved.stderr);
        assert_eq!(solved.stderr.lines().count(), 1);
    }
}

#[test]
fn the_first_invalid_line_can_end_it() {
    let stopped = pocket(&["solve", "--on-error", "stop"], "R\nQ\nU\n");
    assert_eq!((stopped.code, stopped.lines().len()), (1, 2));
}

#[test]
fn rows_of_several_files_name_theirs() {
    let folder = Folder::new();
    let files = ["one", "two"].map(|name| folder.write(name, "U\n"));
    let out = folder.path("out.csv");
    let solved = pocket(&["solve", &files[0], &files[1], "--format", "csv", "-o", &out], "");
    assert_eq!((solved.code, solved.stdout.as_str()), (0, ""));
    let row = |file: &str| format!("{file},1,UUUUBBRRRRFFDDDDFFLLLLBB,U',1,\n");
    assert_eq!(
        read(&out),
        format!("file,line,cube,solution,length,error\n{}{}", row(&files[0]), row(&files[1]))
    );
}

#[test]
fn counts_are_told_with_the_published_ones_whatever_the_engine() {
    let table = pocket(&["table"], "");
    assert_eq!(table.code, 0, "{}", table.stderr);
    let (half, quarter) = table.stdout.split_once("QTM: 3,674,160 positions\n").expect("there are both");
    let half = half.strip_prefix("HTM: 3,674,160 positions\n").expect("the first is printed");
    for (counts, lines, last) in [(half, 12, "11         2,644"), (quarter, 15, "14           276")] {
        assert_eq!(counts.lines().filter(|line| line.ends_with("  as published")).count(), lines);
        assert!(counts.contains(&format!("   {last}  as published\n")), "{counts}");
    }
    if std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_some() {
        assert_eq!(pocket(&["table", "--engine", "gpu"], "").stdout, table.stdout);
    }
    assert_eq!(
        pocket(&["table", "--metric", "qtm"], "").stdout,
        format!("QTM: 3,674,160 positions\n{quarter}")
    );
}

#[test]
fn formats_show_the_same_random_positions() {
    let scramble = |format| {
        let run = pocket(&["scramble", "--count", "300", "--seed", "7", "--format", format], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run
    };
    let expected = scramble("faces");
    let positions =
        |run: &Run| -> Vec<usize> { run.lines().iter().map(|line| read_cube(line).rank()).collect() };
    assert_eq!(positions(&expected).iter().collect::<HashSet<_>>().len(), 300);
    for format in ["digits", "colours", "moves"] {
        assert_eq!(positions(&scramble(format)), positions(&expected), "{format}");
    }
    // Committed so that seeds stay good between versions.
    assert_eq!(pocket(&["scramble", "--seed", "1"], "").stdout, "UBLRBLBUFDDUFRDFFDLRULRB\n");
}

#[test]
fn a_position_is_shown_unfolded() {
    let shown = pocket(&["show", "--symbols", "digits"], "R\n\nQ\n0000 1111 2222 3333 4444 5555\n");
    let expected = "\
line 1: distance from solved 1 (HTM), 1 (QTM)
    4 0
    4 0
3 3 0 5 1 1 4 2
3 3 0 5 1 1 4 2
    5 2
    5 2

# line 3: column 1: no move begins with \"Q\"
line 4: solved
    4 4
    4 4
3 3 0 0 1 1 2 2
3 3 0 0 1 1 2 2
    5 5
    5 5

";
    assert_eq!((shown.code, shown.stdout.as_str()), (1, expected));
}

#[test]
fn wrong_usage_is_refused() {
    for args in [&["pocket"][..], &["pocket", "solve", "--metric", "stm"], &["pocket", "show", "--no-such"]] {
        let refused = run(args);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{args:?}");
        assert!(refused.stderr.contains("Usage") || refused.stderr.contains("--help"), "{}", refused.stderr);
    }
    assert_eq!(pocket(&["solve", "/no/such/file"], "").code, 2);
}

#[test]
fn any_six_symbols_are_solved_in_the_order_of_a_scan() {
    let (solution, faces) = ("R'\n", ["UFUF", "RRRR", "FDFD", "DBDB", "LLLL", "UBUB"]);
    for names in ["WRGYOB", "⬜🟥🟩🟨🟧🟦", "123456", "ezalsp"] {
        let named = |text: &str| {
            let name = |face| names.chars().nth("URFDLB".find(face)?);
            text.chars().filter_map(name).collect::<String>()
        };
        assert_eq!(run(&["pocket", "solve", &named(&faces.concat())]).stdout, solution, "{names}");
        let [u, r, f, d, l, b] = faces;
        let scanned = named(&[f, r, &b.chars().rev().collect::<String>(), l, u, d].join(" "));
        let order = ["--scan", "FRB2LUD"];
        assert_eq!(pocket(&[&["solve"][..], &order].concat(), &scanned).stdout, solution, "{names}");
        let shown = pocket(&[&["show"][..], &order].concat(), &scanned).stdout;
        assert!(shown.starts_with("line 1: distance from solved 1 (HTM), 1 (QTM)\n"), "{shown}");
    }
    let refused = run(&["pocket", "solve", "--scan", "URFDLL", "-"]);
    assert!(
        refused.code == 2 && refused.stderr.contains("face L occurs more than once"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_pocket_cube_with_spaces_or_over_lines_is_one_position() {
    let facelets = "UBLRBLBUFDDUFRDFFDLRULRB";
    let moves = run(&["pocket", "solve", facelets]).stdout;
    for each in 1..=24 {
        let groups = facelets.as_bytes().chunks(each).map(|group| std::str::from_utf8(group).unwrap());
        let line = groups.collect::<Vec<_>>().join(" ");
        assert_eq!(run(&["pocket", "solve", &line]).stdout, moves, "{line}");
    }
    let shown = run(&["pocket", "show", facelets]).stdout;
    let folder = Folder::new();
    let refused = run(&["pocket", "solve", &folder.write("net", &shown)]);
    assert!(
        refused.code == 2 && refused.stderr.contains("look like one unfolded cube"),
        "{}",
        refused.stderr
    );
    let line = refused.stderr.rsplit_once("Write it on one line: ").expect(&refused.stderr).1.trim();
    assert_eq!(run(&["pocket", "solve", line]).stdout, moves);
    // As many letters and marks together, which are moves.
    let scramble = "R2 U' F2 D' R2 U' F2 D' R U F D R U F D";
    let longer = format!("{scramble} U U'");
    assert_eq!(run(&["pocket", "solve", scramble]).stdout, run(&["pocket", "solve", &longer]).stdout);
}
