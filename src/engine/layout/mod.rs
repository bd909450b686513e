//! The facts that kernels, their CPU twins and their host share, each declared once: numbers, the parameters of kernels,
//! structs in storage, and words that hold several numbers. [`wgsl`] writes the ones that a shader names into it.
//!
//! A file here is for the folder of the same name in `shaders/`; `words`, `tables` and `flip_slice` are for several.

pub mod coset_map;
pub mod flip_slice;
pub mod packed;

#[cfg(feature = "gpu")]
pub mod candidates;
#[cfg(feature = "gpu")]
pub mod complete;
#[cfg(feature = "gpu")]
pub mod coset;
#[cfg(feature = "gpu")]
pub mod descent;
#[cfg(feature = "gpu")]
pub mod interface;
#[cfg(feature = "gpu")]
pub mod lanes;
#[cfg(feature = "gpu")]
pub mod modified;
#[cfg(feature = "gpu")]
pub mod optimal;
#[cfg(feature = "gpu")]
pub mod probes;
#[cfg(feature = "gpu")]
pub mod record;
#[cfg(feature = "gpu")]
pub mod sorted_phase1;
#[cfg(feature = "gpu")]
pub mod sorted_phase2;
#[cfg(feature = "gpu")]
pub mod space;
#[cfg(feature = "gpu")]
pub mod tables;
#[cfg(feature = "gpu")]
pub mod two_phase;
#[cfg(feature = "gpu")]
pub mod wgsl;
#[cfg(feature = "gpu")]
pub mod words;

/// All that kernels see, each with what it names after that.
#[cfg(feature = "gpu")]
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
        probes::CONSTANTS,
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
