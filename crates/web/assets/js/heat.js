// What a move is worth: the thermograph of a position of Left and Right.
import { html, Trouble, Value, Working, useAnswer, useEffect, useState } from './base.js';
import { ask } from './api.js';
import { go, address, rulesOf } from './place.js';
import { Drawing } from './board.js';

const TRY = ['domineering(2x4)', '{4||2|0}', 'toads(TT..FF)', 'hackenbush(0-1b 1-2r)', 'snort(path 5)', '{2|-1} + {0|-2}', 'clobber(2x3)'];

export function Heat({ params }) {
  const position = params.p || TRY[0];
  const [text, setText] = useState(null);
  useEffect(() => setText(null), [position]);
  const { answer, error, loading, progress } = useAnswer(`${position}|${params.rules}`, async options => ask('thermograph', { position, rules: await rulesOf(params) || undefined }, options));
  const value = text ?? position;
  return html`<form class="setup" onSubmit=${event => { event.preventDefault(); go('see', { ...params, show: 'heat', p: value.trim() }); }}>
      <label for="position">Position</label><div class="row"><input id="position" type="text" value=${value} onInput=${event => setText(event.target.value)} spellcheck="false" autocapitalize="off" /><button type="submit">Draw</button></div>
      <p class="try">Try ${TRY.map((one, index) => html`${index ? ', ' : ''}<a key=${one} href=${address('see', { show: 'heat', p: one })}>${one}</a>`)}</p>
    </form>
    <${Trouble} error=${error} text=${position} />
    ${loading && !answer && html`<${Working} progress=${progress} what="Weighing the moves" />`}
    ${answer && !error && html`<div class="spread">
      <${Drawing} svg=${answer.svg} label=${`Thermograph of ${answer.position}: mean ${answer.mean}, temperature ${answer.temperature}`} class="sheet" />
      <aside class="panel" aria-live="polite"><h2><code>${answer.position}</code></h2>
        <dl class="facts">${facts(answer).map(([name, what]) => html`<dt key=${name}>${name}</dt><dd><${Value} text=${what} /></dd>`)}</dl>
        <p class="faint">${answer.temperature.startsWith('-') || answer.temperature === '0' ? 'Nobody gains by moving here first.' : `Who moves here first gains about ${answer.temperature}.`}</p>
        <p class="actions"><a class="button" href=${address('play', { p: answer.position, rules: params.rules })}>Play it</a> <a href=${address('why', { p: answer.position, rules: params.rules })}>Why?</a></p></aside>
    </div>`}`;
}

const facts = answer => [['Value', answer.value], ['Mean', answer.mean], ['Temperature', answer.temperature], ['If Left begins', answer.left_stop],
  ['If Right begins', answer.right_stop], ['Up to infinitesimals', answer.reduced], ['Atomic weight', answer.atomic_weight]].filter(([, what]) => what);
