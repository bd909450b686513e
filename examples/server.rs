//! A service over one solver: many clients at a time, each request with a bound of its own, and nothing is searched for
//! a client that has hung up.
//!
//! ```sh
//! cargo run --release --example server -- 127.0.0.1:2020   # then: nc 127.0.0.1 2020
//! ```
//!
//! A client sends lines, the greatest length and a position in any notation: `20 R U2 F' L D2`. It gets a line for
//! each, in their order: the moves of the solution, or `error:` and why there is none. Without an address, some clients
//! of its own show how it works.
//!
//! Tables are kept in the folder that CUBEBATCH_TABLES names, else in the user's data folder.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cubebatch::{Cube, SolveOptions, Solver, Stop};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Solver::builder();
    if let Some(folder) = std::env::var_os("CUBEBATCH_TABLES") {
        builder = builder.tables(folder);
    }
    let solver = builder.open()?;
    match std::env::args().nth(1) {
        Some(address) => listen(&TcpListener::bind(address)?, &solver),
        None => demonstrate(solver)?,
    }
    Ok(())
}

/// Serves all clients, each on a thread of its own, which share the solver.
fn listen(listener: &TcpListener, solver: &Solver) {
    for client in listener.incoming().flatten() {
        // Clones share engine, tables and threads.
        let solver = solver.clone();
        thread::spawn(move || serve(&client, &solver));
    }
}

/// Answers the lines of a client until it hangs up; then what is still searched for it is stopped.
fn serve(client: &TcpStream, solver: &Solver) {
    let stop = Stop::default();
    let (to_answer, requests) = mpsc::channel::<String>();
    thread::scope(|scope| {
        let limits = SolveOptions::default().stop(&stop);
        scope.spawn(move || {
            let mut client = client;
            requests.iter().try_for_each(|line| writeln!(client, "{}", answer(&line, solver, &limits)))
        });
        for line in BufReader::new(client).lines().map_while(Result::ok) {
            // When the answers cannot be sent, the client is gone, and reading ends as well.
            _ = to_answer.send(line);
        }
        stop.request();
        drop(to_answer);
    });
}

/// The moves that solve the position of a request, or what is wrong.
fn answer(line: &str, solver: &Solver, limits: &SolveOptions) -> String {
    let solved = || -> Result<String, Box<dyn Error>> {
        let (length, position) = line.trim().split_once(' ').ok_or("give a length and a position")?;
        let limits = limits.clone().max_length(length.parse()?);
        Ok(solver.solve(&position.parse::<Cube>()?, &limits)?.to_string())
    };
    solved().unwrap_or_else(|error| format!("error: {error}"))
}

/// Some clients at the same time: three with different bounds, one that asks for what would take hours and hangs up.
fn demonstrate(solver: Solver) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || listen(&listener, &solver));

    const POSITION: &str = "FFURUFRDUBUFURDBFBBRRBFLFBDLDLUDDFBLDFDBLRDRURLLLBLUUR";
    let impatient = TcpStream::connect(address)?;
    writeln!(&impatient, "15 {POSITION}")?;
    thread::sleep(Duration::from_millis(100));
    impatient.shutdown(Shutdown::Both)?;

    let clients = [22, 21, 20].map(|length| thread::spawn(move || ask(address, length, POSITION)));
    for client in clients {
        println!("{}", client.join().expect("no client panics")?);
    }
    Ok(())
}

/// Asks a question and waits for the answer.
fn ask(address: std::net::SocketAddr, length: u8, position: &str) -> std::io::Result<String> {
    let (stream, begin) = (TcpStream::connect(address)?, Instant::now());
    writeln!(&stream, "{length} {position}")?;
    let mut answer = String::new();
    BufReader::new(&stream).read_line(&mut answer)?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    Ok(format!("at most {length}: {} ({milliseconds:.1} ms)", answer.trim_end()))
}
