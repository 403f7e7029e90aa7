// Why a position is won: the verdict in a sentence, and the derivation to open. The objects of `grundy explain`.
import { html, Words, Outcome, Trouble, Value, Working, useAnswer, useEffect, useState, cx, nimber } from './base.js';
import { ask } from './api.js';
import { place, go, address, rulesOf } from './place.js';
import { Drawing } from './board.js';

export default function Why() {
  const { params } = place.value;
  const position = params.p || 'nim(3,4,5)';
  const key = `${position}|${params.play}|${params.rules}`;
  const body = async () => ({ position, play: params.play, rules: await rulesOf(params) || undefined });
  const { answer, error, loading, progress } = useAnswer(key, async options => ask('explain', await body(), options));
  const drawn = useAnswer(`${position}|${params.rules}`, async ({ signal }) => ask('draw', { position, rules: await rulesOf(params) || undefined }, { signal }));
  const [text, setText] = useState(null);
  useEffect(() => setText(null), [position]);
  const value = text ?? position;
  return html`<div class="column">
    <h1>Why</h1>
    <form class="setup" onSubmit=${event => { event.preventDefault(); go('why', { ...params, p: value.trim() }); }}>
      <label for="position">Position</label>
      <div class="row"><input id="position" type="text" value=${value} onInput=${event => setText(event.target.value)} spellcheck="false" autocapitalize="off" autocomplete="off" />
        <button type="submit" disabled=${text == null || !text.trim()}>Explain</button></div>
    </form>
    <${Trouble} error=${error} text=${position} />
    ${loading && !answer && html`<${Working} progress=${progress} what="Looking for the reason" />`}
    ${answer && !error && html`<article class=${cx('explanation', loading && 'stale')}>
      <div class="verdict-card"><${Outcome} outcome=${answer.outcome || 'tie'} /><p class="big">${sentence(answer)}</p>
        <a class="button second" href=${address('play', { p: answer.position, play: params.play, rules: params.rules })}>Play it</a></div>
      ${drawn.answer && html`<${Drawing} svg=${drawn.answer.svg} label=${`Picture of ${answer.position}`} class="surface flat" />`}
      <${Argument} answer=${answer} params=${params} />
      ${answer.components.length > 0 && html`<details open><summary>What it is made of</summary><${Components} answer=${answer} params=${params} /></details>`}
      ${answer.games.map(game => html`<details key=${game.name}><summary>${game.title}: rules and values</summary><${Game} game=${game} /></details>`)}
    </article>`}
  </div>`;
}

const sentence = answer => answer.verdict.endsWith('.') ? answer.verdict : answer.verdict + '.';

const Components = ({ answer, params }) => html`<div class="scroll" tabindex="0" role="region" aria-label="Components"><table class="plain">
  <thead><tr><th>Component</th><th>Value</th><th>How it is found</th></tr></thead>
  <tbody>${answer.components.map((part, index) => html`<tr key=${index}><td><a href=${address('why', { ...params, p: part.position })}><code>${part.position}</code></a></td>
    <td class="number">${part.value}</td><td>${foundBy(part, answer)}${part.options && html`<${Options} options=${part.options} value=${part.value} />`}</td></tr>`)}</tbody>
</table></div>`;

function foundBy(part, answer) {
  const game = answer.games[part.game];
  switch (part.found.by) {
    case 'no-moves': return 'There is no move, so the value is 0.';
    case 'nim': return `It is Nim with ${part.found.heaps.length === 1 ? 'a heap' : 'heaps'} of ${part.found.heaps.join(', ')}, move for move.`;
    case 'table': return 'By backward induction: its row in the table below.';
    case 'pattern': return `The values of ${game.name} repeat: heap ${part.heap} is worth as much as heap ${part.found.reduced}, ${nimber(part.found.nimber)}.`;
    case 'theorem': return part.applied ? html`By the theorem: <${Words} text=${part.applied} />.` : html`By a theorem${game.theorem ? html`: <${Words} text=${game.theorem} />` : ''}.`;
    case 'mex': return 'The mex of the values of its options.';
    case 'move-again': return 'By the rule for moves after which the same player moves again.';
    case 'loony': return 'It is loony: whoever moves wins, whatever else is in the sum.';
    default: return '';
  }
}

/** The options by value, and the least that is missing. */
const Options = ({ options, value }) => html`<div class="options">
  <ul class="chips">${options.groups.map(group => html`<li key=${group.value + group.again}><b>${group.value}</b> <span>${group.count === 1 ? '' : `${group.count} moves, e.g. `}${group.example.move}</span></li>`)}</ul>
  <p>The least number that is not among ${options.groups.length ? html`{${options.groups.map(group => group.value).join(', ')}}` : 'none'} gives <b>${value}</b>.</p></div>`;

