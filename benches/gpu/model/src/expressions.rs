//! Expressions, for all invocations of a workgroup at once.

use std::rc::Rc;

use naga::proc::TypeResolution;
use naga::{AddressSpace, Expression, Handle, Literal, MathFunction, RelationalFunction};

use crate::lanes::{LANES, Lanes, Mask, WARPS, Waits, splat};
use crate::machine::{Frame, Machine, data};
use crate::operators::{binary, cost, math, unary};
use crate::shape::Shape;
use crate::value::{Data, Place, Pointer, Value};

impl<'k> Machine<'k> {
    /// The value of an expression that was made before, or is made of nothing.
    pub fn value(&mut self, frame: &mut Frame<'k>, handle: Handle<Expression>, mask: Mask) -> Value {
        if let Some(value) = &frame.values[handle.index()] {
            return value.clone();
        }
        let value = self.evaluate(frame, handle, mask);
        // Variables and constants stay what they are.
        frame.values[handle.index()] = Some(value.clone());
        value
    }

    fn shape_of(&self, frame: &Frame, handle: Handle<Expression>) -> Rc<Shape> {
        match &frame.info[handle].ty {
            TypeResolution::Handle(ty) => Shape::of(&self.kernel.module, *ty),
            TypeResolution::Value(inner) => Shape::of_inner(&self.kernel.module, inner),
        }
    }

    fn constant(&self, handle: Handle<Expression>) -> Vec<u32> {
        let module = &self.kernel.module;
        match &module.global_expressions[handle] {
            Expression::Literal(literal) => vec![word(literal)],
            Expression::Constant(constant) => self.constant(module.constants[*constant].init),
            Expression::ZeroValue(ty) => vec![0; Shape::of(module, *ty).leaves()],
            Expression::Compose { components, .. } => {
                components.iter().flat_map(|&component| self.constant(component)).collect()
            }
            Expression::Splat { size, value } => self.constant(*value).repeat(*size as usize),
            other => panic!("{other:?} is no constant here"),
        }
    }

    /// The number that an expression is, if it is known before the kernel runs.
    fn known(&self, frame: &Frame, handle: Handle<Expression>) -> Option<u32> {
        match &frame.function.expressions[handle] {
            Expression::Literal(literal) => Some(word(literal)),
            Expression::Constant(constant) => {
                Some(self.constant(self.kernel.module.constants[*constant].init)[0])
            }
            Expression::Splat { value, .. } => self.known(frame, *value),
            _ => None,
        }
    }

    pub fn evaluate(&mut self, frame: &mut Frame<'k>, handle: Handle<Expression>, mask: Mask) -> Value {
        let constant = |words: Vec<u32>| data(words.into_iter().map(splat).collect(), Waits::default());
        match &frame.function.expressions[handle] {
            Expression::Literal(literal) => constant(vec![word(literal)]),
            Expression::Constant(named) => constant(self.constant(self.kernel.module.constants[*named].init)),
            Expression::ZeroValue(ty) => constant(vec![0; Shape::of(&self.kernel.module, *ty).leaves()]),
            Expression::FunctionArgument(number) => frame.arguments[*number as usize].clone(),
            Expression::GlobalVariable(global) => self.global(*global),
            Expression::LocalVariable(variable) => Value::Pointer(Pointer {
                place: Place::Own(frame.variables + variable.index()),
                at: splat(0),
                shape: Shape::of(&self.kernel.module, frame.function.local_variables[*variable].ty),
                waits: Waits::default(),
                is_indexed: false,
            }),
            Expression::Compose { components, .. } => {
                let parts: Vec<Value> =
                    components.iter().map(|&part| self.value(frame, part, mask)).collect();
                let waits = parts.iter().fold(Waits::default(), |waits, part| waits.and(&part.data().waits));
                data(parts.iter().flat_map(|part| part.data().leaves.clone()).collect(), waits)
            }
            Expression::Splat { size, value } => {
                let value = self.value(frame, *value, mask);
                data(vec![value.data().leaves[0].clone(); *size as usize], value.data().waits)
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(frame, *vector, mask);
                let leaf =
                    |component: &naga::SwizzleComponent| vector.data().leaves[*component as usize].clone();
                data(pattern[..*size as usize].iter().map(leaf).collect(), vector.data().waits)
            }
            Expression::AccessIndex { base, index } => {
                let shape = self.shape_of(frame, *base);
                match self.value(frame, *base, mask) {
                    Value::Pointer(pointer) => {
                        let (first, _, part) = pointer.shape.part(*index);
                        let at = Rc::new(pointer.at.map(|at| at.wrapping_add(first)));
                        Value::Pointer(Pointer { at, shape: part, ..pointer })
                    }
                    Value::Data(whole) => {
                        let (_, first, part) = shape.part(*index);
                        data(whole.leaves[first..first + part.leaves()].to_vec(), whole.waits)
                    }
                }
            }
            Expression::Access { base, index } => self.indexed(frame, *base, *index, mask),
            Expression::Load { pointer } => {
                let pointer = self.value(frame, *pointer, mask).pointer().clone();
                Value::Data(self.load(&pointer, mask))
            }
            Expression::Unary { op, expr } => {
                let of = self.value(frame, *expr, mask);
                self.by_leaves(&[of.data()], 1, mask, |words| unary(*op, words[0]))
            }
            Expression::Binary { op, left, right } => {
                let by = self.known(frame, *right);
                let (left, right) = (self.value(frame, *left, mask), self.value(frame, *right, mask));
                self.by_leaves(&[left.data(), right.data()], cost(*op, by), mask, |words| {
                    binary(*op, words[0], words[1])
                })
            }
            Expression::Select { condition, accept, reject } => {
                let [condition, accept, reject] =
                    [condition, accept, reject].map(|&of| self.value(frame, of, mask));
                let of = [condition.data(), accept.data(), reject.data()];
                self.by_leaves(&of, 1, mask, |words| if words[0] != 0 { words[1] } else { words[2] })
            }
            Expression::Relational { fun, argument } => {
                let of = self.value(frame, *argument, mask).data().clone();
                self.tally.instruction(of.leaves.len() as u64 - 1, mask);
                let lane = |lane: usize| {
                    let mut words = of.leaves.iter().map(|leaf| leaf[lane] != 0);
                    u32::from(match fun {
                        RelationalFunction::All => words.all(|is| is),
                        RelationalFunction::Any => words.any(|is| is),
                        other => panic!("{other:?} is not known here"),
                    })
                };
                data(vec![Rc::new(std::array::from_fn(lane))], of.waits)
            }
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let arguments = [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten();
                let values: Vec<Value> =
                    arguments.map(|argument| self.value(frame, argument, mask)).collect();
                let of: Vec<&Data> = values.iter().map(Value::data).collect();
                let instructions = if *fun == MathFunction::CountTrailingZeros { 2 } else { 1 };
                self.by_leaves(&of, instructions, mask, |words| math(*fun, words))
            }
            // Between integers and booleans, which are 0 or 1.
            Expression::As { expr, .. } => self.value(frame, *expr, mask),
            Expression::ArrayLength(of) => {
                let pointer = self.value(frame, *of, mask).pointer().clone();
                let Place::Storage(binding) = pointer.place else { panic!("a buffer has a length") };
                let Shape::Array { stride, .. } = &*pointer.shape else { panic!("an array has a length") };
                let words = self.buffers.words(binding) as u32 - pointer.at[0];
                data(vec![splat(words / stride)], Waits::default())
            }
            other => panic!("{other:?} is not known here"),
        }
    }

