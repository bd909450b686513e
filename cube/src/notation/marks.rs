//! The symbols beside the letters of moves, in all the ways in which they are typed.

/// Whether `c` turns a move round: the typewriter's apostrophe, the typographic ones, primes, accents and the full width.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | 'ʹ' | 'ʼ' | '´' | '`' | '＇' | '‛' | '᾿' | '՚' | 'ߴ' | '‵')
}

/// The apostrophe as programs, addresses and pages of HTML spell it.
pub(super) const SPELT_APOSTROPHES: [&str; 5] = ["\\'", "%27", "&#39;", "&#x27;", "&apos;"];

/// Whether `c` takes no room: zero-width spaces, joiners and the byte order mark, which copying from pages leaves in a text.
pub(super) fn is_invisible(c: char) -> bool {
    !c.is_ascii() && matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// The double prime, which makes a half turn: two primes.
pub(super) const DOUBLE_PRIME: char = '″';

/// The ASCII symbol of which `c` is another form: one of full width, as in East Asian texts, a raised one, a minus sign or dash,
/// or a sign of multiplication. Any other symbol stays as it is.
pub(super) fn plain(c: char) -> char {
    match c {
        // First, because nearly all are.
        _ if c.is_ascii() => c,
        '！'..='～' => char::from((u32::from(c) - u32::from('！')) as u8 + b'!'),
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁻' | '−' | '–' => '-',
        '×' => '*',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_forms_of_ascii_become_plain() {
        let wide = "！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠Ａ［］＾＿｀ａｚ｛｜｝～";
        let ascii = "!\"#$%&'()*+,-./0123456789:;<=>?@A[]^_`az{|}~";
        assert_eq!(wide.chars().map(plain).collect::<String>(), ascii);
        assert_eq!("¹²³⁻−–×".chars().map(plain).collect::<String>(), "123---*");
        for other in ['A', '\'', '’', '\u{3000}', '\u{ff00}', '\u{ff5f}', '🟥'] {
            assert_eq!(plain(other), other);
        }
    }
}
