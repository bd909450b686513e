//! Lines and records: a record of CSV goes on over ends of lines within quotes.

use std::collections::VecDeque;
use std::sync::Arc;

use cubebatch::notation::Format;
use cubebatch_cube::notation::UnfoldedWatch;
use cubebatch_rows::columns::CUBE;
use cubebatch_rows::{BYTE_ORDER_MARK, FirstField, Header, LONGEST_LINE, is_blank, is_object, parse, text};

use super::document::{self, LONGEST_DOCUMENT};
use super::lines::LineReader;
use super::quotes::Quotes;
use super::source::{ReadLine, SourceError};
use crate::parquet::{ParquetReadError, WantedColumns};

impl ReadLine for LineReader<&[u8]> {
    fn read_line(
        &mut self,
        text: &mut Vec<u8>,
        longest: usize,
        quotes: Option<&mut Quotes>,
    ) -> Result<bool, SourceError> {
        Ok(LineReader::read_line(self, text, longest, quotes)?)
    }
}

/// The most lines after the first that are read to look for a cube: 18 rows with what may stand between them.
const LONGEST_CUBE: usize = 40;

/// Reads the records of one input.
pub struct Records {
    /// The columns that a header must have; `None` if there is no header.
    wanted: Option<&'static WantedColumns>,
    /// The bytes of a record that are kept.
    longest: usize,
    next_line: u64,
    /// Whether all lines so far were blank, so that the next one can be a header.
    is_blank: bool,
    /// The most bytes of a JSON document; 0 where the input has to be lines.
    longest_document: usize,
    /// Whether the first line only names columns that are meant by their numbers.
    passes_header: bool,
    /// The delimiter of fields, if a line before the header names one.
    delimiter: Option<u8>,
    /// The header of a CSV file, once it was read.
    header: Option<Arc<Header>>,
    /// The next lines, which were read because the line before looked like the beginning of a header or of a cube.
    ahead: VecDeque<Vec<u8>>,
    /// What comes after them, if it is an error.
    error: Option<SourceError>,
    /// Looks for a cube over several lines; `None` where each line is moves.
    watch: Option<UnfoldedWatch>,
    /// Whether the lines of such a cube are one record. Only then are they read as one.
    joins: bool,
}

impl Records {
    pub fn new(wanted: Option<&'static WantedColumns>) -> Records {
        let longest = LONGEST_LINE;
        Records {
            wanted,
            longest,
            next_line: 1,
            is_blank: true,
            longest_document: LONGEST_DOCUMENT,
            passes_header: false,
            delimiter: None,
            header: None,
            ahead: VecDeque::new(),
            error: None,
            watch: Some(UnfoldedWatch::default()),
            joins: wanted.is_some(),
        }
    }

    /// The same, of lines in this format.
    pub fn in_format(self, format: Option<Format>) -> Records {
        Records { watch: self.watch.filter(|_| format != Some(Format::Moves)), ..self }
    }

    /// The same, without JSON documents, whose values take many times their bytes.
    pub fn without_documents(self) -> Records {
        Records { longest_document: 0, ..self }
    }

    /// The same, of pocket cubes.
    pub fn of_pocket_cubes(self) -> Records {
        Records { watch: Some(UnfoldedWatch::for_pocket_cubes()), joins: false, ..self }
    }

    /// Whether the next lines are no longer where the records are read from.
    pub fn are_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// The same, which keep `bytes` bytes of a record.
    pub fn with_longest(self, bytes: usize) -> Records {
        Records { longest: bytes, ..self }
    }

    /// The number of the next line.
    pub fn next_line(&self) -> u64 {
        self.next_line
    }

    /// Counts lines that were passed over.
    pub fn pass_over(&mut self, lines: u64) {
        self.next_line += lines;
    }

