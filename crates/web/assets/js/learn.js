// Lessons with boards to play on and exercises; what was done is kept in the browser.
import { html, Icon, Mark, Trouble, Working, memory, signal, useAnswer, useEffect, useState, cx, calm, wait } from './base.js';
import { ask } from './api.js';
import { place, address } from './place.js';
import { Board, MoveList } from './board.js';
import { LESSONS } from './lessons.js';

const KEPT = 'grundy.progress';
/** How many right answers finish an exercise. */
const ENOUGH = 3;

const read = () => { try { return JSON.parse(memory.get(KEPT)) || {}; } catch { return {}; } };
const progress = signal(read());
const note = (key, value) => {
  progress.value = { ...progress.value, [key]: value };
  memory.set(KEPT, JSON.stringify(progress.value));
};

/** What a lesson asks for: a board played to its end counts once, an exercise several right answers. */
const tasks = lesson => lesson.parts.map((part, index) => part.exercise ? { key: `${lesson.id}/${part.name}`, need: ENOUGH } : { key: `${lesson.id}/board${index}`, need: 1 });
const share = lesson => {
  const list = tasks(lesson);
  return list.reduce((sum, task) => sum + Math.min(1, (progress.value[task.key] || 0) / task.need), 0) / list.length;
};

export default function Learn() {
  const lesson = LESSONS.find(one => one.id === place.value.params.lesson);
  return lesson ? html`<${Lesson} key=${lesson.id} lesson=${lesson} />` : html`<div class="column">
    <h1>Learn</h1><p class="lead">Three lessons, each with boards to play on and exercises that never run out. No mathematics is needed but counting.</p>
    <ol class="lessons">${LESSONS.map((one, index) => html`<li key=${one.id}><a href=${address('learn', { lesson: one.id })}>
      <span class="number">${index + 1}</span><span class="title"><b>${one.title}</b><small>${one.about}</small></span><${Ring} part=${share(one)} /></a></li>`)}</ol>
    ${Object.keys(progress.value).length > 0 && html`<p><button type="button" class="quiet" onClick=${() => { progress.value = {}; memory.set(KEPT, '{}'); }}>Forget my progress</button></p>`}
  </div>`;
}

const Ring = ({ part }) => html`<span class=${cx('ring', part >= 1 && 'done')} role="img" aria-label=${`${Math.round(part * 100)} per cent done`}>
  <svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="15" /><circle class="part" cx="18" cy="18" r="15" pathLength="100" stroke-dasharray=${`${part * 100} 100`} /></svg>
  <span aria-hidden="true">${part >= 1 ? '✓' : Math.round(part * 100) + '%'}</span></span>`;

const Lesson = ({ lesson }) => {
  const done = share(lesson) >= 1;
  const at = LESSONS.indexOf(lesson);
  return html`<article class="column lesson">
    <p class="crumb"><a href=${address('learn')}>Learn</a> · lesson ${at + 1}</p>
    <header><h1>${lesson.title}</h1><${Ring} part=${share(lesson)} /></header>
    ${lesson.parts.map((part, index) => html`<section key=${index}>${part.words}
      ${part.board && html`<${Game} start=${part.board} name=${`${lesson.id}/board${index}`} />`}
      ${part.exercise && html`<${Exercise} make=${part.exercise} name=${`${lesson.id}/${part.name}`} />`}</section>`)}
    <footer class=${cx('finish', done && 'done')} role="status">${done ? html`<h2>Lesson ${at + 1} is done.</h2>${LESSONS[at + 1]
      ? html`<a class="button" href=${address('learn', { lesson: LESSONS[at + 1].id })}>Go on: ${LESSONS[at + 1].title} <${Icon} name="arrow" /></a>`
      : html`<p>You know the theory of impartial games. <a href="#/">Choose a game</a>, or <a href=${address('invent')}>make one up</a>.</p>`}`
      : html`<p class="faint">Play the boards to the end and give ${ENOUGH} right answers to each exercise to finish this lesson.</p>`}</footer>
  </article>`;
};

