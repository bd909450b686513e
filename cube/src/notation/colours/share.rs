//! Shares stickers out among six colours.

/// The colours of a cube.
pub(super) const COLOURS: usize = 6;

/// A smaller gain is an error of rounding.
const LEAST_GAIN: f64 = 1e-9;

/// Which sticker gets which colour, with the least sum of costs.
pub(super) struct Sharing<'a> {
    /// For each sticker, what each colour costs.
    costs: &'a [[f64; COLOURS]],
    /// The colours of the stickers so far.
    pub colours: Vec<usize>,
}

/// What it costs to move a sticker from one colour to another one, perhaps by a chain of moves through other colours.
#[derive(Clone, Copy)]
struct Chain {
    cost: f64,
    /// The sticker that moves first, and its new colour.
    first: (usize, usize),
}

impl<'a> Sharing<'a> {
    /// Gives each colour `each` stickers. Stickers come one by one, each by the cheapest chain that makes room for it, which is the
    /// method of successive shortest paths for an assignment.
    pub fn new(costs: &'a [[f64; COLOURS]], each: usize) -> Sharing<'a> {
        let mut sharing = Sharing { costs, colours: Vec::with_capacity(costs.len()) };
        let mut room = [each; COLOURS];
        for of_colours in costs {
            let chains = sharing.chains();
            let ways = (0..COLOURS).flat_map(|colour| (0..COLOURS).map(move |to| (colour, to)));
            let cost = |&(colour, to): &(usize, usize)| of_colours[colour] + chains[colour][to].cost;
            let cheapest =
                ways.filter(|&(_, to)| room[to] > 0).min_by(|one, other| cost(one).total_cmp(&cost(other)));
            let Some((mut colour, to)) = cheapest else { break };
            room[to] -= 1;
            sharing.colours.push(colour);
            while colour != to {
                let (sticker, next) = chains[colour][to].first;
                sharing.colours[sticker] = next;
                colour = next;
            }
        }
        sharing
    }

    /// For each sticker the cheapest other colour, and how much more all stickers cost with it.
    pub fn others(&self) -> Vec<(usize, f64)> {
        let chains = self.chains();
        let cheapest = |(costs, &colour): (&[f64; COLOURS], &usize)| {
            let more = |other: usize| costs[other] - costs[colour] + chains[other][colour].cost;
            let others = (0..COLOURS).filter(|&other| other != colour).map(|other| (other, more(other)));
            others.min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((colour, f64::INFINITY))
        };
        self.costs.iter().zip(&self.colours).map(cheapest).collect()
    }

    /// The cheapest chain from each colour to each.
    fn chains(&self) -> [[Chain; COLOURS]; COLOURS] {
        let mut chains = [[Chain { cost: f64::INFINITY, first: (0, 0) }; COLOURS]; COLOURS];
        for (sticker, (&from, costs)) in self.colours.iter().zip(self.costs).enumerate() {
            for (to, chain) in chains[from].iter_mut().enumerate() {
                let cost = costs[to] - costs[from];
                if cost < chain.cost {
                    *chain = Chain { cost, first: (sticker, to) };
                }
            }
        }
        (0..COLOURS).for_each(|colour| chains[colour][colour].cost = 0.0);
        for by in 0..COLOURS {
            for from in 0..COLOURS {
                for to in 0..COLOURS {
                    let cost = chains[from][by].cost + chains[by][to].cost;
                    if cost < chains[from][to].cost - LEAST_GAIN {
                        chains[from][to] = Chain { cost, first: chains[from][by].first };
                    }
                }
            }
        }
        chains
    }
}
