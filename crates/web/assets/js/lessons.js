// Three lessons, from a heap of tokens to the theorem of Sprague and Grundy.
import { html } from './base.js';
import * as made from './exercises.js';

export const LESSONS = [
  {
    id: 'take-away', title: 'Who wins?', about: 'Take-away games, N and P.', parts: [
      { words: html`<p>A heap of tokens. Two players take turns; each takes one, two or three. Whoever cannot move has lost. Try it: you move first.</p>`, board: 'take{1,2,3}(10)' },
      { words: html`<p>Did you win? Somebody can always force it, since nothing is hidden and no game lasts for ever. So every position is of one of two kinds:</p>
        <ul><li><b>N</b>: the <b>next</b> player, the one about to move, wins.</li><li><b>P</b>: the <b>previous</b> player, the one who has just moved, wins.</li></ul>
        <p>Which kind, you find out backwards. With no tokens left the player to move has lost: 0 is P. From 1, 2 and 3 one move reaches 0: they are N. From 4 every move leads to 1, 2 or 3, so whoever is at 4 hands the win to the other: 4 is P. That is all there is to it:</p>
        <blockquote>A position is N if <em>some</em> move leads to a P-position, and P if <em>no</em> move does.</blockquote>`, exercise: made.outcomeOfHeap, name: 'outcome' },
      { words: html`<p>Go on like that and a pattern shows. When one to three may be taken, the multiples of four are P: whatever the other takes, you take what is missing to four. Other sets have other patterns; the way to find them is the same.</p>`, exercise: made.allP, name: 'all-p' },
      { words: html`<p>Knowing the P-positions is knowing how to win: move to one. From an N-position there is always a way, from a P-position there never is.</p>`, exercise: made.winningTake, name: 'take' },
      { words: html`<p>And now with the values 1, 3 and 4. The engine plays perfectly, but you may start, and 10 is N.</p>`, board: 'take{1,3,4}(10)' },
    ],
  },
  {
    id: 'nim', title: 'Nim', about: 'Nim-sum, balance, mex.', parts: [
      { words: html`<p>Several heaps now. A move takes any number of tokens, but from one heap only. This is Nim, and it is the measure of all the other games.</p>`, board: 'nim(3,4,5)' },
      { words: html`<p>Two equal heaps are easy: they are P, because you can do on one side what the other did on the opposite side. The secret of three and more is to see equal pieces <em>inside</em> the heaps. Write each heap as a sum of powers of two: 3 is 2+1, 4 is 4, 5 is 4+1. Pieces that occur in pairs balance. Here the 2 is alone, so take it: 1, 4, 5 is balanced.</p>
        <p>The pieces left alone are the <b>nim-sum</b>, written ⊕: add in binary without carrying. A position of Nim is P exactly where the nim-sum of its heaps is 0 (Bouton 1902).</p>`, exercise: made.nimSum, name: 'nim-sum' },
      { words: html`<p>If the nim-sum is not 0, look at its highest power of two. Some heap contains it; that heap can be changed so that all columns balance: heap n becomes n ⊕ the nim-sum, which is less than n.</p>`, exercise: made.balance, name: 'balance' },
      { words: html`<p>Why does it work? Two facts. From nim-sum 0 every move spoils the balance. From any other nim-sum some move restores it. These are the two halves of the rule for P and N.</p>
        <p>One more notion, for the next lesson. From a heap of 5 you can reach 0, 1, 2, 3, 4: every smaller number, and 5 is the least number you cannot reach. The least number missing from a set is its <b>mex</b>, the minimal excluded value.</p>`, exercise: made.mex, name: 'mex' },
    ],
  },
  {
    id: 'sprague-grundy', title: 'Everything is Nim', about: 'Equivalence, Sprague and Grundy.', parts: [
      { words: html`<p>Games can be added: put them side by side, and a move is a move in one of them. When may one position stand in for another? When they never make a difference: G and H are <b>equal</b> if G + X and H + X have the same outcome, whatever X is.</p>
        <p>That sounds as if infinitely many sums had to be looked at. But it is enough that G + H is a P-position. And a nim heap plus another nim heap is equal to one heap, of their nim-sum.</p>`, exercise: made.areEqual, name: 'equal' },
      { words: html`<p>Now the theorem, found by Sprague in 1935 and Grundy in 1939: <b>every</b> impartial position is equal to a nim heap. Its size is the mex of the sizes of its options:</p>
        <blockquote>value of G = mex of the values of the options of G.</blockquote>
        <p>Why? Suppose the options are worth 0, 1 and 3. From G one can reach a heap of 0 or 1, but not of 2: just as from a heap of 2. The option worth 3 is new, but whoever moves there can be answered back to 2. So G is a heap of 2 in disguise.</p>`, exercise: made.grundyValue, name: 'value' },
      { words: html`<p>So sums of anything are played like Nim: find the value of each part, and balance the nim-sum. Here are a row of pins, of which one knocks down one or two neighbours, and a bar of chocolate.</p>`, board: 'kayles(5) + chomp(2x3)' },
      { words: html`<p>The last step: what has to be added to make a sum balanced is its value.</p>`, exercise: made.complement, name: 'complement' },
    ],
  },
];
