//! `--engine`: the same files from every builder, and the message when a GPU fails.

use std::fs;

use super::support::{Folder, Run, default_tables, read, run, solve, there_is_an_adapter};

/// Builds a small table in a folder.
fn build(folder: &Folder, options: &[&str]) -> Run {
    let args = ["table", "build", "--phase", "1", "--depth", "3", "--tables", folder.all()];
    run(&[&args, options].concat())
}

fn bytes(folder: &Folder) -> Vec<u8> {
    fs::read(folder.path("phase1-sorted-3.cube")).expect("it was built")
}

#[test]
fn devices_are_listed_with_their_limits() {
    if there_is_an_adapter() {
        let listed = run(&["devices"]).stdout;
        assert!(listed.starts_with("0  ") && listed.contains("bindings to "), "{listed}");
    }
}

#[test]
fn the_stages_of_a_start_are_listed() {
    if !there_is_an_adapter() {
        return;
    }
    let folder = Folder::new();
    let started = run(&["devices", "--start", "--method", "modified", "--tables", folder.all()]);
    assert_eq!(started.code, 0, "{}", started.stderr);
    let seconds = |line: &str| line.split(" s ").next().unwrap().parse::<f64>().expect(line);
    let times: Vec<f64> = started.stdout.lines().map(seconds).collect();
    assert!(started.stdout.contains("  start of modified on "), "{}", started.stdout);
    assert!(started.stdout.contains("  kernel modified/"), "{}", started.stdout);
    // Kernels are made one after the other, and no stage takes longer than all.
    assert!(times.len() > 2 && times.iter().all(|&time| time <= times[0]), "{}", started.stdout);
}

#[test]
fn both_engines_write_the_same_file() {
    if !there_is_an_adapter() {
        return;
    }
    let (cpu, gpu) = (Folder::new(), Folder::new());
    assert_eq!(build(&cpu, &["--engine", "cpu"]).code, 0);
    let built = build(&gpu, &["--engine", "gpu"]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    assert!(built.stderr.starts_with("using the "), "{}", built.stderr);
    assert!(bytes(&gpu) == bytes(&cpu));
}

/// The pruning table is built by the CPU for every engine.
#[test]
fn a_gpu_leaves_to_the_cpu_what_it_does_not_build() {
    if !there_is_an_adapter() {
        return;
    }
    let folder = Folder::new();
    let table = ["table", "build", "--phase", "2", "--depth", "pruning", "--engine", "gpu"];
    let built = run(&[&table[..], &["--tables", folder.all()]].concat());
    assert_eq!(built.code, 0, "{}", built.stderr);
    let [built, expected] = [folder.all(), default_tables()]
        .map(|folder| fs::read(format!("{folder}/phase2-pruning.cube")).expect("it was built"));
    assert!(built == expected);
    let bench = ["bench", "--gpu", "0", "--gpu-only", "--builds", "phase2-pruning", "--cubes", "0"];
    let refused = run(&[&bench[..], &["--tables", folder.all()]].concat());
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("no GPU builds phase2-pruning"), "{}", refused.stderr);
}

#[test]
fn a_missing_gpu_is_told_with_those_there_are() {
    let folder = Folder::new();
    let built = build(&folder, &["--engine", "gpu", "--gpu", "no such card"]);
    assert_eq!(built.code, 2);
    assert!(built.stderr.contains("there is no GPU \"no such card\" among \""), "{}", built.stderr);
    assert!(built.stderr.contains("--engine auto"), "{}", built.stderr);
    assert!(folder.names().is_empty());
}

