//! A position in JSON, as a text that the notations read.

use cubebatch::Cube;
use cubebatch::cube::FACELETS;
use cubebatch::notation::to_reid;
use cubebatch_search::value::Value;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value as Json};

/// The names of edges and corners, each with its letters as in Reid's notation, in the order of some lists.
type Names = [&'static str; 2];

/// The order of Reid's notation, which cubing.js has in its patterns.
const REID: Names = ["UF UR UB UL DF DR DB DL FR FL BR BL", "UFR URB UBL ULF DRF DFL DLB DBR"];

/// The order of Kociemba's programs, cubejs, and the protocols of GAN's cubes.
const KOCIEMBA: Names = ["UR UF UL UB DR DF DL DB FR FL BL BR", "UFR ULF UBL URB DRF DFL DLB DBR"];

/// The names of measured colours, red, green and blue or CIE Lab, which text knows as well.
pub const COLOURS: [&str; 2] = ["rgb", "lab"];

/// A position in a field of JSON, as text: of a string, of symbols or colours in a list however deep, or of an object of faces,
/// cubies or colours; `None` for null.
#[derive(Debug)]
pub struct HeldPosition(pub Option<String>);

impl<'de> Deserialize<'de> for HeldPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HeldPosition, D::Error> {
        held(Json::deserialize(deserializer)?).map(HeldPosition).map_err(D::Error::custom)
    }
}

/// The text of a position.
pub fn held(value: Json) -> Result<Option<String>, String> {
    let text = match &value {
        Json::Array(_) => match stickers(&value) {
            few if few < FEWEST => return Err(format!("must hold {FACELETS} stickers, but holds {few}")),
            _ => Some(value.to_string()),
        },
        Json::Object(object) => {
            let text = faces(object).or_else(|| colours(object));
            text.or_else(|| pattern(object)).or_else(|| cubies(object))
        }
        _ => None,
    };
    match text {
        Some(text) => Ok(Some(text)),
        None => serde_json::from_value::<Value>(value).map_err(|error| error.to_string())?.text(),
    }
}

/// A list of fewer stickers is not taken for one in which some are missing.
const FEWEST: usize = FACELETS / 2;

/// The symbols and numbers of a list.
fn stickers(value: &Json) -> usize {
    match value {
        Json::Array(list) => list.iter().map(stickers).sum(),
        Json::String(text) => text.chars().filter(|symbol| !symbol.is_whitespace()).count(),
        Json::Null => 0,
        _ => 1,
    }
}

/// Six faces, each by a name with its first letter: `U`, `up`.
fn faces(object: &Map<String, Json>) -> Option<String> {
    let face = |letter: char| {
        let is_of = |name: &str| name.starts_with([letter, letter.to_ascii_lowercase()]);
        object.iter().find(|(name, _)| is_of(name)).map(|(_, face)| face.to_string())
    };
    if object.len() == 6 { "URFDLB".chars().map(face).collect() } else { None }
}

/// Colours by the name of their space: a list of them, or six faces.
fn colours(object: &Map<String, Json>) -> Option<String> {
    let (name, colours) = object.iter().find(|(name, _)| COLOURS.contains(&name.as_str()))?;
    let list = match colours {
        Json::Array(_) => colours.to_string(),
        Json::Object(object) => faces(object)?,
        _ => return None,
    };
    Some(format!("{name} {list}"))
}

/// A pattern of cubing.js with its centres at home.
fn pattern(object: &Map<String, Json>) -> Option<String> {
    let list = |orbit: &str, name: &str| numbers(object.get(orbit)?.get(name)?);
    let centres = list("CENTERS", "pieces").unwrap_or_default();
    let [edges, corners] =
        ["EDGES", "CORNERS"].map(|orbit| Some((list(orbit, "pieces")?, list(orbit, "orientation")?)));
    if centres.iter().is_sorted() { reid(REID, [edges?, corners?]) } else { None }
}

/// Cubies by number: `cp`, `co`, `ep`, `eo`.
pub fn cubies(object: &Map<String, Json>) -> Option<String> {
    let list = |name: &str| numbers(object.get(name)?);
    reid(KOCIEMBA, [(list("ep")?, list("eo")?), (list("cp")?, list("co")?)])
}

fn numbers(list: &Json) -> Option<Vec<usize>> {
    list.as_array()?.iter().map(|number| number.as_u64().and_then(|number| number.try_into().ok())).collect()
}

/// Edges and corners in Reid's notation: at each place which one it is, and how it is turned.
fn reid(names: Names, lists: [(Vec<usize>, Vec<usize>); 2]) -> Option<String> {
    let mut words = Vec::new();
    for ((order, names), (pieces, turns)) in REID.into_iter().zip(names).zip(lists) {
        let names: Vec<&str> = names.split(' ').collect();
        for place in order.split(' ') {
            let at = names.iter().position(|name| *name == place)?;
            let (name, &turns) = (names.get(*pieces.get(at)?)?, turns.get(at)?);
            let (before, after) = name.split_at(turns % name.len());
            words.push(format!("{after}{before}"));
        }
    }
    Some(words.join(" "))
}

/// A position as an object of JSON with cubies by number, in the order of Kociemba's programs: `cp`, `co`, `ep`, `eo`.
pub fn cubies_of(cube: &Cube) -> String {
    let written = to_reid(cube);
    let words: Vec<&str> = written.split(' ').collect();
    let (edges, corners) = words.split_at(12);
    let [edges, corners] = [(REID[0], KOCIEMBA[0], edges), (REID[1], KOCIEMBA[1], corners)]
        .map(|(order, names, words)| numbered(order, names, words));
    let [ep, eo, cp, co] = [edges.0, edges.1, corners.0, corners.1].map(|list| serde_json::json!(list));
    format!("{{\"cp\":{cp},\"co\":{co},\"ep\":{ep},\"eo\":{eo}}}")
}

