#!/usr/bin/env bash
# Builds the source distribution and wheels into target/wheels, one for each named platform: manylinux2014 (any Linux since 2014,
# glibc 2.17) or musllinux_1_2 (Alpine 3.15 and newer). Each serves all versions of Python from 3.10.
# Usage:
#   python/wheels.sh [all | TARGET…]
# Without a name it builds for this machine; `all` is the four targets below. Zig is the linker for all of them; it and maturin
# come from PyPI. The wheel of this machine's platform is tried out; `python/publish.sh` uploads all of these.
set -euo pipefail
cd "$(dirname "$0")/.."

all=({x86_64,aarch64}-unknown-linux-{gnu,musl})
tools=$PWD/target/wheel-tools
wheels=$PWD/target/wheels
here=$(rustc -vV | sed -n 's/^host: //p')
maturin=$(grep '^maturin' python/tests/requirements.txt)
case "${1:-}" in
    "") targets=("$here") ;;
    all) targets=("${all[@]}") ;;
    *) targets=("$@") ;;
esac

python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check "$maturin" ziglang==0.17.1
export PATH=$tools/bin:$PATH

(cd python && maturin sdist --out "$wheels")
for target in "${targets[@]}"; do
    rustup target add "$target" 2>/dev/null || echo "rustup is not there: $target must be"
    case $target in
        *-musl) platform=musllinux_1_2 ;;
        *) platform=manylinux2014 ;;
    esac
    (cd python && maturin build --release --locked --zig --compatibility "$platform" --target "$target" --out "$wheels")
done
ls -l "$wheels"

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
