//! `convert` and `moves`: the same positions and moves in another way.

use super::support::{Folder, default_tables, feed, read, run};

const LINES: &str = "# two positions\nR U2 F'\n\nUUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB\n";

/// The positions of some text, as facelets.
fn facelets(text: &str) -> String {
    let read = feed(&["convert"], text);
    assert_eq!((read.code, read.stderr.as_str()), (0, ""), "{text}");
    read.stdout
}

#[test]
fn each_format_that_is_read_is_read_back() {
    let expected = facelets(LINES);
    assert_eq!(expected.lines().count(), 2);
    for format in ["facelets", "moves", "lin", "reid", "link", "net", "array", "one-hot"] {
        let written = feed(&["convert", "--format", format, "--tables", default_tables()], LINES);
        let lines = if format == "net" { 20 } else { 2 };
        assert_eq!(
            (written.code, written.stdout.lines().count()),
            (0, lines),
            "{format}: {}",
            written.stderr
        );
        assert_eq!(facelets(&written.stdout), expected, "{format}");
    }
}

#[test]
fn nets_numbers_cubies_and_links_say_the_same() {
    let after_r = |format: &str| {
        let written = run(&["convert", "R", "--format", format, "--tables", default_tables()]);
        assert_eq!(written.code, 0, "{}", written.stderr);
        written.stdout
    };
    assert!(after_r("net").starts_with("    UUF\n    UUF\n    UUF\nLLL FFD RRR UBB\n"), "{}", after_r("net"));
    assert!(after_r("net").ends_with("    DDB\n\n"));
    assert!(after_r("array").starts_with("[0,0,2,0,0,2,0,0,2,1,1,1,"));
    assert_eq!(
        after_r("cubies"),
        "{\"cp\":[4,1,2,0,7,5,6,3],\"co\":[2,0,0,1,1,0,0,2],\"ep\":[8,1,2,3,11,5,6,7,4,9,10,0],\"eo\":[0,0,0,0,0,0,0,0,0,0,0,0]}\n"
    );
    assert_eq!(after_r("link"), "https://alpha.twizzle.net/edit/?setup-alg=R\n");
    let scrambled = run(&["scramble", "--seed", "5", "--format", "net"]).stdout;
    assert_eq!(
        scrambled,
        feed(&["convert", "--format", "net"], run(&["scramble", "--seed", "5"]).stdout.as_str()).stdout
    );
}

#[test]
fn what_cannot_be_read_is_marked_and_told() {
    let folder = Folder::new();
    let (from, to) = (folder.path("in.txt"), folder.path("out.txt"));
    std::fs::write(&from, "R\nQ\nU\n").unwrap();
    let marked = run(&["convert", &from, "-o", &to, "--format", "lin"]);
    assert_eq!(marked.code, 1);
    assert!(marked.stderr.contains("in.txt:2:1: "), "{}", marked.stderr);
    let rows = read(&to);
    assert!(rows.lines().count() == 3 && rows.lines().nth(1).unwrap().starts_with("# line 2: "), "{rows}");
    let stopped = run(&["convert", &from, "--on-error", "stop"]);
    assert_eq!((stopped.code, stopped.stdout.lines().count()), (1, 2));
    assert_eq!(run(&["convert", "--from", "lin", "R U"]).code, 2);
    let tables = run(&["convert", "--format", "lin", "--column", "state", "-o", &to, &from]);
    assert!(tables.code == 2 && tables.stderr.contains("no column `state`"), "{}", tables.stderr);
}

#[test]
fn sequences_are_rewritten() {
    for (args, expected) in [
        (&["expand", "[R, U] M"][..], "R U R' U' R L'"),
        (&["simplify", "R R U D U' (L)3"], "R2 D L'"),
        (&["invert", "R U2 F'"], "F U2 R'"),
        (&["mirror", "R U R' F2"], "L' U' L F2"),
        (&["mirror", "--plane", "e", "R U R' F2"], "R' D' R F2"),
        (&["rotate", "--by", "y", "R U F"], "F U L"),
        (&["rotate", "--by", "x y2", "U"], "F"),
        (&["expand", "--notation", "digits", "R U2 F'"], "R1 U2 F3"),
        (&["invert", "R", "U", "F2"], "F2 U' R'"),
    ] {
        let written = run(&[&["moves"], args].concat());
        assert_eq!(
            (written.code, written.stdout.trim_end(), written.stderr.as_str()),
            (0, expected, ""),
            "{args:?}"
        );
    }
    let several = feed(&["moves", "invert"], "R U # two\n\nF'\n");
    assert_eq!((several.code, several.stdout.as_str()), (0, "U' R'\nF\n"));
    for by in ["R", "x R", "q"] {
        let refused = run(&["moves", "rotate", "--by", by, "U"]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("Give x, y and z"), "{}", refused.stderr);
    }
}

#[test]
fn the_name_of_the_output_says_in_which_rows_texts_are_written() {
    let folder = Folder::new();
    let written = |command: &[&str], name: &str| {
        let out = folder.path(name);
        let told = run(&[command, &["-o", &out]].concat());
        assert_eq!((told.code, told.stdout.as_str()), (0, ""), "{}", told.stderr);
        read(&out)
    };
    let drawn = ["scramble", "-n", "2", "--seed", "3"];
    let cubes = run(&drawn).stdout;
    assert_eq!(written(&drawn, "a.txt"), cubes);
    let rows: Vec<String> = cubes
        .lines()
        .zip(1..)
        .map(|(cube, line)| format!("{{\"line\":{line},\"cube\":\"{cube}\"}}\n"))
        .collect();
    assert_eq!(written(&drawn, "a.jsonl"), rows.concat());
    let csv: Vec<String> = cubes.lines().zip(1..).map(|(cube, line)| format!("{line},{cube},\n")).collect();
    assert_eq!(written(&drawn, "a.csv"), "line,cube,error\n".to_owned() + &csv.concat());
    let from = folder.path("a.csv");
    assert_eq!(written(&["convert", &from], "b.txt"), cubes);
    assert_eq!(written(&["moves", "invert", "R U"], "c.csv"), "line,moves,error\n1,U' R',\n");
    if cfg!(feature = "parquet") {
        let columns = folder.path("a.parquet");
        let told = run(&[&drawn[..], &["-o", &columns]].concat());
        assert_eq!((told.code, told.stderr.as_str()), (0, ""));
        assert_eq!(written(&["convert", &columns], "c.txt"), cubes);
    }
}

#[test]
fn a_picture_stands_on_a_line() {
    let drawn = run(&["convert", "R", "--format", "svg"]).stdout;
    assert!(
        drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n") && drawn.lines().count() == 1,
        "{drawn}"
    );
    assert_eq!(drawn.replace('\n', ""), run(&["show", "R", "--svg"]).stdout.replace('\n', ""));
}
