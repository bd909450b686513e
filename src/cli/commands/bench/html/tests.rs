//! Pages for small reports made by hand.

use super::super::samples::{Asked, Build, BuildSample, EngineName, Machine, Report, Solve, SolveSample};

fn engine(name: &str, is_gpu: bool, is_software: bool) -> EngineName {
    EngineName { name: name.to_owned(), is_gpu, is_software }
}

/// The CPU and these.
fn report(gpus: Vec<EngineName>) -> Report {
    let machine = Machine {
        processor: "AMD EPYC 9554 64-Core Processor".to_owned(),
        threads: 16,
        memory_bytes: 128 << 30,
        system: "Linux (Debian GNU/Linux 12)".to_owned(),
    };
    let mut engines = vec![engine("CPU", false, true)];
    engines.extend(gpus);
    Report { version: "1.2.3", machine, engines, probes: Vec::new(), builds: Vec::new(), solves: Vec::new() }
}

/// Three runs that take about so long.
fn build(table: &str, engine: usize, seconds: f64, waiting: f64) -> Build {
    let sample = |factor: f64| {
        let (total, waiting) = (seconds * factor, waiting * factor);
        let disk = 0.2 * (total - waiting);
        let (kernels, transfer) = (0.8 * waiting, 0.1 * waiting);
        BuildSample {
            kernels,
            transfer,
            host: total - waiting - disk,
            waiting,
            disk,
            total,
            asked: Asked::default(),
        }
    };
    Build { table: table.to_owned(), engine, samples: [1.1, 1.0, 0.95].map(sample).to_vec() }
}

fn solve(engine: usize, batch: usize, rate: f64) -> Solve {
    let sample = |factor: f64| {
        let total = factor * 100_000.0 / rate;
        SolveSample {
            kernels: 0.5 * total,
            transfer: 0.1 * total,
            host: total,
            waiting: 0.2 * total,
            queued: 0.0,
            preparing: 0.3 * total,
            solutions: 0.7 * total,
            total,
            asked: Asked::default(),
        }
    };
    Solve {
        method: "modified",
        max_length: None,
        tables: "phase1-sorted-8 + phase2-sorted-10".to_owned(),
        engine,
        cubes: 100_000,
        batch,
        threads: 16,
        mean_length: 23.09,
        samples: [1.0, 0.97, 1.06].map(sample).to_vec(),
    }
}

/// The CPU against a fast GPU.
fn fast() -> Report {
    let mut report = report(vec![engine("NVIDIA H200", true, false)]);
    report.builds = vec![
        build("phase1-sorted-8", 0, 4.0, 0.0),
        build("phase1-sorted-8", 1, 0.4, 0.1),
        build("phase2-sorted-10", 0, 9.1, 0.0),
        build("phase2-sorted-10", 1, 2.3, 0.9),
    ];
    report.solves = vec![solve(0, 64, 39_000.0), solve(1, 4096, 310_000.0), solve(1, 65_536, 900_000.0)];
    report
}

/// A GPU and a software driver.
fn mixed() -> Report {
    let mut report = report(vec![
        engine("NVIDIA GeForce RTX 4090 Laptop GPU", true, false),
        engine("llvmpipe (LLVM 15.0.6, 256 bits)", true, true),
    ]);
    report.builds = vec![
        build("phase1-sorted-8", 0, 4.0, 0.0),
        build("phase1-sorted-8", 1, 0.043, 0.02),
        build("phase1-sorted-8", 2, 31.0, 29.0),
        build("phase2-sorted-10", 0, 9.1, 0.0),
        build("phase2-sorted-10", 1, 0.3, 0.09),
        build("phase2-sorted-10", 2, 23.0, 15.0),
    ];
    report.solves = vec![
        solve(0, 64, 39_000.0),
        solve(0, 4096, 38_000.0),
        solve(1, 64, 9_000.0),
        solve(1, 4096, 410_000.0),
        solve(2, 64, 170.0),
        solve(2, 4096, 512.0),
    ];
    report
}

/// The CPU alone.
fn cpu() -> Report {
    let mut report = report(Vec::new());
    report.builds = vec![build("phase1-sorted-7", 0, 1.4, 0.0)];
    report.solves = vec![solve(0, 64, 39_000.0)];
    report
}

/// One run each, which took no time.
fn instant() -> Report {
    let mut report = fast();
    for build in &mut report.builds {
        let zero = BuildSample {
            kernels: 0.0,
            transfer: 0.0,
            host: 0.0,
            waiting: 0.0,
            disk: 0.0,
            total: 0.0,
            asked: Asked::default(),
        };
        build.samples = vec![zero];
    }
    for solve in &mut report.solves {
        solve.samples = vec![SolveSample {
            kernels: 0.0,
            transfer: 0.0,
            host: 0.0,
            waiting: 0.0,
            queued: 0.0,
            preparing: 0.0,
            solutions: 0.0,
            total: 0.0,
            asked: Asked::default(),
        }];
    }
    report
}

fn all() -> [Report; 5] {
    [fast(), mixed(), cpu(), instant(), report(Vec::new())]
}

/// Fails unless each tag that opens is closed, in the right order.
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    let body = page.strip_prefix("<!DOCTYPE html>").expect("it says that it is HTML");
    for piece in body.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').unwrap_or_else(|| panic!("<{piece} has no end"));
        let name = tag.split([' ', '/']).next().expect("split gives a piece");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn pages_are_well_formed_and_always_the_same() {
    for report in all() {
        let page = super::of(&report);
        assert_well_formed(&page);
        assert_eq!(page, super::of(&report));
    }
}

