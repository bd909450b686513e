//! The content of a text: what remains without comments and the quotes around it.

use std::borrow::Cow;

use super::marks::{SPELT_APOSTROPHES, is_invisible};
use super::{ParseError, Reason};

/// What some editors put at the beginning of a file.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a text has only white space and comments. Such a text holds no position, not even a wrong one.
pub fn is_blank(text: &str) -> bool {
    content(text).trim_start().is_empty()
}

/// The text without byte order mark, comments, the quotes around it, its number in a list and trailing white space. Spaces take the
/// place of what is left out before the end, so that columns need no correction.
pub fn content(text: &str) -> Cow<'_, str> {
    if let Some(linked) = linked(text) {
        return Cow::Owned(linked);
    }
    let content = without_comments(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_end());
    let content = unquoted(&content).map_or(content, Cow::Owned);
    if holds_nothing(&content) { Cow::Borrowed("") } else { unlisted(&content).map_or(content, Cow::Owned) }
}

/// Whether a text is a link that holds a position: its address is nothing to fetch.
pub fn is_link(text: &str) -> bool {
    linked(text).is_some()
}

/// The position in a link of alg.cubing.net, Twizzle, or our page: its setup moves, else its moves, else its stickers.
fn linked(text: &str) -> Option<String> {
    let begin = |c: char| c.is_whitespace() || matches!(c, BYTE_ORDER_MARK | '"');
    let text = text.trim_start_matches(begin);
    if !text.starts_with("http") {
        return None;
    }
    let (link, after) = text.split_at(text.find(begin).unwrap_or(text.len()));
    let after = after.trim_matches(begin);
    let is_alone = after.is_empty() || begins_comment(after.as_bytes());
    let (_, address) =
        link.split_once("://").filter(|(scheme, _)| is_alone && matches!(*scheme, "http" | "https"))?;
    let (site, parameters) = address.split_once(['?', '#'])?;
    let value = |name: &str| {
        let named = |pair: &'_ str| {
            pair.split_once('=')
                .filter(|(key, value)| *key == name && !value.is_empty())
                .map(|(_, value)| value.to_owned())
        };
        parameters.split(['&', '?', '#']).find_map(named)
    };
    let value = SETUPS.iter().find_map(|name| value(name))?;
    let spelt = if site.starts_with("alg.cubing.net") {
        value.replace('_', " ").replace('-', "'")
    } else {
        value.replace('+', " ")
    };
    Some(unescaped(&spelt))
}

/// The parameters of links that hold a position, the one that is meant first.
const SETUPS: [&str; 5] = ["setup-alg", "experimental-setup-alg", "setup", "alg", "cube"];

/// A text with the bytes that an address writes as `%27`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).filter(|_| *first == b'%');
        let escaped =
            escaped.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text without what stands before it in a list, if something does: `1.`, `1)`, `(1)`, `1:`, `-`, `•`, `Scramble 1:` or
/// `Superflip =`.
fn unlisted(text: &str) -> Option<String> {
    let inside = text.trim_start();
    let begins =
        inside.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '-' | '•' | '–' | 's' | 'S'));
    let mark = inside.split_whitespace().next().filter(|_| begins || inside.contains('='))?;
    let is_number =
        |text: &str| (1..8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_mark = |mark: &str| match mark.strip_prefix('(') {
        Some(inside) => inside.strip_suffix(')').is_some_and(is_number),
        None => mark.strip_suffix(['.', ')', ':']).is_some_and(is_number) || matches!(mark, "-" | "•" | "–"),
    };
    let label = || {
        // No turn has other letters.
        let is_name =
            |name: &str| name.contains(|c: char| c.is_alphabetic() && !"URFDLBMESurfdlbmesxyzw".contains(c));
        if let Some((name, _)) =
            inside.split_once('=').filter(|(name, _)| is_name(name) && !name.contains(['[', '{', '"']))
        {
            return Some(name.len() + 1);
        }
        let (label, _) = inside.split_once(':')?;
        let name = label.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        name.eq_ignore_ascii_case("scramble").then_some(label.len() + 1)
    };
    let length = if is_mark(mark) { mark.len() } else { label()? };
    let (before, after) = text.split_at(text.len() - inside.len() + length);
    let spaces = before.chars().map(|_| ' ').collect::<String>();
    (!after.trim_start().is_empty()).then(|| spaces + after)
}

