//! Whether JSON is as a description of OpenAPI says, with the keywords that ours uses.

use std::collections::BTreeMap;

use serde_json::Value;

/// A description.
pub struct Described(pub Value);

impl Described {
    /// Fails unless `value` is as `schema` says, and has nothing besides.
    pub fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = self.resolve(schema);
        let wrong = |what: String| Err(format!("{value}: {what}"));
        if let Some(choices) = schema["oneOf"].as_array() {
            let held: Vec<_> = choices.iter().map(|choice| self.check(choice, value)).collect();
            let count = held.iter().filter(|held| held.is_ok()).count();
            return if count == 1 { Ok(()) } else { wrong(format!("{count} of {held:?}")) };
        }
        if let Some(values) = schema["enum"].as_array()
            && !values.contains(value)
        {
            return wrong(format!("none of {values:?}"));
        }
        match (value, schema["type"].as_str()) {
            (Value::Object(_), Some("object") | None) => self.check_object(schema, value),
            (Value::Array(items), Some("array")) => {
                items.iter().try_for_each(|item| self.check(&schema["items"], item))
            }
            (Value::String(_), Some("string")) | (Value::Bool(_), Some("boolean")) => Ok(()),
            (Value::Number(number), Some("integer")) if number.is_u64() => Ok(()),
            (_, kind) => wrong(format!("no {kind:?}")),
        }
    }

    fn check_object(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let (known, object) = (self.properties(schema), value.as_object().expect("it is one"));
        if let Some(missing) = self.required(schema).iter().find(|&name| !object.contains_key(name)) {
            return Err(format!("{value}: {missing} is missing"));
        }
        object.iter().try_for_each(|(name, part)| match known.get(name) {
            Some(schema) => self.check(schema, part),
            None => Err(format!("{value}: {name} is not described")),
        })
    }

    /// What an object may have.
    pub fn properties<'a>(&'a self, schema: &'a Value) -> BTreeMap<String, &'a Value> {
        let own = |schema: &'a Value| schema["properties"].as_object().into_iter().flatten();
        let properties = self.parts(schema).into_iter().flat_map(own);
        properties.map(|(name, schema)| (name.clone(), schema)).collect()
    }

    /// What an object must have.
    fn required(&self, schema: &Value) -> Vec<String> {
        let own = |schema: &Value| serde_json::from_value(schema["required"].clone()).unwrap_or_default();
        self.parts(schema).into_iter().flat_map(|part| -> Vec<String> { own(part) }).collect()
    }

    /// A schema, and the schemas that it consists of.
    fn parts<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        let schema = self.resolve(schema);
        let parts = schema["allOf"].as_array().into_iter().flatten();
        std::iter::once(schema).chain(parts.flat_map(|part| self.parts(part))).collect()
    }

    /// A schema itself, where there is only its name.
    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let Some(name) = schema["$ref"].as_str() else { return schema };
        let path = name.strip_prefix('#').expect("it is in this document");
        self.0.pointer(path).unwrap_or_else(|| panic!("{name} is not there"))
    }
}
