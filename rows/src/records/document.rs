//! A JSON document that holds positions: an array of them, a session of csTimer, the scrambles of a competition.

use crate::columns::CUBE;
use crate::{LONGEST_LINE, is_blank, is_object, parse};
use cubebatch::cube::FACELETS;
use serde_json::{Map, Value};

use super::error::RecordError;

/// The most bytes of a document. It is in memory as a whole, with its values and lines: up to 46 times as many bytes, as measured.
pub const LONGEST_DOCUMENT: usize = 16 << 20;

/// No position is a list of more values: these are the numbers of measured colours, or of facelets as one of six.
const LONGEST_POSITION: usize = 6 * FACELETS;

/// Types of scrambles of csTimer that are of other puzzles begin so.
const OTHER_PUZZLES: [&str; 12] = ["1", "2", "4", "5", "6", "7", "8", "9", "clk", "mgm", "pyr", "skb"];

/// Whether a document begins with this line: JSON that is neither a position nor a row of JSON Lines.
pub fn begins(line: &str) -> bool {
    let line = line.trim();
    if !line.starts_with(['[', '{']) || line.len() > LONGEST_LINE {
        // No position and no row is that long.
        return line.starts_with(['[', '{']);
    }
    match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(object)) => has_cubes(&object) || has_sessions(&object) || has_scrambles(&object),
        Ok(Value::Array(list)) => {
            let is_element = |value: &Value| match value {
                Value::Array(list) => is_position(list),
                value => value.is_string() || value.is_object(),
            };
            list.iter().any(is_element) && !are_stickers(&list) && parse(line.as_bytes(), None).is_err()
        }
        Ok(_) => false,
        Err(_) => is_open(line),
    }
}

/// Whether a line ends amid JSON. Lin's array may stand in such brackets too, but has no strings.
fn is_open(line: &str) -> bool {
    let ends_amid = |line: &str| line.is_empty() || line.ends_with(['{', '[', ',']);
    match line.strip_prefix('[').map(str::trim_start) {
        Some(inside) => inside.is_empty() || inside.starts_with(['{', '"', '[']),
        None => line[1..].trim_start().is_empty() || is_object(line) && ends_amid(line),
    }
}

/// The positions of a document as lines, each with its text or as a row of JSON Lines.
///
/// # Errors
/// When the text is no JSON, or an object that holds no positions.
pub fn lines(text: &str) -> Result<Vec<Vec<u8>>, RecordError> {
    let mut lines = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter() {
        take(value.map_err(|error| RecordError::Document(error.to_string()))?, &mut lines);
    }
    Ok(lines)
}

fn take(document: Value, lines: &mut Vec<Vec<u8>>) {
    match document {
        Value::Array(list) if !is_position(&list) && !are_stickers(&list) => {
            lines.extend(list.into_iter().map(line))
        }
        Value::Object(mut object) if has_cubes(&object) => {
            take(object.remove(CUBES).unwrap_or_default(), lines)
        }
        Value::Object(object) if has_sessions(&object) => take_sessions(&object, lines),
        Value::Object(object) if has_scrambles(&object) => {
            take_scrambles(&Value::Object(object), None, lines)
        }
        value => lines.push(line(value)),
    }
}

/// Whether a list has a symbol for each sticker, or one more or less: its letters are no moves.
fn are_stickers(list: &[Value]) -> bool {
    list.len().abs_diff(FACELETS) <= 1
        && list.iter().all(|value| value.as_str().is_some_and(|text| text.chars().count() == 1))
}

/// Whether a list is one position.
fn is_position(list: &[Value]) -> bool {
    let text = || Value::from(list).to_string();
    list.len() <= LONGEST_POSITION && parse(text().as_bytes(), None).is_ok()
}

/// The field of an object with many positions, as requests to the service have them.
const CUBES: &str = "cubes";

fn has_cubes(object: &Map<String, Value>) -> bool {
    object.get(CUBES).is_some_and(Value::is_array)
}

/// A value on a line.
fn line(value: Value) -> Vec<u8> {
    match value {
        // A text that would be a comment or nothing is an invalid position.
        Value::String(text) if is_blank(text.as_bytes()) => format!("{{\"{CUBE}\":null}}").into_bytes(),
        Value::String(text) => text.replace(['\r', '\n'], " ").into_bytes(),
        value => value.to_string().into_bytes(),
    }
}

/// Whether an object is what csTimer exports.
fn has_sessions(object: &Map<String, Value>) -> bool {
    object.contains_key("properties") && sessions(object).next().is_some()
}

/// The number of each session of csTimer, and its solves.
fn sessions(object: &Map<String, Value>) -> impl Iterator<Item = (&str, &Vec<Value>)> {
    object.iter().filter_map(|(name, session)| Some((name.strip_prefix("session")?, session.as_array()?)))
}

