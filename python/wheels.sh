#!/usr/bin/env bash
# Builds wheels for any Linux since 2014 (manylinux2014, glibc 2.17) into target/wheels, one for each named platform.
# Usage:
#   python/wheels.sh [x86_64-unknown-linux-gnu] [aarch64-unknown-linux-gnu]
# Zig links against the old glibc; it and maturin come from PyPI. The wheel of this machine's platform is tried out.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/target/wheel-tools
wheels=$PWD/target/wheels
here=$(rustc -vV | sed -n 's/^host: //p')
maturin=$(grep '^maturin' python/tests/requirements.txt)

python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check "$maturin" ziglang==0.17.1
export PATH=$tools/bin:$PATH

for target in "${@:-$here}"; do
    rustup target add "$target" 2>/dev/null || echo "rustup is not there: $target must be"
    (cd python && maturin build --release --locked --zig --compatibility manylinux2014 --target "$target" --out "$wheels")
done
ls -l "$wheels"

python3 -m venv --clear "$tools/trial"
"$tools/trial/bin/pip" install --quiet --disable-pip-version-check --find-links "$wheels" --only-binary cubebatch cubebatch
"$tools/trial/bin/python" -c 'import cubebatch as cb; print(cb.__version__, cb.Cube("R U F").apply(cb.Solver(method="thistlethwaite").solve("R U F")).is_solved)'
