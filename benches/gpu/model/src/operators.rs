//! Operators and functions on words.

use naga::{BinaryOperator, MathFunction, UnaryOperator};

pub fn binary(operator: BinaryOperator, left: u32, right: u32) -> u32 {
    use BinaryOperator as Op;
    match operator {
        Op::Add => left.wrapping_add(right),
        Op::Subtract => left.wrapping_sub(right),
        Op::Multiply => left.wrapping_mul(right),
        Op::Divide => left.checked_div(right).unwrap_or(left),
        Op::Modulo => left.checked_rem(right).unwrap_or(0),
        Op::Equal => (left == right).into(),
        Op::NotEqual => (left != right).into(),
        Op::Less => (left < right).into(),
        Op::LessEqual => (left <= right).into(),
        Op::Greater => (left > right).into(),
        Op::GreaterEqual => (left >= right).into(),
        Op::And | Op::LogicalAnd => left & right,
        Op::InclusiveOr | Op::LogicalOr => left | right,
        Op::ExclusiveOr => left ^ right,
        Op::ShiftLeft => left << (right & 31),
        Op::ShiftRight => left >> (right & 31),
    }
}

/// Instructions of a GPU: 32-bit numbers have no division there. `by` is the divisor, if it is a constant.
pub fn cost(operator: BinaryOperator, by: Option<u32>) -> u64 {
    match (operator, by) {
        (BinaryOperator::Divide | BinaryOperator::Modulo, Some(by)) if by.is_power_of_two() => 1,
        (BinaryOperator::Divide, Some(_)) => 2,
        (BinaryOperator::Modulo, Some(_)) => 3,
        (BinaryOperator::Divide | BinaryOperator::Modulo, None) => 18,
        _ => 1,
    }
}

pub fn unary(operator: UnaryOperator, word: u32) -> u32 {
    match operator {
        UnaryOperator::Negate => word.wrapping_neg(),
        UnaryOperator::BitwiseNot => !word,
        UnaryOperator::LogicalNot => (word == 0).into(),
    }
}

pub fn math(function: MathFunction, words: &[u32]) -> u32 {
    use MathFunction as Fun;
    match function {
        Fun::Min => words[0].min(words[1]),
        Fun::Max => words[0].max(words[1]),
        Fun::Clamp => words[0].max(words[1]).min(words[2]),
        Fun::CountTrailingZeros => words[0].trailing_zeros(),
        Fun::CountLeadingZeros => words[0].leading_zeros(),
        Fun::CountOneBits => words[0].count_ones(),
        Fun::ReverseBits => words[0].reverse_bits(),
        Fun::ExtractBits => {
            let (first, count) = (words[1].min(32), words[2].min(32 - words[1].min(32)));
            ((u64::from(words[0]) >> first) & ((1 << count) - 1)) as u32
        }
        other => panic!("{other:?} is not known here"),
    }
}
