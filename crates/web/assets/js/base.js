// What every view uses: preact with htm, signals, and the smallest components.
import { h, render, Fragment } from '../vendor/preact.js';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/hooks.js';
import { signal, computed, effect, batch, useSignal } from '../vendor/signals.js';
import htm from '../vendor/htm.js';

export const html = htm.bind(h);
export { render, Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState, signal, computed, effect, batch, useSignal };

/** Class names, those that are not false. */
export const cx = (...names) => names.filter(Boolean).join(' ');

/** Whether the reader asked for little motion. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const wait = ms => new Promise(done => setTimeout(done, ms));

const PATHS = {
  play: 'M7 4.5v15l12-7.5z',
  why: 'M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.1-1.5 2.3M12 17.6v.2',
  see: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  invent: 'M4.5 19.5l1-4.5L15.8 4.7a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L9 18.5z M14 6.5l3.5 3.5',
  learn: 'M3 8.5L12 4.5l9 4-9 4zM6.5 10.5v5c1.5 1.6 3.4 2.4 5.5 2.4s4-.8 5.5-2.4v-5M21 8.5v6',
  share: 'M12 15V4m0 0L8 8m4-4l4 4M5 13v5.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V13',
  undo: 'M8 6L4 10l4 4M4.5 10H14a5 5 0 0 1 0 10h-3',
  redo: 'M16 6l4 4-4 4M19.5 10H10a5 5 0 0 0 0 10h3',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M5 4.5v4h4',
  swap: 'M7 5L3.5 8.5 7 12M4 8.5h13M17 12l3.5 3.5L17 19M20 15.5H7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  arrow: 'M5 12h13M13 7l5 5-5 5',
  down: 'M12 5v13M7 13l5 5 5-5',
  copy: 'M9 9h10v10H9zM5 15V5h10',
};

/** A small drawing that says again what its label says. */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** What a move does for whoever makes it; null where that is not known. Where points decide, it may keep a tie. */
export const fateOf = move => move.winning == null ? null : move.winning ? 'wins' : move.margin === 0 ? 'ties' : 'loses';
export const LETTERS = { wins: 'W', ties: '=', loses: 'L' };

/** Winning or losing, by letter, shape and colour. */
export const Mark = ({ fate }) => fate && html`<span class=${cx('mark', fate)} title=${`this move ${fate}`}><span aria-hidden="true">${LETTERS[fate]}</span><span class="sr">${fate}: </span></span>`;

/** The outcome class of a position, by letter, shape and colour. */
export const Outcome = ({ outcome, long }) => {
  if (!outcome) return null;
  const words = {
    N: 'the next player wins', P: 'the previous player wins', tie: 'a tie', L: 'Left wins', R: 'Right wins',
  }[outcome] || outcome;
  return html`<span class=${cx('outcome', 'is-' + outcome)} title=${words}><b>${outcome}</b>${long && html` <span>${words}</span>`}</span>`;
};

// What is said to those who sit at a command line; here is a page that lists the games.
const COMMANDS = / \(see `grundy [^)]*\)|`grundy games` lists.*/;

/** Who is at fault, and what would be right; a question that was not heard can be asked again. */
export const Trouble = ({ error, text, onRetry }) => error && html`
  <div class="trouble" role="alert">
    <p><${Words} text=${error.message} />${error.position ? html` <span class="faint">(while looking at <code>${error.position}</code>)</span>` : null}</p>
    ${text && error.span && html`<${Caret} text=${text} span=${error.span} />`}
    ${error.help && html`<p class="help"><${Words} text=${error.help.replace(COMMANDS, '')} />${COMMANDS.test(error.help) && html`<a href="#/">All games</a>`}</p>`}
    ${onRetry && html`<p class="actions"><button type="button" class="second" onClick=${onRetry}>Try again</button></p>`}
  </div>`;

/** The place of a mistake; spans count bytes. */
const Caret = ({ text, span }) => {
  const bytes = new TextEncoder().encode(text);
  const part = (from, to) => new TextDecoder().decode(bytes.slice(from, to));
  const [from, to] = [Math.min(span[0], bytes.length), Math.max(Math.min(span[1], bytes.length), span[0])];
  return html`<code class="caret">${part(Math.max(0, from - 60), from)}<mark>${part(from, to) || ' '}</mark>${part(to, to + 60)}</code>`;
};

/** A value; one too long to be taken in is cut, and can be had whole by pointing at it. */
export const Value = ({ text }) => text.length > 60 ? html`<code title=${text}>${text.slice(0, 59)}…</code>` : html`<code>${text}</code>`;

/** A choice among a few, as buttons that exclude each other. */
export const Choice = ({ label, options, value, onChange }) => html`
  <fieldset class="choice"><legend>${label}</legend><div>
    ${options.map(([key, text]) => html`<button type="button" key=${key} aria-pressed=${value === key ? 'true' : 'false'} onClick=${() => onChange(key)}>${text}</button>`)}
  </div></fieldset>`;

/** Work that goes on, with how far it is. */
export const Working = ({ progress, what = 'Working' }) => html`
  <p class="working" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> ${what}
    ${progress ? html` <span class="faint">${progress.positions.toLocaleString('en')} positions, ${progress.seconds.toFixed(1)} s</span>` : null}</p>`;

/** Asks something when `key` changes; what was asked before is called off. */
export function useAnswer(key, question) {
  const [state, set] = useState({ key: null });
  useEffect(() => {
    if (key == null) { set({ key }); return; }
    const control = new AbortController();
    set(old => ({ ...old, loading: true, error: null, progress: null }));
    question({ signal: control.signal, onProgress: progress => set(old => ({ ...old, progress })) })
      .then(answer => set({ key, answer }), error => { if (!control.signal.aborted) set({ key, error }); });
    return () => control.abort();
  }, [key]);
  return state;
}

/** Formulas stand between backquotes. */
export const Words = ({ text }) => text.split('`').map((part, index) => index % 2 ? html`<code>${part}</code>` : part);

/** What the browser keeps for the next visit; some keep nothing. */
export const memory = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, text) { try { localStorage.setItem(key, text); } catch { /* then it lasts for this visit */ } },
};

export const nimber = n => n == null ? '' : n === 0 ? '0' : n === 1 ? '*' : `*${n}`;
