#!/usr/bin/env python3
"""Checks that what people read here is plain English: pages, help, messages, comments.

It reads the Markdown pages, and the comments and texts of Rust, Python, TypeScript, WGSL, HTML, JSON and shell files that
git knows. It prints `file:line: words: why` for each finding, and ends with 1 if there is one.

    tests/prose.py             # what ./ci runs
    tests/prose.py PATH...     # these files or folders alone
"""

import io
import json
import re
import subprocess
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 35

# Measurements and notes of their day: they stay as they were written.
RECORDS = ("benches/record/", "fuzz/record.md")

# This file names the words that it refuses.
OWN = "tests/prose.py"

# (file, words): why these words may stand there. An entry that matches nothing is an error.
ALLOWED: dict[tuple[str, str], str] = {}

ANYWHERE = [
    (r"tells?|told|telling", "say what reports or shows it: 'reports', 'shows', 'says', 'names'"),
    (r"nobody", "say 'no one', or name who or what acts"),
    (r"whoever", "name the person or the program"),
    (r"so many", "give the number or the unit: 'N moves', 'this number of'"),
    (r"what is there", "name the thing"),
    (r"likewise", "repeat the noun or the verb: 'the same for'"),
    (r"those that|those who", "repeat the noun: 'the moves that'"),
    (r"some(?:body|one)|anybody|everybody", "name who acts: 'a caller', 'a user', 'a program'"),
    (r"what is no(?! longer)", "name the thing, with 'is not': 'a value that is not a number'"),
    (r"one sees", "name who sees, or the thing: 'the stickers'"),
    (r"to speak of", "give the amount"),
]
OPENINGS = [
    (r"Of", "begin with the subject"),
    (r"Those", "begin with the noun"),
    (r"Who", "begin with the subject"),
    (r"Which \w+ (?:it|this) is", "name the thing: 'The table.'"),
]

FOUND_ANYWHERE = [(re.compile(rf"\b(?:{words})\b", re.IGNORECASE), why) for words, why in ANYWHERE]
FOUND_OPENING = [(re.compile(rf"[\W_]*(?:{words})\b"), why) for words, why in OPENINGS]

