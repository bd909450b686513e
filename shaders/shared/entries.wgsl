// Entries of a complete table, and how symmetries go together.

// A word of the entries.
fn word(i: u32) -> u32 {
    switch slice_of(i) {
        case 0u: { return slice0[in_slice(i)]; }
        case 1u: { return slice1[in_slice(i)]; }
        case 2u: { return slice2[in_slice(i)]; }
        case 3u: { return slice3[in_slice(i)]; }
        default: { return slice4[in_slice(i)]; }
    }
}

// First one symmetry, then the other.
fn product(first: u32, next: u32) -> u32 {
    return tables[PRODUCTS + first * SYMMETRIES + next];
}
