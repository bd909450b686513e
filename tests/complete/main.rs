//! Complete tables and the method that descends in them. One program, so that the tables are
//! searched once: this takes half a minute.

mod format;
mod method;
mod tables;
mod two_phase;

use std::sync::LazyLock;

use cubebatch::coord::sym_phase1::SymPhase1Tables;
use cubebatch::coord::{Phase1, Phase2};
use cubebatch::engine::{Build, cpu::Cpu};
use cubebatch::progress::Unwatched;
use cubebatch::table::{Distances, Phase, Phase1Table, Phase2Table};

static D1: LazyLock<Distances> =
    LazyLock::new(|| Cpu.complete(Phase::One, &Unwatched).expect("nobody cancels"));

static D2: LazyLock<Distances> =
    LazyLock::new(|| Cpu.complete(Phase::Two, &Unwatched).expect("nobody cancels"));

/// How far a position is from G1.
fn distance1(at: Phase1) -> i32 {
    let place = SymPhase1Tables::get().reduce(at);
    let ways = Phase1Table::new(D1.entries());
    let distance = ways.distance(place).expect("the way ends");
    assert_eq!(ways.at(place).residue(), distance % 3);
    distance.into()
}

/// How far a position of G1 is from solved, at least 3.
fn distance2(at: Phase2) -> i32 {
    Phase2Table::new(D2.entries()).of(at).into()
}
