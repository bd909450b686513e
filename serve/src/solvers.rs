//! A solver for each method that is served, over the same tables and threads.

use cubebatch::{Error, Method, Solver, SolverBuilder};

/// The solvers.
pub struct Solvers(Vec<Solver>);

impl Solvers {
    /// Opens all; tables that are missing are built. Which comes first makes no difference: the first one that runs on a GPU
    /// opens it for all.
    pub fn open(builder: SolverBuilder, methods: &[Method]) -> Result<Solvers, Error> {
        let leader = methods.iter().copied().find(|method| method.card().runs_on_gpu()).unwrap_or(methods[0]);
        let first = builder.method(leader).open()?;
        let solver = |&method: &Method| {
            if method == leader { Ok(first.clone()) } else { first.with_method(method) }
        };
        Ok(Solvers(methods.iter().map(solver).collect::<Result<_, _>>()?))
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
