// A position as the library draws it, with moves made on the drawing. A place is a token, a pin, a cell, an edge: to point at the
// handle of a move makes it; otherwise places are chosen until only one move is left that touches them all, or that touches them in
// this order: who moves, then where to.
import { html, Mark, Value, LETTERS, fateOf, useLayoutEffect, useRef, useState, cx, nimber } from './base.js';

const parse = svg => {
  const found = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return found.nodeName === 'svg' ? document.importNode(found, true) : null;
};

/** A drawing to look at. */
export const Drawing = ({ svg, label, class: name }) => {
  const frame = useRef();
  useLayoutEffect(() => {
    const drawing = parse(svg || '');
    if (!drawing) return;
    drawing.setAttribute('role', 'img');
    if (label === '') drawing.setAttribute('aria-hidden', 'true');
    else if (label) { drawing.querySelector('title')?.remove(); drawing.setAttribute('aria-label', label); }
    frame.current.replaceChildren(drawing);
  }, [svg, label]);
  // A sheet may be wider than the page, and is scrolled then, with keys too.
  return html`<div class=${cx('drawing', name)} ref=${frame} ...${name === 'sheet' && { tabindex: 0, role: 'region', 'aria-label': label }}></div>`;
};

const SVG = 'http://www.w3.org/2000/svg';

/** The places that mean a move; where places look alike, there are several ways to point at it. */
const ways = move => [move.places, ...move.also || []];
const touches = (move, place) => ways(move).some(places => places.includes(place));

/** Whether a move may be meant by the places chosen so far. */
export const fits = (move, chosen) => ways(move).some(places => chosen.every((one, index) => move.in_order ? places[index] === one : places.includes(one)));

/** What pointing at a place means, given those chosen before. */
export function choose(moves, chosen, place) {
  const handled = moves.filter(move => move.handle === place);
  if (!chosen.length && handled.length === 1) return { move: handled[0] };
  const touching = places => moves.filter(move => fits(move, places));
  if (chosen.includes(place) && !touching([...chosen, place]).some(move => move.in_order)) {
    const exact = moves.filter(move => move.places.length === chosen.length && fits(move, chosen));
    return exact.length === 1 ? { move: exact[0] } : { chosen: [] };
  }
  for (const next of [[...chosen, place], [place]]) {
    const left = touching(next);
    if (left.length === 1) return { move: left[0] };
    if (left.length) return { chosen: next };
  }
  return { chosen: [] };
}

/**
 * A board to play on.
 * board: the answer of the API; onMove(move); chosen and setChosen: places chosen so far; shown: a move to be pointed out.
 */
