//! The record of a coset, from which its work goes on after the process ended.
//!
//! A file has a header with the levels that are done and, unless all that was asked for is done, the map of all positions. It is
//! written beside the old one, which it then replaces: a process that is killed leaves one or the other.

use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::bitmap::Bitmap;
use super::layout::place::GROUPS;
use super::level::{Level, LevelProgress};
use super::map::Map;
use crate::error::Error;
use cubebatch_cube::cube::Cube;
use cubebatch_tables::coord::cubies::Cubies;
use cubebatch_tables::files::regular_file;
use cubebatch_tables::table::FileError;

const MAGIC: [u8; 8] = *b"cbcoset\n";

/// Changes with the places of positions and with the pieces of a search.
const VERSION: u32 = 1;

/// Room for levels.
const MOST_LEVELS: usize = 32;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RecordHeader {
    magic: [u8; 8],
    version: u32,
    /// The number of the coset.
    coset: u32,
    /// The position from which the places of the map are counted.
    cubies: [u8; 32],
    levels: u32,
    has_map: u32,
    is_spread: u32,
    pieces: u32,
    sequences: u64,
    within: u64,
    positions: [u64; MOST_LEVELS],
    sequences_of_levels: [u64; MOST_LEVELS],
    /// The XXH3 checksum of the map.
    map_checksum: u64,
    /// That of the header up to here.
    checksum: u64,
}

const CHECKED_BYTES: usize = size_of::<RecordHeader>() - size_of::<u64>();

/// What is known of a coset.
pub struct KnownCoset<'a> {
    /// The number of the coset.
    pub coset: u32,
    /// The position from which places are counted.
    pub cube: &'a Cube,
    /// The levels that are done.
    pub levels: &'a [Level],
    /// The level after them.
    pub part: LevelProgress,
    /// How many positions are known.
    pub within: u64,
    /// The positions that are known; `None` if no more is asked for.
    pub map: Option<&'a Map>,
}

/// What a record says.
pub struct Recorded {
    /// The levels that are done.
    pub levels: Vec<Level>,
    /// The rest, if there is a map.
    pub begun: Option<BegunLevel>,
}

/// A level that is begun.
pub struct BegunLevel {
    /// The position from which places are counted.
    pub cube: Cube,
    /// How far it is.
    pub part: LevelProgress,
    /// How many positions are known.
    pub within: u64,
    /// These.
    pub map: Bitmap,
}

/// The file of a coset in a folder.
pub fn path(folder: &Path, coset: u32) -> PathBuf {
    folder.join(format!("coset-{coset}.record"))
}

/// Writes a record.
///
/// # Errors
/// [`FileError::Io`], or why a device does not show its map.
pub fn write(path: &Path, known: &KnownCoset<'_>) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let begun = || -> io::Result<_> {
        std::fs::create_dir_all(folder)?;
        let mut file = BufWriter::with_capacity(1 << 20, NamedTempFile::new_in(folder)?);
        // The header has the checksum of what comes behind it.
        file.write_all(bytemuck::bytes_of(&RecordHeader::zeroed()))?;
        Ok(file)
    };
    let at_path = |source| FileError::Io { path: path.to_owned(), source };
    let mut file = begun().map_err(at_path)?;
    let (mut map_checksum, mut written) = (Xxh3::new(), Ok(()));
    if let Some(map) = known.map {
        map.see(|bytes| {
            map_checksum.update(bytes);
            if written.is_ok() {
                written = file.write_all(bytes);
            }
        })?;
    }
    let ended = || -> io::Result<()> {
        written?;
        file.rewind()?;
        file.write_all(bytemuck::bytes_of(&header(known, map_checksum.digest())))?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    Ok(ended().map_err(at_path)?)
}

fn header(known: &KnownCoset<'_>, map_checksum: u64) -> RecordHeader {
    let number = |of: fn(&Level) -> u64| std::array::from_fn(|i| known.levels.get(i).map_or(0, of));
    let mut header = RecordHeader {
        magic: MAGIC,
        version: VERSION,
        coset: known.coset,
        cubies: Cubies::from(known.cube).to_bytes(),
        levels: known.levels.len() as u32,
        has_map: known.map.is_some().into(),
        is_spread: known.part.is_spread.into(),
        pieces: known.part.pieces as u32,
        sequences: known.part.sequences,
        within: known.within,
        positions: number(|level| level.positions),
        sequences_of_levels: number(|level| level.sequences),
        map_checksum,
        checksum: 0,
    };
    header.checksum = xxh3_64(&bytemuck::bytes_of(&header)[..CHECKED_BYTES]);
    header
}

/// Reads the record of a coset, if there is one; the map has room for some more groups.
///
/// # Errors
/// [`FileError::Io`], or [`FileError::Damaged`] for a file that is not a whole record of this coset.
pub fn read(path: &Path, coset: u32, beside: usize) -> Result<Option<Recorded>, FileError> {
    let at_path = |source| FileError::Io { path: path.to_owned(), source };
    let file = match regular_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(at_path)?,
    };
    let damaged = |fault: &str| FileError::Damaged { path: path.to_owned(), fault: fault.to_owned() };
    let mut file = file.ok_or_else(|| damaged("it is no regular file"))?;
    // A file that ends early is damaged; other errors are the disk's.
    let cut = |source: io::Error| match source.kind() {
        io::ErrorKind::UnexpectedEof => damaged("it ends too early"),
        _ => at_path(source),
    };
    let mut header = RecordHeader::zeroed();
    file.read_exact(bytemuck::bytes_of_mut(&mut header)).map_err(cut)?;
    if (header.magic, header.version) != (MAGIC, VERSION) {
        return Err(damaged("it is no record of a coset by this version"));
    }
    let is_whole = xxh3_64(&bytemuck::bytes_of(&header)[..CHECKED_BYTES]) == header.checksum;
    if !is_whole || header.levels as usize > MOST_LEVELS || header.coset != coset {
        return Err(damaged("its header was changed"));
    }
    let mut within = 0;
    let levels = (0..header.levels as usize).map(|depth| {
        let (positions, sequences) = (header.positions[depth], header.sequences_of_levels[depth]);
        let level = Level::recorded(depth as u8, within, positions, sequences);
        within = level.within;
        level
    });
    let levels = levels.collect();
    if header.has_map == 0 {
        return Ok(Some(Recorded { levels, begun: None }));
    }
    let mut map = Bitmap::empty(beside).map_err(at_path)?;
    let (mut checksum, mut positions) = (Xxh3::new(), 0);
    for lines in map.parts().0.take(GROUPS) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(lines);
        file.read_exact(bytes).map_err(cut)?;
        checksum.update(bytes);
        positions += bytes.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
    }
    if checksum.digest() != header.map_checksum || positions != header.within {
        return Err(damaged("its map was changed"));
    }
    let part = LevelProgress {
        is_spread: header.is_spread != 0,
        pieces: header.pieces as usize,
        sequences: header.sequences,
    };
    let cube = Cube::from(&Cubies::from_bytes(header.cubies));
    Ok(Some(Recorded { levels, begun: Some(BegunLevel { cube, part, within: header.within, map }) }))
}
