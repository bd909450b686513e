//! `solve --method optimal`: shortest solutions, all of them, none as short as was asked for, and what was proved.

use std::fs;

use serde_json::Value;

use super::support::{Folder, Run, Running, assert_solves, feed, positions, read, run, tables_of_proofs};

/// Enough for the smallest filter.
const MEMORY: &str = "900M";

/// Twenty moves from solved; no position is farther.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

fn args<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["solve", "--method", "optimal", "--memory", MEMORY, "--tables", tables_of_proofs()], more].concat()
}

fn solve(more: &[&str], input: &str) -> Run {
    feed(&args(more), input)
}

fn json(rows: &Run) -> Vec<Value> {
    rows.lines().iter().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
}

/// Three positions, five, four and no moves from solved.
const INPUT: &str = "R U F L2 D\nR2 L2 F2 B2\nR R'\n";

#[test]
fn rows_tell_that_a_length_is_proved_and_what_it_took() {
    let text = solve(&[], INPUT);
    assert_eq!((text.code, text.stderr.as_str()), (0, ""));
    assert_eq!(text.stdout, "D' L2 F' U' R'\nR2 L2 F2 B2\n\n");
    let rows = solve(&["--format", "jsonl"], INPUT);
    let mut nodes = Vec::new();
    for (row, solution) in rows.lines().iter().zip(text.lines()) {
        let (_, after) = row.split_once("\"solution\":").expect("there is a solution");
        let (length, number) = after.split_once(",\"proved\":true,\"nodes\":").expect("it is proved");
        assert_eq!(length, format!("\"{solution}\",\"length\":{}", solution.split_whitespace().count()));
        nodes.push(number.strip_suffix('}').and_then(|nodes| nodes.parse::<u64>().ok()).expect("a number"));
    }
    // Nothing is shorter than no moves.
    assert!(nodes[0] > 0 && nodes[1] > 0 && nodes[2] == 0, "{nodes:?}");
    let csv = solve(&["--format", "csv"], INPUT);
    assert_eq!(csv.lines()[0], "line,cube,solution,length,proved,nodes,error");
    for ((row, solution), nodes) in csv.lines()[1..].iter().zip(text.lines()).zip(nodes) {
        let length = solution.split_whitespace().count();
        assert!(row.ends_with(&format!(",{solution},{length},true,{nodes},")), "{row}");
    }
}

#[test]
fn where_nothing_is_as_short_that_is_told_and_no_failure() {
    for bound in ["--at-most", "--max-length"] {
        let text = solve(&[bound, "4"], INPUT);
        assert_eq!((text.code, text.stderr.as_str()), (0, ""));
        assert_eq!(
            text.stdout, "# line 1: no solution of at most 4 moves, proved\nR2 L2 F2 B2\n\n",
            "{bound}"
        );
    }
    // It does not end a run that an invalid line ends.
    let stopped = solve(&["--at-most", "3", "--on-error", "stop"], "R U F L2 D\nR\nQ\nU\n");
    assert_eq!(stopped.code, 1);
    assert_eq!(stopped.lines()[..2], ["# line 1: no solution of at most 3 moves, proved", "R'"]);
    assert_eq!(stopped.lines().len(), 3);
}

#[test]
fn rows_of_positions_without_a_solution_tell_what_was_proved() {
    let json_rows = solve(&["--at-most", "4", "--format", "jsonl"], INPUT);
    assert_eq!(json_rows.code, 0);
    let cube = "RUUDUUDLDFBBFRRLDRBFRBFRDFFLUUDDRBBUBLLDLLUBFLLDUBFFRR";
    let rows = json(&json_rows);
    let nodes = &rows[0]["nodes"];
    assert!(nodes.as_u64().is_some_and(|nodes| nodes > 0));
    let error = "no solution of at most 4 moves, proved";
    assert_eq!(
        json_rows.lines()[0],
        format!("{{\"line\":1,\"cube\":\"{cube}\",\"at_least\":5,\"nodes\":{nodes},\"error\":\"{error}\"}}")
    );
    // What the two-phase search found is good enough; whether it is shortest was not asked.
    assert_eq!((&rows[1]["length"], &rows[1]["proved"]), (&4.into(), &false.into()));
    assert!(rows[1].get("nodes").is_none() && rows[1].get("at_least").is_none());
    let csv = solve(&["--at-most", "4", "--format", "csv"], INPUT);
    assert_eq!(csv.lines()[0], "line,cube,solution,length,proved,at_least,nodes,error");
    assert_eq!(csv.lines()[1], format!("1,{cube},,,,5,{nodes},\"{error}\""));
    assert!(csv.lines()[2].ends_with(",R2 L2 F2 B2,4,false,,,"), "{}", csv.lines()[2]);
}

#[test]
fn the_summary_counts_positions_without_a_solution() {
    let folder = Folder::new();
    let out = folder.path("out");
    let solved = solve(&["--at-most", "4", "-o", &out], INPUT);
    assert_eq!(solved.code, 0);
    assert!(solved.stderr.starts_with("3 positions in "), "{}", solved.stderr);
    let told = ", mean length 2.000; 1 without a solution within the bound\n  optimal to 4 moves, ";
    assert!(solved.stderr.contains(told), "{}", solved.stderr);
}

