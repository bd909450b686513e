#!/usr/bin/env bash
# Tests and measures a machine with a Vulkan GPU. Needs bash, tar and 8 GB of disk, and neither network nor Rust:
# benches/device-pack.sh packs this script with the program, the tests and the Vulkan loader.
#
#   PACK/device.sh FOLDER
#
# Parts, in this order, what only a GPU can show first:
#   tables      what the parts below take
#   start       the stages of the start of searches, five times
#   turns       two-phase to 20, 21 and 22 moves, by the packed earlier program and this one in turns, and their rows
#   tests       kernels against their twins, and all engines against each other
#   cpu         the same two-phase jobs on the processor of this machine
#   kernels     each kernel's time in tables and methods
#   optimal     proofs with a filter of 1 GB
#   files       ten million positions from file to file, checked, and the time of each thread
#   builds      tables of depths 5 to 8 and 7 to 10; modified and descent; counts of the complete searches
#   cosets      all positions of a coset up to 15 moves, and a proof for 20
#
# FOLDER gets record.md with all output of the parts, and summary.txt with less than 8,000 characters, which is printed, too. It
# also gets results.tar.gz with both, all samples, the log of each part and the output of nvidia-smi for each second. All files
# are complete after each part, so a machine that is taken away leaves the parts before.
#
# LIMIT=N      seconds for all parts, 570 unless you say otherwise; each part has its share besides (see the end)
# PARTS=NAMES  these parts alone, such as "kernels tests-off"
# GPU=N|NAME   this adapter, be it a software driver; else all GPUs. Tests take the first adapter.
# CUBES=N      this number of positions instead of a million, smaller batches and fewer proofs
# TESTS=NAMES  these tests instead of all, a part of a name each
# RUNS=N       turns instead of 2
# TABLES=DIR   tables are kept there; else they are built in a folder that is removed
# COMPLETE=no  without complete searches and cosets, which take a software driver many minutes
# shellcheck disable=SC2329 # parts are called by their names
set -euo pipefail
# So that numbers have a point and no comma.
export LC_ALL=C
pack=$(dirname "$(realpath "$0")")
program=$pack/cubebatch
cubes=${CUBES:-1000000}
runs=${RUNS:-2}
choice=()
[ -z "${GPU:-}" ] || choice=(--gpu "$GPU")
depths=(--phase1-depth 8 --phase2-depth 10)

# bench FILE OPTIONS: all samples go to FILE.json
bench() {
    local json=$1
    shift
    "$program" bench "${choice[@]}" --json "$results/$json.json" "$@"
}

# --- The parts. Each runs in a process of its own.

# Without bounds on loops, as a card runs the kernels.
tests() {
    local failed=0
    export CUBEBATCH_REQUIRE_GPU=1 CUBEBATCH_LOOP_BOUNDS=off
    # shellcheck disable=SC2086 # several names
    {
        "$pack/test-kernels" ${TESTS:-} || failed=1
        "$pack/test-gpu" ${TESTS:-} || failed=1
        "$pack/test-conformance" ${TESTS:-} || failed=1
    }
    return "$failed"
}

# A batch of a million positions is 131,072, as on a card; 20 batches show how preparing and searching overlap.
batch=$((cubes * 131072 / 1000000))
batch=$((batch > 0 ? batch : 1))
batches=$((20 * batch))

tables() {
    local table
    for table in "--phase 1 --depth complete" "--phase 2 --depth complete" "--phase 2 --depth pruning" \
        "--phase 1 --depth 8" "--phase 2 --depth 10" "--proof 1GB"; do
        # shellcheck disable=SC2086 # several words
        "$program" table build --engine auto "${choice[@]}" $table
    done
}

# The clocks around each dispatch cost time, so rates are those of the other parts. A call a job, as one that is cut has no
# samples.
kernels() {
    local builds=phase1-sorted-8,phase2-sorted-10 method
    [ "${COMPLETE:-yes}" = no ] || builds+=,phase1-complete,phase2-complete
    for method in two-phase modified descent; do
        bench "kernels-$method" --kernels --gpu-only --runs 1 --builds \
            --methods "$method" --max-length 20,21 --cubes "$batches" "${depths[@]}"
    done
    bench kernels-builds --kernels --gpu-only --runs 1 --builds "$builds" --cubes 0
}

# The first process of a driver compiles kernels that the others may find in its cache.
start() {
    local turn method
    for turn in 1 2 3; do
        "$program" devices --start "${choice[@]}"
    done
    for method in descent modified; do
        "$program" devices --start --method "$method" "${choice[@]}"
    done
}

