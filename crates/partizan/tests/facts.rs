//! Values of the literature (`data/partizan.tsv`): arithmetic, comparisons, counts; and small games, plainly evaluated.

use std::collections::{HashMap, HashSet};

use grundy_partizan::{Universe, Value};

struct Fact<'a> {
    kind: &'a str,
    input: &'a str,
    value: &'a str,
    mean: &'a str,
    temperature: &'a str,
    outcome: &'a str,
}

fn facts() -> Vec<Fact<'static>> {
    let lines = include_str!("../data/partizan.tsv").lines().skip(1);
    let facts = lines.map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or("");
        Fact { kind: next(), input: next(), value: next(), mean: next(), temperature: next(), outcome: next() }
    });
    facts.collect()
}

fn of_kind(kind: &str) -> Vec<Fact<'static>> {
    let facts: Vec<Fact> = facts().into_iter().filter(|fact| fact.kind.starts_with(kind)).collect();
    assert!(!facts.is_empty(), "{kind}");
    facts
}

#[test]
fn means_temperatures_and_outcomes_of_values() {
    let mut universe = Universe::new();
    let mut checked = 0;
    for fact in facts().into_iter().filter(|fact| !fact.mean.is_empty()) {
        let value = universe.parse(fact.value).unwrap_or_else(|error| panic!("{}: {error}", fact.value));
        assert_eq!(universe.mean(value).to_string(), fact.mean, "{}", fact.value);
        assert_eq!(universe.temperature(value).to_string(), fact.temperature, "{}", fact.value);
        assert_eq!(universe.outcome(value).to_string(), fact.outcome, "{}", fact.value);
        let text = universe.text(value).unwrap();
        assert_eq!(universe.parse(&text), Ok(value), "{text}");
        checked += 1;
    }
    assert!(checked > 130, "{checked}");
}

#[test]
fn arithmetic() {
    let mut universe = Universe::new();
    for fact in of_kind("Value arithmetic") {
        let input = fact.input.split(" (").next().unwrap();
        assert_eq!(universe.parse(input), universe.parse(fact.value), "{input}");
    }
}

#[test]
fn comparisons() {
    let mut universe = Universe::new();
    let facts = of_kind("Comparison");
    assert!(facts.len() > 90);
    for fact in facts {
        let (a, b) = fact.input.split_once(" vs ").unwrap();
        let spelled = |text: &str| text.strip_prefix("tiny").map_or(text.to_string(), |size| format!("tiny({size})"));
        let (a, b) = (universe.parse(&spelled(a)).unwrap(), universe.parse(&spelled(b)).unwrap());
        assert_eq!(universe.compare(a, b).to_string(), fact.value, "{}", fact.input);
    }
}

/// All values with options among `values`, by trying all sets of options of which none is worse than another.
fn next_day(universe: &mut Universe, values: &[Value]) -> Vec<Value> {
    let mut antichains: Vec<Vec<Value>> = vec![vec![]];
    for value in values {
        for i in 0..antichains.len() {
            let joins = antichains[i].clone().into_iter().all(|x| !universe.le(x, *value) && !universe.le(*value, x));
            if joins {
                let mut more = antichains[i].clone();
                more.push(*value);
                antichains.push(more);
            }
        }
    }
    let mut next = HashSet::new();
    for left in &antichains {
        for right in &antichains {
            next.insert(universe.from_options(left, right).unwrap());
        }
    }
    next.into_iter().collect()
}

#[test]
fn counts_by_birthday() {
    let counts = &of_kind("Count")[0];
    assert_eq!(counts.value, "1 4 22 1474");
    let mut universe = Universe::new();
    let mut days = vec![vec![Value::ZERO]];
    for day in 0..3 {
        let next = next_day(&mut universe, &days[day]);
        days.push(next);
    }
    assert_eq!(days.iter().map(|day| day.len()).collect::<Vec<_>>(), [1, 4, 22, 1474]);
    for (day, values) in days.iter().enumerate() {
        assert!(values.iter().all(|value| universe.birthday(*value) <= day.into()));
    }
    let list = &of_kind("List")[0];
    let listed: HashSet<Value> = list.value.split(" ; ").map(|text| universe.parse(text).unwrap()).collect();
    assert_eq!(listed, days[2].iter().copied().collect());
    let mut outcomes: HashMap<String, u32> = HashMap::new();
    for value in &days[2] {
        *outcomes.entry(universe.outcome(*value).to_string()).or_default() += 1;
    }
    assert_eq!((outcomes["P"], outcomes["N"], outcomes["L"], outcomes["R"]), (1, 9, 6, 6));
    // All of day 3 survives being written and read, in another universe too.
    let mut other = Universe::new();
    for value in &days[3] {
        let text = universe.text(*value).unwrap();
        assert_eq!(universe.parse(&text), Ok(*value), "{text}");
        let there = other.parse(&text).unwrap();
        assert_eq!(other.text(there).unwrap(), text);
        let latex = universe.latex(*value).unwrap();
        assert!(latex.is_ascii() && latex.matches('{').count() == latex.matches('}').count(), "{latex}");
    }
}

