//! Ranks of permutations and of combinations.

/// The lexicographic rank of a permutation of 0 … n − 1; the identity is 0.
#[inline]
pub fn rank(perm: &[u8]) -> usize {
    let mut rank = 0;
    // The numbers still to come, as a set of bits.
    let mut left: u32 = (1 << perm.len()) - 1;
    for (i, &p) in perm.iter().enumerate() {
        let smaller = (left & ((1 << p) - 1)).count_ones() as usize;
        rank = rank * (perm.len() - i) + smaller;
        left &= !(1 << p);
    }
    rank
}

/// The permutation of 0 … N − 1 with this lexicographic rank.
pub fn unrank<const N: usize>(mut rank: usize) -> [u8; N] {
    let mut perm = [0; N];
    for i in (0..N).rev() {
        perm[i] = (rank % (N - i)) as u8;
        rank /= N - i;
        for later in i + 1..N {
            if perm[later] >= perm[i] {
                perm[later] += 1;
            }
        }
    }
    perm
}

/// The rank of a set of four numbers, ascending, among all such sets; 0, 1, 2, 3 has 0.
/// (The combinatorial number system.)
pub fn rank_four(set: [u8; 4]) -> usize {
    set.iter().enumerate().map(|(i, &n)| BINOMIALS[usize::from(n)][i + 1]).sum()
}

/// The four numbers, ascending, with this rank, below C(12, 4).
pub fn unrank_four(mut rank: usize) -> [u8; 4] {
    let mut set = [0; 4];
    for i in (0..4).rev() {
        let n = (i..GREATEST).rev().find(|&n| BINOMIALS[n][i + 1] <= rank).expect("C(i, i + 1) is 0");
        rank -= BINOMIALS[n][i + 1];
        set[i] = n as u8;
    }
    set
}

/// The numbers of a set are smaller: positions of edges.
const GREATEST: usize = 12;

/// `BINOMIALS[n][k]` sets of k numbers below n; ranks are asked for so often that they are kept.
const BINOMIALS: [[usize; 5]; GREATEST] = {
    let mut binomials = [[1, 0, 0, 0, 0]; GREATEST];
    let mut n = 1;
    while n < GREATEST {
        let mut k = 1;
        while k < 5 {
            binomials[n][k] = binomials[n - 1][k] + binomials[n - 1][k - 1];
            k += 1;
        }
        n += 1;
    }
    binomials
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_come_in_lexicographic_order() {
        let all: Vec<[u8; 5]> = (0..120).map(unrank).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert!(all.iter().enumerate().all(|(i, perm)| rank(perm) == i));
    }

    #[test]
    fn sets_of_four_are_numbered_without_gaps() {
        assert_eq!(unrank_four(0), [0, 1, 2, 3]);
        assert_eq!(unrank_four(494), [8, 9, 10, 11]);
        assert!((0..495).all(|rank| rank_four(unrank_four(rank)) == rank));
    }
}
