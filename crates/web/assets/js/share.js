// What is on the screen, as a link or as a file.
import { html, Icon, Trouble, useEffect, useRef, useState } from './base.js';
import { file, ask } from './api.js';
import { place, rulesOf, split, tableOf } from './place.js';

/** What can be kept of a view: a name, the question, and its form. */
function forms({ view, params }) {
  const at = split(params.line).pop() ?? params.p ?? 'nim(3,4,5)';
  const common = { play: params.play };
  if (view === 'why') return [['LaTeX', 'tex', 'explain', { position: at, ...common, format: 'latex' }], ['Markdown', 'md', 'explain', { position: at, ...common, format: 'markdown' }],
    ['Text', 'txt', 'explain', { position: at, ...common, format: 'text' }], ['JSON', 'json', 'explain', { position: at, ...common }]];
  if (view === 'see' && params.show === 'graph') {
    const body = { position: params.p || 'candy(3,4)', ...common };
    return [['SVG', 'svg', 'graph', { ...body, format: 'svg' }], ['PNG', 'png', 'graph', { ...body, format: 'png' }], ['Graphviz', 'dot', 'graph', { ...body, format: 'dot' }], ['JSON', 'json', 'graph', body]];
  }
  if (view === 'see' && params.show === 'heat') {
    const body = { position: params.p || 'domineering(2x4)' };
    return [['SVG', 'svg', 'thermograph', { ...body, format: 'svg' }], ['PNG', 'png', 'thermograph', { ...body, format: 'png' }], ['JSON', 'json', 'thermograph', body]];
  }
  if (view === 'see') {
    const game = tableOf(params);
    const to = document.getElementById('to')?.value || params.to || '99';
    const form = (name, extension, format) => [name, extension, 'table', { game, to, format }];
    // Canonical forms have no shade, and so no picture.
    const pictures = document.querySelector('figure.forms') ? [] : [form('SVG', 'svg', 'svg'), form('PNG', 'png', 'png')];
    const list = [...pictures, form('CSV', 'csv', 'csv'), form('LaTeX', 'tex', 'latex'), form('Markdown', 'md', 'markdown'), form('JSON', 'json', 'json')];
    return to.includes('x') ? list : [...list, form('OEIS b-file', 'txt', 'b-file')];
  }
  return [['SVG', 'svg', 'draw', { position: at, format: 'svg' }], ['PNG', 'png', 'draw', { position: at, format: 'png' }], ['Text', 'txt', 'draw', { position: at, format: 'text' }],
    ['LaTeX', 'tex', 'explain', { position: at, ...common, format: 'latex' }], ['JSON', 'json', 'moves', { position: at, ...common, all: true }]];
}

export const Share = ({ onClose }) => {
  const dialog = useRef();
  const [copied, setCopied] = useState(false);
  const [error, setError] = useState(null);
  useEffect(() => { dialog.current.showModal(); }, []);
  const link = location.href;
  const copy = async () => {
    try { await navigator.clipboard.writeText(link); setCopied(true); } catch { document.getElementById('link').select(); }
  };
  const keep = async ([, extension, name, body]) => {
    setError(null);
    try {
      const rules = await rulesOf(place.value.params) || undefined;
      const kept = await file(name, { ...body, rules });
      const anchor = document.createElement('a');
      anchor.href = URL.createObjectURL(kept.blob);
      anchor.download = kept.name.endsWith('.' + extension) ? kept.name : `grundy.${extension}`;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
    } catch (wrong) { setError(wrong); }
  };
  return html`<dialog class="share" ref=${dialog} onClose=${onClose} aria-labelledby="share-title" onClick=${event => { if (event.target === dialog.current) dialog.current.close(); }}>
    <div class="inside"><header><h2 id="share-title">Share what you see</h2><button type="button" class="quiet" aria-label="Close" onClick=${() => dialog.current.close()}><${Icon} name="cross" /></button></header>
    <label for="link">The address holds everything: position, moves, settings, rules.</label>
    <div class="row"><input id="link" type="text" readonly value=${link} /><button type="button" onClick=${copy}><${Icon} name=${copied ? 'check' : 'copy'} /> ${copied ? 'Copied' : 'Copy'}</button></div>
    <h3>Keep it as a file</h3>
    <ul class="files">${forms(place.value).map(form => html`<li key=${form[0]}><button type="button" class="second" onClick=${() => keep(form)}><${Icon} name="down" /> ${form[0]}</button></li>`)}</ul>
    <${Trouble} error=${error} /></div>
  </dialog>`;
};
