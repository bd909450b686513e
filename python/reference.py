"""Makes the reference of the package, as pages: `python reference.py FOLDER`. A name without a description is an error."""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdoc
import pdoc.doc

import cubebatch
import cubebatch.ray

MODULES = ["cubebatch", "cubebatch.ray"]
"""A module that another one names in `__all__` comes with it."""

KEYWORD = re.compile(r"^(\w[\w, ]*)\n((?:    .+\n?)+)", re.MULTILINE)
"""A keyword on a line of its own, and its description below."""


def listed(text: str) -> str:
    """The description of a function, with its keywords as a list of Markdown."""
    return KEYWORD.sub(
        lambda found: f"- **{found[1]}**: {inspect.cleandoc(found[2])}\n".replace("\n", "\n  ").rstrip() + "\n", text
    )


def described(thing: Any) -> Iterator[Any]:
    """A function or class of this package, and what a class has."""
    yield thing
    if inspect.isclass(thing):
        yield from (held for name, held in vars(thing).items() if not name.startswith("_") or name == "__init__")


def main(folder: Path) -> None:
    """Makes the pages."""
    for name in [*MODULES, "cubebatch.cosets", "cubebatch.kociemba", "cubebatch.pocket"]:
        module = sys.modules[name]
        for thing in [held for key in getattr(module, "__all__", vars(module)) for held in described(getattr(module, key))]:
            if callable(thing) or isinstance(thing, property):
                if str(getattr(thing, "__module__", "cubebatch")).startswith("cubebatch") and inspect.getdoc(thing):
                    try:
                        thing.__doc__ = listed(inspect.getdoc(thing) or "")
                    except AttributeError:
                        continue  # It is compiled, and has no keywords.
    pdoc.render.configure(search=False, show_source=False, footer_text=f"cubebatch {cubebatch.__version__}")
    pdoc.pdoc(*MODULES, output_directory=folder)
    reference = pdoc.doc.Module(cubebatch)
    names = [name for name in cubebatch.__all__ if name != "__version__"]
    told = [name for name in names if (shown := reference.get(name)) and shown.docstring.strip()]
    bare = [name for name in names if name not in told and f"`{name}`" not in reference.docstring]
    if bare:
        sys.exit(f"no description: {', '.join(bare)}")
    print(f"{folder}/index.html: {len(names)} names")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
