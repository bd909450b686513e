// What both phases share: candidates by number. MOVES is the number of moves of the phase, and TAIL how many moves of a
// candidate are not part of its prefix.

// The moves of the prefixes of candidates of this length.
fn prefix_length(length: u32) -> u32 {
    return max(length, TAIL) - TAIL;
}

// The next move of a prefix of which `left` moves are still to come. `rest` is the prefix's number among the prefixes that go
// on after `after`, and on return among the prefixes that go on after the move.
fn next_move(after: u32, left: u32, rest: ptr<function, u32>) -> u32 {
    let allowed = sequences[after];
    let counts = (2u + left) * (MOVES + 1u);
    var m = 0u;
    while m < MOVES {
        let alike = sequences[2u * (MOVES + 1u) + m];
        if ((allowed >> m) & 1u) != 0u {
            let count = sequences[counts + m];
            if *rest < alike * count {
                let turn = *rest / count;
                *rest -= turn * count;
                return m + turn;
            }
            *rest -= alike * count;
        }
        m += alike;
    }
    return 0u;
}

// A bit for each move that may come after `after`, but for the last one of a candidate; the bit of MOVES, which is no
// move, if none comes.
fn next_moves(after: u32, is_there: bool) -> u32 {
    return select(1u << MOVES, sequences[after], is_there);
}

// The last move in the same way.
fn last_moves(after: u32, is_there: bool) -> u32 {
    return select(1u << MOVES, sequences[MOVES + 1u + after], is_there);
}

// The bits without some of the lowest that are set.
fn without_lowest(bits: u32, count: u32) -> u32 {
    var left = bits;
    for (var i = 0u; i < count; i++) {
        left &= left - 1u;
    }
    return left;
}
