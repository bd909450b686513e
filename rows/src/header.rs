//! CSV files: a header, and records with a field for each of its names.

use std::collections::BTreeSet;

use csv::{ReaderBuilder, StringRecord};

use super::line::{BYTE_ORDER_MARK, Line, LineError, is_blank, parse_field, text};
use cubebatch::Cube;
use cubebatch::cube::{FACELETS, Face};
use cubebatch::notation::{Format, parse_line};
use cubebatch_cube::notation::has_four_of_each;

/// What stands between fields: the first of them that makes a header of a line.
const DELIMITERS: [u8; 3] = *b",;\t";

/// Columns in which the WCA and Twisty Timer name the puzzle of a scramble.
const PUZZLE_COLUMNS: [&str; 3] = ["eventid", "event_id", "puzzle"];

/// The names of other puzzles there.
const OTHER_PUZZLES: [&str; 20] = [
    "222", "444", "555", "666", "777", "444bf", "555bf", "444bld", "555bld", "clock", "clk", "minx", "mega",
    "pyram", "pyra", "skewb", "sq1", "magic", "mmagic", "pyraminx",
];

/// Whether two names of columns differ by nothing but small and capital letters, and white space.
pub fn is_alike(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

/// A name of a column in small letters, its words parted by spaces: names in cells can have line ends.
fn letters(name: &str) -> impl Iterator<Item = char> {
    let words = name.split_whitespace().enumerate();
    words.flat_map(|(number, word)| {
        let space = (number > 0).then_some(' ');
        space.into_iter().chain(word.chars().flat_map(char::to_lowercase))
    })
}

/// The header of a CSV file.
#[derive(Debug)]
pub struct Header {
    delimiter: u8,
    names: Vec<String>,
    /// The column that names the puzzle of a record.
    puzzle: Option<usize>,
    /// The columns of the stickers in the order of facelet strings, in a table without a column of positions.
    stickers: Option<Vec<usize>>,
}

/// What the first line of a table has in the column of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstField {
    /// A position: the table has no header.
    Position,
    /// What is likely a name: the line is a header.
    Name,
    /// Something else.
    Other,
}

impl Header {
    /// The delimiter that a line before the header announces, as spreadsheets write it: `sep=;`.
    pub fn announced(line: &str) -> Option<u8> {
        match line.trim_start_matches(BYTE_ORDER_MARK).trim_end_matches(['\r', '\n']).as_bytes() {
            [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter @ (b'\t' | b' '..=b'~')]
                if !delimiter.is_ascii_alphanumeric() && *delimiter != b'"' =>
            {
                Some(*delimiter)
            }
            _ => None,
        }
    }

    /// The header that a line is if it has one of the columns that are `needed`; between fields stands the delimiter, if
    /// it is known.
    pub fn of(line: &str, delimiter: Option<u8>, needed: &[&str]) -> Option<Header> {
        let is_needed = |name: &String| needed.iter().any(|needed| is_alike(name, needed));
        Header::delimiters(delimiter)
            .filter_map(|delimiter| Header::by(line, delimiter))
            .find(|header| header.names.iter().any(is_needed))
    }

    /// The header of a table whose positions are in the column with this number, from 1, and what its first line has there.
    pub fn numbered(line: &str, delimiter: Option<u8>, column: usize) -> Option<(Header, FirstField)> {
        let (least, at) = (column.max(2), column.checked_sub(1)?);
        let header = |by| {
            let fields = record(line, by).ok().filter(|fields| fields.len() >= least)?;
            let field = fields.get(at)?;
            let stickers = begin_of_stickers(&fields).filter(|&begin| begin == at);
            let stickers: Option<Vec<usize>> = stickers.map(|begin| (begin..begin + FACELETS).collect());
            let first = match parse_line(field, None) {
                Ok(Some(_)) => FirstField::Position,
                _ if stickers.is_some() => FirstField::Position,
                Err(_) if Header::is_likely_name(field) => FirstField::Name,
                _ => FirstField::Other,
            };
            let names = (1..=fields.len()).map(|number| number.to_string()).collect();
            Some((Header { delimiter: by, names, puzzle: None, stickers }, first))
        };
        // A text beside the position may have the other delimiters.
        let rank = |(_, first): &(Header, FirstField)| *first as usize;
        Header::delimiters(delimiter).filter_map(header).min_by_key(rank)
    }

