//! Compressed files: gzip and Zstandard, of any number of members or frames one after the other.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::failure::{Failure, UNUSABLE};
use super::remote::Show;

/// Endings of the names of files that are compressed otherwise.
const UNKNOWN: [&str; 6] = ["xz", "bz2", "lz4", "7z", "zip", "br"];

/// The first bytes of compressed files.
const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    /// The compression that the name ends in: `.gz`, `.zst`, also in capital letters. Refuses other compressions.
    pub fn of_name(path: &Path) -> Result<Compression, Failure> {
        match ending(path).as_str() {
            "gz" => Ok(Compression::Gzip),
            "zst" => Ok(Compression::Zstd),
            other if UNKNOWN.contains(&other) => {
                let problem = format!("{}: the program cannot write .{other}", path.shown());
                Err(Failure::new(UNUSABLE, problem, "Use a name that ends in .gz or .zst."))
            }
            _ => Ok(Compression::None),
        }
    }

    /// The compression of a file that begins so. A file of Zstandard begins with a frame, or with one that readers skip, as pzstd
    /// writes it.
    pub fn of_bytes(head: &[u8]) -> Compression {
        let is_skipped = matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        match head {
            _ if head.starts_with(GZIP) => Compression::Gzip,
            _ if head.starts_with(ZSTD) || is_skipped => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// The name without the ending of a compression.
    pub fn stripped(path: &Path) -> &Path {
        match ending(path).as_str() {
            "gz" | "zst" => path.file_stem().map_or(path, Path::new),
            _ => path,
        }
    }

    /// Bytes as they stand in the file, where they can be followed by others that were compressed by themselves.
    pub fn compress(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Compression::None => bytes.to_vec(),
            Compression::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
                let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
                written.expect("a vector takes everything")
            }
            Compression::Zstd => compress_to_vec(bytes, CompressionLevel::Fastest),
        }
    }
}

/// In small letters, without its dot.
fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// Reads all members of a gzip file. Zeros behind them, which fill blocks of tapes and disks, are passed over.
pub struct GzipReader<R> {
    /// `None` at the end.
    member: Option<GzDecoder<R>>,
    /// The name of the file, for messages.
    name: String,
}

impl<R: BufRead> GzipReader<R> {
    pub fn new(source: R, name: &str) -> GzipReader<R> {
        GzipReader { member: Some(GzDecoder::new(source)), name: name.to_owned() }
    }

    /// Turns to what comes behind a member that was read.
    fn end_member(&mut self) -> io::Result<()> {
        let Some(member) = self.member.take() else { return Ok(()) };
        let mut source = member.into_inner();
        let (zeros, is_end) = pass_over_zeros(&mut source)?;
        if !is_end {
            // A buffer may end after the first byte.
            let next = source.fill_buf()?;
            if !next.iter().zip(GZIP).all(|(byte, of_gzip)| byte == of_gzip) {
                return Err(trailing(next));
            }
            self.member = Some(GzDecoder::new(source));
        } else if zeros > 0 {
            tell!("{}: ignored {zeros} zero bytes after the compressed rows", self.name);
        }
        Ok(())
    }
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(to).map_err(|error| match error.kind() {
                // The decoder has this kind for faults of the file.
                io::ErrorKind::InvalidInput => invalid(error),
                _ => error,
            })?;
            if read > 0 || to.is_empty() {
                return Ok(read);
            }
            self.end_member()?;
        }
        Ok(0)
    }
}

/// Gives their number, and whether nothing comes behind them.
fn pass_over_zeros(source: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let mut passed = 0;
    loop {
        let buffer = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            filled => filled?,
        };
        let zeros = buffer.iter().take_while(|&&byte| byte == 0).count();
        if zeros == 0 {
            return Ok((passed, buffer.is_empty()));
        }
        passed += zeros as u64;
        source.consume(zeros);
    }
}

/// The largest window of a frame: what is larger takes as much memory, and only `zstd --ultra` and `--long` write it.
const LARGEST_WINDOW: u64 = 32 << 20;

/// Reads all frames of a Zstandard file.
pub struct ZstdReader<R> {
    source: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub fn new(source: R) -> ZstdReader<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        ZstdReader { source, decoder, is_in_frame: false }
    }

    /// Begins the next frame that holds something; false at the end.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.is_in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                    // It is not damaged.
                    return Err(io::Error::new(
                        io::ErrorKind::Unsupported,
                        "it needs more memory than the program allows: unpack it with `zstd -dc --long=31`",
                    ));
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(
                    number,
                ))) => {
                    return Err(trailing(&number.to_le_bytes()));
                }
                Err(error) => return Err(invalid(error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(invalid("its checksum does not match its content"));
        }
        Ok(())
    }
}

/// The error for bytes behind compressed content that do not belong to it.
fn trailing(bytes: &[u8]) -> io::Error {
    invalid(match Compression::of_bytes(bytes) {
        Compression::None => "other bytes follow its compressed content",
        Compression::Gzip => "content that is compressed with gzip follows, after Zstandard",
        Compression::Zstd => "content that is compressed with Zstandard follows, after gzip",
    })
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.is_in_frame || self.begin_frame()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(invalid)?;
            }
            let read = self.decoder.read(to)?;
            if read > 0 || to.is_empty() {
                return Ok(read);
            }
            self.end_frame()?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        ZstdReader::new(bytes).read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn frames_follow_each_other() {
        let frame = |text: &str| Compression::Zstd.compress(text.as_bytes());
        // A frame that readers are to skip: four bytes of its own.
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0][..], b"skip"].concat();
        let long = "R U F'\n".repeat(100_000);
        let file = [frame("one\n"), skipped, frame(""), frame(&long), frame("three")].concat();
        assert_eq!(unpacked(&file).unwrap(), format!("one\n{long}three"));
        assert_eq!(unpacked(b"").unwrap(), "");
    }

    #[test]
    fn what_is_cut_off_or_changed_is_told() {
        let text = "R U F'\n".repeat(1000);
        let whole = Compression::Zstd.compress(text.as_bytes());
        for length in 1..whole.len() {
            assert!(unpacked(&whole[..length]).is_err(), "cut to {length} bytes");
        }
        for changed in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[changed / 8] ^= 1 << (changed % 8);
            // One bit of the header means nothing.
            assert!(
                unpacked(&bytes).is_ok_and(|same| same == text) || unpacked(&bytes).is_err(),
                "bit {changed} flipped"
            );
        }
    }

    #[test]
    fn a_window_larger_than_memory_is_refused() {
        // Magic, a descriptor without content size, a window of 2 to the power of 10 + 17, and no more.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 1, 0, 0];
        assert!(unpacked(&frame).unwrap_err().to_string().starts_with("it needs more memory"));
    }

    #[test]
    fn names_tell_how_files_are_compressed() {
        for (name, compression) in [
            ("a.txt", Compression::None),
            ("a.txt.gz", Compression::Gzip),
            ("a.zst", Compression::Zstd),
            ("a.GZ", Compression::Gzip),
            ("a.Zst", Compression::Zstd),
            ("gz", Compression::None),
        ] {
            assert_eq!(Compression::of_name(Path::new(name)).unwrap(), compression, "{name}");
        }
        assert!(Compression::of_name(Path::new("a.XZ")).is_err());
    }
}
