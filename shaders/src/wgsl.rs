//! Writes the declarations of this module as WGSL. A shader gets the ones that it names.

use std::collections::BTreeSet;

use cubebatch_tables::packed::{About, Bits, Packed};

/// A declaration: the name by which a shader asks for it, and its text.
pub struct Item {
    pub name: String,
    pub text: String,
}

/// A struct of words.
pub struct Record {
    pub name: &'static str,
    pub about: About,
    pub fields: Vec<Field>,
}

/// A field of a struct.
pub struct Field {
    pub name: &'static str,
    pub about: About,
    pub kind: String,
}

/// What a field of a record can be, or a buffer; `word` is what WGSL calls a word of it.
pub trait Words {
    fn wgsl(word: &str) -> String;
}

impl Words for u32 {
    fn wgsl(word: &str) -> String {
        word.to_owned()
    }
}

impl<T: Words, const N: usize> Words for [T; N] {
    fn wgsl(word: &str) -> String {
        format!("array<{}, {N}>", T::wgsl(word))
    }
}

/// As many as there is room for in a buffer.
impl<T: Words> Words for [T] {
    fn wgsl(word: &str) -> String {
        format!("array<{}>", T::wgsl(word))
    }
}

/// Two words, which kernels see as a vector.
pub enum Pair {}

impl Words for Pair {
    fn wgsl(word: &str) -> String {
        format!("vec2<{word}>")
    }
}

/// Four words, which kernels see as a vector.
pub enum Quad {}

impl Words for Quad {
    fn wgsl(word: &str) -> String {
        format!("vec4<{word}>")
    }
}

/// What a kernel is bound to: its parameters at 0, buffers from 1 on.
pub struct Bindings {
    pub parameters: Record,
    pub buffers: Vec<Buffers>,
}

/// Buffers one after the other that hold the same.
pub struct Buffers {
    pub names: Vec<String>,
    pub about: About,
    pub is_written: bool,
    pub kind: String,
}

/// The items that a source names, and the items that these name. Later items may name earlier ones.
pub fn prelude(items: Vec<Item>, source: &str) -> String {
    let mut wanted = identifiers(source);
    let mut chosen = Vec::new();
    for item in items.into_iter().rev() {
        if wanted.contains(&item.name) {
            wanted.extend(identifiers(&item.text));
            chosen.push(item.text);
        }
    }
    chosen.reverse();
    chosen.concat()
}

fn identifiers(source: &str) -> BTreeSet<String> {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.map(str::to_owned).collect()
}

/// A number.
pub fn constant(name: &str, value: usize) -> Item {
    Item { name: name.to_owned(), text: format!("const {name} = {value}u;\n") }
}

/// Some numbers.
pub fn array(name: &str, values: &[u32]) -> Item {
    let list: Vec<String> = values.iter().map(|value| format!("{value}u")).collect();
    let text = format!("const {name} = array<u32, {}>({});\n", values.len(), list.join(", "));
    Item { name: name.to_owned(), text }
}

/// Small numbers of `bits` bits side by side in words: the count in a word, and for number `i` its word, the way to read it,
/// and the value to add for it.
pub fn lanes(name: &str, bits: usize, a_word: usize) -> [Item; 4] {
    let function = |name: String, arguments: &str, value: String| {
        let text = format!("\nfn {name}({arguments}) -> u32 {{\n    return {value};\n}}\n");
        Item { name, text }
    };
    let shift = format!("({bits}u * (i % {a_word}u))");
    let mask = format!("{:#x}u", (1u64 << bits) - 1);
    [
        constant(&format!("{}_LANES", name.to_ascii_uppercase()), a_word),
        function(format!("{name}_word"), "i: u32", format!("i / {a_word}u")),
        function(format!("{name}_in"), "word: u32, i: u32", format!("(word >> {shift}) & {mask}")),
        function(format!("{name}_bits"), "i: u32, value: u32", format!("value << {shift}")),
    ]
}