/** Numbers in binary, column by column. */
export const Columns = ({ sum, changed }) => {
  const width = sum.bits.length;
  // Numbers past a double are exact, and columns stay narrow.
  const power = exponent => width > 12 ? html`2<sup>${exponent}</sup>` : String(2n ** BigInt(exponent));
  const odd = at => sum.bits[at] === '1';
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Nim-sum in binary columns"><table class="binary">
    <thead><tr><th>Component</th><th>Value</th>${[...sum.bits].map((_, at) => html`<th key=${at} class="bit">${power(width - 1 - at)}</th>`)}</tr></thead>
    <tbody>${sum.addends.map((row, index) => html`<tr key=${index} class=${cx(index === changed && 'changed')}><th scope="row"><code>${row.position}</code></th><td class="number">${row.nimber}</td>
      ${[...row.bits].map((bit, at) => html`<td key=${at} class=${cx('bit', bit === '1' && 'one', odd(at) && 'odd')}>${bit}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">nim-sum</th><td class="number">${sum.total}</td>${[...sum.bits].map((bit, at) => html`<td key=${at} class=${cx('bit', bit === '1' && 'one odd')}>${bit}<small>${odd(at) ? 'odd' : 'even'}</small></td>`)}</tr></tfoot>
  </table></div>`;
};

const Step = ({ step, params }) => html`<span class="step"><b>${step.move}</b> → <a href=${address('why', { ...params, p: step.to })}><code>${step.to}</code></a></span>`;

const Winning = ({ winning, params }) => winning.moves.length > 0 && html`<h3>${winning.moves.length === 1 && winning.complete ? 'The winning move' : 'Winning moves'}</h3>
  <ul class="steps">${winning.moves.map((step, index) => html`<li key=${index}><${Step} step=${step} params=${params} /></li>`)}${!winning.complete && html`<li class="faint">and others</li>`}</ul>`;

const Replies = ({ replies, params }) => replies.list.length > 0 && html`<h3>Every move has an answer</h3>
  <div class="scroll" tabindex="0" role="region" aria-label="Moves and answers"><table class="plain"><thead><tr><th>Move</th><th>Answer</th></tr></thead><tbody>
    ${replies.list.map((reply, index) => html`<tr key=${index}><td>${reply.to.move}</td><td>${reply.over ? 'none is needed: the game is over' : reply.answer.length ? reply.answer.map((step, at) => html`<${Step} key=${at} step=${step} params=${params} />`) : html`<span class="faint">there is one</span>`}</td></tr>`)}
  </tbody></table></div>${!replies.complete && html`<p class="faint">Not all moves are listed.</p>`}`;

/** Left and Right: the parts with their options, the moves of each, and what a move is worth. */
function Partizan({ answer, params }) {
  const why = answer.argument;
  const heat = useAnswer(`${answer.position}|${params.rules}`, async ({ signal }) => ask('thermograph', { position: answer.position, rules: await rulesOf(params) || undefined }, { signal }));
  const values = list => list.length ? list.map((value, index) => html`${index ? ', ' : ''}<${Value} text=${value} />`) : html`<span class="faint">nothing</span>`;
  const wins = (player, won) => html`<h3>${player}’s winning moves</h3>${won.moves.length ? html`<ul class="steps">
    ${won.moves.map((step, index) => html`<li key=${index}><${Step} step=${step} params=${params} /> = <${Value} text=${step.value} /></li>`)}${won.count > won.moves.length && html`<li class="faint">and ${won.count - won.moves.length} others</li>`}</ul>` : html`<p class="faint">There is none.</p>`}`;
  return html`<section><h2>The value is <${Value} text=${answer.value} /></h2>
    <p>Left and Right have different moves. A part is worth {what Left can move to | what Right can move to}, in canonical form; the values of the parts add up.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Parts"><table class="plain"><thead><tr><th>Part</th><th>Left can move to</th><th>Right can move to</th><th>Value</th></tr></thead>
      <tbody>${why.parts.map((part, index) => html`<tr key=${index}><td><a href=${address('why', { ...params, p: part.position })}><code>${part.position}</code></a></td>
        <td>${part.complete ? values(part.left) : '…'}</td><td>${part.complete ? values(part.right) : '…'}</td><td><${Value} text=${part.value} /></td></tr>`)}</tbody></table></div>
    <p>A value above 0 is a win for Left, below 0 for Right; 0 is lost for whoever begins, and what is confused with 0 is won by whoever begins.</p>
    ${wins('Left', why.left)}${wins('Right', why.right)}
    ${why.mean && html`<h3>What a move is worth</h3>
    <p>Mean ${why.mean}, temperature ${why.temperature}.</p>`}
    ${heat.answer && html`<${Drawing} svg=${heat.answer.svg} label=${`Thermograph of ${answer.position}: mean ${why.mean}, temperature ${why.temperature}`} class="sheet" />`}</section>`;
}

function Argument({ answer, params }) {
  const why = answer.argument;
  switch (why.kind) {
    case 'over': return html`<p>No move is left.</p>`;
    case 'balance': return html`<section><h2>The nim-sum is not zero</h2>
      ${why.nim_sum.addends.length > 1 ? html`<p>Write the values in binary, one below the other. A column with an odd number of ones is out of balance; the highest of them is <b>${why.power}</b>.</p>
        <${Columns} sum=${why.nim_sum} changed=${why.changed} />
        <p>${why.carriers.map((one, index) => html`${index ? '; ' : ''}<code>${answer.components[one.component]?.position}</code>, worth ${one.nimber}, would have to become worth ${one.target}`)}. That balances every column at once.</p>`
        : html`<p>The value is ${answer.value}, which is not 0: so there is a move to a position worth 0.</p>`}
      ${why.turn.length > 0 && html`<p class="do">Do this: ${why.turn.map((step, at) => html`<${Step} key=${at} step=${step} params=${params} />`)}</p>`}
      ${why.check && why.check.addends.length > 1 && html`<p>Afterwards every column is even, and whatever the opponent does disturbs one:</p><${Columns} sum=${why.check} />`}
      <${Winning} winning=${why.winning} params=${params} /></section>`;
    case 'balanced': return html`<section><h2>The nim-sum is zero</h2>
      ${why.nim_sum.addends.length > 1 ? html`<p>Every column has an even number of ones. Any move changes one component, and with it some column to odd; then there is always a move that makes all columns even again.</p><${Columns} sum=${why.nim_sum} />` : html`<p>The value is 0: every move leaves something that is not 0, and from there a move leads back to 0.</p>`}
      <${Replies} replies=${why.replies} params=${params} /></section>`;
    case 'loony': return html`<section><h2>A component is loony</h2><p>Whoever moves wins, whatever the rest of the sum is worth.</p><${Winning} winning=${why.winning} params=${params} /></section>`;
    case 'misere-nim': return html`<section><h2>Misère Nim</h2>
      <p>${why.large === 0 ? `All heaps have one token, so the moves are forced: with an ${why.ones % 2 ? 'odd' : 'even'} number of heaps, ${why.ones}, the player to move ${why.ones % 2 ? 'takes the last one and loses' : 'leaves the last one to the opponent'}.`
        : `${why.large} ${why.large === 1 ? 'heap has' : 'heaps have'} two tokens or more: play as in ordinary Nim, until your move would leave only heaps of one; then leave an odd number of them (Bouton 1902).`}</p>
      <${Columns} sum=${why.nim_sum} />
      <${Winning} winning=${why.winning} params=${params} /><${Replies} replies=${why.replies} params=${params} /></section>`;
    case 'search': return html`<section><h2>By search</h2><p>In misère play values do not add up; every line of play was followed to its end.</p>
      <${Winning} winning=${why.winning} params=${params} /><${Replies} replies=${why.replies} params=${params} /></section>`;
    case 'score': return html`<section><h2>By points</h2><p>With best play the player to move ends ${why.margin > 0 ? '+' : ''}${why.margin}.</p>
      <table class="plain"><thead><tr><th>Margin</th><th>First moves</th></tr></thead><tbody>${why.first_moves.map((one, index) => html`<tr key=${index}><td class="number">${one.margin > 0 ? '+' : ''}${one.margin}</td><td>${one.count} ${one.count === 1 ? 'move' : 'moves'}, e.g. ${one.example.move}</td></tr>`)}</tbody></table></section>`;
    case 'partizan': return html`<${Partizan} answer=${answer} params=${params} />`;
    default: return html`<p>${answer.verdict}</p>`;
  }
}

const Game = ({ game }) => html`<p><${Words} text=${game.rules} /></p>
  ${game.theorem && html`<p><b>Theorem:</b> <${Words} text=${game.theorem} />.</p>`}
  ${game.pattern && html`<p><b>Pattern:</b> from ${game.pattern.preperiod} on the values repeat with period ${game.pattern.period}${game.pattern.saltus ? `, growing by ${game.pattern.saltus}` : ''}. <span class="faint">${game.pattern.theorem}</span></p>`}
  ${game.table.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Backward induction"><table class="plain"><caption>Backward induction: from small heaps to large ones, each value is the mex of the values of the options.</caption>
    <thead><tr><th>Heap</th><th>Options</th><th>Their values</th><th>mex</th></tr></thead><tbody>
    ${game.table.map(row => html`<tr key=${row.heap}><td class="number">${row.heap}</td><td>${row.options.map(option => option.length ? option.join('+') : '0').join(', ')}${row.option_count > row.options.length ? ', …' : ''}${row.option_count ? '' : '–'}</td>
      <td>{${row.nimbers.join(', ')}}</td><td class="number"><b>${row.mex}</b></td></tr>`)}</tbody></table></div>`}`;
