//! Goals other than the solved cube.

use cubebatch::cube::{Algorithm, Costs, Cube, Move};
use cubebatch::goal::{Goal, NAMED, Named};
use cubebatch::notation::parse_moves;
use serde_json::Value;

use super::support::{Folder, MODIFIED, default_tables, feed, read, run};

/// Positions of three to eight moves.
fn scrambles() -> String {
    let scramble = |number: usize| {
        let moves = (0..3 + number % 6).map(|i| Move::from_index((number * 7 + i * 5) % Move::COUNT).name());
        moves.collect::<Vec<_>>().join(" ") + "\n"
    };
    (0..40).map(scramble).collect()
}

#[test]
fn a_goal_chooses_its_method_and_its_rows_lead_there() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", scrambles());
    for goal in ["cross", "cross/any", "block-123", "eo", "DF DR DFR FR", "xcross"] {
        let memory = if goal == "xcross" { "80M" } else { "200M" };
        let solved = run(&["solve", &cubes, "--goal", goal, "--memory", memory]);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        let wanted: Goal = goal.parse().expect("it is a goal");
        for (scramble, solution) in scrambles().lines().zip(solved.lines()) {
            let [cube, moves] = [scramble, solution].map(|text| parse_moves(text).expect("these are moves"));
            let end = moves.apply(&cube.apply(&Cube::SOLVED));
            assert!(wanted.holds(&end), "{goal}: {scramble}: {solution}");
            assert!(moves.htm_length() <= cube.htm_length(), "{goal}: {scramble}: {solution}");
        }
        let rows = folder.write("rows.txt", &solved.stdout);
        let checked = run(&["check", &cubes, &rows, "--goal", goal]);
        assert_eq!((checked.code, checked.lines()[0]), (0, "40 of 40 solutions hold"), "{}", checked.stderr);
        let checked = run(&["check", &cubes, &rows]);
        assert_eq!(checked.code, 1, "the cube as a whole is not solved");
    }
}

