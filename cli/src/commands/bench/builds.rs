//! Times the builds of tables, files included.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cubebatch::Error;
use cubebatch::table::TableId;
use cubebatch::table::check_room;
use cubebatch_search::engine::Engine;
use cubebatch_search::memory::check_memory;

use super::MeasuredEngines;
use super::samples::{BuildSample, GpuWork, MeasuredBuild};
use crate::failure::{Failure, INTERNAL, UNUSABLE};
use crate::plan::BenchPlan;
use crate::watch;

/// Builds each table with each engine that can, as often as asked. All files of a table are to be
/// equal byte for byte.
pub fn measure(plan: &BenchPlan, engines: &MeasuredEngines) -> Result<Vec<MeasuredBuild>, Failure> {
    let library = plan.machine.library()?;
    let parent = library.folder();
    fs::create_dir_all(parent).map_err(|error| Failure::io(parent, error))?;
    // On the disk that tables are for, and out of their way.
    let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(parent);
    let folder = folder.map_err(|error| Failure::io(parent, error))?;
    let mut builds = Vec::new();
    for &table in &plan.args.builds {
        let builders: Vec<_> =
            engines.iter().enumerate().filter(|(_, engine)| engine.can_build(table)).collect();
        let Some(&(_, reference)) = builders.first() else {
            let problem = format!("no GPU builds {table}");
            return Err(Failure::new(UNUSABLE, problem, "Leave out --gpu-only, or this table."));
        };
        // The first engine's file stays, for comparison with the others.
        check_room(folder.path(), table, 2)?;
        let memory = builders.iter().map(|(_, engine)| engine.build_bytes(table)).max();
        check_memory(&format!("building {table}"), memory.unwrap_or(0))?;
        let first = folder.path().join("first.cube");
        for (number, engine) in builders {
            let mut samples = Vec::new();
            for _ in 0..plan.args.runs {
                let (path, sample) = build(&**engine, table, folder.path())?;
                samples.push(sample);
                if Arc::ptr_eq(engine, reference) {
                    fs::rename(&path, &first).map_err(|error| Failure::io(&path, error))?;
                } else {
                    compare(&first, &path, [&**reference, &**engine])?;
                }
            }
            builds.push(MeasuredBuild { table: table.to_string(), engine: number, samples });
        }
    }
    Ok(builds)
}

fn build(engine: &dyn Engine, table: TableId, folder: &Path) -> Result<(PathBuf, BuildSample), Failure> {
    let path = folder.join("table.cube");
    let control = watch::control();
    engine.take_usage();
    let start = Instant::now();
    let contents = engine.build(table, &control).map_err(Error::from)?;
    let usage = engine.take_usage();
    let built = start.elapsed();
    contents.create(&path, &control)?;
    let total = start.elapsed();
    let seconds = |duration: Duration| duration.as_secs_f64();
    let sample = BuildSample {
        kernels: seconds(usage.kernels),
        transfer: seconds(usage.transfer),
        host: seconds(built.saturating_sub(usage.waiting)),
        waiting: seconds(usage.waiting),
        disk: seconds(total - built),
        total: seconds(total),
        asked: GpuWork::of(usage, seconds(built)),
    };
    Ok((path, sample))
}

fn compare(first: &Path, other: &Path, builders: [&dyn Engine; 2]) -> Result<(), Failure> {
    let open = |path: &Path| File::open(path).map(|file| BufReader::with_capacity(1 << 20, file));
    let equal = open(first).and_then(|first| Ok((first, open(other)?))).and_then(|(a, b)| same(a, b));
    if equal.map_err(|error| Failure::io(other, error))? {
        return Ok(());
    }
    let [by_first, by_other] = builders.map(Engine::name);
    let problem = format!("{by_other} built a different table from {by_first}");
    Err(Failure::new(INTERNAL, problem, "Please report this, with the output of `cubebatch devices`."))
}

fn same(mut a: impl Read, mut b: impl Read) -> io::Result<bool> {
    let (mut of_a, mut of_b) = (vec![0; 1 << 20], vec![0; 1 << 20]);
    loop {
        let read = a.read(&mut of_a)?;
        if read == 0 {
            return Ok(b.read(&mut of_b)? == 0);
        }
        match b.read_exact(&mut of_b[..read]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            result => result?,
        }
        if of_a[..read] != of_b[..read] {
            return Ok(false);
        }
    }
}
