//! Goals as text.

use std::fmt;
use std::str::FromStr;

use super::{Goal, named, pattern, positions};
use crate::cube::{CORNERS, EDGES, Face};

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongGoal {
    /// It is neither a name nor a list of cubies nor 54 facelets.
    #[error(
        "`{text}` is no goal: give a name ({}), cubies that have to be at home such as `DF DR DFR`, or 54 facelets with a dot \
         for each that may show any colour; `/any` at its end accepts any orientation of the cube",
        named::names()
    )]
    Unknown {
        /// The text.
        text: String,
    },
    /// A centre has another colour.
    #[error("facelet {} of the goal is the centre of {face}: it shows {face} or a dot", .face.index() * 9 + 5)]
    Centre {
        /// Its face.
        face: Face,
    },
    /// No turns lead to such a position.
    #[error(
        "no position of the cube looks like this goal: turns cannot bring its cubies together in this way"
    )]
    Impossible,
}

impl FromStr for Goal {
    type Err = WrongGoal;

    fn from_str(text: &str) -> Result<Goal, WrongGoal> {
        let (held, is_any) = match text.trim().rsplit_once('/') {
            Some((held, end)) if end.eq_ignore_ascii_case(ANY) => (held, true),
            _ => (text.trim(), false),
        };
        let unknown = || WrongGoal::Unknown { text: text.trim().to_owned() };
        let goal = match named::find(held).or_else(|| pattern::of_cubies(held)) {
            Some(goal) => goal,
            None => {
                let read = pattern::read_facelets(held).ok_or_else(unknown)?;
                read.map_err(|face| WrongGoal::Centre { face })?
            }
        };
        if !positions::is_possible(&goal) {
            return Err(WrongGoal::Impossible);
        }
        Ok(if is_any { goal.in_any_orientation() } else { goal })
    }
}

/// The word behind `/` at the end of a goal that may be reached in any orientation.
const ANY: &str = "any";

impl Goal {
    /// The names of the cubies that have to be at home.
    fn names_at_home(&self) -> String {
        let name = |faces: &[Face]| faces.iter().map(|face| face.letter()).collect::<String>();
        let (corners, edges) = self.cubies_at_home();
        let edges = edges.into_iter().map(|i| name(&EDGES[i]));
        edges.chain(corners.into_iter().map(|i| name(&CORNERS[i]))).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.any {
            return f.pad(&format!("{}/{ANY}", self.held()));
        }
        if let Some(name) = named::name(self) {
            return f.pad(name);
        }
        let cubies = self.names_at_home();
        if pattern::of_cubies(&cubies) == Some(*self) {
            return f.pad(&cubies);
        }
        let letter = |shown: Option<Face>| shown.map_or('.', |face| face.letter());
        f.pad(&self.facelets().map(letter).iter().collect::<String>())
    }
}
