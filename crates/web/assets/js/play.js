// A game, move by move, against the engine or a friend.
import { html, Icon, Mark, Outcome, Words, Trouble, Choice, Value, Working, fateOf, useEffect, useRef, useState, useAnswer, cx, calm, wait } from './base.js';
import { ask, list } from './api.js';
import { place, go, address, canGoBack, canGoForward, joined, rulesOf, split } from './place.js';
import { Board, MoveList, fits, isLong } from './board.js';

const LEVELS = [['perfect', 'Perfect'], ['strong', 'Strong'], ['casual', 'Casual'], ['beginner', 'Beginner']];
const CONVENTIONS = [['normal', 'wins'], ['misere', 'loses (misère)']];
const other = player => player === 'A' ? 'B' : 'A';

/** The game as the address tells it. */
function gameOf({ params, state }) {
  const line = split(params.line);
  const movers = params.by || '';
  return {
    start: params.p || 'nim(3,4,5)', line, movers, play: params.play, rules: params.rules,
    at: line.length ? line[line.length - 1] : params.p || 'nim(3,4,5)',
    left: params.left || 'A', turn: params.turn || 'A', me: params.me || 'A', friend: params.vs === 'friend',
    level: params.level || 'perfect', hints: params.hints === '1', labels: state.labels || [],
  };
}

/** The address of a game. */
const paramsOf = game => ({
  p: game.start, line: joined(game.line), by: game.movers, turn: game.turn === 'A' && !game.line.length ? null : game.turn,
  me: game.me === 'A' ? null : game.me, left: game.left === 'A' ? null : game.left, vs: game.friend ? 'friend' : null, level: game.level === 'perfect' ? null : game.level,
  play: game.play, hints: game.hints ? '1' : null, rules: game.rules,
});

