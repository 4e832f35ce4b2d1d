//! The moves of nodes that were visited lately, so that a node that is visited again need not find them
//! anew.

use super::numbers::Numbers;
use crate::board::Point;
use crate::board::zobrist::Key;

/// A move and what is known of the node behind it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) point: Point,
    pub(super) numbers: Numbers,
    /// Whether the move is neither a four nor a three, so that it may be no threat at all.
    pub(super) quiet: bool,
    /// How much harder it is to look, because others are at it.
    pub(super) busy: u32,
}

/// A small cache: the last list that fell on a slot.
pub(super) struct Lists {
    slots: Vec<Slot>,
    /// Bytes of the lists that are kept.
    held: usize,
    /// The most bytes for lists.
    most: usize,
}

type Slot = (Key, Vec<Child>);

/// Bytes that a list takes up, about, on a board of usual size.
const LIST: usize = 640;

impl Lists {
    /// Lists that take up at most `bytes`, but for one.
    pub(super) fn new(bytes: usize) -> Lists {
        let count = (bytes / LIST).max(1).next_power_of_two();
        let most = bytes.saturating_sub(count * size_of::<Slot>());
        Lists { slots: vec![(0, Vec::new()); count], held: 0, most }
    }

    fn slot(&mut self, key: Key) -> &mut Slot {
        let last = self.slots.len() - 1;
        &mut self.slots[key as usize & last]
    }

    /// Takes the list of a node out, to be put back.
    pub(super) fn take(&mut self, key: Key) -> Option<Vec<Child>> {
        let slot = self.slot(key);
        let list = (slot.0 == key && !slot.1.is_empty()).then(|| std::mem::take(&mut slot.1))?;
        self.held -= bytes(&list);
        Some(list)
    }

    /// Keeps the list of a node. Where there is no room left all others go.
    pub(super) fn put(&mut self, key: Key, list: Vec<Child>) {
        let new = bytes(&list);
        let old = bytes(&self.slot(key).1);
        if self.held - old + new > self.most {
            self.clear();
        } else {
            self.held -= old;
        }
        self.held += new;
        *self.slot(key) = (key, list);
    }

    /// Forgets all lists.
    pub(super) fn clear(&mut self) {
        if self.held != 0 {
            self.slots.fill_with(Default::default);
            self.held = 0;
        }
    }
}

fn bytes(list: &Vec<Child>) -> usize {
    list.capacity() * size_of::<Child>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    /// Lists of a large board are longer than the usual ones; the bound holds all the same.
    #[test]
    fn long_lists_stay_within_the_bound() {
        let point = BoardSize::FIFTEEN.points().next().unwrap();
        let child = Child { point, numbers: Numbers::UNKNOWN, quiet: false, busy: 0 };
        let mut lists = Lists::new(1 << 20);
        for key in 0..10_000 {
            lists.put(key, vec![child; 480]);
            let kept: usize = lists.slots.iter().map(|slot| bytes(&slot.1)).sum();
            assert_eq!(kept, lists.held);
            assert!(kept + lists.slots.len() * size_of::<Slot>() <= 1 << 20);
        }
        assert_eq!(lists.take(9_999).unwrap().len(), 480);
    }
}
