//! Runs the program, and keeps folders for it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use cubebatch::cube::Cube;
use cubebatch::notation::{parse_line, parse_moves};
use cubebatch_tables::files::Library;
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_cubebatch");

/// The folder of the repository. The program runs in it, so that paths such as `examples/moves.txt` begin there.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The method with small tables, which are built in a second.
pub const MODIFIED: [&str; 6] = ["--method", "modified", "--phase1-depth", "5", "--phase2-depth", "7"];

/// Turns a program that hangs into a failure; nothing here takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(600);

/// The name of the folder of the tables of the default method.
const DEFAULT_TABLES: &str = "cli-default-tables";
const DEFAULT_FILES: [&str; 2] = ["phase1-complete.cube", "phase2-pruning.cube"];

/// The tables of all tests, by the program that is tested: those of an earlier run may be
/// of another format. A folder of Cargo's, as statics are never dropped.
static TABLES: LazyLock<String> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-tables");
    let folder = folder.to_str().expect("the path is UTF-8").to_owned();
    for (phase, depth) in [("1", "5"), ("2", "7")] {
        let args = ["table", "build", "--force", "--phase", phase, "--depth", depth, "--tables", &folder];
        let built = command(PROGRAM).args(args).output().expect("the program starts");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
    folder
});

/// What the program left that solved the first position by the default method, and the folder in which it built its
/// tables: a folder of Cargo's, which was empty.
static DEFAULT: LazyLock<(String, Run)> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(DEFAULT_TABLES);
    _ = fs::remove_dir_all(&folder);
    let folder = folder.to_str().expect("the path is UTF-8").to_owned();
    let first = feed(&["solve", "--tables", &folder], "R\n");
    assert_eq!(first.code, 0, "{}", first.stderr);
    (folder, first)
});

/// The folder of the complete tables that the library's tests leave. It takes minutes to build, so both keep it there.
static COMPLETE: LazyLock<Library> = LazyLock::new(|| {
    let library = Library::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("complete-tables"));
    let folder = library.folder().to_str().expect("the path is UTF-8");
    for table in [("1", "complete"), ("1", "distances"), ("2", "complete"), ("2", "pruning")] {
        // It builds what is missing.
        let built = feed(&["table", "build", "--phase", table.0, "--depth", table.1, "--tables", folder], "");
        assert_eq!(built.code, 0, "{}", built.stderr);
    }
    library
});

/// The folder of the complete tables, with the smallest filter.
static OF_PROOFS: LazyLock<String> = LazyLock::new(|| {
    let folder = complete_tables().folder().to_str().expect("the path is UTF-8").to_owned();
    let first = feed(&["solve", "--method", "optimal", "--memory", "900M", "--tables", &folder], "R\n");
    assert_eq!(first.code, 0, "{}", first.stderr);
    folder
});

/// The folder of the shared tables, which tests must leave as they are.
pub fn tables() -> &'static str {
    &TABLES
}

/// The folder of the tables of the default method, which tests must leave as they are.
pub fn default_tables() -> &'static str {
    &DEFAULT.0
}

/// The complete tables, which tests must leave as they are.
pub fn complete_tables() -> &'static Library {
    &COMPLETE
}

/// The folder of the tables of the method optimal, which tests must leave as they are.
pub fn tables_of_proofs() -> &'static str {
    &OF_PROOFS
}

/// The first run of the default method, in an empty folder.
pub fn first_run() -> &'static Run {
    &DEFAULT.1
}

/// The file of a shared table.
pub fn table(name: &str) -> String {
    Path::new(tables()).join(name).to_str().expect("the path is UTF-8").to_owned()
}

/// What a run of the program left.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }
}

/// A command that runs in the folder of the repository.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(ROOT);
    command
}

/// Runs the program without input.
pub fn run(args: &[&str]) -> Run {
    feed(args, "")
}

/// Runs the program with `input` as its standard input.
pub fn feed(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = command(PROGRAM);
    command.args(args).env("CUBEBATCH_TABLES", tables());
    let output = output_of(command, input.into());
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let (stdout, stderr) = (text(output.stdout), without_loading(&text(output.stderr)));
    let code = output.status.code().unwrap_or_else(|| panic!("it was killed: {stderr}"));
    assert_ne!(code, 101, "it panicked: {stderr}");
    assert_default_tables_are_kept(args);
    Run { code, stdout, stderr }
}

/// Fails if the command added a table to the folder of the default ones, where others list what there is.
fn assert_default_tables_are_kept(args: &[&str]) {
    if let Some(folder) = args.iter().find(|arg| arg.ends_with(DEFAULT_TABLES)) {
        let files = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|file| file.expect("it can be listed").file_name());
        let added: Vec<_> = files.filter(|name| !DEFAULT_FILES.iter().any(|file| name == file)).collect();
        assert!(added.is_empty(), "{args:?} built {added:?}");
    }
}

/// What a command prints that is given `input`; the test fails if that takes more than `PATIENCE`.
fn output_of(mut command: Command, input: Vec<u8>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // It may end before it has read all.
    thread::spawn(move || stdin.write_all(&input));
    let (ended, end) = channel();
    let id = child.id();
    thread::spawn(move || ended.send(child.wait_with_output()));
    end.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("process {id} takes too long")).expect("it is read")
}

