#!/usr/bin/env bash
# Runs the tests of the GPU engine on SwiftShader, a Vulkan driver by other authors than Mesa's llvmpipe, which ./ci uses. The
# two may differ where a kernel relies on chance, such as unwritten memory. Neither says anything about speed.
#
#   verify/gpu/swiftshader.sh [FILTER]...
#
# FILTERs are names of tests, as `cargo test` takes them; without one all tests of kernels and twins run, tests/gpu.rs and
# tests/conformance.rs. Fetches the driver with npm into target/gpu/swiftshader (70 MB), out of a Chromium that is packed for
# servers; needs x86-64, Node.js, and the Vulkan loader, which it installs. Ten minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
package=@sparticuz/chromium@153.0.0
folder=$PWD/target/gpu/swiftshader
driver=$folder/driver.json

if ! command -v npm >/dev/null; then
    echo "npm is not there; it comes with Node.js, which Debian has as the packages nodejs and npm." >&2
    exit 1
fi
if ! ldconfig -p | grep -q 'libvulkan\.so\.1'; then
    as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
    as_root apt-get update -q
    as_root apt-get install -qy --no-install-recommends libvulkan1
fi
if [ ! -e "$driver" ]; then
    mkdir -p "$folder"
    (
        cd "$folder"
        tar -xzf "$(npm pack --silent "$package")" package/bin/swiftshader.tar.br
        # Node.js has Brotli, so that no other program is needed.
        node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)' \
            < package/bin/swiftshader.tar.br | tar -x libvk_swiftshader.so
        rm -r package ./*.tgz
    )
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}\n' \
        "$folder/libvk_swiftshader.so" > "$driver"
fi

# No other driver can be taken, and none at all is a failure. Older loaders know the second name alone.
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver CUBEBATCH_REQUIRE_GPU=1
if [ $# -gt 0 ]; then
    cargo test --locked -p cubebatch -p cubebatch-gpu --lib --test gpu --test conformance -- "$@"
else
    failed=0
    cargo test --locked -p cubebatch-gpu --lib || failed=1
    # The two-phase search has no twins, and needs whole tables, which tests/complete leaves.
    tables=$PWD/target/tmp/complete-tables
    if [ -e "$tables/phase2-complete.cube" ]; then
        CUBEBATCH_TABLES=$tables cargo test --locked -p cubebatch-gpu --lib two_phase -- --ignored || failed=1
    fi
    cargo test --locked -p cubebatch --test gpu --test conformance || failed=1
    exit $failed
fi
