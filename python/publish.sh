#!/usr/bin/env bash
# Checks the source distribution and the wheels in target/wheels, and uploads them to a package index if one is named.
# Usage:
#   python/wheels.sh all && python/publish.sh                # builds and checks
#   TWINE_PASSWORD=pypi-… python/publish.sh testpypi         # then `pypi`; the token is that of the project's owner
# A file of a version can be uploaded once. So raise `version` in Cargo.toml and python/Cargo.toml first, write the changes into
# CHANGELOG.md, and let ./ci pass. Nothing has been published so far.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/target/publish-tools
version=$(sed -n 's/^version = "\(.*\)"/\1/p' python/Cargo.toml | head -n 1)
files=(target/wheels/cubebatch-"$version"{.tar.gz,-*.whl})

python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check twine
"$tools/bin/twine" check --strict "${files[@]}"
if [ $# -gt 0 ]; then
    TWINE_USERNAME=__token__ "$tools/bin/twine" upload --repository "$1" "${files[@]}"
fi
