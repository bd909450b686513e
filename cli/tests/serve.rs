//! The service: what it answers, what it refuses, and what it does with clients that are gone.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::{GzDecoder, GzEncoder};
use serde_json::{Value, json};

use cubebatch_search::method::OPTIONS;

use super::described::Described;
use super::support::{
    Folder, Running, assert_solves, default_tables, feed, feed_solve_by_default, inputs, read, run,
    tables_of_proofs,
};

/// What a search for a solution of so few moves takes: hours.
const IMPOSSIBLE: &str = "/solve?max_length=15";

/// Its first line, before its address.
const OPENING: &str = "opening the tables; until they are ready, http://";

/// What follows its address there.
const OPENED: &str = " has its page and solves nothing";

/// Turns a service that does not answer into a failure; nothing here takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A service that runs.
struct Service {
    running: Running,
    address: SocketAddr,
}

#[test]
fn the_order_of_methods_decides_nothing_about_memory_and_engine() {
    for methods in ["thistlethwaite,two-phase", "two-phase,thistlethwaite"] {
        let args = ["serve", "--listen", "127.0.0.1:0", "--tables", default_tables(), "--methods", methods];
        let mut running = Running::start(&[&args[..], &["--memory", "600M"]].concat());
        let mut hear = || running.hear_error().expect("it prints its address");
        let lines = [hear(), hear()];
        assert!(lines[0].starts_with(OPENING), "{methods}: {lines:?}");
        assert!(lines[1].starts_with("listening on http://"), "{methods}: {lines:?}");
        // Where there is no such card, none of these methods is blamed.
        let refused = run(&[&args[..], &["--engine", "gpu", "--gpu", "no such card"]].concat());
        assert_eq!(refused.code, 2, "{methods}");
        assert!(!refused.stderr.contains("this method"), "{methods}: {}", refused.stderr);
    }
}

#[test]
fn the_memory_that_is_granted_counts_for_each_method() {
    for methods in ["two-phase,descent", "descent,two-phase"] {
        let args = ["serve", "--listen", "127.0.0.1:0", "--tables", default_tables(), "--methods", methods];
        let refused = run(&[&args[..], &["--memory", "600M"]].concat());
        let problem =
            "cubebatch: --method descent needs at least 1.07 GB of memory, but --memory allows 600.00 MB";
        assert_eq!(refused.code, 2, "{methods}");
        assert!(refused.stderr.lines().any(|line| line == problem), "{methods}: {}", refused.stderr);
        let remedy = "  Or serve fewer methods: --methods two-phase.";
        assert_eq!(refused.stderr.lines().last(), Some(remedy), "{methods}");
    }
}

/// What it answered.
#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Service {
    /// A service that is ready, by the methods that need little.
    fn start(args: &[&str]) -> Service {
        Service::open_ready(&[&["--methods", "two-phase,thistlethwaite"], args].concat())
    }

    /// A service that is ready.
    fn open_ready(args: &[&str]) -> Service {
        let usual = ["serve", "--listen", "127.0.0.1:0", "--tables", default_tables()];
        let all = [&usual[..], &["--memory", "600M", "--log", "warn"], args].concat();
        Service::open(&all).ready()
    }

    /// A service that listens, whose tables need not be there.
    fn open(args: &[&str]) -> Service {
        Service::of(Running::start(args))
    }

    /// Waits until the tables are there.
    fn ready(mut self) -> Service {
        let line = self.running.hear_error().expect("it prints its address");
        assert_eq!(line, format!("listening on http://{}\n", self.address));
        self
    }

    /// Waits until it listens.
    fn of(mut running: Running) -> Service {
        let line = running.hear_error().expect("it prints its address");
        let address = line.strip_prefix(OPENING).unwrap_or_else(|| panic!("{line}"));
        let address = address.trim_end().strip_suffix(OPENED).unwrap_or_else(|| panic!("{line}"));
        Service { address: address.parse().expect("it is an address"), running }
    }

    /// Sends a request and leaves the connection open.
    fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        // A refused client need not be able to send all.
        _ = stream.write_all(body);
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        response(self.send(method, path, headers, body))
    }

    fn get(&self, path: &str) -> Response {
        self.ask("GET", path, "", b"")
    }

    fn post(&self, path: &str, lines: &str) -> Response {
        self.ask("POST", path, "Content-Type: text/plain\r\n", lines.as_bytes())
    }

    fn post_json(&self, path: &str, json: &str) -> Response {
        self.ask("POST", path, "Content-Type: application/json\r\n", json.as_bytes())
    }

    fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").body;
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name} is not in {text}")).trim().parse().expect("it is a number")
    }

    /// Waits until a metric has this value.
    fn wait_for(&self, name: &str, value: f64) {
        self.wait_until(name, |now| now == value);
    }

    /// Waits until this holds for a metric.
    fn wait_until(&self, name: &str, holds: impl Fn(f64) -> bool) {
        let begin = Instant::now();
        while !holds(self.metric(name)) {
            assert!(begin.elapsed() < PATIENCE, "{name} is {}", self.metric(name));
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends what asks a service to end.
    fn terminate(&self) {
        send("TERM", &self.running);
    }
}

/// Sends a signal.
fn send(signal: &str, running: &Running) {
    let kill = format!("kill -{signal} {}", running.child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("there is a shell").success());
}

/// Reads a response to the end of its connection.
fn response(mut stream: TcpStream) -> Response {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the response has an end");
    let text = String::from_utf8(bytes).expect("it is UTF-8");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("it is no response: {text:?}"));
    let status = head.split(' ').nth(1).expect("there is a status").parse().expect("it is a number");
    let head = head.to_ascii_lowercase();
    let body = if head.contains("transfer-encoding: chunked") { joined(body) } else { body.to_owned() };
    Response { status, head, body }
}

/// The chunks of a body; it fails where the last one is missing.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    loop {
        let (size, rest) = chunks.split_once("\r\n").expect("a chunk has a size");
        let size = usize::from_str_radix(size, 16).expect("it is a number");
        if size == 0 {
            return body;
        }
        body += &rest[..size];
        chunks = &rest[size + 2..];
    }
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Fails unless it is a refusal with this status, a sentence and a remedy; gives the sentence.
    fn refusal(&self, status: u16) -> String {
        let json = self.json();
        assert_eq!(self.status, status, "{self:?}");
        assert!(json["remedy"].as_str().is_some_and(|remedy| remedy.len() > 10), "{self:?}");
        json["error"].as_str().expect("it is a sentence").to_owned()
    }

    fn rows(&self) -> Vec<Value> {
        self.body.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
    }
}

/// `count` random positions, one per line.
fn random_lines(count: usize) -> String {
    run(&["scramble", "--seed", "1", "--count", &count.to_string()]).stdout
}

