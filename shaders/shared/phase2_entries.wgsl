// Entries of the complete table of phase 2, and the ball around solved.

// How much farther than BALL_RADIUS the position is from solved, 0 where it is not.
fn phase2_entry(here: Phase2Index) -> u32 {
    let i = number_of(here);
    return nibble_in(phase2_word(nibble_word(i)), i);
}

// The images of the moves that lead nearer, of the position with this number in the ball around solved; 0 if it is not
// there.
fn nearer_in_ball(number: u32) -> u32 {
    var low = 0u;
    var high = params.ball_size;
    while low < high {
        let middle = (low + high) / 2u;
        if tables[BALL + 2u * middle] < number {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low == params.ball_size || tables[BALL + 2u * low] != number {
        return 0u;
    }
    return tables[BALL + 2u * low + 1u];
}

// The number of moves to solved, however many there are.
fn distance_to_solved(start: Phase2Index) -> u32 {
    let more = phase2_entry(start);
    if more > 0u {
        return BALL_RADIUS + more;
    }
    var here = start;
    for (var distance = 0u; distance < BALL_RADIUS; distance++) {
        if number_of(here) == 0u {
            return distance;
        }
        let images = nearer_in_ball(number_of(here));
        // In a damaged table it is not near.
        if images == 0u {
            break;
        }
        here = phase2_neighbour(here, countTrailingZeros(images));
    }
    return BALL_RADIUS;
}
