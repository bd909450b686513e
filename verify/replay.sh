#!/usr/bin/env bash
# Solves random positions by every method and bound, and replays each solution with a program that shares nothing with
# cubebatch (verify/replay/replay.rs). Adds a table to a record.
#
#   verify/replay.sh RECORD.md [POSITIONS [SEED]]
#
# 20,000 positions if no number is given: some seconds for each row beside building the program and its tables. At 20 moves
# two cores solve 16,000 positions a second, so ten million in six rows take half an hour and 3 GB of disk.
# BOUNDS="19" solves by the two-phase search alone, within these bounds: within 19 moves two cores solve 900 positions a second.
# PROGRAM=FILE checks that program; CUBEBATCH_TABLES=DIR uses the tables there. Fails if a single row does not hold, and also
# if the replay accepts a file of which one row was broken on purpose.
set -euo pipefail
# So that $EPOCHREALTIME has a point and no comma.
export LC_ALL=C
record=$(realpath "${1:?the record to add to}")
count=${2:-20000}
seed=${3:-1}
cd "$(dirname "$0")/.."
if [ -z "${PROGRAM:-}" ]; then
    cargo build --locked --release >&2
fi
program=${PROGRAM:-target/release/cubebatch}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rustc --edition 2024 -O -D warnings verify/replay/replay.rs -o "$work/replay"

"$program" scramble --count "$count" --seed "$seed" > "$work/positions"

# row NAME GREATEST OPTIONS…: solves, replays, prints a row of the table
row() {
    local start=$EPOCHREALTIME
    "$program" solve "$work/positions" "${@:3}" -o "$work/solutions" >&2
    local seconds
    seconds=$(awk -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.1f", end - start }')
    if ! "$work/replay" "$work/positions" "$work/solutions" "$2" > "$work/report"; then
        cat "$work/report" >&2
        echo "$1: rows do not hold" >&2
        exit 1
    fi
    awk -v name="$1" -v seconds="$seconds" '
        NR == 1 { gsub(",", ""); rows = $2; faults = $6; mean = $9 }
        NR == 2 { sub("lengths ", ""); lengths = $0 }
        END { printf "| %s | %s | %s | %s | %s | %s |\n", name, rows, faults, mean, seconds, lengths }' "$work/report"
}

# A row that holds is broken by its last move; the replay must see that.
broken_row_is_seen() {
    local line=$((count / 2 + 1))
    sed "$line s/ [^ ]*\$//" "$work/solutions" > "$work/broken"
    ! "$work/replay" "$work/positions" "$work/broken" > "$work/report" 2> "$work/faults" \
        && grep -q "^line $line: the moves do not solve it" "$work/faults" \
        && grep -q 'do not hold 1,' "$work/report"
}

{
    echo
    echo "## $count positions of seed $seed, $(date -u +%F)"
    echo
    echo "$("$program" --version), commit $(git rev-parse --short HEAD)$(git diff --quiet HEAD -- src shaders Cargo.lock || echo ' and changes');" \
         "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores."
    echo "Command: \`${BOUNDS:+BOUNDS=\"$BOUNDS\" }verify/replay.sh RECORD $count $seed\`. \`rows\` were replayed from their text by \`verify/replay/replay.rs\`;"
    echo "a row does not hold when its moves do not solve its position or are more than asked for."
    echo
    echo "| solve | rows | do not hold | mean length | s | rows by length |"
    echo "|---|---:|---:|---:|---:|---|"
    for bound in ${BOUNDS:-22 21 20}; do
        row "two-phase, at most $bound" "$bound" --method two-phase --max-length "$bound"
    done
    if [ -z "${BOUNDS:-}" ]; then
        row "descent" 30 --method descent
        # The deepest tables: four times as fast as others, and the same search.
        row "modified, to 8 and 10 moves" 31 --method modified --phase1-depth 8 --phase2-depth 10
        row "thistlethwaite" 45 --method thistlethwaite
    fi
    if ! broken_row_is_seen; then
        echo "a broken row is taken for a sound one" >&2
        exit 1
    fi
    echo
    echo "One row of the last file, broken on purpose, was found."
} > "$work/table"
cat "$work/table" >> "$record"
