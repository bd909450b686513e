//! What waits for memory.

/// A line of some items: one leaves it when another one enters the full line.
pub struct DelayLine<T> {
    items: Vec<T>,
    room: usize,
    /// The place of the first one, once the line is full.
    first: usize,
}

impl<T: Copy> DelayLine<T> {
    pub fn new(room: usize) -> DelayLine<T> {
        DelayLine { items: Vec::with_capacity(room), room, first: 0 }
    }

    /// Takes one in, if there is one, and gives out the first if there was no room, or none came in.
    #[inline(always)]
    pub fn exchange(&mut self, item: Option<T>) -> Option<T> {
        match item {
            Some(item) if self.items.len() < self.room => {
                self.items.push(item);
                None
            }
            Some(item) => {
                let first = std::mem::replace(&mut self.items[self.first], item);
                self.first = if self.first + 1 == self.room { 0 } else { self.first + 1 };
                Some(first)
            }
            None if self.items.is_empty() => None,
            None => {
                self.items.rotate_left(self.first);
                self.first = 0;
                Some(self.items.remove(0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_leave_in_the_order_in_which_they_came() {
        let mut line = DelayLine::new(3);
        let entered = (0..20).map(Some).chain(std::iter::repeat_n(None, 2)).chain((20..30).map(Some));
        let left = entered.chain(std::iter::repeat_n(None, 5)).filter_map(|item| line.exchange(item));
        assert!(left.collect::<Vec<_>>().into_iter().eq(0..30));
    }
}