TEXT = r'"(?:\\.|[^"\\])*"'
RUST = re.compile(rf"""//[^\n]*|/\*.*?\*/|\bb?r(?P<hashes>\#*)".*?"(?P=hashes)|{TEXT}|'(?:\\[^']+|[^'\\])'""", re.DOTALL)
SCRIPT = re.compile(rf"//[^\n]*|/\*.*?\*/|{TEXT}|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL)
JSON = re.compile(TEXT)
HASH = re.compile(r"(?:^|(?<=\s))# [^\n]*", re.MULTILINE)
HTML = re.compile(r"<!--.*?-->|<(?:script|style).*?</(?:script|style)>|<[^>]*>|[^<]+", re.DOTALL)
ATTRIBUTE = re.compile(r'\b(?:title|alt|placeholder|content|aria-label)="([^"]*)"')

SENTENCE_END = re.compile(r"[.!?…][\"'’”)\]*_]*\s+(?=[\"'“‘(\[*_]*[A-Z0-9–…])")
# What begins a paragraph of its own: an item, a heading, a quotation, or a term with spaces before its meaning.
ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+|\s*\#+\s+|\s*>\s?|\s*\S+(?: \S+)?(?:, \S+)*\s{2,}(?=\S)")


class Block:
    """Text that belongs together, each line with its number in the file."""

    def __init__(self, lines):
        self.lines = list(lines)


def numbered(text, first):
    return [(first + i, line) for i, line in enumerate(text.split("\n"))]


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def read_markdown(text):
    return [Block(numbered(text, 1))]


def joined_comments(found):
    """Comments on lines that follow each other are one block."""
    blocks, last = [], None
    for line, mark, text in found:
        if last is not None and line == last[0] + 1 and mark == last[1]:
            blocks[-1].lines.append((line, text))
        else:
            blocks.append(Block([(line, text)]))
        last = (line, mark)
    return blocks


def read_code(text, tokens):
    comments, blocks = [], []
    line, last = 1, 0
    for token in tokens.finditer(text):
        words = token.group()
        line, last = line + text.count("\n", last, token.start()), token.start()
        if words.startswith("//"):
            mark = re.match(r"//[/!]?", words).group()
            comments.append((line, mark, words[len(mark) :]))
        elif words.startswith("/*"):
            blocks.append(Block((n, t.strip().lstrip("/*").rstrip("*/")) for n, t in numbered(words, line)))
        elif words[0] != "'" or len(words) > 4:
            blocks.append(literal(words, line))
    return joined_comments(comments) + blocks


def literal(words, line):
    body = words[words.index(words.lstrip("br#")[0]) + 1 : -1].rstrip("#\"")
    body = body.replace("\\\n", " \n").replace('\\"', '"')
    lines = []
    for number, text in numbered(body, line):
        lines += [(number, part) for part in text.replace("\\t", " ").split("\\n")]
    return Block(lines)


def read_python(text):
    comments, blocks = [], []
    middle = getattr(tokenize, "FSTRING_MIDDLE", None)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.append((token.start[0], "#", token.string.lstrip("#!")))
        elif token.type == tokenize.STRING:
            body = re.sub(r"^[A-Za-z]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$", "", token.string)
            blocks.append(Block(numbered(body.replace("\\n", " "), token.start[0])))
        elif middle is not None and token.type == middle:
            blocks.append(Block(numbered(token.string, token.start[0])))
    return joined_comments(comments) + blocks


def read_notebook(text):
    """The pages of a notebook, each of which begins on the line of its first words."""
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "markdown":
            words = "".join(cell["source"])
            first = json.dumps(cell["source"][0], ensure_ascii=False)
            yield Block(numbered(words, line_of(text, text.index(first))))


def read_hash(text):
    found = ((line_of(text, m.start()), "#", m.group().lstrip("#!")) for m in HASH.finditer(text))
    return joined_comments(found)


def read_html(text):
    blocks = []
    for part in HTML.finditer(text):
        words, line = part.group(), line_of(text, part.start())
        if words.startswith(("<script", "<style")):
            continue
        if words.startswith("<") and not words.startswith("<!--"):
            blocks += [Block([(line, value)]) for value in ATTRIBUTE.findall(words)]
        else:
            blocks.append(Block(numbered(words.removeprefix("<!--").removesuffix("-->"), line)))
    return blocks


READERS = {
    ".md": read_markdown,
    ".rs": lambda text: read_code(text, RUST),
    ".wgsl": lambda text: read_code(text, RUST),
    ".ts": lambda text: read_code(text, SCRIPT),
    ".mjs": lambda text: read_code(text, SCRIPT),
    ".py": read_python,
    ".pyi": read_python,
    ".html": read_html,
    ".json": lambda text: read_code(text, JSON),
    ".ipynb": read_notebook,
    ".sh": read_hash,
    ".toml": read_hash,
    ".yaml": read_hash,
    "": read_hash,
}


def paragraphs(block):
    """Splits a block where Markdown does: at blank lines, items, headings, cells of tables; leaves code out."""
    is_code, current = False, []
    for number, line in block.lines:
        if line.lstrip().startswith(("```", "~~~")):
            is_code = not is_code
            line = ""
        if is_code or line.startswith("     "):
            line = ""
        if line.lstrip().startswith("|"):
            if current:
                yield current
            current = []
            for cell in re.split(r"(?<!\\)\|", line):
                yield [(number, cell)]
            continue
        item = ITEM.match(line)
        if (item or not line.strip()) and current:
            yield current
            current = []
        current.append((number, line[item.end() :] if item else line))
    if current:
        yield current


def sentences(paragraph):
    """Each sentence with the number of its first line."""
    text, starts = "", []
    for number, line in paragraph:
        starts.append((len(text), number))
        text += line.strip() + " "
    # A span of code may go over two lines.
    text = plain(text)
    begin = 0
    for end in [m.end() for m in SENTENCE_END.finditer(text)] + [len(text)]:
        if text[begin:end].strip():
            yield begin, text[begin:end], starts
        begin = end


def plain(text):
    """The text without code, addresses and marks of links; places stay where they were."""

    def blank(match):
        return "X" + " " * (len(match.group()) - 1)

    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", blank, text)
    text = re.sub(r"\]\([^)\s]*\)", lambda m: " " * len(m.group()), text)
    text = re.sub(r"https?://[^\s)>]+|<[a-z/][^>]*>", blank, text)
    return re.sub(r"\{[^{}]*\}", blank, text)


def findings(name, text):
    for block in READERS[suffix(name)](text):
        for paragraph in paragraphs(block):
            for begin, sentence, starts in sentences(paragraph):
                yield from faults(begin, sentence, starts)


def faults(begin, sentence, starts):
    def line(at):
        return max(number for place, number in starts if place <= begin + at)

    for pattern, why in FOUND_OPENING:
        if found := pattern.match(sentence):
            yield line(found.start()), " ".join(sentence.split()[:3]), why
    for pattern, why in FOUND_ANYWHERE:
        for found in pattern.finditer(sentence):
            yield line(found.start()), found.group(), why
    # Single capital letters are faces and moves.
    words = [word for word in sentence.split() if re.search(r"\w\w|^[a-z0-9]", word)]
    if len(words) > LONGEST:
        yield line(0), " ".join(words[:4]) + " …", f"a sentence of {len(words)} words: at most {LONGEST}"


def suffix(name):
    return Path(name).suffix


def files(chosen):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *chosen],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    for name in sorted(set(listed) - {"", OWN}):
        path = ROOT / name
        if suffix(name) in READERS and not name.startswith(RECORDS) and path.is_file():
            if suffix(name) or path.read_bytes().startswith(b"#!"):
                yield name, path.read_text(encoding="utf-8")


