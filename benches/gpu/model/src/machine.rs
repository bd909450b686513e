//! Runs a kernel for all invocations of a workgroup at once. Each statement is done by those that come to it, so that warps
//! part and meet as branches and loops have it; a barrier has nothing to wait for.

use std::collections::HashMap;
use std::rc::Rc;

use naga::proc::TypeResolution;
use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, AtomicFunction, Block, BuiltIn, Expression, Function, Handle, Literal, MathFunction,
    Module, RelationalFunction, Statement, SwitchValue,
};

use crate::buffers::Buffers;
use crate::lanes::{LANES, Lanes, Mask, WARPS, Waits, splat};
use crate::operators::{binary, cost, math, unary};
use crate::shape::Shape;
use crate::tally::{Kind, Tally};
use crate::value::{Data, Place, Pointer, Value};

/// A kernel that was read.
pub struct Kernel {
    module: Module,
    info: ModuleInfo,
    /// The bindings of the buffers, with their names.
    pub names: HashMap<u32, String>,
}

impl Kernel {
    pub fn new(source: &str) -> Kernel {
        let module = naga::front::wgsl::parse_str(source).expect("WGSL");
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        let info = validator.validate(&module).expect("a valid kernel");
        assert_eq!(module.entry_points[0].workgroup_size, [LANES as u32, 1, 1]);
        let named = module
            .global_variables
            .iter()
            .filter_map(|(_, global)| Some((global.binding?.binding, global.name.clone().expect("a name"))));
        let names = named.collect();
        Kernel { module, info, names }
    }
}

/// A variable of each invocation: its words, and what they wait for.
struct Own {
    words: Vec<[u32; LANES]>,
    waits: Vec<Waits>,
}

/// A function that is under way.
struct Frame<'k> {
    function: &'k Function,
    info: &'k FunctionInfo,
    arguments: Vec<Value>,
    values: Vec<Option<Value>>,
    /// The number of the first of its variables.
    variables: usize,
    /// Those that have left the loop or switch around, or go on with the next round.
    broken: Mask,
    continued: Mask,
    returned: Option<Data>,
}

/// The invocations of a workgroup.
pub struct Machine<'k> {
    kernel: &'k Kernel,
    buffers: &'k mut Buffers,
    tally: &'k mut Tally,
    own: Vec<Own>,
    workgroup: HashMap<usize, Vec<u32>>,
    globals: HashMap<usize, usize>,
    /// Loads that came one after the other, for each warp, see [`Waits`].
    waited: Waits,
    /// Those whose branches depended on the order of atomic operations.
    by_chance: Mask,
    stored: Vec<(u32, u32, u32)>,
}

fn data(leaves: Vec<Lanes>, waits: Waits) -> Value {
    Value::Data(Data { leaves, waits })
}

impl<'k> Machine<'k> {
    /// Runs one workgroup: what its warps waited for in all, and what was stored, a buffer, a word and its value each,
    /// unless that is by chance.
    pub fn run(
        kernel: &'k Kernel,
        buffers: &'k mut Buffers,
        tally: &'k mut Tally,
        group: [u32; 2],
    ) -> (Waits, Vec<(u32, u32, u32)>) {
        let (own, workgroup, globals) = (Vec::new(), HashMap::new(), HashMap::new());
        let (waited, by_chance, stored) = (Waits::default(), Mask::NONE, Vec::new());
        let mut machine =
            Machine { kernel, buffers, tally, own, workgroup, globals, waited, by_chance, stored };
        machine.globals();
        let entry = &kernel.module.entry_points[0];
        let arguments = entry.function.arguments.iter().map(|argument| {
            let Some(naga::Binding::BuiltIn(built_in)) = argument.binding else { panic!("a built-in value") };
            let leaves = match built_in {
                BuiltIn::WorkGroupId => vec![splat(group[0]), splat(group[1]), splat(0)],
                BuiltIn::LocalInvocationIndex => vec![Rc::new(std::array::from_fn(|lane| lane as u32))],
                other => panic!("{other:?} is not known here"),
            };
            data(leaves, Waits::default())
        });
        let arguments = arguments.collect();
        machine.call(&entry.function, kernel.info.get_entry_point(0), arguments, Mask::ALL);
        (machine.waited, machine.stored)
    }

