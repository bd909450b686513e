//! Words that hold several numbers, declared once for Rust and for WGSL.

/// The lines of a comment, as Rust has them after its slashes.
pub type About = &'static [&'static str];

/// Several numbers in a word, the first one lowest.
pub struct Packed {
    /// The name of the struct.
    pub name: &'static str,
    /// What it is.
    pub about: About,
    /// The numbers.
    pub fields: &'static [Bits],
}

/// A number in a word.
pub struct Bits {
    /// The name of the field.
    pub name: &'static str,
    /// What it is.
    pub about: About,
    /// How many bits it has.
    pub bits: u32,
}

/// Declares words that hold several numbers side by side, the first one lowest: structs with `pack` and `unpack`, and
/// the same as WGSL.
#[macro_export]
macro_rules! packed {
    ($($(#[doc = $about:literal])* $name:ident {
        $($(#[doc = $about_field:literal])* $field:ident: $bits:expr),+ $(,)?
    })+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $about_field])* pub $field: u32,)+
        }

        impl $name {
            /// The word. Each number is to fit its bits.
            #[inline]
            pub const fn pack(self) -> u32 {
                let (mut word, mut shift) = (0, 0);
                $(
                    debug_assert!(self.$field as u64 >> $bits == 0);
                    word |= self.$field << shift;
                    shift += $bits as u32;
                )+
                assert!(shift <= u32::BITS);
                word
            }

            /// What a word holds.
            #[inline]
            pub const fn unpack(word: u32) -> $name {
                let mut shift = 0;
                $(
                    let $field = (word >> shift) & ((1u64 << $bits) - 1) as u32;
                    shift += $bits as u32;
                )+
                assert!(shift <= u32::BITS);
                $name { $($field),+ }
            }
        }

        impl $name {
            /// All numbers that a word holds, and the word that they make.
            pub fn numbers(word: u32) -> (Vec<u32>, u32) {
                let unpacked = $name::unpack(word);
                (vec![$(unpacked.$field),+], unpacked.pack())
            }
        }

        impl $name {
            /// As kernels see it.
            pub const WGSL: $crate::packed::Packed = $crate::packed::Packed {
                name: stringify!($name),
                about: &[$($about),*],
                fields: &[$($crate::packed::Bits {
                    name: stringify!($field),
                    about: &[$($about_field),*],
                    bits: $bits as u32,
                }),+],
            };
        }
    )+};
}

pub use packed;
