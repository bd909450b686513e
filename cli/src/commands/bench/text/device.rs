//! The work of GPUs, the time beside their kernels, and the time of each kernel.

use std::fmt::Write;

use indicatif::HumanCount;

use super::super::samples::{
    BenchReport, GpuWork, MeasuredBuild, MeasuredSolve, SolveSample, median, middle,
};
use super::label;

/// The work of each GPU, by table, and the time of each kernel if kernels were timed; empty if no GPU built.
pub fn of_builds(report: &BenchReport) -> String {
    let of_gpus: Vec<&MeasuredBuild> =
        report.builds.iter().filter(|build| report.engines[build.engine].is_gpu).collect();
    if of_gpus.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "{:<16} {:>11} {:>11} {:>14} {:>14} {:>6}  of a GPU; idle: of the time before the file is written\n",
        "table", "dispatches", "submits", "sent MB", "read MB", "idle %"
    );
    for build in &of_gpus {
        let of =
            |part: fn(&GpuWork) -> u64| median(build.samples.iter().map(|sample| part(&sample.asked) as f64));
        _ = writeln!(
            text,
            "{:<16} {:>11} {:>11} {:>14.3} {:>14.3} {:>6}  {}",
            build.table,
            count(of(|asked| asked.dispatches)),
            count(of(|asked| asked.submits)),
            of(|asked| asked.bytes_sent) * 1e-6,
            of(|asked| asked.bytes_read) * 1e-6,
            idle(build.samples.iter().map(|sample| &sample.asked)),
            label(&report.engines[build.engine])
        );
    }
    for build in of_gpus {
        let sample = middle(&build.samples, |sample| sample.total);
        text +=
            &kernels(&format!("{}, {}", build.table, label(&report.engines[build.engine])), &sample.asked);
    }
    text
}

/// The work of each GPU, by batch, the work of its host meanwhile, and the time of each kernel if kernels were timed; empty
/// if no GPU solved.
pub fn of_solves(report: &BenchReport, group: &[MeasuredSolve]) -> String {
    let of_gpus: Vec<&MeasuredSolve> =
        group.iter().filter(|solve| report.engines[solve.engine].is_gpu).collect();
    if of_gpus.is_empty() {
        return String::new();
    }
    let mut text = asked(report, &of_gpus) + &host(report, &of_gpus);
    for solve in of_gpus {
        let batch = HumanCount(solve.batch as u64);
        let job = format!("{} by {batch}, {}", solve.method(), label(&report.engines[solve.engine]));
        text += &kernels(&job, &middle(&solve.samples, |sample| sample.total).asked);
    }
    text
}

fn asked(report: &BenchReport, of_gpus: &[&MeasuredSolve]) -> String {
    let mut text = format!(
        "{:>9} {:>11} {:>11} {:>14} {:>14} {:>6}  of a GPU\n",
        "batch", "dispatches", "submits", "sent B/each", "read B/each", "idle %"
    );
    for solve in of_gpus {
        let of =
            |part: fn(&GpuWork) -> u64| median(solve.samples.iter().map(|sample| part(&sample.asked) as f64));
        let each = |part| of(part) / solve.cubes as f64;
        _ = writeln!(
            text,
            "{:>9} {:>11} {:>11} {:>14.1} {:>14.1} {:>6}  {}",
            count(solve.batch as f64),
            count(of(|asked| asked.dispatches)),
            count(of(|asked| asked.submits)),
            each(|asked| asked.bytes_sent),
            each(|asked| asked.bytes_read),
            idle(solve.samples.iter().map(|sample| &sample.asked)),
            label(&report.engines[solve.engine])
        );
    }
    text
}

/// The time of the host, by its stages.
fn host(report: &BenchReport, of_gpus: &[&MeasuredSolve]) -> String {
    let mut text = format!(
        "{:>9} {:>11} {:>11} {:>14} {:>14}  microseconds of the host's threads a position\n",
        "batch", "prepares", "queued", "waits for GPU", "solutions"
    );
    for solve in of_gpus {
        let each =
            |part: fn(&SolveSample) -> f64| median(solve.samples.iter().map(part)) * 1e6 / solve.cubes as f64;
        _ = writeln!(
            text,
            "{:>9} {:>11.3} {:>11.3} {:>14.3} {:>14.3}  {}",
            count(solve.batch as f64),
            each(|sample| sample.preparing),
            each(|sample| sample.queued),
            each(|sample| sample.waiting),
            each(|sample| sample.solutions),
            label(&report.engines[solve.engine])
        );
    }
    text
}

/// The time of each kernel in one run of a job; empty if kernels were not timed.
fn kernels(job: &str, asked: &GpuWork) -> String {
    if asked.by_kernel.is_empty() {
        return String::new();
    }
    let all: f64 = asked.by_kernel.iter().map(|kernel| kernel.seconds).sum();
    let mut text = format!(
        "{:<24} {:>11} {:>11} {:>7} {:>11}  kernels of {job}\n",
        "kernel", "dispatches", "total ms", "share %", "us each"
    );
    for kernel in &asked.by_kernel {
        _ = writeln!(
            text,
            "{:<24} {:>11} {:>11.3} {:>7.1} {:>11.2}",
            kernel.name,
            count(kernel.dispatches as f64),
            kernel.seconds * 1e3,
            // Without a clock all are zero.
            if all > 0.0 { 100.0 * kernel.seconds / all } else { 0.0 },
            kernel.seconds * 1e6 / kernel.dispatches as f64
        );
    }
    text
}

fn count(number: f64) -> String {
    HumanCount(number as u64).to_string()
}

/// The median of the shares in percent; a dash if the device has no clock.
fn idle<'a>(asked: impl Iterator<Item = &'a GpuWork>) -> String {
    let shares: Option<Vec<f64>> = asked.map(|asked| asked.idle).collect();
    shares.map_or_else(|| "-".to_owned(), |shares| format!("{:.1}", 100.0 * median(shares)))
}
