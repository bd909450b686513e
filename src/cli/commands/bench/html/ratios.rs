//! How many times as fast as the CPU a GPU is.

use super::super::samples::{Build, Report, best_cpu, best_median, by_method, cpu_total};
use super::builds::middle_build;
use super::chart::{Bar, Group, Part, Scale, chart, is_ratio};
use super::software_note;
use super::words::{class, escape, gpus, label, times};

/// A GPU's speed in one work, the CPU's being 1.
struct Ratio {
    engine: usize,
    work: String,
    ratio: f64,
}

fn ratios_of(report: &Report, engine: usize) -> Vec<Ratio> {
    let build = |build: &Build| Ratio {
        engine,
        work: format!("building {}", escape(&build.table)),
        ratio: cpu_total(report, build) / middle_build(build).total,
    };
    let builds = report.builds.iter().filter(|build| build.engine == engine).map(build);
    let solving = by_method(report).filter_map(|solves| {
        let own = || solves.iter().filter(|solve| solve.engine == engine);
        let work = format!("solving, {}", own().next()?.method());
        Some(Ratio { engine, work, ratio: best_cpu(report, solves) / best_median(own()) })
    });
    builds.chain(solving).collect()
}

/// The section; empty, if there is nothing to compare.
pub fn section(report: &Report) -> String {
    let engines = gpus(report);
    let ratios: Vec<Ratio> = engines.iter().flat_map(|&gpu| ratios_of(report, gpu)).collect();
    let has_cpu = report.engines.iter().any(|engine| !engine.is_gpu);
    if ratios.is_empty() || !has_cpu {
        return String::new();
    }
    let of = |engine: usize| ratios.iter().filter(move |ratio| ratio.engine == engine);
    let group = |&engine: &usize| Group {
        heading: label(report, engine),
        bars: of(engine).map(|ratio| ratio_bar(report, ratio)).collect(),
    };
    let groups: Vec<Group> = engines.iter().map(group).collect();
    let scale = Scale::ratios(ratios.iter().map(|ratio| ratio.ratio));
    format!(
        "<section>\n<h2>How many times as fast as the CPU</h2>\n\
         <p>The CPU’s time with {} threads, divided by the GPU’s. At 1× both are equally fast, to the right the \
         GPU is faster, to the left slower. Each line of the scale is the same multiple of the line before. \
         Solving compares the fastest batch of each.</p>\n{}{}</section>\n",
        report.machine.threads,
        software_note(report),
        chart(scale, &groups)
    )
}

fn ratio_bar(report: &Report, ratio: &Ratio) -> Bar {
    let engine = &report.engines[ratio.engine];
    let class = if ratio.ratio < 1.0 && !engine.is_software { "slower" } else { class(engine) };
    let part = Part { class, title: times(ratio.ratio), from: 1.0, to: ratio.ratio };
    Bar {
        label: ratio.work.clone(),
        value: times(ratio.ratio),
        parts: if is_ratio(ratio.ratio) { vec![part] } else { Vec::new() },
        samples: Vec::new(),
    }
}