/// Whether a text has only comments `/*…*/`, which are left to the reader of moves, and symbols that take no room.
fn holds_nothing(mut text: &str) -> bool {
    loop {
        text = text.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
        match text.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
            Some((_, after)) => text = after,
            None => return text.is_empty(),
        }
    }
}

/// The [`content`] of a text that is read.
///
/// # Errors
/// [`Reason::LineEnd`]: some programs begin a new line where others see a space, so it is unclear what belongs together.
pub fn content_to_read(text: &str) -> Result<Cow<'_, str>, ParseError> {
    let content = content(text);
    let start = content.len() - content.trim_start().len();
    match content[start..].char_indices().find(|&(_, symbol)| is_rare_line_end(symbol)) {
        Some((at, symbol)) => Err(ParseError::at(&content, start + at, Reason::LineEnd(symbol))),
        None => Ok(content),
    }
}

/// A text in quotes, as spreadsheets and programs write a field, with a space for the first of them.
fn unquoted(text: &str) -> Option<String> {
    let inside = text.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('"')).then(|| text.replace('"', " ").trim_end().to_owned())
}

/// A comment ends with its line.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains(ends_line) {
        return Cow::Borrowed(before_comment(text).trim_end());
    }
    let mut content = String::with_capacity(text.len());
    for line in text.split_inclusive(ends_line) {
        let (before, comment) = line.split_at(before_comment(line).len());
        content.push_str(before);
        content.extend(comment.chars().map(|symbol| if ends_line(symbol) { symbol } else { ' ' }));
    }
    content.truncate(content.trim_end().len());
    Cow::Owned(content)
}

/// A line up to its comment.
fn before_comment(line: &str) -> &str {
    let end = (0..line.len()).find(|&at| begins_comment(&line.as_bytes()[at..]) && !is_spelt(line, at));
    &line[..end.unwrap_or(line.len())]
}

/// Comments begin with ASCII characters, so a line can be cut there.
pub(super) fn begins_comment(text: &[u8]) -> bool {
    matches!(text, [b'#', ..] | [b'/', b'/', ..])
}

/// Whether the `#` at the byte `at` is part of an apostrophe as HTML spells it: `&#39;`.
fn is_spelt(line: &str, at: usize) -> bool {
    let spelt = at.checked_sub(1).and_then(|at| line.get(at..));
    spelt.is_some_and(|spelt| SPELT_APOSTROPHES.iter().any(|apostrophe| spelt.starts_with(apostrophe)))
}

fn ends_line(symbol: char) -> bool {
    matches!(symbol, '\n' | '\r') || is_rare_line_end(symbol)
}

