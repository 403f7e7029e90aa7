// Exercises that are made anew each time, checked, and explained when the answer is wrong. Each is a question with what is needed to
// answer it; `right` says whether an answer is right, `explain` why the right one is.

const between = (least, most) => least + Math.floor(Math.random() * (most - least + 1));
const pick = list => list[between(0, list.length - 1)];
export const binary = (n, width) => n.toString(2).padStart(width, '0');
export const mexOf = values => { let n = 0; while (values.includes(n)) n++; return n; };

/** The values of a take-away game up to a heap. */
export const takeAway = (set, most) => {
  const values = [];
  for (let n = 0; n <= most; n++) values.push(mexOf(set.filter(k => k <= n).map(k => values[n - k])));
  return values;
};

const SETS = [[1, 2], [1, 2, 3], [1, 3, 4], [2, 3], [1, 4], [1, 2, 4], [2, 5]];
const text = set => `{${set.join(', ')}}`;
const because = (set, values, n) => {
  const to = set.filter(k => k <= n);
  if (!to.length) return `From ${n} there is no move at all, so the player to move has lost: a P-position.`;
  const good = to.find(k => values[n - k] === 0);
  return good != null ? `Taking ${good} leaves ${n - good}, a P-position: so ${n} is an N-position.`
    : `Every move leads to an N-position (${to.map(k => n - k).join(', ')}): so ${n} is a P-position.`;
};

/** Is a heap P or N? */
export function outcomeOfHeap() {
  const set = pick(SETS), n = between(4, 14), values = takeAway(set, n);
  const answer = values[n] === 0 ? 'P' : 'N';
  return {
    kind: 'choice', ask: `You may take a number from ${text(set)}. Is a heap of ${n} an N-position or a P-position?`, options: [['N', 'N: the next player wins'], ['P', 'P: the previous player wins']], answer,
    right: given => given === answer,
    explain: () => `${because(set, values, n)} From below: ${values.map((value, heap) => `${heap} is ${value ? 'N' : 'P'}`).join(', ')}.`,
  };
}

/** All P-positions up to a heap. */
export function allP() {
  const set = pick(SETS), most = between(8, 11), values = takeAway(set, most);
  const answer = values.flatMap((value, n) => value === 0 ? [n] : []);
  return {
    kind: 'several', ask: `You may take a number from ${text(set)}. Mark all P-positions among the heaps 0 to ${most}.`, options: values.map((_, n) => [String(n), String(n)]), answer: answer.map(String),
    right: given => given.length === answer.length && answer.every(n => given.includes(String(n))),
    explain: given => {
      const wrong = values.findIndex((value, n) => (value === 0) !== given.includes(String(n)));
      return `Begin at the bottom: ${because(set, values, wrong)} The P-positions are ${answer.join(', ')}.`;
    },
  };
}

/** How many to take. */
export function winningTake() {
  for (;;) {
    const set = pick(SETS), n = between(6, 20), values = takeAway(set, n);
    const good = set.filter(k => k <= n && values[n - k] === 0);
    if (!good.length) continue;
    return {
      kind: 'number', ask: `You may take a number from ${text(set)}. From a heap of ${n}, how many do you take to win?`, answer: String(good[0]),
      right: given => good.includes(Number(given)),
      explain: given => {
        const k = Number(given);
        if (!set.includes(k) || k > n) return `Only ${text(set)} may be taken. Taking ${good[0]} leaves ${n - good[0]}, a P-position.`;
        return `Taking ${k} leaves ${n - k}. ${because(set, values, n - k)} Take ${good[0]} instead: it leaves ${n - good[0]}, a P-position.`;
      },
    };
  }
}

/** A nim-sum. */
export function nimSum() {
  const a = between(3, 15), b = between(3, 15), answer = a ^ b, width = 4;
  return {
    kind: 'number', ask: `What is the nim-sum of ${a} and ${b}?`, answer: String(answer), right: given => Number(given) === answer,
    explain: () => `${a} is ${binary(a, width)} and ${b} is ${binary(b, width)} in binary. Add without carrying: a column with two ones gives 0. That is ${binary(answer, width)}, which is ${answer}.`,
  };
}