    fn globals(&mut self) {
        for (handle, global) in self.kernel.module.global_variables.iter() {
            match global.space {
                AddressSpace::WorkGroup => {
                    let words = Shape::of(&self.kernel.module, global.ty).words();
                    self.workgroup.insert(handle.index(), vec![0; words]);
                }
                AddressSpace::Private => {
                    let words = Shape::of(&self.kernel.module, global.ty).words();
                    self.globals.insert(handle.index(), self.own.len());
                    self.own
                        .push(Own { words: vec![[0; LANES]; words], waits: vec![Waits::default(); words] });
                }
                _ => {}
            }
        }
    }

    fn call(
        &mut self,
        function: &'k Function,
        info: &'k FunctionInfo,
        arguments: Vec<Value>,
        mask: Mask,
    ) -> Option<Data> {
        let variables = self.own.len();
        let values = vec![None; function.expressions.len()];
        let (broken, continued) = (Mask::NONE, Mask::NONE);
        let mut frame =
            Frame { function, info, arguments, values, variables, broken, continued, returned: None };
        for (_, variable) in function.local_variables.iter() {
            let words = Shape::of(&self.kernel.module, variable.ty).words();
            self.own.push(Own { words: vec![[0; LANES]; words], waits: vec![Waits::default(); words] });
        }
        for (handle, variable) in function.local_variables.iter() {
            if let Some(init) = variable.init {
                let value = self.value(&mut frame, init, mask);
                let shape = Shape::of(&self.kernel.module, variable.ty);
                let pointer = Pointer {
                    place: Place::Own(variables + handle.index()),
                    at: splat(0),
                    shape,
                    waits: Waits::default(),
                    is_indexed: false,
                };
                self.store(&pointer, value.data(), mask);
            }
        }
        self.block(&mut frame, &function.body, mask);
        self.own.truncate(variables);
        frame.returned
    }

    /// Does the statements; those that come to the end.
    fn block(&mut self, frame: &mut Frame<'k>, block: &'k Block, mut mask: Mask) -> Mask {
        for statement in block {
            if mask.is_empty() {
                break;
            }
            mask = self.statement(frame, statement, mask);
        }
        mask
    }