    /// The header of a table with a column for each sticker: `U1` to `B9`, or names with a number that differ in nothing else, from 0 or
    /// 1 on.
    pub fn of_stickers(line: &str, delimiter: Option<u8>) -> Option<Header> {
        Header::delimiters(delimiter).find_map(|delimiter| {
            let header = Header::by(line, delimiter)?;
            let stickers = Some(sticker_columns(&header.names)?);
            Some(Header { stickers, ..header })
        })
    }

    /// What may stand between fields: the one that is known, or all.
    pub fn delimiters(known: Option<u8>) -> impl Iterator<Item = u8> {
        DELIMITERS.into_iter().filter(move |_| known.is_none()).chain(known)
    }

    /// The first of these names that several columns have.
    pub fn repeated(&self, mut names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
        names.find(|name| self.names.iter().filter(|other| is_alike(other, name)).count() > 1)
    }

    /// The names of at least two columns, if a line seems to be nothing else.
    pub fn likely_names(line: &str, delimiter: Option<u8>) -> Option<Vec<String>> {
        let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_word = |name: &&str| is_plain(name) && Header::is_likely_name(name);
        // Exports have `Time(millis)` and `No.` among plain words.
        let is_name = |name: &str| {
            name.starts_with(char::is_alphabetic)
                && name.chars().all(|c| c.is_alphanumeric() || "_ ().-/".contains(c))
        };
        let are_names = |names: &StringRecord| {
            names.iter().all(|name| name.starts_with(char::is_alphabetic) && is_plain(name))
                || names.iter().all(is_name) && names.iter().filter(is_word).count() > 1
        };
        Header::delimiters(delimiter)
            .filter_map(|delimiter| record(line, delimiter).ok())
            .find(|names| names.len() > 1 && are_names(names))
            .map(|names| names.iter().map(str::to_owned).collect())
            .filter(|names: &Vec<String>| !is_of_stickers(&names.concat()))
    }

    /// The names of all columns, each on one line.
    pub fn names(line: &str, delimiter: u8) -> Vec<String> {
        let name = |field: &str| field.split_whitespace().collect::<Vec<_>>().join(" ");
        record(line, delimiter).map_or(Vec::new(), |record| record.iter().map(name).collect())
    }

    /// Whether a line of one word could be the name of its only column: some of its letters write no turn.
    pub fn is_likely_name(line: &str) -> bool {
        let name = Header::name(line);
        let is_of_turn = |letter: char| "UDLRFBMESudlrfbwxyz".contains(letter);
        name.chars().count() > 2
            && name.chars().all(|letter| letter.is_alphabetic() || letter == '_')
            && !name.chars().all(is_of_turn)
            && name.len() < FACELETS / 2
            && !has_four_of_each(name)
    }

    /// The column of the position, from 1, in what may be a record of a table without a header: it begins with a number.
    pub fn missing(line: &str) -> Option<usize> {
        // A reader of CSV takes a hundred microseconds to make, and invalid lines come by the million.
        if !line.trim_start_matches([BYTE_ORDER_MARK, '"']).starts_with(|first: char| first.is_ascii_digit())
        {
            return None;
        }
        let is_cube = |field: &str| matches!(parse_line(field, None), Ok(Some(_)));
        let mut delimiters =
            Header::delimiters(None).filter(|&delimiter| line.contains(char::from(delimiter)));
        delimiters.find_map(|delimiter| {
            let record = record(line, delimiter)
                .ok()
                .filter(|record| record.get(0).is_some_and(|first| first.parse::<u64>().is_ok()))?;
            Some(begin_of_stickers(&record).or_else(|| record.iter().position(is_cube))? + 1)
        })
    }

    /// The name of the only column, without quotes.
    pub fn name(line: &str) -> &str {
        line.trim_start_matches(BYTE_ORDER_MARK).trim().trim_matches('"')
    }

    fn by(line: &str, delimiter: u8) -> Option<Header> {
        let names = Header::names(line, delimiter);
        let is_puzzle = |name: &String| PUZZLE_COLUMNS.iter().any(|puzzle| is_alike(name, puzzle));
        let puzzle = names.iter().position(is_puzzle);
        Some(Header { delimiter, names, puzzle, stickers: None })
    }

