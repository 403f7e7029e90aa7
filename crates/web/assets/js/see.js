// What the values of a game look like: a strip or a heat map. Beside them the game graph and the thermograph of a position.
import { html, Trouble, Working, Choice, Value, useAnswer, useEffect, useRef, useState, cx, calm, nimber } from './base.js';
import { ask } from './api.js';
import { place, go, address, rulesOf, tableOf } from './place.js';
import { Graph } from './graph.js';
import { Heat } from './heat.js';

export default function See() {
  const { params } = place.value;
  const tab = params.show || 'table';
  return html`<div class="wide">
    <div class="headline"><h1>See</h1>
      <${Choice} label="What to see" value=${tab} options=${[['table', 'Values'], ['graph', 'Game graph'], ['heat', 'Thermograph']]} onChange=${show => go('see', { ...params, show })} /></div>
    ${tab === 'graph' ? html`<${Graph} params=${params} />` : tab === 'heat' ? html`<${Heat} params=${params} />` : html`<${Table} params=${params} />`}
  </div>`;
}

function Table({ params }) {
  const game = tableOf(params);
  const [name, setName] = useState(null);
  const [extent, setExtent] = useState(null);
  useEffect(() => { setName(null); setExtent(null); }, [params.game, params.to]);
  const key = `${game}|${params.to}|${params.rules}`;
  const table = useAnswer(key, async options => {
    const rules = await rulesOf(params) || undefined;
    const asked = to => ask('table', { game, to, rules }, options).then(answer => ({ ...answer, to }));
    if (params.to) return asked(params.to);
    // A game says itself whether it has one coordinate or two.
    return asked('99').catch(error => { if (error.field !== 'to') throw error; return asked('15x15'); });
  });
  // Whoever comes from a position without a table wants to see the position.
  useEffect(() => { if (table.error && table.key === key && !params.game && params.p) go('see', { ...params, show: 'graph' }, { replace: true }); }, [table.error]);
  const flat = table.answer && table.answer.from.length === 1;
  const period = useAnswer(flat && table.key === key ? key : null, async ({ signal }) => ask('period', { game, rules: await rulesOf(params) || undefined }, { signal }));
  const [cell, setCell] = useState(null);
  useEffect(() => setCell(null), [key]);
  const submit = event => { event.preventDefault(); go('see', { ...params, show: 'table', game: (name ?? game).trim(), to: (extent ?? params.to ?? '').trim() }); };
  return html`
    <form class="setup two" onSubmit=${submit}>
      <div><label for="game">Game</label><input id="game" type="text" value=${name ?? game} onInput=${event => setName(event.target.value)} spellcheck="false" autocapitalize="off" /></div>
      <div><label for="to">Up to</label><input id="to" type="text" class="short" placeholder="99 or 15x15" value=${extent ?? params.to ?? table.answer?.to ?? ''} onInput=${event => setExtent(event.target.value)} /></div>
      <button type="submit">Show</button>
      <p class="try">Try ${['kayles', 'take{1,3,4}', 'dawson', 'candy', 'queen', 'chomp', 'nim', 'cutcake'].map((one, index) => html`${index ? ', ' : ''}<a key=${one} href=${address('see', { game: one, to: one === 'nim' ? '15x15' : one === 'cutcake' ? '12x12' : null, rules: params.rules })}>${one}</a>`)}</p>
    </form>
    <${Trouble} error=${table.error} text=${table.error?.field === 'to' ? params.to : game} />
    ${table.loading && !table.answer && html`<${Working} progress=${table.progress} what="Computing the values" />`}
    ${table.answer && !table.error && html`<div class="spread">
      <div>${flat ? html`<${Strip} table=${table.answer} period=${period.answer} cell=${cell} onCell=${setCell} />` : html`<${HeatMap} table=${table.answer} cell=${cell} onCell=${setCell} />`}</div>
      <aside class="panel" aria-live="polite">${cell ? html`<${Cell} game=${game} at=${cell} params=${params} forms=${hasForms(table.answer)} />` : html`<h2>${hasForms(table.answer) ? 'A value is made of options' : 'A value is a mex'}</h2><p>Choose a cell to see its options and why it has its value.</p>`}</aside>
    </div>`}`;
}

