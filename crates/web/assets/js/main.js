// The frame of the page: where one can go, and the view one is at. Views other than the first are loaded when they are opened.
import { html, render, Icon, cx, useEffect, useRef, useState } from './base.js';
import { place, address, split } from './place.js';
import { Home } from './home.js';
import { Share } from './share.js';

const VIEWS = {
  play: { title: 'Play', load: () => import('./play.js') },
  why: { title: 'Why', load: () => import('./why.js') },
  see: { title: 'See', load: () => import('./see.js') },
  invent: { title: 'Invent', load: () => import('./invent.js') },
  learn: { title: 'Learn', load: () => import('./learn.js') },
};

/** What follows one from view to view: the position, how it is played, and the rules. */
const carried = ({ params }) => {
  const at = split(params.line).pop() ?? params.p;
  return { p: at, play: params.play, rules: params.rules };
};

const Nav = ({ view }) => html`<nav class="nav" aria-label="Views"><ul>
  ${Object.entries(VIEWS).map(([name, { title }]) => html`<li key=${name}>
    <a href=${name === 'invent' || name === 'learn' ? address(name, name === 'invent' ? { rules: place.value.params.rules } : {}) : address(name, carried(place.value))}
      aria-current=${view === name ? 'page' : undefined}><${Icon} name=${name} /><span>${title}</span></a></li>`)}
</ul></nav>`;

const loaded = {};

/** The view, once its script is there. */
const View = ({ name }) => {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(null);
  useEffect(() => {
    if (loaded[name]) return;
    VIEWS[name].load().then(module => { loaded[name] = module.default; redraw(n => n + 1); }, setFailed);
  }, [name]);
  if (failed) return html`<p class="trouble" role="alert">This part of the page could not be loaded. Is <code>grundy serve</code> still running?</p>`;
  const Found = loaded[name];
  return Found ? html`<${Found} />` : html`<div class="loading" aria-busy="true"></div>`;
};

const App = () => {
  const { view } = place.value;
  const known = Object.hasOwn(VIEWS, view);
  const main = useRef();
  const before = useRef(view);
  const [sharing, setSharing] = useState(false);
  useEffect(() => {
    document.title = known ? `${VIEWS[view].title} · grundy` : 'grundy';
    if (before.current !== view) { scrollTo(0, 0); main.current.focus({ preventScroll: true }); }
    before.current = view;
  }, [view]);
  return html`
    <a class="skip" href="#main" onClick=${event => { event.preventDefault(); main.current.focus(); }}>To the content</a>
    <header class="top">
      <a class="word" href="#/" aria-label="grundy, the first page"><svg viewBox="0 0 32 32" aria-hidden="true"><g><circle cx="6" cy="25" r="4" /><circle cx="16" cy="25" r="4" /><circle cx="26" cy="25" r="4" /><circle cx="16" cy="15" r="4" /><circle cx="26" cy="15" r="4" /></g><circle class="taken" cx="26" cy="5.5" r="3.4" /></svg>grundy</a>
      <${Nav} view=${view} />
      ${known && view !== 'learn' && view !== 'invent' ? html`<button type="button" class="quiet share-button" onClick=${() => setSharing(true)}><${Icon} name="share" /><span>Share</span></button>` : html`<span class="share-button"></span>`}
    </header>
    <main id="main" class=${cx('view', known ? view : 'home')} tabindex="-1" ref=${main}>
      ${known ? html`<${View} key=${view} name=${view} />` : html`<${Home} />`}
    </main>
    ${sharing && html`<${Share} onClose=${() => setSharing(false)} />`}`;
};

render(html`<${App} />`, document.getElementById('app'));
