#!/usr/bin/env bash
# Builds the source distribution and wheels into target/wheels, one for each named platform: manylinux2014 (any Linux since 2014,
# glibc 2.17), musllinux_1_2 (Alpine 3.15 and newer), or Windows 10 and newer. Each serves all versions of Python from 3.10.
# Usage:
#   python/wheels.sh [all | TARGET…]
# Without a name it builds for this machine; `all` is the five targets below. Zig is the linker for those of Linux; it and maturin
# come from PyPI. The wheel for Windows needs MinGW: `apt-get install gcc-mingw-w64-x86-64`. It has everything that the others have.
# The wheel of this machine's platform is tried out; `python/publish.sh` uploads all of these.
#
# {aarch64,x86_64}-apple-darwin on another system: the wheels go to target/wheels/untried. They have everything, the GPU engine
# too, but never ran. Apple's SDK is not there, so stubs stand for its frameworks; macOS finds their functions when it loads the
# wheel. A Mac builds its own wheels with the SDK.
set -euo pipefail
cd "$(dirname "$0")/.."

all=({x86_64,aarch64}-unknown-linux-{gnu,musl} x86_64-pc-windows-gnu)
tools=$PWD/target/wheel-tools
wheels=$PWD/target/wheels
here=$(rustc -vV | sed -n 's/^host: //p')
maturin=$(grep '^maturin' python/tests/requirements.txt)
case "${1:-}" in
    "") targets=("$here") ;;
    all) targets=("${all[@]}") ;;
    *) targets=("$@") ;;
esac
case " ${targets[*]} " in
    *-windows-gnu*) command -v x86_64-w64-mingw32-gcc >/dev/null || { echo "There is no x86_64-w64-mingw32-gcc" >&2; exit 1; } ;;
esac

python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check "$maturin" ziglang==0.17.1
export PATH=$tools/bin:$PATH

# stubs FOLDER: libraries of macOS without a symbol. The linker records their names, and leaves symbols to be found in any of them.
stubs() {
    local name path
    for name in CoreFoundation CoreGraphics Foundation IOKit Metal QuartzCore libobjc libiconv; do
        case $name in
            libobjc) path=/usr/lib/libobjc.A.dylib ;;
            libiconv) path=/usr/lib/libiconv.2.dylib ;;
            Foundation) path=/System/Library/Frameworks/Foundation.framework/Versions/C/Foundation ;;
            *) path=/System/Library/Frameworks/$name.framework/Versions/A/$name ;;
        esac
        mkdir -p "$1/$name.framework"
        printf -- "--- !tapi-tbd\ntbd-version: 4\ntargets: [x86_64-macos, arm64-macos]\ninstall-name: '%s'\n...\n" "$path" |
            tee "$1/$name.tbd" >"$1/$name.framework/$name.tbd"
    done
}

(cd python && maturin sdist --out "$wheels")
for target in "${targets[@]}"; do
    rustup target add "$target" 2>/dev/null || echo "rustup is not there: $target must be"
    build=(--release --locked --target "$target")
    case $target in
        *-musl) build+=(--zig --compatibility musllinux_1_2 --out "$wheels") ;;
        *-linux-*) build+=(--zig --compatibility manylinux2014 --out "$wheels") ;;
        *-darwin)
            if [[ $here == *-darwin ]]; then
                build+=(--out "$wheels")
            else
                stubs "$tools/macos"
                build+=(--zig --out "$wheels/untried" -- "-Lframework=$tools/macos" "-Lnative=$tools/macos")
            fi
            ;;
        *) build+=(--out "$wheels") ;;
    esac
    (cd python && maturin build "${build[@]}")
done
ls -lR "$wheels"

case " ${targets[*]} " in
    *" $here "*) ;;
    *) exit ;;
esac
# What it needs comes from PyPI. Our own name is never asked for there: no project has it yet.
python3 -m venv --clear "$tools/trial"
pip=("$tools/trial/bin/pip" install --quiet --disable-pip-version-check)
sed -n 's/^dependencies = \[\(.*\)\]/\1/p' python/pyproject.toml | tr -d '"' | tr ',' '\n' | tr -d ' ' >"$tools/needed"
"${pip[@]}" -r "$tools/needed"
"${pip[@]}" --no-index --find-links "$wheels" --only-binary :all: cubebatch
"$tools/trial/bin/python" -c 'import cubebatch as cb; print(cb.__version__, cb.Cube("R U F").apply(cb.Solver(method="thistlethwaite").solve("R U F")).is_solved)'
