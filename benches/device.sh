#!/usr/bin/env bash
# Measures a machine with a Vulkan GPU. Needs neither network nor Rust: bring the program
# built with `cargo build --locked --release`, and the Vulkan loader (libvulkan.so.1) if the
# machine has none. Takes 5 GB of disk and under 10 minutes: sorted tables of phase 1 to depths 5 to 8 and of phase 2
# to depths 7 to 10 on CPU and GPU, a million positions in memory by method and batch size, the two-phase search by
# bounds, the complete searches of both phases, then a million positions from file to file, and ten
# million on the GPU.
#
#   benches/device.sh PROGRAM FOLDER
#
# writes FOLDER/bench.json with all samples, FOLDER/bench.html with charts, and FOLDER/record.md,
# which it also prints.
# GPU=N or GPU=NAME measures that adapter, be it a software driver; else all GPUs are.
# RUNS=N does everything N times instead of three; CUBES=N solves so many positions instead
# of a million, and ten times as many at the end. All results are checked.
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
    echo "Command: \`benches/device.sh\`, medians of ${RUNS:-3} runs; all samples are in \`bench.json\`."
    echo
    echo '```'
    "$program" bench --runs "${RUNS:-3}" "${choice[@]}" --json "$folder/bench.json" --html "$folder/bench.html" \
        --builds "$(echo phase1-sorted-{5,6,7,8} phase2-sorted-{7,8,9,10} | tr ' ' ,)" \
        --methods modified,descent --cubes "$cubes" --batch 1024,4096,16384,65536,262144 "${depths[@]}" \
        2>> "$work/messages"
    echo
    "$program" bench --runs 1 "${choice[@]}" --builds --methods two-phase --max-length 20,21 \
        --cubes $((cubes / 10)) --json "$folder/two-phase.json" 2>> "$work/messages"
    echo
    for phase in 1 2; do
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
