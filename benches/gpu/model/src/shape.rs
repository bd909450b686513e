//! How types lie in memory, in words.

use std::rc::Rc;

use naga::{ArraySize, Handle, Module, Type, TypeInner};

/// Where the words of a type are.
#[derive(Debug)]
pub enum Shape {
    Scalar,
    /// A word for atomic operations.
    Atomic,
    /// A vector of this number of components.
    Vector(u32),
    /// The words from an element to the next one, and the number of elements; none if it follows from the size of a buffer.
    Array {
        element: Rc<Shape>,
        stride: u32,
        count: Option<u32>,
    },
    /// Where each member begins.
    Struct(Vec<(u32, Rc<Shape>)>),
}

impl Shape {
    pub fn of(module: &Module, ty: Handle<Type>) -> Rc<Shape> {
        Shape::of_inner(module, &module.types[ty].inner)
    }

    pub fn of_inner(module: &Module, inner: &TypeInner) -> Rc<Shape> {
        Rc::new(match inner {
            TypeInner::Scalar(_) => Shape::Scalar,
            TypeInner::Atomic(_) => Shape::Atomic,
            TypeInner::Vector { size, .. } => Shape::Vector(*size as u32),
            TypeInner::Array { base, size, stride } => {
                let count = match size {
                    ArraySize::Constant(count) => Some(count.get()),
                    _ => None,
                };
                Shape::Array { element: Shape::of(module, *base), stride: stride / 4, count }
            }
            TypeInner::Struct { members, .. } => {
                let member = |member: &naga::StructMember| (member.offset / 4, Shape::of(module, member.ty));
                Shape::Struct(members.iter().map(member).collect())
            }
            TypeInner::Pointer { base, .. } => return Shape::of(module, *base),
            TypeInner::ValuePointer { size, .. } => {
                size.map_or(Shape::Scalar, |size| Shape::Vector(size as u32))
            }
            other => panic!("{other:?} has no shape here"),
        })
    }

    /// Scalars of a value.
    pub fn leaves(&self) -> usize {
        match self {
            Shape::Scalar | Shape::Atomic => 1,
            Shape::Vector(size) => *size as usize,
            Shape::Array { element, count, .. } => element.leaves() * count.expect("a size") as usize,
            Shape::Struct(members) => members.iter().map(|(_, member)| member.leaves()).sum(),
        }
    }

    /// Words of a variable.
    pub fn words(&self) -> usize {
        match self {
            Shape::Scalar | Shape::Atomic => 1,
            Shape::Vector(size) => *size as usize,
            Shape::Array { stride, count, .. } => (stride * count.expect("a size")) as usize,
            Shape::Struct(members) => {
                members.last().map_or(0, |(first, last)| *first as usize + last.words())
            }
        }
    }

    /// What is loaded or stored at once: from which word on how many.
    pub fn pieces(&self) -> Vec<(u32, u32)> {
        let mut pieces = Vec::new();
        self.add_pieces(0, &mut pieces);
        pieces
    }

    fn add_pieces(&self, first: u32, pieces: &mut Vec<(u32, u32)>) {
        match self {
            Shape::Scalar | Shape::Atomic => pieces.push((first, 1)),
            Shape::Vector(size) => pieces.push((first, *size)),
            Shape::Array { element, stride, count } => {
                (0..count.expect("a size")).for_each(|i| element.add_pieces(first + i * stride, pieces));
            }
            Shape::Struct(members) => {
                members.iter().for_each(|(at, member)| member.add_pieces(first + at, pieces));
            }
        }
    }

    /// A part by its number: where it begins in memory, and among the leaves.
    pub fn part(&self, index: u32) -> (u32, usize, Rc<Shape>) {
        match self {
            Shape::Vector(_) => (index, index as usize, Rc::new(Shape::Scalar)),
            Shape::Array { element, stride, .. } => {
                (index * stride, index as usize * element.leaves(), element.clone())
            }
            Shape::Struct(members) => {
                let before = members[..index as usize].iter().map(|(_, member)| member.leaves()).sum();
                let (at, member) = &members[index as usize];
                (*at, before, member.clone())
            }
            Shape::Scalar | Shape::Atomic => panic!("a scalar has no parts"),
        }
    }
}
