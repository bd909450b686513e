// The way from G1 to solved, and the solution that grows on it.

// The solution, as it is to be written. Without moves it is zeros, as each invocation's variables are at first.
var<private> solution: array<u32, SOLUTION_WORDS>;
var<private> length: u32;

// Adds a move to the solution.
fn add(m: u32) {
    let i = SOLUTION_MOVES + length;
    solution[byte_word(i)] |= byte_bits(i, m);
    length++;
}

// Writes the solution of a position behind its first two bytes.
fn put_solution(position: u32, first: vec2<u32>) {
    solution[0] |= byte_bits(0u, first.x) | byte_bits(1u, first.y);
    for (var i = 0u; i < SOLUTION_WORDS; i++) {
        solutions[position * SOLUTION_WORDS + i] = solution[i];
    }
}

// Adds the first move that leads nearer until the position is solved. Whether the moves that were added lead there.
fn descend(start: Phase2Index) -> bool {
    var here = start;
    for (var distance = entry(here); distance > 0u; distance--) {
        var m = 0u;
        var there = neighbour(here, image_of(here, 0u));
        while entry(there) >= distance {
            m++;
            if m == PHASE2_MOVES {
                return false;
            }
            there = neighbour(here, image_of(here, m));
        }
        here = there;
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    for (var i = 0u; i < BALL_RADIUS && number_of(here) != 0u; i++) {
        let images = nearer_in_ball(number_of(here));
        if images == 0u {
            return false;
        }
        var m = 0u;
        while ((images >> image_of(here, m)) & 1u) == 0u {
            m++;
        }
        here = neighbour(here, image_of(here, m));
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    return true;
}
