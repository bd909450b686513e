//! `show`: the unfolded cube in letters and as a picture.

use std::collections::HashMap;

use super::support::{feed, read, run};

const AFTER_R: &str = "       U U F
       U U F
       U U F
L L L  F F D  R R R  U B B
L L L  F F D  R R R  U B B
L L L  F F D  R R R  U B B
       D D B
       D D B
       D D B
";

#[test]
fn a_cube_is_unfolded_however_it_is_written() {
    let facelets = run(&["show", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"]);
    assert_eq!((facelets.code, facelets.stdout.as_str(), facelets.stderr.as_str()), (0, AFTER_R, ""));
    for args in [&["show", "R"][..], &["show", "R", "U", "U'"], &["show", "--from", "moves", "R U2 U2"]] {
        assert_eq!(run(args).stdout, AFTER_R, "{args:?}");
    }
    assert_eq!(feed(&["show", "-"], "# a comment\n\nR\nU\n").stdout, AFTER_R);
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let plain = run(&["show", "R"]).stdout;
    assert_eq!(run(&["show", "R", "--color", "never"]).stdout, plain);
    let coloured = run(&["show", "R", "--color", "always"]).stdout;
    // Six colours; without escapes nothing but the letters is left.
    let mut colours = HashMap::<&str, usize>::new();
    let mut letters = String::new();
    for (i, piece) in coloured.split('\x1b').enumerate() {
        let (escape, text) = if i == 0 { ("", piece) } else { piece.split_once('m').expect("it ends") };
        *colours.entry(escape).or_default() += usize::from(escape.contains("48;2;"));
        letters += text;
    }
    assert_eq!(colours.values().filter(|&&count| count == 9).count(), 6, "{colours:?}");
    let without_ends = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(without_ends(&letters), without_ends(&plain));
}

#[test]
fn a_picture_has_a_sticker_for_each_facelet() {
    let shown = run(&["show", "R", "--svg"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    assert!(shown.stdout.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(shown.stdout.ends_with("</svg>\n"));
    let mut colours = HashMap::<&str, usize>::new();
    for sticker in shown.stdout.split("fill=\"#").skip(1) {
        *colours.entry(&sticker[..6]).or_default() += 1;
    }
    assert_eq!((colours.len(), colours.values().all(|&count| count == 9)), (6, true), "{colours:?}");
    // The right column of F is yellow.
    for y in [104, 134, 164] {
        assert!(shown.stdout.contains(&format!(
            "<rect x=\"164\" y=\"{y}\" width=\"26\" height=\"26\" rx=\"3\" fill=\"#ffd500\"/>"
        )));
    }
}

#[test]
fn what_is_no_position_is_told_by_its_cause() {
    for (cube, cause) in [
        ("R Q", "cubebatch: stdin:1:3: no move begins with \"Q\"\n"),
        ("# nothing", "cubebatch: there is no position\n"),
        (
            "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBR",
            "cubebatch: stdin:1: turns cannot reach this position: ",
        ),
    ] {
        let refused = feed(&["show", "-"], cube);
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{cube}");
        assert!(refused.stderr.starts_with(cause), "{}", refused.stderr);
    }
    assert_eq!(run(&["show"]).code, 2);
}

/// The pictures in the documentation, each with the moves that it shows.
#[test]
fn pictures_in_the_documentation_are_made_by_this_program() {
    for page in ["docs/thistlethwaite.md", "docs/scanning.md", "docs/metrics.md"] {
        let text = read(page);
        let pictures: Vec<&str> = text.lines().filter(|line| line.starts_with("![")).collect();
        assert!(!pictures.is_empty(), "{page}");
        for picture in pictures {
            let (cube, file) = picture.trim_start_matches("![").split_once("](").expect("it is a picture");
            let file = file.trim_end_matches(')');
            assert_eq!(run(&["show", "--svg", cube]).stdout, read(&format!("docs/{file}")), "{file}");
        }
    }
}

/// Pictures of goals stand in a table, each with the name of its goal.
#[test]
fn pictures_of_goals_in_the_documentation_are_made_by_this_program() {
    let text = read("docs/goals.md");
    let pictures: Vec<_> = text.split("![").skip(1).filter_map(|rest| rest.split_once("](")).collect();
    assert_eq!(pictures.len(), 4);
    for (goal, rest) in pictures {
        let (file, _) = rest.split_once(')').expect("it is a picture");
        assert_eq!(run(&["show", "--svg", "--goal", goal]).stdout, read(&format!("docs/{file}")), "{file}");
    }
}

#[test]
fn what_a_goal_does_not_ask_for_is_blank() {
    let cross = "       . . .
       . U .
       . . .
. . .  . . .  . . .  . . .
. L .  . F .  . R .  . B .
. L .  . F .  . R .  . B .
       . D .
       D D D
       . D .
";
    assert_eq!(run(&["show", "--goal", "cross"]).stdout, cross);
    assert_eq!(run(&["show", "--goal", "DF DR DB DL", "U R2 R2"]).stdout, cross);
    // The edge DR goes to FR: its D side to F, its R side stays.
    let turned = run(&["show", "--goal", "cross", "R"]).stdout;
    assert!(
        turned
            .contains(". . .  . . .  . . .  . . .\n. L .  . F D  R R .  . B .\n. L .  . F .  . . .  . B .\n"),
        "{turned}"
    );
    let picture = run(&["show", "--svg", "--goal", "cross"]).stdout;
    assert_eq!(picture.matches("#80868c").count(), 54 - 6 - 8);
    let refused = run(&["show"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("POSITION|FILE"), "{}", refused.stderr);
    assert_eq!(run(&["show", "R", "--goal", "no such goal"]).code, 2);
}
