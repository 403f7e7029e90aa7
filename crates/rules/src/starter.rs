//! The file that `grundy new` writes: a game that works, with all that can be changed in comments.

/// A file of rules to start from, for a game of this name.
pub fn starter(name: &str) -> String {
    STARTER.replace("NAME", name)
}

const STARTER: &str = r#"# A game of your own, in Starlark (Python's syntax). Try it:
#
#   grundy table NAME --to 20 --rules NAME.star
#   grundy moves "NAME(10)" --rules NAME.star
#   grundy check NAME.star

name = "NAME"                      # a position is written NAME(10)
title = "NAME"                     # what people call it
doc = "One heap of tokens. Take one, three or four of them; whoever cannot move loses."
examples = [5, 10]                 # positions to try; check begins from them

# The options of a position: one argument per coordinate, a list of positions back.
# A position is a tuple, (n - 1,) or (x, y); a heap may stand without one, n - 1.
# Coordinates are whole numbers, texts in quotes, or tuples of these.
def options(n):
    return [move("take %d" % k, n - k) for k in (1, 3, 4) if k <= n]

# move("words", option) says what a player does; without it, moves are told by where they lead.
# plus(a, b) is an option that leaves two positions to choose from, as when a heap is split:
#
#     return [plus(a, n - a) for a in range(1, n)]

# All of these may be left out:
#
# def canonical(x, y):             # one of the positions that play alike: fewer to look at
#     return (min(x, y), max(x, y))
#
# def valid(n):                    # True, or what is wrong with a position that somebody wrote
#     return n >= 0 or "a heap can't be negative"
#
# def draw(n):                     # how it looks in the terminal; or shapes for a picture: [circle(0, 0, 1, "gold")]
#     return "o" * n
#
# smallest = 1                     # where tables begin
#
# def left(n): ...                 # instead of options, where the players have different moves:
# def right(n): ...                # then values are canonical forms, such as 1/2 or {1|-1}
#
# def result(n):                   # "loss", "win", "draw" or points for a player who cannot move;
#     return "win"                 # only `grundy check` reads such a file, and says what it breaks
"#;
