//! The facts that kernels, their CPU twins and their host share, each declared once: numbers, the parameters of kernels,
//! structs in storage, and words that hold several numbers. [`wgsl`] writes the ones that a shader names into it.
//!
//! A file here is for the folder of the same name in `shaders/`; `words`, `tables` and `flip_slice` are for several.

pub mod candidates;
pub mod complete;
pub mod coset;
pub mod descent;
pub mod interface;
pub mod lanes;
pub mod modified;
pub mod optimal;
pub mod record;
pub mod shader;
pub mod sorted_phase1;
pub mod sorted_phase2;
pub mod space;
pub mod tables;
pub mod two_phase;
pub mod wgsl;
pub mod words;

/// All that kernels see, each with what it names after that.
pub fn items() -> Vec<wgsl::Item> {
    let constants = [
        words::CONSTANTS,
        tables::CONSTANTS,
        sorted_phase1::CONSTANTS,
        sorted_phase2::CONSTANTS,
        candidates::CONSTANTS,
        modified::CONSTANTS,
        descent::CONSTANTS,
        complete::CONSTANTS,
        space::CONSTANTS,
        two_phase::CONSTANTS,
        optimal::CONSTANTS,
        optimal::tables::CONSTANTS,
        coset::CONSTANTS,
    ];
    let constants = constants.concat().into_iter().map(|(name, value)| wgsl::constant(name, value));
    let others = [
        words::items(),
        sorted_phase1::items(),
        sorted_phase2::items(),
        candidates::items(),
        modified::items(),
        descent::items(),
        complete::items(),
        two_phase::items(),
        optimal::items(),
        coset::items(),
    ];
    constants.chain(others.into_iter().flatten()).collect()
}

#[cfg(test)]
mod tests;
