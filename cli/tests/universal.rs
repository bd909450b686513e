//! `universal`: lists of moves that solve every cube.

use std::sync::LazyLock;

use cubebatch::cube::Algorithm;
use cubebatch::universal::Loops;

use super::support::{Folder, Run, feed, positions, run};

/// What the program is to print; it searches anew in each run.
static LOOPS: LazyLock<Loops> = LazyLock::new(Loops::search);

fn universal(args: &[&str]) -> Run {
    run(&[&["universal"], args].concat())
}

/// The output of a run that succeeds and complains of nothing.
fn output(args: &[&str]) -> String {
    let run = universal(args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

#[test]
fn de_bruijn_sequences_are_written_in_their_alphabet() {
    for (alphabet, length, sequence) in [
        ("01", "4", "0000100110101111\n"),
        ("a,b,c", "2", "a a b a c b b c c\n"),
        ("R U'", "2", "R R U' U'\n"),
        ("é", "3", "é\n"),
    ] {
        assert_eq!(output(&["de-bruijn", "--alphabet", alphabet, "--length", length]), sequence);
    }
    let moves = output(&["de-bruijn", "--length", "2"]);
    assert_eq!(moves.split_whitespace().count(), 18 * 18);
    assert!(moves.starts_with("U U U2 U U' U R ") && moves.ends_with(" B B B2 B B' B2 B2 B' B'\n"));
}

#[test]
fn the_total_is_exact() {
    let total = |length| output(&["de-bruijn", "--total", "--length", length]);
    assert_eq!(total("20"), "12748236216396078174437376\n");
    assert_eq!(total("1"), "18\n");
    let refused = universal(&["de-bruijn", "--total", "--length", "31"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("18^31"), "{}", refused.stderr);
}

#[test]
fn what_is_no_alphabet_is_refused_with_its_reason() {
    for (alphabet, reason) in [("aba", "\"a\" occurs twice"), ("", "no letters"), (" , ", "no letters")] {
        let refused = universal(&["de-bruijn", "--alphabet", alphabet, "--length", "2"]);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{alphabet:?}");
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
}

#[test]
fn the_loops_go_on_from_any_step() {
    let start = 31_415_926_535_897_932_384;
    let steps = output(&["loops", "--from", &start.to_string(), "--take", "100"]);
    let expected = LOOPS.steps(start).take(100).map(|step| Algorithm::from(step.moves).to_string());
    assert!(steps.lines().map(str::to_owned).eq(expected), "{steps}");
    assert_eq!(output(&["loops", "--from", "43252003274489855990"]).lines().count(), 9);
}

#[test]
fn a_position_is_told_by_its_number() {
    let number = 31_415_926_535_897_932_484;
    let position = output(&["loops", "position", &number.to_string()]);
    assert_eq!(positions(&position)[0].1, LOOPS.position(number));
}

#[test]
fn steps_as_rows() {
    let rows = output(&["loops", "--from", "2047", "--take", "2", "--format", "csv"]);
    let fields: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(fields[0], ["step", "block", "moves", "length"]);
    assert_eq!((fields[1][0], fields[1][1]), ("2048", "rotations"));
    assert_eq!((fields[2][0], fields[2][1]), ("2049", "flips"));
    for (row, line) in fields[1..]
        .iter()
        .zip(output(&["loops", "--from", "2047", "--take", "2", "--format", "jsonl"]).lines())
    {
        let json: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert_eq!((json["moves"].as_str(), json["block"].as_str()), (Some(row[2]), Some(row[1])));
        assert_eq!(json["length"].to_string(), row[3]);
    }
}

#[test]
fn what_is_found_is_where_the_list_solves_it() {
    let scramble = "R U2 F' L D' B2";
    let found = output(&["loops", "find", scramble]);
    let steps: u128 = found.trim_end().parse().expect("a number");
    assert!(positions(scramble)[0].1.then(&LOOPS.position(steps)).is_solved());

    let followed = output(&["loops", "follow", scramble, "--from", &(steps - 50).to_string()]);
    assert!(followed.ends_with(&format!(", in step {steps}\n")), "{followed}");
}

#[test]
fn many_cubes_are_found_in_order_and_faults_told() {
    let input = "R U # easy\n\nR Q\nUUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB\n";
    let find = |style| feed(&["universal", "loops", "find", "-", "--format", style], input);
    let text = find("text");
    assert_eq!(text.code, 1);
    assert_eq!(text.stderr, "stdin:3:3: no move begins with \"Q\"\n");
    assert_eq!(text.lines()[1..], ["# line 3: column 3: no move begins with \"Q\"", "0"]);
    assert_eq!(text.lines()[0], LOOPS.find(&positions("R U")[0].1).to_string());
    let csv = find("csv");
    assert_eq!(csv.lines()[0], "line,cube,steps,moves,error");
    assert_eq!(csv.lines()[2], "3,,,,\"column 3: no move begins with \"\"Q\"\"\"");
    let json: Vec<serde_json::Value> =
        find("jsonl").lines().iter().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(json[0]["steps"].to_string(), text.lines()[0]);
    assert_eq!(json[1]["error"], "column 3: no move begins with \"Q\"");
    assert_eq!((json[2]["steps"].as_u64(), json[2]["moves"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn who_follows_stops_when_solved_and_gives_up_when_told() {
    assert_eq!(output(&["loops", "follow", "R R'"]), "solved after 0 moves, in step 0\n");
    let step = LOOPS.steps(0).next().expect("there is a first").moves;
    let undone = Algorithm::from(step).inverse().to_string();
    let followed = output(&["loops", "follow", &undone]);
    assert_eq!(followed, format!("solved after {} moves, in step 1\n", step.len()));
    let gave_up = universal(&["loops", "follow", &undone, "--at-most", "5"]);
    assert_eq!((gave_up.code, gave_up.stdout.as_str()), (1, ""));
    assert!(gave_up.stderr.starts_with("cubebatch: not solved after 5 moves\n"), "{}", gave_up.stderr);
}

#[test]
fn what_the_loops_cannot_do_is_told() {
    for (args, reason) in [
        (["position", "43252003274489856000"], "the list has 43252003274489855999 steps"),
        (["position", "-1"], "'-1'"),
        (["find", "R Q"], "column 3: no move begins with \"Q\""),
        (["follow", ""], "there is no position"),
    ] {
        let refused = universal(&[&["loops"], &args[..]].concat());
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{args:?}");
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
}

#[test]
fn lengths_and_sequences_count_all_steps() {
    const STEPS: u128 = 43_252_003_274_489_855_999;
    let lengths = output(&["loops", "lengths"]);
    let number = |word: &str| word.parse::<u128>().ok();
    let rows: Vec<(u128, u128)> = lengths
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            words.next().and_then(number).zip(words.next().and_then(number))
        })
        .collect();
    assert_eq!(rows.iter().map(|(_, steps)| steps).sum::<u128>(), STEPS);
    assert!(rows.iter().all(|&(length, _)| length <= 16));

    let sequences = output(&["loops", "sequences"]);
    // 11 flips, 7 rotations in two directions, cycles of edges and of corners, a turn.
    assert_eq!(sequences.lines().count(), 11 + 14 + 65 + 27 + 1);
    let steps = |line: &str| line.split_whitespace().find_map(number).expect("a count");
    assert_eq!(sequences.lines().map(steps).sum::<u128>(), STEPS);
}

#[test]
fn a_circuit_is_written_and_checked() {
    let folder = Folder::new();
    let file = folder.path("circuit.txt");
    assert_eq!(output(&["circuit", "pocket", "-o", &file]), "");
    let verdict = "a Hamiltonian circuit: 3674160 positions, each once, one move apart\n";
    assert_eq!(output(&["circuit", "--check", &file]), verdict);

    let circuit = std::fs::read_to_string(&file).expect("it was written");
    let compressed = folder.path("circuit.txt.gz");
    assert_eq!(output(&["circuit", "pocket", "-o", &compressed]), "");
    assert!(std::fs::read(&compressed).expect("it was written").starts_with(b"\x1f\x8b"));
    assert_eq!(output(&["circuit", "--check", &compressed]), verdict);
    let (half, _) = circuit[..circuit.len() / 2].rsplit_once('\n').expect("it has lines");
    let spoilt = [
        (format!("U U'\n{circuit}"), ":1: move 2 leads to a position that was there before"),
        (format!("{circuit}U\n"), ": it goes on after all positions were there"),
        (half.to_owned(), ", but there are 3674160 positions"),
        (format!("# a comment\nU L\n{circuit}"), ":2: move 2 turns L, which the group does not"),
        (format!("x {circuit}"), ":1: \"x\" is not a turn of a face"),
        ("U ".repeat(40_000), ":1: longer than 65536 bytes"),
        (String::new(), ": it ends after 0 moves"),
    ];
    for (text, reason) in spoilt {
        let refused = feed(&["universal", "circuit", "pocket", "--check", "-"], text);
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{reason}");
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
    assert_eq!(universal(&["circuit", "--check", &folder.path("none")]).code, 2);
}
