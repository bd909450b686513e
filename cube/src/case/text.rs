//! Cases as text.

use std::fmt;
use std::str::FromStr;

use super::{Case, Cases, Family};

/// Why a text names no case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no case: give `pll` and one of {}, `oll` and a number from 1 to 57, `pll` or `oll` alone for any of its cases, \
     or `last-slot`; the nearest is `{nearest}`",
    letters()
)]
pub struct WrongCase {
    text: String,
    nearest: Cases,
}

/// The names of the cases of permutation.
fn letters() -> String {
    let letters = Case::all().filter(|case| case.family == Family::Pll).map(|case| case.name);
    letters.collect::<Vec<_>>().join(", ")
}

impl FromStr for Cases {
    type Err = WrongCase;

    fn from_str(text: &str) -> Result<Cases, WrongCase> {
        let wanted = key(text);
        let named = Cases::all().map(|cases| (cases, key(&cases.to_string())));
        // How alike two names are does not depend on their lengths: `pll G` is nearer to `pll Ga` than to `pll E`.
        let likeness = |(_, key): &(Cases, String)| strsim::normalized_levenshtein(key, &wanted);
        let nearest = named.min_by(|one, other| likeness(other).total_cmp(&likeness(one)));
        let (nearest, key) = nearest.expect("there are cases");
        if key == wanted {
            return Ok(nearest);
        }
        Err(WrongCase { text: text.trim().to_owned(), nearest })
    }
}

/// What names have in common however they are written: `PLL(T)`, `pll-t` and `pll T` are one.
fn key(text: &str) -> String {
    // A T perm is one of `pll T`.
    let is_perm = |word: &&str| word.eq_ignore_ascii_case("perm");
    let all = || text.split(|symbol: char| !symbol.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_named = all().any(|word| word.eq_ignore_ascii_case("pll"));
    let family = (!is_named && all().any(|word| is_perm(&word))).then_some("pll");
    let words: Vec<&str> = family.into_iter().chain(all().filter(|word| !is_perm(word))).collect();
    // The digits of `oll 2 1` are not those of one number.
    let gap = if words.len() > 2 { " " } else { "" };
    words.join(gap).to_lowercase()
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Family::Oll => "oll",
            Family::Pll => "pll",
        })
    }
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cases::One(case) => write!(f, "{} {}", case.family, case.name),
            Cases::Any(family) => write!(f, "{family}"),
            Cases::LastSlot => f.write_str("last-slot"),
        }
    }
}
