#!/usr/bin/env bash
# Runs the `unsafe` code that Miri can run (verify/miri) in Miri, which sees undefined behaviour: reads beyond a slice or of
# unwritten memory, wrong alignments, data races. Needs `rustup +nightly component add miri rust-src`, which it tries. The first
# run takes some minutes, nearly all of them to compile.
#
# fuzz/README.md lists the code that Miri cannot run, and why it is sound.
set -euo pipefail
cd "$(dirname "$0")/miri"
cargo +nightly miri --version >/dev/null 2>&1 || rustup +nightly component add miri rust-src
# Miri runs for the processor that the compiler targets, and has the instructions of AVX2 and BMI2. There are two models of what pointers
# may do; rayon's queue (crossbeam-epoch) keeps to the newer one, Tree Borrows. rayon's threads live to the end, and idle ones
# cost Miri as much as busy ones.
flags=(-Zmiri-tree-borrows -Zmiri-permissive-provenance -Zmiri-ignore-leaks -Zmiri-env-forward=RAYON_NUM_THREADS)
RAYON_NUM_THREADS=1 MIRIFLAGS="${flags[*]}" RUSTFLAGS="-C target-feature=+avx2,+bmi1,+bmi2,+lzcnt,+movbe,+popcnt" cargo +nightly miri test "$@"
