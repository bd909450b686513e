//! `solve --method thistlethwaite`: four phases in every form of output.

use serde_json::Value;

use super::support::{Folder, Run, assert_solves, feed, feed_solve, positions, read, run};

const RANDOM: &str = "examples/random_1000.txt";
const GREATEST: [u64; 4] = [7, 10, 13, 15];

fn solve(args: &[&str], input: &str) -> Run {
    feed(&[&["solve", "--method", "thistlethwaite"], args].concat(), input)
}

#[test]
fn every_phase_of_every_solution_has_its_bound() {
    let solved = solve(&["--format", "jsonl", RANDOM], "");
    assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
    let positions = positions(&read(RANDOM));
    assert_eq!(solved.lines().len(), positions.len());
    for (row, (line, cube)) in solved.lines().into_iter().zip(positions) {
        let row: Value = serde_json::from_str(row).expect("a row is JSON");
        assert_eq!(row["line"], line);
        assert_solves(row["solution"].as_str().expect("it is a string"), &cube);
        let lengths = [1, 2, 3, 4].map(|phase| row[format!("phase{phase}_length")].as_u64().unwrap());
        assert_eq!(row["length"], lengths.iter().sum::<u64>());
        assert!(lengths.iter().zip(GREATEST).all(|(&length, greatest)| length <= greatest), "{row}");
    }
}

#[test]
fn csv_has_a_column_for_each_phase() {
    let csv = solve(&["--format", "csv"], "F\nR\nQ\n");
    let rows = csv.lines();
    let header = "line,cube,solution,length,phase1_length,phase2_length,phase3_length,phase4_length,error";
    assert_eq!(rows[0], header);
    assert!(rows[1].ends_with(",F',1,1,0,0,0,"), "{}", rows[1]);
    assert!(rows[2].ends_with(",R',1,0,1,0,0,"), "{}", rows[2]);
    assert!(rows[3].starts_with("3,,,,,,,,"), "{}", rows[3]);
}

#[test]
fn text_can_show_where_phases_end_and_check_can_read_it() {
    let solved = solve(&["--phases"], "F\nR\nU\nU2\nR R'\n");
    assert_eq!(solved.lines(), ["F' | | |", "| R' | |", "| | U' |", "| | | U2", "| | |"]);
    let seams = solve(&["--phases", RANDOM], "").stdout;
    assert_eq!(seams.replace(" |", "").replace("| ", ""), solve(&[RANDOM], "").stdout);
    let checked = feed(&["check", RANDOM, "-"], seams);
    assert!(checked.stdout.starts_with("1000 of 1000 solutions hold\n"), "{}", checked.stdout);
}

#[test]
fn other_methods_show_their_phases_too() {
    assert_eq!(feed_solve(&["--phases"], "R\nU2\n").lines(), ["R' |", "| U2"]);
}

#[test]
fn no_table_files_are_needed() {
    let folder = Folder::new();
    let solved = solve(&["--tables", &folder.path("none")], "R\n");
    assert_eq!((solved.code, solved.stdout.as_str(), solved.stderr.as_str()), (0, "R'\n", ""));
    assert!(folder.names().is_empty());
}

#[test]
fn a_gpu_is_refused_and_auto_means_the_cpu() {
    let refused = run(&["solve", "--method", "thistlethwaite", "--engine", "gpu", RANDOM]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("does not run on a GPU"), "{}", refused.stderr);
    let auto = solve(&["--engine", "auto"], "R\n");
    let reason = "using the CPU: this method does not run on a GPU\n";
    assert_eq!((auto.code, auto.stdout.as_str(), auto.stderr.as_str()), (0, "R'\n", reason));
}
