//! The shaders with their constants, which stand in Rust alone.

use crate::layout;

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
pub const DESCEND_PHASE1: Shader = shader!("descend_phase1", "workgroup", "entries", "phase1", "cubies");
/// See `shaders/README.md`.
pub const DESCEND_PHASE2: Shader = shader!("descend_phase2", "workgroup", "entries", "phase2");

/// See `shaders/README.md`.
pub const LEVEL_PHASE1: Shader = shader!("level_phase1", "workgroup");
/// See `shaders/README.md`.
pub const WAYS_PHASE1: Shader = shader!("ways_phase1", "workgroup");
/// See `shaders/README.md`.
pub const LEVEL_PHASE2: Shader = shader!("level_phase2", "workgroup");
/// See `shaders/README.md`.
pub const DISTANCES_PHASE2: Shader = shader!("distances_phase2", "workgroup");

/// See `shaders/README.md`.
pub const ENDS_BEGIN: Shader = shader!("ends_begin", "workgroup", "entries", "phase1", "searches");
/// See `shaders/README.md`.
pub const ENDS_PLAN: Shader = shader!("ends_plan", "searches");
/// See `shaders/README.md`.
pub const ENDS_RATE: Shader =
    shader!("ends_rate", "workgroup", "entries", "phase2", "cubies", "searches", "nodes", "queue");
/// See `shaders/README.md`.
pub const ENDS_KEEP: Shader = shader!("ends_keep", "workgroup", "searches", "nodes");
/// See `shaders/README.md`.
pub const ENDS_EXPAND: Shader =
    shader!("ends_expand", "workgroup", "entries", "phase1", "searches", "nodes", "queue");
/// See `shaders/README.md`.
pub const ENDS_NEXT: Shader = shader!("ends_next", "workgroup", "searches", "nodes", "queue");

/// All shaders.
pub const ALL: [Shader; 20] = [
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
    LEVEL_PHASE1,
    WAYS_PHASE1,
    LEVEL_PHASE2,
    DISTANCES_PHASE2,
    ENDS_BEGIN,
    ENDS_PLAN,
    ENDS_RATE,
    ENDS_KEEP,
    ENDS_EXPAND,
    ENDS_NEXT,
];

impl Shader {
    /// The WGSL that is compiled.
    pub fn source(&self) -> String {
        let mut source = layout::constants();
        for part in self.shared.iter().chain([&self.own]) {
            source += part;
        }
        source
    }
}
