//! Names of keys: where a filter's sections are, and what lies beside them in the same slot.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::error::{err, Result};

/// How the sections of a filter are spread over keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// One section, one key: NAME.
    Single,
    /// Section i is `{NAME}:i`: all in one slot of a cluster, so on one node.
    Tag,
    /// Section i is `NAME:{i}`: spread over the slots.
    Spread,
}

impl Layout {
    pub(super) fn parse(name: &str) -> Result<Layout> {
        match name {
            "single" => Ok(Layout::Single),
            "tag" => Ok(Layout::Tag),
            "spread" => Ok(Layout::Spread),
            _ => Err(err!(InvalidArgument, "layout must be one of single, tag, spread, got {name:?}")),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Layout::Single => "single",
            Layout::Tag => "tag",
            Layout::Spread => "spread",
        }
    }
}

/// The key of section `i`.
pub(super) fn of_section(name: &[u8], layout: Layout, i: usize) -> Vec<u8> {
    let i = i.to_string();
    match layout {
        Layout::Single => name.to_vec(),
        Layout::Tag => [b"{", name, b"}:", i.as_bytes()].concat(),
        Layout::Spread => [name, b":{", i.as_bytes(), b"}"].concat(),
    }
}

/// A name beside a key, in the same slot of a cluster: the hash tag is kept, or the key becomes it.
pub(super) fn beside(key: &[u8], what: &str) -> Vec<u8> {
    let what = what.as_bytes();
    if has_tag(key) || key.contains(&b'}') {
        [key, b":", what].concat()
    } else {
        [b"{", key, b"}:", what].concat()
    }
}

/// Whether only a part of the key decides its slot: what stands between the first `{` and the
/// next `}`, if anything does.
fn has_tag(key: &[u8]) -> bool {
    let Some(open) = key.iter().position(|b| *b == b'{') else { return false };
    let close = key[open + 1..].iter().position(|b| *b == b'}');
    close.is_some_and(|len| len > 0)
}

/// The name under which the next filter is built while this one is in use.
pub(super) fn next(key: &[u8]) -> Vec<u8> {
    beside(key, "next")
}

/// A name that nobody else uses, beside a key.
pub(super) fn temporary(key: &[u8]) -> Vec<u8> {
    // The standard library seeds each hasher from the operating system's random numbers.
    let id = RandomState::new().build_hasher().finish();
    beside(key, &format!("new:{id:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of a key that decides its slot.
    fn tag(key: &[u8]) -> &[u8] {
        if !has_tag(key) {
            return key;
        }
        let open = key.iter().position(|b| *b == b'{').unwrap();
        let len = key[open + 1..].iter().position(|b| *b == b'}').unwrap();
        &key[open + 1..][..len]
    }

    #[test]
    fn what_lies_beside_a_key_is_in_its_slot() {
        for key in [&b"users"[..], b"{app}:users", b"a{b}c{d}", b"users:{3}", b"{users}:3", b"a{b", b"{}x"] {
            if key != b"{}x" {
                assert_eq!(tag(&next(key)), tag(key), "{key:?}");
            }
            assert_ne!(temporary(key), temporary(key));
        }
        assert_eq!(of_section(b"u", Layout::Tag, 7), b"{u}:7");
        assert_eq!(of_section(b"u", Layout::Spread, 7), b"u:{7}");
        assert_eq!(next(b"u"), b"{u}:next");
    }
}
