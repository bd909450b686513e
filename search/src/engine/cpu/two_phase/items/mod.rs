//! What moves the items on the way from a node to an end, each with what it reads. What an item reads was asked for in the round
//! before.
//!
//! | item | what it is | what it reads | what comes of it |
//! |---|---|---|---|
//! | [`Node`](super::queue::Node) | a position from which G1 is near enough | where moves lead from its class | neighbours; with seven moves left, hits |
//! | [`Neighbour`](super::queue::Neighbour) | a neighbour of a node | its entry of the phase-1 table | a node, if it is near enough to G1 |
//! | [`BucketHit`](super::queue::BucketHit) | a position with six or fewer moves left, and its bucket in the last-moves table | the last moves in the bucket | an arrival for each |
//! | [`Arrival`](super::queue::Arrival) | a position in G1 | the index of its U/D edges | an end |
//! | [`End`](super::queue::End) | a position in G1 whose index is known | its distance from solved | a candidate for the best |

mod end;
mod hit;
mod neighbour;
mod node;
