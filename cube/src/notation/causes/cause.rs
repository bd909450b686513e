//! The causes themselves, and their sentences.

use std::fmt;

use crate::cube::{Cube, Face};

/// Why a position may be impossible or incomplete. It is shown as one sentence with the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// What may have happened.
    pub kind: CauseKind,
    /// The [order](super::super::Scan) by which the same symbols are this position, as `--scan` takes it.
    pub scan: Option<String>,
    /// The position without the mistake; `None` for a cube that was put together wrongly, which has none.
    pub cube: Option<Cube>,
}

/// What may have happened to a position. Facelets have the numbers 0 … 53 of [`Cube::facelets`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CauseKind {
    /// The symbols are in another order, or its faces are turned otherwise.
    Order {
        /// Whether each row of each face has to be reversed first.
        mirrored: bool,
    },
    /// A face has to be turned.
    Turned {
        /// The face.
        face: Face,
        /// The clockwise quarters, 1 to 3.
        turns: usize,
    },
    /// Two faces are exchanged.
    Exchanged([Face; 2]),
    /// Each face is reflected.
    Reflected(Reflection),
    /// One or two stickers show wrong symbols.
    Stickers(Vec<Sticker>),
    /// Stickers whose measured colours are near to those of two faces, the most doubtful first.
    Doubtful(Vec<Sticker>),
    /// All cubies are present, but turns cannot bring them home.
    Assembly {
        /// A corner is twisted.
        twisted: bool,
        /// An edge is flipped.
        flipped: bool,
        /// Two cubies are exchanged.
        exchanged: bool,
    },
    /// 53 symbols: this sticker was left out.
    Missing(Sticker),
    /// 55 symbols: one is too many.
    Surplus {
        /// Its number among the symbols, from 1.
        number: usize,
        /// The symbol.
        symbol: char,
    },
    /// Only one cube has the stickers that are known; these are the others.
    Unknown(Vec<Sticker>),
}

/// How each face is reflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reflection {
    /// Left and right are exchanged, as in a mirror.
    Rows,
    /// Top and bottom are exchanged.
    Columns,
    /// Each face is read column by column.
    Transposed,
    /// Each face is read column by column, from the last symbol.
    Antitransposed,
}

/// A sticker with the symbol that it has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sticker {
    /// The number of the facelet.
    pub facelet: usize,
    /// The symbol that it has to show, or may have to.
    pub symbol: char,
    /// The symbol that it shows, if it shows one.
    pub shown: Option<char>,
}

impl Cause {
    /// A cause with a position, and with no order.
    pub(super) fn new(kind: CauseKind, cube: Cube) -> Cause {
        Cause { kind, scan: None, cube: Some(cube) }
    }
}

impl Reflection {
    /// All of them.
    pub const ALL: [Reflection; 4] =
        [Reflection::Rows, Reflection::Columns, Reflection::Transposed, Reflection::Antitransposed];
}

impl CauseKind {
    /// The name of this kind, for data.
    pub fn name(&self) -> &'static str {
        match self {
            CauseKind::Order { .. } => "order",
            CauseKind::Turned { .. } => "turned",
            CauseKind::Exchanged(_) => "exchanged",
            CauseKind::Reflected(Reflection::Rows | Reflection::Columns) => "mirrored",
            CauseKind::Reflected(_) => "transposed",
            CauseKind::Stickers(_) => "stickers",
            CauseKind::Doubtful(_) => "doubtful",
            CauseKind::Assembly { .. } => "assembly",
            CauseKind::Missing(_) => "missing",
            CauseKind::Surplus { .. } => "surplus",
            CauseKind::Unknown(_) => "unknown",
        }
    }

    /// The faces that this is about.
    pub fn faces(&self) -> &[Face] {
        match self {
            CauseKind::Turned { face, .. } => std::slice::from_ref(face),
            CauseKind::Exchanged(faces) => faces,
            _ => &[],
        }
    }

    /// The stickers that this is about.
    pub fn stickers(&self) -> &[Sticker] {
        match self {
            CauseKind::Stickers(stickers) | CauseKind::Doubtful(stickers) | CauseKind::Unknown(stickers) => {
                stickers
            }
            CauseKind::Missing(sticker) => std::slice::from_ref(sticker),
            _ => &[],
        }
    }
}

impl Sticker {
    /// The name of its facelet: the face, and its number there, row by row from 1.
    pub fn name(&self) -> String {
        sticker_name(self.facelet)
    }
}