#[test]
fn auto_goes_on_with_the_cpu_and_says_why() {
    let folder = Folder::new();
    let built = build(&folder, &["--engine", "auto", "--gpu", "no such card"]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    assert!(built.stderr.starts_with("using the CPU: there is no GPU \"no such card\""), "{}", built.stderr);
    assert_eq!(folder.names(), ["phase1-sorted-3.cube"]);
}

#[test]
fn solve_builds_what_is_missing_with_the_engine() {
    let folder = Folder::new();
    let options = ["--engine", "auto", "--gpu", "no such card", "--tables", folder.all()];
    let solved = solve(&[&options[..], &["examples/scrambles.txt"]].concat());
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert!(solved.stderr.starts_with("using the CPU: "), "{}", solved.stderr);
    assert_eq!(folder.names(), ["phase1-sorted-5.cube", "phase2-sorted-7.cube"]);
}

/// `tests/complete` compares the rows of the methods that read complete tables.
#[test]
fn solve_writes_the_same_rows_on_a_gpu() {
    if !there_is_an_adapter() {
        return;
    }
    for output in ["text", "jsonl"] {
        let on = |engine| solve(&["--engine", engine, "--format", output, "examples/scrambles.txt"]);
        let (cpu, gpu) = (on("cpu"), on("gpu"));
        assert_eq!(gpu.code, 0, "{}", gpu.stderr);
        assert!(gpu.stderr.starts_with("using the ") && gpu.stderr.lines().count() == 1, "{}", gpu.stderr);
        assert!(gpu.stdout == cpu.stdout, "{output}");
    }
}

#[test]
fn bench_times_both_engines_on_the_same_tables() {
    let folder = Folder::new();
    let json = folder.path("bench.json");
    let mut args =
        vec!["bench", "--builds", "phase1-sorted-3,phase2-sorted-2", "--cubes", "0", "--runs", "2"];
    args.extend(["--tables", folder.all(), "--json", &json]);
    let engines = if there_is_an_adapter() { 2 } else { 1 };
    if engines == 2 {
        args.extend(["--gpu", "0"]);
    }
    let bench = run(&args);
    assert_eq!(bench.code, 0, "{}", bench.stderr);
    // A line for each, and what was asked of the GPU.
    let of_table = bench.lines().iter().filter(|line| line.starts_with("phase1-sorted-3 ")).count();
    assert_eq!(of_table, 2 * engines - 1);
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(&json).expect("it was written")).unwrap();
    let builds = report["builds"].as_array().expect("builds are a list");
    assert_eq!(builds.len(), 2 * engines);
    for build in builds {
        let samples = build["samples"].as_array().expect("samples are a list");
        assert_eq!(samples.len(), 2);
        for sample in samples {
            let seconds = |part: &str| sample[part].as_f64().expect("parts are seconds");
            let parts = seconds("host") + seconds("waiting") + seconds("disk");
            assert!((parts - seconds("total")).abs() < 1e-6 && parts > 0.0, "{sample}");
        }
    }
    assert_eq!(folder.names(), ["bench.json"]);
}

#[test]
fn bench_times_kernels_when_asked() {
    if !there_is_an_adapter() {
        return;
    }
    let folder = Folder::new();
    let json = folder.path("bench.json");
    let options =
        ["--cubes", "10", "--runs", "1", "--gpu", "0", "--phase1-depth", "5", "--phase2-depth", "7"];
    let args = [
        "bench",
        "--builds",
        "phase1-sorted-3",
        "--methods",
        "modified",
        "--tables",
        folder.all(),
        "--json",
        &json,
    ];
    for asked in [&[][..], &["--kernels"]] {
        let bench = run(&[&args[..], &options, asked].concat());
        assert_eq!(bench.code, 0, "{}", bench.stderr);
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(&json).expect("it was written")).unwrap();
        for (jobs, kernel) in [("builds", "sorted_phase1/mark"), ("solves", "candidates/phase1")] {
            let sample = &report[jobs][1]["samples"][0];
            let dispatches = |of: &serde_json::Value| of["dispatches"].as_u64().expect("they are counted");
            let kernels = sample["by_kernel"].as_array();
            assert_eq!(kernels.is_some(), !asked.is_empty(), "{sample}");
            assert!(
                kernels
                    .is_none_or(|kernels| kernels.iter().map(dispatches).sum::<u64>() == dispatches(sample))
            );
            let is_told = |line: &&str| line.starts_with(&format!("{kernel} "));
            assert_eq!(bench.lines().iter().any(is_told), !asked.is_empty());
        }
    }
}

#[test]
fn bench_leaves_the_cpu_out_when_asked() {
    if !there_is_an_adapter() {
        return;
    }
    let folder = Folder::new();
    let json = folder.path("bench.json");
    let args = ["bench", "--gpu-only", "--gpu", "0", "--builds", "phase1-sorted-2", "--cubes", "0"];
    let bench = run(&[&args[..], &["--runs", "1", "--tables", folder.all(), "--json", &json]].concat());
    assert_eq!(bench.code, 0, "{}", bench.stderr);
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(&json).expect("it was written")).unwrap();
    let is_gpu = |engine: &serde_json::Value| engine["is_gpu"] == true;
    let engines = report["engines"].as_array().expect("engines are a list");
    assert!(engines.len() == 1 && engines.iter().all(is_gpu), "{engines:?}");
    assert!(!bench.stdout.contains("NaN"), "{}", bench.stdout);
}

