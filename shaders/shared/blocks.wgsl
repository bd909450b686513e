// Blocks of two items that are spread over several buffers.

fn item_of(slice: u32, i: u32) -> vec4<u32> {
    switch slice {
        case 0u: { return blocks0[i]; }
        case 1u: { return blocks1[i]; }
        case 2u: { return blocks2[i]; }
        default: { return blocks3[i]; }
    }
}
