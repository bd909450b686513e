//! Bindings, parameters and structs in storage.

use std::collections::BTreeSet;

use naga::{AddressSpace, Handle, Module, Type, TypeInner};

use super::{ALL, module};
use crate::engine::layout::candidates::{Step, Trial};
use crate::engine::layout::descent::{End, Start};
use crate::engine::layout::optimal::{ProofHead, ProofNode, ProofSolution};
use crate::engine::layout::record::StructLayout;
use crate::engine::layout::two_phase::{Grid, Head, MeasuredStart, Node, Search};
use crate::engine::layout::words::Position;

/// All structs in storage.
fn records() -> Vec<StructLayout> {
    vec![
        Trial::layout(),
        Step::layout(),
        Start::layout(),
        End::layout(),
        Node::layout(),
        MeasuredStart::layout(),
        Position::layout(),
        Search::layout(),
        Head::layout(),
        Grid::layout(),
        ProofNode::layout(),
        ProofSolution::layout(),
        ProofHead::layout(),
    ]
}

/// Where a shader puts the fields of a struct.
fn layout(module: &Module, handle: Handle<Type>) -> Option<StructLayout> {
    let TypeInner::Struct { members, span } = &module.types[handle].inner else { return None };
    let field = |member: &naga::StructMember| (member.name.clone().unwrap(), member.offset);
    let name = module.types[handle].name.clone().unwrap();
    Some(StructLayout { name, fields: members.iter().map(field).collect(), size: *span })
}

/// The type of all bound variables in a space.
fn bound(module: &Module, is_space: impl Fn(AddressSpace) -> bool) -> Vec<Handle<Type>> {
    let variables = module.global_variables.iter().map(|(_, variable)| variable);
    variables.filter(|variable| is_space(variable.space)).map(|variable| variable.ty).collect()
}

/// The structs in a type.
fn structs(module: &Module, handle: Handle<Type>) -> Vec<Handle<Type>> {
    match &module.types[handle].inner {
        TypeInner::Struct { members, .. } => {
            let inner = members.iter().flat_map(|member| structs(module, member.ty));
            inner.chain([handle]).collect()
        }
        TypeInner::Array { base, .. } => structs(module, *base),
        _ => Vec::new(),
    }
}

#[test]
fn storage_is_bound_from_1_on_within_the_limits() {
    for shader in ALL {
        let module = module(shader);
        let bindings: BTreeSet<u32> = module
            .global_variables
            .iter()
            .filter_map(|(_, variable)| variable.binding.as_ref().map(|binding| binding.binding))
            .collect();
        assert_eq!(bindings, (0..bindings.len() as u32).collect(), "{}", shader.name);
        // WebGPU grants 8 storage buffers everywhere; binding 0 is the parameters.
        assert!(bindings.len() <= 9, "{}", shader.name);
    }
}

#[test]
fn parameters_lie_where_rust_puts_them() {
    for shader in ALL {
        let module = module(shader);
        let uniforms = bound(&module, |space| space == AddressSpace::Uniform);
        let [uniform] = uniforms[..] else { panic!("{} has no or several parameters", shader.name) };
        let StructLayout { fields, size, .. } = layout(&module, uniform).expect("parameters are a struct");
        let expected = (shader.parameters)();
        assert_eq!((fields, size), (expected.fields, expected.size), "{}", shader.name);
    }
}

/// Structs that end with all there are of another one, and how many bytes come before these.
const LISTS: [(&str, usize); 3] =
    [("Searches", size_of::<Head>()), ("Steps", size_of::<Step>()), ("Proofs", size_of::<ProofHead>())];

#[test]
fn storage_lies_where_rust_puts_it() {
    let mut seen = BTreeSet::new();
    for shader in ALL {
        let module = module(shader);
        let storage = bound(&module, |space| matches!(space, AddressSpace::Storage { .. }));
        for handle in storage.into_iter().flat_map(|handle| structs(&module, handle)) {
            let found = layout(&module, handle).expect("it is a struct");
            if let Some((_, before)) = LISTS.iter().find(|(name, _)| found.name == *name) {
                assert_eq!(found.fields[1], ("list".to_owned(), *before as u32), "{}", shader.name);
                continue;
            }
            let expected = records().into_iter().find(|record| record.name == found.name);
            assert_eq!(Some(&found), expected.as_ref(), "{}", shader.name);
            seen.insert(found.name);
        }
    }
    assert_eq!(seen, records().into_iter().map(|record| record.name).collect(), "all are used");
}
