//! Quotes of CSV, within which ends of lines belong to a field.

/// The state of the quotes in a record.
#[derive(Clone, Copy, Debug)]
pub struct Quotes {
    delimiter: u8,
    place: QuoteState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuoteState {
    FieldStart,
    Field,
    Quoted,
    /// Behind a quote that ends a field, or is the first of two that stand for one.
    Quote,
}

impl Quotes {
    /// At the start of a record.
    pub fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, place: QuoteState::FieldStart }
    }

    /// What stands between fields.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Passes over bytes that come next.
    pub fn pass(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.place = match (self.place, byte) {
                (QuoteState::FieldStart | QuoteState::Quote, b'"') => QuoteState::Quoted,
                (QuoteState::Quoted, b'"') => QuoteState::Quote,
                (QuoteState::Quoted, _) => QuoteState::Quoted,
                (_, byte) if byte == self.delimiter => QuoteState::FieldStart,
                _ => QuoteState::Field,
            };
        }
    }

    /// Whether the field goes on after the end of the line.
    pub fn are_open(&self) -> bool {
        self.place == QuoteState::Quoted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_those_around_fields() {
        for (text, are_open) in [
            ("", false),
            ("\"", true),
            ("a,\"b", true),
            ("a,\"b\"", false),
            ("a,\"b\"\"", true),
            ("a,\"b\"\"\",c", false),
            ("a,\"b,c", true),
            ("a;\"b", false),
            ("a\"b", false),
            ("\"a\"b\"", false),
        ] {
            let mut quotes = Quotes::new(b',');
            quotes.pass(text.as_bytes());
            assert_eq!(quotes.are_open(), are_open, "{text}");
        }
    }
}