fn is_of_loading(message: &str) -> bool {
    message.starts_with("loading ")
}

/// Messages without those about tables that take long to load: a busy machine has more of them.
fn without_loading(stderr: &str) -> String {
    stderr.split_inclusive('\n').filter(|line| !is_of_loading(line)).collect()
}

/// `solve` by the method with small tables.
pub fn solve(args: &[&str]) -> Run {
    feed_solve(args, "")
}

/// `solve` by the method with small tables and `input` as its standard input.
pub fn feed_solve(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    feed(&solve_args(args), input)
}

pub fn solve_args<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["solve"], &MODIFIED[..], args].concat()
}

/// `solve` by the default method.
pub fn solve_by_default(args: &[&str]) -> Run {
    feed_solve_by_default(args, "")
}

/// `solve` by the default method and `input` as its standard input.
pub fn feed_solve_by_default(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    feed(&[&["solve", "--tables", default_tables()], args].concat(), input)
}

/// Inputs that every front end reads alike; the tests of the Python package and of the page read them, too.
pub fn inputs() -> Vec<serde_json::Value> {
    let lines = read("tests/data/inputs.jsonl");
    lines.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// The positions of a text, each with its line from 1.
pub fn positions(text: &str) -> Vec<(usize, Cube)> {
    let position = |line| parse_line(line, None).expect("the line is valid");
    let numbered = text.lines().enumerate();
    numbered.filter_map(|(i, line)| Some((i + 1, position(line)?))).collect()
}

/// Fails unless `solution` solves `cube`.
pub fn assert_solves(solution: &str, cube: &Cube) {
    let moves = parse_moves(solution).expect("a solution is moves");
    assert!(moves.apply(cube).is_solved(), "{solution:?} does not solve {cube}");
}

/// Not every machine has an adapter; `./ci` sees to it that its machine has.
pub fn there_is_an_adapter() -> bool {
    let listed = run(&["devices"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(!listed.stdout.is_empty() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
    !listed.stdout.is_empty()
}

/// A file of this repository.
pub fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A folder that goes away with the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("there is room for a folder"))
    }

    /// The path of a file in it, which need not be there.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    pub fn all(&self) -> &str {
        self.0.path().to_str().expect("the path is UTF-8")
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, contents).expect("there is room for a file");
        path
    }

    /// The names of all files in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("the name is UTF-8");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("it can be listed"))).collect();
        names.sort();
        names
    }
}

/// The program while it runs; killed if a test fails on the way.
pub struct Running {
    pub child: Child,
    pub stdin: Option<ChildStdin>,
    stdout: Option<Receiver<String>>,
    stderr: Receiver<String>,
}

impl Running {
    pub fn start(args: &[&str]) -> Running {
        Running::start_with(args, &[])
    }

    /// With these variables in its environment.
    pub fn start_with(args: &[&str], variables: &[(&str, &str)]) -> Running {
        let mut command = command(PROGRAM);
        command.args(args).env("CUBEBATCH_TABLES", tables()).envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stdin = child.stdin.take();
        let stderr = lines_of(child.stderr.take().expect("it is piped"));
        Running { child, stdin, stdout: None, stderr }
    }

    /// Writes a line to its standard input.
    pub fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("it was not closed");
        writeln!(stdin, "{line}").expect("the program listens");
    }

    /// The next line of its standard output, with its end.
    pub fn hear(&mut self) -> Option<String> {
        let child = &mut self.child;
        let stdout = self.stdout.get_or_insert_with(|| lines_of(child.stdout.take().expect("it is piped")));
        next_line(stdout)
    }

    /// The next line of its standard error, with its end.
    pub fn hear_error(&mut self) -> Option<String> {
        std::iter::from_fn(|| next_line(&self.stderr)).find(|line| !is_of_loading(line))
    }

    /// Waits for its end; gives the exit status and what is left of its standard error.
    pub fn end(mut self) -> (ExitStatus, String) {
        let errors = std::iter::from_fn(|| self.hear_error()).collect();
        (self.child.wait().expect("it can be waited for"), errors)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails when it has ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Reads lines on a thread of its own, so that a silent program can be given up.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = String::new();
        while pipe.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(std::mem::take(&mut line)).is_err() {
                break;
            }
        }
    });
    lines
}

/// `None` at the end.
fn next_line(lines: &Receiver<String>) -> Option<String> {
    match lines.recv_timeout(PATIENCE) {
        Ok(line) => Some(line),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("the program neither answers nor ends"),
    }
}

/// Sends what Ctrl-C sends. Every shell has `kill`; not every system has it as a program.
pub fn interrupt(running: &Running) {
    let kill = format!("kill -INT {}", running.child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("there is a shell").success());
}

/// Interrupts a program ever later until what it says is as wanted; what it said then. An interruption that comes before the
/// program listens kills it.
#[cfg(unix)]
pub fn interrupt_in_time(
    mut start: impl FnMut() -> Running,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;

    (0..10).find_map(|doubled| {
        let running = start();
        std::thread::sleep(Duration::from_millis(250 << doubled));
        interrupt(&running);
        let (status, errors) = running.end();
        assert!(status.code() == Some(130) || status.signal() == Some(2), "{status}: {errors}");
        is_wanted(&errors).then_some(errors)
    })
}
