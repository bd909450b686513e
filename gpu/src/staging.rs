//! Buffers through which results come to the host.
//!
//! The system makes their pages one by one when they are first written, which takes longer than to copy into them; so some are
//! kept for the next results.

use std::sync::{Mutex, MutexGuard, PoisonError};

use wgpu::Buffer;

/// The most spare buffers: the counts and the results of two stripes.
const MOST_SPARE: usize = 4;

/// Smaller buffers count as this size.
const LEAST_BYTES: u64 = 4096;

/// Buffers that bring nothing now, the last used one last.
#[derive(Default)]
pub(super) struct Staging(Mutex<Vec<Buffer>>);

impl Staging {
    fn spare(&self) -> MutexGuard<'_, Vec<Buffer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A buffer for `bytes` bytes: a spare one, or a new one.
    pub fn take(&self, bytes: u64, new: impl FnOnce(u64) -> Buffer) -> Buffer {
        let bytes = rounded(bytes);
        let mut spare = self.spare();
        let fitting = spare.iter().rposition(|buffer| buffer.size() == bytes);
        fitting.map(|i| spare.remove(i)).unwrap_or_else(|| new(bytes))
    }

    /// Keeps a buffer whose results the host has seen.
    pub fn keep(&self, buffer: Buffer) {
        buffer.unmap();
        let mut spare = self.spare();
        spare.push(buffer);
        if spare.len() > MOST_SPARE {
            spare.remove(0);
        }
    }

    /// Gives back all that are kept.
    pub fn clear(&self) {
        self.spare().clear();
    }
}

/// At least `bytes` bytes, and a ninth more at most beyond the least ones: results of about the same size share buffers.
fn rounded(bytes: u64) -> u64 {
    let bytes = bytes.max(LEAST_BYTES);
    bytes.next_multiple_of((1 << bytes.ilog2()) / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Ceiling, Device};
    use cubebatch_tables::progress::Stop;

    #[test]
    fn results_of_about_the_same_size_share_buffers() {
        assert_eq!(
            [0, 1, 4096, 4097, 60 << 20, (60 << 20) + 4].map(rounded),
            [4096, 4096, 4096, 4608, 60 << 20, 64 << 20]
        );
        for bytes in (0..1 << 20).step_by(36) {
            assert!(
                rounded(bytes) >= bytes && rounded(bytes) <= (bytes + bytes / 8).max(LEAST_BYTES),
                "{bytes}"
            );
        }
    }

    /// Without an adapter this passes without having run, unless CUBEBATCH_REQUIRE_GPU is set.
    #[test]
    fn a_buffer_is_used_again() {
        let opened = Device::open(None, Ceiling::default());
        assert!(opened.is_ok() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
        let Ok(device) = opened else { return };
        let spare = || device.staging.spare().clone();
        for round in 0..3u32 {
            let content: Vec<u32> = (0..5000).map(|i| i * i + round).collect();
            let buffer = device.filled("test", &content);
            // The results before were longer.
            for count in [5000, 4990, 7] {
                assert_eq!(device.read::<u32>(&buffer, count, &Stop::default()).unwrap(), content[..count]);
            }
        }
        assert_eq!(spare().iter().map(|buffer| buffer.size()).collect::<Vec<_>>(), [20_480, 4096]);
        for words in 0..2 * MOST_SPARE as u64 {
            let buffer = device.zeroed("test", 4096 << words);
            device.read::<u32>(&buffer, 4096 << words, &Stop::default()).unwrap();
        }
        assert_eq!(spare().len(), MOST_SPARE);
        device.staging.clear();
        assert!(spare().is_empty());
    }
}