/// The scrambles of the sessions: a solve is its times, its scramble, and more. Sessions of other puzzles are left out.
fn take_sessions(object: &Map<String, Value>, lines: &mut Vec<Vec<u8>>) {
    let session_data = object.get("properties").and_then(|properties| properties.get("sessionData"));
    let session_data = match session_data {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_default(),
        other => other.cloned().unwrap_or_default(),
    };
    let is_of_other = |number: &str| {
        let kind = session_data
            .get(number)
            .and_then(|session| session.pointer("/opt/scrType"))
            .and_then(Value::as_str);
        kind.is_some_and(|kind| OTHER_PUZZLES.iter().any(|other| kind.starts_with(other)))
    };
    let mut sessions: Vec<_> = sessions(object).filter(|(number, _)| !is_of_other(number)).collect();
    sessions.sort_by_key(|(number, _)| number.parse::<u64>().unwrap_or(u64::MAX));
    let scrambles =
        sessions.into_iter().flat_map(|(_, solves)| solves).filter_map(|solve| solve.get(1)?.as_str());
    lines.extend(scrambles.map(|scramble| line(scramble.into())));
}

/// Whether an object has the scrambles of a competition: WCIF, or what TNoodle writes.
fn has_scrambles(object: &Map<String, Value>) -> bool {
    object.contains_key("sheets")
        || object.contains_key("wcif")
        || object.contains_key("formatVersion") && object.contains_key("events")
}

/// The scrambles of all events of the cube. Each attempt at several cubes has a scramble for each on a line.
fn take_scrambles(value: &Value, event: Option<&str>, lines: &mut Vec<Vec<u8>>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| take_scrambles(value, event, lines)),
        Value::Object(object) => {
            let named =
                object.get("event").or_else(|| object.get("id").filter(|_| object.contains_key("rounds")));
            let event = named.and_then(Value::as_str).or(event);
            let is_of_cube = event.is_none_or(|event| event.starts_with("333"));
            let scrambles = ["scrambles", "extraScrambles"].into_iter().filter(|_| is_of_cube);
            let scrambles = scrambles.filter_map(|name| object.get(name)?.as_array()).flatten();
            let scrambles = scrambles.filter_map(Value::as_str).flat_map(str::lines);
            lines.extend(scrambles.map(|scramble| line(scramble.into())));
            object.values().for_each(|value| take_scrambles(value, event, lines));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Vec<String> {
        assert!(begins(text.lines().next().unwrap_or_default()), "{text}");
        lines(text).unwrap().into_iter().map(|line| String::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn an_array_holds_a_position_in_each_element() {
        assert_eq!(read("[\"R U\", \"F\"]"), ["R U", "F"]);
        assert_eq!(read("[\n  \"R U\",\n  {\"cube\": \"F\"}\n]\n"), ["R U", "{\"cube\":\"F\"}"]);
        assert_eq!(
            read("{\n  \"cube\": \"R\"\n}\n{\n \"cube\": \"U\"}"),
            ["{\"cube\":\"R\"}", "{\"cube\":\"U\"}"]
        );
        let rows: Vec<_> = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
            .as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8(row.to_vec()).unwrap())
            .collect();
        let one = serde_json::to_string_pretty(&rows).unwrap();
        assert_eq!(read(&one), [json!(rows).to_string()], "one position over several lines");
    }

    #[test]
    fn rows_and_positions_are_no_documents() {
        for line in [
            "[3, 1",
            "[R, U]",
            "[R, U] D",
            "{3, 1, 2}",
            "{\"cube\":\"R\"}",
            "{\"cube\":\"R\"",
            "R U",
            "[0,0,0]",
            "",
        ] {
            assert!(!begins(line), "{line}");
        }
        assert!(matches!(lines("[\"R\""), Err(RecordError::Document(_))));
    }

    /// The members of the export of csTimer that matter here.
    #[test]
    fn sessions_of_cstimer_give_their_scrambles() {
        let types = json!({"1": {"opt": {}}, "2": {"opt": {"scrType": "222so"}}, "10": {"opt": {"scrType": "333oh"}}});
        let solve = |scramble: &str| json!([[0, 12340], scramble, "", 1_600_000_000]);
        let export = json!({
            "session10": [solve("F")], "session2": [solve("R' F")], "session1": [solve("R U"), solve("L2\n")],
            "properties": {"sessionData": types.to_string()},
        });
        assert_eq!(read(&export.to_string()), ["R U", "L2 ", "F"]);
    }

    /// The members of WCIF and of TNoodle's documents that matter here.
    #[test]
    fn competitions_give_the_scrambles_of_the_cube() {
        let round =
            |scrambles: Value| json!([{"scrambleSets": [{"scrambles": scrambles, "extraScrambles": ["B"]}]}]);
        let events = json!([
            {"id": "222", "rounds": round(json!(["R U"]))}, {"id": "333", "rounds": round(json!(["L U", "F2"]))},
            {"id": "333mbf", "rounds": round(json!(["D\nD2"]))},
        ]);
        let wcif = json!({"formatVersion": "1.0", "events": events});
        let expected = ["L U", "F2", "B", "D", "D2", "B"];
        assert_eq!(read(&wcif.to_string()), expected);
        assert_eq!(read(&json!({"wcif": wcif}).to_string()), expected);
        let sheets = json!({"sheets": [{"event": "333", "scrambles": ["R"]}, {"event": "clock", "scrambles": ["UR1+"]}]});
        assert_eq!(read(&sheets.to_string()), ["R"]);
    }
}
