//! Values as front ends get them, in JSON, in a query or from a page: what each is and, in a sentence, what it should be.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::method::{Question, SolveOption, ValueKind};

/// A value of any kind. serde would reject a value of another kind than it expects in its own words, which name types of Rust.
#[derive(Debug, PartialEq)]
pub enum Value<List = IgnoredAny> {
    /// Nothing, as where the value is missing.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number from 0 on.
    Whole(u64),
    /// Another number, as it is written.
    Number(String),
    /// A text. A query has no values of other kinds.
    Text(String),
    /// A list.
    List(List),
    /// An object.
    Object,
}

impl<List> Value<List> {
    /// A text; `None` if there is no value.
    ///
    /// # Errors
    /// When it is no text.
    pub fn text(self) -> Result<Option<String>, String> {
        match self {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            other => Err(other.wrong("a string")),
        }
    }

    /// A whole number; `None` if there is no value.
    ///
    /// # Errors
    /// When it is no whole number in this range.
    pub fn whole(self, range: &RangeInclusive<u64>) -> Result<Option<u64>, String> {
        let whole = match &self {
            Value::Null => return Ok(None),
            Value::Whole(number) => Some(*number),
            Value::Text(digits) => digits.parse().ok(),
            _ => None,
        };
        let whole = whole.filter(|number| range.contains(number)).map(Some);
        whole.ok_or_else(|| {
            self.wrong(format_args!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// True or false; `None` if there is no value.
    ///
    /// # Errors
    /// When it is neither.
    pub fn flag(self) -> Result<Option<bool>, String> {
        let flag = match &self {
            Value::Null => return Ok(None),
            Value::Flag(flag) => Some(*flag),
            Value::Text(word) => word.parse().ok(),
            _ => None,
        };
        flag.map(Some).ok_or_else(|| self.wrong("true or false"))
    }

    /// A list; `None` if there is no value.
    ///
    /// # Errors
    /// When it is no list.
    pub fn list(self, wanted: &str) -> Result<Option<List>, String> {
        match self {
            Value::Null => Ok(None),
            Value::List(list) => Ok(Some(list)),
            other => Err(other.wrong(wanted)),
        }
    }

    /// Completes a sentence that begins with the name of the value.
    fn wrong(&self, wanted: impl Display) -> String {
        format!("must be {wanted}, but is {self}")
    }
}

impl Question {
    /// The same question with a value of an option, which is within `range` if it is a number.
    ///
    /// # Errors
    /// What is wrong with the value: a sentence that begins with the name of the option, without that name.
    pub fn with_value(
        self,
        option: SolveOption,
        value: Value,
        range: &RangeInclusive<u64>,
    ) -> Result<Question, String> {
        let asked = match option.card().kind {
            kind if kind.is_text() => value.text()?.map(|text| self.with_text(option, &text)).transpose()?,
            ValueKind::Flag => value.flag()?.filter(|&is_given| is_given).map(|_| self.with(option, 1)),
            _ => value.whole(range)?.map(|number| self.with(option, number)),
        };
        Ok(asked.unwrap_or(self))
    }
}

/// The most characters of a text that an error quotes.
const MOST_QUOTED: usize = 60;

impl<List> Display for Value<List> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Flag(flag) => flag.fmt(f),
            Value::Whole(number) => number.fmt(f),
            Value::Number(number) => f.write_str(number),
            Value::Text(text) => match text.char_indices().nth(MOST_QUOTED) {
                Some((end, _)) => write!(f, "{:?} …", &text[..end]),
                None => write!(f, "{text:?}"),
            },
            Value::List(_) => f.write_str("a list"),
            Value::Object => f.write_str("an object"),
        }
    }
}

impl<'de, List: Deserialize<'de>> Deserialize<'de> for Value<List> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value<List>, D::Error> {
        deserializer.deserialize_any(Any(PhantomData))
    }
}

/// Reads a value by a function, see [`by`].
#[derive(Debug)]
pub struct By<List, Read>(Read, PhantomData<List>);

/// Reads a value by a function whose error says what is wrong with it. The deserializer knows the field of such an error.
pub fn by<List, T, Read: FnOnce(Value<List>) -> Result<T, String>>(read: Read) -> By<List, Read> {
    By(read, PhantomData)
}

impl<'de, List, T, Read> DeserializeSeed<'de> for By<List, Read>
where
    List: Deserialize<'de>,
    Read: FnOnce(Value<List>) -> Result<T, String>,
{
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        self.0(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A value that must be a text.
#[derive(Debug)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        match Value::<IgnoredAny>::deserialize(deserializer)? {
            Value::Text(text) => Ok(Text(text)),
            other => Err(D::Error::custom(other.wrong("a string"))),
        }
    }
}

struct Any<List>(PhantomData<List>);

impl<'de, List: Deserialize<'de>> Visitor<'de> for Any<List> {
    type Value = Value<List>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value<List>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value<List>, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value<List>, E> {
        Ok(Value::Whole(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value<List>, E> {
        Ok(number.try_into().map_or_else(|_| Value::Number(number.to_string()), Value::Whole))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value<List>, E> {
        Ok(Value::Number(format!("{number:?}")))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<List>, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Value<List>, A::Error> {
        List::deserialize(SeqAccessDeserializer::new(list)).map(Value::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<List>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;
    use crate::method::OPTIONS;

    #[test]
    fn a_wrong_value_of_any_option_is_told_with_what_is_right() {
        for card in &OPTIONS {
            let wanted = match card.kind {
                kind if kind.is_text() => "a string".to_owned(),
                ValueKind::Flag => "true or false".to_owned(),
                _ => format!("a whole number from {} to {}", card.range.start(), card.range.end()),
            };
            for (json, told) in [
                (json!(-1), "-1"),
                (json!(2.5), "2.5"),
                (json!(20.0), "20.0"),
                (json!(1e30), "1e30"),
                (json!([1, "x"]), "a list"),
                (json!({"a": [1]}), "an object"),
            ] {
                let value = from_value(json).unwrap();
                let error = Question::default().with_value(card.option, value, &card.range).unwrap_err();
                assert_eq!(error, format!("must be {wanted}, but is {told}"), "{}", card.name);
            }
            let nothing = Question::default().with_value(card.option, Value::Null, &card.range);
            assert_eq!(nothing, Ok(Question::default()), "{}", card.name);
        }
    }

    #[test]
    fn a_text_of_a_query_is_a_number_or_a_flag() {
        let text = |text: &str| Value::<IgnoredAny>::Text(text.to_owned());
        assert_eq!(text("20").whole(&(0..=20)), Ok(Some(20)));
        assert_eq!(text("true").flag(), Ok(Some(true)));
        for wrong in ["21", "", "1e1", "-1", "99999999999999999999"] {
            let error = format!("must be a whole number from 0 to 20, but is {wrong:?}");
            assert_eq!(text(wrong).whole(&(0..=20)), Err(error));
        }
        assert_eq!(text("1").flag(), Err("must be true or false, but is \"1\"".to_owned()));
        let error = format!("must be true or false, but is {:?} …", "é".repeat(MOST_QUOTED));
        assert_eq!(text(&"é".repeat(1000)).flag(), Err(error));
    }
}