SEEN = [
    ("a.md", "It reports the line.\n\n| a | b |\n|---|---|\n| one | two |\n", 0),
    ("a.md", "Fine. Of these\ntwo are left.", 1),
    ("a.md", "The user is\ntold of it.", 1),
    ("a.md", "`told` is code, and so is\n```\ntold\n```\n", 0),
    ("a.md", "| x | nobody |", 1),
    ("a.md", "word " * 35 + "end.", 1),
    ("a.md", "word " * 34 + "end. " + "Word " + "word " * 33 + "end.", 0),
    ("a.rs", "/// Of phase 1.\nfn f() {}", 1),
    ("a.rs", 'let told = "nothing"; // fine\n', 0),
    ("a.rs", 'f("the user is told");\nlet c = \'"\'; // whoever\n', 2),
    ("a.rs", '#[error("{0} moves, so many")]\nlet raw = r#"a "likewise" b"#;', 2),
    ("a.rs", "/// One line that\n/// goes on: so\n/// many moves.", 1),
    ("a.py", '"""Tells it."""\nx = f"nobody {x}"  # fine\n', 2),
    ("a.ts", "const a = `whoever ${b}`; // Those are left\n", 2),
    ("a.wgsl", "// Those that are left.\n", 2),
    ("a.html", '<p title="what is there">It is\ntold.</p><script>told</script>', 2),
    ("a.json", '{"description": "Who may\\ncome"}', 1),
    ("a.rs", "/// Which table it is.\nlet a; // Which table is it?", 1),
    ("a.ts", "/** What is no number, somebody counts. */", 2),
    ("a.md", "The stickers as one sees them take no time to speak of.", 2),
    ("a.sh", "f # likewise\n${#x}\n", 1),
]


def test_itself():
    for name, text, expected in SEEN:
        found = list(findings(name, text))
        assert len(found) == expected, f"{name}: {text!r}: {expected} expected, found {found}"
    lines = [line for line, _, _ in findings("a.md", "\nOne two\nthree nobody four.")]
    assert lines == [3], lines


def main(chosen):
    test_itself()
    used, bad = set(), 0
    for name, text in files(chosen):
        for line, words, why in findings(name, text):
            key = next((k for k in ALLOWED if k[0] == name and k[1].lower() in words.lower()), None)
            if key:
                used.add(key)
            else:
                bad += 1
                print(f"{name}:{line}: {words}: {why}")
    if not chosen:
        for name, words in ALLOWED.keys() - used:
            bad += 1
            print(f"{OWN}: ALLOWED has {name}, {words!r}, which is not there: remove it")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