/** A mex. */
export function mex() {
  const values = [...new Set(Array.from({ length: between(3, 6) }, () => between(0, 6)))].sort((a, b) => a - b);
  const answer = mexOf(values);
  return {
    kind: 'number', ask: `What is the mex of {${values.join(', ')}}?`, answer: String(answer), right: given => Number(given) === answer,
    explain: () => answer === 0 ? '0 is not in the set, and nothing is smaller: the mex is 0.' : `${Array.from({ length: answer }, (_, n) => n).join(', ')} ${answer === 1 ? 'is' : 'are'} in the set, ${answer} is not: the mex is ${answer}.`,
  };
}

/** The move that balances a position of Nim. */
export function balance() {
  for (;;) {
    const heaps = Array.from({ length: 3 }, () => between(1, 9));
    const sum = heaps.reduce((total, heap) => total ^ heap, 0);
    const good = heaps.flatMap((heap, index) => (heap ^ sum) < heap ? [index] : []);
    if (!sum || good.length !== 1 || new Set(heaps).size < 3) continue;
    const [at] = good, left = heaps[at] ^ sum, names = ['first', 'second', 'third'];
    return {
      kind: 'number', ask: `Nim with heaps of ${heaps.join(', ')}. One move wins: in the heap of ${heaps[at]}. How many tokens do you take?`, answer: String(heaps[at] - left), position: `nim(${heaps.join(',')})`,
      right: given => Number(given) === heaps[at] - left,
      explain: () => `In binary the heaps are ${heaps.map(heap => binary(heap, 4)).join(', ')}; their nim-sum is ${binary(sum, 4)}, which is ${sum}. The ${names[at]} heap must become ${heaps[at]} ⊕ ${sum} = ${left}: take ${heaps[at] - left}.`,
    };
  }
}

/** The value of a heap of a take-away game. */
export function grundyValue() {
  const set = pick(SETS.slice(1)), n = between(5, 12), values = takeAway(set, n), answer = values[n];
  const to = set.filter(k => k <= n).map(k => n - k);
  return {
    kind: 'number', ask: `You may take a number from ${text(set)}. Which nim heap is a heap of ${n} equal to? (The values of 0 to ${n - 1} are ${values.slice(0, n).join(', ')}.)`, answer: String(answer), right: given => Number(given) === answer,
    explain: () => `The options are heaps of ${to.join(', ')}, worth ${to.map(heap => values[heap]).join(', ')}. The mex of these is ${answer}: the heap of ${n} is equal to a nim heap of ${answer}.`,
  };
}

/** What balances a sum. */
export function complement() {
  const set = pick(SETS.slice(1)), n = between(5, 12), heap = between(1, 6), value = takeAway(set, n)[n], answer = value ^ heap;
  return {
    kind: 'number', ask: `A heap of ${n}, from which one takes ${text(set)}, is worth *${value}. Add it to a nim heap of ${heap}. Which nim heap must be added to make the sum a P-position?`, answer: String(answer), right: given => Number(given) === answer,
    explain: () => `The sum is worth ${value} ⊕ ${heap} = ${answer}. It is a P-position exactly where the whole is worth 0, so *${answer} has to be added.`,
  };
}

/** Whether two positions are equal. */
export function areEqual() {
  const a = between(1, 7), b = between(1, 7), same = Math.random() < 0.5, c = same ? a ^ b : (a ^ b) ^ pick([1, 2, 4]);
  return {
    kind: 'choice', ask: `Is *${a} + *${b} equal to *${c}?`, options: [['yes', 'Yes, equal'], ['no', 'No, different']], answer: same ? 'yes' : 'no', right: given => given === (same ? 'yes' : 'no'),
    explain: () => `*${a} + *${b} is worth ${a} ⊕ ${b} = ${a ^ b}. ${same ? 'That is the same number, so adding both sides gives a P-position.' : `That is not ${c}: adding *${a ^ b} to both makes one a P-position and the other not.`}`,
  };
}
