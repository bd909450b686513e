//! Charts of the times that tables take to build.

use super::super::samples::{Build, BuildSample, Report, cpu_total, middle, spread};
use super::chart::{Bar, Group, Part, Scale, chart};
use super::software_note;
use super::table::{details, table};
use super::words::{escape, figures, fixed, gpus, label, of_gpu, times};

/// The run that the bars and the table show.
pub fn middle_build(build: &Build) -> &BuildSample {
    middle(&build.samples, |sample| sample.total)
}

/// The section.
pub fn section(report: &Report) -> String {
    format!(
        "<section>\n<h2>Building tables</h2>\n\
         <p>Seconds from the start to the finished file; less is better. A sorted table holds all codes of its phase \
         that are at most so many moves from its goal: G1, or solved. The parts of a bar \
         add up to the total. Each table has its own scale.</p>\n\
         {}{}{}{}{}</section>\n",
        legend(report),
        software_note(report),
        charts(report),
        medians(report),
        all_runs(report)
    )
}

fn legend(report: &Report) -> String {
    let mut parts = vec![("host", "the host works")];
    if !gpus(report).is_empty() {
        parts.push(("waiting", "the host waits for the GPU"));
    }
    parts.push(("disk", "writing the file, until the disk has it"));
    let entries: String = parts.into_iter().map(|(class, words)| legend_entry(class, words)).collect();
    format!("<ul class=\"legend\">\n{entries}</ul>\n")
}

fn legend_entry(class: &str, words: &str) -> String {
    let swatch = format!("<rect class=\"{class}\" width=\"100%\" height=\"100%\"/>");
    format!("<li><svg aria-hidden=\"true\">{swatch}</svg>{words}</li>\n")
}

/// Each table on a scale of its own: the engines are to be compared, and small tables take no time.
fn charts(report: &Report) -> String {
    let mut tables: Vec<&str> = Vec::new();
    for build in &report.builds {
        if !tables.contains(&build.table.as_str()) {
            tables.push(&build.table);
        }
    }
    let of = |table: &str| {
        let builds: Vec<&Build> = report.builds.iter().filter(|build| build.table == table).collect();
        let totals = builds.iter().flat_map(|build| build.samples.iter().map(|sample| sample.total));
        let bars = builds.iter().map(|build| bar(report, build)).collect();
        chart(Scale::linear(totals), &[Group { heading: format!("{}, seconds", escape(table)), bars }])
    };
    tables.into_iter().map(of).collect()
}

fn bar(report: &Report, build: &Build) -> Bar {
    let sample = middle_build(build);
    let ends = [0.0, sample.host, sample.host + sample.waiting, sample.host + sample.waiting + sample.disk];
    let part = |class: &'static str, i: usize| {
        let title = format!("{class}: {} s", figures(ends[i + 1] - ends[i]));
        Part { class, title, from: ends[i], to: ends[i + 1] }
    };
    Bar {
        label: label(report, build.engine),
        value: format!("{} s", figures(sample.total)),
        parts: vec![part("host", 0), part("waiting", 1), part("disk", 2)],
        samples: build.samples.iter().map(|sample| sample.total).collect(),
    }
}

fn medians(report: &Report) -> String {
    let head =
        ["table", "engine", "total", "host", "waiting", "disk", "kernels", "transfer", "± %", "against CPU"];
    let row = |build: &Build| {
        let engine = &report.engines[build.engine];
        let sample = middle_build(build);
        let seconds = |value: f64| fixed(value, 4);
        vec![
            escape(&build.table),
            label(report, build.engine),
            seconds(sample.total),
            seconds(sample.host),
            of_gpu(engine, || seconds(sample.waiting)),
            seconds(sample.disk),
            of_gpu(engine, || seconds(sample.kernels)),
            of_gpu(engine, || seconds(sample.transfer)),
            fixed(spread(build.samples.iter().map(|sample| sample.total)), 1),
            of_gpu(engine, || times(cpu_total(report, build) / sample.total)),
        ]
    };
    let rows: Vec<Vec<String>> = report.builds.iter().map(row).collect();
    let gpu = match gpus(report).is_empty() {
        true => "",
        false => {
            "Kernels and transfer are by the GPU’s own clock and overlap with the host’s times. \
             Against CPU: how many times as fast."
        }
    };
    let caption = format!(
        "Seconds of the run with the median total. ± %: half the distance from the fastest to the \
         slowest run. {gpu}"
    );
    table(&caption, 2, &head, &rows)
}

fn all_runs(report: &Report) -> String {
    let head = ["table", "engine", "run", "total", "host", "waiting", "disk", "kernels", "transfer"];
    let mut rows = Vec::new();
    for build in &report.builds {
        let engine = &report.engines[build.engine];
        for (run, sample) in build.samples.iter().enumerate() {
            let seconds = |value: f64| fixed(value, 6);
            rows.push(vec![
                escape(&build.table),
                label(report, build.engine),
                (run + 1).to_string(),
                seconds(sample.total),
                seconds(sample.host),
                of_gpu(engine, || seconds(sample.waiting)),
                seconds(sample.disk),
                of_gpu(engine, || seconds(sample.kernels)),
                of_gpu(engine, || seconds(sample.transfer)),
            ]);
        }
    }
    details(&table("Seconds of every run.", 2, &head, &rows))
}
