//! Moves of nodes that were visited lately, so that a node that is visited again need not find them anew.

use crate::board::zobrist::Key;

/// A small cache: the last list that fell on a slot.
pub(super) struct Lists {
    slots: Vec<(Key, Box<[u32]>)>,
}

impl Lists {
    /// Room for `count` lists, a power of two.
    pub(super) fn new(count: usize) -> Lists {
        Lists { slots: (0..count.next_power_of_two()).map(|_| (0, Box::default())).collect() }
    }

    fn slot(&mut self, key: Key) -> &mut (Key, Box<[u32]>) {
        let last = self.slots.len() - 1;
        &mut self.slots[key as usize & last]
    }

    /// Takes the list of a node out, to be put back.
    pub(super) fn take(&mut self, key: Key) -> Option<Box<[u32]>> {
        let slot = self.slot(key);
        (slot.0 == key && !slot.1.is_empty()).then(|| std::mem::take(&mut slot.1))
    }

    /// Keeps the list of a node.
    pub(super) fn put(&mut self, key: Key, list: Box<[u32]>) {
        *self.slot(key) = (key, list);
    }

    /// Forgets all lists.
    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Default::default);
    }
}
