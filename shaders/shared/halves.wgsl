// Tables of numbers below 65,536, two in a word of `tables`.

// Number `i` of the table that begins at word `first`.
fn half_at(first: u32, i: u32) -> u32 {
    return half_in(tables[first + half_word(i)], i);
}

// A number of each of three tables. All words are read before one is used, so that their look-ups do not wait for each other.
fn halves_at(firsts: vec3<u32>, i: vec3<u32>) -> vec3<u32> {
    let x = tables[firsts.x + half_word(i.x)];
    let y = tables[firsts.y + half_word(i.y)];
    let z = tables[firsts.z + half_word(i.z)];
    return vec3(half_in(x, i.x), half_in(y, i.y), half_in(z, i.z));
}