/// Numbers in a word as WGSL: the struct of the numbers, and how it becomes a word and comes back.
pub fn packed(packed: &Packed) -> [Item; 3] {
    let Packed { name, about, fields } = packed;
    let word = Field { name: "", about: &[], kind: u32::wgsl("u32") };
    let field = |field: &Bits| Field { name: field.name, about: field.about, kind: word.kind.clone() };
    let record = Record { name, about, fields: fields.iter().map(field).collect() };
    let function = |name: String, signature: &str, value: String| {
        let text = format!("\nfn {name}{signature} {{\n    return {value};\n}}\n");
        Item { name, text }
    };
    let snake = snake_case(name);
    let unpacked = format!("{name}({})", each(packed, read).join(", "));
    let word =
        each(packed, |field, shift| shifted(&format!("fields.{}", field.name), "<<", shift)).join(" | ");
    [
        record.item(),
        function(format!("unpack_{snake}"), &format!("(word: u32) -> {name}"), unpacked),
        function(format!("pack_{snake}"), &format!("(fields: {name}) -> u32"), word),
    ]
}

/// Calls `of` with each field and the bits below it.
fn each(packed: &Packed, of: impl Fn(&Bits, u32) -> String) -> Vec<String> {
    let mut shift = 0;
    let mut next = |field: &Bits| {
        let text = of(field, shift);
        shift += field.bits;
        text
    };
    packed.fields.iter().map(&mut next).collect()
}

/// A number of a word, with this many bits below it.
fn read(number: &Bits, shift: u32) -> String {
    let from = shifted("word", ">>", shift);
    if shift + number.bits == u32::BITS {
        from
    } else {
        format!("{from} & {:#x}u", (1u64 << number.bits) - 1)
    }
}

fn shifted(value: &str, operator: &str, shift: u32) -> String {
    if shift == 0 { value.to_owned() } else { format!("({value} {operator} {shift}u)") }
}

impl Buffers {
    /// The table whose entries they are, cut into slices; `None` if they are no slices of a table.
    fn table(&self) -> Option<&str> {
        self.names[0].strip_suffix("_slice0")
    }

    /// The function that reads a word of a table, however its entries are cut.
    fn word_function(&self) -> Option<String> {
        let table = self.table()?;
        let read = |i: usize| format!("return {}[in_slice(i)];", self.names[i]);
        let (last, others) = self.names.split_last().expect("there is one at least");
        let body = if others.is_empty() {
            format!("    return {last}[i];\n")
        } else {
            let case = |i: usize| format!("        case {i}u: {{ {} }}\n", read(i));
            let cases: String = (0..others.len()).map(case).collect();
            format!(
                "    switch slice_of(i) {{\n{cases}        default: {{ {} }}\n    }}\n",
                read(others.len())
            )
        };
        Some(format!("\nfn {table}_word(i: u32) -> u32 {{\n{body}}}\n"))
    }
}

impl Bindings {
    /// The same, with all entries of a table in one buffer if that is wanted.
    pub fn of(mut self, are_whole: bool) -> Bindings {
        let sliced = self.buffers.iter_mut().filter(|buffers| are_whole && buffers.table().is_some());
        sliced.for_each(|buffers| buffers.names.truncate(1));
        self
    }

    /// Whether a kernel may write to each buffer, in the order of their bindings.
    pub fn are_written(&self) -> impl Iterator<Item = bool> {
        self.buffers.iter().flat_map(|buffers| buffers.names.iter().map(|_| buffers.is_written))
    }

    /// The declarations that stand in front of a shader.
    pub fn text(&self) -> String {
        let mut text = self.parameters.item().text;
        text += "\n@group(0) @binding(0) var<uniform> params: Params;\n";
        let mut binding = 0;
        for Buffers { names, about, is_written, kind } in &self.buffers {
            let access = if *is_written { "read_write" } else { "read" };
            text += &comment("", about);
            for name in names {
                binding += 1;
                text += &format!("@group(0) @binding({binding}) var<storage, {access}> {name}: {kind};\n");
            }
        }
        text.extend(self.buffers.iter().filter_map(Buffers::word_function));
        text
    }
}

fn comment(indent: &str, about: &[&str]) -> String {
    about.iter().map(|line| format!("{indent}//{}\n", without_links(line))).collect()
}

impl Record {
    /// The struct.
    pub fn item(&self) -> Item {
        let field =
            |field: &Field| format!("{}    {}: {},\n", comment("    ", field.about), field.name, field.kind);
        let fields: String = self.fields.iter().map(field).collect();
        let text = format!("\n{}struct {} {{\n{fields}}}\n", comment("", self.about), self.name);
        Item { name: self.name.to_owned(), text }
    }
}

/// The shown text of a link in Rust's documentation.
fn without_links(line: &str) -> String {
    let mut pieces = line.split("](");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.map(|piece| piece.split_once(')').map_or(piece, |(_, rest)| rest));
    rest.fold(first, |line, rest| line + rest).replace(['[', ']', '`'], "")
}

