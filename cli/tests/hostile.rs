//! Hostile and accidental input.

use super::support::{Folder, feed, feed_solve, solve};

/// Solves `input` and expects solutions of `R` before and after whatever it holds, and one
/// message that begins with `message`.
fn assert_told(input: impl Into<Vec<u8>>, message: &str) {
    let input = [b"R\n".to_vec(), input.into(), b"\nR\n".to_vec()].concat();
    let solved = feed_solve(&[], input);
    assert_eq!(solved.code, 1, "{message}");
    let rows = solved.lines();
    assert_eq!((rows.len(), rows[0], rows[2]), (3, "R'", "R'"), "{message}");
    assert!(rows[1].starts_with("# line 2: "), "{}", rows[1]);
    assert_eq!(solved.stderr.lines().count(), 1);
    assert!(solved.stderr.starts_with(message), "{}", solved.stderr);
}

#[test]
fn nothing_gives_nothing() {
    for input in ["", "\n", "\r\n\r\n", "# only this", "  \t \n//\n", "\u{feff}"] {
        let solved = feed_solve(&[], input);
        assert_eq!((solved.code, solved.stdout.as_str()), (0, ""), "{input:?}");
        let is_told = solved.stderr.starts_with("there is no position: ");
        assert_eq!(is_told, !input.is_empty(), "{input:?}: {}", solved.stderr);
    }
    let folder = Folder::new();
    let empty = folder.write("empty.txt", "");
    assert_eq!(solve(&[&empty]).code, 0);
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_do_not_count() {
    let solved = feed_solve(&[], "\u{feff}R U\r\nF\r\n\r\n# é\r\nQ\r\nB");
    assert_eq!(solved.stdout, "U' R'\nF'\n# line 5: column 1: no move begins with \"Q\"\nB'\n");
    assert_eq!(solved.stderr, "stdin:5:1: no move begins with \"Q\"\n");
}

#[test]
fn a_column_does_not_count_the_byte_order_mark() {
    let solved = feed_solve(&[], "\u{feff}R Q\n");
    assert_eq!(solved.stderr, "stdin:1:3: no move begins with \"Q\"\n");
}

#[test]
fn nul_bytes_are_told_visibly() {
    assert_told("R U\0F", "stdin:2:4: no move begins with \"\\0\"\n");
    assert_told(vec![0; 54], "stdin:2");
}

#[test]
fn bytes_that_are_no_text_are_told() {
    assert_told(b"R \xff U".to_vec(), "stdin:2");
    assert_told(b"\xc3".to_vec(), "stdin:2");
}

#[test]
fn a_line_without_end_is_told() {
    assert_told("R".repeat(3_000_000), "stdin:2");
    assert_told("1 ".repeat(1_000_000), "stdin:2");
    let endless = feed_solve(&[], "U".repeat(1_000_000));
    assert_eq!((endless.code, endless.lines().len()), (1, 1));
    assert!(endless.stdout.starts_with("# line 1: "));
}

/// A part of the moves makes another position than all of them.
#[test]
fn a_line_too_long_to_keep_is_not_solved_in_part() {
    assert_told("R ".repeat(100_001), "stdin:2");
}

#[test]
fn bytes_that_are_no_text_do_not_put_check_out_of_step() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", b"R\n# caf\xe9\nU\n");
    let solved = solve(&[&cubes]);
    let checked = feed(&["check", &cubes, "-"], solved.stdout);
    assert_eq!(checked.code, solved.code, "{}", checked.stderr);
    assert!(checked.stdout.starts_with("2 of "), "{}", checked.stdout);
}
