//! The program from outside: what it reads, prints and answers, with its exit codes.

mod cards;
mod check;
mod complete;
mod convert;
mod coset;
#[cfg(all(unix, feature = "serve"))]
mod described;
#[cfg(unix)]
mod documents;
mod engine;
mod faults;
mod goals;
mod help;
mod hostile;
mod input;
mod kept;
#[cfg(unix)]
mod looking;
mod optimal;
mod parquet;
mod part;
mod pocket;
mod remedies;
mod reported;
mod resume;
mod rows;
mod scan;
mod scramble;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod show;
#[cfg(unix)]
mod signals;
mod solve;
mod streams;
mod support;
mod tables;
mod thistlethwaite;
mod universal;
