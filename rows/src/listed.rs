//! Solutions of one position as one text.

use std::fmt::{self, Display};

/// Solutions of one position in their row.
pub struct ListedSolutions<I>(pub I);

impl<I: Iterator<Item: Display> + Clone> Display for ListedSolutions<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().enumerate().try_for_each(|(i, solution)| {
            f.write_str(if i == 0 { "" } else { ", " })?;
            solution.fmt(f)
        })
    }
}
