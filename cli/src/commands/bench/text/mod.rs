//! The report on a terminal.

mod device;

use std::fmt::Write;

use indicatif::{BinaryBytes, HumanCount};

use super::samples::{
    BenchReport, BuildSample, EngineName, MeasuredSolve, SolveSample, best_cpu, best_median, by_method,
    cpu_total, median, spread,
};

/// Tables of medians.
pub fn of(report: &BenchReport) -> String {
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
        text += &device::of_builds(report);
    }
    for group in by_method(report) {
        text += &solves(report, group);
    }
    text += &bounds(report);
    if report.engines.iter().any(|engine| engine.is_gpu && engine.is_software) {
        text += "* a software driver: this says nothing about the speed of a GPU\n";
    }
    text
}

fn label(engine: &EngineName) -> String {
    let star = if engine.is_gpu && engine.is_software { " *" } else { "" };
    format!("{}{star}", engine.name)
}

/// How many times as fast; a dash, if there is nothing to compare with.
fn ratio(ratio: f64) -> String {
    if ratio.is_nan() { "-".to_owned() } else { format!("{ratio:.2}") }
}

fn builds(report: &BenchReport) -> String {
    let mut text = String::from("\nBuilding a table, medians in seconds; all files of a table are equal\n");
    _ = writeln!(
        text,
        "{:<16} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>7}  engine",
        "table", "total", "kernels", "transfer", "host", "waiting", "disk", "+-%", "CPU/it"
    );
    for build in &report.builds {
        let engine = &report.engines[build.engine];
        let of = |part: fn(&BuildSample) -> f64| median(build.samples.iter().map(part));
        let total = of(|sample| sample.total);
        let device = |seconds: f64| if engine.is_gpu { format!("{seconds:.3}") } else { String::new() };
        _ = writeln!(
            text,
            "{:<16} {total:>8.3} {:>8} {:>8} {:>8.3} {:>8} {:>8.3} {:>6.1} {:>7}  {}",
            build.table,
            device(of(|sample| sample.kernels)),
            device(of(|sample| sample.transfer)),
            of(|sample| sample.host),
            device(of(|sample| sample.waiting)),
            of(|sample| sample.disk),
            spread(build.samples.iter().map(|sample| sample.total)),
            ratio(cpu_total(report, build) / total),
            label(engine)
        );
    }
    text
}

/// The measurements of one method.
fn solves(report: &BenchReport, group: &[MeasuredSolve]) -> String {
    let first = &group[0];
    let mut text = format!(
        "\nSolving {} random positions by method {} with {}, mean length {:.2}; all solutions are checked and equal.\n\
         Microseconds a position: kernels and transfer of the GPU; host of all {} threads together\n",
        HumanCount(first.cubes as u64),
        first.method(),
        first.tables,
        first.mean_length,
        first.threads
    );
    _ = writeln!(
        text,
        "{:>9} {:>8} {:>11} {:>8} {:>8} {:>8} {:>6} {:>7}  engine",
        "batch", "total s", "positions/s", "kernels", "transfer", "host", "+-%", "CPU/it"
    );
    for solve in group {
        let engine = &report.engines[solve.engine];
        let of = |part: fn(&SolveSample) -> f64| median(solve.samples.iter().map(part));
        let each = |part| format!("{:.2}", of(part) * 1e6 / solve.cubes as f64);
        let device = |part| if engine.is_gpu { each(part) } else { String::new() };
        let total = of(|sample| sample.total);
        _ = writeln!(
            text,
            "{:>9} {total:>8.3} {:>11} {:>8} {:>8} {:>8} {:>6.1} {:>7}  {}",
            HumanCount(solve.batch as u64).to_string(),
            HumanCount((solve.cubes as f64 / total) as u64).to_string(),
            device(|sample| sample.kernels),
            device(|sample| sample.transfer),
            each(|sample| sample.host),
            spread(solve.samples.iter().map(|sample| sample.total)),
            ratio(best_cpu(report, group) / total),
            label(engine)
        );
    }
    text + &device::of_solves(report, group)
}

/// Rates against bounds, a row for each; nothing if no method had any.
fn bounds(report: &BenchReport) -> String {
    let bounded: Vec<&[MeasuredSolve]> =
        by_method(report).filter(|group| group[0].max_length.is_some()).collect();
    if bounded.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("\nPositions/s by the most moves of a solution; each engine with its best batch\n");
    _ = write!(text, "{:>7} {:>11}", "moves", "mean length");
    let columns: Vec<String> = report.engines.iter().map(|engine| format!("{:>11}", label(engine))).collect();
    columns.iter().for_each(|column| _ = write!(text, "  {column}"));
    for group in bounded {
        _ = write!(text, "\n{:>7} {:>11.2}", group[0].max_length.unwrap_or_default(), group[0].mean_length);
        for (number, column) in columns.iter().enumerate() {
            let total = best_median(group.iter().filter(|solve| solve.engine == number));
            let rate = HumanCount((group[0].cubes as f64 / total) as u64).to_string();
            _ = write!(text, "  {rate:>width$}", width = column.chars().count());
        }
    }
    text + "\n"
}
