//! Serialises the names of methods with serde. (Positions and moves do it by themselves, solutions and proofs derive it.)

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::method::Method;

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        Method::named(&name).ok_or_else(|| D::Error::custom(format!("{name:?} is no method")))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{Value, from_value, json, to_value};

    use super::*;
    use crate::solution::{Proof, Solution};
    use cubebatch_cube::cube::Move;
    use cubebatch_tables::table::Vouched;

    /// Whether a value is written so, and read again as itself.
    fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, written: Value) {
        assert_eq!(to_value(value).unwrap(), written);
        assert_eq!(from_value::<T>(written).unwrap(), *value);
    }

    #[test]
    fn a_method_is_its_name() {
        Method::ALL.iter().copied().for_each(|method| is_written(&method, json!(method.name())));
        assert!(from_value::<Method>(json!("what")).is_err());
    }

    #[test]
    fn a_solution_is_an_object() {
        let mut solution = Solution::new([0, 4].map(Move::from_index), vec![1, 1]);
        let alone =
            json!({"moves": "U R2", "length": 2, "phase_lengths": [1, 1], "others": [], "proof": null});
        is_written(&solution, alone.clone());
        solution.others.push(solution.clone());
        solution.proof = Some(Proof::new(2, 7, &Vouched::computed()));
        let proof = json!({"at_least": 2, "nodes": 7});
        is_written(
            &solution,
            json!({"moves": "U R2", "length": 2, "phase_lengths": [1, 1], "others": [alone], "proof": proof}),
        );
    }
}
