//! Records the input and output of the kernels of a job: a list of all dispatches, and, for some of them, the contents of all
//! buffers before and of the buffers that may change after. `benches/gpu/model` runs the same kernels on these, access by
//! access.

mod jobs;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use wgpu::{BufferUsages, CommandEncoder};
use xxhash_rust::xxh3::xxh3_64;

use super::buffers::WORD;
use super::device::Device;
use super::kernel::{Bound, Grid};
use super::kind::AdapterKind;
use super::shaders::{ALL, Shader};
use crate::engine::Usage;

/// What is being captured, if anything is: one test does that, alone.
static CAPTURE: Mutex<Option<Capture>> = Mutex::new(None);

/// Bytes of columns, rows, 1.
const GRID_BYTES: u64 = 3 * WORD;

/// A kernel, and how many of its dispatches came before.
pub type Number = (&'static str, u64);

/// The dispatches that are captured.
pub enum Chosen {
    /// The contents of none: they are listed alone.
    None,
    These(BTreeSet<Number>),
    All,
}

/// A dispatch in the list.
#[derive(Clone)]
pub struct Listed {
    pub number: Number,
    pub columns: u32,
    pub rows: u32,
    /// How many alike it stands for.
    pub times: u64,
}

struct Capture {
    folder: PathBuf,
    chosen: Chosen,
    times: u64,
    /// The bindings that each kernel writes to.
    written: BTreeMap<&'static str, BTreeSet<u32>>,
    begun: BTreeMap<&'static str, u64>,
    listed: Vec<Listed>,
    /// In JSON.
    lines: Vec<String>,
}

/// A dispatch that was recorded, with copies of what will be known when it has run.
pub struct Shown {
    number: Number,
    times: u64,
    grid: ShownGrid,
    before: Vec<Copied>,
    /// The bindings that may change, and what they have then.
    written: BTreeSet<u32>,
    after: Vec<Copied>,
}

enum ShownGrid {
    Of(u32, u32),
    Planned(wgpu::Buffer),
}

struct Copied {
    binding: u32,
    staging: wgpu::Buffer,
}

/// A part of a buffer that is bound.
pub struct Part {
    pub binding: u32,
    buffer: wgpu::Buffer,
    first: u64,
    bytes: u64,
}

impl Part {
    pub fn of(binding: u32, resource: &wgpu::BindingResource) -> Part {
        let wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size }) = resource else {
            panic!("kernels have buffers alone");
        };
        let bytes = size.map_or(buffer.size() - offset, wgpu::BufferSize::get);
        Part { binding, buffer: (*buffer).clone(), first: *offset, bytes }
    }
}

fn capture() -> MutexGuard<'static, Option<Capture>> {
    CAPTURE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Names of jobs end like this where the work of a GPU that shares the host's memory is captured.
const SHARED: &str = "-shared";

/// The kind of GPU whose work a device is given while something is captured.
pub fn kind() -> Option<AdapterKind> {
    let is_shared = || std::env::var("CUBEBATCH_JOB").is_ok_and(|job| job.ends_with(SHARED));
    let kind = || if is_shared() { AdapterKind::Integrated } else { AdapterKind::Discrete };
    capture().is_some().then(kind)
}

/// Begins to capture: contents and kernels go to this folder.
pub fn start(folder: &Path, chosen: Chosen) {
    std::fs::create_dir_all(folder.join("contents")).expect("a folder for the capture");
    for shader in ALL {
        let path = folder.join("kernels").join(format!("{}.wgsl", shader.name));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the kernel");
        std::fs::write(path, shader.source()).expect("a file for the kernel");
    }
    let (folder, begun, listed, lines) = (folder.to_owned(), BTreeMap::new(), Vec::new(), Vec::new());
    let written = ALL.iter().map(|shader| (shader.name, written(shader))).collect();
    *capture() = Some(Capture { folder, chosen, times: 1, written, begun, listed, lines });
}

/// The bindings that a kernel writes to.
fn written(shader: &Shader) -> BTreeSet<u32> {
    let bindings = (shader.bindings)();
    (1..).zip(bindings.are_written()).filter(|(_, is_written)| *is_written).map(|(i, _)| i).collect()
}

/// Forgets what was listed so far, and captures the chosen dispatches from now on.
pub fn opened(chosen: Chosen) {
    let mut capture = capture();
    let capture = capture.as_mut().expect("a capture");
    (capture.begun, capture.listed, capture.lines) = Default::default();
    capture.chosen = chosen;
}

/// From now on a dispatch stands for `times` equal ones.
pub fn stands_for(times: u64) {
    capture().as_mut().expect("a capture").times = times;
}

/// Ends it: all dispatches in their order. What was asked of the device goes to the list too.
pub fn stop(usage: &Usage, positions: u64) -> Vec<Listed> {
    let capture = capture().take().expect("a capture");
    let mut file = std::fs::File::create(capture.folder.join("dispatches.jsonl")).expect("a list");
    for line in &capture.lines {
        writeln!(file, "{line}").expect("room for the list");
    }
    let Usage { dispatches, submits, bytes_sent, bytes_read, .. } = usage;
    let fields = [
        ("dispatches", dispatches),
        ("submits", submits),
        ("bytes_sent", bytes_sent),
        ("bytes_read", bytes_read),
        ("positions", &positions),
    ];
    let usage = object(fields.map(|(name, number)| (name.to_owned(), number.to_string())));
    writeln!(file, "{}", object([("usage".to_owned(), usage)])).expect("room for the list");
    capture.listed
}

