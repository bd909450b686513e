//! Shaders and Rust agree: every shader is valid, every parameter lies where Rust puts it,
//! every shader has its file and its twin, and every file its shader. No GPU is needed.

use std::collections::BTreeSet;
use std::path::Path;

use naga::front::wgsl::parse_str;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, TypeInner};

use super::shaders::{ALL, Shader};
use crate::layout::descent::{DescendPhase1, DescendPhase2};
use crate::layout::levels::{DistancesPhase2, LevelPhase1, LevelPhase2, WaysPhase1};
use crate::layout::two_phase::{EndsBegin, EndsExpand, EndsKeep, EndsNext, EndsPlan, EndsRate};
use crate::layout::{
    P0Collect, P0Mark, P1Classes, P1Collect, P1Expand, ProductMark, SearchParams, WORKGROUP,
};

fn module(shader: &Shader) -> Module {
    let source = shader.source();
    parse_str(&source).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)))
}

/// Name and offset of each parameter, and the size of all.
fn parameters(module: &Module) -> (Vec<(String, u32)>, u32) {
    let (_, uniform) = module
        .global_variables
        .iter()
        .find(|(_, variable)| variable.space == AddressSpace::Uniform)
        .expect("every kernel has parameters");
    match &module.types[uniform.ty].inner {
        TypeInner::Struct { members, span } => {
            let member = |member: &naga::StructMember| (member.name.clone().unwrap(), member.offset);
            (members.iter().map(member).collect(), *span)
        }
        other => panic!("parameters are no struct but {other:?}"),
    }
}

#[test]
fn shaders_are_valid_and_have_one_kernel() {
    for shader in ALL {
        let module = module(&shader);
        let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
        validated.unwrap_or_else(|error| panic!("{}: {error:?}", shader.name));
        assert_eq!(module.entry_points.len(), 1, "{}", shader.name);
        assert_eq!(module.entry_points[0].name, "main");
        assert_eq!(module.entry_points[0].workgroup_size, [WORKGROUP, 1, 1]);
    }
}

#[test]
fn storage_is_bound_from_1_on_within_the_limits() {
    for shader in ALL {
        let module = module(&shader);
        let bindings: BTreeSet<u32> = module
            .global_variables
            .iter()
            .filter_map(|(_, variable)| variable.binding.as_ref().map(|binding| binding.binding))
            .collect();
        assert_eq!(bindings, (0..bindings.len() as u32).collect(), "{}", shader.name);
        // WebGPU grants 8 storage buffers everywhere; binding 0 is the parameters.
        assert!(bindings.len() <= 9, "{}", shader.name);
    }
}

#[test]
fn parameters_lie_where_rust_puts_them() {
    let layouts = [
        P0Mark::layout(),
        P0Collect::layout(),
        P1Expand::layout(),
        P1Classes::layout(),
        P1Collect::layout(),
        ProductMark::layout(),
        SearchParams::layout(),
        SearchParams::layout(),
        DescendPhase1::layout(),
        DescendPhase2::layout(),
        LevelPhase1::layout(),
        WaysPhase1::layout(),
        LevelPhase2::layout(),
        DistancesPhase2::layout(),
        EndsBegin::layout(),
        EndsPlan::layout(),
        EndsRate::layout(),
        EndsKeep::layout(),
        EndsExpand::layout(),
        EndsNext::layout(),
    ];
    for (shader, fields) in ALL.iter().zip(layouts) {
        let size = 4 * fields.len() as u32;
        assert_eq!(parameters(&module(shader)), (fields, size), "{}", shader.name);
    }
}

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
