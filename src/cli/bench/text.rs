//! The report on a terminal.

use std::fmt::Write;

use indicatif::BinaryBytes;

use super::samples::{Build, BuildSample, EngineName, Report, median};

/// Tables of medians.
pub fn of(report: &Report) -> String {
    let machine = &report.machine;
    let mut text = format!(
        "cubebatch {}, {}, {} threads, {}, {}\n",
        report.version,
        machine.processor,
        machine.threads,
        BinaryBytes(machine.memory_bytes),
        machine.system
    );
    if !report.builds.is_empty() {
        text += &builds(report);
    }
    if report.engines.iter().any(|engine| engine.is_gpu && engine.is_software) {
        text += "* a software driver: this tells nothing about the speed of a GPU\n";
    }
    text
}

fn label(engine: &EngineName) -> String {
    let star = if engine.is_gpu && engine.is_software { " *" } else { "" };
    format!("{}{star}", engine.name)
}

fn builds(report: &Report) -> String {
    let mut text = String::from("\nBuilding a table, medians in seconds; every file equals the CPU's\n");
    _ = writeln!(
        text,
        "{:<7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>7}  engine",
        "table", "total", "kernels", "transfer", "host", "waiting", "disk", "+-%", "CPU/it"
    );
    for build in &report.builds {
        let engine = &report.engines[build.engine];
        let of = |part: fn(&BuildSample) -> f64| median(build.samples.iter().map(part));
        let total = of(|sample| sample.total);
        let device = |seconds: f64| if engine.is_gpu { format!("{seconds:.3}") } else { String::new() };
        _ = writeln!(
            text,
            "{:<7} {total:>8.3} {:>8} {:>8} {:>8.3} {:>8} {:>8.3} {:>6.1} {:>7.2}  {}",
            build.table,
            device(of(|sample| sample.kernels)),
            device(of(|sample| sample.transfer)),
            of(|sample| sample.host),
            device(of(|sample| sample.waiting)),
            of(|sample| sample.disk),
            spread(build, total),
            cpu_total(report, build) / total,
            label(engine)
        );
    }
    text
}

/// Half of the distance between the extremes, in percent of the median.
fn spread(build: &Build, median: f64) -> f64 {
    let totals = || build.samples.iter().map(|sample| sample.total);
    let (least, most) = (totals().fold(f64::MAX, f64::min), totals().fold(0.0, f64::max));
    50.0 * (most - least) / median
}

/// The CPU's median for the same table.
fn cpu_total(report: &Report, build: &Build) -> f64 {
    let same = report.builds.iter().find(|other| other.table == build.table);
    same.map_or(f64::NAN, |cpu| median(cpu.samples.iter().map(|sample| sample.total)))
}
