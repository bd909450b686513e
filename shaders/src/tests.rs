//! Shaders and Rust agree: every shader is valid, what both declare lies at the same offsets, words hold the same
//! numbers, and every shader has its file and its twin. No GPU is needed.

mod evaluate;
mod files;
mod structs;
mod translations;
mod words;

use naga::Module;
use naga::front::wgsl::parse_str;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::shader::{ALL, Shader};
use crate::two_phase::SEARCH_LANES;
use crate::words::WORKGROUP;

fn parse(name: &str, source: &str) -> Module {
    let numbered = || {
        let lines = source.lines().enumerate();
        lines.map(|(i, line)| format!("{:4} {line}\n", i + 1)).collect::<String>()
    };
    parse_str(source).unwrap_or_else(|error| {
        panic!("{}{name}: {}", numbered(), error.emit_to_string(source));
    })
}

fn module(shader: &Shader) -> Module {
    parse(shader.name, &shader.source(false))
}

fn validated(shader: &Shader, module: &Module) -> ModuleInfo {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(module);
    validated.unwrap_or_else(|error| panic!("{}: {error:?}", shader.name))
}

#[test]
fn shaders_are_valid_and_have_one_kernel() {
    for shader in ALL {
        let module = module(shader);
        validated(shader, &module);
        let [kernel] = &module.entry_points[..] else { panic!("{} has no or several kernels", shader.name) };
        let searches = shader.name.starts_with("two_phase/search");
        let lanes = if searches { SEARCH_LANES as u32 } else { WORKGROUP };
        validated(shader, &parse(shader.name, &shader.source(true)));
        assert_eq!((&*kernel.name, kernel.workgroup_size), ("main", [lanes, 1, 1]), "{}", shader.name);
    }
}
