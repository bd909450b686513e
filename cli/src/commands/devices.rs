//! `cubebatch devices`: which GPUs there are, and what their drivers allow.

use crate::failure::Failure;

#[cfg(feature = "gpu")]
pub use with_gpu::run;

/// Without the GPU engine there is nothing to list.
#[cfg(not(feature = "gpu"))]
pub fn run() -> Result<u8, Failure> {
    tell!("this program was built without its GPU engine");
    Ok(0)
}

#[cfg(feature = "gpu")]
mod with_gpu {
    use cubebatch_gpu::{AdapterDescription, list};
    use indicatif::BinaryBytes;

    use super::Failure;
    use crate::output::print;

    /// Prints a paragraph for each adapter.
    pub fn run() -> Result<u8, Failure> {
        let adapters = list();
        if adapters.is_empty() {
            tell!("no GPU and no software driver: install your GPU's Vulkan driver, or mesa-vulkan-drivers");
        }
        let described = adapters.iter().enumerate().map(|(number, adapter)| describe(number, adapter));
        print(&described.collect::<String>()).map(|()| 0)
    }

    fn describe(number: usize, adapter: &AdapterDescription) -> String {
        format!(
            "{number}  {} ({}, {})\n   driver {}\n   bindings to {}, buffers to {}\n   features: {}\n",
            adapter.name,
            adapter.kind,
            adapter.backend,
            adapter.driver,
            BinaryBytes(adapter.max_binding),
            BinaryBytes(adapter.max_buffer),
            adapter.features.join(", ")
        )
    }
}
