"""Cards: numbers with a slow and a fast end, from cards.toml, and from the report of probes on a real one."""

import collections
import dataclasses
import json
import pathlib
import re
import tomllib

HERE = pathlib.Path(__file__).resolve().parent

# The numbers of a card that probes of `cubebatch bench --probes` measure. Where several do, a number lies between the least and the
# greatest. A look-up of one chain is that of a sector, and one of the 32 chains of a warp that of its last sector. A dispatch in a chain
# has one buffer, and an indirect one has four. The tables of the jobs have up to 1 GiB, so probes in more do not count: there an H200
# waits for the translation of addresses. The model varies this much either way.
MEASURED = {
    r"copy of .* MiB, read and written": "memory_gb_s",
    r"look-ups of a word in 1024 MiB": "memory_random_g_s",
    r"look-ups of a word in 32 MiB": "l2_random_g_s",
    r"atomic additions to one word": "same_word_g_s",
    r"atomic additions to a million words": "atomics_g_s",
    r"chased pointer in 64 KiB, (1|32) chains?": "l1_ns",
    r"chased pointer in 16 MiB, (1|32) chains?": "l2_ns",
    r"chased pointer in (32|64|128|256|512|1024) MiB, (1|32) chains?": "memory_ns",
    r"look-ups of 32 bytes in (32|64|128|256|512|1024) MiB": "memory_random_g_s",
    r"(a|an indirect) dispatch in a chain of .*": "dispatch_us",
    r"submitting, and 4 bytes mapped": "submit_us",
    r".* MiB sent, reused buffers": "send_gb_s",
    r".* MiB read, fresh buffers": "read_gb_s",
}
EITHER_WAY = 0.05
OF_PROBES = "measured: "
# A smaller common cache does not hold all of the buffer of the look-ups in it.
IN_CACHE_MIB = 20


@dataclasses.dataclass(frozen=True)
class Number:
    slow: float
    fast: float
    source: str


@dataclasses.dataclass(frozen=True)
class End:
    """All numbers of a card at one end."""

    card: "Card"
    is_fast: bool

    def __getattr__(self, name: str) -> float:
        number = self.card.numbers[name]
        return number.fast if self.is_fast else number.slow


@dataclasses.dataclass(frozen=True)
class Card:
    name: str
    title: str
    compiler: str
    warps_add_up: bool
    shares_memory: bool
    """With the host."""
    numbers: dict[str, Number]

    def ends(self) -> tuple[End, End]:
        """The fast one, and the slow one."""
        return End(self, True), End(self, False)


def read() -> tuple[dict[str, Card], list[dict]]:
    """The cards, and what is published of them."""
    with open(HERE / "cards.toml", "rb") as file:
        tables = tomllib.load(file)
    published = tables.pop("published")
    cards = {}
    for name, table in tables.items():
        table = {**tables.get(table.get("like"), {}), **table}
        numbers = {key: Number(**value) for key, value in table.items() if isinstance(value, dict)}
        cards[name] = Card(name, table["title"], table["compiler"], table["warps_add_up"],
                           table.get("shares_memory", False), numbers)
    return cards, published


def measured(card: Card, report: pathlib.Path) -> Card:
    """The card with the numbers of the first GPU in a report of `cubebatch bench --probes --json`."""
    device = next(device for device in json.loads(report.read_text())["probes"])
    values = collections.defaultdict(list)
    for probe in device["probes"]:
        for pattern, name in MEASURED.items():
            if "value" in probe and re.fullmatch(pattern, probe["name"]):
                values[name].append(probe["value"])
    numbers = dict(card.numbers)
    for name, of in values.items():
        if name.startswith("l2_") and numbers["l2_mib"].slow < IN_CACHE_MIB:
            continue
        ends = min(of) * (1 - EITHER_WAY), max(of) * (1 + EITHER_WAY)
        # Times are slow where they are great.
        slow, fast = ends[::-1] if name.endswith(("_us", "_ns")) else ends
        numbers[name] = Number(slow, fast, f"{OF_PROBES}{device['gpu']}, {report.name}")
    return dataclasses.replace(card, title=f"{card.title}, {device['gpu']} measured", warps_add_up=False, numbers=numbers)


def rows(card: Card) -> str:
    """The measured numbers as lines for cards.toml, in place of those there."""
    row = lambda name, of: f"{name} = {{ slow = {of.slow:.4g}, fast = {of.fast:.4g}, source = {json.dumps(of.source)} }}\n"
    return "".join(row(name, of) for name, of in card.numbers.items() if of.source.startswith(OF_PROBES))
