//! The shaders with their constants, which stand in Rust alone.

use crate::engine::shared;

/// A shader as it is compiled: constants, what it shares with others, and itself.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The stem of its file in `shaders/`.
    pub name: &'static str,
    shared: &'static [&'static str],
    own: &'static str,
}

macro_rules! shader {
    ($name:literal, $($shared:literal),*) => {
        Shader {
            name: $name,
            shared: &[$(include_str!(concat!("../../../shaders/shared/", $shared, ".wgsl"))),*],
            own: include_str!(concat!("../../../shaders/", $name, ".wgsl")),
        }
    };
}

/// See `shaders/README.md`.
pub const P0_MARK: Shader = shader!("p0_mark",);
/// See `shaders/README.md`.
pub const P0_COLLECT: Shader = shader!("p0_collect", "workgroup");
/// See `shaders/README.md`.
pub const P1_EXPAND: Shader = shader!("p1_expand", "workgroup", "p1");
/// See `shaders/README.md`.
pub const P1_CLASSES: Shader = shader!("p1_classes", "workgroup", "p1");
/// See `shaders/README.md`.
pub const P1_COLLECT: Shader = shader!("p1_collect", "workgroup");
/// See `shaders/README.md`.
pub const PRODUCT_MARK: Shader = shader!("product_mark", "workgroup");

/// See `shaders/README.md`.
pub const SEARCH_PHASE1: Shader = shader!("search_phase1", "workgroup", "search");
/// See `shaders/README.md`.
pub const SEARCH_PHASE2: Shader = shader!("search_phase2", "workgroup", "search");

/// See `shaders/README.md`.
pub const DESCEND_PHASE1: Shader = shader!("descend_phase1", "workgroup", "entries");
/// See `shaders/README.md`.
pub const DESCEND_PHASE2: Shader = shader!("descend_phase2", "workgroup", "entries");

/// All shaders.
pub const ALL: [Shader; 10] = [
    P0_MARK,
    P0_COLLECT,
    P1_EXPAND,
    P1_CLASSES,
    P1_COLLECT,
    PRODUCT_MARK,
    SEARCH_PHASE1,
    SEARCH_PHASE2,
    DESCEND_PHASE1,
    DESCEND_PHASE2,
];

impl Shader {
    /// The WGSL that is compiled.
    pub fn source(&self) -> String {
        let mut source = shared::constants();
        for part in self.shared.iter().chain([&self.own]) {
            source += part;
        }
        source
    }
}
