//! `scramble`: random positions.

use std::collections::HashSet;

use cubebatch::cube::Cube;
use cubebatch::goal::Goal;

use super::support::{Run, default_tables, feed, positions, read, run};

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
    let different: HashSet<&str> = both.lines().collect();
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

#[test]
fn positions_of_a_goal_have_it_and_have_nothing_else_in_common() {
    for goal in ["cross", "f2l", "eo", "cross/any", "DF DLB", "solved"] {
        let args = ["--goal", goal, "--count", "50", "--seed", "3"];
        let scrambled = scramble(&args);
        let wanted: Goal = goal.parse().expect("it is a goal");
        let drawn = cubes(&scrambled.stdout);
        assert!(drawn.len() == 50 && drawn.iter().all(|cube| wanted.holds(cube)), "{goal}");
        let different: HashSet<&Cube> = drawn.iter().collect();
        assert_eq!(different.len(), if goal == "solved" { 1 } else { 50 }, "{goal}");
        assert_eq!(scramble(&args), scrambled, "a seed gives the same positions");
    }
}

#[test]
fn positions_at_a_distance_are_as_far_from_the_goal() {
    for (goal, distance) in
        [("cross", "7"), ("cross", "0"), ("eo", "3"), ("block-222", "2"), ("corners", "11")]
    {
        let args = ["--goal", goal, "--distance", distance, "--count", "30", "--seed", "4"];
        let scrambled = scramble(&args);
        let rows = feed(&["solve", "--goal", goal], &*scrambled.stdout);
        let lengths: Vec<usize> = rows.lines().iter().map(|row| row.split_whitespace().count()).collect();
        assert_eq!(lengths, vec![distance.parse::<usize>().expect("it is a number"); 30], "{goal}");
        if goal == "cross" {
            let one = scramble(&[&args[..], &["--threads", "1"]].concat());
            assert_eq!(one, scrambled, "threads change nothing");
        }
    }
}

#[test]
fn a_distance_that_is_not_there_or_not_known_is_refused() {
    for (args, problem, remedy) in [
        (
            &["--goal", "cross", "--distance", "9"][..],
            "no position is 9 moves from cross: the farthest are 8",
            "table histogram",
        ),
        (
            &["--goal", "f2l", "--distance", "3"],
            "f2l sees too much for one table",
            "Give a goal of fewer cubies.",
        ),
        (
            &["--goal", "cross/any", "--distance", "3"],
            "cross/any sees too much for one table",
            "Give the goal without `/any`.",
        ),
        (&["--distance", "3"], "the following required arguments were not provided", "--goal <GOAL>"),
        (&["--goal", "crss"], "`crss` is no goal", "give a name"),
    ] {
        let refused = run(&[&["scramble"], args].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{args:?}");
        assert!(refused.stderr.contains(problem) && refused.stderr.contains(remedy), "{}", refused.stderr);
    }
}

#[test]
fn positions_of_a_case_are_drawn_from_it() {
    let (oriented, layers): (Goal, Goal) =
        ("oll".parse().expect("it is a goal"), "f2l".parse().expect("it is a goal"));
    for (case, positions) in
        [("pll T", 16), ("PLL(H)", 4), ("pll", 284), ("oll 20", 288), ("last-slot", 1000)]
    {
        let args = ["--case", case, "--count", "1000", "--seed", "1"];
        let all = scramble(&args);
        let drawn = cubes(&all.stdout);
        assert_eq!(drawn.len(), 1000);
        if case != "last-slot" {
            assert!(
                drawn
                    .iter()
                    .all(|cube| layers.holds(cube) && oriented.holds(cube) != case.starts_with("oll")),
                "{case}"
            );
        }
        let different: HashSet<&Cube> = drawn.iter().collect();
        assert!(
            different.len() <= positions && different.len() > positions / 2,
            "{case}: {}",
            different.len()
        );
        let parts =
            ["1/3", "2/3", "3/3"].map(|part| scramble(&[&args[..], &["--part", part]].concat()).stdout);
        assert_eq!(parts.concat(), all.stdout, "{case}");
    }
    let args = ["--case", "pll Ua", "--seed", "1", "--format", "moves", "--tables", default_tables()];
    let facelets = scramble(&["--case", "pll Ua", "--seed", "1"]).stdout;
    assert_eq!(cubes(&scramble(&args).stdout), cubes(&facelets));
}

#[test]
fn a_case_that_is_not_there_or_stands_beside_a_goal_is_refused() {
    for (args, problem) in [
        (&["--case", "pll X"][..], "`pll X` is no case: give `pll` and one of Aa, "),
        (&["--case", "pll T", "--goal", "cross"], "cannot be used with"),
        (&["--case", "pll T", "--distance", "3"], "cannot be used with"),
        (&["--case", "pll T", "--metric", "qtm"], "--metric and --moves count the moves of --distance"),
    ] {
        let refused = run(&[&["scramble"], args].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{args:?}");
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    }
}
