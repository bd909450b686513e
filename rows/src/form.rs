//! The forms of rows.

/// A form in which rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A solution a line.
    Text,
    /// JSON Lines.
    Jsonl,
    /// CSV with a header.
    Csv,
    /// Columns of a Parquet file.
    Parquet,
}

/// What front ends say of a form.
struct FormCard {
    name: &'static str,
    /// Another name that is understood.
    alias: Option<&'static str>,
    title: &'static str,
    sentence: &'static str,
    /// The ends of names of files; the first one is the usual one.
    endings: &'static [&'static str],
    content_type: &'static str,
    /// Whether rows are lines, which programs can send and concatenate.
    is_lines: bool,
}

impl Form {
    /// All, the usual one first.
    pub const ALL: &[Form] = &[Form::Text, Form::Jsonl, Form::Csv, Form::Parquet];

    const fn card(self) -> &'static FormCard {
        match self {
            Form::Text => &FormCard {
                name: "text",
                alias: None,
                title: "text",
                sentence: "Plain text, one row per line; a comment for an invalid line",
                endings: &["txt"],
                content_type: "text/plain; charset=utf-8",
                is_lines: true,
            },
            Form::Jsonl => &FormCard {
                name: "jsonl",
                alias: Some("json"),
                title: "JSON Lines",
                sentence: "JSON Lines: one object per line",
                endings: &["jsonl", "ndjson"],
                content_type: "application/jsonl",
                is_lines: true,
            },
            Form::Csv => &FormCard {
                name: "csv",
                alias: None,
                title: "CSV",
                sentence: "CSV: comma-separated values with a header",
                endings: &["csv"],
                content_type: "text/csv; charset=utf-8",
                is_lines: true,
            },
            Form::Parquet => &FormCard {
                name: "parquet",
                alias: None,
                title: "Parquet",
                sentence: "Parquet: columns, with moves as numbers, 0 to 17 for \
                           U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'",
                endings: &["parquet"],
                content_type: "application/vnd.apache.parquet",
                is_lines: false,
            },
        }
    }

    /// The forms whose rows are lines.
    pub fn of_lines() -> impl Iterator<Item = Form> {
        Form::ALL.iter().copied().filter(|form| form.card().is_lines)
    }

    /// Its name in commands and requests.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    /// Whether this is its name, or another one that is understood.
    pub fn has_name(self, name: &str) -> bool {
        self.name() == name || self.alias() == Some(name)
    }

    /// Another name that is understood.
    pub const fn alias(self) -> Option<&'static str> {
        self.card().alias
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        self.card().title
    }

    /// What its rows are, in a sentence without a full stop.
    pub const fn sentence(self) -> &'static str {
        self.card().sentence
    }

    /// The ends of the names of files in this form, in lower case; the first one is the usual one.
    pub const fn endings(self) -> &'static [&'static str] {
        self.card().endings
    }

    /// The content type of its rows.
    pub const fn content_type(self) -> &'static str {
        self.card().content_type
    }
}
