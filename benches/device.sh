#!/usr/bin/env bash
# Measures a machine with a Vulkan GPU. Needs neither network nor Rust: bring the program
# built with `cargo build --locked --release`, and the Vulkan loader (libvulkan.so.1) if the
# machine has none. Takes 5 GB of disk and about 6 minutes with a fast card and 16 cores: see the end of this file.
# It measures what the card can do at most: copies, look-ups, atomic additions, dispatches, transfers; sorted tables of
# phase 1 to depths 5 to 8 and of phase 2 to depths 7 to 10 on CPU and GPU; a million positions in memory by method and
# batch size; each kernel's time in tables and methods, the two-phase search with each of its bounds; 20 batches of the
# two-phase search with 1, 4 and 16 threads, with what these do and how long the GPU is idle; the complete searches of
# both phases; a million positions from file to file, and ten million on the GPU.
#
#   benches/device.sh PROGRAM FOLDER
#
# writes FOLDER/bench.json with all samples, FOLDER/bench.html with charts, the other samples in FOLDER/probes.json,
# FOLDER/kernels.json, FOLDER/two-phase.json and FOLDER/two-phase-N-threads.json, and FOLDER/record.md, which it also prints.
# GPU=N or GPU=NAME measures that adapter, be it a software driver; else all GPUs are.
# RUNS=N does what is repeated N times instead of three; CUBES=N solves so many positions instead
# of a million, ten times as many at the end, and makes batches of the two-phase search as many times smaller.
# COMPLETE=no leaves out the complete searches, which take a software driver many minutes. All results are checked.
set -euo pipefail
# So that $EPOCHREALTIME has a point and no comma.
export LC_ALL=C
program=$(realpath "${1:?the program}")
folder=${2:?where the record goes}
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap '[ $? = 0 ] || cat "$work/messages" >&2; rm -rf "$work"' EXIT
: > "$work/messages"

choice=()
if [ -n "${GPU:-}" ]; then
    choice=(--gpu "$GPU")
elif ! "$program" devices | grep -q '(GPU, '; then
    echo "There is no GPU. Is libvulkan.so.1 there, and does VK_DRIVER_FILES name the driver's .json file?" >&2
    echo "GPU=0 $0 … measures a software driver." >&2
    exit 2
fi

export CUBEBATCH_TABLES=$work
cubes=${CUBES:-1000000}
depths=(--phase1-depth 8 --phase2-depth 10)
# Of a million positions a batch is 131,072, as of a card; 20 batches show how preparing and searching overlap.
batch=$((cubes * 131072 / 1000000))
batch=$((batch > 0 ? batch : 1))
batches=$((20 * batch))
builds=phase1-sorted-8,phase2-sorted-10
[ "${COMPLETE:-yes}" = no ] || builds+=,phase1-complete,phase2-complete

# solve METHOD ENGINE FILE COUNT OPTIONS: seconds and rate from file to file
solve() {
    local start=$EPOCHREALTIME
    local options=(--method "$1" --engine "$2")
    [ "$2" = cpu ] || options+=("${choice[@]}")
    [ "$1" != modified ] || options+=("${depths[@]}")
    "$program" solve "${options[@]}" "${@:5}" "$3" -o "$work/solutions" 2>> "$work/messages"
    awk -v start="$start" -v end="$EPOCHREALTIME" -v method="$1" -v engine="$2" -v count="$4" -v options="${*:5}" \
        'BEGIN { printf "%-9s %-4s %10d positions from file to file %8.2f s %10d a second %s\n", method, engine, count, end - start, count / (end - start), options }'
}

