//! A game graph for Graphviz: one rank for each height, the same shapes as our own pictures.

use std::fmt::{self, Write as _};

use crate::graph::Graph;
use crate::outcome::Outcome;
use crate::ruleset::By;

/// The graph in the DOT language.
pub fn dot(graph: &Graph) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write_dot(graph, &mut text);
    text
}

fn write_dot(graph: &Graph, out: &mut String) -> fmt::Result {
    writeln!(out, "digraph \"{}\" {{", Escaped(&graph.nodes()[0].position))?;
    out.write_str("  rankdir=TB;\n")?;
    out.write_str("  node [fontname=\"DejaVu Sans\", fontsize=11, style=filled];\n")?;
    out.write_str("  edge [color=\"#b4bdc8\", arrowsize=0.7];\n")?;
    for (number, node) in graph.nodes().iter().enumerate() {
        let nimber = match (&node.value, node.nimber) {
            (Some(value), _) => format!("\\nvalue {}", Escaped(value)),
            (None, Some(nimber)) => format!("\\nnimber {nimber}"),
            (None, None) => String::new(),
        };
        let look = match node.outcome {
            Outcome::P => "shape=ellipse, peripheries=2, fillcolor=\"#e6f2fa\", color=\"#0072b2\"",
            Outcome::N => "shape=box, fillcolor=\"#fdf3df\", color=\"#d08a00\"",
            Outcome::L => "shape=hexagon, fillcolor=\"#e6f5f0\", color=\"#00785a\"",
            Outcome::R => "shape=octagon, fillcolor=\"#fbeef5\", color=\"#a84a7d\"",
        };
        writeln!(out, "  {number} [label=\"{}  {}{nimber}\", {look}];", node.outcome, Escaped(&node.position))?;
    }
    for same in graph.nodes().iter().enumerate().collect::<Vec<_>>().chunk_by(|a, b| a.1.height == b.1.height) {
        let numbers: Vec<String> = same.iter().map(|(number, _)| format!("{number};")).collect();
        writeln!(out, "  {{ rank=same; {} }}", numbers.join(" "))?;
    }
    for edge in graph.edges() {
        let winning = if graph.wins(*edge) { "color=\"#0072b2\", penwidth=2" } else { "" };
        let again = if edge.again { "style=dashed" } else { "" };
        let side = match (graph.is_partizan(), edge.by) {
            (true, By::Left) => "label=L",
            (true, By::Right) => "label=R",
            _ => "",
        };
        let look: Vec<&str> = [winning, again, side].into_iter().filter(|look| !look.is_empty()).collect();
        match look.as_slice() {
            [] => writeln!(out, "  {} -> {};", edge.from, edge.to)?,
            look => writeln!(out, "  {} -> {} [{}];", edge.from, edge.to, look.join(", "))?,
        }
    }
    out.write_str("}\n")
}

/// A text as it stands between quotation marks in DOT.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_do_not_end_the_text() {
        assert_eq!(Escaped("a\"b\\c\nd").to_string(), "a\\\"b\\\\c d");
    }
}