#[test]
fn a_page_needs_no_other_file() {
    let page = super::of(&mixed());
    for loader in ["<script", "<link", "<img", "src=", "href", "url(", "@import", "http"] {
        assert!(!page.contains(loader), "{loader}");
    }
}

#[test]
fn sections_without_data_are_left_out() {
    let headings = |report: &Report| -> Vec<String> {
        let page = super::of(report);
        let after = page.split("<h2>").skip(1);
        after.filter_map(|rest| Some(rest.split_once("</h2>")?.0.to_owned())).collect()
    };
    let [building, solving, ratios] =
        ["Building tables", "Solving random positions", "How many times as fast as the CPU"];
    assert_eq!(headings(&fast()), [building, solving, ratios]);
    assert_eq!(headings(&cpu()), [building, solving]);
    assert_eq!(headings(&Report { builds: Vec::new(), ..fast() }), [solving, ratios]);
    assert_eq!(headings(&Report { solves: Vec::new(), ..fast() }), [building, ratios]);
    assert_eq!(headings(&report(Vec::new())), [""; 0]);
    // The CPU was left out.
    let mut gpu_only = fast();
    gpu_only.engines.remove(0);
    gpu_only.builds.retain(|build| build.engine == 1);
    gpu_only.builds.iter_mut().for_each(|build| build.engine = 0);
    gpu_only.solves.retain(|solve| solve.engine == 1);
    gpu_only.solves.iter_mut().for_each(|solve| solve.engine = 0);
    assert_eq!(headings(&gpu_only), [building, solving]);
    assert!(!super::of(&gpu_only).contains("NaN"));
    // Nor do tables have columns for a GPU that is not there.
    assert!(super::of(&fast()).contains("kernels") && !super::of(&cpu()).contains("kernels"));
}

#[test]
fn charts_tell_their_values() {
    let page = super::of(&fast());
    for value in ["4.00 s", "0.400 s", "39,000/s", "900,000/s", "10.0×", "23.1×"] {
        assert!(page.contains(&format!(">{value}</text>")), "{value}");
    }
    assert!(page.contains("phase1-sorted-8 + phase2-sorted-10: 23.09 moves"), "it names the solved work");
    assert!(
        page.contains("AMD EPYC 9554") && page.contains("128.00 GiB") && page.contains("cubebatch 1.2.3")
    );
}

#[test]
fn methods_are_compared_with_the_cpu_each_by_itself() {
    let mut report = fast();
    let by_descent = |engine, rate| Solve { method: "descent", ..solve(engine, 131_072, rate) };
    report.solves.extend([by_descent(0, 200_000.0), by_descent(1, 9_000_000.0)]);
    for (max_length, rate) in [(20, 1000.0), (21, 5000.0)] {
        let search =
            |engine| Solve { method: "two-phase", max_length: Some(max_length), ..solve(engine, 1024, rate) };
        report.solves.extend([search(0), search(1)]);
    }
    let page = super::of(&report);
    assert_well_formed(&page);
    for method in ["modified", "descent", "two-phase to 20 moves", "two-phase to 21 moves"] {
        for text in [format!("Method {method}"), format!("solving, {method}")] {
            assert!(page.contains(&text), "{text}");
        }
    }
    assert!(page.contains(">23.1×</text>") && page.contains(">45.0×</text>"));
}

#[test]
fn the_parts_of_a_bar_stand_one_after_the_other() {
    let page = super::of(&fast());
    // 0.24 + 0.1 + 0.06 seconds; the slowest run took 4.4.
    for (class, x, width) in [("host", "0.00", "5.45"), ("waiting", "5.45", "2.27"), ("disk", "7.73", "1.36")]
    {
        let part = format!("<rect class=\"{class}\" x=\"{x}%\" y=\"4\" width=\"{width}%\"");
        assert!(page.contains(&part), "{part}");
    }
}

#[test]
fn names_are_escaped() {
    let mut report = mixed();
    report.engines[1].name = "<b>\"A & 'B'\"</b>".to_owned();
    report.machine.processor = "x<y&z".to_owned();
    let page = super::of(&report);
    assert!(
        page.contains("&lt;b&gt;&quot;A &amp; &#39;B&#39;&quot;&lt;/b&gt;") && page.contains("x&lt;y&amp;z")
    );
    assert!(!page.contains("<b>") && !page.contains("A & ") && !page.contains("x<y"));
    assert_well_formed(&page);
}

#[test]
fn software_drivers_are_told_at_each_chart() {
    let note = "<strong>llvmpipe (LLVM 15.0.6, 256 bits)</strong> is a software driver";
    // In the head and in each section.
    assert_eq!(super::of(&mixed()).matches(note).count(), 4);
    for page in [super::of(&mixed()), super::of(&fast())] {
        let is_mixed = page.contains(note);
        assert_eq!(page.contains("<span class=\"tag\">software driver</span>"), is_mixed);
        assert_eq!(page.contains("nothing about the speed of a GPU"), is_mixed);
        assert_eq!(page.contains("<rect class=\"software\""), is_mixed);
    }
}

#[test]
fn equal_gpus_have_numbers() {
    let mut report = mixed();
    report.engines[1].name = report.engines[2].name.clone();
    let page = super::of(&report);
    assert!(page.contains("256 bits) (1)") && page.contains("256 bits) (2)") && !page.contains("CPU (1)"));
}

#[test]
fn what_is_no_number_is_a_dash() {
    let page = super::of(&instant());
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
    assert!(page.contains(">–</text>") && page.contains("<td>–</td>"));
    assert!(!page.contains("–/s") && !page.contains("–×"));
}