#[test]
fn all_shortest_solutions_stand_in_a_row_in_the_order_of_moves() {
    // Two axes can be turned in any order, three in six.
    let input = "R2 L2 F2 B2\nR2 L2 F2 B2 U2 D2\nR R'\nR\n";
    let text = solve(&["--all-optimal"], input);
    assert_eq!((text.code, text.stderr.as_str()), (0, ""));
    let rows = text.lines();
    assert_eq!(rows[0], "R2 L2 F2 B2, F2 B2 R2 L2");
    let six: Vec<&str> = rows[1].split(", ").collect();
    assert_eq!((six.len(), six[0], six[5]), (6, "U2 D2 R2 L2 F2 B2", "F2 B2 R2 L2 U2 D2"));
    for ((_, cube), row) in positions(input).iter().zip(&rows) {
        row.split(", ").for_each(|solution| assert_solves(solution, cube));
    }
    assert_eq!(rows[2..], ["", "R'"]);
    let json = json(&solve(&["--all-optimal", "--format", "jsonl"], input));
    let csv = solve(&["--all-optimal", "--format", "csv"], input);
    assert_eq!(csv.lines()[0], "line,cube,solution,length,proved,nodes,others,error");
    for ((row, object), line) in rows.iter().zip(&json).zip(&csv.lines()[1..]) {
        let mut listed = vec![object["solution"].as_str().expect("it is a string")];
        let others = object["others"].as_array().map_or(&[][..], |others| others);
        listed.extend(others.iter().map(|other| other.as_str().expect("it is a string")));
        assert_eq!(listed.join(", "), *row);
        assert_eq!(object["proved"], true);
        let length = object["length"].as_u64().expect("it is a number");
        assert!(listed.iter().all(|moves| moves.split_whitespace().count() as u64 == length));
        let nodes = object["nodes"].as_u64().expect("it is a number");
        assert_eq!(nodes > 0, length > 0);
        let others =
            if listed.len() > 2 { format!("\"{}\"", listed[1..].join(", ")) } else { listed[1..].join(", ") };
        assert!(line.ends_with(&format!(",{length},true,{nodes},{others},")), "{line}");
    }
    let none = solve(&["--all-optimal", "--at-most", "5"], input);
    assert_eq!(none.lines()[0], rows[0]);
    assert_eq!(none.lines()[1], "# line 2: no solution of at most 5 moves, proved");
}

#[test]
fn what_is_written_holds_in_every_form() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", INPUT);
    for output in ["text", "jsonl", "csv"] {
        for (options, report) in [
            (&["--at-most", "4"][..], "2 of 2 solutions hold\n1 position has no solution"),
            (&["--all-optimal"], "4 of 4 solutions hold\nmean length"),
        ] {
            let rows = solve(&[options, &["--format", output]].concat(), INPUT).stdout;
            let checked = feed(&["check", &cubes, "-"], rows);
            assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{output}");
            assert!(checked.stdout.starts_with(report), "{output}: {}", checked.stdout);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_was_proved_and_the_run_goes_on_with_that_position() {
    use super::support::interrupt_in_time;

    let folder = Folder::new();
    let out = folder.path("out");
    let record = format!("{out}.run");
    // To that bound the two-phase search ends soon, and the proof takes some seconds of a thread.
    let options = ["--at-most", "17", "--threads", "1", "--format", "jsonl", "-o", &out];
    let start = || {
        _ = fs::remove_file(&record);
        let mut running = Running::start(&args(&options));
        running.say("R U F");
        running.say(SUPERFLIP);
        running
    };
    // It may still look for a first solution then, which it does not report, or have excluded nothing yet.
    let is_wanted = |errors: &str| errors.starts_with("stdin:2: ") && errors.contains(", fewer than ");
    let errors = interrupt_in_time(start, is_wanted);
    let errors = errors.expect("the proof begins some time");
    let end = "cubebatch: interrupted\n  The same command with --resume continues.\n";
    assert!(errors.ends_with(end), "{errors}");
    let known =
        errors.lines().next().and_then(|known| known.strip_prefix("stdin:2: ")).expect("it is reported");
    let (found, rest) = known.split_once(" moves found, fewer than ").expect("it reports the moves found");
    let (excluded, moves) = rest.split_once(" excluded: ").expect("it reports the proof");
    let number = |text: &str| text.parse::<usize>().expect("it is a number");
    assert_eq!(number(found), moves.split_whitespace().count());
    assert!((1..=17).contains(&number(excluded)) && number(found) >= 20, "{known}");
    assert_solves(moves, &SUPERFLIP.parse().expect("these are moves"));
    assert_eq!(read(&out).lines().count(), 1);

    let input = folder.write("input", "R U F\nR U F L2 D\nR2 L2 F2 B2\n");
    for (changed, reason) in [
        (&["--at-most", "16"][..], "with --max-length 17, but resumed with --max-length 16"),
        (&["--all-optimal"], "without --all-optimal, but resumed with --all-optimal"),
        (&["--memory", "1500M"], "with --memory 900000000, but resumed with --memory 1500000000"),
    ] {
        let mut args = args(&options);
        if let Some(at) = args.iter().position(|arg| *arg == changed[0]) {
            args.drain(at..at + 2);
        }
        let refused = run(&[&args[..], changed, &["--resume", &input]].concat());
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        let reason = format!("the run was started {reason}");
        assert!(refused.stderr.contains(&reason), "{reason}: {}", refused.stderr);
    }
    let resumed = run(&args(&[&options[..], &["--resume", &input]].concat()));
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.stderr.starts_with("going on after 1 row\n"), "{}", resumed.stderr);
    assert_eq!(read(&out), run(&args(&["--at-most", "17", "--format", "jsonl", &input])).stdout);
}
