//! Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;

use super::support::{Folder, Running, feed_solve, interrupt, solve_args, solve_by_default};

/// More than is on its way when a program is interrupted.
const MUCH: u64 = 64 << 20;

/// Waits for the end and fails unless it is that of an interrupted program.
fn assert_interrupted(running: Running) {
    let (status, errors) = running.end();
    assert_eq!(status.code(), Some(130), "{errors}");
    let errors = errors.strip_suffix("  Nothing was written.\n").unwrap_or(&errors);
    assert!(errors.ends_with("cubebatch: interrupted\n"), "{errors}");
}

/// Reads one line, interrupts, and reads the rest.
fn read_and_interrupt(running: &mut Running) -> String {
    let mut stdout = BufReader::new(running.child.stdout.take().expect("it is piped"));
    let mut text = String::new();
    stdout.read_line(&mut text).expect("there is a line");
    // No one reads for this while, so writing blocks in the middle of a line.
    interrupt(running);
    stdout.take(MUCH).read_to_string(&mut text).expect("it is UTF-8");
    assert!((text.len() as u64) < MUCH, "it goes on after the interrupt");
    text
}

#[test]
fn an_interrupted_solve_ends_with_a_whole_line() {
    for output in ["text", "jsonl"] {
        let mut running = Running::start(&solve_args(&["--format", output, "-"]));
        let mut stdin = running.stdin.take().expect("it is piped");
        // Ends when no one listens any more.
        let endless = thread::spawn(move || while stdin.write_all(&b"R U F\n".repeat(100)).is_ok() {});
        let text = read_and_interrupt(&mut running);
        assert!(text.ends_with('\n'), "it ends with {:?}", text.lines().last());
        let rows = |row: &str| row == "F' U' R'" || row.starts_with('{') && row.ends_with('}');
        assert!(text.lines().all(rows));
        assert_interrupted(running);
        endless.join().expect("it ends");
    }
}

#[test]
fn a_solve_that_waits_for_input_can_be_interrupted() {
    let mut running = Running::start(&solve_args(&[]));
    running.say("R");
    assert_eq!(running.hear().as_deref(), Some("R'\n"));
    interrupt(&running);
    assert_interrupted(running);
}

#[test]
fn an_interrupted_build_leaves_no_file() {
    let folder = Folder::new();
    let build = ["table", "build", "--phase", "1", "--depth", "8", "--tables", folder.all()];
    let modified = ["solve", "R", "--method", "modified", "--phase1-depth", "8", "--tables", folder.all()];
    // With so much memory it makes no small tables.
    let by_default = ["solve", "R", "--memory", "600M", "--tables", folder.all()];
    for (args, table) in
        [(&build[..], "phase1-sorted-8"), (&modified, "phase1-sorted-8"), (&by_default, "phase2-pruning")]
    {
        let mut running = Running::start(args);
        let building = running.hear_error().expect("it reports its work");
        assert!(building.starts_with(&format!("building {table}: ")), "{building}");
        interrupt(&running);
        assert_eq!(running.hear(), None, "nothing was built or solved");
        assert_interrupted(running);
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

#[test]
fn a_few_positions_are_solved_before_tables_are_built() {
    let folder = Folder::new();
    let positions = folder.write("positions", "R U F\nB2 L' D\nno cube\n");
    for (args, code) in [(&["R U F", "B2 L' D"][..], 0), (&[&positions], 1)] {
        let mut running = Running::start(&[&["solve", "--tables", folder.all()], args].concat());
        assert_eq!(running.hear().as_deref(), Some("F' U' R'\n"));
        assert_eq!(running.hear().as_deref(), Some("D' L B2\n"));
        let told = |running: &mut Running| running.hear_error().expect("it reports its work");
        let mut errors = vec![told(&mut running)];
        while !errors.last().is_some_and(|error| error.starts_with("building ")) {
            errors.push(told(&mut running));
        }
        assert!(errors.iter().any(|error| error.starts_with("these rows needed no tables")), "{errors:?}");
        interrupt(&running);
        let (status, errors) = running.end();
        // The rows are complete, whatever becomes of the tables.
        assert_eq!(status.code(), Some(code), "{errors}");
        assert!(errors.contains("not all tables were built: "), "{errors}");
        assert_eq!(folder.names(), ["positions"]);
    }
    // What the search would find with tables, it finds.
    let all = solve_by_default(&[&positions]);
    assert_eq!(all.stdout.lines().take(2).collect::<Vec<_>>(), ["F' U' R'", "D' L B2"]);
}

#[test]
fn an_interruption_before_the_first_row_leaves_nothing_that_stops_the_next_run() {
    let (folder, tables) = (Folder::new(), Folder::new());
    let (out, record) = (folder.path("out"), folder.path("out.run"));
    // While it builds its tables,
    let mut running =
        Running::start(&["solve", "R", "--memory", "600M", "-o", &out, "--tables", tables.all()]);
    let building = running.hear_error().expect("it reports its work");
    assert!(building.starts_with("building "), "{building}");
    assert!(folder.names() == ["out"], "{:?}", folder.names());
    interrupt(&running);
    assert_interrupted(running);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    // and while it waits for the first line.
    let running = Running::start(&solve_args(&["-o", &out]));
    while !std::path::Path::new(&record).exists() {
        thread::sleep(std::time::Duration::from_millis(5));
    }
    interrupt(&running);
    let (status, errors) = running.end();
    assert_eq!(status.code(), Some(130), "{errors}");
    for _ in 0..2 {
        let solved = feed_solve(&["-o", &out], "R\n");
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert_eq!(
            (folder.names(), std::fs::read_to_string(&out).ok().as_deref()),
            (vec!["out".to_owned()], Some("R'\n"))
        );
    }
}

#[test]
fn an_interrupted_scramble_ends_with_a_whole_line() {
    let mut running = Running::start(&["scramble", "--seed", "1", "--count", "10000000000"]);
    let text = read_and_interrupt(&mut running);
    assert!(text.ends_with('\n') && text.lines().all(|line| line.len() == 54));
    assert_interrupted(running);
}

#[test]
fn a_check_that_waits_for_input_can_be_interrupted() {
    let folder = Folder::new();
    let cubes = folder.write("cubes.txt", "R\nR\n");
    let mut running = Running::start(&["check", &cubes, "-"]);
    // It reports the first solution, so it reads.
    running.say("U");
    assert_eq!(running.hear_error().as_deref(), Some("line 1: the moves do not solve it\n"));
    interrupt(&running);
    assert_interrupted(running);
}
