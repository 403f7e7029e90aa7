//! Games from a rules file, by the command itself.

mod any_text;
mod check;
mod commands;
mod documentation;
mod gallery;
mod limits;
mod mistakes;
mod sequences;
mod support;
