//! The columns that a reader wants of a table.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::columns::CUBE;

/// The columns to read from a file.
#[derive(Debug)]
pub struct WantedColumns {
    /// The contents of the required columns.
    pub things: &'static str,
    /// The name of the needed column that most files have.
    pub usual: &'static str,
    /// The first of them that is there.
    pub needed: &'static [&'static str],
    /// All of these that the file has.
    pub others: &'static [&'static str],
    /// The one that holds positions, in lists of numbers perhaps.
    pub positions: &'static str,
    /// The option that names the needed column, if the command has one.
    pub option: Option<&'static str>,
}

/// The column with positions that most files have.
pub const POSITIONS: WantedColumns = WantedColumns {
    things: "positions",
    usual: CUBE,
    needed: &[CUBE],
    others: &[],
    positions: CUBE,
    option: None,
};

/// The columns of positions that an option has named.
static NAMED: Mutex<BTreeMap<(&str, &str), &WantedColumns>> = Mutex::new(BTreeMap::new());

impl WantedColumns {
    /// The column with positions that this option names. It lives as long as the program does.
    pub fn positions_in(column: &str, option: &'static str) -> &'static WantedColumns {
        let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wanted) = named.get(&(column, option)) {
            return wanted;
        }
        let column: &'static str = column.to_owned().leak();
        let needed = vec![column].leak();
        let wanted =
            WantedColumns { usual: column, needed, positions: column, option: Some(option), ..POSITIONS };
        named.entry((column, option)).or_insert(Box::leak(Box::new(wanted)))
    }

    /// The columns that are read where they are.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.needed.iter().chain(self.others).copied()
    }

    /// Whether a person named the column, so that a text without it is not what was meant.
    pub fn is_named(&self) -> bool {
        self.option.is_some() && self.usual != CUBE
    }
}
