// The first page: what this is, and every game with a picture.
import { html, Icon, Trouble, Words, useEffect, useState, cx } from './base.js';
import { list } from './api.js';
import { address } from './place.js';
import { Drawing } from './board.js';

const FAMILIES = [
  ['Heaps and rows', 'Take, split, knock down.', ['nim', 'take', 'bricks', 'kayles', 'dawson', 'grundy', 'lasker', 'treblecross', 'candy', 'poker', '0.137']],
  ['Boards', 'Bite, cover, cross, move.', ['chomp', 'chop', 'rook', 'queen', 'notakto', 'cram', 'nimstring', 'dots']],
  ['Left and Right', 'Different moves for each.', ['domineering', 'clobber', 'toads', 'toppling', 'col', 'snort', 'amazons', 'konane', 'cutcake', 'maundy']],
  ['Lines and graphs', 'Cut, choose, join.', ['hackenbush', 'node-kayles', 'arc-kayles', 'sprouts', 'poset', 'schuh', 'subset-takeaway']],
];

/** What is done in a game: the first sentence, or two where that says little. */
const short = text => { const [first, second = ''] = text.split(/(?<=\.) /); return first.length < 30 ? `${first} ${second}` : first; };

const Card = ({ game }) => html`<li><a class="card" href=${address('play', { p: game.position })}>
  <${Drawing} svg=${game.svg} label="" class="thumb" />
  <h3>${game.title.replace(/ \(.*\)/, '')}</h3><p><${Words} text=${short(game.rules)} /></p></a></li>`;

export const Home = () => {
  const [games, setGames] = useState([]);
  const [error, setError] = useState(null);
  const fetch = () => { setError(null); list('gallery').then(setGames, setError); };
  useEffect(fetch, []);
  const named = new Map(games.filter(game => !game.own).map(game => [game.name, game]));
  const rest = games.filter(game => !FAMILIES.some(([, , names]) => names.includes(game.name)) && !game.own);
  return html`
    <section class="hero">
      <div>
        <h1>Every fair game<br />is Nim in disguise.</h1>
        <p>Where both players have the same moves, a game is worth a heap of Nim; where Left and Right have moves of their
          own, it is worth a number, or something stranger. Play any game, any sum of games, or one that you make up. See who
          wins, by which move, and why.</p>
        <p class="actions">
          <a class="button" href=${address('play', { p: 'nim(3,4,5)' })}><${Icon} name="play" /> Play Nim</a>
          <a class="button second" href=${address('learn')}><${Icon} name="learn" /> Start with lesson one</a>
        </p>
      </div>
      <${Balance} />
    </section>
    <${Trouble} error=${error} onRetry=${fetch} />
    ${!error && FAMILIES.map(([title, about, names]) => html`<section key=${title} class="family" aria-label=${title}>
      <h2>${title} <small>${about}</small></h2>
      <ul class="cards">${names.map(name => named.get(name)).filter(Boolean)
        .map(game => html`<${Card} key=${game.name} game=${game} />`)}
        ${!games.length && names.map(name => html`<li key=${name}><span class="card waiting"></span></li>`)}</ul>
    </section>`)}
    ${rest.length > 0 && html`<section class="family" aria-label="Others"><h2>Others</h2><ul class="cards">${rest.map(game => html`<${Card} key=${game.name} game=${game} />`)}</ul></section>`}
    <section class="family" aria-label="Your own">
      <h2>Your own <small>A page of rules is enough.</small></h2>
      ${games.some(game => game.own) && html`<ul class="cards">${games.filter(game => game.own).map(game => html`<${Card} key=${game.name} game=${game} />`)}</ul>`}
      <p class="actions"><a class="button second" href=${address('invent')}><${Icon} name="invent" /> Invent a game</a></p>
    </section>
    <footer class="foot">The server on this machine does the mathematics; nothing leaves it. The same answers as JSON:${' '}
      <a href="/api/openapi.json">the API</a>. Made with <a href="/vendor/LICENSES.txt">the work of others</a>.</footer>`;
};

/** The idea of the subject in one picture: three heaps as binary columns, one column out of balance. */
const Balance = () => {
  const heaps = [3, 4, 5];
  return html`<figure class="balance">
    <div class="columns" role="img" aria-label="Heaps of 3, 4 and 5 written in binary: the columns of 4 and of 1 have two ones each, the column of 2 has one">
      ${['4', '2', '1'].map((power, bit) => html`<span class="head" key=${power}>${power}</span>`)}<span></span>
      ${heaps.map(heap => html`${[4, 2, 1].map(power => html`<span class=${cx('bit', heap & power && 'one', power === 2 && 'odd')}>${heap & power ? 1 : 0}</span>`)}<span class="heap" aria-hidden="true">${'●'.repeat(heap)}</span>`)}
      ${[4, 2, 1].map(power => html`<span class=${cx('sum', power === 2 && 'odd')}>${power === 2 ? 'odd' : 'even'}</span>`)}<span></span>
    </div>
    <figcaption>Make every column even, and your opponent cannot win. Which move does it?</figcaption>
  </figure>`;
};