# The program before and this one take turns, as a card slows down when it gets warm.
turns() {
    local length turn which programs=("$program")
    [ ! -e "$pack/base" ] || programs=("$pack/base" "$program")
    "$program" scramble --count "$cubes" --seed 2 > positions
    for length in 20 21 22; do
        for turn in $(seq "$runs"); do
            for which in "${programs[@]}"; do
                echo "${which##*/}, $length moves, turn $turn:"
                "$which" bench "${choice[@]}" --gpu-only --runs 1 --builds --methods two-phase --max-length "$length" \
                    --json "$results/turns-$length-$turn-${which##*/}.json" --cubes "$batches"
            done
        done
        for which in "${programs[@]}"; do
            "$which" solve --engine gpu "${choice[@]}" --max-length "$length" positions -o "rows-${which##*/}"
        done
        if [ -e rows-base ]; then
            cmp rows-base rows-cubebatch
            echo "  the same rows"
        fi
        mv rows-cubebatch "$(solutions two-phase gpu --max-length "$length")"
    done
}

# solve METHOD ENGINE FILE OPTIONS: seconds and rate from file to file; solutions go to METHOD-ENGINE-OPTIONS
solve() {
    local start=$EPOCHREALTIME count options=(--method "$1" --engine "$2") to
    to=$(solutions "$1" "$2" "${@:4}")
    count=$(wc -l < "$3")
    [ "$2" = cpu ] || options+=("${choice[@]}")
    [ "$1" != modified ] || options+=("${depths[@]}")
    "$program" solve "${options[@]}" "${@:4}" "$3" -o "unfinished-$to"
    mv "unfinished-$to" "$to"
    awk -v start="$start" -v end="$EPOCHREALTIME" -v what="$*" -v count="$count" \
        'BEGIN { printf "%-40s %10d positions %8.2f s %10d a second\n", what, count, end - start, count / (end - start) }'
}

solutions() {
    echo "solutions-$*" | tr ' ' -
}