/// The value of a position given its options for Left (`true`) and Right.
fn evaluate(
    universe: &mut Universe,
    known: &mut HashMap<String, Value>,
    position: &str,
    options: &dyn Fn(&str, bool) -> Vec<String>,
) -> Value {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let [left, right] = [true, false].map(|left| {
        let positions = options(position, left);
        positions.iter().map(|next| evaluate(universe, known, next, options)).collect::<Vec<_>>()
    });
    let value = universe.from_options(&left, &right).unwrap();
    known.insert(position.to_string(), value);
    value
}

fn check(kind: &str, position: impl Fn(&str) -> Option<String>, options: &dyn Fn(&str, bool) -> Vec<String>) {
    let (mut universe, mut known) = (Universe::new(), HashMap::new());
    let mut checked = 0;
    for fact in of_kind(kind) {
        let Some(position) = position(fact.input) else { continue };
        let value = evaluate(&mut universe, &mut known, &position, options);
        assert_eq!(universe.parse(fact.value), Ok(value), "{kind} {}", fact.input);
        checked += 1;
    }
    assert!(checked > 2, "{kind}");
}

fn with(position: &str, changes: &[(usize, u8)]) -> String {
    let mut cells = position.as_bytes().to_vec();
    for (place, cell) in changes {
        cells[*place] = *cell;
    }
    String::from_utf8(cells).unwrap()
}

#[test]
fn toads_and_frogs() {
    let options = |position: &str, left: bool| {
        let cells = position.as_bytes();
        let (own, other, step) = if left { (b'T', b'F', 1isize) } else { (b'F', b'T', -1) };
        let at = |place: isize| usize::try_from(place).ok().and_then(|place| cells.get(place)).copied();
        let mut next = Vec::new();
        for i in (0..cells.len() as isize).filter(|i| at(*i) == Some(own)) {
            let to = if at(i + step) == Some(other) { i + 2 * step } else { i + step };
            if at(to) == Some(b'.') {
                next.push(with(position, &[(i as usize, b'.'), (to as usize, own)]));
            }
        }
        next
    };
    check("Toads and Frogs", |input| Some(input.to_string()), &options);
}

#[test]
fn clobber_on_a_row() {
    let options = |position: &str, left: bool| {
        let cells = position.as_bytes();
        let (own, other) = if left { (b'x', b'o') } else { (b'o', b'x') };
        let mut next = Vec::new();
        for i in 0..cells.len() {
            for j in [i.wrapping_sub(1), i + 1] {
                if cells[i] == own && cells.get(j) == Some(&other) {
                    next.push(with(position, &[(i, b'.'), (j, own)]));
                }
            }
        }
        next
    };
    check("Clobber", |input| (!input.contains('|')).then(|| input.to_string()), &options);
}

#[test]
fn toppling_dominoes() {
    let options = |position: &str, left: bool| {
        let own = |cell: u8| cell == b'e' || cell == if left { b'l' } else { b'r' };
        let places = (0..position.len()).filter(|i| own(position.as_bytes()[*i]));
        places.flat_map(|i| [position[..i].to_string(), position[i + 1..].to_string()]).collect()
    };
    check("Toppling Dominoes", |input| Some(input.to_string()), &options);
}

