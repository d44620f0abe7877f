//! Keys on their way to Redis: their bytes, for only the filter that is there decides the hash.

use crate::key::Key;

/// Keys waiting to be asked, added or removed.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    /// No keys yet.
    pub fn new() -> Keys {
        Keys::default()
    }

    /// Appends a key.
    pub fn push<K: Key + ?Sized>(&mut self, key: &K) {
        key.with_bytes(|b| self.bytes.extend_from_slice(b));
        self.ends.push(self.bytes.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn get(&self, i: usize) -> &[u8] {
        &self.bytes[i.checked_sub(1).map_or(0, |i| self.ends[i])..self.ends[i]]
    }
}

impl<K: Key> FromIterator<K> for Keys {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Keys {
        let mut all = Keys::new();
        keys.into_iter().for_each(|k| all.push(&k));
        all
    }
}
