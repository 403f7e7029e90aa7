// The web app in a browser, as a person uses it.
import { test, describe, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { choose } from '../../assets/js/board.js';
import { withBrowser, ask, violations, settled, position, turn, winning, values, VIEWS } from './support.mjs';

const { go, done, server } = withBrowser({ before, after });

test('a whole game is won by mouse', async () => {
  const page = await go('#/play?p=nim(3,4,5)');
  for (;;) {
    if (await turn(page) === 'over') break;
    const { move } = await winning(page);
    const at = page.url();
    await page.click(`.board [data-place="${move.handle}"]`);
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended h2'), /You win/);
  await done(page);
});

test('a whole game is won by keyboard', async () => {
  const page = await go('#/play?p=nim(3,4,5)');
  await turn(page);
  const tabTo = async selector => {
    for (let step = 0; step < 60; step++) {
      if (await page.evaluate(selector => document.activeElement.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not lead to ${selector}`);
  };
  // The first move on the board: the second token of the first heap takes two.
  await tabTo('.board [role=button]');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'take 2 from the heap of 3, leaving 1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /line=/.test(location.hash));
  // The others from the list.
  while (await turn(page) === 'mine') {
    const { index } = await winning(page);
    await tabTo('.moves button');
    await page.keyboard.press('Home');
    for (let step = 0; step < index; step++) await page.keyboard.press('ArrowDown');
    const at = page.url();
    await page.keyboard.press('Enter');
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended h2'), /You win/);
  await done(page);
});

test('in misère play the last move loses', async () => {
  const page = await go('#/play?p=nim(1,2,2,3)&play=misere');
  while (await turn(page) === 'mine') {
    const { move } = await winning(page, 'misere');
    const at = page.url();
    await page.click(`.board [data-place="${move.handle}"]`);
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended'), /You win!\s*You have no move left/);
  await done(page);
});

test('a move that throws the game away is refuted and can be taken back, or the game is lost', async () => {
  const page = await go('#/play?p=nim(3,4,5)');
  await turn(page);
  await page.click('.board [data-place="2.0"]');
  const slip = page.locator('.slip');
  await slip.getByText('Your opponent can now').waitFor();
  assert.match(await slip.textContent(), /gives the game away/);
  assert.match(await slip.textContent(), /Better was: take 2 from the heap of 3/);
  await slip.getByRole('button', { name: 'Take it back' }).click();
  await page.waitForFunction(() => document.querySelector('#position').value === 'nim(3,4,5)');
  assert.equal(await slip.count(), 0);
  await page.click('.board [data-place="2.0"]');
  await slip.getByRole('button', { name: 'Play on' }).click();
  while (await turn(page) === 'mine') {
    const at = page.url();
    await page.locator('.moves button').first().click();
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended h2'), /The engine wins/);
  await done(page);
});

test('Left wins with moves of their own, Right has others, and a move has a price', async () => {
  const page = await go('#/play?p=hackenbush(0-1b+1-2b+0-3r+3-4b)');
  for (;;) {
    if (await turn(page) === 'over') break;
    assert.match(await page.textContent('.status'), /You are Left/);
    const board = await ask(page, 'board', { position: await position(page), player: 'left' });
    assert.ok(board.moves.every(one => one.move.endsWith('b')), 'Left cuts blue edges');
    // An upright line has no width, and to Playwright is not there: the list has the same moves.
    const index = board.moves.findIndex(one => one.winning);
    const at = page.url();
    await page.locator('.moves button').nth(index).click();
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended h2'), /You win/);
  const right = await ask(page, 'board', { position: 'hackenbush(0-1b 0-2r)', player: 'right' });
  assert.deepEqual(right.moves.map(one => one.move), ['cut the edge 0-2r']);
  await page.goto(page.url().replace(/#.*/, '#/why?p={4||2|0}'));
  await page.getByText('What a move is worth').waitFor();
  await page.locator('svg', { hasText: 'tax on each move' }).waitFor();
  await done(page);
});

test('two places mean a move where one does not', async () => {
  const page = await go('#/play?p=cram(2x3)&vs=friend');
  await page.click('.board [data-place="0.0"]');
  await page.getByText('Moves that touch this').waitFor();
  assert.equal(await page.locator('.moves button').count(), 2);
  await page.click('.board [data-place="0.1"]');
  await page.waitForFunction(() => /line=/.test(location.hash));
  assert.equal(await page.locator('.log li').count(), 1);
  await done(page);
});

test('who moves is pointed at first, then where to', async () => {
  const page = await go('#/play?p=amazons(x.o/...)&vs=friend');
  // A stone lies on its cell.
  const at = (row, column) => page.locator(`.board [data-place="0.${1000 * row + column}"]`).last().click();
  await page.waitForSelector('.board [role=button]');
  // Nothing to begin with in a free cell, nor for Left with Right's amazon.
  assert.equal(await page.locator('.board [role=button]').count(), 1);
  await at(0, 0);
  await page.getByText('Moves that touch this').waitFor();
  await at(1, 0);
  // The cell that was left can be burnt.
  await at(0, 0);
  await page.waitForFunction(() => /line=/.test(location.hash));
  assert.equal(await position(page), 'amazons(#.o/x..)');
  await done(page);
});

test('pictures of orders and of dominoes are played on', async () => {
  const page = await go('#/play?p=schuh(12)&vs=friend');
  await page.click('.board [aria-label="name 6"]');
  await page.waitForFunction(() => document.querySelector('#position').value === 'schuh(12; 6)');
  await page.goto(page.url().replace(/#.*/, '#/play?p=toppling(lrl)&vs=friend'));
  await page.click('.board [aria-label="topple domino 1 to the left"]');
  await page.waitForFunction(() => document.querySelector('#position').value === 'toppling(rl)');
  await done(page);
});

test('the places of a move lead to it, in every game', async () => {
  const games = await (await fetch(`${server.url}api/gallery`)).json();
  assert.ok(games.length > 30);
  for (const { position } of games) for (const player of ['left', 'right']) {
    const answer = await fetch(`${server.url}api/board`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ position, player }) });
    const { moves } = await answer.json();
    for (const move of moves || []) {
      assert.ok(move.places.length, `${position}: ${move.move} touches nothing`);
      let chosen = [], made = null;
      for (const at of move.handle ? [move.handle] : [...move.places, move.places[0]]) {
        const result = choose(moves, chosen, at);
        made = result.move;
        if (made) break;
        chosen = result.chosen;
      }
      // Or to a list of those that touch the same.
      assert.ok(!made || made === move, `${position}: ${move.move} is taken for ${made?.move}`);
    }
  }
});

test('undo, redo, restart, swap; Back is undo', async () => {
  const page = await go('#/play?p=nim(3,4,5)&vs=friend');
  const at = text => page.waitForFunction(text => document.querySelector('#position').value === text, text);
  await page.click('.board [data-place="0.1"]');
  await at('nim(1,4,5)');
  await page.click('.board [data-place="2.4"]');
  await at('nim(1,4,4)');
  await page.goBack();
  await at('nim(1,4,5)');
  await page.getByRole('button', { name: 'Redo' }).click();
  await at('nim(1,4,4)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await at('nim(1,4,5)');
  await page.getByRole('button', { name: 'Restart' }).click();
  await at('nim(3,4,5)');
  await page.getByRole('button', { name: 'the engine', exact: true }).first().click();
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await at('nim(1,4,5)');
  await done(page);
});

test('the address restores the exact state', async () => {
  const page = await go('#/play?p=nim(3,4,5)&vs=friend&hints=1');
  await page.click('.board [data-place="0.1"]');
  await page.waitForFunction(() => document.querySelector('#position').value === 'nim(1,4,5)');
  const address = page.url();
  await page.context().close();
  const other = await go(address.slice(server.url.length));
  await other.waitForFunction(() => document.querySelector('#position')?.value === 'nim(1,4,5)');
  assert.match(await other.textContent('.status'), /Second player/);
  assert.equal(await other.locator('.log li').count(), 1);
  assert.ok(await other.locator('.moves .mark').count() > 5);
  await other.getByRole('button', { name: 'Undo' }).click();
  await other.waitForFunction(() => document.querySelector('#position').value === 'nim(3,4,5)');
  await done(other);
});

const RULES = `name = "leap"
title = "Leap"
examples = [7]

def options(n):
    return [move("leap %d" % k, n - k) for k in (1, 2) if k <= n]
`;

test('rules are written, broken, mended and played', async () => {
  const page = await go('#/invent');
  const editor = page.getByRole('textbox', { name: 'Rules' });
  await editor.waitFor();
  await editor.fill(RULES);
  await page.getByText('An impartial game').waitFor();
  await editor.fill(RULES.replace('n - k', 'n - q'));
  await page.getByText('There is a mistake').waitFor();
  assert.equal(await page.textContent('.gutter .bad'), '6');
  await editor.fill(RULES.replace('n - k', 'n + k'));
  await page.getByText(/Not an impartial game|were stopped|mistake/).first().waitFor();
  await editor.fill(RULES);
  const play = page.getByRole('link', { name: 'Play leap(7)' });
  await play.waitFor();
  await play.click();
  while (await turn(page) === 'mine') {
    const rules = RULES;
    const found = await ask(page, 'moves', { position: await position(page), rules });
    const at = page.url();
    await page.locator('.moves button', { hasText: found.moves[0].move }).first().click();
    await page.waitForFunction(at => location.href !== at, at);
  }
  assert.match(await page.textContent('.ended h2'), /You win/);
  await done(page);
});

test('a file of rules that never ends is stopped, and the server goes on', async () => {
  const page = await go('#/invent');
  const editor = page.getByRole('textbox', { name: 'Rules' });
  await editor.fill('name = "loop"\nexamples = [3]\n\ndef options(n):\n    for a in range(1000000000):\n        for b in range(1000000000):\n            n = n + 1\n    return []\n');
  await page.getByText('The rules were stopped').waitFor();
  assert.deepEqual(await ask(page, 'calc', { expression: '27 xor 13' }), { result: 22 });
  await done(page);
});

test('a lesson is finished, wrong answers are explained, and progress is kept', async () => {
  const page = await go('#/learn?lesson=take-away');
  await page.locator('.exercise').first().waitFor();
  const form = name => page.locator(`[data-exercise="take-away/${name}"]`);
  const numbers = text => text.match(/\d+/g).map(Number);
  const given = async name => {
    const text = await form(name).locator('legend').textContent();
    const set = numbers(/\{(.*?)\}/.exec(text)[1]);
    const rest = numbers(text.replace(/\{.*?\}/, ''));
    return { set, n: rest[rest.length - 1] };
  };
  // A wrong answer first: it is explained and does not count.
  const { set, n } = await given('take');
  const wrong = [1, 2, 3, 4, 5, 6].find(k => !set.includes(k));
  await form('take').locator('input').fill(String(wrong));
  await form('take').getByRole('button', { name: 'Check' }).click();
  await form('take').getByText('Not quite').waitFor();
  assert.match(await form('take').textContent(), /P-position/);
  assert.ok(n > 0);
  for (let round = 0; round < 3; round++) {
    for (const name of ['outcome', 'all-p', 'take']) {
      const { set, n } = await given(name);
      const list = values(set, n);
      if (name === 'outcome') await form(name).locator(`input[value=${list[n] ? 'N' : 'P'}]`).check();
      if (name === 'all-p') for (const heap of list.flatMap((value, heap) => value ? [] : [heap])) await form(name).locator(`input[value="${heap}"]`).check();
      if (name === 'take') await form(name).locator('input').fill(String(set.find(k => k <= n && list[n - k] === 0)));
      await form(name).getByRole('button', { name: 'Check' }).click();
      await form(name).getByText('Right.').waitFor();
      await form(name).getByRole('button', { name: 'Another one' }).click();
    }
  }
  for (const at of [0, 1]) {
    const game = page.locator('.inline-game').nth(at);
    await game.locator('summary').click();
    while (!await game.locator('.status b').count()) {
      const button = game.locator('.moves button:not(:disabled)').first();
      await Promise.race([button.click({ timeout: 3000 }).catch(() => {}), game.locator('.status b').waitFor()]);
      await page.waitForTimeout(60);
    }
  }
  await page.getByText('Lesson 1 is done.').waitFor();
  await page.goto(server.url + '#/learn');
  await page.getByRole('img', { name: '100 per cent done' }).waitFor();
  await page.reload();
  await page.getByRole('img', { name: '100 per cent done' }).waitFor();
  await done(page);
});

test('what is on the screen is kept as a file', async () => {
  const page = await go('#/see?game=kayles&to=20');
  await settled(page);
  const keep = async name => {
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    return readFile(await (await download).path());
  };
  await page.getByRole('button', { name: 'Share' }).click();
  const csv = (await keep('CSV')).toString().trim().split('\n').map(line => line.split(','));
  assert.equal(csv.find(row => row[0] === '7')[1], '2');
  const bfile = (await keep('OEIS b-file')).toString();
  assert.match(bfile, /^7 2$/m);
  assert.equal(JSON.parse(await keep('JSON')).values[7], 2);
  assert.match((await keep('LaTeX')).toString(), /\\begin\{tabular\}/);
  const svg = (await keep('SVG')).toString();
  assert.equal(await page.evaluate(svg => new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror') === null, svg), true);
  assert.deepEqual([...(await keep('PNG')).subarray(1, 4)].map(byte => String.fromCharCode(byte)).join(''), 'PNG');
  await page.goto(server.url + '#/why?p=nim(3,4,6)');
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  assert.match((await keep('LaTeX')).toString(), /3/);
  await done(page);
});

test('values are seen, and a cell says why', async () => {
  const page = await go('#/see?game=kayles');
  await settled(page);
  await page.getByText('Period 12').waitFor();
  await page.locator('.cell').nth(9).click();
  await page.locator('.ladder .mex').waitFor();
  assert.match(await page.locator('.ladder .mex').textContent(), /^4/);
  await page.goto(server.url + '#/see?show=graph&p=candy(3,4)');
  await page.locator('.node').first().waitFor();
  assert.equal(await page.locator('.node').count(), 5);
  await page.locator('.node').nth(1).hover();
  const code = await page.locator('.spread aside h2 code').textContent();
  await page.locator('.node').nth(1).click();
  await page.waitForFunction(code => document.querySelector('#position')?.value === code, code);
  await done(page);
});

test('a mistake in a position is shown at its place', async () => {
  const page = await go('#/play?p=nim(3,4,5)');
  await turn(page);
  await page.fill('#position', 'nim(3,4) + kayels(5)');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('.trouble mark').waitFor();
  assert.equal(await page.textContent('.trouble mark'), 'kayels');
  assert.match(await page.textContent('.trouble'), /kayles/);
  await done(page);
});

test('winning and losing are told by letter and shape, and nothing moves for those who ask for calm', async () => {
  const page = await go(VIEWS.hints);
  await page.locator('.moves .mark.wins').first().waitFor();
  const marks = await page.locator('.moves .mark').evaluateAll(all => all.map(one => [one.className, one.textContent.trim(), getComputedStyle(one).borderRadius]));
  for (const [name, text, radius] of marks) {
    assert.match(text, name.includes('wins') ? /^W/ : /^L/);
    assert.equal(radius, name.includes('wins') ? '50%' : '4px');
  }
  assert.ok(await page.locator('.board .hint.wins circle').count() > 0 && await page.locator('.board .hint.loses rect').count() > 0);
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter(one => getComputedStyle(one).animationName !== 'none' || getComputedStyle(one).transitionDuration !== '0s').length);
  assert.equal(moving, 0);
  await done(page);
});

test('the first page is light and quick', async () => {
  const page = await go('');
  await settled(page);
  const [bytes, drawn] = await page.evaluate(() => [
    performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, one) => sum + one.transferSize, 0),
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  ]);
  console.log(`first page: ${bytes} bytes, drawn after ${Math.round(drawn)} ms`);
  assert.ok(bytes < 100000, `${bytes} bytes`);
  await done(page);
});

describe('nothing on any view is out of reach', { concurrency: 2 }, () => {
  for (const width of [1400, 390]) test(`${width} pixels wide, light and dark`, async () => {
    const all = [];
    const page = await go('', { viewport: { width, height: 900 } });
    for (const [name, path] of Object.entries(VIEWS)) {
      await page.goto(server.url + path);
      await page.reload();
      await settled(page);
      if (name === 'strip') await page.locator('.cell').nth(20).click();
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        all.push(...(await violations(page)).map(one => `${name}, ${colorScheme}: ${one}`));
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) all.push(`${name}: the page is ${wide} pixels too wide`);
    }
    assert.deepEqual(all, []);
    await done(page);
  });
});
