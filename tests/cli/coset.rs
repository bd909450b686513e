//! `coset`: whole cosets.

use super::support::{Folder, Run, default_tables, feed, run};

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
        &["coset", "--tables", default_tables(), "-", "--depth", "1", "--output", "jsonl", "--part", "1/2"],
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
    let folder = Folder::new();
    let sheet = folder.write("from a sheet.csv", "name;cube\r\na;R U\r\nb;R X\r\n");
    for (args, problem) in [
        (&["R", "--at-most", "19"][..], "19 is not in 20..=30"),
        (&["R", "--at-most", "20", "--depth", "3"], "cannot be used with"),
        (&["R", "--depth", "21"], "21 is not in 0..=20"),
        (&["R", "--part", "3/2"], "give a part and the number of parts"),
        (&["R", "--checkpoint-every", "3"], "--checkpoint <DIR>"),
        (&["R X"], "no move begins with"),
        (&[&sheet], &format!("cubebatch: {sheet}:3:3: no move begins with \"X\"\n")),
    ] {
        let refused = coset(args);
        assert!(refused.code != 0 && refused.stderr.contains(problem), "{args:?}: {}", refused.stderr);
    }
}
