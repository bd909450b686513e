//! Splitting a text without losing where its words stand.

/// The words between separators, each with the byte at which it begins.
pub(super) fn words(text: &str, separator: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive(separator)
        .map(move |piece| {
            let start = next;
            next += piece.len();
            (start, piece.trim_end_matches(separator))
        })
        .filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_begin() {
        let found: Vec<_> = words(" é\u{3000}b  c ", char::is_whitespace).collect();
        assert_eq!(found, [(1, "é"), (6, "b"), (9, "c")]);
    }
}
