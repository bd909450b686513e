//! The shaders with what they name of [`layout`], where all that they share with Rust is declared.

use crate::layout::{self, wgsl};
#[cfg(test)]
use crate::layout::{
    candidates, complete, descent, record::StructLayout, sorted_phase1, sorted_phase2, space, two_phase,
};

/// A shader as it is compiled: what it names of the layout, what it shares with others, and itself.
#[derive(Clone, Copy)]
pub struct Shader {
    /// The stem of its file in `shaders/`.
    pub name: &'static str,
    /// Where Rust puts its parameters.
    #[cfg(test)]
    pub parameters: fn() -> StructLayout,
    parts: &'static [Part],
}

/// A file in `shaders/`.
struct Part {
    #[cfg(test)]
    path: &'static str,
    text: &'static str,
}

macro_rules! part {
    ($($path:expr),+) => {
        Part {
            #[cfg(test)]
            path: concat!($($path),+),
            text: include_str!(concat!("../../../shaders/", $($path),+)),
        }
    };
}

macro_rules! shaders {
    ($($constant:ident($parameters:ty): $name:literal, [$($shared:literal),*];)+) => {
        $(pub const $constant: Shader = Shader {
            name: $name,
            #[cfg(test)]
            parameters: <$parameters>::layout,
            parts: &[$(part!("shared/", $shared, ".wgsl"),)* part!($name, ".wgsl")],
        };)+

        /// All shaders.
        #[cfg(test)]
        pub const ALL: &[Shader] = &[$($constant),+];
    };
}

shaders! {
    P0_MARK(sorted_phase1::P0Mark): "p0_mark", [];
    P0_COLLECT(sorted_phase1::P0Collect): "p0_collect", ["workgroup"];
    P1_EXPAND(sorted_phase2::P1Expand): "p1_expand", ["workgroup", "p1"];
    P1_CLASSES(sorted_phase2::P1Classes): "p1_classes", ["workgroup", "p1"];
    P1_COLLECT(sorted_phase2::P1Collect): "p1_collect", ["workgroup"];
    PRODUCT_MARK(space::ProductMark): "product_mark", ["workgroup"];
    SEARCH_PHASE1(candidates::SearchParams): "search_phase1", ["workgroup", "search"];
    SEARCH_PHASE2(candidates::SearchParams): "search_phase2", ["workgroup", "search"];
    DESCEND_PHASE1(descent::DescendPhase1): "descend_phase1", ["workgroup", "slices", "entries", "phase1", "cubies"];
    DESCEND_PHASE2(descent::DescendPhase2): "descend_phase2", ["workgroup", "slices", "entries", "phase2"];
    LEVEL_PHASE1(complete::LevelPhase1): "level_phase1", ["workgroup", "states", "neighbours"];
    WAYS_PHASE1(complete::WaysPhase1): "ways_phase1", ["workgroup", "neighbours"];
    LEVEL_PHASE2(complete::LevelPhase2): "level_phase2", ["workgroup", "slices", "states"];
    DISTANCES_PHASE2(complete::DistancesPhase2): "distances_phase2", ["workgroup", "states"];
    ENDS_BEGIN(two_phase::EndsBegin): "ends_begin", ["workgroup", "slices", "entries", "phase1", "searches"];
    ENDS_PLAN(two_phase::EndsPlan): "ends_plan", ["searches"];
    ENDS_RATE(two_phase::EndsRate): "ends_rate", ["workgroup", "slices", "entries", "phase2", "cubies", "searches"];
    ENDS_KEEP(two_phase::EndsKeep): "ends_keep", ["workgroup", "searches"];
    ENDS_EXPAND(two_phase::EndsExpand): "ends_expand", ["workgroup", "slices", "entries", "phase1", "searches"];
    ENDS_NEXT(two_phase::EndsNext): "ends_next", ["workgroup", "searches"];
}

impl Shader {
    /// The stems of the files that it shares with others.
    #[cfg(test)]
    pub fn shared(&self) -> impl Iterator<Item = String> {
        let stem = |part: &Part| Some(part.path.strip_prefix("shared/")?.strip_suffix(".wgsl")?.to_owned());
        self.parts.iter().filter_map(stem)
    }

    /// The WGSL that is compiled.
    pub fn source(&self) -> String {
        let files: Vec<_> = self.parts.iter().map(Part::text).collect();
        let files = files.join("\n");
        wgsl::prelude(layout::items(), &files) + "\n" + &files
    }
}

impl Part {
    #[cfg(not(test))]
    fn text(&self) -> &str {
        self.text
    }

    /// The file, or the one in its place in the folder that CUBEBATCH_SHADERS names: so faults can be put into shaders
    /// to see whether tests find them.
    #[cfg(test)]
    fn text(&self) -> String {
        let folder = std::env::var_os("CUBEBATCH_SHADERS").map(std::path::PathBuf::from);
        let other = folder.map(|folder| std::fs::read_to_string(folder.join(self.path)).expect("a shader"));
        other.unwrap_or_else(|| self.text.to_owned())
    }
}
