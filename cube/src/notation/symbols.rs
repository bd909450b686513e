//! The symbols of a text that shows facelets, without what stands between them.

use super::content::BYTE_ORDER_MARK;

/// The symbols of a text, each with its byte: no white space, and no codes by which a terminal colours text.
pub(super) fn all(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_code = false;
    text.char_indices().filter(move |&(_, symbol)| {
        // As most are.
        if symbol.is_ascii_graphic() && !is_code {
            return true;
        }
        let was_code = is_code;
        is_code = symbol == '\x1b' || is_code && !symbol.is_ascii_alphabetic();
        !was_code && !is_code && !symbol.is_whitespace() && symbol != BYTE_ORDER_MARK
    })
}

/// The same without what parts the items of a list. An apostrophe belongs to a move, unless the list is in quotes.
pub(super) fn of_list(text: &str) -> impl Iterator<Item = (usize, char)> {
    let is_quoted = is_quoted(text);
    all(text).filter(move |&(_, symbol)| !(is_separator(symbol) || is_quoted && symbol == '\''))
}

/// Whether a quote stands before all symbols, where no mark of a move does.
pub(super) fn is_quoted(text: &str) -> bool {
    let begin = all(text).find(|&(_, symbol)| !matches!(symbol, '[' | '(' | '{'));
    begin.is_some_and(|(_, symbol)| matches!(symbol, '\'' | '"'))
}

fn is_separator(symbol: char) -> bool {
    matches!(symbol, ',' | ';' | '"' | '[' | ']' | '(' | ')' | '{' | '}' | '|')
}
