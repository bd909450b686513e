//! Bar charts: SVG for what was measured, HTML for its names.
//!
//! Lengths are percentages of the room there is while texts keep their size, so a chart fits a
//! phone, a screen and paper. Names are HTML because SVG breaks no lines, and GPUs have long ones.

use std::fmt::Write;

use indicatif::HumanCount;

/// Bars that belong together.
pub struct Group {
    pub heading: String,
    pub bars: Vec<Bar>,
}

/// A bar with its name and its value; `label` is HTML.
pub struct Bar {
    pub label: String,
    pub value: String,
    pub parts: Vec<Part>,
    /// The single runs, where there are several.
    pub samples: Vec<f64>,
}

/// A piece of a bar, from a value to a value; `class` gives its colour.
pub struct Part {
    pub class: &'static str,
    pub title: String,
    pub from: f64,
    pub to: f64,
}

/// A scale, which maps values to places in a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// A linear scale from 0 to `most`.
    Linear { most: f64 },
    /// A logarithmic scale from `base` to the `low`th power to `base` to the `high`th power.
    Ratios { base: f64, low: i32, high: i32 },
}

impl Scale {
    /// A scale for all of these, and 0.
    pub fn linear(values: impl Iterator<Item = f64>) -> Scale {
        Scale::Linear { most: values.filter(|value| value.is_finite()).fold(0.0, f64::max) }
    }

    /// A scale for all of these, and 1.
    pub fn ratios(values: impl Iterator<Item = f64>) -> Scale {
        let usable = values.filter(|&value| is_ratio(value));
        let (least, most) = usable.fold((1.0, 1.0), |(least, most), x| (x.min(least), x.max(most)));
        let with = |base: f64| {
            // A value that is a power, apart from rounding, needs no further line.
            let low = (log(least, base) + 1e-9).floor() as i32;
            let high = (log(most, base) - 1e-9).ceil() as i32;
            Scale::Ratios { base, low, high: high.max(low + 1) }
        };
        let is_legible = |scale: &Scale| matches!(scale, Scale::Ratios { low, high, .. } if high - low <= 6);
        [2.0, 4.0, 10.0, 100.0].map(with).into_iter().find(is_legible).unwrap_or_else(|| with(1e4))
    }

    /// The place of a value, in percent; values beyond the scale are at its end.
    fn percent(self, value: f64) -> f64 {
        let share = match self {
            Scale::Linear { most } => value / most,
            Scale::Ratios { base, low, high } => (log(value, base) - f64::from(low)) / f64::from(high - low),
        };
        // A value that is not a number has no place. If all values are 0, there is no scale.
        if share.is_finite() { 100.0 * share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The labels of the axis, with their values.
    fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Scale::Linear { most } if most > 0.0 => {
                let (step, decimals) = step(most);
                let count = (most / step + 1e-9) as u32;
                (0..=count).map(|i| tick(f64::from(i) * step, decimals)).collect()
            }
            Scale::Linear { .. } => vec![(0.0, "0".to_owned())],
            Scale::Ratios { base, low, high } => (low..=high).map(|power| ratio_tick(base, power)).collect(),
        }
    }
}

