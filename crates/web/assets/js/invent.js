// An editor for the rules of a game of one's own: mistakes at their line, the conditions of an impartial game checked while one types,
// and the game to be played at once. Rules run on the server, where they can neither hang nor harm.
import { html, Words, Icon, Working, memory, useEffect, useRef, useState, cx } from './base.js';
import { ask, list } from './api.js';
import { place, go, address, pack, rulesOf } from './place.js';

const KEPT = 'grundy.rules';
const PAUSE = 450;

export default function Invent() {
  const { params } = place.value;
  const [source, setSource] = useState(() => memory.get(KEPT) || '');
  const [examples, setExamples] = useState([]);
  const [state, setState] = useState({});
  // The word of the address that we wrote ourselves; any other was brought along.
  const written = useRef(null);

  useEffect(() => {
    list('examples').then(found => { setExamples(found); setSource(old => old || found[0].source); }, () => {});
  }, []);
  useEffect(() => {
    if (params.rules && params.rules !== written.current) rulesOf(params).then(setSource, () => {});
  }, [params.rules]);

  // Checked a moment after the last key; a check that is no longer of use is called off.
  useEffect(() => {
    if (!source.trim()) return;
    memory.set(KEPT, source);
    const control = new AbortController();
    setState(old => ({ ...old, checking: true }));
    const timer = setTimeout(async () => {
      try {
        const report = await ask('check', { rules: source }, { signal: control.signal, onProgress: progress => setState(old => ({ ...old, progress })) });
        setState({ report });
        written.current = await pack(source);
        if (!control.signal.aborted) go('invent', { rules: written.current }, { replace: true });
      } catch (error) { if (!control.signal.aborted) setState({ error }); }
    }, PAUSE);
    return () => { clearTimeout(timer); control.abort(); };
  }, [source]);

  const { report, error, checking, progress } = state;
  return html`<div class="wide">
    <div class="headline"><h1>Invent</h1><p class="lead">Say what the moves are; the rest follows. Rules are written in Starlark, which looks like Python.</p></div>
    <div class="bench">
      <section class="editor-side" aria-label="Rules">
        <div class="row"><label for="template">Begin with</label>
          <select id="template" onChange=${event => { const found = examples.find(one => one.name === event.target.value); if (found) setSource(found.source); event.target.value = ''; }}>
            <option value="">an example…</option>${examples.map(one => html`<option key=${one.name} value=${one.name}>${one.name.replace('_', ' ')}</option>`)}</select></div>
        <${Editor} source=${source} onEdit=${setSource} error=${error} />
      </section>
      <section class="panel verdicts" aria-label="What the rules are" aria-live="polite">
        ${error ? html`<h2>${error.kind === 'limit' ? 'The rules were stopped' : 'There is a mistake'}</h2>
            <p class="trouble"><b>${error.line ? `Line ${error.line}: ` : ''}</b><${Words} text=${error.message} />${error.position ? html` <span class="faint">while looking at <code>${error.position}</code></span>` : ''}</p>`
          : report ? html`<${Report} report=${report} source=${source} />`
          : html`<h2>Reading the rules</h2>`}
        ${checking && html`<${Working} progress=${progress} what="Checking" />`}
      </section>
    </div>
  </div>`;
}

/** A text with numbered lines, the one with the mistake marked. */
const Editor = ({ source, onEdit, error }) => {
  const area = useRef();
  const gutter = useRef();
  const lines = source.split('\n').length;
  const wrong = error?.line;
  const scroll = () => { gutter.current.scrollTop = area.current.scrollTop; };
  const key = event => {
    // A new line is indented like the one before, and more after a colon. Tab keeps its meaning: leaving the editor.
    if (event.key !== 'Enter') return;
    const { selectionStart: at, selectionEnd: end, value } = area.current;
    const line = value.slice(value.lastIndexOf('\n', at - 1) + 1, at);
    const indent = /^ */.exec(line)[0] + (/:\s*$/.test(line) ? '    ' : '');
    if (!indent) return;
    event.preventDefault();
    area.current.setRangeText('\n' + indent, at, end, 'end');
    onEdit(area.current.value);
  };
  return html`<div class=${cx('editor', wrong && 'wrong')}>
    <div class="gutter" ref=${gutter} aria-hidden="true">${Array.from({ length: lines }, (_, n) => html`<span key=${n} class=${cx(n + 1 === wrong && 'bad')}>${n + 1}</span>`)}</div>
    <textarea ref=${area} value=${source} onInput=${event => onEdit(event.target.value)} onScroll=${scroll} onKeyDown=${key} spellcheck="false" autocapitalize="off" autocomplete="off"
      wrap="off" aria-label="Rules" aria-invalid=${wrong ? 'true' : 'false'} rows="22"></textarea></div>`;
};

const Report = ({ report, source }) => {
  const [word, setWord] = useState(null);
  useEffect(() => { pack(source).then(setWord); }, [source]);
  const about = report.about;
  const examples = about?.examples || [];
  const start = examples[examples.length - 1];
  // Left and Right may have moves of their own; what else fails can't be played by the last move.
  const playable = report.conditions.every(one => one.holds !== false || one.condition === 'both players have the same moves');
  return html`<h2>${about ? about.title : report.game}</h2>
    <p class=${cx('stamp', report.impartial ? 'yes' : report.impartial === false ? 'no' : 'maybe')}>${report.impartial ? 'An impartial game, as far as it was looked at' : report.impartial === false ? 'Not an impartial game' : 'Not decided'}</p>
    <p class="faint">${report.positions.toLocaleString('en')} positions looked at${report.complete ? '' : ', not all there are'}.</p>
    ${about && playable && start && word && html`<p class="actions">
      <a class="button" href=${address('play', { p: start, rules: word })}><${Icon} name="play" /> Play ${start}</a>
      ${about.coordinates.length > 0 && html`<a class="button second" href=${address('see', { game: about.name, rules: word })}><${Icon} name="see" /> See its values</a>`}</p>`}
    <ul class="conditions">${report.conditions.map(one => html`<li key=${one.condition} class=${one.holds ? 'yes' : one.holds === false ? 'no' : 'maybe'}>
      <span class="sign" aria-hidden="true">${one.holds ? '✓' : one.holds === false ? '✕' : '?'}</span><span class="sr">${one.holds ? 'yes: ' : one.holds === false ? 'no: ' : 'open: '}</span>
      <span><b>${one.condition}</b><small><${Words} text=${one.why} />${one.witness?.filter(at => !one.why.includes(at)).map(at => html`<code class="witness">${at}</code>`)}</small></span></li>`)}</ul>`;
};