/// For each place of `names` the number of its cubie, and how that is turned; words are in this order.
fn numbered(order: &str, names: &str, words: &[&str]) -> (Vec<usize>, Vec<usize>) {
    let names: Vec<&str> = names.split(' ').collect();
    let word = |place: &&str| order.split(' ').position(|name| name == *place).map(|at| words[at]);
    let number = |word: &str| {
        let turned =
            |name: &&str| (0..word.len()).find(|&turns| name[turns..].to_owned() + &name[..turns] == word);
        names.iter().enumerate().find_map(|(number, name)| Some((number, turned(name)?)))
    };
    names.iter().filter_map(|place| number(word(place)?)).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch::cube::random::Random;
    use serde_json::json;

    fn cube(value: Json) -> Option<Cube> {
        held(value).unwrap()?.parse().ok()
    }

    /// The example of gan-web-bluetooth: F R.
    #[test]
    fn cubies_by_number_are_a_position() {
        let object = json!({
            "cp": [0, 5, 2, 1, 7, 4, 6, 3], "co": [1, 2, 0, 2, 1, 1, 0, 2],
            "ep": [1, 9, 2, 3, 11, 8, 6, 7, 4, 5, 10, 0], "eo": [1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0],
        });
        assert_eq!(cube(object), Some("F R".parse().unwrap()));
    }

    #[test]
    fn cubies_that_are_written_are_read() {
        for made in Random::new(68).cubes().take(50) {
            assert_eq!(cube(serde_json::from_str(&cubies_of(&made)).unwrap()), Some(made));
        }
    }

    /// R as cubing.js defines it.
    #[test]
    fn a_pattern_is_a_position() {
        let mut pattern = json!({
            "EDGES": {"pieces": [0, 8, 2, 3, 4, 10, 6, 7, 5, 9, 1, 11], "orientation": vec![0; 12]},
            "CORNERS": {"pieces": [4, 0, 2, 3, 7, 5, 6, 1], "orientation": [2, 1, 0, 0, 1, 0, 0, 2]},
            "CENTERS": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": vec![0; 6]},
        });
        assert_eq!(cube(pattern.clone()), Some("R".parse().unwrap()));
        pattern["CENTERS"]["pieces"] = json!([0, 2, 3, 4, 1, 5]);
        assert!(held(pattern).is_err(), "it is held in another way");
    }

    /// As a camera gives them, in each of the shapes that arrays have.
    #[test]
    fn colours_are_a_position() {
        let rgb =
            [[231, 233, 229], [176, 31, 38], [27, 140, 63], [235, 208, 40], [236, 110, 28], [22, 63, 150]];
        let lab = [[92, -1, 2], [38, 57, 36], [51, -47, 32], [83, -2, 79], [61, 44, 63], [29, 17, -48]];
        let made = Random::new(69).cube();
        let [rgb, lab] = [rgb, lab].map(|colours| made.facelets().map(|face| json!(colours[face.index()])));
        let faces = |colours: &[Json]| colours.chunks(9).map(|face| json!(face)).collect::<Vec<_>>();
        let squares = |colours: &[Json]| {
            let square = |face: &[Json]| json!(face.chunks(3).map(|row| json!(row)).collect::<Vec<_>>());
            colours.chunks(9).map(square).collect::<Vec<_>>()
        };
        let by_name =
            |colours: &[Json]| Json::Object("URFDLB".chars().map(String::from).zip(faces(colours)).collect());
        for value in [
            json!(rgb.to_vec()),
            json!(faces(&rgb)),
            json!(squares(&rgb)),
            by_name(&rgb),
            json!({"rgb": rgb.to_vec()}),
            json!({"rgb": by_name(&rgb)}),
            json!({"lab": lab.to_vec()}),
            json!({"lab": squares(&lab)}),
        ] {
            assert_eq!(cube(value.clone()), Some(made), "{value}");
        }
        assert!(held(json!({"lab": 7})).is_err());
    }

    #[test]
    fn a_short_list_is_no_position() {
        for (list, problem) in [
            (json!([[1]]), "must hold 54 stickers, but holds 1"),
            (json!(["R", "U2"]), "must hold 54 stickers, but holds 3"),
            (json!([]), "must hold 54 stickers, but holds 0"),
        ] {
            assert_eq!(held(list), Err(problem.to_owned()));
        }
    }

    #[test]
    fn faces_have_names() {
        let (cube_of, letters) =
            ("R U F2".parse::<Cube>().unwrap(), "R U F2".parse::<Cube>().unwrap().to_string());
        let face = |face: usize| letters[9 * face..][..9].chars().map(String::from).collect::<Vec<_>>();
        let short =
            json!({"B": face(5), "D": face(3), "F": face(2), "L": face(4), "R": face(1), "U": face(0)});
        let long = json!({
            "up": [&face(0)[..3], &face(0)[3..6], &face(0)[6..]], "left": face(4).concat(), "front": face(2),
            "right": face(1), "back": face(5), "down": face(3),
        });
        assert_eq!((cube(short), cube(long)), (Some(cube_of), Some(cube_of)));
        for other in [json!({}), json!({"U": 1}), json!({"cp": [], "co": [], "ep": [], "eo": []})] {
            assert_eq!(held(other), Err("must be a string, but is an object".to_owned()));
        }
    }
}