    /// Whether a line of the table holds no record. A comment with a field for each of several columns is one if the first of them
    /// is one word: rows may be numbered `#1`.
    pub fn is_blank(&self, line: &[u8]) -> bool {
        let is_record = |record: StringRecord| {
            let has_text = record.iter().any(|field| !field.trim().is_empty());
            let is_word = record.get(0).is_some_and(|first| !first.trim().contains(char::is_whitespace));
            has_text && is_word && self.has_several() && record.len() == self.names.len()
        };
        is_blank(line) && !text(line).is_ok_and(|line| self.fields(line).is_ok_and(is_record))
    }

    /// The names of its columns but for those of stickers.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let is_sticker = |column: usize| self.stickers.as_ref().is_some_and(|all| all.contains(&column));
        let others = self.names.iter().enumerate().filter(move |&(column, _)| !is_sticker(column));
        others.map(|(_, name)| name.as_str())
    }

    /// Whether it has several columns.
    pub fn has_several(&self) -> bool {
        self.names.len() > 1
    }

    /// What stands between its fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The fields of a record; `None` if it is the header, once more perhaps.
    ///
    /// # Errors
    /// It is no CSV, or has more fields than there are columns: then it is unclear which of them is which.
    pub fn record(&self, line: &str) -> Result<Option<StringRecord>, LineError> {
        let record = self.fields(line)?;
        let (fields, columns) = (record.len(), self.names.len());
        if record.iter().skip(columns).any(|field| !field.trim().is_empty()) {
            return Err(LineError::Fields { fields, columns });
        }
        let is_header = record.len() == self.names.len()
            && record.iter().zip(&self.names).all(|(field, name)| is_alike(field, name));
        Ok((!is_header).then_some(record))
    }

    /// The fields of a line. Some timers put commas into the header, and semicolons into the records: a delimiter by which there are as
    /// many fields as columns is meant, if that of the header is none.
    fn fields(&self, line: &str) -> Result<StringRecord, csv::Error> {
        let (found, columns) = (record(line, self.delimiter)?, self.names.len());
        if found.len() == columns || !self.has_several() {
            return Ok(found);
        }
        let others = DELIMITERS.into_iter().filter_map(|delimiter| record(line, delimiter).ok());
        Ok(others.into_iter().find(|other| other.len() == columns).unwrap_or(found))
    }

    /// A field that is not empty.
    pub fn get<'a>(&self, record: &'a StringRecord, name: &str) -> Option<&'a str> {
        let column = self.names.iter().position(|other| is_alike(other, name))?;
        record.get(column).filter(|field| !field.is_empty())
    }

    /// The puzzle of a record, if a column says that it is none of the cube: timers and the WCA have those of all puzzles in a table.
    fn other_puzzle<'a>(&self, record: &'a StringRecord) -> Option<&'a str> {
        let puzzle = record.get(self.puzzle?)?.trim();
        OTHER_PUZZLES.iter().any(|other| puzzle.eq_ignore_ascii_case(other)).then_some(puzzle)
    }

    /// The position that a record has in this column; `None` if all its fields are empty, or if it is the header.
    pub fn parse(&self, line: Line, column: &str, format: Option<Format>) -> Result<Option<Cube>, LineError> {
        if self.is_blank(line.bytes) {
            return Ok(None);
        }
        let Some(record) = self.record(text(line.bytes)?)? else { return Ok(None) };
        if record.iter().all(|field| field.trim().is_empty()) {
            return Ok(None);
        }
        if let Some(puzzle) = self.other_puzzle(&record) {
            return Err(LineError::OtherPuzzle(puzzle.to_owned()));
        }
        match &self.stickers {
            Some(stickers) => {
                let symbols: Vec<&str> =
                    stickers.iter().map(|&sticker| record.get(sticker).unwrap_or_default().trim()).collect();
                // Letters could be moves, too.
                parse_field(Some(&symbols.join(",")), column, format.or(Some(Format::Facelets))).map(Some)
            }
            None => parse_field(self.get(&record, column), column, format).map(Some),
        }
    }
}

/// Where the last fields of a record begin that are the symbols of 54 stickers, one each.
fn begin_of_stickers(record: &StringRecord) -> Option<usize> {
    let begin = record.len().checked_sub(FACELETS)?;
    record.iter().skip(begin).all(|field| field.trim().chars().count() == 1).then_some(begin)
}

