//! Kernels are translated to the languages of the drivers of all platforms, with the options that wgpu has for this program on
//! a GPU. Loops are not bounded, workgroup memory is not cleared, and indices are checked unless the driver does it.

use std::path::Path;

use naga::back::{glsl, hlsl, msl, spv};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

use super::{ALL, module, parse, validated};

const KERNEL: &str = "main";
/// The checks where the driver keeps accesses within buffers.
const WITHIN_BUFFERS: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Restrict,
    buffer: BoundsCheckPolicy::Unchecked,
    image_load: BoundsCheckPolicy::Unchecked,
    binding_array: BoundsCheckPolicy::Unchecked,
};
/// The checks where it does not.
const EVERYWHERE: BoundsCheckPolicies =
    BoundsCheckPolicies { buffer: BoundsCheckPolicy::Restrict, ..WITHIN_BUFFERS };

type Translate = fn(&Module, &ModuleInfo) -> Vec<u8>;

/// What a kernel becomes, after the extension of its file.
const TRANSLATIONS: [(&str, Translate); 5] = [
    ("spv", to_spirv),
    ("metal", |module, info| to_metal(module, info, EVERYWHERE)),
    // For other compilers than Apple's: without what Metal needs because its drivers check nothing.
    ("unchecked.metal", |module, info| to_metal(module, info, WITHIN_BUFFERS)),
    ("hlsl", to_hlsl),
    ("comp", to_glsl),
];

/// The group, if it has one, and the binding of each buffer.
fn bindings(module: &Module) -> impl Iterator<Item = naga::ResourceBinding> {
    module.global_variables.iter().filter_map(|(_, variable)| variable.binding)
}

/// For Vulkan 1.3 with `robustBufferAccess2`. A capability that not every driver has is an error.
fn to_spirv(module: &Module, info: &ModuleInfo) -> Vec<u8> {
    let target = |at: naga::ResourceBinding| {
        let target =
            spv::BindingInfo { descriptor_set: at.group, binding: at.binding, binding_array_size: None };
        (at, target)
    };
    let options = spv::Options {
        lang_version: (1, 6),
        flags: spv::WriterFlags::LABEL_VARYINGS,
        fake_missing_bindings: false,
        capabilities: Some([spv::Capability::Shader].into_iter().collect()),
        bounds_check_policies: WITHIN_BUFFERS,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        binding_map: bindings(module).map(target).collect(),
        ..Default::default()
    };
    let kernel = spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: KERNEL.to_owned() };
    let words = spv::write_vec(module, info, &options, Some(&kernel)).expect("SPIR-V");
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn to_metal(module: &Module, info: &ModuleInfo, checks: BoundsCheckPolicies) -> Vec<u8> {
    let target = |at: naga::ResourceBinding| {
        let buffer = Some(at.binding as msl::Slot);
        (at, msl::BindTarget { buffer, mutable: true, ..Default::default() })
    };
    let resources = msl::EntryPointResources {
        resources: bindings(module).map(target).collect(),
        sizes_buffer: Some(bindings(module).count() as msl::Slot),
        ..Default::default()
    };
    let options = msl::Options {
        lang_version: (2, 4),
        per_entry_point_map: [(KERNEL.to_owned(), resources)].into_iter().collect(),
        fake_missing_bindings: false,
        bounds_check_policies: checks,
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: false,
        ..Default::default()
    };
    let kernel = msl::PipelineOptions {
        entry_point: Some((ShaderStage::Compute, KERNEL.to_owned())),
        ..Default::default()
    };
    let (text, names) = msl::write_string(module, info, &options, &kernel).expect("Metal's language");
    names.entry_point_names.into_iter().for_each(|name| drop(name.expect("a binding for each buffer")));
    text.into_bytes()
}

fn to_hlsl(module: &Module, info: &ModuleInfo) -> Vec<u8> {
    let target = |at: naga::ResourceBinding| {
        let target = hlsl::BindTarget { register: at.binding, restrict_indexing: true, ..Default::default() };
        (at, target)
    };
    let options = hlsl::Options {
        shader_model: hlsl::ShaderModel::V5_1,
        binding_map: bindings(module).map(target).collect(),
        fake_missing_bindings: false,
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: false,
        ..Default::default()
    };
    let kernel = hlsl::PipelineOptions { entry_point: Some((ShaderStage::Compute, KERNEL.to_owned())) };
    let mut text = String::new();
    let names = hlsl::Writer::new(&mut text, &options, &kernel).write(module, info, None).expect("HLSL");
    names.entry_point_names.into_iter().for_each(|name| drop(name.expect("a binding for each buffer")));
    text.into_bytes()
}

/// GLSL 4.50, since naga writes `mix` of integers, which older versions lack. The program never takes OpenGL; but
/// what naga writes can be read by compilers that share nothing with those of SPIR-V.
fn to_glsl(module: &Module, info: &ModuleInfo) -> Vec<u8> {
    let options = glsl::Options {
        version: glsl::Version::Desktop(450),
        writer_flags: glsl::WriterFlags::empty(),
        binding_map: bindings(module).map(|at| (at, at.binding as u8)).collect(),
        zero_initialize_workgroup_memory: false,
    };
    let kernel = glsl::PipelineOptions {
        shader_stage: ShaderStage::Compute,
        entry_point: KERNEL.to_owned(),
        multiview: None,
    };
    let mut text = String::new();
    let writer = glsl::Writer::new(&mut text, module, info, &options, &kernel, WITHIN_BUFFERS);
    writer.and_then(|mut writer| writer.write()).expect("GLSL");
    text.into_bytes()
}

#[test]
fn translations_are_there_for_the_drivers_of_all_platforms() {
    for shader in ALL {
        let module = module(shader);
        let info = validated(shader, &module);
        for (extension, translate) in TRANSLATIONS {
            println!("{}.{extension}", shader.name);
            assert!(!translate(&module, &info).is_empty());
        }
    }
}

/// `CUBEBATCH_KERNELS=FOLDER cargo test --lib writes_kernels -- --ignored` leaves what is compiled, and what it becomes,
/// in a folder.
#[test]
#[ignore = "writes all kernels to the folder that CUBEBATCH_KERNELS names"]
fn writes_kernels() {
    let folder = std::env::var_os("CUBEBATCH_KERNELS").expect("CUBEBATCH_KERNELS names no folder");
    for shader in ALL {
        let write = |extension: &str, bytes: &[u8]| {
            let path = Path::new(&folder).join(format!("{}.{extension}", shader.name));
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the kernel");
            std::fs::write(path, bytes).expect("a file for the kernel");
        };
        // As cards have it, and browsers.
        let source = shader.source(true);
        let module = parse(shader.name, &source);
        let info = validated(shader, &module);
        write("wgsl", source.as_bytes());
        TRANSLATIONS.iter().for_each(|(extension, translate)| write(extension, &translate(&module, &info)));
    }
}
