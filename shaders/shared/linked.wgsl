// Linked blocks.

// A block that looks like chance. The last one of a slice may have no room there.
fn block_by_chance(number: u32) -> u32 {
    let block = mixed(number) & (params.blocks - 1u);
    return block - select(0u, 1u, in_slice(block) >= params.a_slice);
}
