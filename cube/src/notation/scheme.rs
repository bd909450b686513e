//! Colour schemes: which symbol stands for which face.

use crate::cube::Face;

/// The symbols on the six centres, U R F D L B, all different.
pub(super) struct Scheme([char; 6]);

impl Scheme {
    /// The scheme with these centres, or two faces whose centres are the same.
    pub fn new(centres: [char; 6]) -> Result<Scheme, [Face; 2]> {
        for (i, centre) in centres.iter().enumerate() {
            if let Some(earlier) = centres[..i].iter().position(|other| other == centre) {
                return Err([Face::ALL[earlier], Face::ALL[i]]);
            }
        }
        Ok(Scheme(centres))
    }

    /// The face whose centre shows `symbol`.
    pub fn face(&self, symbol: char) -> Option<Face> {
        // No early end: six comparisons cost less than one wrongly predicted branch.
        let mut found = None;
        for (face, centre) in Face::ALL.into_iter().zip(self.0) {
            found = if centre == symbol { Some(face) } else { found };
        }
        found
    }
}