# times PROCESS: the seconds that each thread has worked, by the name of the thread, while the process runs
times() {
    local task last=
    while kill -0 "$1" 2> /dev/null; do
        last=$(for task in "/proc/$1/task"/*; do
            { echo "$(cat "$task/comm") $(sed 's/.*) //' "$task/stat" | cut -d ' ' -f 12,13)"; } 2> /dev/null || true
        done)
        sleep 0.5
    done
    awk -v ticks="$(getconf CLK_TCK)" 'NF > 2 { count[$1]++; spent[$1] += ($(NF - 1) + $NF) / ticks }
        END { for (name in spent) printf "%-16s %3d threads %8.2f s\n", name, count[name], spent[name] }' <<< "$last"
}

files() {
    local many=$((10 * cubes)) process
    "$program" scramble --count "$many" --seed 3 > many
    for options in "two-phase --max-length 21" "two-phase --max-length 22" descent; do
        # shellcheck disable=SC2086 # a method, and an option and its value
        set -- $options
        solve "$1" gpu many "${@:2}" &
        process=$!
        sleep 0.2
        times "$(cut -d ' ' -f 1 "/proc/$process/task/$process/children")"
        wait "$process"
        "$program" check many "$(solutions "$1" gpu "${@:2}")"
    done
}

builds() {
    local method
    for method in modified descent; do
        bench "batches-$method" --gpu-only --runs 1 --builds --methods "$method" --cubes "$cubes" \
            --batch 16384,65536 "${depths[@]}"
    done
    bench builds --gpu-only --runs 1 --builds "$(echo phase1-sorted-{5,6,7,8} phase2-sorted-{7,8,9,10} | tr ' ' ,)" --cubes 0
    [ "${COMPLETE:-yes}" = no ] || count_all gpu "${choice[@]}"
}

# count_all ENGINE OPTIONS: the complete searches of both phases
count_all() {
    for phase in 1 2; do
        echo "complete search of phase $phase, $1:"
        "$program" table histogram --phase "$phase" --engine "$@" 2> messages > counts
        grep took messages || true
        awk '/published:/ { wrong = 1 } END { print wrong ? "  other counts than published" : "  counts as published" }' counts
    done
}

cosets() {
    if [ "${COMPLETE:-yes}" = no ]; then
        echo "left out"
        return
    fi
    local position="L' B F2 R' U L B L R2 F2"
    coset levels "$position" --depth 15 --engine gpu "${choice[@]}"
    coset proof "$position" --at-most 20 --engine gpu "${choice[@]}"
}

# coset FILE OPTIONS: seconds of a coset, whose rows go to FILE
coset() {
    local start=$EPOCHREALTIME to=$1
    shift
    "$program" coset "$@" > "$to"
    awk -v start="$start" -v end="$EPOCHREALTIME" -v what="$to" \
        'BEGIN { printf "%-40s %8.2f s\n", what, end - start }'
    tail -n 1 "$to"
}

# Rows come one by one, so that a job that is cut leaves what it proved.
optimal() {
    local count
    for count in $((cubes / 15000 + 1)) $((cubes / 2000 + 1)); do
        head -n "$count" positions > some
        for limit in "--at-most 16" ""; do
            echo "$count positions $limit"
            # shellcheck disable=SC2086 # an option and its value
            timeout 14 "$program" solve --method optimal --engine gpu "${choice[@]}" --memory 2G $limit some > proved || true
            wc -l < proved
        done
    done
}

cpu() {
    local length few=$((cubes / 2))
    # `turns` has what the GPU found; without it the CPU has nothing to be compared with.
    [ -e positions ] || "$program" scramble --count "$cubes" --seed 2 > positions
    for length in 22 21 20; do
        head -n "$few" positions > some
        solve two-phase cpu some --max-length "$length"
        compare "$(solutions two-phase gpu --max-length "$length")" "$(solutions two-phase cpu --max-length "$length")"
        # Each length takes about five times as long as the one before.
        few=$((few / 3 + 1))
    done
}

# compare GPU CPU: what the CPU found has to be the beginning of what the GPU found
compare() {
    if [ ! -e "$1" ]; then
        echo "  nothing to compare with"
        return
    fi
    head -n "$(wc -l < "$2")" "$1" > beginning
    cmp beginning "$2"
    echo "  the same solutions as the GPU"
}

if [ "${1:-}" = --part ]; then
    results=$3
    cd "$4"
    export CUBEBATCH_TABLES=${TABLES:-$4} TMPDIR=$4 XDG_RUNTIME_DIR=$4
    # At its limit a part ends after its program, so that the next does not run beside it.
    trap 'exit 124' TERM
    case $2 in
        tables | start | turns | tests | cpu | kernels | optimal | files | builds | cosets) "$2" ;;
        *) echo "there is no part $2" && exit 2 ;;
    esac
    exit
fi

# --- The parts one by one, with what the machine says.

[ -z "${TABLES:-}" ] || TABLES=$(realpath "$TABLES")
folder=${1:?where the record goes}
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
results=$work/results
mkdir "$results" "$work/files" "$work/lib"
monitor=
trap '[ -z "$monitor" ] || kill "$monitor" 2> /dev/null; rm -rf "$work"' EXIT
limit=${LIMIT:-570}
PATH=$PATH:/usr/sbin:/sbin

# What this machine lacks of the libraries in the pack. NVIDIA's container toolkit puts its own where no loader looks.
ldconfig -p > "$work/libraries" 2> /dev/null || true
for library in "$pack"/lib/*; do
    grep -qF "${library##*/} " "$work/libraries" || ln -s "$library" "$work/lib/"
done
export LD_LIBRARY_PATH=$work/lib:/usr/local/nvidia/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# Whether there is what is to be measured: a GPU, or whatever GPU names.
shows_an_adapter() {
    "$program" devices > "$results/devices.txt" 2>&1 || true
    grep -q "$([ -n "${GPU:-}" ] && echo '^[0-9]' || echo '(GPU, ')" "$results/devices.txt"
}

drivers=({/usr/local/nvidia/share,/usr/share,/etc}/vulkan/icd.d/nvidia_icd.json libEGL_nvidia.so.0 libGLX_nvidia.so.0)

# driver_file FILE|LIBRARY: the file that names the driver to the loader
driver_file() {
    local file=$1
    if [ "${1#/}" = "$1" ]; then
        file=$work/$1.json
        printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}\n' "$1" > "$file"
    fi
    echo "$file"
}

# use_driver FILE|LIBRARY: the loader takes this driver alone. Older loaders know the second name.
use_driver() {
    VK_DRIVER_FILES=$(driver_file "$1")
    export VK_DRIVER_FILES VK_ICD_FILENAMES=$VK_DRIVER_FILES
}

find_adapter() {
    driver="as the environment has it"
    ! shows_an_adapter || return 0
    unset VK_DRIVER_FILES VK_ICD_FILENAMES
    driver="the loader's choice"
    ! shows_an_adapter || return 0
    for driver in "${drivers[@]}"; do
        use_driver "$driver"
        ! shows_an_adapter || return 0
    done
    return 1
}

diagnose() {
    echo "No driver shows a GPU. This is what the program, the loader and the system say:"
    for driver in "${drivers[@]}"; do
        echo "with $driver:"
        use_driver "$driver"
        VK_LOADER_DEBUG=error,driver "$program" devices 2>&1 | awk '!seen[$0]++' || true
    done
    unset VK_DRIVER_FILES VK_ICD_FILENAMES
    echo "with the loader's choice:"
    "$program" devices 2>&1 || true
    echo "libraries:"
    grep -i -e nvidia -e vulkan "$work/libraries" || echo "  none of NVIDIA's, no loader"
    ls -l /usr/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/nvidia /dev/nvidia* /dev/dri 2>&1 || true
    nvidia-smi -L 2>&1 || true
}

