// A solution that grows.

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