#[test]
fn domineering() {
    // Cells as text, such as `0,0 0,1`.
    let options = |position: &str, left: bool| {
        let cells: Vec<(usize, usize)> = cells(position);
        let mut next = Vec::new();
        for &(r, c) in &cells {
            let other = if left { (r + 1, c) } else { (r, c + 1) };
            if cells.contains(&other) {
                let rest = cells.iter().filter(|cell| **cell != (r, c) && **cell != other);
                next.push(rest.map(|(r, c)| format!("{r},{c}")).collect::<Vec<_>>().join(" "));
            }
        }
        next
    };
    check("Domineering shape", |input| input.split_once("cells=").map(|(_, cells)| cells.to_string()), &options);
    let rectangle = |input: &str| {
        let numbers: Vec<usize> = input.split(' ').filter_map(|word| word.parse().ok()).collect();
        let cells = (0..numbers[0]).flat_map(|r| (0..numbers[1]).map(move |c| format!("{r},{c}")));
        (numbers[0] * numbers[1] <= 16).then(|| cells.collect::<Vec<_>>().join(" "))
    };
    check("Domineering (Left vertical)", rectangle, &options);
}

fn cells(text: &str) -> Vec<(usize, usize)> {
    let pairs = text.split(' ').filter_map(|cell| cell.split_once(','));
    pairs.map(|(r, c)| (r.parse().unwrap(), c.parse().unwrap())).collect()
}

#[test]
fn partizan_subtraction() {
    for fact in of_kind("Partizan subtraction") {
        let sets: Vec<Vec<usize>> = fact
            .kind
            .split('[')
            .skip(1)
            .map(|set| set.split(']').next().unwrap().split(", ").map(|n| n.parse().unwrap()).collect())
            .collect();
        let mut universe = Universe::new();
        let mut values: Vec<Value> = Vec::new();
        for (heap, expected) in fact.value.split(" ; ").enumerate() {
            let after =
                |set: &[usize]| set.iter().filter(|n| **n <= heap).map(|n| values[heap - n]).collect::<Vec<_>>();
            let value = universe.from_options(&after(&sets[0]), &after(&sets[1])).unwrap();
            assert_eq!(universe.parse(expected), Ok(value), "{} heap {heap}", fact.kind);
            values.push(value);
        }
    }
}

#[test]
fn stalks_are_ordinal_sums() {
    let mut universe = Universe::new();
    for fact in facts().into_iter().filter(|fact| fact.kind.contains("stalk (first letter at ground)")) {
        let mut value = Value::ZERO;
        for edge in fact.input.chars().rev() {
            let base = match edge {
                'L' => Value::ONE,
                'R' => universe.integer(-1),
                _ => Value::STAR,
            };
            value = universe.ordinal_sum(base, value).unwrap();
        }
        assert_eq!(universe.parse(fact.value), Ok(value), "{}", fact.input);
    }
}

/// A stalk of the CGSuite test suite: blue, red, blue, green, red, red, red.
#[test]
fn stalk_of_three_colours() {
    let mut universe = Universe::new();
    let minus_one = universe.integer(-1);
    let edges = [Value::ONE, minus_one, Value::ONE, Value::STAR, minus_one, minus_one, minus_one];
    let value = edges.into_iter().rev().fold(Value::ZERO, |top, edge| universe.ordinal_sum(edge, top).unwrap());
    assert_eq!(universe.parse("3/4v[3]*"), Ok(value), "{}", universe.text(value).unwrap());
}

#[test]
fn cakes() {
    for (kind, maundy) in [("Cutcake", false), ("Maundy Cake", true)] {
        let mut universe = Universe::new();
        let mut known: HashMap<(usize, usize), Value> = HashMap::new();
        for rows in 1..=8 {
            for columns in 1..=12 {
                let side = |universe: &mut Universe, length: usize, part: &dyn Fn(usize) -> Value| {
                    let mut options = Vec::new();
                    if maundy {
                        for pieces in (2..=length).filter(|pieces| length.is_multiple_of(*pieces)) {
                            options.push(universe.multiple(pieces as i64, part(length / pieces)).unwrap());
                        }
                    } else {
                        for cut in 1..length {
                            options.push(universe.sum(part(cut), part(length - cut)).unwrap());
                        }
                    }
                    options
                };
                let left = side(&mut universe, columns, &|c| known[&(rows, c)]);
                let right = side(&mut universe, rows, &|r| known[&(r, columns)]);
                let value = universe.from_options(&left, &right).unwrap();
                known.insert((rows, columns), value);
            }
        }
        for fact in of_kind(kind) {
            let rows: usize = fact.input.split(' ').next().unwrap().parse().unwrap();
            for (column, expected) in (1..).zip(fact.value.split(' ')) {
                assert_eq!(universe.parse(expected), Ok(known[&(rows, column)]), "{kind} {rows}x{column}");
            }
        }
    }
}
