//! The description of the interface for programs: made of the functions and types that it describes, and of what the library
//! knows of methods and options.

use std::borrow::Cow;
use std::sync::LazyLock;

use cubebatch::Method;
use cubebatch::notation::MoveNotation;
use cubebatch_rows::{Form, InputFormat};
use cubebatch_search::method::{OptionCard, ValueKind};
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, Type};
use utoipa::{IntoParams, OpenApi, PartialSchema, ToSchema};

use super::options::{Options, asked_of_service, served_range};
use super::question::names;
use super::refusal::RefusalBody;
use super::{check, described, improve, moves, routes, scramble, solve};

/// The description of the interface, for programs.
pub static OPENAPI: LazyLock<String> = LazyLock::new(|| {
    let mut interface = ServiceInterface::openapi();
    // A generated client would have a module for each tag; the tags are modules of this program.
    for path in interface.paths.paths.values_mut() {
        [&mut path.get, &mut path.post].into_iter().flatten().for_each(|operation| operation.tags = None);
    }
    let mut described = serde_json::to_value(interface).expect("it can be written");
    // What no attribute of a type says.
    let schemas = &mut described["components"]["schemas"];
    for asked in ["SolveOne", "SolveMany"] {
        schemas[asked]["unevaluatedProperties"] = false.into();
    }
    schemas["Row"]["required"] = ["line"].into();
    described.to_string()
});

#[derive(OpenApi)]
#[openapi(
    info(
        title = "cubebatch",
        description = "Solves positions of Rubik's cube. Lengths count half turns as one move.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        solve::solve,
        improve::improve,
        check::check,
        moves::moves,
        scramble::scramble,
        routes::health,
        routes::live,
        described::docs,
        routes::metrics,
        routes::openapi
    ),
    components(schemas(RefusalBody))
)]
struct ServiceInterface;

/// As a part of an object of JSON.
impl ToSchema for Options {
    fn name() -> Cow<'static, str> {
        "SolveOptions".into()
    }
}

impl PartialSchema for Options {
    fn schema() -> RefOr<Schema> {
        let all = options().into_iter().chain([format()]);
        all.fold(ObjectBuilder::new(), |object, (name, schema)| object.property(name, schema)).into()
    }
}

/// In a query.
impl IntoParams for Options {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        options().into_iter().map(|(name, schema)| parameter(name, schema)).collect()
    }
}

/// The option in a query that only lines have.
pub struct FormatOption;

impl IntoParams for FormatOption {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let (name, schema) = format();
        vec![parameter(name, schema)]
    }
}

/// An option in a query, which says of itself what its schema says.
pub fn parameter(name: &str, schema: Object) -> Parameter {
    let description = schema.description.clone();
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
    parameter.description(description).schema(Some(schema)).build()
}

/// The options of solving, by their names.
fn options() -> Vec<(&'static str, Object)> {
    let method = "The method that solves the positions. GET /health lists the methods of this service; a request that names none gets the first, or goal if it has a `goal`.";
    let from = "How positions are written; found for each, unless it is said [auto].";
    let scan = "Positions are 54 symbols face by face in this order: kociemba, net, belt, flip, or six letters such as FRBLUD, each with 1, 2 or ' where the face is seen turned. Excludes `from`.";
    let text = |schema: ObjectBuilder, about: &str| schema.description(Some(about)).build();
    let mut all = vec![("method", text(one_of(Method::ALL.iter().map(|method| method.name())), method))];
    all.extend(asked_of_service().map(|card| (card.name, schema(card))));
    all.extend([
        (
            "notation",
            text(one_of(MoveNotation::ALL.map(MoveNotation::name)), "How moves are written [letters]."),
        ),
        ("from", text(one_of(names::<InputFormat>()), from)),
        ("scan", text(ObjectBuilder::new().schema_type(Type::String), scan)),
    ]);
    all
}

fn format() -> (&'static str, Object) {
    let format = one_of(Form::of_lines().map(Form::name)).description(Some("How rows are written [jsonl]."));
    ("format", format.build())
}

fn schema(card: &OptionCard) -> Object {
    let schema = ObjectBuilder::new().description(Some(card.description()));
    let schema = match card.kind {
        kind if kind.is_text() => schema.schema_type(Type::String),
        ValueKind::Flag => schema.schema_type(Type::Boolean),
        _ => {
            let (least, most) = served_range(card).into_inner();
            let most = (most < u64::MAX).then_some(most);
            schema.schema_type(Type::Integer).minimum(Some(least)).maximum(most)
        }
    };
    schema.build()
}

/// The schema of a text that is one of these names.
pub fn one_of(names: impl IntoIterator<Item = impl Into<Value>>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names))
}
