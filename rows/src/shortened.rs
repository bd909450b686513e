//! Messages that quote what others wrote.

/// The most characters of a message about a line or a record: it may quote all of it.
pub(super) const LONGEST: usize = 300;

/// A message, not as long as a hostile line makes it.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
