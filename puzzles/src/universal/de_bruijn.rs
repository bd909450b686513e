//! De Bruijn sequences, a letter at a time.

/// The sequence of letters 0 … k − 1 which, read in a circle, holds every word of n
/// letters exactly once; of all such sequences the lexicographically least.
///
/// It is made of all Lyndon words whose length divides n, in lexicographic order
/// (Fredricksen, Kessler and Maiorana), which follow from one another (Duval). So the memory is
/// that of one word, however long the sequence.
///
/// ```
/// # extern crate cubebatch_puzzles as cubebatch;
/// use cubebatch::universal::DeBruijn;
/// assert_eq!(DeBruijn::new(2, 3).collect::<Vec<_>>(), [0, 0, 0, 1, 0, 1, 1, 1]);
/// assert_eq!(DeBruijn::count(18, 20), Some(12_748_236_216_396_078_174_437_376));
/// ```
#[derive(Clone, Debug)]
pub struct DeBruijn {
    letters: usize,
    length: usize,
    /// The present Lyndon word; empty at the end.
    word: Vec<usize>,
    /// The number of its letters that are already given.
    given: usize,
}

impl DeBruijn {
    /// The sequence for `letters` letters and words of this length.
    ///
    /// # Panics
    /// When there are no letters, or the words are empty.
    pub fn new(letters: usize, length: usize) -> DeBruijn {
        assert!(letters > 0 && length > 0, "words are made of letters");
        DeBruijn { letters, length, word: vec![0], given: 0 }
    }

    /// The length of the sequence, kⁿ; `None` from 2¹²⁸.
    pub fn count(letters: usize, length: usize) -> Option<u128> {
        (letters as u128).checked_pow(length.try_into().ok()?)
    }

    /// The next Lyndon word of at most `length` letters.
    fn advance(&mut self) {
        let period = self.word.len();
        for i in period..self.length {
            self.word.push(self.word[i - period]);
        }
        while self.word.pop_if(|last| *last == self.letters - 1).is_some() {}
        if let Some(last) = self.word.last_mut() {
            *last += 1;
        }
        self.given = 0;
    }
}

impl Iterator for DeBruijn {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.given == self.word.len() || !self.length.is_multiple_of(self.word.len()) {
            if self.word.is_empty() {
                return None;
            }
            self.advance();
        }
        self.given += 1;
        Some(self.word[self.given - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_once() {
        for (letters, longest) in [(1, 5), (2, 14), (3, 9), (4, 7), (5, 6), (6, 5), (18, 3)] {
            for length in 1..=longest {
                let sequence: Vec<usize> = DeBruijn::new(letters, length).collect();
                let count = DeBruijn::count(letters, length).unwrap() as usize;
                assert_eq!(sequence.len(), count, "({letters}, {length})");
                let mut seen = vec![false; count];
                for start in 0..count {
                    let word = (start..start + length).map(|i| sequence[i % count]);
                    let number = word.fold(0, |number, letter| number * letters + letter);
                    assert!(!std::mem::replace(&mut seen[number], true), "({letters}, {length})");
                }
            }
        }
    }

    #[test]
    fn of_all_sequences_it_is_the_least() {
        // Greedy from the last word of all: the smallest letter whose word is new (Martin 1934,
        // here with the smallest letter preferred).
        let (letters, length) = (3, 4);
        let mut text = vec![letters - 1; length];
        let mut seen = std::collections::HashSet::new();
        while let Some(next) = (0..letters).find(|&letter| {
            let word = [&text[text.len() - length + 1..], &[letter]].concat();
            seen.insert(word)
        }) {
            text.push(next);
        }
        assert!(DeBruijn::new(letters, length).eq(text[length..].iter().copied()));
    }

    #[test]
    fn what_is_too_long_to_count_still_begins() {
        assert_eq!(DeBruijn::count(18, 30), Some(18_u128.pow(30)));
        assert_eq!(DeBruijn::count(18, 31), None);
        assert!(
            DeBruijn::new(18, 31).take(62).eq([[0; 31], {
                let mut w = [0; 31];
                w[0] = 1;
                w
            }]
            .concat())
        );
    }
}
