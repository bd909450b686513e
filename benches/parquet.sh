#!/usr/bin/env bash
# What columns cost beside text: a million positions from file to file, text to text, text to Parquet and Parquet to Parquet in
# turn, and whether the answers are the same. Call it with a program built with `--features parquet`, and options of `solve`:
#   benches/parquet.sh target/release/cubebatch [--max-length 21]
set -euo pipefail
program=$1
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

"$program" scramble --count 1000000 --seed 5 > "$folder/in.txt"
"$program" solve --method thistlethwaite "$folder/in.txt" -o "$folder/in.parquet" 2> /dev/null
run() { # INPUT OUTPUT
    local start=$EPOCHREALTIME
    "$program" solve "$folder/$1" -o "$folder/$2" "${@:3}" 2> /dev/null
    echo "$1 -> $2: $(bc <<< "scale=2; ($EPOCHREALTIME - $start) / 1") s, $(stat -c %s "$folder/$2") bytes"
}
for _ in 1 2 3 4 5; do
    run in.txt text.txt "$@"
    run in.txt columns.parquet "$@"
    run in.parquet both.parquet "$@"
done
for columns in columns both; do
    "$program" check "$folder/$columns.parquet" > "$folder/$columns"
    "$program" check "$folder/in.txt" "$folder/$columns.parquet" | cmp - "$folder/$columns"
done
"$program" check "$folder/in.txt" "$folder/text.txt" | cmp - "$folder/columns"
cmp "$folder/columns" "$folder/both" && head -2 "$folder/both"
