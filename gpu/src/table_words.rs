//! Several tables in one array of words, as kernels read them.

use cubebatch_shaders::words::Halves;

/// Tables one after the other, each where the layout has it.
#[derive(Default)]
pub(super) struct TableWords(Vec<u32>);

impl TableWords {
    /// Adds a table that begins at this word.
    pub fn add<T: Into<u32>>(&mut self, first: usize, table: impl IntoIterator<Item = T>) {
        assert_eq!(self.0.len(), first, "tables lie where the shaders look for them");
        self.0.extend(table.into_iter().map(Into::into));
    }

    /// Adds a table whose numbers stand two in a word, see `shaders/shared/halves.wgsl`.
    pub fn add_halves(&mut self, first: usize, numbers: impl IntoIterator<Item = u16>) {
        let mut numbers = numbers.into_iter();
        let pair = || {
            let low = numbers.next()?;
            Some(Halves::bits(0, low.into()) | Halves::bits(1, numbers.next().unwrap_or_default().into()))
        };
        self.add(first, std::iter::from_fn(pair));
    }

    /// Leaves zeros before this word.
    pub fn leave_zeros(&mut self, end: usize) {
        self.0.resize(end, 0);
    }

    /// The words of all tables.
    pub fn into_words(self) -> Vec<u32> {
        self.0
    }
}
