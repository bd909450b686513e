#!/usr/bin/env bash
# Measures the main job with the release binary and prints a record in Markdown:
# table builds (time, memory, files included), 10,000 and 1,000,000 random positions
# (rate, memory, mean length), every solution checked. About 4 minutes and 1 GB of disk.
#
#   benches/main_job.sh > benches/record/<machine>/<date>.md
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --locked --release >&2
program=$PWD/target/release/cubebatch
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CUBEBATCH_TABLES=$work/tables
runs=3

# measure COMMAND…: seconds and peak KiB of the run with the median time of three
measure() {
    for _ in $(seq $runs); do
        /usr/bin/time -f '%e %M' -o "$work/time" "$@" >/dev/null 2>&1
        cat "$work/time"
    done | sort -n | sed -n "$((runs / 2 + 1))p"
}

# solve THREADS PHASE1_DEPTH PHASE2_DEPTH FILE COUNT: a row of the table, after the solutions were checked
solve() {
    local options=(--method modified --threads "$1" --phase1-depth "$2" --phase2-depth "$3" "$4")
    read -r seconds memory < <(measure "$program" solve "${options[@]}" -o "$work/solutions")
    "$program" check "$4" "$work/solutions" > "$work/report"
    grep -q "^$5 of $5 solutions hold" "$work/report"
    mean=$(sed -n 's/^mean length \([0-9.]*\).*/\1/p' "$work/report")
    rate=$(awk "BEGIN { printf \"%.0f\", $5 / $seconds }")
    echo "| $5 | phase1-sorted-$2 + phase2-sorted-$3 | $1 | $seconds | $rate | $((memory / 1024)) | $mean |"
}

echo "# The main job, $(date -u +%F)"
echo
echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores, $(free -g | awk '/Mem/ {print $2}') GiB;" \
     "$(uname -sr); $(rustc --version); commit $(git rev-parse --short HEAD)."
echo "Command: \`benches/main_job.sh\`. Medians of $runs runs of the whole process, files included."
echo
echo "| build | s | peak MiB |"
echo "|---|---:|---:|"
for table in "1 5" "1 6" "1 7" "1 8" "2 7" "2 8" "2 9" "2 10"; do
    read -r phase depth <<< "$table"
    read -r seconds memory < <(measure "$program" table build --phase "$phase" --depth "$depth" --force)
    echo "| phase$phase-sorted-$depth | $seconds | $((memory / 1024)) |"
done
/usr/bin/time -f '%e' -o "$work/time" "$program" solve examples/scrambles.txt > /dev/null 2>&1
echo
echo "\`solve examples/scrambles.txt\` without tables (builds phase1-complete and phase2-pruning): $(tail -1 "$work/time") s."
echo
echo "| positions | tables | threads | s | positions/s | peak MiB | mean length |"
echo "|---:|---|---:|---:|---:|---:|---:|"
"$program" scramble --count 10000 --seed 1 > "$work/ten_thousand"
"$program" scramble --count 1000000 --seed 2 > "$work/million"
for threads in 1 2; do
    solve $threads 7 9 "$work/ten_thousand" 10000
    solve $threads 8 10 "$work/ten_thousand" 10000
done
runs=1
solve 2 8 10 "$work/million" 1000000