export const Board = ({ board, onMove, chosen, setChosen, shown, hints, still, label }) => {
  const frame = useRef();
  const latest = useRef();
  latest.current = { board, onMove, chosen, setChosen, still };
  const [over, setOver] = useState(null);
  const focus = useRef(null);

  // The drawing, with what can be pointed at made so.
  useLayoutEffect(() => {
    const drawing = parse(board.svg);
    if (!drawing) return;
    drawing.querySelector('title')?.remove();
    // Small boards are drawn larger, so that pieces can be hit with a thumb.
    const [width, height] = ['width', 'height'].map(side => Number(drawing.getAttribute(side)));
    const scale = Math.max(1, Math.min(2.1, 800 / width, 430 / height));
    drawing.setAttribute('width', width * scale);
    drawing.setAttribute('height', height * scale);
    // A sum of many rows may be higher than the window; pieces too small to be hit would be worse.
    drawing.style.maxHeight = `max(min(56vh, 34rem), ${Math.round(height * .8)}px)`;
    drawing.setAttribute('role', 'group');
    drawing.setAttribute('aria-label', label || `Board: ${board.position}`);
    // What can be pointed at: anything a move touches, or, in order, who moves and what may come next.
    const next = move => [move.places[0], ...fits(move, chosen) ? move.places.slice(0, chosen.length + 1) : []];
    const live = new Set(still ? [] : board.moves.flatMap(move => move.in_order ? next(move) : ways(move).flat()));
    const first = new Map();
    for (const shape of drawing.querySelectorAll('[data-place]')) {
      const at = shape.dataset.place;
      if (!live.has(at)) continue;
      shape.classList.add('live');
      if (first.has(at)) { shape.setAttribute('aria-hidden', 'true'); continue; }
      first.set(at, shape);
      shape.setAttribute('role', 'button');
      shape.setAttribute('tabindex', '-1');
      const touching = board.moves.filter(move => touches(move, at));
      const meant = board.moves.filter(move => move.handle === at);
      const [only] = meant.length === 1 ? meant : touching.length === 1 ? touching : [];
      shape.setAttribute('aria-label', only ? only.move : `${touching.length} moves here`);
    }
    frame.current.replaceChildren(drawing);
    const start = first.get(focus.current?.at) || first.values().next().value;
    start?.setAttribute('tabindex', '0');
    if (focus.current?.had && start && document.activeElement === document.body) start.focus({ preventScroll: true });
  }, [board, still, board.moves.some(move => move.in_order) && chosen.join()]);

  // Where a place means one move, now that others are chosen, it is marked with what the move does.
  useLayoutEffect(() => {
    const drawing = frame.current.firstChild;
    for (const old of frame.current.querySelectorAll('.hint')) old.remove();
    if (!hints || still || !drawing) return;
    for (const shape of drawing.querySelectorAll('[role=button]')) {
      const { move } = choose(board.moves, chosen, shape.dataset.place);
      if (move && fateOf(move)) mark(drawing, shape, fateOf(move));
    }
  }, [board, hints, still, chosen.join()]);

  // What is chosen, and what a move would touch.
  useLayoutEffect(() => {
    const pointed = shown || (over && board.moves.find(move => move.handle === over));
    for (const shape of frame.current.querySelectorAll('[data-place]')) {
      const at = shape.dataset.place;
      shape.classList.toggle('chosen', chosen.includes(at));
      shape.classList.toggle('touched', !!pointed?.places.includes(at));
    }
  });

  const at = event => event.target.closest?.('[data-place].live')?.dataset.place;
  const act = where => {
    const { board, chosen, onMove, setChosen } = latest.current;
    const result = choose(board.moves, chosen, where);
    focus.current = { at: where, had: frame.current.contains(document.activeElement) };
    if (result.move) { setChosen([]); setOver(null); onMove(result.move); } else setChosen(result.chosen);
  };
  const key = event => {
    const where = at(event);
    if (!where) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); act(where); return; }
    if (event.key === 'Escape') { setChosen([]); return; }
    const next = neighbour(frame.current, event.target.closest('[role=button]'), event.key);
    if (!next) return;
    event.preventDefault();
    for (const shape of frame.current.querySelectorAll('[tabindex="0"]')) shape.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  };
  return html`<div class=${cx('board', still && 'still')} ref=${frame} onClick=${event => { const where = at(event); if (where) act(where); }}
    onKeyDown=${key} onPointerOver=${event => setOver(at(event) || null)} onPointerLeave=${() => setOver(null)}
    onFocusIn=${event => setOver(at(event) || null)} onFocusOut=${() => setOver(null)}></div>`;
};

/** The nearest piece in the direction of an arrow key, or the first or last. */
function neighbour(frame, from, key) {
  const pieces = [...frame.querySelectorAll('[role=button]')];
  if (key === 'Home') return pieces[0];
  if (key === 'End') return pieces[pieces.length - 1];
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way || !from) return null;
  const middle = piece => { const box = piece.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const piece of pieces) {
    const [px, py] = middle(piece);
    const along = (px - x) * way[0] + (py - y) * way[1];
    const aside = Math.abs((px - x) * way[1]) + Math.abs((py - y) * way[0]);
    if (piece !== from && along > 1 && along + 2.5 * aside < least) { best = piece; least = along + 2.5 * aside; }
  }
  return best;
}

