//! Evaluates functions of shaders that compute numbers from numbers and do nothing else.

use naga::{BinaryOperator, Expression, Function, Handle, Literal, Module, Statement};

/// The numbers that a function gives for these arguments, each a number or the fields of a struct.
pub fn evaluate(module: &Module, name: &str, arguments: &[&[u32]]) -> Vec<u32> {
    let mut functions = module.functions.iter().map(|(_, function)| function);
    let function = functions.find(|function| function.name.as_deref() == Some(name)).expect("a function");
    let Some(Statement::Return { value: Some(value) }) = function.body.last() else {
        panic!("{name} gives nothing");
    };
    value_of(function, arguments, *value)
}

fn value_of(function: &Function, arguments: &[&[u32]], handle: Handle<Expression>) -> Vec<u32> {
    let value = |handle| value_of(function, arguments, handle);
    match &function.expressions[handle] {
        Expression::Literal(Literal::U32(number)) => vec![*number],
        Expression::FunctionArgument(i) => arguments[*i as usize].to_vec(),
        Expression::AccessIndex { base, index } => vec![value(*base)[*index as usize]],
        Expression::Compose { components, .. } => components.iter().flat_map(|&part| value(part)).collect(),
        Expression::Binary { op, left, right } => vec![binary(*op, value(*left)[0], value(*right)[0])],
        other => panic!("{other:?} is not evaluated"),
    }
}

fn binary(operator: BinaryOperator, left: u32, right: u32) -> u32 {
    match operator {
        BinaryOperator::And => left & right,
        BinaryOperator::InclusiveOr => left | right,
        BinaryOperator::ShiftLeft => left << right,
        BinaryOperator::ShiftRight => left >> right,
        BinaryOperator::Divide => left / right,
        BinaryOperator::Modulo => left % right,
        BinaryOperator::Multiply => left * right,
        other => panic!("{other:?} is not evaluated"),
    }
}
