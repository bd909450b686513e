// Look-ups in a proof filter.

// How many blocks this invocation has looked at.
var<private> looked_at: u32;

// What it looks up in lies in the first buffers of all: other dispatches have others.
fn has_first_blocks() -> bool {
    return params.first_block == 0u;
}

// Whether a coset can be this number of moves from solved, at most params.reach. It is false if this dispatch does not have the
// block that decides.
fn passes(coset: Coset, moves: u32) -> bool {
    let key = key_of(coset);
    let first = wide_product(key, Wide(FIRST_FACTOR_LOW, FIRST_FACTOR_HIGH));
    let second = wide_product(Wide(first.x ^ first.y, first.y), Wide(SECOND_FACTOR_LOW, SECOND_FACTOR_HIGH));
    let chance = Wide(second.x ^ second.y, second.y);
    if moves <= NEAR_MOVES {
        if !has_first_blocks() {
            return false;
        }
        looked_at++;
        return is_near(chance, moves);
    }
    let block = high_of_product(chance.y, params.blocks) - params.first_block;
    if block >= FILTER_SLICES * params.slice_blocks {
        return false;
    }
    looked_at++;
    return has_bits(chance, block, moves);
}

// Whether a block has all bits that a coset at this number of moves from solved sets.
fn has_bits(chance: Wide, block: u32, moves: u32) -> bool {
    let first = REACHES + 3u * moves;
    let numbers = wide_product(chance, Wide(tables[first], tables[first + 1u]));
    let reach = unpack_filter_reach(tables[first + 2u]);
    let of_words = vec4(
        numbers.x,
        numbers.x >> NUMBER_BITS,
        (numbers.x >> (2u * NUMBER_BITS)) | (numbers.y << (32u - 2u * NUMBER_BITS)),
        numbers.y >> (3u * NUMBER_BITS - 32u),
    ) & vec4((1u << NUMBER_BITS) - 1u);
    let bits = vec4(reach.first) + ((of_words * reach.bits) >> vec4(NUMBER_BITS));
    // Some of the four words in a row, from any on.
    let is_meant = ((vec4(0u, 1u, 2u, 3u) + vec4(numbers.y >> 30u)) & vec4(3u)) < vec4(reach.words);
    // Cheaper than to divide.
    let slices_before = select(vec3(0u), vec3(1u), vec3(block) >= params.slice_blocks * vec3(1u, 2u, 3u));
    let slice = slices_before.x + slices_before.y + slices_before.z;
    let item = 2u * (block - slice * params.slice_blocks);
    let low = item_of(slice, item);
    let high = item_of(slice, item + 1u);
    let lows = vec4(low.x, low.z, high.x, high.z);
    let highs = vec4(low.y, low.w, high.y, high.w);
    let words = select(lows, highs, bits >= vec4(32u));
    let is_set = ((words >> (bits & vec4(31u))) & vec4(1u)) != vec4(0u);
    return all(is_set | !is_meant);
}

// Whether the table of near cosets lets one pass.
fn is_near(chance: Wide, moves: u32) -> bool {
    var at = chance.y >> (32u - NEAR_SLOT_BITS);
    let tag = chance.x >> NEAR_DISTANCE_BITS;
    // In a damaged file all slots can be taken.
    for (var i = 0u; i < NEAR_SLOTS; i++) {
        let slot = tables[NEAR_COSETS + at];
        if slot == 0u {
            return false;
        }
        if slot >> NEAR_DISTANCE_BITS == tag {
            return (slot & ((1u << NEAR_DISTANCE_BITS) - 1u)) <= moves + 1u;
        }
        at = (at + 1u) % NEAR_SLOTS;
    }
    return true;
}
