//! Bindings and structs in storage.

use std::collections::BTreeSet;

use naga::{AddressSpace, Handle, Module, Type, TypeInner};

use super::{ALL, module, validated};
use crate::candidates::{Step, Trial};
use crate::coset::Gap;
use crate::descent::{End, Start};
use crate::optimal::{ProofHead, ProofNode, ProofSolution};
use crate::record::StructLayout;
use crate::two_phase::{Grid, Head, Node, Search, SearchProgress, Searcher};
use crate::words::Position;

/// All structs in storage.
fn records() -> Vec<StructLayout> {
    vec![
        Trial::layout(),
        Step::layout(),
        Start::layout(),
        End::layout(),
        Node::layout(),
        Position::layout(),
        Gap::layout(),
        Search::layout(),
        SearchProgress::layout(),
        Searcher::layout(),
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

/// The types of all buffers.
fn buffers(module: &Module) -> impl Iterator<Item = Handle<Type>> {
    let variables = module.global_variables.iter().map(|(_, variable)| variable);
    let buffers = variables.filter(|variable| matches!(variable.space, AddressSpace::Storage { .. }));
    buffers.map(|variable| variable.ty)
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
fn kernels_use_all_that_they_are_given() {
    for shader in ALL {
        let module = module(shader);
        let info = validated(shader, &module);
        let unused = module.global_variables.iter().filter_map(|(handle, variable)| {
            let is_unused = variable.binding.is_some() && info.get_entry_point(0)[handle].is_empty();
            is_unused.then_some(variable.name.as_deref())
        });
        assert_eq!(unused.collect::<Vec<_>>(), [], "{}", shader.name);
    }
}

/// Structs that end with all there are of another one, and how many bytes come before these.
const LISTS: [(&str, usize); 3] =
    [("Searchers", size_of::<Head>()), ("Steps", size_of::<Step>()), ("Proofs", size_of::<ProofHead>())];

#[test]
fn storage_lies_where_rust_puts_it() {
    let mut seen = BTreeSet::new();
    for shader in ALL {
        let module = module(shader);
        for handle in buffers(&module).flat_map(|handle| structs(&module, handle)) {
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
