//! How many positions a second are solved.

use indicatif::HumanCount;

use super::super::samples::{Report, Solve, SolveSample, best_cpu, by_method, middle, spread};
use super::chart::{Bar, Group, Part, Scale, chart};
use super::software_note;
use super::table::{details, table};
use super::words::{class, count, escape, fixed, gpus, label, of_gpu, per_second, times};

/// The run that the bars and the table show.
fn middle_solve(solve: &Solve) -> &SolveSample {
    middle(&solve.samples, |sample| sample.total)
}

/// The section.
pub fn section(report: &Report) -> String {
    let first = &report.solves[0];
    let methods: String = by_method(report).map(|solves| method(report, solves)).collect();
    format!(
        "<section>\n<h2>Solving random positions</h2>\n\
         <p>Positions per second, from positions to checked solutions in memory; more is better. {} random \
         positions, {} threads. A batch is the number of positions that an engine gets at a time.</p>\n\
         {}{methods}</section>\n",
        HumanCount(first.cubes as u64),
        first.threads,
        software_note(report),
    )
}

/// The measurements of one method.
fn method(report: &Report, solves: &[Solve]) -> String {
    let first = &solves[0];
    format!(
        "<h3>Method {}, tables {}: {:.2} moves on average</h3>\n{}{}{}",
        first.method(),
        escape(&first.tables),
        first.mean_length,
        rates(report, solves),
        medians(report, solves),
        all_runs(report, solves)
    )
}

fn rate(solve: &Solve, sample: &SolveSample) -> f64 {
    solve.cubes as f64 / sample.total
}

/// All on one scale, as engines and methods are to be compared; a group for each engine, as it may
/// have its own batches.
fn rates(report: &Report, solves: &[Solve]) -> String {
    let all = report.solves.iter().flat_map(|solve| solve.samples.iter().map(|sample| rate(solve, sample)));
    let group = |engine: usize| {
        let solves = solves.iter().filter(|solve| solve.engine == engine);
        Group { heading: label(report, engine), bars: solves.map(|solve| bar(report, solve)).collect() }
    };
    let groups: Vec<Group> =
        (0..report.engines.len()).map(group).filter(|group| !group.bars.is_empty()).collect();
    chart(Scale::linear(all), &groups)
}

fn bar(report: &Report, solve: &Solve) -> Bar {
    let middle = rate(solve, middle_solve(solve));
    let value = per_second(middle);
    let class = class(&report.engines[solve.engine]);
    let part = Part { class, title: value.clone(), from: 0.0, to: middle };
    Bar {
        label: format!("batch of {}", HumanCount(solve.batch as u64)),
        parts: vec![part],
        value,
        samples: solve.samples.iter().map(|sample| rate(solve, sample)).collect(),
    }
}

fn medians(report: &Report, solves: &[Solve]) -> String {
    let head = [
        "engine",
        "batch",
        "total s",
        "positions/s",
        "host µs",
        "kernels µs",
        "transfer µs",
        "± %",
        "against CPU",
    ];
    let row = |solve: &Solve| {
        let engine = &report.engines[solve.engine];
        let sample = middle_solve(solve);
        let each = |seconds: f64| fixed(seconds * 1e6 / solve.cubes as f64, 2);
        vec![
            label(report, solve.engine),
            HumanCount(solve.batch as u64).to_string(),
            fixed(sample.total, 4),
            count(rate(solve, sample)),
            each(sample.host),
            of_gpu(engine, || each(sample.kernels)),
            of_gpu(engine, || each(sample.transfer)),
            fixed(spread(solve.samples.iter().map(|sample| sample.total)), 1),
            of_gpu(engine, || times(best_cpu(report, solves) / sample.total)),
        ]
    };
    let rows: Vec<Vec<String>> = solves.iter().map(row).collect();
    let gpu = match gpus(report).is_empty() {
        true => "",
        false => {
            "Kernels and transfer are by the GPU’s own clock. \
             Against CPU: how many times as fast as the CPU with its fastest batch."
        }
    };
    let caption = format!(
        "The run with the median total. µs are for a position, host is of all threads together. \
         ± %: half the distance from the fastest to the slowest run. {gpu}"
    );
    table(&caption, 1, &head, &rows)
}

fn all_runs(report: &Report, solves: &[Solve]) -> String {
    let head = ["engine", "batch", "run", "total", "host", "waiting", "kernels", "transfer"];
    let mut rows = Vec::new();
    for solve in solves {
        let engine = &report.engines[solve.engine];
        for (run, sample) in solve.samples.iter().enumerate() {
            let seconds = |value: f64| fixed(value, 6);
            rows.push(vec![
                label(report, solve.engine),
                HumanCount(solve.batch as u64).to_string(),
                (run + 1).to_string(),
                seconds(sample.total),
                seconds(sample.host),
                of_gpu(engine, || seconds(sample.waiting)),
                of_gpu(engine, || seconds(sample.kernels)),
                of_gpu(engine, || seconds(sample.transfer)),
            ]);
        }
    }
    details(&table("Seconds of every run; host and waiting of all threads together.", 1, &head, &rows))
}