/// `TwoWords` becomes `two_words`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shader_gets_what_it_names_and_what_that_names() {
        let record = |name, kind: &str| {
            let fields = vec![Field { name: "field", about: &[], kind: kind.to_owned() }];
            Record { name, about: &[], fields }.item()
        };
        let items =
            || vec![constant("A", 1), record("Inner", "u32"), record("Outer", "Inner"), constant("B", 2)];
        assert_eq!(prelude(items(), "let x = A;"), "const A = 1u;\n");
        assert_eq!(prelude(items(), "AB + B_"), "");
        let inner = "\nstruct Inner {\n    field: u32,\n}\n";
        let outer = "\nstruct Outer {\n    field: Inner,\n}\n";
        assert_eq!(prelude(items(), "var x: Outer;"), format!("{inner}{outer}"));
    }

    #[test]
    fn buffers_are_bound_from_1_on() {
        let word = |name| Field { name, about: &[], kind: "u32".to_owned() };
        let parameters = Record { name: "Params", about: &[], fields: vec![word("columns")] };
        let buffers = |names: &[&str], is_written, kind: &str| Buffers {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            about: &[" About [`it`](super::it)."],
            is_written,
            kind: kind.to_owned(),
        };
        let of_words = buffers(&["words0", "words1"], false, &<[u32]>::wgsl("u32"));
        let counts = buffers(&["counts"], true, &<[Pair]>::wgsl("u32"));
        let bindings = Bindings { parameters, buffers: vec![of_words, counts] };
        assert_eq!(bindings.are_written().collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(
            bindings.text(),
            "
struct Params {
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
// About it.
@group(0) @binding(1) var<storage, read> words0: array<u32>;
@group(0) @binding(2) var<storage, read> words1: array<u32>;
// About it.
@group(0) @binding(3) var<storage, read_write> counts: array<vec2<u32>>;
"
        );
    }

    #[test]
    fn tables_are_read_cut_or_whole() {
        let word = Field { name: "shift", about: &[], kind: "u32".to_owned() };
        let bindings = |are_whole| {
            let parameters = Record { name: "Params", about: &[], fields: vec![word_of(&word)] };
            let names = (0..3).map(|i| format!("some_slice{i}")).collect();
            let kind = <[u32]>::wgsl("u32");
            Bindings { parameters, buffers: vec![Buffers { names, about: &[], is_written: false, kind }] }
                .of(are_whole)
        };
        let text = |are_whole| bindings(are_whole).text();
        let function = |text: &str| text[text.find("\nfn").expect("a function")..].to_owned();
        assert_eq!(
            function(&text(false)),
            "
fn some_word(i: u32) -> u32 {
    switch slice_of(i) {
        case 0u: { return some_slice0[in_slice(i)]; }
        case 1u: { return some_slice1[in_slice(i)]; }
        default: { return some_slice2[in_slice(i)]; }
    }
}
"
        );
        assert_eq!(function(&text(true)), "\nfn some_word(i: u32) -> u32 {\n    return some_slice0[i];\n}\n");
        assert_eq!([false, true].map(|are_whole| bindings(are_whole).are_written().count()), [3, 1]);
    }

    fn word_of(field: &Field) -> Field {
        Field { name: field.name, about: field.about, kind: field.kind.clone() }
    }

    #[test]
    fn packed_numbers_are_readable() {
        let bits = |name, bits| Bits { name, about: &[" About [`it`](super::it), [`Self`]."], bits };
        let fields: &'static [Bits] =
            Box::leak(Box::new([bits("low", 17), bits("middle", 11), bits("high", 4)]));
        let items = packed(&Packed { name: "SomeWord", about: &[" A word."], fields });
        assert_eq!(
            items.map(|item| item.text).concat(),
            "
// A word.
struct SomeWord {
    // About it, Self.
    low: u32,
    // About it, Self.
    middle: u32,
    // About it, Self.
    high: u32,
}

fn unpack_some_word(word: u32) -> SomeWord {
    return SomeWord(word & 0x1ffffu, (word >> 17u) & 0x7ffu, (word >> 28u));
}

fn pack_some_word(fields: SomeWord) -> u32 {
    return fields.low | (fields.middle << 17u) | (fields.high << 28u);
}
"
        );
    }
}
