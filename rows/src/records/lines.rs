//! Lines of bytes. They end with LF, with CR LF, or with CR alone, as on old Macs.

use std::io::{self, BufRead};

use memchr::memchr2;

use super::quotes::Quotes;

/// Cuts lines out of what it reads.
pub struct LineReader<R> {
    reader: R,
    /// Whether the last line ended with CR, so that an LF that comes next belongs to it.
    is_after_cr: bool,
}

impl<R: BufRead> LineReader<R> {
    pub fn new(reader: R) -> LineReader<R> {
        LineReader { reader, is_after_cr: false }
    }

    /// Appends a line without its end, if there is one: no more than a byte over `longest` of it. All of it passes
    /// through `quotes`.
    pub fn read_line(
        &mut self,
        text: &mut Vec<u8>,
        longest: usize,
        mut quotes: Option<&mut Quotes>,
    ) -> io::Result<bool> {
        self.pass_over_lf()?;
        let (mut room, mut is_line) = (longest + 1, false);
        loop {
            let buffer = fill(&mut self.reader)?;
            if buffer.is_empty() {
                return Ok(is_line);
            }
            let end = memchr2(b'\n', b'\r', buffer);
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            if let Some(quotes) = &mut quotes {
                quotes.pass(piece);
            }
            let kept = room.min(piece.len());
            text.extend_from_slice(&piece[..kept]);
            (room, is_line) = (room - kept, true);
            let read = piece.len() + usize::from(end.is_some());
            self.is_after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            self.reader.consume(read);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    fn pass_over_lf(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_after_cr) && fill(&mut self.reader)?.starts_with(b"\n") {
            self.reader.consume(1);
        }
        Ok(())
    }

    /// Whether these bytes, which come next, hold a whole line.
    pub fn has_line(&self, next: &[u8]) -> bool {
        memchr2(b'\n', b'\r', self.after_end(next)).is_some()
    }

    /// Whether they hold some of a line.
    pub fn has_part(&self, next: &[u8]) -> bool {
        !self.after_end(next).is_empty()
    }

    fn after_end<'a>(&self, next: &'a [u8]) -> &'a [u8] {
        next.strip_prefix(b"\n").filter(|_| self.is_after_cr).unwrap_or(next)
    }

    pub fn reader(&self) -> &R {
        &self.reader
    }
}

/// Whether a line ends with this byte.
pub fn is_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The next bytes; they are empty only at the end.
fn fill(reader: &mut impl BufRead) -> io::Result<&[u8]> {
    while let Err(error) = reader.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // It is there now, so that nothing is read.
    reader.fill_buf()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &str, buffer: usize) -> Vec<String> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, text.as_bytes()));
        let mut line = || {
            let mut line = Vec::new();
            reader.read_line(&mut line, 3, None).unwrap().then(|| String::from_utf8(line).unwrap())
        };
        std::iter::from_fn(&mut line).collect()
    }

    #[test]
    fn a_line_ends_in_three_ways_wherever_the_buffer_ends() {
        for buffer in 1..9 {
            assert_eq!(lines("a\rb\r\n\nc\r\r\nd\n\re", buffer), ["a", "b", "", "c", "", "d", "", "e"]);
            assert_eq!(lines("a\r", buffer), ["a"]);
            assert_eq!(lines("a\r\n", buffer), ["a"]);
            assert_eq!(lines("abcdefgh\rabc\n", buffer), ["abcd", "abc"]);
        }
    }

    #[test]
    fn a_line_that_ended_with_cr_is_not_waited_for() {
        let mut reader = LineReader::new(&b"a\r"[..]);
        assert!(reader.has_line(b"a\r"));
        reader.read_line(&mut Vec::new(), 3, None).unwrap();
        assert!(!reader.has_line(b"\n") && !reader.has_line(b"\nb") && reader.has_line(b"\n\n"));
    }
}
