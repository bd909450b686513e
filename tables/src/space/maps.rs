//! Permutations of values.

/// Some maps of values, with their inverses.
pub struct Maps {
    size: usize,
    there: Vec<u16>,
    back: Vec<u16>,
}

impl Maps {
    /// These maps, all of as many values.
    pub fn new(maps: impl Iterator<Item = Vec<u16>>) -> Maps {
        let maps: Vec<Vec<u16>> = maps.collect();
        let back = maps.iter().flat_map(|map| inverse(map)).collect();
        Maps { size: maps[0].len(), back, there: maps.concat() }
    }

    /// The number of maps.
    pub fn len(&self) -> usize {
        self.there.len() / self.size
    }

    /// Whether there are no maps; no space is that small.
    pub fn is_empty(&self) -> bool {
        self.there.is_empty()
    }

    /// The number of values.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The image of each value.
    #[inline]
    pub fn map(&self, number: usize) -> &[u16] {
        &self.there[number * self.size..][..self.size]
    }

    /// The inverse of a map.
    #[inline]
    pub fn back(&self, number: usize) -> &[u16] {
        &self.back[number * self.size..][..self.size]
    }
}

fn inverse(map: &[u16]) -> Vec<u16> {
    let mut back = vec![0; map.len()];
    (0..).zip(map).for_each(|(value, &there)| back[usize::from(there)] = value);
    back
}
