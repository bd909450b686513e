//! The options of a request: in the query of one that sends lines, beside the position in one of JSON.

use std::fmt;

use cubebatch::method::{Kind, OPTIONS, OptionCard, Question, SolveOption};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::lines::Lines;
use super::whole::{Flag, Whole};

/// The options of a request, by their names.
#[derive(Debug, Default, PartialEq)]
pub struct Options {
    pub cube: Option<String>,
    pub cubes: Option<Lines>,
    pub method: Option<String>,
    /// The options of the library's table.
    pub asked: Question,
    pub notation: Option<String>,
    pub format: Option<String>,
    pub scan: Option<String>,
    pub output: Option<String>,
}

/// A name in a request.
#[derive(Clone, Copy, PartialEq)]
enum Name {
    Own(&'static str),
    Asked(SolveOption),
}

/// The names that are not in the library's table, before and behind the names of that table.
const BEFORE: [&str; 3] = ["cube", "cubes", "method"];
const BEHIND: [&str; 4] = ["notation", "format", "scan", "output"];

/// The options of the library's table that a request can have.
pub fn asked_of_service() -> impl Iterator<Item = &'static OptionCard> {
    OPTIONS.iter().filter(|card| card.group.is_of_call())
}

/// Whether an option of a request has this name.
pub fn is_name(name: &str) -> bool {
    Name::of(name).is_some()
}

impl Name {
    fn of(name: &str) -> Option<Name> {
        let own = BEFORE.iter().chain(&BEHIND).find(|own| **own == name).map(|own| Name::Own(own));
        let asked = || asked_of_service().find(|card| card.name == name);
        own.or_else(|| asked().map(|card| Name::Asked(card.option)))
    }

    fn as_str(self) -> &'static str {
        match self {
            Name::Own(name) => name,
            Name::Asked(option) => option.name(),
        }
    }

    fn all() -> Vec<String> {
        let asked = asked_of_service().map(|card| card.name);
        BEFORE.into_iter().chain(asked).chain(BEHIND).map(|name| format!("`{name}`")).collect()
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct Known;

        impl Visitor<'_> for Known {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an option")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
                let known = || Name::all().join(", ");
                Name::of(name)
                    .ok_or_else(|| E::custom(format!("unknown field `{name}`, expected one of {}", known())))
            }
        }

        deserializer.deserialize_identifier(Known)
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("options by their names")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Options, M::Error> {
                let (mut options, mut seen) = (Options::default(), Vec::new());
                while let Some(name) = map.next_key::<Name>()? {
                    if seen.contains(&name) {
                        return Err(M::Error::duplicate_field(name.as_str()));
                    }
                    seen.push(name);
                    options.read(name, &mut map)?;
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

impl Options {
    fn read<'de, M: MapAccess<'de>>(&mut self, name: Name, map: &mut M) -> Result<(), M::Error> {
        match name {
            Name::Asked(option) if option.card().kind.is_text() => {
                if let Some(text) = map.next_value::<Option<String>>()? {
                    self.asked = self.asked.with_text(option, &text).map_err(M::Error::custom)?;
                }
            }
            Name::Asked(option) => {
                if let Some(value) = value(option.card().kind, map)? {
                    self.asked = self.asked.with(option, value);
                }
            }
            Name::Own("cube") => self.cube = map.next_value()?,
            Name::Own("cubes") => self.cubes = map.next_value()?,
            Name::Own("method") => self.method = map.next_value()?,
            Name::Own("notation") => self.notation = map.next_value()?,
            Name::Own("format") => self.format = map.next_value()?,
            Name::Own("scan") => self.scan = map.next_value()?,
            Name::Own("output") => self.output = map.next_value()?,
            Name::Own(name) => unreachable!("{name} is one of the names above"),
        }
        Ok(())
    }
}

fn value<'de, M: MapAccess<'de>>(kind: Kind, map: &mut M) -> Result<Option<u64>, M::Error> {
    match kind {
        Kind::Flag => Ok(map.next_value::<Flag>()?.0.then_some(1)),
        _ => Ok(map.next_value::<Option<Whole>>()?.map(|Whole(value)| value)),
    }
}
