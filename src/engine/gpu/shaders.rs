//! The shaders with what they name of [`layout`], where all that they share with Rust is declared.

use crate::engine::layout::{self, wgsl};
#[cfg(test)]
use crate::engine::layout::{
    candidates, complete, descent, modified, optimal, probes, record::StructLayout, sorted_phase1,
    sorted_phase2, space, two_phase,
};

/// A shader as it is compiled: what it names of the layout, what it shares with others, and itself.
#[derive(Clone, Copy)]
pub struct Shader {
    /// Its file in `shaders/`, without the extension.
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
    SORTED_PHASE1_MARK(sorted_phase1::MarkParams): "sorted_phase1/mark", [];
    SORTED_PHASE1_COLLECT(sorted_phase1::CollectParams): "sorted_phase1/collect", ["workgroup"];
    SORTED_PHASE2_EXPAND(sorted_phase2::ExpandParams): "sorted_phase2/expand", ["workgroup", "paths"];
    SORTED_PHASE2_COSETS(sorted_phase2::CosetsParams): "sorted_phase2/cosets", ["workgroup", "paths"];
    SORTED_PHASE2_COLLECT(sorted_phase2::CollectParams): "sorted_phase2/collect", ["workgroup"];
    SPACE_MARK(space::MarkParams): "space/mark", ["workgroup"];
    CANDIDATES_PLAN(candidates::PlanParams): "candidates/plan", ["planned", "steps"];
    CANDIDATES_PHASE1(candidates::TestParams): "candidates/phase1", ["workgroup", "steps", "trials", "candidates", "buckets", "phase1_trials"];
    CANDIDATES_PHASE2(candidates::TestParams): "candidates/phase2", ["workgroup", "steps", "trials", "candidates", "buckets", "phase2_trials"];
    CANDIDATES_NEXT(candidates::NextParams): "candidates/next", ["workgroup", "steps"];
    MODIFIED_BEGIN(modified::BeginParams): "modified/begin", ["workgroup", "steps", "coordinates"];
    MODIFIED_FOLLOW(modified::FollowParams): "modified/follow", ["workgroup", "candidates", "buckets", "phase1_trials", "answers"];
    MODIFIED_MIDDLE(modified::MiddleParams): "modified/middle", ["workgroup", "steps", "cubies"];
    MODIFIED_SOLVE(modified::SolveParams): "modified/solve", ["workgroup", "candidates", "buckets", "phase2_trials", "answers"];
    DESCENT_PHASE1(descent::Phase1Params): "descent/phase1", ["workgroup", "slices", "entries", "phase1", "cubies"];
    DESCENT_PHASE2(descent::Phase2Params): "descent/phase2", ["workgroup", "slices", "entries", "phase2", "descent"];
    COMPLETE_ENTER(complete::EnterParams): "complete/enter", ["workgroup"];
    COMPLETE_PHASE1_LEVEL(complete::Phase1LevelParams): "complete/phase1_level", ["workgroup", "states", "neighbours"];
    COMPLETE_PHASE1_ENTRIES(complete::Phase1EntriesParams): "complete/phase1_entries", ["workgroup", "neighbours"];
    COMPLETE_PHASE2_LEVEL(complete::Phase2LevelParams): "complete/phase2_level", ["workgroup", "slices", "states"];
    COMPLETE_PHASE2_ENTRIES(complete::Phase2EntriesParams): "complete/phase2_entries", ["workgroup", "states"];
    TWO_PHASE_BEGIN(two_phase::BeginParams): "two_phase/begin", ["workgroup", "slices", "entries", "phase1", "coordinates", "oriented", "searches"];
    TWO_PHASE_PLAN(two_phase::PlanParams): "two_phase/plan", ["planned", "searches"];
    TWO_PHASE_WALK(two_phase::WalkParams): "two_phase/walk", ["workgroup", "slices", "entries", "phase1", "node_paths", "searches"];
    TWO_PHASE_RATE(two_phase::RateParams): "two_phase/rate", ["workgroup", "slices", "entries", "phase2", "cubies", "node_paths", "searches"];
    TWO_PHASE_NEXT(two_phase::NextParams): "two_phase/next", ["workgroup", "node_paths", "searches"];
    TWO_PHASE_SOLVE(two_phase::SolveParams): "two_phase/solve", ["workgroup", "slices", "entries", "phase2", "descent", "cubies", "node_paths", "searches"];
    OPTIMAL_PLAN(optimal::PlanParams): "optimal/plan", ["planned", "wide", "proofs"];
    OPTIMAL_ASK(optimal::AskParams): "optimal/ask", ["workgroup", "wide", "filter", "cosets", "proofs"];
    OPTIMAL_ANSWER(optimal::AnswerParams): "optimal/answer", ["workgroup", "wide", "filter", "cosets", "proofs"];
    PROBES_FILL(probes::FillParams): "probes/fill", ["workgroup", "mix"];
    PROBES_COPY(probes::CopyParams): "probes/copy", ["workgroup"];
    PROBES_GATHER(probes::GatherParams): "probes/gather", ["workgroup", "mix"];
    PROBES_COUNT(probes::CountParams): "probes/count", ["workgroup", "mix"];
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
