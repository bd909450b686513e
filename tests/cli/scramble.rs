//! `scramble`: random positions.

use cubebatch::cube::Cube;

use super::support::{Run, default_tables, positions, read, run};

fn scramble(args: &[&str]) -> Run {
    let run = run(&[&["scramble"], args].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

fn cubes(text: &str) -> Vec<Cube> {
    positions(text).into_iter().map(|(_, cube)| cube).collect()
}

#[test]
fn as_many_come_as_are_asked_for() {
    assert_eq!(scramble(&["--seed", "1"]).lines().len(), 1);
    for count in ["0", "3", "256", "257", "1000"] {
        let scrambled = scramble(&["--count", count, "--seed", "1"]);
        assert_eq!(scrambled.lines().len().to_string(), count);
        assert_eq!(scrambled.stderr, "");
    }
}

#[test]
fn a_seed_gives_the_same_positions_for_ever() {
    let example = read("examples/random_1000.txt");
    let (comment, expected) = example.split_once('\n').expect("the first line is a comment");
    assert!(comment.contains("`cubebatch scramble --count 1000 --seed 2023`"));
    assert!(scramble(&["--count", "1000", "--seed", "2023"]).stdout == expected);
}

#[test]
fn fewer_positions_are_the_first_of_more() {
    let [few, many] = ["5", "600"].map(|count| scramble(&["--count", count, "--seed", "3"]).stdout);
    assert!(many.starts_with(&few));
}

#[test]
fn other_seeds_give_other_positions() {
    let [one, two] = ["1", "2"].map(|seed| scramble(&["--count", "100", "--seed", seed]).stdout);
    let both = one + &two;
    let different: std::collections::HashSet<&str> = both.lines().collect();
    assert_eq!(different.len(), 200);
}

#[test]
fn a_seed_that_was_not_given_is_told() {
    let [first, second] = [(); 2].map(|()| scramble(&["--count", "3"]));
    assert_ne!(first.stdout, second.stdout);
    let seed = first.stderr.strip_prefix("seed ").expect("the seed is printed").trim_end();
    assert_eq!(scramble(&["--count", "3", "--seed", seed]).stdout, first.stdout);
}

#[test]
fn formats_show_the_same_positions() {
    let facelets = scramble(&["--count", "20", "--seed", "5"]).stdout;
    let expected = cubes(&facelets);
    assert_eq!(expected.len(), 20);
    for format in ["facelets", "lin", "moves", "reid"] {
        let args = ["--count", "20", "--seed", "5", "--format", format, "--tables", default_tables()];
        let scrambled = scramble(&args).stdout;
        assert_eq!(scrambled == facelets, format == "facelets");
        assert_eq!(cubes(&scrambled), expected, "{format}");
    }
}

#[test]
fn moves_are_few_and_do_not_depend_on_threads() {
    let args = ["--count", "200", "--seed", "6", "--format", "moves", "--tables", default_tables()];
    let [one, three] = ["1", "3"].map(|threads| scramble(&[&args[..], &["--threads", threads]].concat()));
    assert_eq!(one, three);
    assert_eq!(one.lines().len(), 200);
    assert!(one.lines().iter().all(|moves| moves.split(' ').count() <= 21), "{}", one.stdout);
}
