//! What the bytes of a key are (docs/format.md, "Key bytes").
//!
//! Text is its UTF-8 bytes, bytes are themselves, and an integer is its decimal text, so that
//! `42`, `"42"` and `b"42"` are one key in every language. Nothing is trimmed or normalised.

mod sealed {
    pub trait Sealed {}
}

/// A key: text, bytes or an integer. Sealed, so that a key means the same in every language.
pub trait Key: sealed::Sealed {
    /// Calls `f` with the key's bytes.
    fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R;
}

macro_rules! plain {
    ($($t:ty => $conv:expr;)+) => {$(
        impl sealed::Sealed for $t {}
        impl Key for $t {
            #[inline]
            fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R {
                let conv: fn(&$t) -> &[u8] = $conv;
                f(conv(self))
            }
        }
    )+};
}

plain! {
    str => |s| s.as_bytes();
    [u8] => |s| s;
    String => |s| s.as_bytes();
    Vec<u8> => |s| s;
}

impl<const N: usize> sealed::Sealed for [u8; N] {}
impl<const N: usize> Key for [u8; N] {
    #[inline]
    fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R {
        f(self)
    }
}

macro_rules! integers {
    ($($t:ty)+) => {$(
        impl sealed::Sealed for $t {}
        impl Key for $t {
            #[inline]
            fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R {
                f(itoa::Buffer::new().format(*self).as_bytes())
            }
        }
    )+};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<K: Key + ?Sized> sealed::Sealed for &K {}
impl<K: Key + ?Sized> Key for &K {
    #[inline]
    fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> R {
        (**self).with_bytes(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<K: Key + ?Sized>(k: &K) -> Vec<u8> {
        k.with_bytes(<[u8]>::to_vec)
    }

    #[test]
    fn an_integer_is_its_decimal_text() {
        assert_eq!(bytes(&42), bytes("42"));
        assert_eq!(bytes(&-7i8), b"-7");
        assert_eq!(bytes(&u64::MAX), b"18446744073709551615");
        assert_eq!(bytes(&i64::MIN), b"-9223372036854775808");
        assert_eq!(bytes(&0u8), bytes(b"0"));
        assert_eq!(bytes(&String::from("a\0b")), b"a\0b");
    }
}