/// Copies what a dispatch is given, if anything is captured.
pub fn before(device: &Device, encoder: &mut CommandEncoder, kernel: &Bound, grid: Grid) -> Option<Shown> {
    let mut capture = capture();
    let capture = capture.as_mut()?;
    let begun = capture.begun.entry(kernel.name).or_default();
    let number = (kernel.name, *begun);
    *begun += 1;
    let is_chosen = match &capture.chosen {
        Chosen::None => false,
        Chosen::These(numbers) => numbers.contains(&number),
        Chosen::All => true,
    };
    let grid = match grid {
        Grid::Of(columns, rows) => ShownGrid::Of(columns, rows),
        Grid::Planned(grids, first) => ShownGrid::Planned(copied(device, encoder, grids, first, GRID_BYTES)),
    };
    let before = if is_chosen { parts(device, encoder, kernel, |_| true) } else { Vec::new() };
    let written = if is_chosen { capture.written[kernel.name].clone() } else { BTreeSet::new() };
    Some(Shown { number, times: capture.times, grid, before, written, after: Vec::new() })
}

fn parts(
    device: &Device,
    encoder: &mut CommandEncoder,
    kernel: &Bound,
    is_wanted: impl Fn(u32) -> bool,
) -> Vec<Copied> {
    let copy = |part: &Part| Copied {
        binding: part.binding,
        staging: copied(device, encoder, &part.buffer, part.first, part.bytes),
    };
    kernel.parts.iter().filter(|part| is_wanted(part.binding)).map(copy).collect()
}

fn copied(
    device: &Device,
    encoder: &mut CommandEncoder,
    from: &wgpu::Buffer,
    first: u64,
    bytes: u64,
) -> wgpu::Buffer {
    let staging = device.buffer("shown", bytes / WORD, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    encoder.copy_buffer_to_buffer(from, first, &staging, 0, bytes);
    staging
}

impl Shown {
    /// Copies what the dispatch has left.
    pub fn after(self, device: &Device, encoder: &mut CommandEncoder, kernel: &Bound) -> Shown {
        let after = parts(device, encoder, kernel, |binding| self.written.contains(&binding));
        Shown { after, ..self }
    }
}

/// Writes what was shown by work that was submitted.
pub fn write(device: &Device, shown: Vec<Shown>, submission: &wgpu::SubmissionIndex) {
    if shown.is_empty() {
        return;
    }
    let buffers = shown.iter().flat_map(|shown| {
        let grid = match &shown.grid {
            ShownGrid::Planned(buffer) => Some(buffer),
            ShownGrid::Of(..) => None,
        };
        grid.into_iter().chain(shown.before.iter().chain(&shown.after).map(|copied| &copied.staging))
    });
    buffers.for_each(|buffer| buffer.map_async(wgpu::MapMode::Read, .., |_| {}));
    device.wait(submission.clone()).expect("the work ends");
    let mut capture = capture();
    let Some(capture) = capture.as_mut() else { return };
    for Shown { number, times, grid, before, after, .. } in shown {
        let (columns, rows) = match grid {
            ShownGrid::Of(columns, rows) => (columns, rows),
            ShownGrid::Planned(buffer) => {
                let grid: Vec<u32> = bytemuck::pod_collect_to_vec(&mapped(&buffer));
                (grid[0], grid[1])
            }
        };
        let contents = |copied: &[Copied]| {
            let content =
                |copied: &Copied| (copied.binding.to_string(), text(&capture.content(&copied.staging)));
            object(copied.iter().map(content))
        };
        let (before, after) = (contents(&before), contents(&after));
        capture.listed.push(Listed { number, columns, rows, times });
        let fields = [
            ("kernel", text(number.0)),
            ("number", number.1.to_string()),
            ("columns", columns.to_string()),
            ("rows", rows.to_string()),
            ("times", times.to_string()),
            ("before", before),
            ("after", after),
        ];
        capture.lines.push(object(fields.map(|(name, value)| (name.to_owned(), value))));
    }
}

/// An object of JSON, of names and values that are JSON. None of what is written here has letters that JSON sets apart.
fn object(fields: impl IntoIterator<Item = (String, String)>) -> String {
    let fields: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("{}: {value}", text(&name))).collect();
    format!("{{{}}}", fields.join(", "))
}

fn text(text: &str) -> String {
    format!("\"{text}\"")
}

fn mapped(buffer: &wgpu::Buffer) -> wgpu::BufferView {
    buffer.get_mapped_range(..).expect("it was mapped")
}

impl Capture {
    /// Writes a content that was not there before; its file's name.
    fn content(&self, buffer: &wgpu::Buffer) -> String {
        let bytes = mapped(buffer);
        let name = format!("{:016x}-{}", xxh3_64(&bytes), bytes.len());
        let path = self.folder.join("contents").join(&name);
        if !path.exists() {
            std::fs::write(path, &*bytes).expect("room for the content");
        }
        name
    }
}