    fn statement(&mut self, frame: &mut Frame<'k>, statement: &'k Statement, mask: Mask) -> Mask {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let value = self.evaluate(frame, handle, mask);
                    frame.values[handle.index()] = Some(value);
                }
            }
            Statement::Block(block) => return self.block(frame, block, mask),
            Statement::If { condition, accept, reject } => {
                let condition = self.value(frame, *condition, mask).data().clone();
                let (accepted, chance) = self.branch(&condition, mask);
                let rejected = mask.without(accepted);
                let mut after = Mask::NONE;
                if !accepted.is_empty() {
                    after = after.or(self.block(frame, accept, accepted));
                }
                if !rejected.is_empty() {
                    after = after.or(self.block(frame, reject, rejected));
                }
                self.by_chance = chance;
                return after;
            }
            Statement::Switch { selector, cases } => return self.switch(frame, *selector, cases, mask),
            Statement::Loop { body, continuing, break_if } => {
                return self.loops(frame, body, continuing, *break_if, mask);
            }
            Statement::Break => {
                frame.broken = frame.broken.or(mask);
                return Mask::NONE;
            }
            Statement::Continue => {
                frame.continued = frame.continued.or(mask);
                return Mask::NONE;
            }
            Statement::Return { value } => {
                if let Some(value) = value {
                    let value = self.value(frame, *value, mask).data().clone();
                    frame.returned = Some(match frame.returned.take() {
                        None => value,
                        Some(before) => merged(&before, &value, mask),
                    });
                }
                return Mask::NONE;
            }
            Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => {
                self.tally.barriers += 1;
                self.tally.instruction(1, mask);
                let most = |waits: &[u32; WARPS]| [*waits.iter().max().expect("warps"); WARPS];
                (self.waited.flow, self.waited.order) = (most(&self.waited.flow), most(&self.waited.order));
            }
            Statement::Store { pointer, value } => {
                let pointer = self.value(frame, *pointer, mask).pointer().clone();
                let value = self.value(frame, *value, mask).data().clone();
                self.store(&pointer, &value, mask);
            }
            Statement::Atomic { pointer, fun, value, result } => {
                let pointer = self.value(frame, *pointer, mask).pointer().clone();
                let value = self.value(frame, *value, mask).data().clone();
                let compare = match fun {
                    AtomicFunction::Exchange { compare: Some(compare) } => {
                        Some(self.value(frame, *compare, mask).data().clone())
                    }
                    _ => None,
                };
                let old = self.atomic(&pointer, fun, &value, compare.as_ref(), mask);
                if let Some(result) = result {
                    frame.values[result.index()] = Some(Value::Data(old));
                }
            }
            Statement::Call { function, arguments, result } => {
                let arguments = arguments.iter().map(|&argument| self.value(frame, argument, mask)).collect();
                let (called, info) = (&self.kernel.module.functions[*function], &self.kernel.info[*function]);
                let returned = self.call(called, info, arguments, mask);
                if let Some(result) = result {
                    frame.values[result.index()] = Some(Value::Data(returned.expect("a value")));
                }
            }
            other => panic!("{other:?} is not known here"),
        }
        mask
    }

    /// Those that take a branch. Warps wait for what decides; what by-chance branches there were before is given back.
    fn branch(&mut self, condition: &Data, mask: Mask) -> (Mask, Mask) {
        self.tally.instruction(1, mask);
        self.wait_for(&condition.waits, mask);
        for warp in mask.warps() {
            self.waited.flow[warp] = self.waited.flow[warp].max(condition.waits.flow[warp]);
        }
        let before = self.by_chance;
        if condition.waits.is_chance {
            self.by_chance = self.by_chance.or(mask);
        }
        (mask.where_true(&condition.leaves[0]), before)
    }

    fn wait_for(&mut self, waits: &Waits, mask: Mask) {
        for warp in mask.warps() {
            self.waited.order[warp] = self.waited.order[warp].max(waits.order[warp]);
        }
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'k>,
        selector: Handle<Expression>,
        cases: &'k [naga::SwitchCase],
        mask: Mask,
    ) -> Mask {
        let selector = self.value(frame, selector, mask).data().clone();
        let (_, chance) = self.branch(&selector, mask);
        let outer = std::mem::take(&mut frame.broken);
        let is_case =
            |value: u32| cases.iter().any(|case| matches!(case.value, SwitchValue::U32(of) if of == value));
        let (mut after, mut fallen) = (Mask::NONE, Mask::NONE);
        for case in cases {
            let chosen = mask.filter(|lane| match case.value {
                SwitchValue::U32(value) => selector.leaves[0][lane] == value,
                SwitchValue::I32(value) => selector.leaves[0][lane] == value as u32,
                SwitchValue::Default => !is_case(selector.leaves[0][lane]),
            });
            let chosen = chosen.or(fallen);
            if chosen.is_empty() {
                continue;
            }
            if !case.fall_through {
                self.tally.instruction(1, chosen);
            }
            let ended = self.block(frame, &case.body, chosen);
            (after, fallen) = if case.fall_through { (after, ended) } else { (after.or(ended), Mask::NONE) };
        }
        let broken = std::mem::replace(&mut frame.broken, outer);
        self.by_chance = chance;
        after.or(fallen).or(broken)
    }

    fn loops(
        &mut self,
        frame: &mut Frame<'k>,
        body: &'k Block,
        continuing: &'k Block,
        break_if: Option<Handle<Expression>>,
        mask: Mask,
    ) -> Mask {
        let outer = (std::mem::take(&mut frame.broken), std::mem::take(&mut frame.continued));
        let chance = self.by_chance;
        let (mut under_way, mut after) = (mask, Mask::NONE);
        while !under_way.is_empty() {
            let ended = self.block(frame, body, under_way);
            let next = ended.or(std::mem::take(&mut frame.continued));
            self.tally.instruction(1, next);
            let mut next = if next.is_empty() { next } else { self.block(frame, continuing, next) };
            if let Some(condition) = break_if.filter(|_| !next.is_empty()) {
                let condition = self.value(frame, condition, next).data().clone();
                let (left, _) = self.branch(&condition, next);
                (next, after) = (next.without(left), after.or(left));
            }
            after = after.or(std::mem::take(&mut frame.broken));
            under_way = next;
        }
        (frame.broken, frame.continued) = outer;
        self.by_chance = chance;
        after
    }

    /// The value of an expression that was made before, or is made of nothing.
    fn value(&mut self, frame: &mut Frame<'k>, handle: Handle<Expression>, mask: Mask) -> Value {
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

    fn evaluate(&mut self, frame: &mut Frame<'k>, handle: Handle<Expression>, mask: Mask) -> Value {
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

    fn load(&mut self, pointer: &Pointer, mask: Mask) -> Data {
        let pieces = pointer.shape.pieces();
        let mut leaves: Vec<Lanes> = Vec::with_capacity(pieces.len());
        let mut waits = pointer.waits;
        match pointer.place {
            Place::Storage(binding) => {
                self.wait_for(&pointer.waits, mask);
                let is_atomic = matches!(*pointer.shape, Shape::Atomic);
                let kind = if is_atomic { Kind::AtomicLoad } else { Kind::Load };
                for (first, words) in pieces {
                    self.go(binding, kind, pointer, first, words, mask);
                    for word in first..first + words {
                        let mut leaf = [0; LANES];
                        mask.each(|lane| {
                            match self.buffers.get(binding, pointer.at[lane].wrapping_add(word)) {
                                Some(found) => leaf[lane] = found,
                                None => self.tally.outside += 1,
                            }
                        });
                        leaves.push(Rc::new(leaf));
                    }
                }
                for warp in 0..WARPS {
                    waits.flow[warp] = self.waited.flow[warp].max(pointer.waits.flow[warp]) + 1;
                    waits.order[warp] = self.waited.order[warp] + 1;
                }
                waits.is_chance |= is_atomic;
            }
            Place::Uniform(binding) => {
                for (first, words) in pieces {
                    for word in first..first + words {
                        let at =
                            |lane: usize| self.buffers.get(binding, pointer.at[lane] + word).unwrap_or(0);
                        leaves.push(Rc::new(std::array::from_fn(at)));
                    }
                }
            }
            Place::Workgroup(variable) => {
                self.tally.instruction(pieces.len() as u64, mask);
                self.tally.workgroup_accesses += mask.lanes();
                self.wait_for(&pointer.waits, mask);
                let memory = &self.workgroup[&variable];
                for (first, words) in pieces {
                    for word in first..first + words {
                        let at = |lane: usize| {
                            memory.get((pointer.at[lane] + word) as usize).copied().unwrap_or(0)
                        };
                        leaves.push(Rc::new(std::array::from_fn(at)));
                    }
                }
                waits.is_chance = true;
            }
            Place::Own(variable) => {
                if pointer.is_indexed {
                    self.tally.instruction(pieces.len() as u64, mask);
                    self.tally.local_accesses += mask.lanes();
                    self.wait_for(&pointer.waits, mask);
                }
                let own = &self.own[variable];
                for (first, words) in pieces {
                    for word in first..first + words {
                        if !pointer.is_indexed {
                            let word = (pointer.at[0] + word) as usize;
                            leaves.push(Rc::new(own.words[word]));
                            waits = waits.and(&own.waits[word]);
                            continue;
                        }
                        let at = |lane: usize| {
                            own.words
                                .get((pointer.at[lane].wrapping_add(word)) as usize)
                                .map_or(0, |words| words[lane])
                        };
                        leaves.push(Rc::new(std::array::from_fn(at)));
                        waits = own.waits.iter().fold(waits, |waits, other| waits.and(other));
                    }
                }
            }
        }
        Data { leaves, waits }
    }

    /// Counts an access to a buffer.
    fn go(&mut self, binding: u32, kind: Kind, pointer: &Pointer, first: u32, words: u32, mask: Mask) {
        self.tally.instruction(1, mask);
        let last = (self.buffers.words(binding) as u32).saturating_sub(words);
        let at: [u32; LANES] = std::array::from_fn(|lane| pointer.at[lane].wrapping_add(first).min(last));
        self.tally.access(binding, kind, words, &at, mask);
    }

    fn store(&mut self, pointer: &Pointer, value: &Data, mask: Mask) {
        let waits = pointer.waits.and(&value.waits);
        let mut leaves = value.leaves.iter();
        match pointer.place {
            Place::Storage(binding) => {
                self.wait_for(&waits, mask);
                for (first, words) in pointer.shape.pieces() {
                    self.go(binding, Kind::Store, pointer, first, words, mask);
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        let by_chance = |lane| waits.is_chance || self.by_chance.contains(lane);
                        mask.each(|lane| {
                            let at = pointer.at[lane].wrapping_add(word);
                            if !self.buffers.set(binding, at, leaf[lane]) {
                                self.tally.outside += 1;
                            } else if !by_chance(lane) {
                                self.stored.push((binding, at, leaf[lane]));
                            }
                        });
                    }
                }
            }
            Place::Workgroup(variable) => {
                self.wait_for(&waits, mask);
                self.tally.workgroup_accesses += mask.lanes();
                let memory = self.workgroup.get_mut(&variable).expect("memory of the workgroup");
                for (first, words) in pointer.shape.pieces() {
                    self.tally.instruction(1, mask);
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        mask.each(|lane| memory[(pointer.at[lane] + word) as usize] = leaf[lane]);
                    }
                }
            }
            Place::Own(variable) => {
                if pointer.is_indexed {
                    self.tally.local_accesses += mask.lanes();
                    self.tally.instruction(value.leaves.len() as u64, mask);
                }
                let own = &mut self.own[variable];
                for (first, words) in pointer.shape.pieces() {
                    for word in first..first + words {
                        let leaf = leaves.next().expect("a leaf for each word");
                        mask.each(|lane| {
                            let at = pointer.at[lane].wrapping_add(word) as usize;
                            if let Some(words) = own.words.get_mut(at) {
                                words[lane] = leaf[lane];
                            }
                        });
                        let at = pointer.at[0].wrapping_add(word) as usize;
                        let touched = if pointer.is_indexed { 0..own.waits.len() } else { at..at + 1 };
                        for old in &mut own.waits[touched] {
                            let keeps = pointer.is_indexed;
                            for warp in mask.warps() {
                                old.flow[warp] = waits.flow[warp].max(if keeps { old.flow[warp] } else { 0 });
                                old.order[warp] =
                                    waits.order[warp].max(if keeps { old.order[warp] } else { 0 });
                            }
                            old.is_chance |= waits.is_chance;
                        }
                    }
                }
            }
            Place::Uniform(_) => panic!("parameters are not written"),
        }
    }

    /// What was there before.
    fn atomic(
        &mut self,
        pointer: &Pointer,
        function: &AtomicFunction,
        value: &Data,
        compare: Option<&Data>,
        mask: Mask,
    ) -> Data {
        let mut waits = pointer.waits.and(&value.waits);
        self.wait_for(&waits, mask);
        let (mut old, mut exchanged) = ([0; LANES], [0; LANES]);
        let mut step = |word: &mut u32, lane: usize| {
            let value = value.leaves[0][lane];
            old[lane] = *word;
            *word = match function {
                AtomicFunction::Add => word.wrapping_add(value),
                AtomicFunction::Subtract => word.wrapping_sub(value),
                AtomicFunction::And => *word & value,
                AtomicFunction::ExclusiveOr => *word ^ value,
                AtomicFunction::InclusiveOr => *word | value,
                AtomicFunction::Min => (*word).min(value),
                AtomicFunction::Max => (*word).max(value),
                AtomicFunction::Exchange { .. } => {
                    let is_exchanged = compare.is_none_or(|compare| compare.leaves[0][lane] == *word);
                    exchanged[lane] = is_exchanged.into();
                    if is_exchanged { value } else { *word }
                }
            };
        };
        match pointer.place {
            Place::Storage(binding) => {
                self.go(binding, Kind::Atomic, pointer, 0, 1, mask);
                mask.each(|lane| match self.buffers.get(binding, pointer.at[lane]) {
                    Some(mut word) => {
                        step(&mut word, lane);
                        self.buffers.set(binding, pointer.at[lane], word);
                    }
                    None => self.tally.outside += 1,
                });
                for warp in 0..WARPS {
                    waits.flow[warp] = self.waited.flow[warp].max(waits.flow[warp]) + 1;
                    waits.order[warp] = self.waited.order[warp] + 1;
                }
            }
            Place::Workgroup(variable) => {
                self.tally.instruction(1, mask);
                self.tally.workgroup_accesses += mask.lanes();
                let memory = self.workgroup.get_mut(&variable).expect("memory of the workgroup");
                mask.each(|lane| step(&mut memory[pointer.at[lane] as usize], lane));
            }
            other => panic!("{other:?} has no atomic words"),
        }
        waits.is_chance = true;
        let mut leaves: Vec<Lanes> = vec![Rc::new(old)];
        if compare.is_some() {
            leaves.push(Rc::new(exchanged));
        }
        Data { leaves, waits }
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

fn merged(before: &Data, value: &Data, mask: Mask) -> Data {
    let leaf = |(old, new): (&Lanes, &Lanes)| -> Lanes {
        Rc::new(std::array::from_fn(|lane| if mask.contains(lane) { new[lane] } else { old[lane] }))
    };
    let leaves = before.leaves.iter().zip(&value.leaves).map(leaf).collect();
    Data { leaves, waits: before.waits.and(&value.waits) }
}