    /// The column or field that holds positions.
    pub fn column(&self) -> &'static str {
        self.wanted.map_or(CUBE, |wanted| wanted.positions)
    }

    /// The option that names this column.
    pub fn option(&self) -> Option<&'static str> {
        self.wanted.and_then(|wanted| wanted.option)
    }

    pub fn header(&self) -> Option<Arc<Header>> {
        self.header.clone()
    }

    /// Appends a record, or a line of another file, without its end; gives the number of its first line, if there is one.
    pub fn read(&mut self, from: &mut impl ReadLine, text: &mut Vec<u8>) -> Result<Option<u64>, SourceError> {
        let (start, number) = (text.len(), self.next_line);
        let mut quotes = self.header.as_ref().map(|header| Quotes::new(header.delimiter()));
        let is_first = self.is_blank && self.wanted.is_some();
        let longest = self.longest;
        if is_first {
            self.longest = longest.max(self.longest_document);
        }
        let is_line = self.read_line(from, text, quotes.as_mut());
        self.longest = longest;
        if !is_line? {
            return Ok(None);
        }
        if is_first && document::begins(text_of_document(&text[start..])) {
            self.open_document(from, text, start)?;
            return self.read(from, text);
        }
        text.truncate(text.len().min(start + self.longest + 1));
        if self.read_cube(from, (text, start, number))? {
            return Ok(Some(number));
        }
        let line = &text[start..];
        if self.is_no_record(line) {
            return Ok(Some(number));
        }
        if self.is_blank && self.passes_over(line) {
            text.truncate(start);
            return self.read(from, text);
        }
        if std::mem::take(&mut self.is_blank) {
            self.header = self.begin(from, (text, start, number))?.map(Arc::new);
            if std::mem::take(&mut self.passes_header) {
                text.truncate(start);
            }
        } else if let Some(mut quotes) = quotes {
            self.close(&mut quotes, from, (text, start, number))?;
        }
        Ok(Some(number))
    }

    /// Looks for a cube that begins with a line, and appends its other lines if one does. Lines that are not there yet are not
    /// waited for: their writer may wait for the answer.
    fn read_cube(
        &mut self,
        from: &mut impl ReadLine,
        (text, start, number): (&mut Vec<u8>, usize, u64),
    ) -> Result<bool, SourceError> {
        let Some(watch) = &mut self.watch else { return Ok(false) };
        watch.see(number, text_of(&text[start..]))?;
        if !watch.may_begin() {
            return Ok(false);
        }
        let (mut trial, mut lines) = (watch.clone(), Vec::new());
        let mut cube = None;
        while cube.is_none() && trial.may_be_amid() && lines.len() < LONGEST_CUBE {
            let mut line = Vec::new();
            let is_there = !self.ahead.is_empty() || !from.is_idle();
            match is_there.then(|| self.read_line(from, &mut line, None)) {
                Some(Ok(true)) => {}
                Some(Err(error)) => {
                    self.error = Some(error);
                    break;
                }
                _ => break,
            }
            cube = trial.see(self.next_line - 1, text_of(&line)).err();
            lines.push(line);
        }
        match cube.filter(|cube| cube.first == number) {
            Some(_) if self.joins && self.header.is_none() => {
                lines.iter().for_each(|line| text.extend(b"\n".iter().chain(line)));
                (self.watch, self.is_blank) = (Some(trial), false);
                Ok(true)
            }
            Some(cube) => Err(cube.into()),
            None => {
                self.return_lines(lines);
                Ok(false)
            }
        }
    }

    /// Reads these lines again, which came last.
    fn return_lines(&mut self, lines: Vec<Vec<u8>>) {
        self.next_line -= lines.len() as u64;
        lines.into_iter().rev().for_each(|line| self.ahead.push_front(line));
    }

    /// Reads a document to its end, and keeps its positions as the next lines.
    fn open_document(
        &mut self,
        from: &mut impl ReadLine,
        text: &mut Vec<u8>,
        start: usize,
    ) -> Result<(), SourceError> {
        if self.longest_document == 0 {
            return Err(SourceError::Foreign {
                name: "a JSON document",
                remedy: "Send each position on a line of its own, or a JSON object with `cubes`.",
            });
        }
        let longest = self.longest_document;
        let is_long = |text: &[u8]| text.len() - start > longest;
        text.push(b'\n');
        while !is_long(text) && self.read_line(from, text, None)? {
            text.push(b'\n');
        }
        if is_long(text) {
            return Err(SourceError::LongDocument);
        }
        self.ahead = document::lines(text_of_document(&text[start..]))?.into();
        text.truncate(start);
        (self.next_line, self.is_blank, self.watch) = (1, false, None);
        Ok(())
    }

    /// Whether a line is blank or a comment. A header may begin with `#`, as the name of its first column.
    fn is_no_record(&self, line: &[u8]) -> bool {
        match (&self.header, self.wanted) {
            (Some(header), _) => header.is_blank(line),
            (None, Some(wanted)) if self.is_blank && line.first() == Some(&b'#') => {
                !Header::of(text_of(line), self.delimiter, wanted.needed)
                    .is_some_and(|header| header.has_several())
            }
            (None, _) => is_blank(line),
        }
    }

    /// The header that begins with the first line, if one does: names of columns can have line ends. If none does, the lines after
    /// the first are read again.
    fn begin(
        &mut self,
        from: &mut impl ReadLine,
        (text, start, number): (&mut Vec<u8>, usize, u64),
    ) -> Result<Option<Header>, SourceError> {
        let end = text.len();
        let open = self.open_quotes(&text[start..]);
        let delimiter = open.as_ref().map(Quotes::delimiter);
        let closed = open.map_or(Ok(()), |mut quotes| self.close(&mut quotes, from, (text, start, number)));
        let is_closed = closed.is_ok();
        if !matches!(closed, Err(SourceError::OpenQuote { .. })) {
            closed?;
            let header = self.header_of(&text[start..])?;
            if header.is_some() || text.len() == end {
                return Ok(header);
            }
        }
        let names = delimiter.filter(|_| is_closed).map(|by| Header::names(text_of(&text[start..]), by));
        let after =
            text.drain(end..).as_slice().split(|&byte| byte == b'\n').skip(1).map(<[u8]>::to_vec).collect();
        self.return_lines(after);
        match (self.header_of(&text[start..])?, names, self.wanted) {
            (None, ..) => Ok(None),
            (_, Some(there), Some(wanted)) => {
                Err(SourceError::Rows(ParquetReadError::NoColumn { wanted, there }))
            }
            _ => Err(SourceError::OpenQuote { line: number }),
        }
    }

    /// The quotes of a first line that continue in the next one, if it is a header: names of columns can have line ends.
    fn open_quotes(&self, line: &[u8]) -> Option<Quotes> {
        let line = line.strip_prefix(BYTE_ORDER_MARK.to_string().as_bytes()).unwrap_or(line);
        let passed = |delimiter| {
            let mut quotes = Quotes::new(delimiter);
            quotes.pass(line);
            quotes
        };
        self.wanted
            .filter(|_| !is_object(text_of(line)))
            .and_then(|_| Header::delimiters(self.delimiter).map(passed).find(Quotes::are_open))
    }

    /// Appends lines as long as quotes are open.
    fn close(
        &mut self,
        quotes: &mut Quotes,
        from: &mut impl ReadLine,
        (text, start, number): (&mut Vec<u8>, usize, u64),
    ) -> Result<(), SourceError> {
        while quotes.are_open() {
            let end = text.len();
            text.push(b'\n');
            let is_short = text.len() - start <= self.longest;
            if !is_short || !self.read_line(from, text, Some(quotes))? {
                text.truncate(end);
                return Err(SourceError::OpenQuote { line: number });
            }
        }
        Ok(())
    }

    /// Whether the first line only says what stands between fields.
    fn passes_over(&mut self, line: &[u8]) -> bool {
        let delimiter = text(line).ok().and_then(Header::announced);
        let is_first = self.wanted.is_some() && self.delimiter.is_none() && delimiter.is_some();
        self.delimiter = self.delimiter.or(delimiter);
        is_first
    }

    /// The header that the first line of an input is; or what the input is, if it is known not to have a row a line.
    fn header_of(&mut self, line: &[u8]) -> Result<Option<Header>, SourceError> {
        let (Ok(text), Some(wanted)) = (text(line), self.wanted) else { return Ok(None) };
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        // A row of JSON may hold commas, and between them the name of a column.
        if is_object(text) {
            return Ok(None);
        }
        let has_positions = !wanted.is_named() && wanted.needed.contains(&wanted.positions);
        let of_stickers = || Header::of_stickers(text, self.delimiter).filter(|_| has_positions);
        let header = Header::of(text, self.delimiter, wanted.needed).or_else(of_stickers);
        let number = wanted.is_named().then(|| wanted.positions.parse().ok()).flatten();
        // A field of a position may be that number, too.
        if let Some((numbered, first)) =
            number.and_then(|number| Header::numbered(text, self.delimiter, number))
            && (header.is_none() || first == FirstField::Position)
        {
            self.passes_header = first == FirstField::Name;
            return Ok(Some(numbered));
        }
        if let Some(name) = header.as_ref().and_then(|header| header.repeated(wanted.columns())) {
            return Err(SourceError::TwoColumns { name });
        }
        let is_other = header.is_none() && (wanted.is_named() || parse(line, None).is_err());
        let names = is_other.then(|| Header::likely_names(text, self.delimiter)).flatten();
        match names {
            Some(there) => Err(SourceError::Rows(ParquetReadError::NoColumn { wanted, there })),
            None if is_other && wanted.is_named() => {
                Err(SourceError::Rows(ParquetReadError::NoColumn { wanted, there: Vec::new() }))
            }
            None => Ok(header),
        }
    }

    fn read_line(
        &mut self,
        from: &mut impl ReadLine,
        text: &mut Vec<u8>,
        quotes: Option<&mut Quotes>,
    ) -> Result<bool, SourceError> {
        let is_line = match self.ahead.pop_front() {
            Some(line) => {
                text.extend_from_slice(&line);
                quotes.into_iter().for_each(|quotes| quotes.pass(&line));
                true
            }
            None => match self.error.take() {
                Some(error) => return Err(error),
                None => from.read_line(text, self.longest, quotes)?,
            },
        };
        self.next_line += u64::from(is_line);
        Ok(is_line)
    }
}

/// A line as text, if it is one.
fn text_of(line: &[u8]) -> &str {
    text(line).unwrap_or("?")
}

/// A line of any length as text, without the mark before it, if it is text.
fn text_of_document(line: &[u8]) -> &str {
    std::str::from_utf8(line).unwrap_or_default().trim_start_matches(BYTE_ORDER_MARK)
}

/// How many records a text has.
#[cfg(feature = "serve")]
pub fn count(text: &[u8], wanted: &'static WantedColumns) -> Result<usize, SourceError> {
    let (mut records, mut lines, mut record) =
        (Records::new(Some(wanted)).without_documents(), LineReader::new(text), Vec::new());
    let mut count = 0;
    while records.read(&mut lines, &mut record)?.is_some() {
        count += 1;
        record.clear();
    }
    Ok(count)
}
