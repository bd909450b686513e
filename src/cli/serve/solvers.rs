//! A solver for each method that is served, over the same tables and threads.

use cubebatch::{Error, Method, Solver, SolverBuilder};

/// The solvers.
pub struct Solvers(Vec<Solver>);

impl Solvers {
    /// Opens all, the first method by `builder`; tables that are missing are built.
    pub fn open(builder: SolverBuilder, methods: &[Method]) -> Result<Solvers, Error> {
        let first = builder.open()?;
        let others = methods.iter().skip(1).map(|&method| first.with_method(method));
        let others = others.collect::<Result<Vec<_>, _>>()?;
        Ok(Solvers(std::iter::once(first).chain(others).collect()))
    }

    pub fn methods(&self) -> Vec<Method> {
        self.0.iter().map(Solver::method).collect()
    }

    /// The solver by a method that is served.
    pub fn of(&self, method: Method) -> &Solver {
        self.0
            .iter()
            .find(|solver| solver.method() == method)
            .expect("questions name methods that are served")
    }

    /// Any of them, for what they have in common.
    pub fn any(&self) -> &Solver {
        &self.0[0]
    }

    pub fn threads(&self) -> usize {
        self.any().threads()
    }
}
