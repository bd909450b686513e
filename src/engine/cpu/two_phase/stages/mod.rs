//! The stages on the way from a node to an end, each with what it reads.
//!
//! | item | what it is | what it reads | what comes of it |
//! |---|---|---|---|
//! | [`neighbour::Neighbour`] | a neighbour of a node | its entry of the phase-1 table | a node, if it is near enough to G1 |
//! | [`look_up::LookUp`] | a position with six or fewer moves to make | a bucket's index in the last-moves table | a hit |
//! | [`look_up::Hit`] | such a position and its bucket | the last moves in the bucket | an arrival for each |
//! | [`end::Arrival`] | a position in G1 | the index of its U/D edges | an end |
//! | [`end::End`] | a position in G1 whose index is known | its distance from solved | a candidate for the best |

pub mod end;
pub mod look_up;
pub mod neighbour;
