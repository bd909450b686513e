// Makes new groups of a map of a coset: to the positions of the old map it adds the positions one move of G1 away.
//
// An invocation makes a quad, the four words of a quarter of a line, and a workgroup makes quads of one group. Turns of U and D keep
// the place of a position in its page. So what they lead to is an OR of the pages in the same row and in the same column of the
// group. A half turn takes a line to another line, and permutes the bits in it. A quarter comes from a quarter, and each half of
// it, 64 bits, from a half, in which the numbers of the bits change by an exclusive or.

var<workgroup> positions: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let number = workgroup_number(workgroup, params.columns);
    let group = params.first + number / GROUP_WORKGROUPS;
    if group >= params.end {
        return;
    }
    if local == 0u {
        atomicStore(&positions, 0u);
    }
    workgroupBarrier();
    let place = number % GROUP_WORKGROUPS * WORKGROUP + local;
    if place < GROUP_QUADS {
        let quad = new_quad(group, place / PAGE_QUADS, place % PAGE_QUADS);
        made[group % params.part * GROUP_QUADS + place] = quad;
        let bits = countOneBits(quad);
        atomicAdd(&positions, bits.x + bits.y + bits.z + bits.w);
    }
    workgroupBarrier();
    if local == 0u {
        atomicAdd(&counts[group], atomicLoad(&positions));
    }
}

fn new_quad(group: u32, page: u32, in_page: u32) -> vec4<u32> {
    var quad = vec4<u32>();
    for (var turns = 0u; turns < 4u; turns++) {
        quad |= old_quad(group, page / 4u * 4u + turns, in_page) | old_quad(group, turns * 4u + page % 4u, in_page);
    }
    // To a quad that is full, no other page can add a position.
    if any(quad != vec4(~0u)) {
        for (var m = 0u; m < SIDE_HALF_TURNS; m++) {
            quad |= after_half_turn(group * PAGES + page, m, in_page);
        }
    }
    return quad;
}

fn old_quad(group: u32, page: u32, in_page: u32) -> vec4<u32> {
    let i = group % params.part * GROUP_QUADS + page * PAGE_QUADS + in_page;
    switch group / params.part {
        case 0u: { return old0[i]; }
        case 1u: { return old1[i]; }
        case 2u: { return old2[i]; }
        case 3u: { return old3[i]; }
        default: { return old4[i]; }
    }
}

// What comes to a quad of a page by a half turn.
fn after_half_turn(page: u32, m: u32, in_page: u32) -> vec4<u32> {
    let page_from = unpack_page_from(tables[page * SIDE_HALF_TURNS + m]);
    let line = in_page / LINE_QUADS;
    let edges = tables[params.edges + page_from.edges * EDGE_COSETS + line / MIDDLE_COSETS];
    let middles = params.middles + (page_from.is_odd * SIDE_HALF_TURNS + m) * MIDDLE_COSETS;
    let line_from = unpack_line_from(edges + tables[middles + line % MIDDLE_COSETS]);
    let words = params.elements + 2u * (line_from.element * LINE_QUADS + in_page % LINE_QUADS);
    let first = unpack_word_from(tables[words]);
    let second = unpack_word_from(tables[words + 1u]);
    let there = line_from.line * LINE_QUADS + first.word / 2u;
    let quad = old_quad(page_from.page / PAGES, page_from.page % PAGES, there);
    let halves = vec4(half_of(quad, first), half_of(quad, second));
    return flipped(halves, vec4(vec2(first.flips), vec2(second.flips)));
}

// The half of a quad from which 64 bits come, its words in the order that they have there.
fn half_of(quad: vec4<u32>, source: WordFrom) -> vec2<u32> {
    let half = select(quad.xy, quad.zw, source.word % 2u == 1u);
    return select(half, half.yx, source.flips >= 32u);
}

// Words whose bits come from places by an exclusive or with their numbers.
fn flipped(words: vec4<u32>, flips: vec4<u32>) -> vec4<u32> {
    let by_1 = exchanged(words, flips & vec4(1u), 0x55555555u);
    let by_2 = exchanged(by_1, flips & vec4(2u), 0x33333333u);
    let by_4 = exchanged(by_2, flips & vec4(4u), 0x0f0f0f0fu);
    let by_8 = exchanged(by_4, flips & vec4(8u), 0x00ff00ffu);
    return exchanged(by_8, flips & vec4(16u), 0x0000ffffu);
}

// Exchanges the bits of `low` with the bits `distances` places above them; nothing changes where that is 0.
fn exchanged(words: vec4<u32>, distances: vec4<u32>, low: u32) -> vec4<u32> {
    let kept = select(vec4(low), vec4(~0u), distances == vec4(0u));
    return ((words & kept) << distances) | ((words >> distances) & kept);
}
