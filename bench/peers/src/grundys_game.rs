//! Grundy's game by code that shares nothing with the library: plain mex, and a scalar sparse form of it for longer runs.
//!
//! The peer has no games whose parts must differ, so these are the reference for that game. Rare values are those with
//! an even number of bits in common with a mask. The sum of two values of one kind is rare, of two kinds common: an
//! option of common value leaves one rare heap, and only a rare candidate for the mex needs all pairs.

/// Pairs `(a, n - a)` with `0 < a < n - a`, as the nim sums of their values.
fn options(values: &[u16], n: usize) -> impl Iterator<Item = u16> {
    (1..n.div_ceil(2)).map(move |a| values[a] ^ values[n - a])
}

/// The first `length` values by plain mex.
pub fn plain(length: usize) -> Vec<u16> {
    let mut values = Vec::with_capacity(length);
    let mut seen = vec![0_usize; 1 << 16];
    for n in 0..length {
        // A mark of n + 1 says "seen for this heap": nothing to clear between heaps.
        options(&values, n).for_each(|option| seen[usize::from(option)] = n + 1);
        values.push(seen.iter().position(|mark| *mark != n + 1).unwrap_or(seen.len()) as u16);
    }
    values
}

/// The first `length` values with rare and common values told apart by the best mask of eight bits, which is chosen
/// anew whenever the number of heaps has doubled.
pub fn sparse(length: usize) -> Vec<u16> {
    let mut values = plain(length.min(4096));
    let mut seen = vec![0_usize; 1 << 16];
    let (mut mask, mut rare) = (0, Vec::new());
    for n in values.len()..length {
        if n.is_power_of_two() {
            mask = best_mask(&values);
            rare = (1..n).filter(|heap| is_rare(values[*heap], mask)).collect();
        }
        for heap in rare.iter().copied().filter(|heap| 2 * heap != n) {
            seen[usize::from(values[heap] ^ values[n - heap])] = n + 1;
        }
        let mex = (0..=u16::MAX).find(|candidate| {
            seen[usize::from(*candidate)] != n + 1
                && !(is_rare(*candidate, mask) && options(&values, n).any(|option| option == *candidate))
        });
        let value = mex.expect("fewer options than candidates");
        if is_rare(value, mask) {
            rare.push(n);
        }
        values.push(value);
    }
    values
}

fn is_rare(value: u16, mask: u16) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

fn best_mask(values: &[u16]) -> u16 {
    let mut counts = vec![0_usize; 1 << 16];
    values[1..].iter().for_each(|value| counts[usize::from(*value)] += 1);
    let rare =
        |mask| (0..=u16::MAX).filter(|value| is_rare(*value, mask)).map(|value| counts[usize::from(value)]).sum();
    (1..256).min_by_key(|mask| -> usize { rare(*mask) }).unwrap_or(1)
}
