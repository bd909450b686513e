// Numbers of 64 bits: the low word, and the high word.

alias Wide = vec2<u32>;

// The high word of the product of two words.
fn high_of_product(a: u32, b: u32) -> u32 {
    let low_b = b & 0xffffu;
    let high_b = b >> 16u;
    let low_a = a & 0xffffu;
    let high_a = a >> 16u;
    // None of these sums is 2^32 or more.
    let middle = high_a * low_b + ((low_a * low_b) >> 16u);
    let other = low_a * high_b + (middle & 0xffffu);
    return high_a * high_b + (middle >> 16u) + (other >> 16u);
}

// The product without what is above 64 bits.
fn wide_product(a: Wide, b: Wide) -> Wide {
    return Wide(a.x * b.x, high_of_product(a.x, b.x) + a.x * b.y + a.y * b.x);
}

// With a number below 2^32 more.
fn wide_sum(a: Wide, b: u32) -> Wide {
    let low = a.x + b;
    return Wide(low, a.y + select(0u, 1u, low < b));
}