    /// A function of the leaves, of which those of a scalar go with each of a vector's.
    fn by_leaves(
        &mut self,
        of: &[&Data],
        instructions: u64,
        mask: Mask,
        function: impl Fn(&[u32]) -> u32,
    ) -> Value {
        let leaves = of.iter().map(|data| data.leaves.len()).max().expect("arguments");
        self.tally.instruction(instructions * leaves as u64, mask);
        let mut waits = of.iter().fold(Waits::default(), |waits, data| waits.and(&data.waits));
        self.wait_for(&waits, mask);
        // It is there as soon as a warp has come so far.
        waits.order = [0; WARPS];
        let leaf = |number: usize| {
            let from = |data: &Data| data.leaves[if data.leaves.len() == 1 { 0 } else { number }].clone();
            let from: Vec<Lanes> = of.iter().map(|data| from(data)).collect();
            let mut words = [0; 4];
            let mut result = [0; LANES];
            for (lane, result) in result.iter_mut().enumerate() {
                from.iter().zip(&mut words).for_each(|(from, word)| *word = from[lane]);
                *result = function(&words[..from.len()]);
            }
            Rc::new(result)
        };
        data((0..leaves).map(leaf).collect(), waits)
    }

    fn global(&mut self, global: Handle<naga::GlobalVariable>) -> Value {
        let variable = &self.kernel.module.global_variables[global];
        let place = match variable.space {
            AddressSpace::Storage { .. } => Place::Storage(variable.binding.expect("a binding").binding),
            AddressSpace::Uniform => Place::Uniform(variable.binding.expect("a binding").binding),
            AddressSpace::WorkGroup => Place::Workgroup(global.index()),
            AddressSpace::Private => Place::Own(self.globals[&global.index()]),
            other => panic!("{other:?} is not known here"),
        };
        let shape = Shape::of(&self.kernel.module, variable.ty);
        Value::Pointer(Pointer { place, at: splat(0), shape, waits: Waits::default(), is_indexed: false })
    }

    /// A part by an index that is computed.
    fn indexed(
        &mut self,
        frame: &mut Frame<'k>,
        base: Handle<Expression>,
        index: Handle<Expression>,
        mask: Mask,
    ) -> Value {
        let shape = self.shape_of(frame, base);
        let index = self.value(frame, index, mask).data().clone();
        match self.value(frame, base, mask) {
            Value::Pointer(pointer) => {
                let (stride, _, part) = pointer.shape.part(1);
                let at = std::array::from_fn(|lane| {
                    pointer.at[lane].wrapping_add(index.leaves[0][lane].wrapping_mul(stride))
                });
                // The address of a word of a buffer takes 64 bits.
                self.tally.instruction(if matches!(pointer.place, Place::Storage(_)) { 2 } else { 1 }, mask);
                let waits = pointer.waits.and(&index.waits);
                Value::Pointer(Pointer { at: Rc::new(at), shape: part, waits, is_indexed: true, ..pointer })
            }
            Value::Data(whole) => {
                let (_, stride, part) = shape.part(1);
                self.tally.instruction(2, mask);
                self.tally.local_accesses += mask.lanes();
                let last = (whole.leaves.len() / stride - 1) as u32;
                let leaf = |number: usize| -> Lanes {
                    Rc::new(std::array::from_fn(|lane| {
                        whole.leaves[index.leaves[0][lane].min(last) as usize * stride + number][lane]
                    }))
                };
                let waits = whole.waits.and(&index.waits);
                self.wait_for(&waits, mask);
                data((0..part.leaves()).map(leaf).collect(), waits)
            }
        }
    }
}

fn word(literal: &Literal) -> u32 {
    match *literal {
        Literal::U32(word) => word,
        Literal::I32(number) => number as u32,
        Literal::Bool(is) => is.into(),
        ref other => panic!("{other:?} is no word"),
    }
}