pub(in super::super) fn sticker_name(facelet: usize) -> String {
    format!("{}{}", Face::ALL[facelet / 9], facelet % 9 + 1)
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scan = self.scan.as_deref().unwrap_or_default();
        let remedy = if scan.is_empty() { String::new() } else { format!(": --scan {scan}") };
        match &self.kind {
            CauseKind::Order { mirrored: false } => write!(f, "possible with --scan {scan}"),
            CauseKind::Order { mirrored: true } => {
                write!(f, "this looks mirrored: reverse each row of each face, then use --scan {scan}")
            }
            CauseKind::Turned { face, turns } => {
                let by = match turns {
                    1 => "a quarter clockwise",
                    2 => "a half",
                    _ => "a quarter counter-clockwise",
                };
                write!(f, "possible if face {face} is turned {by}{remedy}")
            }
            CauseKind::Exchanged([one, other]) => {
                write!(f, "possible if faces {one} and {other} are exchanged{remedy}")
            }
            CauseKind::Reflected(reflection) => reflection.fmt(f),
            CauseKind::Stickers(stickers) => wrong(f, stickers),
            CauseKind::Doubtful(stickers) => doubtful(f, stickers),
            &CauseKind::Assembly { twisted, flipped, exchanged } => {
                let faults = [
                    (twisted, "a corner is twisted"),
                    (flipped, "an edge is flipped"),
                    (exchanged, "two cubies are exchanged"),
                ];
                let faults: Vec<&str> =
                    faults.iter().filter(|(is, _)| *is).map(|(_, fault)| *fault).collect();
                let remedy = "check the stickers, or take the cube apart and put it together solved";
                write!(f, "{}: {remedy}", faults.join(" and "))
            }
            CauseKind::Missing(sticker) => {
                let symbol = sticker.symbol.to_string();
                write!(f, "a symbol is missing: possible with {symbol:?} for {}", sticker.name())
            }
            CauseKind::Surplus { number, symbol } => {
                let symbol = symbol.to_string();
                write!(f, "one symbol is too many: possible without symbol {number}, {symbol:?}")
            }
            CauseKind::Unknown(stickers) => {
                let each = |sticker: &Sticker| format!("{} {:?}", sticker.name(), sticker.symbol.to_string());
                let all: Vec<String> = stickers.iter().map(each).collect();
                write!(f, "only one cube has the other stickers: set {}", all.join(", "))
            }
        }
    }
}

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reflection::Rows => "this looks mirrored: possible if each row of each face is reversed",
            Reflection::Columns => "this looks mirrored: possible if each column of each face is reversed",
            Reflection::Transposed => {
                "this looks transposed: possible if each face is read by columns, from the left"
            }
            Reflection::Antitransposed => {
                "this looks transposed: possible if each face is read by columns, from the bottom right"
            }
        })
    }
}

/// The most doubtful stickers that a sentence names.
const MOST_NAMED: usize = 6;

/// Stickers whose colours are in doubt.
fn doubtful(f: &mut fmt::Formatter<'_>, stickers: &[Sticker]) -> fmt::Result {
    let mut names: Vec<String> = stickers.iter().take(MOST_NAMED).map(Sticker::name).collect();
    let more = stickers.len() - names.len();
    names.extend((more > 0).then(|| format!("{more} more")));
    match names.split_last() {
        Some((last, [])) => write!(f, "sticker {last} is in doubt: check it"),
        Some((last, others)) => {
            write!(f, "stickers {} and {last} are in doubt: check them", others.join(", "))
        }
        None => Ok(()),
    }
}

/// Stickers to look at again.
fn wrong(f: &mut fmt::Formatter<'_>, stickers: &[Sticker]) -> fmt::Result {
    if let [one, other] = stickers
        && one.shown == Some(other.symbol)
        && other.shown == Some(one.symbol)
    {
        return write!(f, "stickers {} and {} may be exchanged: check both", one.name(), other.name());
    }
    let each = |sticker: &Sticker| {
        let shown = sticker.shown.map(|shown| format!(", not {:?}", shown.to_string()));
        let (name, symbol) = (sticker.name(), sticker.symbol.to_string());
        format!("sticker {name} may be {symbol:?}{}", shown.unwrap_or_default())
    };
    let all: Vec<String> = stickers.iter().map(each).collect();
    write!(f, "{}: check {}", all.join(", and "), if all.len() == 1 { "it" } else { "both" })
}
