// How symmetries go together.

// First one symmetry, then the other.
fn product(first: u32, next: u32) -> u32 {
    return tables[PRODUCTS + first * SYMMETRIES + next];
}
