//! `grundy serve`: over a socket, and in a browser. One program, so that both go on at once.

mod browser;
mod rules;
mod serve;
