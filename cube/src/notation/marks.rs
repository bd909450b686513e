//! The symbols beside the letters of moves, in all the ways in which they are typed.

/// Whether `c` turns a move round: the typewriter's apostrophe, the typographic ones, primes, accents and the full width.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | 'ʹ' | 'ʼ' | '´' | '`' | '＇')
}

/// The double prime, which makes a half turn: two primes.
pub(super) const DOUBLE_PRIME: char = '″';

/// The ASCII symbol of which `c` is another form: one of full width, as in East Asian texts, or a raised 2. Any other
/// symbol stays as it is.
pub(super) fn plain(c: char) -> char {
    match c {
        // First, because nearly all are.
        _ if c.is_ascii() => c,
        '！'..='～' => char::from((u32::from(c) - u32::from('！')) as u8 + b'!'),
        '²' => '2',
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
        assert_eq!(plain('²'), '2');
        for other in ['A', '\'', '’', '\u{3000}', '\u{ff00}', '\u{ff5f}', '🟥'] {
            assert_eq!(plain(other), other);
        }
    }
}