#[test]
fn bench_writes_a_report_to_send() {
    let folder = Folder::new();
    let sent = folder.path("report.json");
    let mut args = vec!["bench", "--builds", "phase1-sorted-2", "--cubes", "0", "--runs", "1"];
    args.extend(["--tables", folder.all(), "--report", &sent]);
    if there_is_an_adapter() {
        args.extend(["--gpu", "0"]);
    }
    let bench = run(&args);
    assert_eq!(bench.code, 0, "{}", bench.stderr);
    let last = bench.stderr.lines().last().expect("it says where to send it");
    assert!(last.starts_with(&format!("To have {sent} among the records, open an issue")), "{last}");
    assert_eq!(folder.names(), ["report.json"]);
    let written = read(&sent);
    let report: serde_json::Value = serde_json::from_str(&written).expect("it is JSON");
    // What the sentence promises.
    assert!(!written.contains(folder.all()), "{written}");
    let listed = run(&["devices"]).stdout;
    let adapters = report["adapters"].as_array().expect("adapters are a list");
    assert_eq!(adapters.len(), listed.matches("   driver ").count());
    for adapter in adapters {
        let text = |field: &str| adapter[field].as_str().expect("it is a text").to_owned();
        let line = format!("{} ({}, {})", text("name"), text("kind"), text("backend"));
        assert!(listed.contains(&line) && listed.contains(&text("driver")), "{line}");
    }
    assert!(report["machine"]["threads"].as_u64() > Some(0) && report["builds"][0]["samples"].is_array());
}

#[test]
fn bench_writes_a_page() {
    let folder = Folder::new();
    let page = folder.path("bench.html");
    let args = [
        "--builds",
        "phase1-sorted-2",
        "--cubes",
        "0",
        "--runs",
        "1",
        "--tables",
        folder.all(),
        "--html",
        &page,
    ];
    let bench = run(&[&["bench"], &args[..]].concat());
    assert_eq!(bench.code, 0, "{}", bench.stderr);
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert!(page.contains(r#""table": "phase1-sorted-2""#), "{page}");
    assert_eq!(folder.names(), ["bench.html"]);
}

#[test]
fn bench_does_nothing_if_its_page_cannot_be_written() {
    let folder = Folder::new();
    let (tables, page) = (folder.path("tables"), folder.path("no such folder/bench.html"));
    let bench =
        run(&["bench", "--builds", "phase1-sorted-2", "--cubes", "0", "--tables", &tables, "--html", &page]);
    assert_eq!(bench.code, 2, "{}", bench.stderr);
    assert!(bench.stderr.contains("no such folder/bench.html"), "{}", bench.stderr);
    // Not even the folder for tables was made.
    assert!(folder.names().is_empty() && bench.stdout.is_empty(), "{:?}", folder.names());
}

#[test]
fn bench_refuses_tables_that_do_not_exist() {
    for name in ["phase1-sorted-9", "phase3-sorted-3", "phase1-sorted", "phase2-sorted-x", "p0-7"] {
        let bench = run(&["bench", "--builds", name]);
        assert_eq!(bench.code, 2, "{name}: {}", bench.stderr);
        for table in ["phase1-sorted-8", "phase2-complete", "phase2-pruning", "proof-1GB"] {
            assert!(bench.stderr.contains(table), "{}", bench.stderr);
        }
    }
}

#[test]
fn bench_measures_a_method_without_kernels_on_the_cpu_alone() {
    let folder = Folder::new();
    let json = folder.path("bench.json");
    let args = ["bench", "--builds", "--cubes", "20", "--runs", "1", "--methods", "thistlethwaite"];
    let bench = run(&[&args[..], &["--tables", folder.all(), "--json", &json]].concat());
    assert_eq!(bench.code, 0, "{}", bench.stderr);
    let report: serde_json::Value = serde_json::from_str(&read(&json)).expect("it is JSON");
    let solves = report["solves"].as_array().expect("it is a list");
    assert_eq!((solves.len(), &solves[0]["method"]), (1, &"thistlethwaite".into()));
    let refused = run(&[&args[..], &["--gpu-only"]].concat());
    let problem = "cubebatch: --gpu-only leaves out --methods thistlethwaite, which runs on no GPU";
    assert_eq!((refused.code, refused.stderr.lines().next()), (2, Some(problem)));
}
