//! The forms in which `solve` writes its rows.

use serde_json::Value;

use super::support::{
    Folder, assert_solves, feed, feed_solve, feed_solve_by_default, positions, read, run, solve,
    solve_by_default,
};

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const SCRAMBLES: &str = "examples/scrambles.txt";

fn json_rows(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
}

#[test]
fn a_json_row_has_these_keys_in_this_order() {
    let rows = feed_solve(&["--format", "jsonl"], format!("{SOLVED}\nR Q\n\n// nothing\nR\n"));
    let expected = format!(
        r#"{{"line":1,"cube":"{SOLVED}","solution":"","length":0,"phase1_length":0,"phase2_length":0}}
{{"line":2,"error":"column 3: no move begins with \"Q\""}}
{{"line":5,"cube":"UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB","solution":"R'","length":1,"phase1_length":1,"phase2_length":0}}
"#
    );
    assert_eq!((rows.code, rows.stdout), (1, expected));
    assert_eq!(rows.stderr, "stdin:2:3: no move begins with \"Q\"\n");
}

#[test]
fn json_rows_tell_the_line_the_cube_and_the_lengths() {
    let solved = solve(&["--format", "jsonl", SCRAMBLES]);
    assert_eq!(solved.code, 0);
    let rows = json_rows(&solved.stdout);
    let positions = positions(&read(SCRAMBLES));
    assert_eq!(rows.len(), positions.len());
    for (row, (line, cube)) in rows.iter().zip(positions) {
        assert_eq!(row["line"], line);
        assert_eq!(row["cube"], cube.to_string());
        let solution = row["solution"].as_str().expect("it is a string");
        assert_solves(solution, &cube);
        assert_eq!(row["length"], solution.split_whitespace().count());
        let number = |key: &str| row[key].as_u64().expect("it is a number");
        assert_eq!(number("length"), number("phase1_length") + number("phase2_length"));
        // No position is farther from G1.
        assert!(number("phase1_length") <= 12);
    }
}

