// A server, a browser, and what tests do with them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(process.env.GRUNDY_BROWSER_MODULES + '/');
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Starts `grundy serve` on a free port. */
export async function serve() {
  const child = spawn(process.env.GRUNDY, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  const url = await new Promise((found, failed) => {
    child.stdout.on('data', data => { said += data; const match = /http:\S+/.exec(said); if (match) found(match[0]); });
    child.on('exit', () => failed(new Error('the server ended before it began')));
  });
  return { url, pid: child.pid, stop: () => new Promise(done => { child.on('exit', done); child.kill('SIGINT'); }) };
}

export const browse = () => chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** A page on which nothing may go wrong unseen. */
export async function open(browser, base, path = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on('console', message => { if (message.type() === 'error' && !/status of 422/.test(message.text())) page.wrong.push(message.text()); });
  page.on('pageerror', error => page.wrong.push(String(error)));
  page.on('request', request => { if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) page.wrong.push(`a request to ${request.url()}`); });
  await page.goto(base + path);
  return page;
}

/** Asks the API from the page. */
export const ask = (page, name, body) => page.evaluate(async ([name, body]) => {
  const response = await fetch('/api/' + name, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return response.json();
}, [name, body]);

/** The violations of WCAG A and AA that axe finds. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  return found.violations.map(one => `${one.id}: ${one.help} ${one.nodes.slice(0, 3).map(node => node.target.join(' ') + ' ' + (node.any[0]?.message || '')).join(' | ')}`);
}

/** A server and a browser for the tests of a file: what opens a page, what closes it and sees that nothing went wrong, and the server. */
export function withBrowser({ before, after }) {
  const server = {};
  let browser;
  before(async () => { Object.assign(server, await serve()); browser = await browse(); });
  after(async () => { await browser?.close(); await server.stop?.(); });
  return {
    server,
    go: (path, options) => open(browser, server.url, path, options),
    done: async page => { assert.deepEqual(page.wrong, []); await page.context().close(); },
  };
}

/** The position on the board. */
export const position = page => page.inputValue('#position');

/** Waits until it is your move, or the game is over; says which. */
export async function turn(page) {
  await page.waitForFunction(() => /Your move/.test(document.querySelector('.status')?.textContent) || document.querySelector('.ended'));
  return await page.locator('.ended').count() ? 'over' : 'mine';
}

/** A winning move at the position on the board. */
export async function winning(page, play) {
  const board = await ask(page, 'board', { position: await position(page), play });
  const move = board.moves.find(one => one.winning);
  assert.ok(move, `there is a winning move at ${board.position}`);
  return { move, index: board.moves.indexOf(move) };
}

/** The values of a take-away game, by the rule itself. */
export function values(set, most) {
  const list = [];
  for (let n = 0; n <= most; n++) {
    const options = set.filter(k => k <= n).map(k => list[n - k]);
    let mex = 0;
    while (options.includes(mex)) mex++;
    list.push(mex);
  }
  return list;
}

/** The pages that must be right in every width and colour. */
export const VIEWS = {
  home: '#/',
  play: '#/play?p=nim(3,4,5)',
  hints: '#/play?p=kayles(5)+%2B+chomp(3x4)&hints=1',
  board: '#/play?p=hackenbush(0-1g+1-2g+1-3g+0-4g+4-5g)+%2B+notakto(X../.../...)&play=normal&hints=1',
  why: '#/why?p=nim(3,4,6)',
  'why-take': '#/why?p=take{1,3,4}(10,20,30)',
  large: '#/play?p=nim(500,3)+%2B+kayles(45)&hints=1',
  many: '#/play?p=kayles(7)+%2B+nim(3,4,5,6)+%2B+chomp(3x4)+%2B+queen(5,4)+%2B+rook(3,3)+%2B+dawson(8)+%2B+take{1,3,4}(11)+%2B+bricks(6)+%2B+notakto(X../.../...)&play=normal',
  sides: '#/play?p=domineering(2x3)+%2B+toads(T.F)&hints=1',
  'why-sides': '#/why?p=domineering(2x3)+%2B+{1|-1}',
  strip: '#/see?game=kayles',
  heat: '#/see?game=candy',
  graph: '#/see?show=graph&p=candy(3,4)',
  'graph-sides': '#/see?show=graph&p=toads(T.F)',
  forms: '#/see?game=cutcake&to=8x8',
  thermograph: '#/see?show=heat&p={4||2|0}',
  sprouts: '#/play?p=sprouts(0.AB.}0*2.AB.1a1a.}!)',
  amazons: '#/play?p=amazons(x..%23/..../.%23.o)+%2B+toppling(lrel)',
  order: '#/play?p=schuh(60)+%2B+poset(a%3Cb%3Cd+a%3Cc%3Cd)&hints=1',
  invent: '#/invent',
  learn: '#/learn',
  lesson: '#/learn?lesson=nim',
};

/** Waits until a view shows what it has to show. */
export async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.loading, .working, .card.waiting'), null, { timeout: 15000 });
  await page.evaluate(() => document.fonts.ready);
}
