//! `coset`: whole cosets.

use super::support::{Folder, Run, Running, default_tables, feed, interrupt_in_time, run};

fn coset(args: &[&str]) -> Run {
    run(&[&["coset", "--tables", default_tables()], args].concat())
}

#[test]
fn levels_come_as_text_and_as_json() {
    let text = coset(&["U R2", "--depth", "3"]);
    let rows = [
        "coset 0",
        "    0              1              1",
        "    1             10             11",
        "    2             67             78",
        "    3            456            534",
    ];
    assert_eq!((text.code, text.lines()), (0, rows.to_vec()), "{}", text.stderr);
    // The second one is symmetric to the first one, and the third one belongs to the other part.
    let json = feed(
        &["coset", "--tables", default_tables(), "-", "--depth", "1", "--format", "jsonl", "--part", "1/2"],
        "R\nU\nF\n",
    );
    let rows: Vec<serde_json::Value> =
        json.lines().iter().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let values =
        |name: &str| rows.iter().map(|row| row[name].as_u64().expect("a number")).collect::<Vec<_>>();
    assert_eq!((json.code, values("depth"), values("positions")), (0, vec![0, 1, 0, 1], vec![0, 2, 0, 2]));
    assert_eq!(values("within"), [0, 2, 0, 2]);
    assert_ne!(rows[0]["coset"], rows[2]["coset"]);
}

#[test]
fn a_column_of_a_table_holds_the_positions() {
    let table = "name,start\nfirst,R\nsecond,U R2\n";
    let args = ["coset", "--tables", default_tables(), "-", "--depth", "1", "--column"];
    let found = feed(&[&args[..], &["start"]].concat(), table);
    let rows = ["    0              0              0", "    1              2              2"];
    assert_eq!((found.code, &found.lines()[1..3]), (0, &rows[..]), "{}", found.stderr);
    let none = feed(&[&args[..], &["state"]].concat(), table);
    assert!(none.code != 0 && none.stderr.contains("--column"), "{}", none.stderr);
}

#[test]
fn a_record_is_kept_and_read() {
    let folder = Folder::new();
    let records = folder.path("records");
    let args = ["R F", "--checkpoint", &records, "--depth"];
    let first = coset(&[&args[..], &["6"]].concat());
    assert_eq!(first.code, 0, "{}", first.stderr);
    let again = coset(&[&args[..], &["7"]].concat());
    assert!(again.code == 0 && again.stdout.starts_with(&first.stdout), "{}", again.stdout);
    let other = coset(&["R F", "--depth", "7"]);
    assert_eq!(again.stdout, other.stdout);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, problem) in [
        (&["R", "--at-most", "19"][..], "19 is not in 20..=30"),
        (&["R", "--at-most", "20", "--depth", "3"], "cannot be used with"),
        (&["R", "--depth", "21"], "21 is not in 0..=20"),
        (&["R", "--gpu", "0"], "--engine cpu has no use for --gpu"),
        (&["R", "--part", "3/2"], "give a part and the number of parts"),
        (&["R", "--checkpoint-every", "3"], "--checkpoint <DIR>"),
        (&["R Q"], "no move begins with"),
    ] {
        let refused = coset(args);
        assert!(refused.code != 0 && refused.stderr.contains(problem), "{args:?}: {}", refused.stderr);
    }
}

#[test]
fn each_line_has_its_rows_and_a_wrong_one_ends_nothing() {
    let folder = Folder::new();
    let sheet = folder.write("from a sheet.csv", "name;cube\r\na;R U\r\nb;R Q\r\n;\r\nc;U R U\r\n");
    let text = coset(&[&sheet, "--depth", "0"]);
    let message = format!("{sheet}:3:3: no move begins with \"Q\"\n");
    assert_eq!((text.code, text.stderr), (1, message.clone()));
    let lines: Vec<&str> = text.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert_eq!(lines[2], "# line 3: column 3: no move begins with \"Q\"");
    // The first and the third position name the same coset.
    assert_eq!(lines[..2], lines[3..]);
    let other = folder.write("other.txt", "F\n");
    let json = coset(&[&sheet, &other, "--depth", "0", "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> =
        json.lines().iter().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let numbers: Vec<_> = rows.iter().map(|row| (row["file"].as_str(), row["line"].as_u64())).collect();
    let of_sheet = |line| (Some(&*sheet), Some(line));
    assert_eq!(numbers, [of_sheet(2), of_sheet(3), of_sheet(5), (Some(&*other), Some(1))]);
    assert_eq!((json.code, &rows[1]["error"]), (1, &"column 3: no move begins with \"Q\"".into()));
    // Each machine reports what is wrong with its own lines.
    let part = |part: &str| coset(&[&sheet, "--depth", "0", "--part", part]);
    assert_eq!((part("1/2").code, part("2/2").code), (0, 1));
}

#[test]
fn a_record_that_is_damaged_is_to_be_removed() {
    let folder = Folder::new();
    let args = ["R F", "--depth", "2", "--checkpoint", folder.all()];
    assert_eq!(coset(&args).code, 0);
    let path = folder.path(&folder.names()[0]);
    let whole = std::fs::read(&path).expect("it is there");
    for (bytes, fault) in
        [(&whole[..100], "it ends too early"), (&[0; 1000][..], "it is no record of a coset by this version")]
    {
        std::fs::write(&path, bytes).expect("there is room");
        let refused = coset(&args);
        let told = format!(
            "cubebatch: {path}: it is damaged: {fault}\n  Remove this file; then the same command begins the coset again.\n"
        );
        assert_eq!((refused.code, refused.stderr), (2, told));
    }
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(coset(&args).code, 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_folder_is_told() {
    let folder = Folder::new();
    let file = folder.write("file", "");
    for args in [
        &["coset", "R F", "--depth", "2", "--checkpoint", &file, "--tables", default_tables()][..],
        &["coset", "R F", "--depth", "2", "--tables", &file],
        &["solve", "R F", "--tables", &file],
    ] {
        let refused = run(args);
        let remedy = "\n  A file stands where a folder is needed: name a folder.\n";
        assert!(refused.code == 2 && refused.stderr.ends_with(remedy), "{args:?}: {}", refused.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_record() {
    let folder = Folder::new();
    let args = ["R F", "--checkpoint", folder.all(), "--depth"];
    let levels = || coset(&[&args[..], &["6"]].concat());
    let first = levels();
    assert_eq!(first.code, 0, "{}", first.stderr);
    // It may still open its table then, and have no record to continue from.
    let depth_18 = [&["coset", "--tables", default_tables()], &args[..], &["18"]].concat();
    let told = interrupt_in_time(
        || Running::start(&depth_18),
        |errors| errors.ends_with("cubebatch: interrupted\n  The same command continues.\n"),
    );
    assert!(told.is_some(), "the search begins some time");
    assert_eq!(levels().stdout, first.stdout);
}