#[test]
fn rows_name_their_goal_and_check_judges_each_by_its_own() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", scrambles());
    let end = "R U F L2".parse::<Cube>().expect("it is a position").to_string();
    let [eo, to] = [&["--goal", "eo"][..], &["--method", "thistlethwaite", "--to", "R U F L2"]];
    for form in ["jsonl", "csv"] {
        let file = folder.path(&format!("rows.{form}"));
        let mut all = Vec::new();
        for (asks, column, value, other) in [(eo, "goal", "eo", "--goal"), (to, "to", &*end, "--to")] {
            let solved = run(&[&["solve", &cubes, "-o", &file], asks].concat());
            assert_eq!(solved.code, 0, "{}", solved.stderr);
            let (rows, is_csv) = (read(&file), form == "csv");
            let named = if is_csv { format!(",{value},") } else { format!("\"{column}\":\"{value}\"") };
            assert_eq!(rows.matches(&named).count(), 40, "{rows}");
            assert!(!is_csv || rows.starts_with(&format!("line,cube,{column},solution,")), "{rows}");
            for same in [&["check", &file][..], &["check", &cubes, &file], &["check", &file, other, value]] {
                let checked = run(same);
                let first = checked.lines()[0];
                assert_eq!(
                    (checked.code, first),
                    (0, "40 of 40 solutions hold"),
                    "{same:?}: {}",
                    checked.stderr
                );
            }
            let checked = run(&["check", &file, "--goal", "dr"]);
            let refused = format!(
                "line {}: the row is of the goal {value}, and dr is asked for\n",
                1 + usize::from(is_csv)
            );
            assert!(checked.code == 1 && checked.stderr.starts_with(&refused), "{}", checked.stderr);
            let wrong = folder.write(
                &format!("wrong.{form}"),
                rows.replace(value, if column == "to" { "R" } else { "cross" }),
            );
            let checked = run(&["check", &wrong]);
            assert!(
                checked.code == 1 && checked.stderr.contains("the moves do not lead to"),
                "{}",
                checked.stderr
            );
            all.push(rows);
        }
        if form == "jsonl" {
            // Rows of several goals may stand in one file, beside rows of the solved cube.
            all.push("{\"cube\":\"R\",\"solution\":\"R'\"}\n".to_owned());
            let mixed = folder.write("mixed.jsonl", all.concat());
            assert_eq!(run(&["check", &mixed]).lines()[0], "81 of 81 solutions hold");
        }
    }
    for (named, problem) in [
        ("\"goal\":\"crss\"", "its column goal: `crss` is no goal: give a name (solved, cross,"),
        ("\"to\":\"R Q\"", "its column to: "),
        ("\"to\":\"R\",\"goal\":\"eo\"", "the row has a goal, and a position to lead to as well"),
    ] {
        let row = folder.write("row.jsonl", format!("{{\"cube\":\"R\",\"solution\":\"R'\",{named}}}\n"));
        let refused = run(&["check", &row]);
        assert!(
            refused.code == 1 && refused.stderr.starts_with(&format!("line 1: {problem}")),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn rows_of_the_solved_cube_name_no_goal() {
    let rows = feed(&["solve", "--goal", "solved", "--memory", "100M", "--format", "csv"], "R2 L2\n").stdout;
    assert_eq!(rows.lines().next(), Some("line,cube,solution,length,proved,nodes,error"), "{rows}");
    let by_default = feed(&["solve", "--method", "goal", "--memory", "100M", "--format", "csv"], "R2 L2\n");
    assert_eq!(by_default.stdout, rows, "without a goal the method solves the cube");
}

#[test]
fn rows_say_what_is_proved() {
    let asks = ["solve", "--goal", "cross", "--format", "jsonl", "--all-optimal"];
    let rows = feed(&asks, "R2 L2\n").stdout;
    assert!(rows.contains("\"length\":2,\"proved\":true"), "{rows}");
    let asks = ["solve", "--goal", "cross", "--format", "jsonl", "--max-length", "1"];
    let rows = feed(&asks, "R2 L2\n");
    assert!(rows.stdout.contains("\"at_least\":2"), "{}", rows.stdout);
    assert_eq!(rows.code, 0, "{}", rows.stderr);
}

#[test]
fn every_method_finds_ways_to_a_position() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", scrambles());
    let to = "R U2 F' L D B2 U' R2 F L2";
    let end = parse_moves(to).expect("these are moves").apply(&Cube::SOLVED);
    let default = ["--tables", default_tables()];
    for method in [&MODIFIED[..], &["--method", "thistlethwaite"], &default] {
        let solved = run(&[&["solve", &cubes, "--to", to], method].concat());
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        for (scramble, solution) in scrambles().lines().zip(solved.lines()) {
            let [cube, moves] = [scramble, solution].map(|text| parse_moves(text).expect("these are moves"));
            assert_eq!(moves.apply(&cube.apply(&Cube::SOLVED)), end, "{scramble}: {solution}");
        }
        let rows = folder.write("rows.txt", &solved.stdout);
        let checked = run(&["check", &cubes, &rows, "--to", &end.to_string()]);
        assert_eq!((checked.code, checked.lines()[0]), (0, "40 of 40 solutions hold"), "{}", checked.stderr);
    }
    let refused = run(&["solve", "R", "--to", "R Q"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
}

#[test]
fn positions_at_each_distance_are_counted() {
    // https://www.cubezone.be/crossstudy.html
    let cross = run(&["table", "histogram", "--goal", "cross"]).stdout;
    let counts: Vec<&str> = cross.split_whitespace().skip(1).step_by(2).collect();
    assert_eq!(counts, ["1", "15", "158", "1,394", "9,809", "46,381", "97,254", "34,966", "102"]);
    let refused = run(&["table", "histogram", "--goal", "f2l"]);
    assert!(refused.code == 2 && refused.stderr.contains("f2l sees too much"), "{}", refused.stderr);
}

#[test]
fn a_published_table_in_quarter_turns_is_counted_again() {
    // https://oeis.org/A080630
    let published = [
        1, 12, 114, 924, 6_539, 39_528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448,
        18_780_864, 2_166_720, 6_624,
    ];
    let counted = run(&["table", "histogram", "--goal", "corners", "--metric", "qtm"]).stdout;
    let counts = counted.split_whitespace().skip(1).step_by(2);
    let counts: Vec<u64> = counts.map(|count| count.replace(',', "").parse().expect("a count")).collect();
    assert_eq!(counts, published);
    let sample = format!("$ cubebatch table histogram --goal corners --metric qtm\n{counted}```");
    assert!(read("docs/metrics.md").contains(&sample), "the page shows it");
}

#[test]
fn what_is_no_goal_is_refused_with_a_remedy() {
    let refused = run(&["solve", "R", "--goal", "crss"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("give a name (solved, cross,"), "{}", refused.stderr);
    let refused = run(&["solve", "R", "--goal", "cross", "--method", "descent"]);
    let message = "--method descent has no use for --goal";
    assert!(refused.code == 2 && refused.stderr.contains(message), "{}", refused.stderr);
}

#[test]
fn the_document_lists_the_goals_that_have_a_name() {
    let head = "| name | goal |\n|---|---|\n".to_owned();
    let row = |named: &Named| format!("| `{}` | {} |\n", named.name, named.words);
    let table = NAMED.iter().map(row).fold(head, |table, row| table + &row);
    assert!(read("docs/goals.md").contains(&table), "docs/goals.md lacks this table:\n{table}");
}

#[test]
fn lengths_count_by_the_metric_that_rows_name() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", scrambles());
    let robot = "quarter 5, half 8, parallel";
    for (metric, name) in [("qtm", "QTM"), ("atm", "ATM"), ("stm", "STM"), (robot, robot)] {
        let file = folder.path(&format!("{}.jsonl", &metric[..3]));
        let solved =
            run(&["solve", &cubes, "--goal", "cross", "--metric", metric, "--solutions", "2", "-o", &file]);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert_eq!(read(&file).matches(&format!("\"metric\":\"{metric}\"")).count(), 40);
        let checked = run(&["check", &file]);
        assert_eq!((checked.code, checked.lines()[0]), (0, "80 of 80 solutions hold"), "{}", checked.stderr);
        assert!(checked.lines()[1].ends_with(&format!("({name})")), "{:?}", checked.lines());
        // Another metric is refused, and a row that names none has wrong lengths.
        let checked = run(&["check", &file, "--metric", "htm"]);
        let problem = format!("line 1: the row is of the metric {metric}, and htm is asked for");
        assert!(checked.code == 1 && checked.stderr.starts_with(&problem), "{}", checked.stderr);
        let without = read(&file).replace(&format!("\"metric\":\"{metric}\","), "");
        let checked = run(&["check", &folder.write("without.jsonl", without)]);
        assert!(checked.code == 1 && checked.stderr.contains("it is said to have"), "{}", checked.stderr);
    }
    // A list has commas, which CSV has to quote.
    let csv = folder.path("rows.csv");
    run(&["solve", &cubes, "--goal", "cross", "--metric", robot, "-o", &csv]);
    assert_eq!(run(&["check", &csv]).lines()[0], "40 of 40 solutions hold");
}

#[test]
fn rows_of_several_metrics_are_counted_each_by_its_own() {
    let folder = Folder::new();
    let solved =
        |metric| run(&["solve", "R2 L2", "--goal", "cross", "--metric", metric, "--format", "jsonl"]);
    let rows = ["qtm", "atm", "qtm"].map(|metric| solved(metric).stdout).concat();
    let rows =
        rows.lines().enumerate().map(|(n, row)| row.replace("\"line\":1,", &format!("\"line\":{},", n + 1)));
    let rows = folder.write("rows.jsonl", rows.collect::<Vec<_>>().join("\n"));
    let checked = run(&["check", &rows]);
    let expected = [
        "3 of 3 solutions hold",
        "mean length 4.000 (QTM)",
        "    4          2",
        "mean length 1.000 (ATM)",
        "    1          1",
    ];
    assert_eq!(checked.lines(), expected, "{}", checked.stderr);
}

#[test]
fn the_cheapest_of_several_solutions_comes_first() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", run(&["scramble", "--count", "10", "--seed", "1"]).stdout);
    let file = folder.path("rows.jsonl");
    let cost = "quarter 5, half 8, U 9, parallel";
    let solved = run(&["solve", &cubes, "--solutions", "5", "--cost", cost, "-o", &file]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    let costs: Costs = cost.parse().expect("they are costs");
    let rows: Vec<Value> =
        read(&file).lines().map(|row| serde_json::from_str(row).expect("it is JSON")).collect();
    let mut is_longer = 0;
    let length = |moves: &Value| {
        let moves: Algorithm = moves.as_str().expect("it is a text").parse().expect("they are moves");
        (costs.length(&moves), moves.len())
    };
    for row in &rows {
        assert_eq!(row["cost"], costs.to_string());
        let (first, moves) = length(&row["solution"]);
        let others: Vec<_> = row["others"].as_array().expect("there are others").iter().map(length).collect();
        assert!(others.len() == 4 && others.iter().all(|(other, _)| first <= *other), "{row}");
        is_longer += usize::from(others.iter().any(|(_, other)| *other < moves));
    }
    assert!(is_longer > 0, "the shortest is always the cheapest");
    assert_eq!(run(&["check", &file]).lines()[0], "50 of 50 solutions hold");
    // By other costs another one may be cheaper.
    let checked =
        run(&["check", &folder.write("other.jsonl", read(&file).replace(&costs.to_string(), "U 10, R 9"))]);
    assert!(
        checked.code == 1 && checked.stderr.contains("it costs less than the first one"),
        "{}",
        checked.stderr
    );
    let refused = run(&["solve", "R", "--goal", "cross", "--cost", cost]);
    assert!(refused.code == 2 && refused.stderr.contains("has no use for --cost"), "{}", refused.stderr);
}

#[test]
fn shortest_solutions_in_other_metrics_are_proved() {
    for (metric, length) in [("qtm", 6), ("atm", 4), ("stm", 4), ("quarter 2, half 3", 11)] {
        let asked = ["solve", "R U2 F' R L'", "--method", "optimal", "--memory", "100M", "--format", "jsonl"];
        let solved = run(&[&asked[..], &["--metric", metric]].concat());
        let row: Value = serde_json::from_str(&solved.stdout).expect("it is JSON");
        let said = [&row["length"], &row["proved"], &row["metric"]];
        assert_eq!(said, [&length.into(), &true.into(), &Value::from(metric)], "{}", solved.stderr);
    }
    let none = run(&[
        "solve",
        "R U2 F'",
        "--method",
        "optimal",
        "--memory",
        "100M",
        "--metric",
        "qtm",
        "--max-length",
        "3",
    ]);
    assert_eq!(
        (none.code, none.stdout.contains("no solution of at most 3 moves, proved")),
        (0, true),
        "{}",
        none.stderr
    );
}

#[test]
fn a_position_outside_of_the_group_of_moves_says_so() {
    let solved = run(&[
        "solve",
        "R U R' U' R' F R2 U' R' U' R U R' F'",
        "--goal",
        "solved",
        "--moves",
        "U R",
        "--format",
        "jsonl",
    ]);
    assert!(
        solved.stdout.contains("no such moves lead there, proved"),
        "{} {}",
        solved.stdout,
        solved.stderr
    );
}

#[test]
fn solutions_have_the_moves_of_a_set() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", scrambles());
    let file = folder.path("rows.csv");
    let solved = run(&["solve", &cubes, "--goal", "cross", "--moves", "u r f l b", "-o", &file]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    let rows = read(&file);
    assert!(rows.starts_with("line,cube,goal,turns,solution,"), "{rows}");
    let moves = rows.lines().skip(1).map(|row| row.split(',').nth(4).expect("it has a solution"));
    assert!(moves.clone().count() == 40 && moves.clone().all(|moves| !moves.contains('D')));
    assert_eq!(run(&["check", &file]).lines()[0], "40 of 40 solutions hold");
    let checked = run(&["check", &folder.write("other.csv", rows.replace("U R F L B", "U R F L"))]);
    assert!(
        checked.code == 1 && checked.stderr.contains("it has other turns than U R F L"),
        "{}",
        checked.stderr
    );
    // Half turns alone orient no edge.
    let outside = run(&["solve", "R F", "--goal", "eo", "--moves", "U2 D2 R2 L2 F2 B2", "--format", "jsonl"]);
    assert!(outside.stdout.contains("no such moves lead there, proved"), "{}", outside.stdout);
    assert!(outside.stdout.contains("\"turns\":\"U2 R2 F2 D2 L2 B2\""), "{}", outside.stdout);
}

#[test]
fn a_metric_or_set_that_a_method_cannot_take_is_refused() {
    for (asks, problem) in [
        (&["--metric", "xtm"][..], "`xtm` is no cost of turns"),
        (&["--metric", "U 2"], "--method two-phase needs costs that are the same on all faces"),
        (&["--moves", "U R F"], "--method two-phase needs all turns of five faces"),
        (&["--method", "descent", "--metric", "qtm"], "--method descent has no use for --metric"),
        (&["--method", "descent", "--moves", "U R F L B"], "--method descent has no use for --moves"),
        (&["--goal", "cross", "--moves", "Z"], "`Z` is no turn"),
        (&["--goal", "cross", "--moves", " "], "no turn is named"),
    ] {
        let refused = run(&[&["solve", "R U"], asks].concat());
        assert!(refused.code == 2 && refused.stderr.contains(problem), "{asks:?}: {}", refused.stderr);
    }
    // Counts and draws that would not look at them.
    for (command, problem) in [
        (&["table", "histogram", "--phase", "1", "--moves", "U R"][..], "counts distances from a goal"),
        (&["scramble", "--metric", "qtm"], "count the moves of --distance"),
        (&["scramble", "--goal", "cross", "--moves", "U R"], "count the moves of --distance"),
    ] {
        let refused = run(command);
        assert!(refused.code == 2 && refused.stderr.contains(problem), "{command:?}: {}", refused.stderr);
    }
}
