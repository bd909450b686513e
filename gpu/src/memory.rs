//! How much memory a device has for what a search needs.

use wgpu::ErrorFilter;

use super::buffers::WORD;
use super::device::Device;
use super::waiting::block_on;
use cubebatch_search::engine::EngineError;

/// Nodes take at least the most by this number. With less, a card waits more than it searches.
const LEAST_SHARE: u64 = 8;

impl Device {
    /// What `make` makes in this number of bytes; `None` if the device has fewer left.
    pub(super) fn in_room<T>(&self, bytes: u64, make: impl FnOnce() -> T) -> Option<T> {
        if bytes > self.max_room {
            return None;
        }
        let scope = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        let made = make();
        block_on(scope.pop()).is_none().then_some(made)
    }

    /// Whether the device has this number of bytes left.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        let part = |first: u64| self.zeroed("room", (bytes - first).min(self.max_binding) / WORD);
        let parts = || (0..bytes).step_by(self.max_binding as usize).map(part).collect::<Vec<_>>();
        let made = self.in_room(bytes, parts);
        made.inspect(|parts| parts.iter().for_each(wgpu::Buffer::destroy)).is_some()
    }

    /// What `make` makes in the most bytes, or in a half, a quarter or an eighth of them, as the device has room.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`]
    pub(super) fn in_most_room<T>(&self, most: u64, make: impl Fn(u64) -> T) -> Result<T, EngineError> {
        let halves = std::iter::successors(Some(most), |bytes| Some(bytes / 2));
        let mut enough = halves.take_while(|&bytes| bytes >= most / LEAST_SHARE);
        enough.find_map(|bytes| self.in_room(bytes, || make(bytes))).ok_or(EngineError::OutOfMemory)
    }

    /// Does what takes memory, on this thread. If there is not enough, that alone fails: the device goes on with what it has.
    ///
    /// # Errors
    /// What it returns, [`EngineError::OutOfMemory`], and what the driver says.
    pub(super) fn within_memory<T>(
        &self,
        act: impl FnOnce() -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let memory = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        // A buffer that there was no memory for cannot be used, either.
        let use_of_it = self.device.push_error_scope(ErrorFilter::Validation);
        let done = act();
        let fault = block_on(use_of_it.pop());
        if block_on(memory.pop()).is_some() {
            return Err(EngineError::OutOfMemory);
        }
        match fault {
            Some(fault) => {
                let fault = EngineError::Device(fault.to_string());
                self.give_up(fault.clone());
                Err(fault)
            }
            None => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Ceiling;
    use cubebatch_tables::progress::Stop;

    /// Without an adapter these tests pass without having run, unless CUBEBATCH_REQUIRE_GPU is set.
    fn device(max_room: u64) -> Option<Device> {
        let opened = Device::open(None, Ceiling { max_room, ..Ceiling::default() });
        assert!(opened.is_ok() || std::env::var_os("CUBEBATCH_REQUIRE_GPU").is_none());
        opened.ok()
    }

    #[test]
    fn nodes_take_what_there_is() {
        let plenty = 1 << 24;
        if device(u64::MAX).is_none() {
            return;
        }
        let room = |max_room| {
            let device = device(max_room).unwrap();
            device.in_most_room(plenty, |bytes| device.zeroed("test", bytes / WORD).size())
        };
        assert_eq!(
            [plenty, plenty - 1, plenty / 2, plenty / 2 - 1, plenty / 8, plenty / 8 - 1].map(room),
            [
                Ok(plenty),
                Ok(plenty / 2),
                Ok(plenty / 2),
                Ok(plenty / 4),
                Ok(plenty / 8),
                Err(EngineError::OutOfMemory)
            ]
        );
    }

    /// More than a software driver allocates at a time. A card may have it.
    fn take_too_much(device: &Device) {
        let texture = device.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("too much"),
            size: wgpu::Extent3d { width: 2048, height: 2048, depth_or_array_layers: 256 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        drop(texture);
    }

    #[test]
    fn where_memory_does_not_do_the_device_goes_on() {
        let Some(device) = device(u64::MAX).filter(Device::is_software) else { return };
        let answer = || device.read::<u32>(&device.filled("test", &[7]), 1, &Stop::default());
        let short = device.within_memory(|| {
            take_too_much(&device);
            Ok(())
        });
        assert_eq!((short, answer()), (Err(EngineError::OutOfMemory), Ok(vec![7])));
        // Without that the device is trusted no more.
        take_too_much(&device);
        assert_eq!(answer(), Err(EngineError::OutOfMemory));
    }

    #[test]
    fn other_faults_stay() {
        let Some(device) = device(u64::MAX) else { return };
        assert_eq!(device.within_memory(|| Ok(7)), Ok(7));
        let none = device.within_memory(|| Err::<(), _>(EngineError::OutOfMemory));
        assert_eq!((none, device.fault()), (Err(EngineError::OutOfMemory), None));
        let wrong = device.within_memory(|| {
            let [from, to] = [(); 2].map(|()| device.zeroed("test", 4));
            let mut work = device.work();
            work.copy(&from, &to, 1 << 20);
            work.submit();
            Ok(())
        });
        let Err(fault @ EngineError::Device(_)) = wrong else { panic!("{wrong:?}") };
        assert_eq!(device.fault(), Some(fault));
    }
}
