#!/usr/bin/env bash
# Does the program compile for the other platforms, and does it find the same solutions on another processor? Checks all code
# for Windows, macOS and Linux on aarch64; builds the program for the last one, runs it in an emulator, and compares its rows
# with this machine's for each method. Runs the tests of what each processor does in its own way there, too. Needs Debian or
# Ubuntu for the emulator; minutes to compile, minutes to emulate.
#
#   verify/platforms.sh [TABLES [POSITIONS]]
#
# TABLES is a folder with the tables phase1-complete, phase2-complete, phase2-pruning, phase1-sorted-7 and phase2-sorted-9;
# without it they are built natively in a folder that is then removed (1.1 GB). POSITIONS is 30 if not given.
# What can only be argued is in docs/platforms.md.
set -euo pipefail
cd "$(dirname "$0")/.."
tables=${1:+$(realpath "$1")}
count=${2:-30}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
emulated=aarch64-unknown-linux-gnu

step() { printf '\n== %s\n' "$1"; }

step "toolchain"
for target in x86_64-pc-windows-gnu aarch64-apple-darwin $emulated; do
    rustup target add "$target" 2>/dev/null
done
rustup target list --installed
export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
is_there() { command -v "$1" >/dev/null; }
if ! is_there qemu-aarch64 || ! is_there aarch64-linux-gnu-gcc || ! is_there x86_64-w64-mingw32-gcc; then
    as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
    as_root apt-get update -q
    as_root apt-get install -qy --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user gcc-mingw-w64-x86-64
fi

for target in x86_64-pc-windows-gnu $emulated; do
    step "check for $target, tests and examples too"
    cargo check --locked --target "$target" --lib --bins --examples --tests
done
# What the tests depend on has C code in it, for which there is no compiler here.
step "check for aarch64-apple-darwin"
cargo check --locked --target aarch64-apple-darwin --lib --bins

step "build for $emulated"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
# Without GPUs, of which an emulator has none.
cargo build --locked --target $emulated -p cubebatch-cli --no-default-features
cargo build --locked --release --bin cubebatch
native=(target/release/cubebatch)
other=(qemu-aarch64 -L /usr/aarch64-linux-gnu "target/$emulated/debug/cubebatch")

step "the tests of what each processor does in its own way"
CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="${other[*]:0:3}" cargo test --locked --target $emulated \
    -p cubebatch --no-default-features --features files,rows --lib -- coord:: coset::

step "rows of $count positions"
if [ -z "$tables" ]; then
    tables=$work/tables
    for table in "1 complete" "2 complete" "2 pruning" "1 7" "2 9"; do
        "${native[@]}" table build --tables "$tables" --phase "${table% *}" --depth "${table#* }"
    done
fi
export CUBEBATCH_TABLES=$tables
{ grep -v '^#' examples/random_1000.txt || true; } | head -n "$count" > "$work/positions"
failed=0
# compare COMMAND…: the same output on both
compare() {
    local start=$SECONDS
    "${native[@]}" "$@" > "$work/native" 2> "$work/native.messages"
    "${other[@]}" "$@" > "$work/other" 2> "$work/other.messages" || true
    if cmp -s "$work/native" "$work/other" && [ -s "$work/native" ]; then
        echo "the same $(wc -l < "$work/native") rows, $((SECONDS - start)) s: $*"
    else
        echo "OTHER ROWS: $*"
        diff "$work/native" "$work/other" | head -5 || true
        tail -2 "$work/other.messages"
        failed=1
    fi
}
for bound in 22 21 20; do
    compare solve "$work/positions" --method two-phase --max-length "$bound" --format jsonl
done
compare solve "$work/positions" --method two-phase --memory 600M
compare solve "$work/positions" --method two-phase --solutions 3
compare solve "$work/positions" --method descent --format csv
compare solve "$work/positions" --method modified --format jsonl
compare solve "$work/positions" --method thistlethwaite --phases
compare pocket scramble --count 10 --seed 1
compare scramble --count "$count" --seed 7 --format moves
compare universal loops find "R U2 F'"
# A small table of each phase is built there, and must be the golden one.
for phase in 1 2; do
    golden=tables/golden/v1/phase$phase-sorted-3.cube
    "${other[@]}" table build --tables "$work/built" --phase $phase --depth 3 2> "$work/other.messages"
    cmp "$work/built/phase$phase-sorted-3.cube" "$golden" && echo "the same bytes: $golden"
done
exit $failed
