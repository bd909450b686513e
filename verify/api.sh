#!/usr/bin/env bash
# Prints the public API of the library, an item a line: what the facade names, with what the packages below say of it. `./ci` compares
# it with `api.txt`; to accept a change, run `verify/api.sh > api.txt`. `verify/api.sh install` installs what this needs, and prints
# nothing.
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
mkdir -p "$target/api"
printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc "$@"\n' >"$target/rustdoc-json"
chmod +x "$target/rustdoc-json"
packages=(cubebatch cubebatch-cube cubebatch-tables cubebatch-search cubebatch-puzzles)
for package in "${packages[@]}"; do
    features=()
    case $package in
        cubebatch) features=(--no-default-features --features "files,puzzles,rand,serde") ;;
        cubebatch-cube) features=(--features "rand,serde") ;;
        cubebatch-search) features=(--features "files,serde") ;;
        cubebatch-tables) features=(--features files) ;;
    esac
    RUSTDOC=$(realpath "$target/rustdoc-json") cargo rustdoc --locked --quiet --lib -p "$package" "${features[@]}" -- \
        -Zunstable-options --output-format json --cap-lints allow
    # What a derived `impl` has to have is not listed.
    cargo public-api --rustdoc-json "$target/doc/${package//-/_}.json" -ss |
        grep -vE '::(clone|cmp|eq|fmt|hash|partial_cmp|serialize|deserialize)(<[^(]*>)?\(|StructuralPartialEq' >"$target/api/$package"
done
python3 - "$target/api" <<'PYTHON'
import re
import sys
from pathlib import Path

PATH = re.compile(r"\bcubebatch(?:_\w+)?(?:::\w+)+")
folder = Path(sys.argv[1])
facade = (folder / "cubebatch").read_text().splitlines()
names = sorted((line.removeprefix("pub use ") for line in facade if line.startswith("pub use ")), key=lambda name: name.count("::"))


def promised(path):
    """A path in a package below as the facade has it, and whether the facade has it."""
    parts = path.split("::")
    for end in range(2, len(parts) + 1):
        # At the top, or in the same module.
        alike = [name for name in names if name.split("::")[-1] == parts[end - 1]
                 and (name.count("::") == 1 or name.split("::")[1] == parts[1])]
        if alike:
            return "::".join([alike[0], *parts[end:]]), True
    return path, False


lines = [line for line in facade if not line.startswith("pub use ")]
for file in sorted(folder.glob("cubebatch-*")):
    for line in file.read_text().splitlines():
        line = re.sub(r"\bcubebatch_(?:cube|tables|search|puzzles)::", "cubebatch::", line)
        paths = PATH.findall(line)
        owner = paths[-1] if line.startswith("impl") and " for " in line else paths[0] if paths else ""
        if owner and promised(owner)[1]:
            lines.append(PATH.sub(lambda path: promised(path[0])[0], line))
print("\n".join(dict.fromkeys(lines)))
PYTHON
