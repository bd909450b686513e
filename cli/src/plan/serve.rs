//! The plan of `cubebatch serve`.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use cubebatch::{Method, SolveOptions};
use cubebatch_rows::remedies::sentence;
use cubebatch_serve::ServiceOptions;
use tracing_subscriber::filter::{LevelFilter, Targets};

use super::Machine;
use crate::args;
use crate::failure::{Failure, UNUSABLE};

/// Positions that a service solves, roughly: it runs for long, so that large tables earn their time.
const EXPECTED: u64 = 1_000_000;

/// A service with its log.
pub struct ServePlan {
    pub opens: bool,
    pub log: Targets,
    pub log_format: args::LogFormat,
    pub service: ServiceOptions,
}

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl ServePlan {
    /// Decides.
    pub fn new(args: &args::ServeArgs) -> Result<ServePlan, Failure> {
        let machine = Machine::new(&args.threads).tables(&args.folder).engine(&args.engine)?;
        let wrong = |problem: &str, remedy: &str| Err(Failure::new(UNUSABLE, problem, remedy));
        let mut methods: Vec<Method> = Vec::new();
        for &method in &args.methods {
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        let question = args.question();
        let defaults = question.only(|option| option.card().group.is_of_call());
        for option in defaults.options() {
            let has_use = |method: &Method| method.card().usual(option).is_some();
            if !methods.iter().any(has_use) {
                let users: Vec<&str> =
                    Method::ALL.iter().copied().filter(has_use).map(Method::name).collect();
                let served: Vec<&str> = methods.iter().map(|method| method.name()).collect();
                let served = users.iter().map(|user| format!("--methods {},{user}", served.join(",")));
                let flag = args::flag(option.name());
                let problem = format!("{flag} is for {}", users.join(" or "));
                return wrong(&problem, &sentence(&[flag], &[], &served.collect::<Vec<_>>()));
            }
        }
        if args.max_body.as_u64() == 0 {
            return wrong("--max-body 0 would refuse every body", "Give a size such as 16M.");
        }
        if args.max_bodies < args.max_body {
            return wrong(
                "--max-bodies is less than --max-body",
                "Give --max-bodies at least the size of --max-body.",
            );
        }
        if let Some(origin) = args.allow_origin.iter().find(|origin| !is_origin(origin)) {
            let problem = format!("--allow-origin {origin:?} is not an origin");
            return wrong(&problem, "Write it as browsers do, without a path: https://example.org, or `*`.");
        }
        if let Some(host) = args.allow_host.iter().find(|host| !is_host(host)) {
            let problem = format!("--allow-host {host:?} is not the name of a host");
            return wrong(
                &problem,
                "Write it without `https://`, port and path: cubes.example.org, or an address.",
            );
        }
        let of_environment =
            std::env::var(args::ServeArgs::LOG_VARIABLE).is_ok_and(|levels| levels == args.log);
        let levels = if of_environment { &own_levels(&args.log) } else { &args.log };
        let Some(log) = log(levels) else {
            let problem = format!("--log {:?} names no level", args.log);
            return wrong(
                &problem,
                "Give off, error, warn, info or debug, or levels of parts: info,hyper=debug",
            );
        };
        let service = ServiceOptions {
            listen: args.listen.0,
            origins: args.allow_origin.iter().map(|origin| origin.to_ascii_lowercase()).collect(),
            hosts: hosts(args.listen.0.ip(), &args.allow_host),
            methods,
            defaults,
            max_body: args.max_body.as_u64() as usize,
            max_bodies: args.max_bodies.as_u64() as usize,
            max_positions: args.max_positions as usize,
            max_requests: args.max_requests.into(),
            request_time: Duration::from_secs(args.max_request_time.into()),
            grace: Duration::from_secs(args.grace.into()),
            solver: machine.solver().expect(EXPECTED, &SolveOptions::from(&question)).options(&question),
        };
        Ok(ServePlan { opens: args.open, log, log_format: args.log_format, service })
    }
}

/// The log levels. Any other word would name a part of the program at full detail, so it is refused.
fn log(levels: &str) -> Option<Targets> {
    levels.split(',').all(is_level).then(|| levels.parse().ok())?
}

fn is_level(level: &str) -> bool {
    level.contains('=') || level.parse::<LevelFilter>().is_ok()
}

/// The levels in a variable that may be meant for other programs: words that are no levels are names of their parts.
fn own_levels(levels: &str) -> String {
    let own: Vec<&str> = levels.split(',').filter(|level| is_level(level)).collect();
    if own.is_empty() { args::ServeArgs::LOG.to_owned() } else { own.join(",") }
}

/// The names of a service that listens on this address, and has these names besides; none, where all are.
fn hosts(listen: IpAddr, others: &[String]) -> Vec<String> {
    if !listen.is_loopback() && others.is_empty() {
        return Vec::new();
    }
    let own = (!listen.is_unspecified()).then(|| listen.to_string());
    let names = LOOPBACK.iter().map(|&name| name.to_owned());
    names.chain(own.into_iter().chain(others.iter().cloned()).map(|name| as_asked(&name))).collect()
}

/// A name or an address as requests have it.
fn as_asked(name: &str) -> String {
    match name.parse::<Ipv6Addr>() {
        Ok(address) => format!("[{address}]"),
        Err(_) => name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase(),
    }
}

fn is_host(name: &str) -> bool {
    let is_of_name = |symbol: char| symbol.is_alphanumeric() || "-._".contains(symbol);
    name.parse::<Ipv6Addr>().is_ok() || !name.is_empty() && name.chars().all(is_of_name)
}

fn is_origin(origin: &str) -> bool {
    let host = origin.split_once("://").map(|(_, host)| host);
    origin == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_hosts_have_no_scheme_and_no_port() {
        for name in
            ["localhost", "cubes.lan", "Cubes-2.example.org", "192.168.1.5", "fe80::1", "würfel.example"]
        {
            assert!(is_host(name), "{name}");
        }
        for name in ["", "*", "https://cubes.lan", "cubes.lan:8080", "cubes.lan/", "[::1]", "192.168.1.5:80"]
        {
            assert!(!is_host(name), "{name}");
        }
    }

    #[test]
    fn a_variable_can_name_parts_of_other_programs() {
        for (levels, own) in [
            ("mycrate", "info"),
            ("mycrate,warn", "warn"),
            ("debug", "debug"),
            ("a=warn,b", "a=warn"),
            ("a:b", "info"),
        ] {
            assert_eq!(own_levels(levels), own, "{levels}");
            assert!(log(own).is_some(), "{levels}");
        }
        assert!(log("mycrate").is_none());
    }

    #[test]
    fn a_service_is_called_by_the_address_on_which_it_listens() {
        let hosts = |listen: &str, others: &[&str]| {
            let others: Vec<String> = others.iter().map(|&name| name.to_owned()).collect();
            hosts(listen.parse().unwrap(), &others)
        };
        assert!(hosts("127.0.0.2", &[]).contains(&"127.0.0.2".to_owned()));
        let names = hosts("192.168.1.5", &["Cubes.example.org", "fe80::1"]);
        for name in ["192.168.1.5", "cubes.example.org", "[fe80::1]", "localhost"] {
            assert!(names.contains(&name.to_owned()), "{name}: {names:?}");
        }
        assert!(hosts("fe80::2", &["a.b"]).contains(&"[fe80::2]".to_owned()));
        assert_eq!(hosts("0.0.0.0", &["a.b"]).len(), LOOPBACK.len() + 1);
        assert!(hosts("192.168.1.5", &[]).is_empty() && hosts("0.0.0.0", &[]).is_empty());
    }
}
