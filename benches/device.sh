#!/usr/bin/env bash
# Measures a machine with a Vulkan GPU. Needs neither network nor Rust: bring the program
# built with `cargo build --locked --release`, and the Vulkan loader (libvulkan.so.1) if the
# machine has none. Takes 1.5 GB of disk and a few minutes.
#
#   benches/device.sh PROGRAM FOLDER
#
# writes FOLDER/bench.json with all samples and FOLDER/record.md, which it also prints.
# GPU=N or GPU=NAME measures that adapter, be it a software driver; else all GPUs are.
# RUNS=N does everything N times instead of three. All results are checked.
set -euo pipefail
program=$(realpath "${1:?the program}")
folder=${2:?where the record goes}
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

choice=()
if [ -n "${GPU:-}" ]; then
    choice=(--gpu "$GPU")
elif ! "$program" devices | grep -q '(GPU, '; then
    echo "There is no GPU. Is libvulkan.so.1 there, and does VK_DRIVER_FILES name the driver's .json file?" >&2
    echo "GPU=0 $0 … measures a software driver." >&2
    exit 2
fi

{
    echo "# $(date -u +%F)"
    echo
    echo '```'
    "$program" devices
    command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
    uname -sr
    echo '```'
    echo
    echo "Command: \`benches/device.sh\`, medians of ${RUNS:-3} runs; all samples are in \`bench.json\`."
    echo
    echo '```'
    "$program" bench --tables "$work" --runs "${RUNS:-3}" "${choice[@]}" --json "$folder/bench.json" \
        --builds p0-5,p0-6,p0-7,p0-8,p1-7,p1-8,p1-9,p1-10
    echo '```'
} | tee "$folder/record.md"
