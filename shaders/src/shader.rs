//! The shaders with what they name of this crate, where all that they share with Rust is declared.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use crate::interface::Interface;
use crate::wgsl;

/// A shader as it is compiled: what it names of the layout, what it is bound to, what it shares with others, and itself.
#[derive(Clone, Copy)]
pub struct Shader {
    /// Its file in `shaders/`, without the extension.
    pub name: &'static str,
    /// Its bindings.
    pub bindings: fn() -> wgsl::Bindings,
    parts: &'static [Part],
}

/// A kernel that has a shader.
pub trait Shaded: Interface {
    const SHADER: Shader;
}

/// A file in `shaders/`.
struct Part {
    path: &'static str,
    text: &'static str,
}

macro_rules! part {
    ($($path:expr),+) => {
        Part {
            path: concat!($($path),+),
            text: include_str!(concat!("../", $($path),+)),
        }
    };
}

macro_rules! shaders {
    ($($folder:ident::$kernel:ident: $name:literal, [$($shared:literal),*];)+) => {
        $(impl Shaded for crate::$folder::$kernel {
            const SHADER: Shader = Shader {
                name: $name,
                bindings: <crate::$folder::$kernel as Interface>::wgsl,
                parts: &[$(part!("shared/", $shared, ".wgsl"),)* part!($name, ".wgsl")],
            };
        })+

        /// All shaders.
        pub const ALL: &[Shader] = &[$(crate::$folder::$kernel::SHADER),+];
    };
}

shaders! {
    sorted_phase1::Mark: "sorted_phase1/mark", [];
    sorted_phase1::Collect: "sorted_phase1/collect", ["workgroup"];
    sorted_phase2::Expand: "sorted_phase2/expand", ["workgroup", "halves", "paths"];
    sorted_phase2::Cosets: "sorted_phase2/cosets", ["workgroup", "halves", "paths"];
    sorted_phase2::Collect: "sorted_phase2/collect", ["workgroup"];
    space::Mark: "space/mark", ["workgroup"];
    candidates::Plan: "candidates/plan", ["planned"];
    candidates::Phase1: "candidates/phase1", ["workgroup", "candidates", "buckets", "halves", "phase1_trials"];
    candidates::Phase2: "candidates/phase2", ["workgroup", "candidates", "buckets", "halves", "phase2_trials"];
    candidates::Next: "candidates/next", ["workgroup"];
    modified::Begin: "modified/begin", ["workgroup", "coordinates"];
    modified::Follow: "modified/follow", ["workgroup", "candidates", "buckets", "halves", "phase1_trials", "answers"];
    modified::Middle: "modified/middle", ["workgroup", "cubies"];
    modified::Solve: "modified/solve", ["workgroup", "candidates", "buckets", "halves", "phase2_trials", "answers"];
    descent::Phase1: "descent/phase1", ["workgroup", "slices", "symmetries", "phase1", "order", "cubies"];
    descent::Phase2: "descent/phase2", ["workgroup", "slices", "symmetries", "phase2", "phase2_entries", "solution", "descent"];
    complete::Enter: "complete/enter", ["workgroup"];
    complete::Phase1Level: "complete/phase1_level", ["workgroup", "states", "neighbours"];
    complete::Phase1Entries: "complete/phase1_entries", ["workgroup", "neighbours"];
    complete::Phase2Level: "complete/phase2_level", ["workgroup", "slices", "states"];
    complete::Phase2Entries: "complete/phase2_entries", ["workgroup", "states"];
    two_phase::SearchByDistances: "two_phase/search_by_distances", ["workgroup", "slices", "symmetries", "phase1", "phase2", "phase2_entries", "coordinates", "oriented", "pre_moves", "starts", "order", "node_paths", "ends", "cubies", "waiting", "beginning", "last_moves", "walking", "rating", "searching"];
    two_phase::SearchByBounds: "two_phase/search_by_bounds", ["workgroup", "slices", "symmetries", "phase1", "phase2", "phase2_search", "coordinates", "oriented", "pre_moves", "starts", "order", "node_paths", "ends", "cubies", "waiting", "beginning", "last_moves", "walking", "rating", "searching"];
    two_phase::Solve: "two_phase/solve", ["workgroup", "slices", "symmetries", "phase2", "phase2_entries", "solution", "descent", "coordinates", "oriented", "cubies", "node_paths", "pre_moves", "starts", "solving"];
    two_phase::SolveByBounds: "two_phase/solve_by_bounds", ["workgroup", "symmetries", "phase2", "order", "phase2_search", "solution", "coordinates", "oriented", "cubies", "node_paths", "pre_moves", "starts", "solving"];
    optimal::Plan: "optimal/plan", ["planned", "wide", "proofs"];
    optimal::Ask: "optimal/ask", ["workgroup", "wide", "blocks", "filter", "cosets", "proofs"];
    optimal::Answer: "optimal/answer", ["workgroup", "wide", "blocks", "filter", "cosets", "proofs"];
    coset::Prepass: "coset/prepass", ["workgroup"];
    coset::Mark: "coset/mark", ["workgroup"];
    coset::Gaps: "coset/gaps", ["workgroup"];
}

impl Shader {
    /// The stems of the files that it shares with others.
    pub fn shared(&self) -> impl Iterator<Item = String> {
        let stem = |part: &Part| Some(part.path.strip_prefix("shared/")?.strip_suffix(".wgsl")?.to_owned());
        self.parts.iter().filter_map(stem)
    }

    /// The WGSL that is compiled; `are_whole` as in [`Bindings::of`](wgsl::Bindings::of).
    pub fn source(&self, are_whole: bool) -> String {
        let files: Vec<_> = self.parts.iter().map(Part::text).collect();
        let own = (self.bindings)().of(are_whole).text() + "\n" + &files.join("\n");
        wgsl::prelude(crate::items(), &own) + &own
    }
}

impl Part {
    /// The file, or in unoptimised builds the one in its place in the folder that CUBEBATCH_SHADERS names: so faults can be put
    /// into shaders to see whether tests find them.
    fn text(&self) -> Cow<'static, str> {
        let folder = std::env::var_os("CUBEBATCH_SHADERS").filter(|_| cfg!(debug_assertions));
        match folder.map(PathBuf::from) {
            Some(folder) => fs::read_to_string(folder.join(self.path)).expect("a shader").into(),
            None => self.text.into(),
        }
    }
}
