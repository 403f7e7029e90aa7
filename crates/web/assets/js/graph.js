// The game graph of a position: layers by height, P and N marked; a position is looked at by pointing and played by a click.
import { html, Trouble, Working, Outcome, Value, useAnswer, useEffect, useLayoutEffect, useRef, useState, nimber } from './base.js';
import { ask } from './api.js';
import { go, address, rulesOf } from './place.js';

export function Graph({ params }) {
  const position = params.p || 'candy(3,4)';
  const [text, setText] = useState(null);
  useEffect(() => setText(null), [position]);
  const key = `${position}|${params.play}|${params.rules}`;
  const { answer, error, loading, progress } = useAnswer(key, async options => {
    const body = { position, play: params.play, rules: await rulesOf(params) || undefined };
    const [graph, drawn] = await Promise.all([ask('graph', body, options), ask('graph', { ...body, format: 'svg' }, options)]);
    return { ...graph, svg: drawn.text };
  });
  const value = text ?? position;
  return html`<form class="setup" onSubmit=${event => { event.preventDefault(); go('see', { ...params, show: 'graph', p: value.trim() }); }}>
      <label for="position">Position</label><div class="row"><input id="position" type="text" value=${value} onInput=${event => setText(event.target.value)} spellcheck="false" autocapitalize="off" /><button type="submit">Draw</button></div>
      <p class="try">Try ${['candy(3,4)', 'nim(1,2,3)', 'kayles(5)', 'chomp(2x3)', 'take{1,2,3}(8)', 'hackenbush(0-1g 1-2g 1-3g)', 'toads(T.F)'].map((one, index) => html`${index ? ', ' : ''}<a key=${one} href=${address('see', { show: 'graph', p: one })}>${one}</a>`)}</p>
    </form>
    <${Trouble} error=${error} text=${position} />
    ${loading && !answer && html`<${Working} progress=${progress} what="Drawing the game graph" />`}
    ${answer && !error && html`<${GraphPicture} graph=${answer} params=${params} />`}`;
}

// How small and how large the drawing can be made, and in which steps.
const [SMALLEST, LARGEST, STEP] = [0.1, 2.5, 1.4];
// The smallest letters, of 11 pixels, can be read down to this.
const READABLE = 0.91;
const within = scale => Math.min(LARGEST, Math.max(SMALLEST, scale));

