//! Buffers of 32-bit words on the device.

use bytemuck::NoUninit;
use wgpu::BufferUsages;

use super::device::Device;
use cubebatch_search::engine::EngineError;
use cubebatch_tables::progress::Stop;

/// Bytes of a word.
pub(super) const WORD: u64 = 4;

/// The most bytes that are sent at a time.
#[cfg(not(target_family = "wasm"))]
const MOST_SENT: usize = 16 << 20;

/// As many of these are on the way at a time.
#[cfg(not(target_family = "wasm"))]
const TURNS: usize = 4;

/// Parts of buffers are bound from multiples of this number of words.
pub(super) const ALIGN: u32 = 64;

impl Device {
    /// The words `first` (a multiple of [`ALIGN`]) to `end` of a buffer, to be bound.
    ///
    /// # Errors
    /// [`EngineError::TooSmall`], when they are more than the adapter lets a kernel see.
    pub(super) fn words<'a>(
        &self,
        buffer: &'a wgpu::Buffer,
        first: u32,
        end: u32,
    ) -> Result<wgpu::BindingResource<'a>, EngineError> {
        let (offset, size) = (u64::from(first) * WORD, u64::from(end - first) * WORD);
        if size > self.max_binding {
            return Err(EngineError::TooSmall { needed: size, granted: self.max_binding });
        }
        let size = wgpu::BufferSize::new(size);
        Ok(wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size }))
    }

    /// A buffer for kernels, all zero.
    pub(super) fn zeroed(&self, label: &str, words: u64) -> wgpu::Buffer {
        self.buffer(label, words, BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST)
    }

    /// A buffer in which a kernel leaves the grids of others.
    pub(super) fn planned(&self, label: &str, words: u64) -> wgpu::Buffer {
        self.buffer(label, words, BufferUsages::STORAGE | BufferUsages::INDIRECT | BufferUsages::COPY_SRC)
    }

    /// A buffer for kernels with this content.
    pub(super) fn filled<T: NoUninit>(&self, label: &str, content: &[T]) -> wgpu::Buffer {
        let bytes: &[u8] = bytemuck::cast_slice(content);
        let buffer = self.zeroed(label, bytes.len() as u64 / WORD);
        self.write(&buffer, 0, bytes);
        buffer
    }

    /// A buffer for kernels with these bytes, and zeros to the end of the last word.
    pub(super) fn filled_with_bytes(&self, label: &str, content: &[u8]) -> wgpu::Buffer {
        let buffer = self.zeroed(label, (content.len() as u64).div_ceil(WORD));
        self.write_bytes(&buffer, content);
        buffer
    }

    /// Buffers for kernels with these bytes, `each` bytes in one, and zeros to the end of the last word; `None` if the device has no room
    /// for them.
    ///
    /// # Errors
    /// [`EngineError`], if the device fails.
    pub(super) fn filled_in_slices(
        &self,
        label: &str,
        content: &[u8],
        each: usize,
    ) -> Result<Option<Vec<wgpu::Buffer>>, EngineError> {
        let room = |slice: &[u8]| self.zeroed(label, (slice.len() as u64).div_ceil(WORD));
        let made = self.in_room(content.len() as u64, || content.chunks(each).map(room).collect::<Vec<_>>());
        for (buffer, slice) in made.iter().flatten().zip(content.chunks(each)) {
            self.write_bytes(buffer, slice);
            // A card without the memory fails now.
            self.read::<u32>(buffer, 1, &Stop::default())?;
        }
        Ok(made)
    }

    /// Brings bytes into a buffer, and zeros to the end of the last word.
    fn write_bytes(&self, buffer: &wgpu::Buffer, content: &[u8]) {
        let (words, rest) = content.split_at(content.len() / WORD as usize * WORD as usize);
        self.write(buffer, 0, words);
        if !rest.is_empty() {
            let mut last = [0; WORD as usize];
            last[..rest.len()].copy_from_slice(rest);
            self.write(buffer, words.len() as u64, &last);
        }
    }

    /// A buffer for kernels with these 16-bit numbers, two in a word, the lower half first, and zeros to the end of the last
    /// four words.
    pub(super) fn filled_in_words(&self, label: &str, content: &[u16]) -> wgpu::Buffer {
        let buffer = self.zeroed(label, content.len().div_ceil(8) as u64 * 4);
        let (pairs, last) = content.split_at(content.len() / 2 * 2);
        self.write(&buffer, 0, bytemuck::cast_slice(pairs));
        if let [last] = last {
            self.write(&buffer, pairs.len() as u64 * 2, bytemuck::bytes_of(&u32::from(*last)));
        }
        buffer
    }

    /// Brings bytes into a buffer, from this byte on, before work that is submitted later.
    pub(super) fn write(&self, buffer: &wgpu::Buffer, first: u64, bytes: &[u8]) {
        self.meter().bytes_sent += bytes.len() as u64;
        #[cfg(not(target_family = "wasm"))]
        if bytes.len() > MOST_SENT {
            return self.write_in_turns(buffer, first, bytes);
        }
        self.queue.write_buffer(buffer, first, bytes);
    }

    /// Brings bytes into a buffer on several threads, which may be the first to read the pages of a file. Little is on the way, so
    /// that the system makes the pages of that memory only once.
    #[cfg(not(target_family = "wasm"))]
    fn write_in_turns(&self, buffer: &wgpu::Buffer, first: u64, bytes: &[u8]) {
        let send = |(number, piece): (usize, &[u8])| {
            self.queue.write_buffer(buffer, first + (number * MOST_SENT) as u64, piece);
            // The device keeps what goes wrong.
            self.wait(self.queue.submit([])).is_ok()
        };
        let pieces = || bytes.chunks(MOST_SENT).enumerate();
        rayon::scope(|scope| {
            for turn in 0..TURNS {
                scope.spawn(move |_| _ = pieces().skip(turn).step_by(TURNS).all(send));
            }
        });
    }

    /// Brings pieces into a buffer, one after the other, before work that is submitted later. How many items they have.
    pub(super) fn write_pieces<T: NoUninit>(&self, buffer: &wgpu::Buffer, pieces: &[&[T]]) -> usize {
        let mut count = 0;
        for piece in pieces {
            self.write(buffer, (count * size_of::<T>()) as u64, bytemuck::cast_slice(piece));
            count += piece.len();
        }
        count
    }

    /// The parameters of one dispatch.
    pub(super) fn parameters<T: NoUninit>(&self, parameters: &T) -> wgpu::Buffer {
        let bytes = bytemuck::bytes_of(parameters);
        let buffer = self.buffer(
            "parameters",
            bytes.len() as u64 / WORD,
            BufferUsages::UNIFORM | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
        );
        self.write(&buffer, 0, bytes);
        buffer
    }

    pub(super) fn buffer(&self, label: &str, words: u64, usage: BufferUsages) -> wgpu::Buffer {
        // Bindings must not be empty; 16 bytes also hold the widest element.
        let size = (words * WORD).max(16);
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage,
            mapped_at_creation: false,
        })
    }
}