/** A board in the text: you begin, the engine answers. */
const Game = ({ start, name }) => {
  const [at, setAt] = useState(start);
  const [mine, setMine] = useState(true);
  const [said, setSaid] = useState(null);
  const [chosen, setChosen] = useState([]);
  const [shown, setShown] = useState(null);
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState(null);
  const { answer: board, error, key } = useAnswer(`${at}|${tries}`, ({ signal }) => ask('board', { position: at }, { signal }));
  const fresh = key === `${at}|${tries}` && !!board;
  const over = fresh && board?.over;
  useEffect(() => { if (over) note(name, 1); }, [over]);
  function make(move) {
    const slip = board.moves.some(one => one.winning) && !move.winning;
    setSaid({ you: move.move, slip });
    setMine(false);
    setAt(move.to);
  }
  // The engine answers when it is its turn; whoever leaves, or starts again, calls it off.
  useEffect(() => {
    setFailure(null);
    if (mine || !fresh || over) return;
    const control = new AbortController();
    Promise.all([ask('reply', { position: at }, { signal: control.signal }), wait(calm() ? 100 : 600)]).then(([{ reply }]) => {
      if (control.signal.aborted || !reply) return;
      setSaid(old => ({ ...old, engine: reply.move }));
      setAt(reply.to);
      setMine(true);
    }, wrong => { if (!control.signal.aborted) setFailure(wrong); });
    return () => control.abort();
  }, [mine, fresh, at, tries]);
  const again = () => { setAt(start); setMine(true); setSaid(null); };
  return html`<div class="inline-game">
    <div class="surface">${board ? html`<${Board} board=${board} onMove=${make} chosen=${chosen} setChosen=${setChosen} shown=${shown} still=${!mine || !fresh || over} />` : !error && html`<${Working} what="Setting up" />`}</div>
    <${Trouble} error=${error || failure} onRetry=${() => setTries(tries + 1)} />
    ${board && !over && html`<details class="list"><summary>Moves as a list</summary><${MoveList} moves=${board.moves} onMove=${make} onShow=${setShown} still=${!mine || !fresh} complete=${board.complete} /></details>`}
    <p class="status" role="status">${over ? html`<b>${mine ? 'No move is left to you: the engine wins.' : 'The engine has no move: you win!'}</b>`
      : said ? html`You: ${said.you}. ${said.slip ? html`<span class="slipped"><${Mark} fate="loses" /> that gave the win away. </span>` : ''}${said.engine ? html`Engine: ${said.engine}. ` : html`<span class="faint">The engine thinks…</span>`}`
      : html`<span class="faint">Click a piece, or choose from the list.</span>`}
      ${(said || over) && html` <button type="button" class="quiet small" onClick=${again}>Start again</button>`}</p>
  </div>`;
};

/** An exercise, made anew after each right answer. */
const Exercise = ({ make, name }) => {
  const [task, setTask] = useState(make);
  const [given, setGiven] = useState(null);
  const [result, setResult] = useState(null);
  const id = name.replace('/', '-');
  const right = progress.value[name] || 0;
  const submit = event => {
    event.preventDefault();
    if (result?.right) { setTask(make()); setGiven(null); setResult(null); return; }
    const value = given ?? (task.kind === 'several' ? [] : '');
    // Nothing is no answer, and above all not the number 0. To mark none of several is one.
    if (typeof value === 'string' && !value.trim()) { setResult({ blank: true }); return; }
    if (task.right(value)) { note(name, right + 1); setResult({ right: true }); } else setResult({ right: false, why: task.explain(value) });
  };
  const change = value => { setGiven(value); if (result && !result.right) setResult(null); };
  const toggle = key => change((given || []).includes(key) ? given.filter(one => one !== key) : [...(given || []), key]);
  return html`<form class=${cx('exercise', result && !result.blank && (result.right ? 'right' : 'missed'))} onSubmit=${submit} data-exercise=${name}>
    <p class="count"><b>Exercise</b> <span class="pips" role="img" aria-label=${`${Math.min(right, ENOUGH)} of ${ENOUGH} right`}>${Array.from({ length: ENOUGH }, (_, n) => html`<i key=${n} class=${cx(n < right && 'on')}></i>`)}</span></p>
    <fieldset><legend>${task.ask}</legend>
      ${task.kind === 'number' && html`<input type="number" inputmode="numeric" id=${id} aria-label="Your answer" value=${given ?? ''} onInput=${event => change(event.target.value)} disabled=${result?.right} />`}
      ${task.kind === 'choice' && task.options.map(([key, text]) => html`<label key=${key} class="option"><input type="radio" name=${id} value=${key} checked=${given === key} onChange=${() => change(key)} disabled=${result?.right} /> ${text}</label>`)}
      ${task.kind === 'several' && html`<div class="toggles">${task.options.map(([key, text]) => html`<label key=${key} class="toggle"><input type="checkbox" value=${key} checked=${(given || []).includes(key)} onChange=${() => toggle(key)} disabled=${result?.right} /><span>${text}</span></label>`)}</div>`}
    </fieldset>
    <div class="row"><button type="submit">${result?.right ? 'Another one' : 'Check'}</button>
      <div role="status">${result && (result.blank ? html`<p class="faint">Give an answer first.</p>` : result.right ? html`<p class="good"><${Icon} name="check" /> Right.</p>` : html`<p class="bad"><${Icon} name="cross" /> Not quite. ${result.why}</p>`)}</div></div>
  </form>`;
};
