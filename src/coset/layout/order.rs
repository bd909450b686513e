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
        let mut groups: Vec<u16> = Vec::with_capacity(GROUPS);
        let mut is_made = vec![false; GROUPS];
        let (mut kept, mut beside) = (0_usize, 0);
        while groups.len() < GROUPS {
            let gain = |group: usize| -> f64 {
                neighbours[group].iter().map(|&source| 1.0 / (left[usize::from(source)].pow(2)) as f64).sum()
            };
            let candidates = (0..GROUPS).filter(|&group| !is_made[group]);
            // The last one of equal ones, on every machine: the sums have the same order.
            let next = candidates.max_by(|&a, &b| gain(a).total_cmp(&gain(b))).expect("one is left");
            is_made[next] = true;
            groups.push(next as u16);
            kept += 1;
            beside = beside.max(kept);
            for &source in &neighbours[next] {
                left[usize::from(source)] -= 1;
                kept -= usize::from(left[usize::from(source)] == 0);
            }
        }
        Order { groups, neighbours, beside }
    }

    /// The most groups beside the others when some threads make groups: each may be behind the others by one, whose sources
    /// then wait.
    pub fn beside(&self, threads: usize) -> usize {
        let most = self.neighbours.iter().map(Vec::len).max().unwrap_or(0);
        (self.beside + threads * most).min(GROUPS)
    }
}
