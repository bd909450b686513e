//! Every byte of a table file. `tables/README.md` is the specification in words.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use xxhash_rust::xxh3::xxh3_64;

use super::sorted::{SortedContents, SortedSpec, SortedView, TableSteps, bucket_shift, buckets};
use super::{Complete, Phase, TableId, complete, sample};

#[cfg(target_endian = "big")]
compile_error!("table files are mapped as they are, and they are little-endian");

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"CUBEBTCH";

/// Sections begin at multiples of a cache line.
const ALIGN: usize = 64;

/// The first 256 bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TableHeader {
    magic: [u8; 8],
    version: u32,
    kind: [u8; 4],
    metric: [u8; 4],
    depth: u32,
    bucket_shift: u32,
    step_bytes: u32,
    entries: u64,
    file_bytes: u64,
    body_checksum: u64,
    per_depth: [u64; 24],
    /// XXH3-64 of all bytes before this field.
    checksum: u64,
}

pub const HEADER_BYTES: usize = size_of::<TableHeader>();

/// Why bytes are not a table that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableRefusal {
    /// It is a folder, a pipe, a device, …
    #[error("it is not a regular file")]
    NoFile,
    /// It does not begin like a table.
    #[error("it is not a cubebatch table")]
    Foreign,
    /// It is a table of another format version.
    #[error("its format is version {0}, but this program reads version {VERSION}")]
    Version(u32),
    /// Bytes of the header are not what was written.
    #[error("its header is damaged")]
    HeaderDamaged,
    /// The header is sound but describes a table that cannot be.
    #[error("its header describes no table of this version: {0}")]
    Impossible(&'static str),
    /// The header is sound, but its body is not the one that every builder writes.
    #[error("its bytes differ from the bytes that every build of {0} writes")]
    OtherBody(TableId),
    /// Bytes are missing or left over at the end.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes it should have.
        expected: u64,
    },
}

/// The places of the three sections of a table in its file, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SectionLayout {
    pub index: Range<usize>,
    pub residues: Range<usize>,
    pub steps: Range<usize>,
}

impl SectionLayout {
    pub fn of(spec: SortedSpec) -> SectionLayout {
        let entries = spec.entries() as usize;
        let index_len = buckets(spec.phase(), bucket_shift(spec)) + 1;
        let after = |end: usize, bytes: usize| {
            let start = end.next_multiple_of(ALIGN);
            start..start + bytes
        };
        let index = after(HEADER_BYTES, index_len * size_of::<u32>());
        let residues = after(index.end, entries * size_of::<u16>());
        let steps = after(residues.end, entries * spec.phase().step_bytes());
        SectionLayout { index, residues, steps }
    }

    pub fn file_bytes(&self) -> u64 {
        self.steps.end as u64
    }
}

/// The bytes that the file of a table takes.
pub fn file_bytes(table: impl Into<TableId>) -> u64 {
    match table.into() {
        TableId::Sorted(spec) => SectionLayout::of(spec).file_bytes(),
        TableId::Complete(table) => HEADER_BYTES as u64 + table.bytes() as u64,
        TableId::Filter(size) => HEADER_BYTES as u64 + size.bytes() as u64,
    }
}

/// Whether the header of a table has the digest of a sample where those of others have counts.
fn has_sample(table: TableId) -> bool {
    matches!(table, TableId::Complete(table) if table.sample().is_none())
}

/// What the header of a file says of the bytes of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// XXH3-64 of all.
    pub body: u64,
    /// The digest of a sample, of a complete table whose sample is not known beforehand; else 0.
    pub sample: u64,
}

impl Sums {
    /// What the header says of a body in sections, of which this is the checksum.
    pub fn of(table: TableId, sections: &Sections<'_>, body: u64) -> Sums {
        let sample = match (table, &sections[..]) {
            (TableId::Complete(table), &[(_, entries)]) if table.sample().is_none() => {
                sample::digest(entries)
            }
            _ => 0,
        };
        Sums { body, sample }
    }
}

