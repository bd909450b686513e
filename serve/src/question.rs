//! The question of a request, and the refusals.

use cubebatch::notation::{self, MoveNotation, Scan};
use cubebatch::{Method, SolveOptions};
use cubebatch_rows::remedies::{self, Wording};
use cubebatch_rows::{Form, InputFormat, Named, Style};
use cubebatch_search::method::{self, Refused, SolveOption, ValueKind};

use super::options::Options;
use super::refusal::Refusal;

/// A method and a question. Positions with equal ones can share a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub method: Method,
    question: method::Question,
}

/// The question of a request.
#[derive(Clone)]
pub struct RequestQuestion {
    pub ask: Ask,
    /// The format of the positions; `None` if the service detects it for each.
    pub format: Option<notation::Format>,
    pub style: Style,
}

impl Options {
    /// The question that these options mean. `methods` are the methods of the service, the default first. `usual` holds the
    /// values for requests that give none; a method takes the ones for which it has a usual value.
    pub fn question(&self, methods: &[Method], usual: &method::Question) -> Result<RequestQuestion, Refusal> {
        let method = self.method(methods)?;
        let asked = self.bounded(method);
        let asked = asked.resolve(method).map_err(|error| refused(&asked, error, methods))?;
        let is_usual = |option| method.card().usual(option).is_some() && self.asked.value(option).is_none();
        // The service's own bound of lengths counts by HTM.
        let counts_moves = asked.is_in_htm();
        let usual =
            usual.only(|option| is_usual(option) && (counts_moves || option != SolveOption::MaxLength));
        let ask = Ask { method, question: usual.and(&asked) };
        let notation = notation_named(self.notation.as_deref())?;
        let style =
            Style { notation, ..Style::of(form_named(self.format.as_deref())?, method, &ask.limits()) };
        Ok(RequestQuestion { ask, format: self.positions()?, style })
    }

    /// What is asked for, with a bound for the solutions in a row where the method knows one and the request gives none.
    fn bounded(&self, method: Method) -> method::Question {
        let is_unbounded =
            self.asked.asks(SolveOption::AllOptimal) && !self.asked.asks(SolveOption::Solutions);
        match SolveOption::Solutions.card().most_served {
            Some(most) if is_unbounded && method.takes(SolveOption::Solutions) => {
                self.asked.with(SolveOption::Solutions, most)
            }
            _ => self.asked,
        }
    }

    fn method(&self, methods: &[Method]) -> Result<Method, Refusal> {
        // A goal chooses its method, as on the command line.
        let of_goal = self.asked.is_given(SolveOption::Goal).then(|| self.asked.usual_method().name());
        let Some(name) = self.method.as_deref().or(of_goal) else { return Ok(methods[0]) };
        methods.iter().find(|method| method.name() == name).copied().ok_or_else(|| {
            let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
            Refusal::wrong(format!("the method {name:?} is not served"), one_of(&names))
        })
    }

    fn positions(&self) -> Result<Option<notation::Format>, Refusal> {
        let Some(order) = &self.scan else {
            return Ok(named::<InputFormat>("from", self.from.as_deref())?.and_then(InputFormat::notation));
        };
        if self.from.is_some() {
            let problem = "`from` and `scan` exclude each other".to_owned();
            return Err(Refusal::wrong(problem, "Leave one of them out.".to_owned()));
        }
        match order.parse::<Scan>() {
            Ok(scan) => Ok(Some(notation::Format::Scanned(scan))),
            Err(error) => {
                let remedy = "Use kociemba, net, belt, flip, or six letters such as FRBLUD.".to_owned();
                Err(Refusal::wrong(format!("the order {order:?} of `scan`: {error}"), remedy))
            }
        }
    }
}

/// The words of requests.
const WORDS: Wording = Wording {
    option: |option| format!("`{}`", option.name()),
    value: |option, value| match option.card().kind {
        kind if kind.is_text() => format!("`{}`: {value:?}", option.name()),
        ValueKind::Flag => format!("`{}`: true", option.name()),
        _ => format!("`{}`: {value}", option.name()),
    },
    method: |method| method.name().to_owned(),
};

/// A refusal that advises methods that are served alone.
fn refused(asked: &method::Question, refused: Refused, served: &[Method]) -> Refusal {
    let (problem, method) = match refused {
        Refused::WithoutUse { option, method } => {
            (format!("the method {method} has no use for `{}`", option.name()), method)
        }
        other @ (Refused::UnevenCosts { method } | Refused::TooFewMoves { method }) => {
            (other.to_string(), method)
        }
        Refused::DearTurn(turn) => return Refusal::wrong(turn.to_string(), String::new()),
        other => return Refusal::wrong(other.to_string(), "Leave it out.".to_owned()),
    };
    Refusal::wrong(problem, remedies::of_question(asked, method, served, &WORDS))
}

/// The value of an option that has names.
pub fn named<T: Named>(option: &str, name: Option<&str>) -> Result<Option<T>, Refusal> {
    let Some(name) = name else { return Ok(None) };
    let wrong = || Refusal::wrong(format!("`{option}` cannot be {name:?}"), one_of(&names::<T>()));
    T::named(name).map(Some).ok_or_else(wrong)
}

/// The form of rows with this name.
pub fn form_named(name: Option<&str>) -> Result<Form, Refusal> {
    let Some(name) = name else { return Ok(Form::Jsonl) };
    Form::of_lines().find(|form| form.has_name(name)).ok_or_else(|| {
        let names: Vec<&str> = Form::of_lines().map(Form::name).collect();
        let remedy = match InputFormat::named(name) {
            Some(_) => format!("`from` names what is read. {}", one_of(&names)),
            None => one_of(&names),
        };
        Refusal::wrong(format!("`format` cannot be {name:?}"), remedy)
    })
}

/// The notation of moves with this name.
pub fn notation_named(name: Option<&str>) -> Result<MoveNotation, Refusal> {
    let Some(name) = name else { return Ok(MoveNotation::Letters) };
    let names = MoveNotation::ALL.map(MoveNotation::name);
    name.parse().map_err(|_| Refusal::wrong(format!("`notation` cannot be {name:?}"), one_of(&names)))
}

fn one_of(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    format!("Use one of these: {}.", names.join(", "))
}

/// The names of all values of an option.
pub fn names<T: Named>() -> Vec<&'static str> {
    T::names().map(|(_, name)| name).collect()
}

impl RequestQuestion {
    /// The question of the next search, as [`MethodCard::shorten`](cubebatch_search::method::MethodCard::shorten) has it.
    pub fn shorter(&self, best: Option<usize>) -> Option<RequestQuestion> {
        let question = self.ask.method.card().shorten(&self.ask.question, best)?;
        Some(RequestQuestion { ask: Ask { question, ..self.ask }, ..self.clone() })
    }

    /// The most moves that are asked for.
    pub fn bound(&self) -> Option<u8> {
        self.ask.method.card().bound(&self.ask.question)
    }
}

impl Ask {
    /// The limits of each position, unless a caller asks to stop.
    pub fn limits(&self) -> SolveOptions {
        SolveOptions::from(&self.question)
    }

    /// Whether a position takes about a millisecond at most, so that several requests may share a batch.
    pub fn is_quick(&self) -> bool {
        self.method.card().is_quick(&self.question)
    }
}