#[test]
fn times_come_last() {
    let rows = feed_solve(&["--format", "jsonl", "--time"], "R U F\nQ\n");
    let lines = rows.lines();
    let (before, time) = lines[0].split_once(r#","microseconds":"#).expect("there is a time");
    let untimed = feed_solve(&["--format", "jsonl"], "R U F\nQ\n");
    assert_eq!(Some(before), untimed.lines()[0].strip_suffix('}'));
    let time: f64 = time.strip_suffix('}').and_then(|time| time.parse().ok()).expect("it is a number");
    assert!(time > 0.0);
    assert_eq!(lines[1], untimed.lines()[1]);
}

#[test]
fn rows_of_several_files_name_theirs() {
    const FILES: [&str; 2] = ["examples/moves.txt", "tests/data/faulty.txt"];
    let rows = solve(&["--format", "jsonl", FILES[0], FILES[1]]);
    assert_eq!(rows.code, 1);
    assert!(rows.lines()[0].starts_with(r#"{"file":"examples/moves.txt","line":2,"cube":""#));
    assert!(rows.stdout.contains(concat!(
        r#"{"file":"tests/data/faulty.txt","line":4,"#,
        r#""error":"a cube has 54 facelets, but 53 are given","causes":[{"kind":"missing","#
    )));
    let text = solve(&FILES);
    let comment = "# tests/data/faulty.txt line 4: a cube has 54 facelets, but 53 are given";
    assert!(text.lines().contains(&comment), "{}", text.stdout);
}

/// Solutions of the two-phase search go forwards or backwards, so that its phases have no order.
#[test]
fn rows_of_the_default_method_tell_no_phases() {
    let json = feed_solve_by_default(&["--format", "jsonl"], format!("{SOLVED}\nQ\n"));
    let expected = format!(
        r#"{{"line":1,"cube":"{SOLVED}","solution":"","length":0}}
{{"line":2,"error":"column 1: no move begins with \"Q\""}}
"#
    );
    assert_eq!((json.code, json.stdout), (1, expected));
    let csv = solve_by_default(&["--format", "csv", SCRAMBLES]);
    assert_eq!((csv.code, csv.lines()[0]), (0, "line,cube,solution,length,error"));
}

#[test]
fn other_solutions_stand_in_the_row() {
    let solve = |output| solve_by_default(&["--solutions", "2", "--format", output, SCRAMBLES]);
    let (text, json, csv) = (solve("text"), json_rows(&solve("jsonl").stdout), solve("csv"));
    assert_eq!((text.code, csv.lines()[0]), (0, "line,cube,solution,length,others,error"));
    let positions = positions(&read(SCRAMBLES));
    assert_eq!(
        (text.lines().len(), json.len(), csv.lines().len()),
        (positions.len(), positions.len(), positions.len() + 1)
    );
    for ((line, row), (_, cube)) in text.lines().into_iter().zip(&json).zip(&positions) {
        let solution = row["solution"].as_str().expect("it is a string");
        let [other] = &row["others"].as_array().expect("they are a list")[..] else { panic!("{row}") };
        let other = other.as_str().expect("it is a string");
        assert_solves(solution, cube);
        assert_solves(other, cube);
        assert_ne!(solution, other);
        assert_eq!(line, format!("{solution}, {other}"));
        assert!(csv.stdout.contains(&format!(",{solution},{},{other},\n", row["length"])));
    }
}

/// The field of a CSV row for a value of a JSON row.
fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Fails unless the CSV output has these columns and holds what the JSON output does.
fn assert_csv_is_json(files: &[&str], header: &str) {
    let output = |name| solve(&[&["--format", name], files].concat());
    let (csv, json) = (output("csv"), output("jsonl"));
    assert_eq!((csv.code, &csv.stderr), (json.code, &json.stderr));
    let mut reader = csv::Reader::from_reader(csv.stdout.as_bytes());
    assert_eq!(csv.lines()[0], header);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row is CSV")).collect();
    let expected = json_rows(&json.stdout);
    assert_eq!(rows.len(), expected.len());
    for (row, object) in rows.iter().zip(expected) {
        let fields: Vec<String> = header.split(',').map(|key| csv_field(&object[key])).collect();
        assert_eq!(row.iter().collect::<Vec<_>>(), fields);
    }
}

#[test]
fn csv_has_a_header_and_what_json_has() {
    assert_csv_is_json(
        &["tests/data/faulty.txt"],
        "line,cube,solution,length,phase1_length,phase2_length,error",
    );
    assert_csv_is_json(
        &[SCRAMBLES, "tests/data/faulty.txt"],
        "file,line,cube,solution,length,phase1_length,phase2_length,error",
    );
}

#[test]
fn csv_has_a_column_for_times_and_a_header_even_without_rows() {
    let header = "line,cube,solution,length,phase1_length,phase2_length,microseconds,error\n";
    assert_eq!(feed_solve(&["--format", "csv", "--time"], "").stdout, header);
    let timed = feed_solve(&["--format", "csv", "--time"], "R\n").stdout;
    let fields: Vec<&str> = timed.lines().nth(1).expect("there is a row").split(',').collect();
    assert_eq!((fields[2], fields[3], fields[7]), ("R'", "1", ""));
    assert!(fields[6].parse::<f64>().is_ok_and(|time| time > 0.0), "{timed}");
}

#[test]
fn moves_can_be_written_with_digits() {
    let input = "R U2 F'\n\nR R'\n";
    let args = ["--notation", "digits"];
    assert_eq!(feed_solve(&args, input).stdout, "F1 U2 R3\n\n");
    for (output, row) in [("jsonl", "\"solution\":\"F1 U2 R3\""), ("csv", ",F1 U2 R3,3,")] {
        let solved = feed_solve(&[&args[..], &["--format", output]].concat(), input);
        assert!(solved.stdout.contains(row), "{}", solved.stdout);
    }
    let seams = feed_solve(&[&args[..], &["--phases"]].concat(), input);
    assert!(seams.stdout.contains('|'), "{}", seams.stdout);
    assert_eq!(seams.stdout.replace("| ", "").replace(" |", "").lines().next(), Some("F1 U2 R3"));
}

/// Fields that rows have no column for stay beside them; rows of invalid lines keep theirs, too.
#[test]
fn rows_keep_the_other_columns_of_their_input() {
    let folder = Folder::new();
    let jsonl = "{\"id\": 7.50, \"cube\": \"R\", \"tags\": [\"a\", {\"b\":1e400}]}\n{\"cube\":\"Q\",\"id\":8,\"solution\":\"old\"}\nU\n";
    let solve = ["solve", "--method", "thistlethwaite"];
    let solved = feed(&[&solve[..], &["--format", "jsonl"]].concat(), jsonl);
    let rows: Vec<&str> = solved.stdout.lines().collect();
    assert!(rows[0].ends_with(",\"id\":7.50,\"tags\":[\"a\", {\"b\":1e400}]}"), "{}", rows[0]);
    assert!(
        rows[1].contains("\"error\":") && rows[1].ends_with(",\"id\":8}") && !rows[1].contains("old"),
        "{}",
        rows[1]
    );
    assert!(rows[2].starts_with("{\"line\":3,") && !rows[2].contains("id"), "{}", rows[2]);
    let csv = folder.write("a.csv", "Name,Scramble,length,Note\nfirst,R U,9,\"a, \"\"b\"\"\"\nsecond,F,9\n");
    let column = ["--column", "scramble", csv.as_str()];
    let of_csv = |options: &[&str]| run(&[&solve[..], &column, options].concat()).stdout;
    let rows = of_csv(&["--format", "jsonl"]);
    assert!(
        rows.lines().next().unwrap().ends_with(",\"Name\":\"first\",\"Note\":\"a, \\\"b\\\"\"}"),
        "{rows}"
    );
    let rows = of_csv(&["--format", "csv"]);
    let (header, records) = rows.split_once('\n').unwrap();
    assert!(
        header.starts_with("line,cube,solution,length,") && header.ends_with(",error,Name,Note"),
        "{header}"
    );
    assert!(records.lines().next().unwrap().ends_with(",first,\"a, \"\"b\"\"\""), "{records}");
    assert!(records.lines().nth(1).unwrap().ends_with(",second,"), "{records}");
    // The rows can be checked, and are no different where there is nothing to keep.
    assert_eq!(feed(&["check", "-"], rows.as_str()).code, 0);
    let plain = folder.write("plain.csv", "cube\nR U\nF\n");
    let alone = run(&[&solve[..], &["--format", "csv", &plain]].concat()).stdout;
    assert!(alone.lines().next().unwrap().ends_with(",error"), "{alone}");
    let both = run(&[
        &solve[..],
        &["--format", "csv", "--column", "scramble", &csv, &folder.write("b.csv", "Note,scramble\nx,U\n")],
    ]
    .concat());
    assert!(both.stdout.lines().next().unwrap().ends_with(",error,Note"), "{}", both.stdout);
    let converted = run(&["convert", "--column", "scramble", &csv, "-o", &folder.path("c.jsonl")]);
    assert_eq!(converted.code, 0, "{}", converted.stderr);
    assert!(read(&folder.path("c.jsonl")).contains("\"Name\":\"second\""));
}
