//! The order in which groups are made, so that little memory is needed beside the positions.

use super::place::GROUPS;
use super::sources::Sources;

/// The order of groups in a prepass, and the memory that it needs.
pub struct Order {
    /// The groups, each once.
    pub groups: Vec<u16>,
    /// For each group the groups that it is made of, itself first. Each of these is made of it, too.
    pub neighbours: Vec<Vec<u16>>,
    /// The most groups that are kept beside the others when one group is made after the other.
    pub beside: usize,
}

impl Order {
    /// Takes next the group whose sources are needed least often after it: an old group can be forgotten once all that are made
    /// of it are there.
    pub fn new(sources: &Sources) -> Order {
        let neighbours: Vec<Vec<u16>> = (0..GROUPS).map(|group| sources.groups(group)).collect();
        let mut left: Vec<usize> = neighbours.iter().map(Vec::len).collect();
        let gain = |group: usize, left: &[usize]| -> f64 {
            neighbours[group].iter().map(|&source| (left[usize::from(source)].pow(2) as f64).recip()).sum()
        };
        let mut gains: Vec<f64> = (0..GROUPS).map(|group| gain(group, &left)).collect();
        let mut groups: Vec<u16> = Vec::with_capacity(GROUPS);
        let (mut kept, mut beside) = (0_usize, 0);
        while groups.len() < GROUPS {
            // The last one of equal ones, on every machine: the sums have the same order.
            let next = (0..GROUPS).max_by(|&a, &b| gains[a].total_cmp(&gains[b])).expect("there are groups");
            groups.push(next as u16);
            kept += 1;
            beside = beside.max(kept);
            for &source in &neighbours[next] {
                left[usize::from(source)] -= 1;
                kept -= usize::from(left[usize::from(source)] == 0);
            }
            for &other in neighbours[next].iter().flat_map(|&source| &neighbours[usize::from(source)]) {
                gains[usize::from(other)] = gain(other.into(), &left);
            }
            groups.iter().for_each(|&made| gains[usize::from(made)] = f64::NEG_INFINITY);
        }
        Order { groups, neighbours, beside }
    }

    /// Places beside those of all groups when some threads make groups. A thread waits where they are not enough, until
    /// another one has made its group; with two for each thread hardly any waits.
    pub fn beside(&self, threads: usize) -> usize {
        (self.beside + 2 * threads).min(GROUPS)
    }
}