{
    echo "# $(date -u +%F)"
    echo
    echo '```'
    "$program" devices
    command -v nvidia-smi > /dev/null && nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
    echo "$(uname -sr), $(nproc) processors"
    echo '```'
    echo
    echo "Command: \`RUNS=${RUNS:-3} CUBES=$cubes benches/device.sh\`; all samples are in \`*.json\`."
    echo
    echo '```'
    "$program" bench --probes --gpu-only "${choice[@]}" --builds --cubes 0 --json "$folder/probes.json" \
        2>> "$work/messages"
    echo
    "$program" bench --runs "${RUNS:-3}" "${choice[@]}" --json "$folder/bench.json" --html "$folder/bench.html" \
        --builds "$(echo phase1-sorted-{5,6,7,8} phase2-sorted-{7,8,9,10} | tr ' ' ,)" \
        --methods modified,descent --cubes "$cubes" --batch 1024,4096,16384,65536,262144 "${depths[@]}" \
        2>> "$work/messages"
    echo
    "$program" bench --runs 1 "${choice[@]}" --builds --methods two-phase --max-length 20,21 \
        --cubes $((cubes / 10)) --json "$folder/two-phase.json" 2>> "$work/messages"
    echo
    # The clocks around each dispatch cost time, so rates are those of the other runs.
    echo "with the time of each kernel:"
    "$program" bench --kernels --gpu-only --runs 1 "${choice[@]}" --json "$folder/kernels.json" \
        --builds "$builds" \
        --methods modified,descent,two-phase --max-length 20,21 --cubes "$batches" "${depths[@]}" \
        2>> "$work/messages"
    for threads in 1 4 16; do
        echo
        echo "20 batches of the two-phase search, $threads threads:"
        "$program" bench --gpu-only --runs 1 "${choice[@]}" --threads "$threads" --builds \
            --methods two-phase --max-length 20,21 --cubes "$batches" --batch "$batch" \
            --json "$folder/two-phase-$threads-threads.json" 2>> "$work/messages"
    done
    echo
    for phase in 1 2; do
        [ "${COMPLETE:-yes}" != no ] || break
        for engine in cpu gpu; do
            echo "complete search of phase $phase, $engine:"
            options=(--engine "$engine")
            [ "$engine" = cpu ] || options+=("${choice[@]}")
            "$program" table histogram --phase "$phase" "${options[@]}" 2>&1 > "$work/counts" | grep took
            awk '/published:/ { wrong = 1 } END { print wrong ? "  other counts than published" : "  counts as published" }' "$work/counts"
        done
    done
    echo
    "$program" scramble --count "$cubes" --seed 2 > "$work/positions"
    for method in modified descent; do
        solve "$method" cpu "$work/positions" "$cubes"
        cp "$work/solutions" "$work/of_cpu"
        solve "$method" gpu "$work/positions" "$cubes"
        cmp "$work/solutions" "$work/of_cpu" && echo "               the same solutions"
        "$program" check "$work/positions" "$work/solutions" | head -2
    done
    head -n $((cubes / 10)) "$work/positions" > "$work/tenth"
    for bound in 21 20; do
        solve two-phase cpu "$work/tenth" $((cubes / 10)) --max-length "$bound"
        cp "$work/solutions" "$work/of_cpu"
        solve two-phase gpu "$work/positions" "$cubes" --max-length "$bound"
        "$program" check "$work/positions" "$work/solutions" | head -2
        head -n $((cubes / 10)) "$work/solutions" | cmp - "$work/of_cpu" && echo "               the same solutions"
    done
    "$program" scramble --count $((10 * cubes)) --seed 3 > "$work/positions"
    for method in modified descent; do
        solve "$method" gpu "$work/positions" $((10 * cubes))
    done
    echo '```'
} | tee "$folder/record.md"

echo "took $SECONDS s"

# How long it takes, by estimate, with 16 cores eight times as fast as the two of record/epyc-2core and a card whose search
# of two phases the host keeps waiting:
#   probes, 6 times: 2 GB filled, 0.3 GB sent and 0.4 GB read                                5 s
#   tables, 3 times: 10 s on the CPU, 5 s on the GPU                                        45 s
#   a million positions by modified, 5 batches, 3 times: 3.4 s on the CPU, 0.8 s on the GPU  65 s
#   likewise by descent, 0.6 s and 0.5 s, and the complete tables for it                     30 s
#   a tenth by two-phase on the CPU too                                                      10 s
#   each kernel: 4 tables, 1.3 million positions by 4 jobs                                   30 s
#   two-phase, 1.3 million positions to 20 and to 21 moves, 9 us of a thread each, by
#   1, 4 and 16 threads, whose tables are loaded and checked 3 times                         50 s
#   complete searches                                                                        20 s
#   files: 2 x 10 million positions and 6 million, written, read and checked                 90 s
