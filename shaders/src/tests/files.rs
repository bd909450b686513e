//! Files of shaders and of twins.

use std::collections::BTreeSet;
use std::path::Path;

use super::{ALL, Shader};

/// The folders of kernels without twins. What they find is compared byte for byte with what the CPU engine finds:
/// `tests/conformance.rs`, `tests/gpu.rs`, `tests/pocket.rs`, and `tests/complete` for `two_phase`.
const WITHOUT_TWINS: [&str; 3] = ["sorted_phase1", "space", "two_phase"];

/// The stems of the files in a folder of the crate, each after the folder within it and a slash.
fn stems(folder: &str, extension: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut stems = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                let stem = path.strip_prefix(&root).unwrap().with_extension("");
                stems.insert(stem.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    stems
}

#[test]
fn files_and_shaders_belong_together() {
    let shaders: BTreeSet<String> = ALL.iter().map(|shader| shader.name.to_owned()).collect();
    let mut kernels = stems(".", "wgsl");
    kernels.retain(|stem| !stem.starts_with("shared/"));
    assert_eq!(kernels, shaders);
    let mut twins = stems("../gpu/src/kernels", "rs");
    twins.retain(|stem| !stem.ends_with("mod"));
    let has_twin = |shader: &String| !WITHOUT_TWINS.contains(&shader.split('/').next().unwrap());
    let with_twins = shaders.into_iter().filter(has_twin).collect();
    assert_eq!(twins, with_twins);
}

#[test]
fn all_shared_files_are_used() {
    let used: BTreeSet<String> = ALL.iter().flat_map(Shader::shared).collect();
    assert_eq!(stems("shared", "wgsl"), used);
}