/** Whether the values are canonical forms, of Left and Right: those are texts. */
const hasForms = table => typeof table.values.flat().find(value => value != null) === 'string';

/** The shade of a value, and whether its number must be light. Shades in the middle, on which neither can be read, are left out. */
const shade = (value, most) => {
  const part = most ? Math.min(1, value / most) : 0;
  const dark = part > 0.5;
  return { style: { '--part': `${Math.round(dark ? 100 - 56 * (1 - part) : 96 * part)}%` }, dark };
};

/** Arrow keys in a grid of cells, whose rows are as long as the page is wide. */
const arrows = event => {
  const cells = [...event.currentTarget.querySelectorAll('button')];
  const across = cells.filter(cell => cell.offsetTop === cells[0].offsetTop).length;
  const at = cells.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
  if (at < 0 || !step || !cells[at + step]) return;
  event.preventDefault();
  cells[at].tabIndex = -1;
  cells[at + step].tabIndex = 0;
  cells[at + step].focus();
};

/** One coordinate: rows of the period, so that it shows as columns. */
const Strip = ({ table, period, cell, onCell }) => {
  const [from] = table.from;
  const most = Math.max(...table.values.map(value => value ?? 0));
  const found = period?.found ? period : null;
  const fits = found && found.period >= 3 && found.period <= 40;
  const across = fits ? Math.max(1, Math.floor(24 / found.period)) * found.period : 12;
  const isBefore = n => found && n < found.preperiod;
  const cells = table.values.map((value, index) => {
    const n = from + index;
    const { style, dark } = shade(value ?? 0, most);
    const turn = found && !isBefore(n) ? Math.floor((n - found.preperiod) / found.period) % 2 : null;
    return html`<button type="button" key=${n} style=${style} tabindex=${index ? -1 : 0}
      aria-pressed=${cell?.[0] === n ? 'true' : 'false'} class=${cx('cell', dark && 'dark', value == null && 'none', isBefore(n) && 'before', turn === 0 && 'even', turn === 1 && 'odd', value === 0 && 'zero')} onClick=${() => onCell([n])}>
      <b>${value ?? '·'}</b><span class="sr"> is the value of heap </span><small>${n}</small>${isBefore(n) && html`<span class="sr">, before the period</span>`}</button>`;
  });
  return html`<figure class="strip" style=${{ '--across': across }}>
    <div class="cells" role="group" aria-label=${`Values of ${table.game}`} onKeyDown=${arrows}>${cells}</div>
    <figcaption>${found ? html`<b>Period ${found.period}</b>${found.saltus ? `, growing by ${found.saltus} each time` : ''}, from ${found.preperiod} on${found.proved ? '' : ' (seen, not proved)'}${found.max_nimber != null ? `; the largest value is ${found.max_nimber}` : ''}. ${found.theorem && html`<span class="faint">${found.theorem}.</span>`} ${found.preperiod > 0 && html`<span class="key before">Hatched: before the period.</span>`} ${from + cells.length > found.preperiod && 'The lines on top change colour with every period.'}`
      : period ? 'No period is known among the values looked at.' : ''} Underlined: P-positions, worth 0.</figcaption>
  </figure>`;
};