/// The columns of the stickers, if these names have one for each.
fn sticker_columns(names: &[String]) -> Option<Vec<usize>> {
    let column = |wanted: String| names.iter().position(|name| is_alike(name, &wanted));
    let numbered = || {
        let prefix = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let of_prefix = |prefix: &str, first| {
            (first..first + FACELETS)
                .map(|number| column(format!("{prefix}{number}")))
                .collect::<Option<Vec<_>>>()
        };
        let prefixes: BTreeSet<&str> = names.iter().map(|name| &name[..prefix(name)]).collect();
        prefixes.into_iter().find_map(|prefix| of_prefix(prefix, 0).or_else(|| of_prefix(prefix, 1)))
    };
    if names.len() < FACELETS {
        return None;
    }
    let of_face = |face: Face| (1..=FACELETS / 6).map(move |number| format!("{face}{number}"));
    Face::ALL.into_iter().flat_map(of_face).map(column).collect::<Option<Vec<_>>>().or_else(numbered)
}

/// Whether a text is as long as the stickers of a cube and has no more than their colours, and a wrong one: no names are so.
fn is_of_stickers(text: &str) -> bool {
    text.chars().count() >= FACELETS - FACELETS / 6 && text.chars().collect::<BTreeSet<_>>().len() <= 7
}

