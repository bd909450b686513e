//! Files of shaders and of twins.

use std::collections::BTreeSet;
use std::path::Path;

use super::{ALL, Shader};

/// The stems of the files in a folder of the crate.
fn stems(folder: &str, extension: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let stem = |entry: std::fs::DirEntry| {
        let path = entry.path();
        (path.extension()? == extension).then(|| path.file_stem().unwrap().to_string_lossy().into_owned())
    };
    std::fs::read_dir(folder).unwrap().filter_map(|entry| stem(entry.unwrap())).collect()
}

#[test]
fn files_and_shaders_belong_together() {
    let shaders: BTreeSet<String> = ALL.iter().map(|shader| shader.name.to_owned()).collect();
    assert_eq!(stems("shaders", "wgsl"), shaders);
    let mut twins = stems("src/engine/cpu/kernels", "rs");
    assert!(twins.remove("mod"));
    assert_eq!(twins, shaders);
}

#[test]
fn all_shared_files_are_used() {
    let used: BTreeSet<String> = ALL.iter().flat_map(Shader::shared).collect();
    assert_eq!(stems("shaders/shared", "wgsl"), used);
}
