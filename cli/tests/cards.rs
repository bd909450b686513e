//! The cards of methods and options: the documents say what the cards say.

use cubebatch::Method;
use cubebatch_search::engine::modified::ModifiedTables;
use cubebatch_search::method::{OPTIONS, OptionCard, Question, Refused, SolveOption, ValueKind};
use cubebatch_tables::table::Phase;

use super::support::read;

/// The table of options as `docs/options.md` has it.
fn table() -> String {
    let head =
        "| option | value | unless it is given | methods | what it asks for |\n|---|---|---|---|---|\n";
    OPTIONS.iter().map(row).fold(head.to_owned(), |table, row| table + &row)
}

fn row(card: &OptionCard) -> String {
    let (least, most) = (card.range.start(), card.range.end());
    let unit = match card.kind {
        ValueKind::Number => "",
        ValueKind::Milliseconds => " milliseconds",
        ValueKind::Bytes => " bytes",
        ValueKind::Flag => return line(card, "given or not"),
        ValueKind::Position => return line(card, "a position"),
        ValueKind::Goal => return line(card, "a name, cubies, or 54 facelets"),
        ValueKind::Costs => return line(card, "a name, or a list of costs"),
        ValueKind::Moves => return line(card, "a list of turns"),
    };
    let range = if *most == u64::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
    let served = card.most_served.map_or(String::new(), |most| format!(", in a request to {most}"));
    line(card, &format!("{range}{unit}{served}"))
}

fn line(card: &OptionCard, value: &str) -> String {
    let methods: Vec<&str> = card.methods().map(Method::name).collect();
    let what = if card.details.is_empty() {
        card.sentence()
    } else {
        format!("{}. {}", card.sentence(), card.details)
    };
    let (name, default, methods) = (card.name, card.default_words(), methods.join(", "));
    format!("| `{name}` | {value} | {default} | {methods} | {what} |\n")
}

#[test]
fn the_document_has_the_table_of_options() {
    let (document, table) = (read("docs/options.md"), table());
    assert!(document.contains(&table), "docs/options.md lacks this table:\n{table}");
}

#[test]
fn each_option_has_its_own_card() {
    for card in &OPTIONS {
        assert_eq!(card.option.card().name, card.name);
        assert_eq!(SolveOption::named(card.name), Some(card.option));
        assert!(card.methods().count() > 0, "no method takes {}", card.name);
    }
}

#[test]
fn depths_are_those_of_tables_with_which_the_search_works() {
    let options = [SolveOption::Phase1Depth, SolveOption::Phase2Depth];
    for ((option, phase), least) in options.into_iter().zip(Phase::ALL).zip(ModifiedTables::LEAST_DEPTHS) {
        let most = *phase.depths().end();
        assert_eq!(option.card().range, u64::from(least)..=u64::from(most), "{option:?}");
    }
}

#[test]
fn usual_values_are_ones_that_can_be_given() {
    for method in Method::ALL.iter().copied() {
        let usual = Question::default().resolve(method).expect("nothing is asked");
        assert_eq!(usual.resolve(method), Ok(usual), "{method}");
        for takes in method.card().options {
            assert_eq!(usual.value(takes.option), takes.usual, "{method} {:?}", takes.option);
        }
    }
}

#[test]
fn a_value_out_of_range_is_refused_before_an_option_without_use() {
    let none = Question::default();
    for (option, value) in [(SolveOption::Ends, 0), (SolveOption::MaxLength, 256)] {
        for method in Method::ALL.iter().copied() {
            assert_eq!(none.with(option, value).resolve(method), Err(Refused::OutOfRange { option }));
        }
    }
    let (option, method) = (SolveOption::Ends, Method::TwoPhase);
    let ends = none.with(option, 3);
    assert_eq!(ends.resolve(method), Err(Refused::WithoutUse { option, method }));
    assert_eq!(ends.resolve(Method::Descent), Ok(ends));
}
