#!/usr/bin/env bash
# Packs everything that benches/device.sh takes to a machine that has neither Rust nor a network. That is the program and the
# tests that use a GPU, without debug information, the script, and the libraries of this machine that Vulkan drivers need. Needs
# cargo and strip.
#
#   [BASE=COMMIT] benches/device-pack.sh [OPTIONS OF CARGO]
#
# writes target/device.tar.gz, 60 MiB at most, with the program of an earlier commit to compare with. There:
#
#   tar -xzf target/device.tar.gz -C /tmp && /tmp/device/device.sh FOLDER
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
pack=target/device
rm -rf "$pack"
mkdir -p "$pack/lib"

# executables CARGO OPTIONS: the paths of what they compile
executables() {
    cargo "$@" --locked --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'
}

strip -o "$pack/cubebatch" "$(executables build --release -p cubebatch-cli "$@")"
for path in $(executables test --no-run -p cubebatch -p cubebatch-gpu --lib --test gpu --test conformance "$@"); do
    name=$(basename "$path")
    name=${name%-*}
    [ "$name" = cubebatch ] || strip -o "$pack/test-${name/cubebatch_gpu/kernels}" "$path"
done
if [ -n "${BASE:-}" ]; then
    base=$(mktemp -d)
    trap 'rm -rf "$base"' EXIT
    git archive "$BASE" | tar -x -C "$base"
    (cd "$base" && CARGO_TARGET_DIR=$OLDPWD/target/base cargo build --release --locked -p cubebatch-cli)
    strip -o "$pack/base" target/base/release/cubebatch
fi
cp benches/device.sh "$pack/"
{ git describe --always --dirty --abbrev=12 || echo unknown; } > "$pack/commit"
# Vulkan's loader, and what NVIDIA's driver is linked with.
for library in libvulkan.so.1 libGLdispatch.so.0 libGLX.so.0 libEGL.so.1 libX11.so.6 libXext.so.6 libxcb.so.1 libXau.so.6 \
    libXdmcp.so.6 libbsd.so.0 libmd.so.0; do
    path=$(ldconfig -p | sed -n "s/.*$library .*=> //p" | head -n 1)
    [ -z "$path" ] || cp "$path" "$pack/lib/$library"
done

tar -czf "$pack.tar.gz" -C target device
ls -l "$pack" "$pack.tar.gz"
size=$(stat -c %s "$pack.tar.gz")
if [ "$size" -gt $((60 << 20)) ]; then
    echo "$pack.tar.gz takes $size bytes, which is more than 60 MiB." >&2
    exit 1
fi