/// The fields of a record.
fn record(line: &str, delimiter: u8) -> Result<StringRecord, csv::Error> {
    let line = line.trim_start_matches(BYTE_ORDER_MARK);
    // A reader takes a hundred microseconds to make, and most records need none.
    if !line.is_empty() && !line.contains(['"', '\r', '\n']) {
        return Ok(line.split(char::from(delimiter)).collect());
    }
    let mut reader = ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(delimiter);
    let reader = reader.buffer_capacity(line.len().max(1));
    let mut record = StringRecord::new();
    reader.from_reader(line.as_bytes()).read_record(&mut record)?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::CUBE;

    fn line(text: &str) -> Line<'_> {
        Line { number: 2, bytes: text.as_bytes() }
    }

    /// As Twisty Timer writes its backups.
    #[test]
    fn records_may_have_another_delimiter_than_the_header() {
        let header = Header::of("Puzzle,Time,Scramble,Comment", None, &["scramble"]).unwrap();
        for (text, cube) in [
            ("\"333\";\"12217\";\"R U\";\"\"", "R U"),
            ("\"333\";\"1\";\"F2\";\"a, b\"", "F2"),
            ("333,1,L,\"a;b\"", "L"),
        ] {
            assert_eq!(
                header.parse(line(text), "scramble", None).unwrap(),
                Some(cube.parse().unwrap()),
                "{text}"
            );
        }
        assert!(header.parse(line("333;1;R U"), "scramble", None).is_err());
    }

    #[test]
    fn a_header_says_where_the_cube_is() {
        let header = Header::of("\u{feff}line,\"Cube\",solution", None, &["cube"]).unwrap();
        let parse = |text| header.parse(line(text), CUBE, None);
        let cube: Cube = "R U".parse().unwrap();
        assert_eq!(parse("1,R U,U' R'").unwrap(), Some(cube));
        assert_eq!(parse("1,\"R U\",\"a,\nb\"").unwrap(), Some(cube));
        assert_eq!(parse("").unwrap(), None);
        assert_eq!(parse("line,cube,Solution").unwrap(), None);
        for none in ["1", "1,,", "1, # none,"] {
            assert!(matches!(parse(none), Err(LineError::NoCube(_))), "{none}");
        }
        assert!(parse("1,Q").is_err());
    }

    #[test]
    fn a_header_tells_what_stands_between_fields() {
        for (text, row) in [("id;cube", "a,b;R U"), ("id\tcube\tx;y", "1\tR U\t"), ("a;b,cube", "1,R U")] {
            let header = Header::of(text, None, &["cube"]).unwrap();
            assert_eq!(header.parse(line(row), CUBE, None).unwrap(), Some("R U".parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn a_line_before_the_header_can_announce_the_delimiter() {
        assert_eq!(Header::announced("\u{feff}sep=|\r"), Some(b'|'));
        let header = Header::of("a,b|cube", Some(b'|'), &["cube"]).unwrap();
        assert_eq!(header.parse(line("1;2|R U"), CUBE, None).unwrap(), Some("R U".parse().unwrap()));
        for other in ["sep=", "sep=;;", "sep=\"", "sep=x", "step;"] {
            assert_eq!(Header::announced(other), None, "{other}");
        }
    }

    #[test]
    fn records_that_pad_a_table_are_blank() {
        let header = Header::of("a|cube", Some(b'|'), &["cube"]).unwrap();
        for blank in ["|", " | ", "\"\"|", "||"] {
            assert_eq!(header.parse(line(blank), CUBE, None).unwrap(), None, "{blank}");
        }
        for blank in [",,", ";;;", "\"\"", "\"\",\"\"\r", "\t\t"] {
            assert!(is_blank(blank.as_bytes()), "{blank}");
            assert_eq!(crate::parse(blank.as_bytes(), None).unwrap(), None, "{blank}");
        }
        assert!(!is_blank(b"a,,") && !is_blank(b",R") && !is_blank(b",\""));
    }

    #[test]
    fn comments_with_all_fields_are_records() {
        let header = Header::of("nr,cube", None, &["cube"]).unwrap();
        for row in ["#2,R U", "//,R U", "#,\"R U\""] {
            assert_eq!(header.parse(line(row), CUBE, None).unwrap(), Some("R U".parse().unwrap()), "{row}");
        }
        for comment in ["# a note", "# by me, 2024", "#", "//", "# R, U, F", ",", "#,,"] {
            assert!(header.is_blank(comment.as_bytes()), "{comment}");
        }
        let one = Header::of("cube", None, &["cube"]).unwrap();
        assert!(one.is_blank(b"# R U"));
    }

    #[test]
    fn more_fields_than_columns_are_told() {
        let header = Header::of("n,cube", None, &["cube"]).unwrap();
        for row in ["2,R, U, F", "1,R U, F D"] {
            let Err(LineError::Fields { columns: 2, .. }) = header.parse(line(row), CUBE, None) else {
                panic!("{row}");
            };
        }
        assert_eq!(header.parse(line("1,R U,,"), CUBE, None).unwrap(), Some("R U".parse().unwrap()));
    }

    #[test]
    fn names_of_columns_may_go_on_in_another_line() {
        let header = Header::of("Nr,\"Cube\r\n (scramble)\"", None, &["cube (scramble)"]).unwrap();
        assert_eq!(
            header.parse(line("1,R U"), "cube  (Scramble)", None).unwrap(),
            Some("R U".parse().unwrap())
        );
        assert_eq!(Header::names("Nr,\"Cube\r\n (scramble)\"", b','), ["Nr", "Cube (scramble)"]);
    }

    #[test]
    fn one_word_can_be_the_name_of_a_column() {
        for name in ["scramble", "Position", "\u{feff}\"STATE\"", "start_state", "Würfel"] {
            assert!(Header::is_likely_name(name), "{name}");
        }
        for other in ["", "R", "RUF", "R U", "abc1", "URFD", "no name", "#x", "scramble,name"] {
            assert!(!Header::is_likely_name(other), "{other}");
        }
        assert!(!Header::is_likely_name(&"abcdef".repeat(9)), "these are facelets");
        assert!(!Header::is_likely_name("GWORBOYRBYWGROYBRWOGGYWB"), "these are of a pocket cube");
    }

    #[test]
    fn a_header_that_is_missing_is_told() {
        for (line, column) in [("1,R U F", 2), ("3;x?;R U", 3)] {
            assert_eq!(Header::missing(line), Some(column), "{line}");
        }
        for other in ["R U Q", "1,2", "1", "", "x,y,z?"] {
            assert_eq!(Header::missing(other), None, "{other}");
        }
    }

    /// The reader gets a line end, which plain records lack.
    #[test]
    fn plain_records_are_what_a_reader_makes_of_them() {
        let symbols = ['a', ',', ';', '\t', ' ', 'é', '#', '\''];
        let mut random = cubebatch::cube::random::Random::new(68);
        for length in (0..13).cycle().take(2000) {
            let line: String =
                (0..length).map(|_| symbols[random.below(symbols.len() as u64) as usize]).collect();
            for delimiter in DELIMITERS {
                let read = record(&format!("{line}\n"), delimiter).unwrap();
                assert_eq!(record(&line, delimiter).unwrap(), read, "{line:?}");
            }
        }
    }

    #[test]
    fn stickers_may_have_a_column_each() {
        let cube: Cube = "R U F2".parse().unwrap();
        let symbols: Vec<String> = cube.to_string().chars().map(String::from).collect();
        let names = |name: &dyn Fn(usize) -> String| (0..FACELETS).map(name).collect::<Vec<_>>();
        let faces = names(&|at| format!("{}{}", &"URFDLB"[at / 9..=at / 9], at % 9 + 1));
        for names in [
            faces.clone(),
            names(&|at| at.to_string()),
            names(&|at| (at + 1).to_string()),
            names(&|at| format!("facelet_{at}")),
        ] {
            let order: Vec<usize> = (0..FACELETS).map(|at| (at * 5 + 3) % FACELETS).collect();
            for (delimiter, order) in [(',', (0..FACELETS).collect()), (';', order)] {
                let line = |first: &str, all: &[String]| {
                    let fields = order.iter().map(|&at| all[at].as_str());
                    [first].into_iter().chain(fields).collect::<Vec<_>>().join(&delimiter.to_string())
                };
                let header = Header::of_stickers(&line("name", &names), None).unwrap();
                assert_eq!(header.columns().collect::<Vec<_>>(), ["name"]);
                let record = line("one", &symbols);
                assert_eq!(
                    header.parse(super::Line { number: 2, bytes: record.as_bytes() }, CUBE, None).unwrap(),
                    Some(cube)
                );
            }
        }
        for names in [&faces[1..], &symbols] {
            assert!(Header::of_stickers(&names.join(","), None).is_none());
        }
        assert!(Header::of_stickers(&cube.to_string(), None).is_none());
    }

    #[test]
    fn columns_have_numbers() {
        for (text, column, columns, expected) in [
            ("1,R U F", 2, 2, FirstField::Position),
            ("nr;scramble;time", 2, 3, FirstField::Name),
            ("R U,12.5", 1, 2, FirstField::Position),
            ("1\tQ\tR", 2, 3, FirstField::Other),
        ] {
            let (header, first) = Header::numbered(text, None, column).expect(text);
            assert_eq!((header.names.len(), first), (columns, expected), "{text}");
        }
        let (header, _) = Header::numbered("1,R U F", None, 2).expect("it has two columns");
        assert_eq!(header.parse(line("1,R U F"), "2", None).unwrap(), Some("R U F".parse().unwrap()));
        for (text, column) in [("R U", 1), ("1,R", 3), ("1,R", 0)] {
            assert!(Header::numbered(text, None, column).is_none(), "{text}");
        }
    }

    #[test]
    fn records_of_other_puzzles_are_no_positions() {
        let header = Header::of("eventId\tscramble", None, &["scramble"]).unwrap();
        let parse = |text| header.parse(line(text), "scramble", None);
        for cube in ["333\tR U", "333bf\tR U", "\tR U"] {
            assert_eq!(parse(cube).unwrap(), Some("R U".parse().unwrap()), "{cube}");
        }
        assert!(matches!(parse("222\tR U"), Err(LineError::OtherPuzzle(puzzle)) if puzzle == "222"));
    }

    #[test]
    fn other_lines_are_no_header() {
        for text in ["R U", "3,1,2", "UUU", "", "line,solution"] {
            assert!(Header::of(text, None, &["cube"]).is_none(), "{text}");
        }
        for text in ["", "hello", "hello, world", "R' U,F", "3,1,2", "a,,b"] {
            assert!(Header::likely_names(text, None).is_none(), "{text}");
        }
        let stickers = "GWWGWWORRBOOYRRYRRBYYBGGWGGROOYYBYYBRRWOOWOOGGGYWBBWBX";
        let symbols = stickers.chars().map(String::from).collect::<Vec<_>>().join(",");
        for text in [&symbols, "UF,UR,UB,UL,DF,DR,DB,DL,FR,FL,BR,BL,UFR,URB,UBL,ULF,DRF,DFL,DLB,DBR"] {
            assert!(Header::likely_names(text, None).is_none(), "{text}");
        }
        assert_eq!(Header::likely_names("Id;phase_1", None).unwrap(), ["Id", "phase_1"]);
        for header in ["Puzzle,Time(millis),Scramble", "No.;Time;Comment;Scramble;P.1"] {
            assert!(Header::likely_names(header, None).is_some(), "{header}");
        }
        for moves in ["R U,F (D2)2", "R U Q,Y D", "Hello R.,U"] {
            assert!(Header::likely_names(moves, None).is_none(), "{moves}");
        }
    }
}