/// Whether it can be the ratio of two times.
pub fn is_ratio(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

fn log(value: f64, base: f64) -> f64 {
    value.log10() / base.log10()
}

/// The distance of at most six ticks, 1, 2 or 5 times a power of ten, and the decimals it needs.
fn step(most: f64) -> (f64, usize) {
    let power = (most / 5.0).log10().floor();
    let fits = |&factor: &f64| factor * 10f64.powf(power) * 5.0 >= most * (1.0 - 1e-9);
    let factor = [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0);
    let decimals = if factor == 10.0 { -power - 1.0 } else { -power };
    (factor * 10f64.powf(power), decimals.max(0.0) as usize)
}

fn tick(value: f64, decimals: usize) -> (f64, String) {
    let text = if decimals == 0 {
        HumanCount(value.round() as u64).to_string()
    } else {
        format!("{value:.decimals$}")
    };
    (value, text)
}

fn ratio_tick(base: f64, power: i32) -> (f64, String) {
    let times = HumanCount(base.powi(power.abs()).round() as u64);
    (base.powi(power), if power < 0 { format!("1/{times}×") } else { format!("{times}×") })
}

/// All groups on one scale, with an axis below.
pub fn chart(scale: Scale, groups: &[Group]) -> String {
    let ticks = scale.ticks();
    let lines = grid(scale, &ticks);
    let mut html = String::from("<div class=\"chart\">\n");
    for group in groups {
        _ = writeln!(html, "<h3>{}</h3>", group.heading);
        for bar in &group.bars {
            html += &row(&bar.label, &svg(scale, &lines, bar));
        }
    }
    html += &row("", &axis(scale, &ticks));
    html + "</div>\n"
}

fn row(label: &str, svg: &str) -> String {
    format!("<div class=\"row\"><div class=\"label\">{label}</div>{svg}</div>\n")
}

/// The lines behind the bars; that where bars begin is stronger.
fn grid(scale: Scale, ticks: &[(f64, String)]) -> String {
    let begin = if matches!(scale, Scale::Linear { .. }) { 0.0 } else { 1.0 };
    let line = |&(value, _): &(f64, String)| {
        let (class, x) = (if value == begin { "begin" } else { "grid" }, scale.percent(value));
        format!("<line class=\"{class}\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"100%\"/>")
    };
    ticks.iter().map(line).collect()
}

fn svg(scale: Scale, lines: &str, bar: &Bar) -> String {
    let mut svg = format!("<svg class=\"bar\" role=\"img\" aria-label=\"{}\">{lines}", bar.value);
    for part in &bar.parts {
        svg += &rectangle(scale, part);
    }
    svg += &runs(scale, &bar.samples);
    // Right of all that is drawn, and of the line at 1, where a bar goes to the left.
    let ends = bar.parts.iter().flat_map(|part| [part.from, part.to]).chain(bar.samples.iter().copied());
    let end = ends.map(|value| scale.percent(value)).fold(0.0, f64::max);
    svg + &format!("<text x=\"{end:.2}%\" dx=\"8\" y=\"18\">{}</text></svg>", bar.value)
}

fn rectangle(scale: Scale, part: &Part) -> String {
    let (a, b) = (scale.percent(part.from), scale.percent(part.to));
    let (x, width) = (a.min(b), (a - b).abs());
    let Part { class, title, .. } = part;
    let rect = format!("<rect class=\"{class}\" x=\"{x:.2}%\" y=\"4\" width=\"{width:.2}%\" height=\"18\">");
    rect + &format!("<title>{title}</title></rect>")
}

/// A dot for each run below the bar, on a line from the least to the most.
fn runs(scale: Scale, samples: &[f64]) -> String {
    let at: Vec<f64> = samples.iter().map(|&sample| scale.percent(sample)).collect();
    let (least, most) = (at.iter().copied().fold(100.0, f64::min), at.iter().copied().fold(0.0, f64::max));
    if at.len() < 2 {
        return String::new();
    }
    let mut svg = format!("<line class=\"range\" x1=\"{least:.2}%\" x2=\"{most:.2}%\" y1=\"28\" y2=\"28\"/>");
    for x in at {
        _ = write!(svg, "<circle class=\"run\" cx=\"{x:.2}%\" cy=\"28\" r=\"2.5\"/>");
    }
    svg
}

fn axis(scale: Scale, ticks: &[(f64, String)]) -> String {
    let text = |(value, text): &(f64, String)| {
        format!("<text class=\"tick\" x=\"{:.2}%\" y=\"14\">{text}</text>", scale.percent(*value))
    };
    format!("<svg class=\"axis\" aria-hidden=\"true\">{}</svg>", ticks.iter().map(text).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn axes_have_few_round_numbers() {
        let linear = |most: f64| texts(Scale::linear([0.0, most].into_iter()));
        assert_eq!(linear(4.0), ["0", "1", "2", "3", "4"]);
        assert_eq!(linear(900_000.0), ["0", "200,000", "400,000", "600,000", "800,000"]);
        assert_eq!(linear(0.07), ["0.00", "0.02", "0.04", "0.06"]);
        assert_eq!(linear(33.0), ["0", "10", "20", "30"]);
        assert_eq!(linear(0.0), ["0"]);
        for most in (-40..40).map(|power| 1.7f64.powi(power)) {
            let texts = linear(most);
            assert!((3..=6).contains(&texts.len()), "{most}: {texts:?}");
            assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{most}: {texts:?}");
        }
    }

    #[test]
    fn ratios_stand_around_one() {
        let ratios = |values: &[f64]| texts(Scale::ratios(values.iter().copied()));
        assert_eq!(ratios(&[8.0, 0.3]), ["1/4×", "1/2×", "1×", "2×", "4×", "8×"]);
        assert_eq!(ratios(&[1.0]), ["1×", "2×"]);
        assert_eq!(ratios(&[0.001, 1000.0]).first().unwrap(), "1/1,000×");
        assert_eq!(ratios(&[f64::NAN, f64::INFINITY, 0.0]), ["1×", "2×"]);
        let scale = Scale::ratios([0.25, 4.0].into_iter());
        assert_eq!(
            [0.0, 0.25, 1.0, 4.0, f64::NAN].map(|value| scale.percent(value)),
            [0.0, 0.0, 50.0, 100.0, 0.0]
        );
    }

    #[test]
    fn values_that_are_none_take_no_room() {
        let scale = Scale::linear([f64::NAN, 0.0].into_iter());
        assert_eq!([0.0, f64::NAN, 1.0].map(|value| scale.percent(value)), [0.0, 0.0, 0.0]);
    }
}