/** Two coordinates: a heat map; canonical forms have no shade. */
const HeatMap = ({ table, cell, onCell }) => {
  const [top, left] = table.from;
  const forms = hasForms(table);
  const number = value => typeof value === 'number' ? value : 0;
  const most = Math.max(...table.values.flat().map(number));
  const across = table.values[0]?.length || 1;
  return html`<figure class=${cx('heat', forms && 'forms')} style=${{ '--across': across }}><div class="scroll" tabindex="0" role="region" aria-label=${`Heat map of ${table.game}`}>
    <div class="cells" role="group" aria-label=${`Values of ${table.game}`} onKeyDown=${arrows}>
      <span></span>${table.values[0]?.map((_, x) => html`<span class="head" key=${x}>${left + x}</span>`)}
      ${table.values.map((row, y) => html`<span class="head" key=${'h' + y}>${top + y}</span>${row.map((value, x) => {
        const { style, dark } = shade(number(value), most);
        const here = cell && cell[0] === top + y && cell[1] === left + x;
        return html`<button type="button" key=${x} style=${style} tabindex=${x + y ? -1 : 0} class=${cx('cell', dark && 'dark', value == null && 'none', (value === 0 || value === '0') && 'zero')} aria-label=${`${top + y}, ${left + x}: value ${value ?? 'not found'}`} aria-pressed=${here ? 'true' : 'false'} onClick=${() => onCell([top + y, left + x])}>${value ?? '·'}</button>`;
      })}`)}
    </div></div><figcaption><b>${table.game}</b>. Ringed: P-positions, worth 0. The first number is the row, the second the column.</figcaption></figure>`;
};

/** The options of a cell, and their mex. */
const Cell = ({ game, at, params, forms }) => {
  const { answer, error, loading } = useAnswer(`${game}|${at}|${params.rules}`, async ({ signal }) => ask('cell', { game, at, rules: await rulesOf(params) || undefined }, { signal }));
  const top = useRef();
  // On a narrow page the panel lies below: bring it into sight.
  useEffect(() => { if (answer && innerWidth < 1080) top.current?.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' }); }, [answer]);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!answer) return loading ? html`<${Working} what="Listing the options" />` : null;
  if (forms) return html`<${Form} answer=${answer} params=${params} top=${top} />`;
  const values = new Set(answer.options.map(option => option.nimber));
  const ladder = Array.from({ length: Math.min(24, (answer.nimber ?? 0) + 2) }, (_, n) => n);
  return html`<h2 ref=${top}><code>${answer.position}</code></h2>
    <p>Value <b>${answer.value}</b>: the least number that no option has.</p>
    <ul class="ladder" aria-label="Which values the options have">${ladder.map(n => html`<li key=${n} class=${cx(values.has(n) && 'there', n === answer.nimber && 'mex')}>${n}<span class="sr">${values.has(n) ? ' is the value of an option' : n === answer.nimber ? ' is missing: the mex' : ''}</span></li>`)}</ul>
    <ul class="steps tall" tabindex="0">${answer.options.map((option, index) => html`<li key=${index}><b>${nimber(option.nimber) || option.value}</b> ${option.move}</li>`)}${!answer.complete && html`<li class="faint">and more</li>`}${!answer.options.length && html`<li>There is no move.</li>`}</ul>
    <p class="actions"><a class="button" href=${address('play', { p: answer.position, rules: params.rules })}>Play it</a> <a href=${address('why', { p: answer.position, rules: params.rules })}>Why?</a></p>`;
};

/** The options of Left and Right, and the form they make. */
const Form = ({ answer, params, top }) => html`<h2 ref=${top}><code>${answer.position}</code></h2>
  <p>Value <${Value} text=${answer.value} />: {what Left can move to | what Right can move to}, without what is dominated or reversible.</p>
  ${[['Left', 'L'], ['Right', 'R']].map(([name, player]) => html`<h3 key=${player}>${name}</h3><ul class="steps">
    ${answer.options.filter(option => !option.player || option.player === player).slice(0, 40).map((option, index) => html`<li key=${index}><${Value} text=${option.value ?? '…'} /> ${option.move}</li>`)}
    ${!answer.options.some(option => !option.player || option.player === player) && html`<li class="faint">no move</li>`}</ul>`)}
  <p class="actions"><a class="button" href=${address('play', { p: answer.position, rules: params.rules })}>Play it</a> <a href=${address('why', { p: answer.position, rules: params.rules })}>Why?</a></p>`;