/** The graph, whose positions can be looked at and played. */
const GraphPicture = ({ graph, params }) => {
  const frame = useRef();
  const [at, setAt] = useState(0);
  const [scale, setScale] = useState(1);
  const size = useRef();
  // The scale at which all of it is in the frame, without its border and padding.
  const whole = () => {
    const { current: view } = frame;
    return Math.min(1, (view.offsetWidth - 20) / size.current[0], (parseFloat(getComputedStyle(view).maxHeight) - 20) / size.current[1]);
  };
  const fit = () => setScale(whole());
  useLayoutEffect(() => {
    const drawing = document.importNode(new DOMParser().parseFromString(graph.svg, 'image/svg+xml').documentElement, true);
    drawing.setAttribute('role', 'group');
    drawing.setAttribute('aria-label', `Game graph of ${graph.nodes[0].position}`);
    // Positions are drawn as groups with a title, in their order.
    const groups = [...drawing.querySelectorAll('g')].filter(group => group.querySelector(':scope > title')).slice(0, graph.nodes.length);
    groups.forEach((group, index) => {
      group.classList.add('node');
      group.dataset.node = index;
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', index ? '-1' : '0');
      const shown = [...group.querySelectorAll('text')].map(text => text.textContent).join(' ');
      group.setAttribute('aria-label', shown || `${graph.nodes[index].outcome} ${graph.nodes[index].position}`);
    });
    size.current = ['width', 'height'].map(side => Number(drawing.getAttribute(side)));
    frame.current.replaceChildren(drawing);
    setScale(Math.max(whole(), READABLE));
    setAt(0);
  }, [graph]);
  // What does not fit is scrolled. The point under the wheel stays where it is, or else the position one looks at stays in sight.
  const fixed = useRef(null);
  useLayoutEffect(() => {
    const drawing = frame.current.firstChild;
    ['width', 'height'].forEach((side, index) => drawing.setAttribute(side, size.current[index] * scale));
    if (fixed.current) {
      const { part, x, y } = fixed.current;
      const now = drawing.getBoundingClientRect();
      fixed.current = null;
      frame.current.scrollLeft += now.x + part[0] * now.width - x;
      frame.current.scrollTop += now.y + part[1] * now.height - y;
      return;
    }
    const [node, view] = [drawing.querySelector(`[data-node="${at}"]`), frame.current].map(one => one?.getBoundingClientRect());
    if (!node) return;
    frame.current.scrollLeft += node.x + node.width / 2 - view.x - view.width / 2;
    frame.current.scrollTop += node.y + node.height / 2 - view.y - view.height / 2;
  }, [graph, scale]);
  const of = event => { const group = event.target.closest?.('.node'); return group ? Number(group.dataset.node) : null; };
  const open = index => go('play', { p: graph.nodes[index].position, play: params.play, rules: params.rules });
  const set = to => setScale(within(to));
  const latest = useRef();
  latest.current = scale;
  // The wheel makes it larger or smaller with Ctrl, as everywhere, and so do two fingers; without, it scrolls. A listener of our own, since the
  // browser must not do the same to the whole page.
  useEffect(() => {
    const wheel = event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = frame.current.firstChild.getBoundingClientRect();
      fixed.current = { part: [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height], x: event.clientX, y: event.clientY };
      set(latest.current * Math.exp(-event.deltaY / 300));
    };
    const { current: view } = frame;
    view.addEventListener('wheel', wheel, { passive: false });
    return () => view.removeEventListener('wheel', wheel);
  }, []);
  // To drag the paper moves it; whoever has dragged did not mean to click.
  const drag = useRef(null);
  const down = event => { if (event.button === 0 && event.pointerType === 'mouse') drag.current = { x: event.clientX, y: event.clientY, left: frame.current.scrollLeft, top: frame.current.scrollTop }; };
  const move = event => {
    const from = drag.current;
    if (!from || !(event.buttons & 1)) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moved && Math.hypot(dx, dy) < 5) return;
    from.moved = true;
    frame.current.setPointerCapture(event.pointerId);
    frame.current.scrollLeft = from.left - dx;
    frame.current.scrollTop = from.top - dy;
  };
  const click = event => {
    const dragged = drag.current?.moved;
    drag.current = null;
    const index = of(event);
    if (index != null && !dragged) open(index);
  };
  const key = event => {
    const zoomed = { '+': scale * STEP, '=': scale * STEP, '-': scale / STEP }[event.key];
    if (!event.ctrlKey && !event.metaKey && (zoomed || event.key === '0')) { event.preventDefault(); zoomed ? set(zoomed) : fit(); return; }
    const index = of(event);
    if (index == null) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); open(index); return; }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = step && frame.current.querySelector(`[data-node="${index + step}"]`);
    if (!next) return;
    event.preventDefault();
    event.target.closest('.node').setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  };
  const look = event => { const index = of(event); if (index != null) setAt(index); };
  const node = graph.nodes[at] || graph.nodes[0];
  // Left and Right have options of their own.
  const moves = graph.edges.flatMap(([from, to], index) => from === at ? [{ by: graph.players?.[index] || 'LR', to: graph.nodes[to] }] : []);
  const sides = graph.players ? [['Left can go to', 'L'], ['Right can go to', 'R']] : [['Options', 'LR']];
  return html`<div class="spread">
    <div><div class="zoom" role="group" aria-label="Size of the drawing">
      <button type="button" class="second" aria-label="Smaller" disabled=${scale <= SMALLEST} onClick=${() => set(scale / STEP)}>−</button>
      <button type="button" class="second" aria-label="Larger" disabled=${scale >= LARGEST} onClick=${() => set(scale * STEP)}>+</button>
      <button type="button" class="second" onClick=${fit}>Fit</button>
      <span class="faint">${Math.round(scale * 100)} %<span class="wide-only">. Drag to move; Ctrl and the wheel, or + and −, to zoom.</span></span></div>
    <div class="scroll sheet" ref=${frame} tabindex="0" role="region" aria-label="Game graph" onClick=${click} onPointerDown=${down} onPointerMove=${move} onKeyDown=${key} onPointerOver=${look} onFocusIn=${look}></div></div>
    <aside class="panel" aria-live="polite"><h2><code>${node.position}</code></h2>
      <p><${Outcome} outcome=${node.outcome} long /></p>
      <p>${node.value != null || node.nimber != null ? html`Value <b><${Value} text=${node.value ?? nimber(node.nimber)} /></b>. ` : ''}The longest game from here has ${node.height} ${node.height === 1 ? 'move' : 'moves'}.</p>
      ${moves.length ? sides.map(([head, by]) => html`<${Options} key=${by} head=${head} nodes=${moves.filter(move => move.by.includes(by)).map(move => move.to)} />`) : html`<p>No move is left here.</p>`}
      <p class="actions"><a class="button" href=${address('play', { p: node.position, play: params.play, rules: params.rules })}>Play from here</a></p></aside>
  </div>`;
};

const Options = ({ head, nodes }) => html`<p>${head}: ${nodes.length ? '' : html`<span class="faint">nothing</span>`}${nodes.slice(0, 12).map((node, index) => html`${index ? ', ' : ''}<code key=${index}>${node.position}</code> <${Outcome} outcome=${node.outcome} />`)}${nodes.length > 12 ? ', …' : ''}</p>`;
