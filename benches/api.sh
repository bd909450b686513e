#!/usr/bin/env bash
# Prints the public API of the library, an item a line. `./ci` compares it with `api.txt`; to accept a change, run
# `benches/api.sh > api.txt`. Items that are `#[doc(hidden)]` are not part of it. `benches/api.sh install` installs what this
# needs, and prints nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.52.0
if [ "$(cargo public-api --version 2>/dev/null)" != "cargo-public-api $version" ]; then
    # Unoptimised, it takes half a minute to compile.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install --locked --quiet "cargo-public-api@$version" >&2
fi
[ "${1:-}" != install ] || exit 0

# rustdoc's JSON is unstable. The variable that allows it is for rustdoc alone: with it in the environment of cargo, the build
# scripts of dependencies would run again.
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc "$@"\n' >"$target/rustdoc-json"
chmod +x "$target/rustdoc-json"
RUSTDOC=$(realpath "$target/rustdoc-json") cargo rustdoc --locked --quiet --lib --features rand -- \
    -Zunstable-options --output-format json --cap-lints allow

# What is at two paths is listed once, and what a derived `impl` has to have is not listed at all.
cargo public-api --rustdoc-json "$target/doc/cubebatch.json" -ss |
    grep -vE '::(clone|cmp|eq|fmt|hash|partial_cmp|serialize|deserialize)(<[^(]*>)?\(|StructuralPartialEq' |
    awk '!seen[$0]++'
