// Where we are: everything that can be shared is in the address, `#/view?name=value`, and so Back goes back.
import { signal } from '../vendor/signals.js';

const read = () => {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path || 'home', params: Object.fromEntries(new URLSearchParams(query)), state: history.state || {} };
};

/** The view and its parameters. */
export const place = signal(read());

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

// How many moves of this visit lie behind the present one, and the most there were.
let furthest = history.state?.depth ?? 0;

/** Goes somewhere: as a new step, or in place of the present one. */
export function go(view, params, { replace = false, state = {} } = {}) {
  const before = history.state?.depth ?? 0;
  const depth = replace ? before : before + 1;
  history[replace ? 'replaceState' : 'pushState']({ ...state, depth }, '', address(view, params));
  if (!replace) furthest = depth;
  place.value = read();
}

export const canGoBack = () => (place.value.state.depth ?? 0) > 0;
export const canGoForward = () => (place.value.state.depth ?? 0) < furthest;

addEventListener('popstate', () => { place.value = read(); });

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