/** A letter on a place: W in a disc where the move wins, L in a square where it loses, = in a lozenge where it ties. */
function mark(drawing, shape, fate) {
  let [x, y, size] = middleOf(shape);
  // A name is left to be read.
  if (drawing.querySelector(`text[data-place="${shape.dataset.place}"]`)) { x += size / 2; y -= Number(shape.getAttribute('height') || size) / 2; size = 0; }
  const r = Math.min(9, Math.max(7, size / 3));
  const make = (name, attributes) => {
    const found = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
    return found;
  };
  const group = make('g', { class: `hint ${fate}`, 'aria-hidden': 'true' });
  const plate = fate === 'wins' ? make('circle', { cx: x, cy: y, r })
    : make('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 2, ...fate === 'ties' && { transform: `rotate(45 ${x} ${y})` } });
  const letter = make('text', { x, y: y + 4, 'text-anchor': 'middle', 'font-size': 11 });
  letter.textContent = LETTERS[fate];
  group.append(plate, letter);
  drawing.append(group);
}

function middleOf(shape) {
  const { x, y, width, height } = shape.getBBox();
  return [x + width / 2, y + height / 2, shape.nodeName === 'line' ? 20 : width];
}

// The most moves of a list: nobody reads more.
const LISTED = 100;

/** Whether there are more moves than a list shows. */
export const isLong = board => !board.complete || board.moves.length > LISTED;

/** Some of many moves: those that win, and others from everywhere, among which they don't stand out. */
function some(moves) {
  if (moves.length <= LISTED) return moves;
  const winning = moves.filter(move => move.winning).slice(0, LISTED / 2);
  const apart = moves.length / (LISTED - winning.length);
  const others = Array.from({ length: LISTED - winning.length }, (_, index) => moves[Math.floor(index * apart)]);
  const shown = new Set([...winning, ...others]);
  return moves.filter(move => shown.has(move));
}

/** The moves as a list, one of which has the focus; arrows go up and down. */
export const MoveList = ({ moves: all, hints, values, onMove, onShow, still, complete }) => {
  const given = some(all);
  // With hints, those that win come first, then those that tie.
  const rank = move => ({ wins: 0, ties: 1 })[fateOf(move)] ?? 2;
  const moves = hints ? [...given].sort((a, b) => rank(a) - rank(b)) : given;
  const worth = move => hints && (values?.[move.to] ?? nimber(move.nimber));
  const list = useRef();
  const [at, setAt] = useState(0);
  const here = Math.min(at, Math.max(0, moves.length - 1));
  // Whoever plays from the list by keyboard stays in it.
  const stays = useRef(false);
  useLayoutEffect(() => {
    if (still || !stays.current || document.activeElement !== document.body) return;
    stays.current = false;
    list.current.querySelector('button')?.focus();
  }, [given, still]);
  const key = event => {
    const step = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: moves.length - 1 }[event.key];
    if (step == null) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(moves.length - 1, step));
    setAt(next);
    list.current.querySelectorAll('button')[next]?.focus();
  };
  return html`<ul class="moves" ref=${list} onKeyDown=${key} aria-label="Moves">
    ${moves.map((move, index) => html`<li key=${move.move + '→' + move.to}>
      <button type="button" tabindex=${index === here ? 0 : -1} disabled=${still}
        onClick=${event => { stays.current = event.detail === 0; setAt(0); onMove(move); }} onFocus=${() => { setAt(index); onShow(move); }} onBlur=${() => onShow(null)}
        onPointerEnter=${() => onShow(move)} onPointerLeave=${() => onShow(null)}>
        ${hints && html`<${Mark} fate=${fateOf(move)} />`}<span class="what">${move.move}</span>
        <span class="to"><span class="sum">${move.to}</span>${worth(move) && html` <em>value <${Value} text=${worth(move)} /></em>`}${hints && move.margin != null ? html` <em>${move.margin > 0 ? '+' : ''}${move.margin}</em>` : ''}</span>
      </button></li>`)}
    ${(complete === false || given.length < all.length) && html`<li class="more">${given.length} of ${complete === false ? 'very many' : all.length} moves</li>`}
  </ul>`;
};
