//! Runs a kernel for all invocations of a workgroup at once. Each statement runs for the invocations that reach it, so warps
//! part and meet as branches and loops make them; a barrier has nothing to wait for.

use std::collections::HashMap;
use std::rc::Rc;

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, AtomicFunction, Block, BuiltIn, Expression, Function, Handle, Module, Statement,
    SwitchValue,
};

use crate::buffers::Buffers;
use crate::lanes::{LANES, Lanes, Mask, WARPS, Waits, splat};
use crate::shape::Shape;
use crate::tally::Tally;
use crate::value::{Data, Place, Pointer, Value};

/// What was stored last in each word of a buffer; none where that is by chance.
pub type Stored = HashMap<(u32, u32), Option<u32>>;

/// A kernel that was read.
pub struct Kernel {
    pub module: Module,
    pub info: ModuleInfo,
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
pub struct Own {
    pub words: Vec<[u32; LANES]>,
    pub waits: Vec<Waits>,
}

/// A function that is under way.
pub struct Frame<'k> {
    pub function: &'k Function,
    pub info: &'k FunctionInfo,
    pub arguments: Vec<Value>,
    pub values: Vec<Option<Value>>,
    /// The number of the first of its variables.
    pub variables: usize,
    /// The invocations that have left the surrounding loop or switch, or go on with the next round.
    pub broken: Mask,
    pub continued: Mask,
    pub returned: Option<Data>,
}

/// The invocations of a workgroup.
pub struct Machine<'k> {
    pub kernel: &'k Kernel,
    pub buffers: &'k mut Buffers,
    pub tally: &'k mut Tally,
    pub own: Vec<Own>,
    pub workgroup: HashMap<usize, Vec<u32>>,
    pub globals: HashMap<usize, usize>,
    /// Loads for which each warp has waited, see [`Waits`], and those for which it would if it used all that it loads.
    pub waited: Waits,
    pub loaded: Waits,
    /// The invocations whose branches depended on the order of atomic operations.
    pub by_chance: Mask,
    pub stored: Stored,
}

pub fn data(leaves: Vec<Lanes>, waits: Waits) -> Value {
    Value::Data(Data { leaves, waits })
}

impl<'k> Machine<'k> {
    /// Runs one workgroup: what its warps waited for in all, and what was stored.
    pub fn run(
        kernel: &'k Kernel,
        buffers: &'k mut Buffers,
        tally: &'k mut Tally,
        group: [u32; 2],
    ) -> (Waits, Stored) {
        let (own, workgroup, globals) = (Vec::new(), HashMap::new(), HashMap::new());
        let (waited, loaded) = (Waits::default(), Waits::default());
        let (by_chance, stored) = (Mask::NONE, Stored::new());
        let mut machine =
            Machine { kernel, buffers, tally, own, workgroup, globals, waited, loaded, by_chance, stored };
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
        (machine.loaded, machine.stored)
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

    /// Runs the statements; returns the invocations that come to the end.
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
                let mut old = self.atomic(&pointer, fun, &value, compare.as_ref(), mask);
                if let Some(result) = result {
                    if matches!(pointer.place, Place::Storage(_)) {
                        self.loads(&mut old.waits, mask);
                    }
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

    /// Returns the invocations that take a branch. Warps wait for the condition; the earlier by-chance branches are returned,
    /// too.
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

    pub fn wait_for(&mut self, waits: &Waits, mask: Mask) {
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
}

fn merged(before: &Data, value: &Data, mask: Mask) -> Data {
    let leaf = |(old, new): (&Lanes, &Lanes)| -> Lanes {
        Rc::new(std::array::from_fn(|lane| if mask.contains(lane) { new[lane] } else { old[lane] }))
    };
    let leaves = before.leaves.iter().zip(&value.leaves).map(leaf).collect();
    Data { leaves, waits: before.waits.and(&value.waits) }
}
