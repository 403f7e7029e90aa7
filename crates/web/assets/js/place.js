// Where we are: everything that can be shared is in the address, `#/view?name=value`, and so Back goes back.
import { signal } from '../vendor/signals.js';

const read = () => {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path || 'home', params: Object.fromEntries(new URLSearchParams(query)), state: history.state || {} };
};

// What may stand in an address as it is, so that people can read it.
const readable = text => encodeURIComponent(text).replace(/%(28|29|2C|2A|7B|7D|3B|3A|2F|40)/g, decodeURIComponent).replace(/%20/g, '+');

/** The address of a view. */
export const address = (view, params = {}) => {
  const query = Object.entries(params).filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => `${name}=${readable(value)}`).join('&');
  return `#/${view}${query ? '?' + query : ''}`;
};

/** Positions one after the other as one parameter, and back: no notation needs a tilde. */
export const joined = line => line.map(at => at.replaceAll('%', '%25').replaceAll('~', '%7E')).join('~');
export const split = text => text ? text.split('~').map(at => at.replaceAll('%7E', '~').replaceAll('%25', '%')) : [];

// An entry of the history knows how deep it lies in this visit, and how deep its game began: so what is behind and ahead of it can be
// told to be of the same game, or of something else that Undo has no business with.
const trail = [];

/** Notes the entry we are at; a link or a typed address makes one that says nothing yet. */
function arrive(depth) {
  if (history.state?.depth == null) {
    history.replaceState({ ...history.state, depth, game: depth }, '');
    trail.length = depth;
  }
  trail[history.state.depth] = history.state.game;
}

arrive(0);

/** The view and its parameters. */
export const place = signal(read());

/** Goes somewhere: as a new step, or in place of the present one; `within` the present game, or beginning another. */
export function go(view, params, { replace = false, within = false, state = {} } = {}) {
  const here = place.value.state;
  const depth = replace ? here.depth : here.depth + 1;
  const game = within ? here.game : depth;
  history[replace ? 'replaceState' : 'pushState']({ ...state, depth, game }, '', address(view, params));
  if (!replace) trail.length = depth;
  trail[depth] = game;
  place.value = read();
}

/** Whether the steps behind and ahead are of the same game. */
export const canGoBack = () => place.value.state.depth > place.value.state.game;
export const canGoForward = () => trail[place.value.state.depth + 1] === place.value.state.game;

// How one plays is no move: it stays as it is when moves are taken back.
const SETTINGS = ['hints', 'level', 'vs'];

addEventListener('popstate', () => {
  const before = place.value;
  arrive(before.state.depth + 1);
  const { view, params, state } = read();
  if (view === 'play' && before.view === 'play' && state.game === before.state.game) {
    const kept = Object.fromEntries(SETTINGS.map(name => [name, before.params[name]]));
    history.replaceState(state, '', address(view, { ...params, ...kept }));
  }
  place.value = read();
});

/** The game whose values are shown beside a position; it may turn out to have no table. */
export const tableOf = ({ game, p }) => game || (p ? /^\s*\*\d*\s*$/.test(p) ? 'nim' : /^\s*([^(]*?)\s*\(/.exec(p)?.[1] || p : 'kayles');

/** A text as a short word for an address, and back. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpack(word) {
  const bytes = Uint8Array.from(atob(word.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

const unpacked = new Map();

/** The rules that an address carries; null where it carries none. */
export async function rulesOf(params) {
  if (!params.rules) return null;
  if (!unpacked.has(params.rules)) unpacked.set(params.rules, await unpack(params.rules));
  return unpacked.get(params.rules);
}