/// Whether some programs end a line here, and others do not: vertical tabulator, form feed, next line, and the separators of
/// lines and paragraphs.
fn is_rare_line_end(symbol: char) -> bool {
    matches!(symbol, '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;
    use crate::notation::{Format, detect, parse_line};
    use proptest::prelude::*;

    /// A line of moves, often with a comment.
    const LINE: &str = "[ \t]?([URFDLB][2']? ?){0,6}((#|//)[ a-zURF#/2']{0,12})?";

    proptest! {
        #[test]
        fn the_content_of_lines_is_what_each_of_them_holds(
            lines in prop::collection::vec(LINE, 1..6),
            end in prop::sample::select(vec!["\n", "\r", "\r\n"]),
        ) {
            let joined = lines.join(end);
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let of_each: Vec<String> = lines.iter().flat_map(|line| words(&content(line))).collect();
            prop_assert_eq!(words(&content(&joined)), &of_each[..]);
            prop_assert_eq!(is_blank(&joined), of_each.is_empty());
            let held = Some(of_each.join(" ")).filter(|moves| !moves.is_empty());
            let held = held.map(|moves| parse_line(&moves, Some(Format::Moves)).unwrap().unwrap());
            prop_assert_eq!(parse_line(&joined, Some(Format::Moves)), Ok(held));
        }

        #[test]
        fn columns_stay(before in LINE, after in "[URF ]{0,6}") {
            let text = format!("{before}\n{after}Q");
            let error = parse_line(&text, Some(Format::Moves)).unwrap_err();
            prop_assert_eq!(error.column, Some(text.chars().count()));
        }
    }

    #[test]
    fn moves_after_a_comment_count() {
        let cube: Cube = "R U F2 R D".parse().unwrap();
        for text in
            ["R U // first\nF2 // second\nR D", "# scramble\r\nR U F2\rR D # end", "\"R U # 1\nF2 R D\""]
        {
            assert_eq!(text.parse(), Ok(cube), "{text}");
            assert_eq!(detect(text), Format::Moves);
            assert!(!is_blank(text));
        }
    }

    #[test]
    fn numbers_of_a_list_are_no_part_of_it() {
        let cube: Cube = "R U2 F".parse().unwrap();
        for mark in ["1. ", "12) ", "(3)  ", "07: ", "- ", "• ", "Scramble: ", "scramble 12:", "\"1. "] {
            let end = if mark.starts_with('"') { "\"" } else { "" };
            let text = format!("{mark}R U2 F{end}");
            assert_eq!(text.parse(), Ok(cube), "{text}");
            assert_eq!(format!("{mark}{cube}{end}").parse(), Ok(cube), "{mark}");
            let column = mark.chars().count() + 3;
            assert_eq!(
                parse_line(&format!("{mark}R Q{end}"), None).unwrap_err().column,
                Some(column),
                "{mark}"
            );
        }
        for text in ["1.", "-", "Scramble:", "1.R", "12345678. R", "F2L: R", "1. 2. R"] {
            assert!(text.parse::<Cube>().is_err(), "{text}");
        }
        for moves in ["(R) U", "2R U", "(R U)2", "R- U"] {
            assert!(matches!(content(moves), Cow::Borrowed(_)), "{moves}");
        }
    }

    #[test]
    fn links_hold_a_position() {
        for (link, moves) in [
            ("https://alg.cubing.net/?setup=R_U-_F2&alg=F2_U", "R U' F2"),
            ("https://alg.cubing.net/?alg=R_(U-_F2)2%0AD", "R (U' F2)2 D"),
            ("\"https://alpha.twizzle.net/edit/?alg=R+U%27&setup-alg=R+U%27+F2\" ", "R U' F2"),
            ("https://alpha.twizzle.net/edit/?setup-alg=%5BR%2C+U%5D", "[R, U]"),
            (
                "http://localhost:8000/#cube=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB&metric=qtm",
                "",
            ),
        ] {
            assert_eq!(link.parse::<Cube>().expect(link), moves.parse().unwrap_or(Cube::SOLVED), "{link}");
            assert!(!is_blank(link), "{link}");
            assert_eq!(parse_line(&format!("{link} # a comment"), None), parse_line(link, None), "{link}");
        }
        for other in [
            "https://alg.cubing.net/",
            "https://alg.cubing.net/?alg=",
            "https://example.org/?alg=%zz",
            "https://alg.cubing.net/?alg=R U",
        ] {
            assert!(!matches!(parse_line(other, None), Ok(Some(_))), "{other}");
        }
    }

    #[test]
    fn moves_may_have_a_name() {
        let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
        for text in
            [format!("Superflip = {superflip}"), format!("the one with 20 moves={superflip} // known")]
        {
            assert_eq!(text.parse::<Cube>().expect(&text), superflip.parse().unwrap());
        }
        assert!("R U = U R".parse::<Cube>().is_err(), "both sides are moves");
        assert_eq!(parse_line("Name = R Q", None).unwrap_err().column, Some(10));
    }

    #[test]
    fn quotes_around_a_text_are_no_part_of_it() {
        let cube: Cube = "R U".parse().unwrap();
        for text in ["\"R U\"", " \"R U\" \r", "\u{feff}\"R U\" // two", "\"\nR # 1\n U\n\" #"] {
            assert_eq!(text.parse(), Ok(cube), "{text}");
        }
        assert_eq!(format!("\"{cube}\"").parse(), Ok(cube));
        assert!(is_blank("\"\"") && is_blank("\" # R\n\" #"));
        for text in ["\"R U", "R U\"", "\"", "\"R\" \"U\"", "\"R // U\""] {
            assert!(text.parse::<Cube>().is_err(), "{text}");
        }
        assert_eq!(parse_line("\"R Q\"", None).unwrap_err().column, Some(4));
    }

    #[test]
    fn what_only_some_programs_take_for_a_line_end_is_refused() {
        for end in ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            for text in [format!("R{end}U"), format!("R # x{end}U")] {
                let column = text.chars().position(|symbol| symbol == end).map(|at| at + 1);
                let error = ParseError { column, reason: Reason::LineEnd(end) };
                assert_eq!(parse_line(&text, None), Err(error), "{text:?}");
            }
            assert_eq!(parse_line(&format!("{end}R{end}\r"), None), parse_line("R", None));
        }
    }
}
