// Solutions that grow in storage, ANSWER_WORDS for each position: `Progress`, and the moves of both phases.

fn progress_of(position: u32) -> Progress {
    return unpack_progress(answers[position * ANSWER_WORDS]);
}

fn put_progress(position: u32, progress: Progress) {
    answers[position * ANSWER_WORDS] = pack_progress(progress);
}

// Adds a move after the existing ones.
fn add_move(position: u32, length: u32, m: u32) {
    if length < MOST_ANSWER_MOVES {
        answers[position * ANSWER_WORDS + 1u + move_word(length)] |= move_bits(length, m);
    }
}