#[test]
fn what_cannot_be_served_is_refused_with_a_sentence() {
    for (args, told) in [
        (["--log", "nonsense"], "cubebatch: --log \"nonsense\" names no level"),
        (["--max-body", "0"], "cubebatch: --max-body 0 would refuse every body"),
        (
            ["--max-positions", "0"],
            "error: invalid value '0' for '--max-positions <N>': 0 is not in 1..=4294967295",
        ),
        (
            ["--listen", "here"],
            "error: invalid value 'here' for '--listen <ADDRESS>': give a port, or an address",
        ),
    ] {
        let usual = ["serve", "--listen", "127.0.0.1:0", "--tables", default_tables()];
        let usual = if args[0] == "--listen" { &usual[..1] } else { &usual };
        let mut running = Running::start(&[usual, &args].concat());
        let first = running.hear_error().expect("it gives the reason");
        assert!(first.starts_with(told), "{args:?}: {first}");
        assert_eq!(running.end().0.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_port_alone_is_one_of_this_machine() {
    for listen in ["0", ":0", "localhost:0"] {
        let args = ["serve", "--listen", listen, "--memory", "600M", "--tables", default_tables()];
        let mut running = Running::start(&args);
        let line = running.hear_error().expect("it prints its address");
        assert!(line.contains(" http://127.0.0.1:"), "{listen}: {line}");
    }
}

#[test]
fn a_service_whose_tables_are_not_there_answers_that_and_can_be_ended() {
    let folder = Folder::new();
    let build = ["table", "build", "--phase", "1", "--depth", "7", "--tables", folder.all()];
    let mut builder = Running::start(&build);
    let told = builder.hear_error().expect("it reports its work");
    assert!(told.starts_with("building phase1-sorted-7: "), "{told}");
    // As long as it is stopped the service waits for it.
    send("STOP", &builder);
    let args = ["serve", "--listen", "127.0.0.1:0", "--methods", "modified", "--tables", folder.all()];
    let mut service = Service::open(&args);
    let told = service.running.hear_error();
    assert_eq!(told.as_deref(), Some("another process is building phase1-sorted-7; waiting for it\n"));
    for path in ["/", "/live", "/metrics", "/docs", "/openapi.json"] {
        assert_eq!(service.get(path).status, 200, "{path}");
    }
    let gets = ["/health", "/scramble", "/improve?cube=R"].map(|path| service.get(path));
    let posts = ["/solve", "/check"].map(|path| service.post(path, "R\n"));
    for asked in gets.into_iter().chain(posts) {
        assert!(asked.head.contains("retry-after: "), "{asked:?}");
        assert!(asked.refusal(503).contains("the tables are not ready yet"));
    }
    send("TERM", &service.running);
    let (status, errors) = service.running.end();
    assert_eq!(status.code(), Some(0), "{errors}");
    assert!(!errors.contains("interrupted"), "{errors}");
}

/// The log of a service with these settings of the environment, of one request.
fn log_of(settings: &[(&str, &str)], headers: &str) -> (Response, Vec<String>) {
    let usual = [("CUBEBATCH_METHODS", "thistlethwaite"), ("CUBEBATCH_LISTEN", "127.0.0.1:0")];
    let running = Running::start_with(&["serve"], &[&usual, settings].concat());
    let service = Service::of(running).ready();
    let response = service.ask("GET", "/scramble?count=3", headers, b"");
    service.terminate();
    let (status, log) = service.running.end();
    assert_eq!(status.code(), Some(0), "{log}");
    (response, log.lines().map(str::to_owned).collect())
}

#[test]
fn the_environment_sets_options_and_the_log_knows_each_request() {
    let settings = [("CUBEBATCH_LOG_FORMAT", "json"), ("RUST_LOG", "info")];
    let (response, log) = log_of(&settings, "X-Request-Id: r-1\r\nX-Forwarded-For: 203.0.113.9\r\n");
    assert!(response.head.contains("x-request-id: r-1"), "{response:?}");
    let events: Vec<Value> = log.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let asked = events.iter().find(|event| event["path"] == "/scramble").unwrap_or_else(|| panic!("{log:?}"));
    for (field, expected) in [
        ("request_id", json!("r-1")),
        ("forwarded_for", json!("203.0.113.9")),
        ("client", json!("127.0.0.1")),
        ("status", json!(200)),
        ("level", json!("INFO")),
    ] {
        assert_eq!(asked[field], expected, "{field}: {asked}");
    }
    // A name that could break the log is none.
    let (response, log) = log_of(&settings[1..], &format!("X-Request-Id: {}\r\n", "a".repeat(1000)));
    let id = response.head.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("it has one");
    assert!(id.len() < 40 && log.iter().any(|line| line.contains(id)), "{id}: {log:?}");
}

#[test]
fn empty_variables_and_those_of_other_programs_end_no_service() {
    let settings = [
        ("CUBEBATCH_THREADS", ""),
        ("CUBEBATCH_MAX_BODY", ""),
        ("CUBEBATCH_OPEN", ""),
        ("RUST_LOG", "mycrate"),
    ];
    let (response, log) = log_of(&settings, "");
    assert_eq!(response.status, 200, "{response:?}");
    assert!(log.iter().any(|line| line.contains("path=\"/scramble\"")), "it logs as usual: {log:?}");
    // `--log` is meant for this program alone.
    let mut running = Running::start_with(&["serve", "--log", "mycrate"], &[("RUST_LOG", "")]);
    let told = running.hear_error().expect("it gives the reason");
    assert_eq!(told, "cubebatch: --log \"mycrate\" names no level\n");
}

#[test]
fn answers_are_packed_for_clients_that_take_that_and_rows_come_at_once() {
    let service = Service::start(&[]);
    let lines = random_lines(300);
    let plain = service.post("/solve", &lines).body;
    let headers = "Content-Type: text/plain\r\nAccept-Encoding: gzip\r\n";
    let packed = unpacked(&service.send("POST", "/solve", headers, lines.as_bytes()), usize::MAX);
    assert_eq!(packed, plain);
    // The first row is there while the second position is searched.
    let lines = format!("R U\n{}", lines.lines().next().expect("there are some"));
    let first = unpacked(&service.send("POST", IMPOSSIBLE, headers, lines.as_bytes()), 1);
    assert!(first.starts_with("{\"line\":1,"), "{first}");
}

/// The first lines of a packed response in chunks.
fn unpacked(stream: &TcpStream, lines: usize) -> String {
    let mut reader = BufReader::new(stream);
    let mut next = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("it is text");
        line.trim_end().to_ascii_lowercase()
    };
    let head: Vec<String> = std::iter::from_fn(|| Some(next()).filter(|line| !line.is_empty())).collect();
    assert!(head.contains(&"content-encoding: gzip".to_owned()), "{head:?}");
    let mut text = GzDecoder::new(Vec::new());
    loop {
        let mut size = String::new();
        reader.read_line(&mut size).expect("a chunk has a size");
        let size = usize::from_str_radix(size.trim_end(), 16).expect("it is a number");
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).expect("it is there");
        text.write_all(&chunk[..size]).expect("it is packed by gzip");
        text.flush().expect("a vector takes everything");
        let unpacked = String::from_utf8(text.get_ref().clone()).expect("it is text");
        if size == 0 || unpacked.lines().count() >= lines {
            return unpacked;
        }
    }
}

#[test]
fn a_port_that_is_taken_is_told_before_tables_are_built() {
    let folder = Folder::new();
    let other = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = other.local_addr().expect("it has an address").to_string();
    let mut running = Running::start(&["serve", "--listen", &address, "--tables", folder.all()]);
    let told = running.hear_error().expect("it gives the reason");
    assert!(told.starts_with(&format!("cubebatch: cannot listen on {address}: ")), "{told}");
    assert_eq!(running.end().0.code(), Some(2));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_position_has_its_row_and_what_is_wrong_with_it_a_status() {
    let service = Service::start(&[]);
    let solved = service.post_json("/solve", r#"{"cube": "R U2 F'", "max_length": 20}"#);
    let expected = feed_solve_by_default(&["--format", "jsonl", "--max-length", "20"], "R U2 F'\n");
    assert_eq!((solved.status, solved.body), (200, expected.stdout));
    let digits =
        service.post_json("/solve", r#"{"cube": "R", "notation": "digits", "method": "thistlethwaite"}"#);
    assert_eq!((&digits.json()["solution"], &digits.json()["phase1_length"]), (&"R3".into(), &0.into()));
    for (json, problem) in [
        (r#"{"cube": "R U2 Q"}"#, "column 6: no move begins with \"Q\""),
        (r#"{"cube": "R", "method": "optimal"}"#, "the method \"optimal\" is not served"),
        (r#"{"cube": "R", "ends": 3}"#, "the method two-phase has no use for `ends`"),
        (
            r#"{"cube": "R", "solutions": 0}"#,
            "the body: solutions: must be a whole number from 1 to 1000, but is 0",
        ),
        (r#"{"cube": "R", "cubes": []}"#, "the body must have either `cube` or `cubes`"),
        (r#"{"cube": "R", "notation": "words"}"#, "`notation` cannot be \"words\""),
        (
            r#"{"cube": "R", "length": 3}"#,
            "the body: length: unknown field `length`, expected one of `cube`, ",
        ),
        (
            r#"{"cube": "R", "max_length": 256}"#,
            "the body: max_length: must be a whole number from 0 to 255, but is 256",
        ),
        (r#"{"cubes": "R"}"#, "the body: cubes: must be a list of positions, but is \"R\""),
        (r#"{"cubes": ["R", 7]}"#, "the body: cubes[1]: must be a string, but is 7"),
        (r#"{"cube": "R", "goal": "no goal"}"#, "the body: goal: `no goal` is no goal: "),
        (r#"["R U"]"#, "the body is not a JSON object"),
        ("", "the body is not a JSON object"),
        (r#"{"cube": "R"} x"#, "the body: column 15: trailing characters"),
        ("{\n\"cube\": \"R\",\n}", "the body: line 3, column 1: trailing comma"),
        (r#"{"cube": "#, "the body: column 9: the text ends too early"),
    ] {
        let refused = service.post_json("/solve", json).refusal(400);
        assert!(refused.starts_with(problem), "{json}: {refused}");
    }
    assert!(service.post("/solve?length=3", "R\n").refusal(400).contains("length"));
}

/// A sentence in the words of serde, which name types of Rust.
fn is_of_serde(told: &str) -> bool {
    ["variant", "untagged", "invalid type", "invalid value", "EOF", " at line "]
        .iter()
        .any(|word| told.contains(word))
}

#[test]
fn a_wrong_value_of_any_option_is_told_in_plain_words() {
    let service = Service::start(&[]);
    let names = ["cube", "cubes", "method", "notation", "from", "scan", "format"];
    let asked = OPTIONS.iter().filter(|card| card.group.is_of_call()).map(|card| card.name);
    for name in names.into_iter().chain(asked) {
        for value in [json!(-1), json!(2.5), json!([[1]]), json!({"a": 1}), json!(true), json!(7), json!("x")]
        {
            for (path, mut body) in
                [("/solve", json!({"cube": "R"})), ("/check", json!({"cube": "R", "solution": "R'"}))]
            {
                body[name] = value.clone();
                let told = service.post_json(path, &body.to_string());
                assert!(!is_of_serde(&told.body), "{path} {body}: {told:?}");
                let is_told = told.status == 400 && told.refusal(400).contains(name);
                // Some of these values are right.
                assert!(told.status == 200 || is_told, "{path} {body}: {told:?}");
            }
            let query = value.as_str().map_or(value.to_string(), str::to_owned);
            let told = service.post(&format!("/solve?{name}={query}"), "R\n");
            assert!(!is_of_serde(&told.body), "{name}={query}: {told:?}");
        }
    }
}

#[test]
fn a_wrong_query_is_told_by_its_field_in_plain_words() {
    let service = Service::start(&[]);
    for (query, problem) in [
        ("count=-1", "\"-1\""),
        ("count=1e20", "\"1e20\""),
        ("count=20.0", "\"20.0\""),
        ("count=", "\"\""),
        ("count=10001", "\"10001\""),
        ("count=99999999999999999999", "\"99999999999999999999\""),
    ] {
        let problem = format!("the query: count: must be a whole number from 0 to 10000, but is {problem}");
        let refused = service.get(&format!("/scramble?{query}"));
        assert_eq!(refused.refusal(400), problem, "{query}");
        let remedy = refused.json()["remedy"].as_str().expect("it is a text").to_owned();
        assert!(remedy.contains("a whole number up to 10000 as count"), "{remedy}");
    }
    for (query, problem) in [
        ("max_length=20.0", "the query: max_length: must be a whole number from 0 to 255, but is \"20.0\""),
        ("all_optimal=1", "the query: all_optimal: must be true or false, but is \"1\""),
    ] {
        assert_eq!(service.post(&format!("/solve?{query}"), "R\n").refusal(400), problem, "{query}");
        assert_eq!(service.get(&format!("/improve?cube=R&{query}")).refusal(400), problem, "{query}");
    }
}

#[test]
fn options_in_a_body_are_not_lost_by_its_type() {
    let service = Service::start(&[]);
    let ask = |path: &str, kind: &str, body: &str| {
        let headers = if kind.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
        service.ask("POST", path, &headers, body.as_bytes())
    };
    let asked = r#"{"cube": "R U2 F'", "method": "thistlethwaite", "notation": "digits"}"#;
    let expected = service.post_json("/solve", asked);
    assert_eq!(expected.json()["phase1_length"], 1, "{expected:?}");
    for kind in ["Application/JSON", "application/json ; charset=utf-8", "application/problem+json"] {
        assert_eq!(ask("/solve", kind, asked).body, expected.body, "{kind}");
        let claim = r#"{"cube": "R", "solution": "R'"}"#;
        assert_eq!(ask("/check", kind, claim).json(), json!({"holds": true, "length": 1}), "{kind}");
    }
    for (kind, named) in [
        ("application/x-www-form-urlencoded", "is application/x-www-form-urlencoded"),
        ("text/plain", "is text/plain"),
        ("", "is missing"),
    ] {
        for body in [asked, r#" {"cubes": ["R"]}"#, "{\n  \"cube\": \"R\"\n}\n"] {
            let refused = ask("/solve", kind, body);
            let problem = format!("the body is an object of JSON, but its Content-Type {named}");
            assert_eq!(refused.refusal(415), problem, "{body}");
            let remedy = "Send it with Content-Type: application/json, as `curl --json` does.";
            assert_eq!(refused.json()["remedy"], remedy);
            assert!(
                refused.head.contains("\naccept: application/json, ")
                    && !refused.head.contains("\naccept-encoding")
            );
        }
    }
    // Lines of JSON are rows, whatever the type, and one alone is, too.
    let row = service.post("/solve", "R U\n").body;
    for kind in ["application/x-www-form-urlencoded", "application/x-ndjson", ""] {
        assert_eq!(ask("/solve", kind, &row).body, row, "{kind}");
        assert_eq!(ask("/solve", kind, r#"{"cube": "R U"}"#).body, row, "{kind}");
        assert_eq!(ask("/check", kind, &row).rows()[0]["holds"], true, "{kind}");
    }
    assert_eq!(
        ask("/solve", "application/x-ndjson", r#"{"cube": "R U", "format": "3x3"}"#).rows()[0]["solution"],
        "U' R'"
    );
}

#[test]
fn a_form_with_parts_is_refused() {
    let service = Service::start(&[]);
    let body = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nR U\n\r\n--x--\r\n";
    for path in ["/solve", "/check"] {
        let headers = "Content-Type: Multipart/form-data; boundary=x\r\n";
        let refused = service.ask("POST", path, headers, body.as_bytes());
        assert_eq!(refused.refusal(415), "the body is a form with parts", "{path}");
        let remedy = refused.json()["remedy"].as_str().expect("it is a text").to_owned();
        assert!(remedy.contains("curl --data-binary @FILE"), "{remedy}");
    }
}

#[test]
fn lines_with_the_type_of_a_form_are_lines_and_fields_are_refused() {
    let service = Service::start(&[]);
    let send = |path: &str, body: &str| {
        let headers = "Content-Type: application/x-www-form-urlencoded\r\n";
        service.ask("POST", path, headers, body.as_bytes())
    };
    // As `curl -d "R U F'"` sends it.
    assert_eq!(send("/solve", "R U F'").body, service.post("/solve", "R U F'\n").body);
    for (path, body) in
        [("/solve", "cube=R+U"), ("/solve", "max_length=20&cube=R"), ("/check", "cube=R&solution=R'")]
    {
        let refused = send(path, body);
        assert_eq!(refused.refusal(415), "the body is a form with fields", "{body}");
        assert!(refused.json()["remedy"].as_str().expect("it is a text").contains("`curl --json`"), "{body}");
    }
}

#[test]
fn a_refusal_advises_no_method_that_is_not_served() {
    let service = Service::start(&[]);
    for (option, remedy) in [
        (r#""all_optimal": true"#, "Leave `all_optimal` out."),
        (r#""method": "thistlethwaite", "max_length": 20"#, "Leave `max_length` out, or use two-phase."),
    ] {
        let refused = service.post_json("/solve", &format!(r#"{{"cube": "R", {option}}}"#));
        assert_eq!((refused.status, &refused.json()["remedy"]), (400, &remedy.into()), "{option}");
    }
}

#[test]
fn lines_have_the_rows_of_the_command_line_byte_for_byte() {
    let service = Service::start(&[]);
    let lines = format!("R U\r\n\n# none\nQ\n{{\"cube\":\"L\"}}\n{}\u{feff}F2", random_lines(500));
    let folder = Folder::new();
    let csv = "id,cube,note\n7,R U F,\"a, b\"\n8,\n";
    let json = "{\"id\": 7.50, \"cube\": \"R\", \"tags\": [1]}\n{\"cube\":\"Q\",\"id\":8}\nU\n";
    for (input, options, query) in [
        (&*lines, &[][..], ""),
        (&lines, &["--max-length", "20", "--notation", "digits"], "max_length=20&notation=digits"),
        (&lines, &["--max-length", "22", "--to", "R U F"], "max_length=22&to=R%20U%20F"),
        (&lines, &["--method", "thistlethwaite"], "method=thistlethwaite"),
        (csv, &["--solutions", "2"], "solutions=2"),
        (json, &[], ""),
        ("R U\nQ\n", &["--from", "moves"], "from=moves"),
        ("", &[], ""),
    ] {
        for form in ["jsonl", "csv", "text"] {
            let file = folder.write("in", input);
            let solve = ["solve", "--tables", default_tables(), "--format", form];
            let expected = run(&[&solve[..], options, &[&file]].concat());
            let response = service.post(&format!("/solve?format={form}&{query}"), input);
            assert_eq!(response.status, 200, "{response:?}");
            assert!(response.body == expected.stdout, "{form} {query}: {}", response.body);
        }
    }
    let list = service.post_json("/solve", r#"{"cubes": ["R", "", "U2\nF"]}"#).json();
    let list = list["solutions"].as_array().expect("it is a list");
    assert_eq!(list.len(), 3);
    assert_eq!((&list[0]["solution"], &list[2]["solution"]), (&"R'".into(), &"F' U2".into()));
    assert_eq!(list[1]["error"], "there is no `cube`");
    assert_eq!(service.post_json("/solve", r#"{"cubes": []}"#).json()["solutions"], Value::Array(vec![]));
    let document = service.post("/solve", "[\"R U\",\n\"F\"]\n");
    assert!(document.refusal(400).contains("a JSON document"), "{document:?}");
}

#[test]
fn the_service_reads_inputs_of_all_kinds() {
    let service = Service::start(&[]);
    // It has no names of columns, and takes a list in place of a document.
    let is_of_service =
        |input: &serde_json::Value| input["column"].is_null() && input["name"] != "an array of JSON";
    for input in inputs().into_iter().filter(is_of_service) {
        let answered = service.post("/solve", input["text"].as_str().expect("each has a text"));
        let cubes: Vec<_> = answered.rows().iter().map(|row| row["cube"].clone()).collect();
        match input["error"].as_str() {
            None => assert_eq!(serde_json::Value::from(cubes), input["cubes"], "{}", input["name"]),
            Some(error) => assert!(answered.body.contains(error), "{}: {}", input["name"], answered.body),
        }
    }
}

#[test]
fn moves_are_rewritten_as_on_the_command_line() {
    let service = Service::start(&[]);
    let lines = "R U R' U'\r\n\n# none\n[F, D]\nR Q\nR L'";
    for (command, change) in [
        (&["expand"][..], "expand"),
        (&["simplify"], "simplify"),
        (&["invert", "--notation", "slices"], "invert&notation=slices"),
        (&["mirror", "--plane", "E"], "mirror%20E"),
        (&["rotate", "--by", "x y2"], "rotate%20x%20y2"),
    ] {
        for form in ["jsonl", "csv", "text"] {
            let folder = Folder::new();
            let out = folder.path(&format!("rows.{}", if form == "text" { "txt" } else { form }));
            feed(&[&["moves"], command, &["-o", &out]].concat(), lines);
            let response = service.post(&format!("/moves?change={change}&format={form}"), lines);
            assert_eq!((response.status, response.body), (200, read(&out)), "{command:?} {form}");
        }
    }
    for (query, body, problem) in [
        ("change=turn", "R", "`change`: \"turn\" is no change"),
        ("format=moves", "R", "`format` cannot be \"moves\""),
        ("output=csv", "R", "the query: "),
    ] {
        let refused = service.post(&format!("/moves?{query}"), body).refusal(400);
        assert!(refused.starts_with(problem), "{refused}");
    }
    for (line, count) in [("(R)2", 1001), ("(R)90000 R", 100)] {
        service.post("/moves", &format!("{line}\n").repeat(count)).refusal(413);
    }
}

/// The options of a service with goals, beside the usual ones.
const GOALS: [&str; 2] = ["--methods", "two-phase,goal"];

#[test]
fn each_request_has_its_own_goal() {
    let service = Service::open_ready(&GOALS);
    let lines = random_lines(60) + "R U\n";
    for (goal, query, forms) in [
        ("cross", "cross", &["jsonl", "csv", "text"][..]),
        ("DF DLB", "DF%20DLB", &["jsonl"]),
        ("cross/any", "cross/any", &["csv"]),
        ("eo", "eo", &["text"]),
    ] {
        for form in forms {
            let expected = feed(&["solve", "--goal", goal, "--format", form], &*lines);
            let response = service.post(&format!("/solve?format={form}&goal={query}"), &lines);
            assert_eq!((response.status, &response.body), (200, &expected.stdout), "{goal}");
        }
    }
    // Without a goal the first method of the service answers, and the method `goal` solves the cube as well.
    assert_eq!(service.post_json("/solve", r#"{"cube": "R U F"}"#).json()["solution"], "F' U' R'");
    let solved = service.post_json("/solve", r#"{"cube": "R U F", "method": "goal"}"#).json();
    assert_eq!((&solved["goal"], &solved["solution"]), (&Value::Null, &"F' U' R'".into()), "{solved}");
    let both = service
        .post_json("/solve", r#"{"cube": "D R2 L2", "goal": "cross", "all_optimal": true, "max_length": 1}"#);
    assert_eq!(both.json()["at_least"], 3, "{both:?}");
    for (asked, problem) in [
        (r#"{"cube": "R", "goal": "crss"}"#, "the body: goal: `crss` is no goal"),
        (
            r#"{"cube": "R", "goal": "cross", "method": "two-phase"}"#,
            "the method two-phase has no use for `goal`",
        ),
        (r#"{"cube": "R", "goal": "cross", "to": "R"}"#, "the method goal has no use for `to`"),
    ] {
        let refused = service.post_json("/solve", asked).refusal(400);
        assert!(refused.starts_with(problem), "{refused}");
    }
    let rows = service.post("/solve?goal=eo", &lines).body + &service.post("/solve?goal=cross", &lines).body;
    let found = service.post("/check", &rows).rows();
    assert!(found.len() == 122 && found.iter().all(|row| row["holds"] == true), "{found:?}");
    let claim = |named: &str| {
        service.post_json("/check", &format!(r#"{{"cube": "R U2", "solution": "R", {named}}}"#)).json()["holds"].clone()
    };
    assert_eq!(
        (claim(r#""goal": "eo""#), claim(r#""goal": "cross""#), claim(r#""to": "R""#)),
        (true.into(), false.into(), false.into())
    );
}

#[test]
fn each_request_counts_by_its_own_metric() {
    let args = ["serve", "--listen", "127.0.0.1:0", "--tables", tables_of_proofs(), "--log", "warn"];
    let options = ["--memory", "600M", "--max-length", "20"];
    let service = Service::open(&[&args[..], &options, &GOALS].concat()).ready();
    let row = |asked: &str| service.post_json("/solve", asked).json();
    // The first row of the two-phase search in a metric waits for its tables, to be built if the folder does not have them.
    for (metric, bound) in [("qtm", 28), ("qtm", 26)] {
        let asked = format!(r#"{{"cube": "R2 L2 U F' R D2", "metric": "{metric}", "max_length": {bound}}}"#);
        let found = row(&asked);
        assert!(found["length"].as_u64().is_some_and(|length| length <= bound), "{found}");
        assert_eq!(found["metric"], metric);
        let checked = json!({"cube": "R2 L2 U F' R D2", "solution": found["solution"], "metric": metric});
        assert_eq!(service.post_json("/check", &checked.to_string()).json()["length"], found["length"]);
    }
    assert_eq!(row(r#"{"cube": "R2 L2", "metric": "qtm", "goal": "cross"}"#)["length"], 4);
    assert_eq!(row(r#"{"cube": "R2 L2"}"#)["metric"], Value::Null);
    let refused = service.post_json("/solve", r#"{"cube": "R", "metric": "U 2"}"#).refusal(400);
    assert_eq!(refused, "the method two-phase needs costs that are the same on all faces");
}

/// The events of an answer: their names and data.
fn events(answer: &Response) -> Vec<(&str, Value)> {
    let events = answer.body.split("\n\n").filter_map(|event| event.split_once("\ndata: "));
    let named = events.filter_map(|(name, data)| Some((name.strip_prefix("event: ")?, data)));
    named.map(|(name, data)| (name, serde_json::from_str(data).expect("data are JSON"))).collect()
}

#[test]
fn solutions_come_as_they_get_shorter() {
    let service = Service::start(&["--max-length", "20", "--max-request-time", "5"]);
    for cube in random_lines(5).lines() {
        let answer = service.get(&format!("/improve?cube={cube}"));
        assert_eq!(answer.status, 200);
        let events = events(&answer);
        let [solutions @ .., (name, end)] = &events[..] else { panic!("{answer:?}") };
        assert_eq!((*name, end), ("end", &json!({"bound_met": true})));
        assert!(solutions.iter().all(|(name, row)| *name == "solution" && row["cube"] == cube));
        let lengths: Vec<u64> = solutions.iter().filter_map(|(_, row)| row["length"].as_u64()).collect();
        assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter), "{lengths:?}");
        assert!(
            lengths.len() == solutions.len() && lengths.last().is_some_and(|&last| last <= 20),
            "{lengths:?}"
        );
        let rows: String = solutions.iter().map(|(_, row)| format!("{row}\n")).collect();
        assert!(service.post("/check", &rows).rows().iter().all(|row| row["holds"] == true));
        // The last one is the answer of a search that asks for it alone.
        let (_, last) = &solutions[solutions.len() - 1];
        let asked = json!({"cube": cube, "max_length": last["length"]});
        assert_eq!(&service.post_json("/solve", &asked.to_string()).json()["solution"], &last["solution"]);
    }
    // Nothing shorter is found in the time of a request, and the best solution was sent.
    let superflip =
        "U%20R2%20F%20B%20R%20B2%20R%20U2%20L%20B2%20R%20U'%20D'%20R2%20F%20R'%20L%20B2%20U2%20F2";
    let answer = service.get(&format!("/improve?cube={superflip}&max_length=18"));
    let events = events(&answer);
    let [.., (_, best), (_, end)] = &events[..] else { panic!("{answer:?}") };
    assert_eq!(best["length"], 20);
    assert_eq!(
        (&end["bound_met"], &end["error"]),
        (&false.into(), &"no shorter solution was found in the time of a request".into())
    );
    for (query, problem) in [
        ("cube=nonsense", "column 1: no move begins with \"n\""),
        ("max_length=20", "the query must have `cube`, and not `cubes`"),
        ("cube=R&method=thistlethwaite", "the method thistlethwaite has no longer solutions to begin with"),
        ("cube=R&format=csv", "events have rows of JSON"),
    ] {
        assert_eq!(service.get(&format!("/improve?{query}")).refusal(400), problem, "{query}");
    }
}

#[test]
fn all_shortest_solutions_of_a_request_are_bounded() {
    let service = Service::open_ready(&GOALS);
    // All edges are flipped: seven moves orient them in 1344 ways.
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let of = |options: &str| {
        let asked = format!(r#"{{"cube": "{superflip}", "goal": "eo/any", "all_optimal": true{options}}}"#);
        service.post_json("/solve", &asked).json()
    };
    let problem = "there are more than 1000 shortest solutions: ask for the first ones by `solutions` without `all_optimal`";
    assert_eq!(of("")["error"], problem);
    assert_eq!(of(r#", "solutions": 500"#)["error"], problem.replace("1000", "500"));
    let rows = service.post("/solve?goal=eo/any&all_optimal=true", &format!("{superflip}\nF\n")).rows();
    // One turn of a face leaves the edges oriented, held in another way.
    assert_eq!((&rows[0]["error"], &rows[1]["length"]), (&problem.into(), &0.into()));
}

#[test]
fn a_cube_over_several_lines_is_one_position() {
    let service = Service::start(&[]);
    let net = run(&["show", "R U2 F'"]).stdout;
    let rows = service.post("/solve", &format!("F\n\n{net}R\n")).rows();
    let solved = rows.iter().map(|row| (row["line"].as_u64(), row["solution"].as_str())).collect::<Vec<_>>();
    assert_eq!(solved, [(Some(1), Some("F'")), (Some(3), Some("F U2 R'")), (Some(12), Some("R'"))]);
    for cube in [&net, "R // first\nU2 // second\nF'"] {
        let solved = service.post_json("/solve", &json!({ "cube": cube }).to_string()).json();
        assert_eq!(solved["solution"], "F U2 R'", "{solved}");
        let checked = json!({"cube": cube, "solution": "F // one\nU2 R' # two"});
        assert_eq!(service.post_json("/check", &checked.to_string()).json()["holds"], true);
    }
}

#[test]
fn a_service_without_goals_says_so() {
    let service = Service::start(&[]);
    let refused = service.post_json("/solve", r#"{"cube": "R", "goal": "cross"}"#);
    assert_eq!(refused.refusal(400), "the method \"goal\" is not served");
}

#[test]
fn goals_that_take_long_keep_no_one_waiting_and_end_with_their_request() {
    let service = Service::open_ready(&[&GOALS[..], &["--max-request-time", "5"]].concat());
    // Tables that take seconds and a search that takes hours, for more requests than there are threads.
    let cube = random_lines(1).trim_end().to_owned();
    let goals =
        ["solved", "edges", "corners", "f2l", "oll", "two-blocks", "block-223", "cross/any"].repeat(3);
    let asked = |goal: &&str| json!({"cube": cube, "goal": goal, "all_optimal": true}).to_string();
    let send =
        |goal| service.send("POST", "/solve", "Content-Type: application/json\r\n", asked(goal).as_bytes());
    let clients: Vec<TcpStream> = goals.iter().map(send).collect();
    for scramble in random_lines(20).lines() {
        // The request ends without a solution if it waits for those of goals, which take all the time that a request has.
        assert!(service.post("/solve", scramble).rows()[0]["solution"].is_string());
    }
    let statuses: Vec<u16> = clients.into_iter().map(|client| response(client).status).collect();
    assert!(statuses.iter().all(|status| [200, 504].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&504), "nothing takes as long as was thought");
    service.wait_for("cubebatch_positions_searched ", 0.0);
    // A busy machine may need longer than a request has, so that another one asks again.
    let begin = Instant::now();
    while service.post_json("/solve", r#"{"cube": "R U F", "goal": "cross"}"#).json()["length"] != 2 {
        assert!(begin.elapsed() < PATIENCE, "the tables of a goal are never made");
    }
}

#[test]
fn a_row_says_that_its_budget_ended_above_the_bound() {
    let service = Service::start(&[]);
    let cube = random_lines(1).trim_end().to_owned();
    let options = "max_length=15&max_nodes=1";
    let asked = json!({"cube": cube, "max_length": 15, "max_nodes": 1}).to_string();
    let rows = service.post(&format!("/solve?{options}"), &format!("{cube}\nR\n")).rows();
    assert_eq!((&rows[0]["bound_met"], &rows[1]["bound_met"]), (&false.into(), &Value::Null));
    assert_eq!(service.post_json("/solve", &asked).json()["bound_met"], false);
    let listed = asked.replace(&format!("\"cube\":\"{cube}\""), &format!("\"cubes\":[\"{cube}\"]"));
    assert_eq!(service.post_json("/solve", &listed).json()["solutions"][0]["bound_met"], false);
    let csv = service.post(&format!("/solve?{options}&output=csv"), &cube).body;
    assert!(csv.contains(",bound_met,") && csv.contains(",false,"), "{csv}");
}

#[test]
fn solutions_are_checked_and_positions_drawn() {
    let service = Service::start(&[]);
    let found = |json: &str| service.post_json("/check", json).json();
    assert_eq!(found(r#"{"cube": "R U", "solution": "U' R'"}"#)["length"], 2);
    assert_eq!(found(r#"{"cube": "R U", "solution": "R' U'"}"#)["problem"], "the moves do not solve it");
    assert_eq!(found(r#"{"cube": "Q", "solution": ""}"#)["holds"], false);
    let rows = service.post("/solve", &random_lines(50)).body;
    let wrong = r#"{"line":51,"cube":"R","solution":"R","length":1}"#;
    let found = service.post("/check", &format!("{rows}{wrong}\nnothing\n")).rows();
    let holds: Vec<bool> = found.iter().map(|row| row["holds"].as_bool().expect("it is reported")).collect();
    assert_eq!((holds.len(), &holds[..50], &holds[50..]), (52, &[true; 50][..], &[false; 2][..]));

    let drawn = service.get("/scramble?count=50&seed=1");
    assert_eq!(drawn.body, random_lines(50));
    let drawn =
        service.ask("GET", "/scramble?count=2&format=moves&seed=1", "Accept: application/json\r\n", b"");
    let moves: Vec<String> = serde_json::from_value(drawn.json()["cubes"].clone()).expect("they are texts");
    let facelets = service.post("/solve", &moves.join("\n"));
    let cubes: Vec<Value> = facelets.rows().into_iter().map(|row| row["cube"].clone()).collect();
    assert_eq!(cubes, random_lines(2).lines().collect::<Vec<_>>());
    assert_ne!(service.get("/scramble").body, service.get("/scramble").body);
    service.get("/scramble?count=10001").refusal(400);
    let case = service.get("/scramble?case=pll%20T&count=3&seed=1").body;
    assert_eq!(case, run(&["scramble", "--case", "pll T", "-n", "3", "--seed", "1"]).stdout);
    service.get("/scramble?format=words").refusal(400);
}

#[test]
fn what_is_too_large_or_garbage_is_refused_and_nothing_else() {
    let bounds = ["--max-body", "100000", "--max-bodies", "100000", "--max-positions", "1000"];
    let service = Service::start(&bounds);
    let large = vec![b'x'; 3_000_000];
    assert!(service.ask("POST", "/solve", "", &large).refusal(413).contains("100000 bytes"));
    let chunks = format!("{:x}\r\n{}\r\n0\r\n\r\n", 200_000, "x".repeat(200_000));
    let mut stream = TcpStream::connect(service.address).expect("it listens");
    let head = format!("POST /solve HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", service.address);
    write!(stream, "{head}Transfer-Encoding: chunked\r\n\r\n{chunks}").expect("it reads");
    assert!(response(stream).refusal(413).contains("100000 bytes"));
    assert!(service.post("/solve", &"R\n".repeat(1001)).refusal(413).contains("1001 lines"));
    assert!(service.post("/check", &"R\n".repeat(1001)).refusal(413).contains("1001 lines"));
    let list = format!(r#"{{"cubes": [{}""]}}"#, r#""","#.repeat(1000));
    assert!(service.post_json("/solve", &list).refusal(413).contains("1001 lines"));
    assert_eq!(service.post("/solve", &"x".repeat(99_000)).status, 200, "there is memory for a largest body");
    service.get("/solve").refusal(405);
    service.get("/nowhere").refusal(404);

    let garbage: Vec<u8> = (0..90_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let rows = service.ask("POST", "/solve", "", &garbage).rows();
    let lines = garbage.split(|&byte| byte == b'\n').count();
    assert!(rows.len() > lines / 2 && rows.iter().all(|row| row["error"].is_string()), "{} rows", rows.len());
    assert_eq!(service.ask("POST", "/check", "", &garbage).status, 200);

    // A body that does not come takes the memory of all; it gives it back when its client is gone.
    let head = format!("POST /solve HTTP/1.1\r\nHost: {}\r\nContent-Length: 90000\r\n\r\n", service.address);
    let mut slow = TcpStream::connect(service.address).expect("it listens");
    slow.write_all(head.as_bytes()).and_then(|()| slow.write_all(&[b'x'; 70_000])).expect("it reads");
    let begin = Instant::now();
    while service.metric("cubebatch_body_bytes ") < 70_000.0 {
        assert!(begin.elapsed() < PATIENCE, "the body is read");
        thread::sleep(Duration::from_millis(5));
    }
    let refused = service.post("/solve", &"x".repeat(70_000));
    assert!(refused.head.contains("retry-after: ") && refused.refusal(503).contains("memory"), "{refused:?}");
    drop(slow);
    service.wait_for("cubebatch_body_bytes ", 0.0);
    assert_eq!(service.post("/solve", "R\n").status, 200);
}

#[test]
fn a_body_may_come_packed_by_gzip() {
    let service = Service::start(&["--max-body", "100000", "--max-bodies", "1000000"]);
    let send = |coding: &str, body: &[u8]| {
        service.ask("POST", "/solve", &format!("Content-Encoding: {coding}\r\n"), body)
    };
    let lines = random_lines(100);
    let expected = service.post("/solve", &lines).body;
    // As files are that were packed in parts.
    let packed = [gzip(&lines.as_bytes()[..1000]), gzip(&lines.as_bytes()[1000..])].concat();
    for coding in ["gzip", "GZIP", "x-gzip"] {
        assert_eq!(send(coding, &packed).body, expected, "{coding}");
    }
    let headers = "Content-Encoding: gzip\r\nContent-Type: application/json\r\n";
    let claim = gzip(br#"{"cube": "R", "solution": "R'"}"#);
    assert_eq!(service.ask("POST", "/check", headers, &claim).json()["holds"], true);

    let bomb = gzip(&vec![b'\n'; 10_000_000]);
    assert!(bomb.len() < 50_000 && send("gzip", &bomb).refusal(413).contains("100000 bytes"));
    assert!(send("gzip", &packed[..packed.len() - 3]).refusal(400).contains("not valid gzip"));
    assert!(send("gzip", lines.as_bytes()).refusal(400).contains("not valid gzip"));
    for coding in ["br", "zstd", "gzip, gzip", "gzip\r\nContent-Encoding: gzip"] {
        let refused = send(coding, &packed);
        assert!(refused.head.contains("accept-encoding: gzip"), "{refused:?}");
        refused.refusal(415);
    }
    let silent = service.ask("POST", "/solve", "", &packed).refusal(415);
    assert_eq!(silent, "the body is compressed with gzip");
    service.wait_for("cubebatch_body_bytes ", 0.0);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).expect("a vector takes everything");
    packer.finish().expect("a vector takes everything")
}

#[test]
fn a_check_takes_no_more_than_its_text_promises() {
    let service = Service::start(&[]);
    let many = |count: usize| vec!["(R2R2)49999"; count].join(",");
    let one = format!(r#"{{"cube": "R R'", "solution": "{}"}}"#, many(1001));
    assert!(service.post_json("/check", &one).refusal(413).contains("more than 1000 positions"));
    let others = many(501).replace(',', "\",\"");
    let row = format!(r#"{{"cube":"R R'","solution":"","others":["{others}"]}}"#);
    assert!(
        service.post("/check", &format!("{row}\n{row}\n")).refusal(413).contains("more than 1000 positions")
    );
    let same = service.post_json("/check", r#"{"cube": "R R'", "solution": "(R2)2, R2 R2"}"#).json();
    assert_eq!(same["problem"], "two of its solutions are the same");
    let long = " ".repeat(70_000);
    for (cube, solution) in [("", &*long), (&*long, "")] {
        let json = format!(r#"{{"cube": "{cube}", "solution": "{solution}"}}"#);
        assert!(service.post_json("/check", &json).refusal(413).contains("65536 bytes"));
    }
}

#[test]
fn json_is_no_header_of_a_table() {
    let service = Service::start(&[]);
    service.post_json("/solve", r#"{"cube": "x,cube,y"}"#).refusal(400);
    let list = service.post_json("/solve", r#"{"cubes": ["x,cube,y", "R"]}"#).json();
    assert!(list["solutions"][0]["error"].is_string() && list["solutions"][1]["solution"] == "R'", "{list}");
    let found = service.post("/check", r#"{"cube":"R","solution":"R'","note":"x,solution,y"}"#).rows();
    assert_eq!((found.len(), &found[0]["holds"]), (1, &true.into()));
}

#[test]
fn a_client_that_is_gone_ends_its_work_and_leaves_its_place() {
    let service = Service::start(&["--max-requests", "2"]);
    let lines = random_lines(40);
    let clients: Vec<TcpStream> =
        (0..2).map(|_| service.send("POST", IMPOSSIBLE, "", lines.as_bytes())).collect();
    service.wait_for("cubebatch_requests_under_way ", 3.0); // and the one that asks
    service.wait_for("cubebatch_positions_searched ", 2.0 * 16.0 * 2.0_f64.min(threads()));
    let refused = service.post("/solve", "R\n");
    assert!(
        refused.head.contains("retry-after: ") && refused.refusal(429).contains("2 concurrent requests"),
        "{refused:?}"
    );
    for client in clients {
        client.shutdown(Shutdown::Both).expect("it is open");
    }
    for metric in ["cubebatch_positions_searched ", "cubebatch_lines_waiting ", "cubebatch_body_bytes "] {
        service.wait_for(metric, 0.0);
    }
    assert_eq!(service.metric("cubebatch_requests_total{path=\"/solve\",status=\"499\"} "), 2.0);
    assert_eq!(service.post("/solve", "R\n").body.lines().count(), 1);
}

fn threads() -> f64 {
    thread::available_parallelism().map_or(1.0, |threads| threads.get() as f64)
}

#[test]
fn a_lone_position_waits_neither_for_many_nor_for_hard_ones() {
    let service = Service::start(&[]);
    let (many, hard) = (random_lines(100_000), random_lines(100));
    let many = service.send("POST", "/solve?max_length=20", "", many.as_bytes());
    let hard = service.send("POST", IMPOSSIBLE, "", hard.as_bytes());
    service.wait_until("cubebatch_lines_waiting ", |waiting| waiting > 90_000.0);
    for scramble in random_lines(20).lines() {
        let response = service.post("/solve", scramble);
        let cube = scramble.parse().expect("it is a position");
        assert_solves(response.rows()[0]["solution"].as_str().expect("there is one"), &cube);
    }
    let waiting = service.metric("cubebatch_lines_waiting ");
    assert!(waiting > 30_000.0, "many are still solved: {waiting}");
    drop((many, hard));
    service.wait_for("cubebatch_positions_searched ", 0.0);
}

#[test]
fn a_client_that_does_not_read_is_not_solved_for() {
    let service = Service::start(&[]);
    let lines = random_lines(100_000);
    let slow = service.send("POST", "/solve?max_length=22", "", lines.as_bytes());
    // Until ten looks in a row see that nothing is searched and no line taken: a single one may fall between two batches.
    let begin = Instant::now();
    let (mut waiting, mut looks) = (-1.0, 0);
    while looks < 10 {
        assert!(begin.elapsed() < PATIENCE, "{waiting} wait");
        let searched = service.metric("cubebatch_positions_searched ");
        let now = service.metric("cubebatch_lines_waiting ");
        looks = if searched == 0.0 && now == waiting { looks + 1 } else { 0 };
        waiting = now;
        thread::sleep(Duration::from_millis(50));
    }
    assert!(waiting > 1000.0, "{waiting} wait");
    assert_eq!(service.post("/solve", "R\n").rows()[0]["solution"], "R'");
    assert_eq!(service.metric("cubebatch_lines_waiting "), waiting);
    // When it reads after all, nothing is missing.
    let rows = response(slow).rows();
    assert!(
        rows.len() == 100_000 && rows.iter().all(|row| row["solution"].is_string()),
        "{} rows",
        rows.len()
    );
}

#[test]
fn what_is_not_solved_in_time_has_an_error() {
    let service = Service::start(&["--max-request-time", "5"]);
    let lines = format!("R U\n{}Q\n", random_lines(100));
    let rows = service.post(IMPOSSIBLE, &lines).rows();
    assert_eq!((rows.len(), &rows[0]["solution"]), (102, &"U' R'".into()));
    assert!(rows[1..101].iter().all(|row| row["error"] == "not solved in the time of a request"), "{rows:?}");
    let cube = random_lines(1);
    let json = format!(r#"{{"cube": "{}", "max_length": 15}}"#, cube.trim_end());
    assert!(service.post_json("/solve", &json).refusal(504).contains("not solved"));
    assert_eq!(service.metric("cubebatch_rows_total{outcome=\"late\"} "), 101.0);
}

#[test]
fn at_the_end_what_is_under_way_is_finished() {
    let service = Service::start(&["--grace", "60"]);
    let lines = random_lines(20_000);
    let client = service.send("POST", "/solve", "", lines.as_bytes());
    service.wait_for("cubebatch_requests_under_way ", 2.0);
    service.terminate();
    let rows = response(client).rows();
    assert_eq!(rows.len(), 20_000);
    assert!(rows.iter().all(|row| row["solution"].is_string()), "all are solved");
    let address = service.address;
    let (status, errors) = service.running.end();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
    assert!(TcpStream::connect(address).is_err(), "no one listens");
}

#[test]
fn after_the_grace_what_is_under_way_has_errors() {
    let service = Service::start(&["--grace", "0"]);
    let lines = random_lines(100);
    let client = service.send("POST", IMPOSSIBLE, "", lines.as_bytes());
    service.wait_for("cubebatch_requests_under_way ", 2.0);
    service.terminate();
    let rows = response(client).rows();
    assert_eq!(rows.len(), 100);
    assert!(rows.iter().all(|row| row["error"] == "not solved before the service ended"), "{rows:?}");
    assert_eq!(service.running.end().0.code(), Some(0));
}

#[test]
fn pages_of_others_are_refused_unless_they_are_allowed() {
    let service = Service::start(&["--allow-origin", "https://example.org"]);
    let get = |headers: &str| service.ask("GET", "/health", headers, b"");
    get("Origin: https://example.com\r\n").refusal(403);
    get("Origin: null\r\n").refusal(403);
    assert_eq!(get(&format!("Origin: http://{}\r\n", service.address)).status, 200);
    let allowed = get("Origin: https://example.org\r\n");
    assert!(
        allowed.status == 200 && allowed.head.contains("allow-origin: https://example.org"),
        "{allowed:?}"
    );
    let asks = "Origin: https://example.org\r\nAccess-Control-Request-Method: POST\r\n";
    let preflight = service.ask("OPTIONS", "/solve", asks, b"");
    assert!(
        preflight.status == 204 && preflight.head.contains("allow-headers: content-type"),
        "{preflight:?}"
    );

    let of_name = |name: &str| {
        let mut stream = TcpStream::connect(service.address).expect("it listens");
        write!(stream, "GET /health HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        response(stream)
    };
    assert!(of_name("example.org:8080").refusal(403).contains("example.org:8080"));
    assert_eq!((of_name("localhost:1").status, of_name("[::1]").status), (200, 200));
    assert_eq!((of_name("localhost.").status, of_name("LOCALHOST.:8080").status), (200, 200));
}

#[test]
fn probes_and_prometheus_may_ask_by_any_address() {
    let service = Service::start(&["--allow-host", "cubes.example.org"]);
    let get = |path: &str| {
        let mut stream = TcpStream::connect(service.address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 10.0.0.5:8080\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        response(stream)
    };
    assert_eq!((get("/live").status, get("/metrics").status), (200, 200));
    for path in ["/health", "/", "/docs", "/scramble"] {
        assert!(get(path).refusal(403).contains("10.0.0.5:8080"), "{path}");
    }
}

#[test]
fn pages_of_other_sites_may_lead_to_the_page_and_to_nothing_else() {
    let ask = |service: &Service, path: &str, mode: &str, site: &str| {
        let headers = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n");
        service.ask("GET", path, &headers, b"")
    };
    let service = Service::start(&[]);
    // A page of another port of this machine is of the same site.
    for site in ["cross-site", "same-site"] {
        for path in ["/scramble", "/improve?cube=R"] {
            assert!(ask(&service, path, "no-cors", site).refusal(403).contains("other origins"), "{site}");
            ask(&service, path, "navigate", site).refusal(403);
        }
        ask(&service, "/", "no-cors", site).refusal(403);
        for path in ["/", "/docs"] {
            assert_eq!(ask(&service, path, "navigate", site).status, 200, "{site}");
        }
    }
    for site in ["same-origin", "none"] {
        assert_eq!(ask(&service, "/scramble", "cors", site).status, 200, "{site}");
    }
    let service = Service::start(&["--allow-origin", "https://example.org"]);
    assert_eq!(ask(&service, "/scramble", "no-cors", "cross-site").status, 200, "it could be that page");
}

#[test]
fn the_page_is_there_or_it_is_told_how_it_is_built() {
    let service = Service::start(&[]);
    let page = service.get("/");
    assert_eq!(page.status, 200);
    for header in ["text/html", "wasm-unsafe-eval", "nosniff", "embedder-policy: require-corp"] {
        assert!(page.head.contains(header), "{header}: {page:?}");
    }
}

#[test]
fn the_interface_is_described_as_it_is() {
    let service = Service::start(&[]);
    let described = service.get("/openapi.json").json();
    let paths = described["paths"].as_object().expect("there are paths");
    let source = read("serve/src/routes.rs");
    let routes: BTreeSet<&str> =
        source.split(".route(\"").skip(1).filter_map(|route| route.split('"').next()).collect();
    assert_eq!(paths.keys().map(String::as_str).collect::<BTreeSet<_>>(), routes);
    for (path, methods) in paths {
        for method in methods.as_object().expect("there are methods").keys() {
            let query = if path == "/improve" { "?cube=R" } else { "" };
            let response = service.ask(&method.to_uppercase(), &format!("{path}{query}"), "", b"");
            assert_eq!(response.status, 200, "{method} {path}: {response:?}");
        }
    }
    assert_eq!(described["info"]["version"], env!("CARGO_PKG_VERSION"));

    // What is asked for without sense is answered with all that makes sense.
    let told = service.post_json("/solve", r#"{"no such option": 1}"#).refusal(400);
    let (_, told) = told.split_once("expected one of ").expect("the others are named");
    let told: BTreeSet<&str> = told.split('`').skip(1).step_by(2).collect();
    let properties = described["components"]["schemas"]["SolveOptions"]["properties"].as_object();
    let properties: BTreeSet<&str> = properties.expect("they are there").keys().map(String::as_str).collect();
    assert_eq!(&properties | &BTreeSet::from(["cube", "cubes"]), told);
    let parameters = described["paths"]["/solve"]["post"]["parameters"].as_array().expect("there are some");
    let parameters: BTreeSet<&str> =
        parameters.iter().filter_map(|parameter| parameter["name"].as_str()).collect();
    assert_eq!(parameters, properties);
}

/// The schema of JSON in a body.
fn json_of(body: &Value) -> &Value {
    &body["content"]["application/json"]["schema"]
}

#[test]
fn what_is_asked_and_answered_is_as_it_is_described() {
    let service = Service::start(&["--max-body", "1000"]);
    let described = Described(service.get("/openapi.json").json());
    let random = random_lines(1).trim_end().to_owned();
    let accept = "Accept: application/json\r\nContent-Type: application/json\r\n";
    for (method, path, query, body, status) in [
        ("POST", "/solve", "", json!({"cube": "R U2 F'", "max_length": 20, "notation": "digits"}), "200"),
        ("POST", "/solve", "", json!({"cube": "R", "solutions": 3}), "200"),
        ("POST", "/solve", "", json!({"cube": "R", "method": "thistlethwaite"}), "200"),
        ("POST", "/solve", "", json!({"cube": random, "max_length": 15, "max_nodes": 1}), "200"),
        ("POST", "/solve", "", json!({"cubes": ["R", "", "Q"], "from": "moves"}), "200"),
        ("POST", "/solve", "", json!({"cube": "Q"}), "400"),
        ("POST", "/solve", "", json!({"cube": " ".repeat(1000)}), "413"),
        ("POST", "/check", "", json!({"cube": "R", "solution": "R'"}), "200"),
        ("POST", "/check", "", json!({"cube": "R", "solution": "R"}), "200"),
        ("POST", "/moves", "", json!({"moves": "R U", "change": "mirror E", "notation": "wide"}), "200"),
        ("POST", "/moves", "", json!({"moves": "R Q"}), "400"),
        ("GET", "/scramble", "?case=oll%2021", Value::Null, "200"),
        ("GET", "/scramble", "?case=oll%2058", Value::Null, "400"),
        ("GET", "/scramble", "?count=3", Value::Null, "200"),
        ("GET", "/scramble", "?count=10001", Value::Null, "400"),
        ("GET", "/health", "", Value::Null, "200"),
    ] {
        let operation = &described.0["paths"][path][method.to_lowercase()];
        let asked = if body.is_null() { String::new() } else { body.to_string() };
        if !body.is_null() {
            described.check(json_of(&operation["requestBody"]), &body).expect("it may be asked");
        }
        let answered = service.ask(method, &format!("{path}{query}"), accept, asked.as_bytes());
        assert_eq!(answered.status.to_string(), status, "{answered:?}");
        let schema = json_of(described.resolve(&operation["responses"][status]));
        described.check(schema, &answered.json()).expect("it is described");
    }
}

#[test]
fn a_client_that_is_generated_from_the_description_can_ask() {
    let service = Service::start(&[]);
    let described = Described(service.get("/openapi.json").json());
    for path in ["/solve", "/check"] {
        let operation = &described.0["paths"][path]["post"];
        // Such clients send what is usual with each request,
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let usual = parameters
            .filter_map(|parameter| Some((&parameter["name"], parameter["schema"].get("default")?)));
        let query: String = usual.map(|(name, value)| format!("{name}={value}&").replace('"', "")).collect();
        // and have a class for each schema that has a name.
        let body = json_of(&operation["requestBody"]);
        let choices = body["oneOf"].as_array().map_or(std::slice::from_ref(body), Vec::as_slice);
        for choice in choices {
            assert!(choice["$ref"].is_string(), "{path}: {choice} has no name");
            let mut asked = json!({});
            for (name, schema) in described.properties(choice) {
                let usual = match &*name {
                    "cube" => Some(json!("R")),
                    "cubes" => Some(json!(["R"])),
                    "solution" => Some(json!("R'")),
                    _ => schema.get("default").cloned(),
                };
                usual.into_iter().for_each(|value| asked[&name] = value);
            }
            described.check(body, &asked).expect("it may be asked");
            let answered = service.post_json(&format!("{path}?{query}"), &asked.to_string());
            assert_eq!(answered.status, 200, "{asked}: {answered:?}");
        }
    }
}
