//! Ranks of orientations.

/// The orientations of all cubies but the last as a number, the first one most significant: `kinds` is 3 for corners, 2 for edges.
pub fn rank(oris: &[u8], kinds: usize) -> usize {
    oris[..oris.len() - 1].iter().fold(0, |rank, &ori| rank * kinds + usize::from(ori))
}

/// The orientations with this rank. The last cubie is turned so that all together are a multiple of `kinds`.
pub fn unrank<const N: usize>(mut rank: usize, kinds: usize) -> [u8; N] {
    let mut oris = [0; N];
    let mut turned = 0;
    for ori in oris[..N - 1].iter_mut().rev() {
        *ori = (rank % kinds) as u8;
        turned += rank % kinds;
        rank /= kinds;
    }
    oris[N - 1] = ((kinds - turned % kinds) % kinds) as u8;
    oris
}
