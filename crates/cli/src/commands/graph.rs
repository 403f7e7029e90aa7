//! `grundy graph`: the game graph of a position.

use grundy::Unsolved;
use grundy::draw::{dot, graph_svg};
use grundy::graph::{Graph, GraphError};

use crate::args::{GraphArgs, GraphFormat};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{deliver, extension, input, json, picture, print_nothing_found, watch};

/// Answers the command.
pub fn run(args: &GraphArgs, rules: &OwnRules) -> Result<(), Failure> {
    let sum = input::sum(&args.expression, rules.games())?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let mut budget = watch::budget(&args.limits);
    let format = match (args.json, args.format) {
        (true, _) => GraphFormat::Json,
        (false, Some(format)) => format,
        (false, None) => by_name(args),
    };
    // Rules of one's own may go round in circles, and say so themselves with the way round.
    let ends = sum.ends(&mut budget).map_err(GraphError::Unsolved);
    let graph = ends.and_then(|()| Graph::of(&sum, play, args.nodes, &mut budget)).or_else(|error| {
        rules.intact()?;
        let is_mistake = matches!(error, GraphError::Unsolved(Unsolved::Unanswerable(_)));
        if format == GraphFormat::Json && !is_mistake {
            print_nothing_found()?;
        }
        Err(match error {
            GraphError::Unsolved(unsolved) => unsolved.into(),
            GraphError::TooManyPositions { .. } => {
                Failure::NoAnswer(format!("no answer: {error} (--nodes allows more)"))
            }
            error => Failure::NoAnswer(format!("no answer: {error}")),
        })
    })?;
    let drawing = || graph_svg(&graph).map_err(|error| Failure::NoAnswer(format!("no answer: {error}")));
    let bytes = match format {
        GraphFormat::Svg => drawing()?.into_bytes(),
        GraphFormat::Png => picture::png(&drawing()?)?,
        GraphFormat::Dot => dot(&graph).into_bytes(),
        GraphFormat::Json => format!("{}\n", json(&graph)?).into_bytes(),
    };
    deliver(&bytes, args.output.as_deref())
}

/// The form that the name of the output file asks for.
fn by_name(args: &GraphArgs) -> GraphFormat {
    match extension(args.output.as_deref()) {
        Some("png") => GraphFormat::Png,
        Some("dot" | "gv") => GraphFormat::Dot,
        Some("json") => GraphFormat::Json,
        _ => GraphFormat::Svg,
    }
}