impl TableHeader {
    pub fn new(table: TableId, sums: Sums) -> TableHeader {
        let mut per_depth = [0; 24];
        if has_sample(table) {
            per_depth[0] = sums.sample;
        } else {
            for (slot, count) in per_depth.iter_mut().zip(table.per_depth()) {
                *slot = count;
            }
        }
        let (bucket_shift, step_bytes) = match table {
            TableId::Sorted(spec) => (bucket_shift(spec), spec.phase().step_bytes() as u32),
            TableId::Complete(_) | TableId::Filter(_) => (0, 0),
        };
        let mut header = TableHeader {
            magic: MAGIC,
            version: VERSION,
            kind: table.code(),
            metric: complete::code(table.costs()),
            depth: table.depth().into(),
            bucket_shift,
            step_bytes,
            entries: table.entries(),
            file_bytes: file_bytes(table),
            body_checksum: sums.body,
            per_depth,
            checksum: 0,
        };
        header.checksum = header.computed_checksum();
        header
    }

    fn computed_checksum(&self) -> u64 {
        xxh3_64(&bytemuck::bytes_of(self)[..HEADER_BYTES - size_of::<u64>()])
    }

    /// Reads and checks the header of a file of `file_bytes` bytes, of which `bytes` are
    /// the first ones. This takes microseconds.
    #[cfg(feature = "files")]
    pub fn read(bytes: &[u8], file_bytes: u64) -> Result<(TableHeader, TableId), TableRefusal> {
        let (header, table) = TableHeader::checked(bytes).map_err(|refusal| match refusal {
            TableRefusal::Length { expected, .. } => TableRefusal::Length { found: file_bytes, expected },
            refusal => refusal,
        })?;
        if header.file_bytes != file_bytes {
            return Err(TableRefusal::Length { found: file_bytes, expected: header.file_bytes });
        }
        Ok((header, table))
    }

    /// Reads and checks a header, with which these bytes begin.
    pub fn checked(bytes: &[u8]) -> Result<(TableHeader, TableId), TableRefusal> {
        let Some(rest) = bytes.strip_prefix(&MAGIC) else { return Err(TableRefusal::Foreign) };
        // Another version may have another header, so the version comes first.
        let version = rest.first_chunk().map(|&version| u32::from_le_bytes(version));
        if let Some(version) = version.filter(|&version| version != VERSION) {
            return Err(TableRefusal::Version(version));
        }
        let Some(bytes) = bytes.get(..HEADER_BYTES) else {
            return Err(TableRefusal::Length { found: bytes.len() as u64, expected: HEADER_BYTES as u64 });
        };
        let header: TableHeader = bytemuck::pod_read_unaligned(bytes);
        if header.checksum != header.computed_checksum() {
            return Err(TableRefusal::HeaderDamaged);
        }
        let table = header.table()?;
        if header != TableHeader::new(table, header.sums(table)) {
            return Err(TableRefusal::Impossible("counts or sizes do not fit this depth"));
        }
        if table.body_checksum().is_some_and(|known| known != header.body_checksum) {
            return Err(TableRefusal::OtherBody(table));
        }
        Ok((header, table))
    }

    fn table(&self) -> Result<TableId, TableRefusal> {
        let of_kind = || TableId::all().filter(|table| table.code() == self.kind);
        let by_metric = || of_kind().filter(|table| complete::code(table.costs()) == self.metric);
        if of_kind().next().is_none() {
            return Err(TableRefusal::Impossible("unknown kind"));
        }
        if by_metric().next().is_none() {
            return Err(TableRefusal::Impossible("unknown metric"));
        }
        let found = by_metric().find(|table| u32::from(table.depth()) == self.depth);
        found.ok_or(TableRefusal::Impossible("unknown depth"))
    }

    fn sums(&self, table: TableId) -> Sums {
        Sums { body: self.body_checksum, sample: if has_sample(table) { self.per_depth[0] } else { 0 } }
    }

    /// Whether a sample of the body of a complete table is what it has to be.
    pub fn has_sound_sample(&self, table: Complete, body: &[u8]) -> bool {
        sample::digest(body) == table.sample().unwrap_or(self.per_depth[0])
    }

    pub fn body_checksum(&self) -> u64 {
        self.body_checksum
    }
}

/// Sections of a body in the order of the file, each with the padding before it.
pub(crate) type Sections<'a> = Vec<(usize, &'a [u8])>;

