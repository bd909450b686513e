//! What expressions are: words, or places where words are.

use std::rc::Rc;

use crate::lanes::{Lanes, Waits};
use crate::shape::Shape;

#[derive(Clone)]
pub enum Value {
    Data(Data),
    Pointer(Pointer),
}

/// The scalars of a value, one after the other.
#[derive(Clone)]
pub struct Data {
    pub leaves: Vec<Lanes>,
    pub waits: Waits,
}

/// Where the variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A buffer by its binding.
    Storage(u32),
    /// Parameters.
    Uniform(u32),
    /// Memory of the workgroup, by the number of the global variable.
    Workgroup(usize),
    /// A variable of each invocation, by its number in the machine.
    Own(usize),
}

#[derive(Clone)]
pub struct Pointer {
    pub place: Place,
    /// The first word for each invocation.
    pub at: Lanes,
    pub shape: Rc<Shape>,
    pub waits: Waits,
    /// Whether an index is only known when the kernel runs.
    pub is_indexed: bool,
}

impl Value {
    pub fn data(&self) -> &Data {
        match self {
            Value::Data(data) => data,
            Value::Pointer(_) => panic!("a pointer is no number"),
        }
    }

    pub fn pointer(&self) -> &Pointer {
        match self {
            Value::Pointer(pointer) => pointer,
            Value::Data(_) => panic!("a number is no pointer"),
        }
    }
}