/** The names of the games in a sum. */
const namesIn = text => [...new Set(text.match(/[a-z0-9.-]+(?=[({])/gi))].sort().join();

/** Which player of a partizan game somebody is. */
const sideOf = (game, player) => player === game.left ? 'left' : 'right';

const show = (game, options) => go('play', paramsOf(game), { within: true, ...options, state: { labels: game.labels } });

/** The game after a move. Who moved is a capital letter, and a small one where it was the engine: sides may be swapped later. */
const after = (game, move, byEngine) => ({
  ...game, at: move.to, line: [...game.line, move.to], movers: game.movers + (byEngine ? game.turn.toLowerCase() : game.turn),
  labels: [...game.labels.slice(0, game.line.length), move.move], turn: move.again ? game.turn : other(game.turn),
});

/** Who made a move. */
const mover = (game, index) => game.movers[index]?.toUpperCase();

/** The game before the last move of the player who is asked to move now. */
function before(game) {
  let count = game.line.length - 1;
  if (!game.friend) while (count > 0 && mover(game, count) !== game.me) count--;
  return {
    ...game, line: game.line.slice(0, count), movers: game.movers.slice(0, count), labels: game.labels.slice(0, count),
    at: count ? game.line[count - 1] : game.start, turn: mover(game, count),
  };
}

export default function Play() {
  const game = gameOf(place.value);
  const [chosen, setChosen] = useState([]);
  const [shown, setShown] = useState(null);
  const [slip, setSlip] = useState(null);
  const [thinking, setThinking] = useState(false);
  const [failure, setFailure] = useState(null);
  const [tries, setTries] = useState(0);
  const current = useRef();
  current.current = game;
  const question = async extra => ({ play: game.play, player: sideOf(game, game.turn), rules: await rulesOf(game) || undefined, ...extra });

  // On a narrow page a sum goes on in the next row sooner.
  const across = innerWidth < 700 ? 12 : 26;
  const wanted = `${game.at}|${game.play}|${game.rules}|${sideOf(game, game.turn)}|${tries}`;
  const { answer, error, key, progress } = useAnswer(wanted, async options => ask('board', await question({ position: game.at, across }), options));
  // While a position is asked for, or can't be had, the board shows the one before.
  const last = useRef();
  if (answer) last.current = answer;
  const board = last.current;
  const fresh = key === wanted && !!answer;
  const mine = game.friend || game.turn === game.me;
  const over = fresh && board.over;

  useEffect(() => { setChosen([]); setShown(null); }, [game.at]);
  useEffect(() => { if (!slip || slip.at !== game.at) setSlip(null); }, [game.at]);

  // The engine answers when it is its turn, unless something is to be said first. Its answer belongs to the move before: to go back
  // takes back both. Whoever leaves calls it off.
  useEffect(() => {
    setFailure(null);
    if (!fresh || board.over || mine || slip) return;
    const control = new AbortController();
    setThinking(true);
    (async () => {
      const asked = ask('reply', await question({ position: game.at, strength: game.level }), { signal: control.signal });
      const [{ reply }] = await Promise.all([asked, wait(calm() ? 120 : 550)]);
      if (!control.signal.aborted && reply) show(after(current.current, reply, true), { replace: true });
    })().catch(error => { if (!control.signal.aborted) setFailure(error); })
      .finally(() => { if (!control.signal.aborted) setThinking(false); });
    return () => { control.abort(); setThinking(false); };
  }, [fresh, game.at, game.turn, game.me, game.friend, game.level, slip, tries]);

  async function make(move) {
    if (!mine || over) return;
    const next = after(game, move);
    const best = Math.max(...board.moves.map(one => one.margin));
    const throws = board.kind === 'scoring' ? best > move.margin : move.winning === false && board.moves.some(one => one.winning);
    if (throws && (!game.friend || game.hints)) {
      setSlip({ at: next.at, move, best });
      ask('judge', await question({ position: game.at, to: move.to })).catch(() => ({ says: 'What refutes it was not found within the limits.' }))
        .then(judged => setSlip(old => old && old.at === next.at ? { ...old, judged } : old));
    }
    show(next);
  }

  // Where the page was opened in the middle of a game, what came before is not in the history.
  const isBegun = game.friend ? game.line.length > 0 : game.line.some((_, index) => mover(game, index) === game.me);
  function undo() {
    setSlip(null);
    if (canGoBack()) history.back();
    else if (isBegun) show(before(game), { replace: true });
  }

  const restart = changes => { setSlip(null); show({ ...game, line: [], movers: '', labels: [], turn: 'A', at: game.start, ...changes }); };
  // Other games may be played by other conventions.
  const begin = start => restart({ start, at: start, play: namesIn(start) === namesIn(game.start) ? game.play : null });
  const set = changes => show({ ...game, ...changes }, { replace: true });
  const again = () => setTries(tries + 1);
  const touching = chosen.length && fresh && board ? board.moves.filter(move => fits(move, chosen)) : null;

  // Where there are more moves than one can look at, a move is found by its words.
  const [words, setWords] = useState('');
  useEffect(() => setWords(''), [game.at]);
  const long = !!board && !over && isLong(board);
  const said = long && fresh && words.trim();
  const found = useAnswer(said ? `${wanted}|${said}` : null, async options => {
    await wait(120);
    if (options.signal.aborted) throw new Error('overtaken');
    return ask('find', await question({ position: game.at, words: said }), { signal: options.signal });
  });
  const answered = said && found.key === `${wanted}|${said}`;
  const offered = said ? (answered && found.answer?.moves || []).filter(move => fits(move, chosen)) : touching || board?.moves;
  // A heap drawn as a whole says no more by itself: now the number is wanted.
  function choosePlaces(places) {
    setChosen(places);
    const left = board.moves.filter(move => fits(move, places));
    if (long && places.length && left.every(move => move.places.length === 1)) document.getElementById('say')?.focus();
  }
  // A token whose move is not at hand: the move is said, as far as tokens and words tell it, and can be changed.
  function pick({ target }) {
    const at = target.dataset.place;
    const [heap, left] = at?.split('.') || [];
    const near = long && fresh && mine && at && !board.moves.some(move => move.handle === at) && board.moves.find(move => move.places[1]?.startsWith(heap + '.'));
    const [from, size] = near && / from the heap of (\d+)/.exec(near.move) || [];
    if (!from) return;
    setChosen([]);
    setWords(left > 0 ? size - left + from : `whole heap of ${size}`);
    const field = document.getElementById('say');
    setTimeout(() => { field.focus(); field.setSelectionRange(0, field.value.indexOf(' ')); });
  }
  // The board knows nimbers; what else a move of Left or Right may leave is asked for only where it is shown.
  const { answer: worth } = useAnswer(game.hints && fresh && board.kind === 'partizan' ? wanted : null, async ({ signal }) => ask('moves', { position: game.at, all: true, rules: await rulesOf(game) || undefined }, { signal }));
  const values = Object.fromEntries(worth?.moves.map(move => [move.to, move.value]) || []);
  function say(event) {
    event.preventDefault();
    if (!answered || !mine) return;
    const begins = new RegExp(`^(\\D*\\b)?${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`, 'i');
    const exact = offered.filter(move => begins.test(move.move));
    const [only] = exact.length === 1 ? exact : offered.length === 1 ? offered : [];
    if (only) make(only);
    else document.querySelector('.side .moves button')?.focus();
  }

  return html`<div class="table">
    <section class="stage" aria-label="The game">
      <${Setup} game=${game} error=${error} onStart=${begin} onRetry=${['offline', 'busy', 'limit'].includes(error?.kind) && again} />
      ${board && board.position !== '0' && html`<${About} games=${board.games} />`}
      <div class="settings">
        <${Choice} label="Against" value=${game.friend ? 'friend' : 'engine'} options=${[['engine', 'the engine'], ['friend', 'a friend']]} onChange=${vs => set({ friend: vs === 'friend' })} />
        ${!game.friend && html`<${Choice} label="Its strength" value=${game.level} options=${LEVELS} onChange=${level => set({ level })} />
        <${Choice} label="Who starts" value=${game.me} options=${[['A', 'you'], ['B', 'the engine']]} onChange=${me => restart({ me })} />`}
        ${board?.kind === 'partizan' && !error && html`<${Choice} label="Left is" value=${game.left} options=${[['A', 'who starts'], ['B', 'the other']]} onChange=${left => restart({ left })} />`}
        ${(error ? error.field === 'play' || game.play : board?.kind === 'impartial') && html`<${Choice} label="The last move" value=${game.play || !error && board.play} options=${CONVENTIONS} onChange=${play => restart({ play })} />`}
      </div>
      <div class=${cx('surface', !fresh && 'stale')} onClick=${pick}>
        ${board ? html`<${Board} board=${board} onMove=${make} chosen=${chosen} setChosen=${choosePlaces} shown=${shown} hints=${game.hints} still=${!mine || !fresh || over} />`
          : !error && html`<${Working} progress=${progress} what="Setting up" />`}
      </div>
      ${over && html`<${Verdict} game=${game} board=${board} onAgain=${() => restart({})} onOther=${() => restart({ me: other(game.me) })} />`}
      ${board && !error && html`<${Status} game=${game} board=${board} over=${over} mine=${mine} thinking=${thinking} fresh=${fresh} progress=${progress} />`}
      <${Trouble} error=${failure} onRetry=${again} />
      ${slip && html`<${Slip} slip=${slip} onBack=${undo} onGo=${() => setSlip(null)} />`}
      <div class="tools" role="toolbar" aria-label="The game">
        <button type="button" onClick=${undo} disabled=${!canGoBack() && !isBegun}><${Icon} name="undo" /><span>Undo</span></button>
        <button type="button" onClick=${() => history.forward()} disabled=${!canGoForward()}><${Icon} name="redo" /><span>Redo</span></button>
        <button type="button" onClick=${() => restart({})} disabled=${!game.line.length}><${Icon} name="restart" /><span>Restart</span></button>
        <button type="button" onClick=${() => show({ ...game, me: other(game.me) })} disabled=${game.friend || over}><${Icon} name="swap" /><span>Swap sides</span></button>
        <button type="button" aria-pressed=${game.hints ? 'true' : 'false'} onClick=${() => set({ hints: !game.hints })}><${Icon} name="eye" /><span>Show who wins</span></button>
      </div>
    </section>
    <aside class="side" aria-label="Moves">
      <section class="panel">
        <h2>${touching ? 'Moves that touch this' : 'Moves'} ${fresh && !over && !said ? html`<small>${offered.length}${board.complete ? '' : '+'}</small>` : ''}
          ${touching && html`<button type="button" class="quiet small" onClick=${() => setChosen([])}>all moves</button>`}</h2>
        ${long && html`<form class="say" onSubmit=${say}><label for="say">${board.moves.every(move => move.move.startsWith('take ')) ? 'Take how many?' : 'Which move?'}</label>
          <div class="row"><input id="say" type="text" inputmode="numeric" autocomplete="off" placeholder="a number" value=${words} onInput=${event => setWords(event.target.value)} /><button type="submit" disabled=${!mine || !answered || !offered.length}>Play</button></div>
          <p class="faint" role="status">${!said ? 'There are more moves than the list below shows. Type a number, or words, to find any of them.'
            : !answered ? 'Looking…' : found.error ? html`<${Words} text=${found.error.message} />` : offered.length ? `${offered.length} ${offered.length === 1 ? 'move says' : 'moves say'} that` : `No move${touching ? ' here' : ''} says “${said}”.`}</p></form>`}
        ${board && (over ? html`<p class="faint">No move is left.</p>` : html`<${MoveList} moves=${offered} hints=${game.hints} values=${values} onMove=${make} onShow=${setShown} still=${!mine || !fresh} complete=${said ? true : board.complete} />`)}
      </section>
      ${game.line.length > 0 && html`<section class="panel"><h2>So far</h2><ol class="log">
        ${game.line.map((to, index) => html`<li key=${index}><b>${author(game, index)}</b> ${game.labels[index] || html`<code>${to}</code>`}</li>`)}</ol></section>`}
    </aside>
  </div>`;
}

const name = (game, player) => game.friend ? (player === 'A' ? 'First' : 'Second') : player === game.me ? 'You' : 'Engine';

/** Who made a move, as it was then. */
const author = (game, index) => game.friend ? name(game, mover(game, index)) : game.movers[index] === mover(game, index) ? 'You' : 'Engine';

/** The rules of the games on the board; of many only if somebody wants to read them. */
const About = ({ games }) => {
  const rules = games.map(one => html`<p key=${one.name}><b>${one.title}.</b> <${Words} text=${one.rules} /></p>`);
  return games.length > 3 ? html`<details class="about"><summary>The rules of these ${games.length} games</summary>${rules}</details>` : html`<div class="about">${rules}</div>`;
};

/** The position as text, to be changed. */
const Setup = ({ game, error, onStart, onRetry }) => {
  const [text, setText] = useState(null);
  const value = text ?? game.at;
  const [games, setGames] = useState([]);
  useEffect(() => setText(null), [game.at]);
  useEffect(() => { list('gallery').then(found => setGames(found.filter(one => one.name !== 'dots')), () => {}); }, []);
  return html`<form class="setup" onSubmit=${event => { event.preventDefault(); onStart(value.trim()); }}>
    <label for="position">Position</label>
    <div class="row"><input id="position" type="text" value=${value} onInput=${event => setText(event.target.value)} spellcheck="false" autocapitalize="off" autocomplete="off" />
      <button type="submit" disabled=${text == null || !text.trim()}>Set up</button>
      <select aria-label="Add a game to the sum" onChange=${event => { const { value: more } = event.target; event.target.value = ''; if (more) onStart(`${value.trim()} + ${more}`); }}>
        <option value="">+ a game…</option>${games.map(one => html`<option key=${one.name} value=${one.position}>${one.title.replace(/ \(.*\)/, '')}</option>`)}</select>
      <a class="button quiet" href="#/">All games</a></div>
    <${Trouble} error=${error} text=${value} onRetry=${onRetry} />
  </form>`;
};

/** Whose turn it is, and who wins, if that is to be shown. */
const Status = ({ game, board, over, mine, thinking, fresh, progress }) => html`<div class="status" role="status">
  ${over ? html`<p>The game is over.</p>`
    : thinking ? html`<p>The engine thinks<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span></p>`
    : !fresh ? html`<p>${progress ? html`<${Working} progress=${progress} />` : ''}</p>`
    : html`<p>${!game.friend && mine && author(game, game.line.length - 1) === 'Engine' && game.labels[game.line.length - 1] ? html`<span class="last">The engine: <b>${game.labels[game.line.length - 1]}</b>.</span> ` : ''}<b>${game.friend ? name(game, game.turn) + ' player' : mine ? 'Your' : 'The engine’s'}</b>${game.friend ? ' to move.' : ' move.'} ${board.kind === 'partizan' ? html`${game.friend || mine ? (game.friend ? 'That is' : 'You are') : 'It is'} <b>${sideOf(game, game.turn) === 'left' ? 'Left' : 'Right'}</b>. ` : ''}<span class="faint">${
      board.kind === 'scoring' ? `${standing(game, board)} The higher score wins.` : board.play === 'misere' ? 'Whoever makes the last move loses.' : 'Whoever cannot move loses.'}</span></p>`}
  ${game.hints && fresh && !over && html`<p class="verdict">${board.found
    ? html`<${Prospect} game=${game} board=${board} mine=${mine} /> <a href=${address('why', { p: board.position, play: game.play, rules: game.rules })}>why?</a>`
    : html`<span class="faint">Who wins was not found within the limits.</span>`}</p>`}
</div>`;

/** Who has more boxes: the position says how many the player to move is ahead. */
function standing(game, board) {
  const ahead = Number(/; ([+-]\d+)\)$/.exec(board.position)?.[1] || 0);
  if (!ahead) return 'The score is even.';
  const leader = ahead > 0 ? game.turn : other(game.turn);
  const who = game.friend ? `${name(game, leader)} player leads` : leader === game.me ? 'You lead' : 'The engine leads';
  return `${who} by ${Math.abs(ahead)}.`;
}

/** What the player to move can hope for, and what the position is worth. */
const Prospect = ({ game, board, mine }) => {
  const { outcome } = board;
  const fate = outcome === 'tie' ? 'ties' : outcome === 'N' || outcome === (sideOf(game, game.turn) === 'left' ? 'L' : 'R') ? 'wins' : 'loses';
  const who = game.friend ? `${name(game, game.turn)} player` : mine ? 'You' : 'The engine';
  const hopes = { wins: 'can win from here', ties: 'can keep a tie', loses: `${who === 'You' ? 'lose' : 'loses'} against best play` }[fate];
  return html`<${Mark} fate=${fate} /> <span>${who} ${hopes}</span> <${Outcome} outcome=${outcome} />
    ${board.value && html`<span class="value">value <${Value} text=${board.value} /></span>`}`;
};

/** What is said when a game that was won is given away, or points are. */
function headline({ move, best }) {
  const [was, is] = [Math.sign(best), Math.sign(move.margin)];
  if (move.margin == null || is < 0 && was > 0) return 'That throws the game away';
  return is < was ? `That throws the ${was ? 'win' : 'tie'} away` : `That costs ${best - move.margin} ${best - move.margin === 1 ? 'point' : 'points'}`;
}

const Slip = ({ slip, onBack, onGo }) => {
  const box = useRef();
  useEffect(() => box.current.scrollIntoView({ block: 'nearest' }), [slip.judged]);
  return html`<div class="slip" role="alert" ref=${box}>
  <h3><${Mark} fate=${fateOf(slip.move)} /> ${headline(slip)}</h3>
  <p>${slip.judged ? slip.judged.says : 'Looking for the refutation…'}
    ${slip.judged?.refutation && html` Your opponent can now <b>${slip.judged.refutation.move}</b>, which leaves <code>${slip.judged.refutation.to}</code>.`}
    ${slip.judged?.better && html` Better was: <b>${slip.judged.better.move}</b>.`}</p>
  <p class="actions"><button type="button" onClick=${onBack}><${Icon} name="undo" /> Take it back</button>
    <button type="button" class="second" onClick=${onGo}>Play on</button>
    <a href=${address('why', { p: slip.at, play: place.value.params.play, rules: place.value.params.rules })}>Why?</a></p>
</div>`;
};

/** Who has won. */
const Verdict = ({ game, board, onAgain, onOther }) => {
  const last = other(game.turn);
  const score = board.margin;
  const winner = board.kind === 'scoring' ? (score > 0 ? game.turn : score < 0 ? last : null) : board.play === 'misere' ? game.turn : last;
  const you = winner && !game.friend && winner === game.me;
  const heading = winner == null ? 'A tie.' : game.friend ? `${name(game, winner)} player wins.` : you ? 'You win!' : 'The engine wins.';
  const end = useRef();
  useEffect(() => { end.current.focus({ preventScroll: true }); end.current.scrollIntoView({ block: 'nearest' }); }, []);
  return html`<div class=${cx('ended', you && 'won')} tabindex="-1" ref=${end}>
    <h2>${heading}</h2>
    <p>${board.kind === 'scoring' ? (score ? `By ${Math.abs(score)} ${Math.abs(score) === 1 ? 'box' : 'boxes'}.` : 'All edges are drawn.') : `${game.friend ? `${name(game, game.turn)} player has` : game.turn === game.me ? 'You have' : 'The engine has'} no move left.`}</p>
    <p class="actions"><button type="button" onClick=${onAgain}>Again</button>
      ${!game.friend && html`<button type="button" class="second" onClick=${onOther}>${game.me === 'A' ? 'Let the engine start' : 'Start yourself'}</button>`}
      <a href=${address('why', { p: game.start, play: game.play, rules: game.rules })}>Why?</a></p>
  </div>`;
};
