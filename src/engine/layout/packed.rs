//! Words that hold several numbers, declared once for Rust and for WGSL.

/// Declares words that hold several numbers side by side, the first one lowest: structs with `pack` and `unpack`, and
/// the same as WGSL.
macro_rules! packed {
    ($($(#[doc = $about:literal])* $name:ident {
        $($(#[doc = $about_field:literal])* $field:ident: $bits:expr),+ $(,)?
    })+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $about_field])* pub $field: u32,)+
        }

        // A host needs one of both, tests need both.
        #[cfg_attr(not(test), allow(dead_code))]
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

        #[cfg(test)]
        impl $name {
            /// All numbers that a word holds, and the word that they make.
            pub fn numbers(word: u32) -> (Vec<u32>, u32) {
                let unpacked = $name::unpack(word);
                (vec![$(unpacked.$field),+], unpacked.pack())
            }
        }

        #[cfg(feature = "gpu")]
        impl $name {
            /// As kernels see it.
            pub const WGSL: $crate::engine::layout::wgsl::Packed = $crate::engine::layout::wgsl::Packed {
                name: stringify!($name),
                about: &[$($about),*],
                fields: &[$($crate::engine::layout::wgsl::Bits {
                    name: stringify!($field),
                    about: &[$($about_field),*],
                    bits: $bits as u32,
                }),+],
            };
        }
    )+};
}

pub(crate) use packed;
