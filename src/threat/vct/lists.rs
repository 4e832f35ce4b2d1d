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
    /// How much to stay away from it, because others are at it.
    pub(super) busy: u32,
}

/// A small cache: the last list that fell on a slot.
pub(super) struct Lists {
    slots: Vec<(Key, Vec<Child>)>,
}

impl Lists {
    /// Room for `count` lists, rounded up to a power of two.
    pub(super) fn new(count: usize) -> Lists {
        Lists { slots: vec![(0, Vec::new()); count.next_power_of_two()] }
    }

    fn slot(&mut self, key: Key) -> &mut (Key, Vec<Child>) {
        let last = self.slots.len() - 1;
        &mut self.slots[key as usize & last]
    }

    /// Takes the list of a node out, to be put back.
    pub(super) fn take(&mut self, key: Key) -> Option<Vec<Child>> {
        let slot = self.slot(key);
        (slot.0 == key && !slot.1.is_empty()).then(|| std::mem::take(&mut slot.1))
    }

    /// Keeps the list of a node.
    pub(super) fn put(&mut self, key: Key, list: Vec<Child>) {
        *self.slot(key) = (key, list);
    }

    /// Forgets all lists.
    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Default::default);
    }
}
