//! The options of a request: in the query of one that sends lines, beside the position in one of JSON.

use std::fmt;
use std::ops::RangeInclusive;

use cubebatch_rows::HeldPosition;
use cubebatch_search::method::{OPTIONS, OptionCard, Question, SolveOption};
use cubebatch_search::value::{Value, by};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::lines::TextLines;

/// The options of a request, by their names.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    pub cube: Option<String>,
    pub cubes: Option<TextLines>,
    pub method: Option<String>,
    /// The options of the library's table.
    pub asked: Question,
    pub notation: Option<String>,
    /// The format of positions that are read.
    pub from: Option<String>,
    pub scan: Option<String>,
    /// The form of rows that are written.
    pub format: Option<String>,
}

/// A name in a request.
#[derive(Clone, Copy, PartialEq)]
enum OptionName {
    Own(&'static str),
    Asked(SolveOption),
}

/// The names that are not in the library's table, before and behind the names of that table.
const BEFORE: [&str; 3] = ["cube", "cubes", "method"];
const BEHIND: [&str; 4] = ["notation", "from", "scan", "format"];

/// The options of the library's table that a request can have.
pub fn asked_of_service() -> impl Iterator<Item = &'static OptionCard> {
    OPTIONS.iter().filter(|card| card.group.is_of_call())
}

/// The values that a request may ask for.
pub fn served_range(card: &OptionCard) -> RangeInclusive<u64> {
    *card.range.start()..=card.most_served.unwrap_or(*card.range.end())
}

/// Whether an option of a request has this name.
pub fn is_name(name: &str) -> bool {
    OptionName::of(name).is_some()
}

impl OptionName {
    fn of(name: &str) -> Option<OptionName> {
        // As it was called.
        let name = if name == "output" { "format" } else { name };
        let own = BEFORE.iter().chain(&BEHIND).find(|own| **own == name).map(|own| OptionName::Own(own));
        let asked = || asked_of_service().find(|card| card.name == name);
        own.or_else(|| asked().map(|card| OptionName::Asked(card.option)))
    }

    fn as_str(self) -> &'static str {
        match self {
            OptionName::Own(name) => name,
            OptionName::Asked(option) => option.name(),
        }
    }

    fn all() -> Vec<String> {
        let asked = asked_of_service().map(|card| card.name);
        BEFORE.into_iter().chain(asked).chain(BEHIND).map(|name| format!("`{name}`")).collect()
    }
}

impl<'de> Deserialize<'de> for OptionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionName, D::Error> {
        struct NameVisitor;

        impl Visitor<'_> for NameVisitor {
            type Value = OptionName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an option")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<OptionName, E> {
                let known = || OptionName::all().join(", ");
                OptionName::of(name)
                    .ok_or_else(|| E::custom(format!("unknown field `{name}`, expected one of {}", known())))
            }
        }

        deserializer.deserialize_identifier(NameVisitor)
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        struct OptionsVisitor;

        impl<'de> Visitor<'de> for OptionsVisitor {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("options by their names")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Options, M::Error> {
                let (mut options, mut seen) = (Options::default(), Vec::new());
                while let Some(name) = map.next_key::<OptionName>()? {
                    if seen.contains(&name) {
                        return Err(M::Error::duplicate_field(name.as_str()));
                    }
                    seen.push(name);
                    options.read(name, &mut map)?;
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(OptionsVisitor)
    }
}

impl Options {
    fn read<'de, M: MapAccess<'de>>(&mut self, name: OptionName, map: &mut M) -> Result<(), M::Error> {
        match name {
            OptionName::Asked(option) => {
                let (asked, range) = (self.asked, served_range(option.card()));
                self.asked = map.next_value_seed(by(|value| asked.with_value(option, value, &range)))?;
            }
            OptionName::Own("cubes") => {
                let list = |value: Value<TextLines>| value.list("a list of positions");
                self.cubes = map.next_value_seed(by(list))?;
            }
            OptionName::Own("cube") => self.cube = map.next_value::<HeldPosition>()?.0,
            OptionName::Own(name) => {
                *self.text(name) = map.next_value_seed(by(|value: Value| value.text()))?
            }
        }
        Ok(())
    }

    /// The field for a text.
    fn text(&mut self, name: &str) -> &mut Option<String> {
        match name {
            "method" => &mut self.method,
            "notation" => &mut self.notation,
            "from" => &mut self.from,
            "scan" => &mut self.scan,
            "format" => &mut self.format,
            _ => unreachable!("{name} is one of the names above, but for those of positions"),
        }
    }
}