/// The three sections of a sorted table.
pub(super) fn sections(contents: &SortedContents) -> Sections<'_> {
    let layout = SectionLayout::of(contents.spec());
    let steps: &[u8] = match &contents.steps {
        TableSteps::Moves(steps) => steps,
        TableSteps::Paths(steps) => bytemuck::cast_slice(steps),
    };
    vec![
        (layout.index.start - HEADER_BYTES, bytemuck::cast_slice(&contents.index)),
        (layout.residues.start - layout.index.end, bytemuck::cast_slice(&contents.residues)),
        (layout.steps.start - layout.residues.end, steps),
    ]
}

/// A whole file, its header already read, as a table.
///
/// `file` must begin at a multiple of 8 bytes, as mapped files and vectors of `u64` do.
pub(super) fn view(file: &[u8], spec: SortedSpec) -> SortedView<'_> {
    let layout = SectionLayout::of(spec);
    let steps = &file[layout.steps];
    SortedView {
        spec,
        shift: bucket_shift(spec),
        index: bytemuck::cast_slice(&file[layout.index]),
        residues: bytemuck::cast_slice(&file[layout.residues]),
        steps: match spec.phase() {
            Phase::One => TableSteps::Moves(steps),
            Phase::Two => TableSteps::Paths(bytemuck::cast_slice(steps)),
        },
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    fn p1_3() -> TableId {
        SortedSpec::new(Phase::Two, 3).unwrap().into()
    }

    fn sums(body: u64) -> Sums {
        Sums { body, sample: 0 }
    }

    fn bytes() -> Vec<u8> {
        bytemuck::bytes_of(&TableHeader::new(p1_3(), sums(5))).to_vec()
    }

    #[test]
    fn the_header_is_256_bytes_without_gaps() {
        assert_eq!(HEADER_BYTES, 256);
        assert_eq!(std::mem::offset_of!(TableHeader, per_depth), 56);
        assert_eq!(std::mem::offset_of!(TableHeader, checksum), 248);
    }

    #[test]
    fn a_written_header_is_read() {
        let length = file_bytes(p1_3());
        let (header, spec) = TableHeader::read(&bytes(), length).unwrap();
        assert_eq!((spec, header.body_checksum()), (p1_3(), 5));
    }

    #[test]
    fn every_flipped_bit_of_a_header_is_refused_by_name() {
        let length = file_bytes(p1_3());
        for bit in 0..HEADER_BYTES * 8 {
            let mut bytes = bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let refusal = TableHeader::read(&bytes, length).unwrap_err();
            match bit / 8 {
                0..8 => assert_eq!(refusal, TableRefusal::Foreign),
                8..12 => assert!(matches!(refusal, TableRefusal::Version(_))),
                _ => assert_eq!(refusal, TableRefusal::HeaderDamaged),
            }
        }
    }

    #[test]
    fn a_sound_header_with_wrong_numbers_is_refused() {
        let mut header = TableHeader::new(p1_3(), sums(5));
        header.entries += 1;
        header.checksum = header.computed_checksum();
        let length = file_bytes(p1_3());
        let refusal = TableHeader::read(bytemuck::bytes_of(&header), length).unwrap_err();
        assert!(matches!(refusal, TableRefusal::Impossible(_)));
    }

    #[test]
    fn a_table_with_another_body_is_refused() {
        let mut known_ones = 0;
        for table in TableId::all() {
            let Some(known) = table.body_checksum() else { continue };
            let read =
                |checksum| TableHeader::checked(bytemuck::bytes_of(&TableHeader::new(table, sums(checksum))));
            assert_eq!(read(known).map(|(_, table)| table), Ok(table));
            assert_eq!(read(known ^ 1).unwrap_err(), TableRefusal::OtherBody(table));
            known_ones += 1;
        }
        assert_eq!(known_ones, 4 + 3 * 3 + 3, "four in HTM, three in each other metric, three filters");
    }

    #[test]
    fn wrong_lengths_are_told() {
        let expected = file_bytes(p1_3());
        for found in [0, 8, expected - 1, expected + 1] {
            let bytes = bytes();
            let start = &bytes[..bytes.len().min(found as usize)];
            let refusal = TableHeader::read(start, found).unwrap_err();
            match found {
                0 => assert_eq!(refusal, TableRefusal::Foreign),
                8 => assert_eq!(refusal, TableRefusal::Length { found, expected: 256 }),
                _ => assert_eq!(refusal, TableRefusal::Length { found, expected }),
            }
        }
    }
}