has_smi() {
    command -v nvidia-smi > /dev/null
}

# The fields of nvidia-smi that distinguish a throttled, shared or badly connected card from a slow kernel.
fields='Product Name|GPU UUID|Driver Version|CUDA Version|Current|Max|Device Current|Device Max|Performance State|Total|'
fields+='SM|Memory|GPU Current Temp|Average Power Draw|Instantaneous Power Draw|Current Power Limit|SW Power Cap|HW Slowdown'

machine() {
    echo "commit $(cat "$pack/commit")"
    uname -srm
    date -u '+%F %T UTC'
    echo "Vulkan driver: $driver"
    cat "$results/devices.txt"
    if has_smi; then
        nvidia-smi -q > "$results/nvidia-smi.txt" 2>&1 || true
        grep -E "^ *($fields) +: " "$results/nvidia-smi.txt" | tr -s ' ' || true
    fi
    lscpu 2> /dev/null | grep -E '^(Model name|CPU\(s\)|Thread|Core|Socket|Hypervisor|NUMA|L3)' || echo "$(nproc) processors"
    df -h "$work" | tail -n 1
}

archive() {
    summarise > "$folder/summary.txt"
    { echo "# $(date -u +%F)"; echo; echo '```'; cat "$results/machine.txt"; echo '```'; } > "$folder/record.md"
    for part in "${ended[@]}"; do
        { echo; echo "## $part"; echo; echo '```'; cat "$results/$part.txt"; echo '```'; } >> "$folder/record.md"
    done
    cp "$folder/summary.txt" "$folder/record.md" "$results/"
    tar -czf "$folder/results.tar.gz.new" -C "$work" results
    mv "$folder/results.tar.gz.new" "$folder/results.tar.gz"
}

# The figures of a part, without headings and what the record alone has.
figures() {
    case $1 in
        tests) grep -e '^test result' -e FAILED -e panicked "$results/$1.txt" ;;
        *) grep -vE '^(cubebatch |Microseconds|Positions/s|using |/|\*|$)|^ +(batch|moves) |solutions hold|^ +[0-9]+ +[0-9]+$' \
            "$results/$1.txt" ;;
    esac | tr -s ' ' | cut -c 1-90
}

# The machine, how each part ended, and as many figures as 8,000 characters hold.
summarise() {
    local part most
    {
        head -c 900 "$results/machine.txt"
        echo
        cat "$work/ends"
        for part in "${ended[@]}"; do
            case $part in
                kernels | turns) most=1200 ;;
                *) most=600 ;;
            esac
            figures "$part" > "$work/said" || true
            printf '%s\n%s\n' "--- $part" "$(head -c "$most" "$work/said")"
        done
    } > "$work/summary"
    head -c 7900 "$work/summary"
}

# part NAME SECONDS: runs it, unless it is not wanted or no time is left
part() {
    local seconds=$(($2 * limit / 570)) left=$((limit - SECONDS)) outcome=0 start=$SECONDS end
    case " ${PARTS:-$1} " in *" $1 "*) ;; *) return ;; esac
    seconds=$((seconds < left ? seconds : left))
    if [ "$seconds" -lt 5 ]; then
        echo "$1: left out, no time" | tee -a "$work/ends"
        return
    fi
    timeout -k 5 "$seconds" "$0" --part "$1" "$results" "$work/files" > "$results/$1.txt" 2>&1 || outcome=$?
    case $outcome in
        0) end="done" ;;
        124 | 137) end="cut after $seconds s" failures=$((failures + 1)) ;;
        *) end="FAILED ($outcome)" failures=$((failures + 1)) ;;
    esac
    echo "$(date -u +%T) $1: $end, $((SECONDS - start)) s" | tee -a "$work/ends"
    ended+=("$1")
    archive
}

ended=()
failures=0
: > "$work/ends"
if ! find_adapter; then
    diagnose 2>&1 | tee "$results/machine.txt" > "$folder/record.md"
    head -c 7900 "$folder/record.md"
    exit 2
fi
machine > "$results/machine.txt"
if has_smi; then
    nvidia-smi dmon -s pucvmet -d 1 -o T > "$results/dmon.txt" 2>&1 &
    monitor=$!
fi

# Shares of 570 seconds, by what an H200 with 16 cores takes.
part tables 40
part start 20
part turns 110
part tests 90
part cpu 60
part kernels 35
part optimal 60
part files 75
part builds 40
part cosets 40
cat "$folder/summary.txt"
exit $((failures > 0))
