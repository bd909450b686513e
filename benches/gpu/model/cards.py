"""Cards: numbers with a slow and a fast end, from cards.toml, and from the report of probes on a real one."""

import dataclasses
import json
import pathlib
import re
import tomllib

HERE = pathlib.Path(__file__).resolve().parent

# The numbers of a card that a probe of `cubebatch bench --probes` measures. The model varies a measured number by this much
# either way.
MEASURED = {
    r"copy of .* MiB, read and written": "memory_gb_s",
    r"look-ups of a word in 1024 MiB": "memory_random_g_s",
    r"look-ups of a word in 32 MiB": "l2_random_g_s",
    r"atomic additions to one word": "same_word_g_s",
    r"atomic additions to a million words": "atomics_g_s",
    r"a dispatch in a chain of .*": "dispatch_us",
    r"submitting, and 4 bytes mapped": "submit_us",
    r".* MiB sent, reused buffers": "send_gb_s",
    r".* MiB read, fresh buffers": "read_gb_s",
}
EITHER_WAY = 0.05
# A smaller common cache does not hold all of the buffer of these look-ups.
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
        cards[name] = Card(name, table["title"], table["compiler"], table["warps_add_up"], numbers)
    return cards, published


def measured(card: Card, report: pathlib.Path) -> Card:
    """The card with the numbers of the first GPU in a report of `cubebatch bench --probes --json`."""
    device = next(device for device in json.loads(report.read_text())["probes"])
    numbers = dict(card.numbers)
    for probe in device["probes"]:
        names = [name for pattern, name in MEASURED.items() if re.fullmatch(pattern, probe["name"])]
        if names == ["l2_random_g_s"] and numbers["l2_mib"].slow < IN_CACHE_MIB:
            continue
        if names and "value" in probe:
            ends = sorted(probe["value"] * (1 + sign * EITHER_WAY) for sign in (-1, 1))
            # Times are slow where they are great.
            slow, fast = ends[::-1] if names[0].endswith("_us") else ends
            numbers[names[0]] = Number(slow, fast, f"measured: {report.name}")
    return dataclasses.replace(card, title=f"{card.title}, {device['gpu']} measured", warps_add_up=False, numbers=numbers)
