// What is easily got wrong, and has been: each of these was a mistake once.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { withBrowser, ask, settled, position, turn, winning, values } from './support.mjs';

const { go, done, server } = withBrowser({ before, after });

/** Waits for a position on the board. */
const at = (page, text) => page.waitForFunction(text => document.querySelector('#position')?.value === text, text);

test('large heaps: the winning move is offered, every heap has its share, and a number is enough to move', async () => {
  const page = await go('#/play?p=nim(500,3)+%2B+kayles(300)&vs=friend');
  await page.locator('#say').waitFor();
  const board = await ask(page, 'board', { position: 'nim(500,3) + kayles(300)' });
  assert.equal(board.complete, false);
  const { moves } = await ask(page, 'moves', { position: 'nim(500,3) + kayles(300)' });
  assert.ok(moves.length > 0);
  for (const { to } of moves) assert.ok(board.moves.some(one => one.to === to && one.winning), `${to} is offered`);
  const heaps = new Set(board.moves.map(one => one.places[0].split('.')[0]));
  assert.deepEqual([...heaps].sort(), ['0', '1', '2']);
  // The list is short, and has a winning move even where nothing is said about who wins.
  const listed = await page.locator('.moves .to').allTextContents();
  assert.ok(listed.length <= 100 && moves.some(one => listed.some(text => text.trim() === one.to)), `${listed.length} moves`);
  // By keyboard: the number, then Enter.
  await page.locator('#say').fill('137');
  await page.getByText(/moves? says? that/).waitFor();
  await page.locator('#say').press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.moves button'));
  await page.locator('#say').fill('take 137 from');
  await page.getByText('2 moves say that').waitFor();
  await page.locator('#say').press('Enter');
  await at(page, 'nim(363,3) + kayles(300)');
  // By mouse, on the new picture: the heap, and then the number is asked for.
  await page.locator('.board').getByText('363').first().waitFor();
  await page.locator('.board [data-place="0.0"]').last().click({ force: true });
  await page.waitForFunction(() => document.activeElement.id === 'say');
  await page.keyboard.type('360');
  await page.getByText(/moves? says? that/).waitFor();
  await page.keyboard.press('Enter');
  await at(page, 'nim(3,3) + kayles(300)');
  await done(page);
});

test('a heap of a million million is played, and a slip on it is refuted', async () => {
  const page = await go('#/play?p=nim(1000000000000,999999999999)');
  await turn(page);
  assert.equal(await page.locator('label[for=say]').textContent(), 'Take how many?');
  await page.locator('#say').fill('123456789');
  await page.getByText(/moves say that/).waitFor();
  await page.locator('.moves button', { hasText: 'take 123456789 from the heap of 1000000000000' }).click();
  await page.locator('.slip').getByText('Your opponent can now').waitFor();
  await done(page);
});

test('every spot of Sprouts can be clicked, and any of three is as good as another', async () => {
  const page = await go('#/play?p=sprouts(3)&vs=friend');
  await page.waitForSelector('.board [role=button]');
  assert.equal(await page.locator('.board [role=button]').count(), 3);
  await page.locator('.board circle[data-place="0.0"]').click();
  await page.locator('.board circle[data-place="0.1"]').click();
  await page.waitForFunction(() => /line=/.test(location.hash));
  assert.match(await page.locator('.log li').textContent(), /join/);
  await done(page);
});

test('games of one’s own are drawn by the shape of their positions, and played on the drawing', async () => {
  const page = await go('#/invent');
  const editor = page.getByRole('textbox', { name: 'Rules' });
  const play = async rules => {
    await editor.waitFor();
    await editor.fill(rules);
    await page.getByRole('link', { name: `Play ${/name = "(\w+)"/.exec(rules)[1]}(` }).click();
    await turn(page);
    await page.getByRole('button', { name: 'a friend' }).click();
    await page.waitForSelector('.board [role=button]');
  };
  await play('name = "pair"\nexamples = [(4, 3)]\n\ndef options(x, y):\n    return [(a, y) for a in range(x)] + [(x, b) for b in range(y)]\n');
  assert.equal(await page.locator('.board circle').count(), 7);
  await page.locator('.board circle[data-place="0.1"]').click();
  await at(page, 'pair(1,3)');
  await page.goto(server.url + '#/invent');
  await page.reload();
  await play('name = "marks"\nexamples = ["..../...."]\n\ndef options(board):\n    return [board[:i] + "X" + board[i + 1:] for i in range(len(board)) if board[i] == "."]\n');
  assert.equal(await page.locator('.board rect[data-place]').count(), 8);
  await page.locator('.board rect[data-place="0.5"]').click();
  await at(page, 'marks("..../.X..")');
  // Left and Right may have moves of their own.
  await page.goto(server.url + '#/invent');
  await page.reload();
  await play(await readFile(new URL('../../../../examples/col.star', import.meta.url), 'utf8'));
  await page.locator('.board rect[data-place="0.1"]').click();
  await at(page, 'col(".B...")');
  await done(page);
});

test('what the first lesson says about its heaps is so', async () => {
  const page = await go('#/learn?lesson=take-away');
  await page.locator('.lesson section').first().waitFor();
  const sections = await page.locator('.lesson section').allTextContents();
  const claims = (text, set) => {
    const list = values(set, 40);
    const found = [...text.matchAll(/\b(\d+) is (N|P)\b/g)].map(([, heap, kind]) => [Number(heap), kind]);
    for (const [heap, kind] of found) assert.equal(list[heap] ? 'N' : 'P', kind, `${heap} of {${set}}`);
    return found.length;
  };
  assert.ok(claims(sections[1].replace(/Exercise[^]*/, ''), [1, 2, 3]) >= 2);
  const last = sections.find(text => text.includes('1, 3 and 4'));
  assert.ok(claims(last, [1, 3, 4]) >= 1);
  // And 9, of which it once said otherwise, is P.
  assert.equal(values([1, 3, 4], 9)[9], 0);
  const { outcome } = await ask(page, 'value', { position: 'take{1,3,4}(9)' });
  assert.equal(outcome, 'P');
  await done(page);
});

test('nothing is no answer to an exercise', async () => {
  const page = await go('#/learn?lesson=nim');
  for (const name of ['nim/nim-sum', 'nim/balance', 'nim/mex']) {
    const form = page.locator(`[data-exercise="${name}"]`);
    await form.getByRole('button', { name: 'Check' }).click();
    await form.getByText('Give an answer first.').waitFor();
    await form.locator('input').fill('  ').catch(() => {});
    await form.getByRole('button', { name: 'Check' }).click();
    assert.equal(await form.getByText('Right.').count(), 0);
    assert.equal(await form.locator('.pips').getAttribute('aria-label'), '0 of 3 right');
  }
  await page.goto(server.url + '#/learn?lesson=sprague-grundy');
  const choice = page.locator('[data-exercise="sprague-grundy/equal"]');
  await choice.getByRole('button', { name: 'Check' }).click();
  await choice.getByText('Give an answer first.').waitFor();
  await done(page);
});

test('where the engine begins, Undo and Back take back what you did and no more', async () => {
  const page = await go('#/');
  await settled(page);
  await page.goto(server.url + '#/play?p=nim(3,4,5)&me=B');
  await turn(page);
  const first = await position(page);
  assert.notEqual(first, 'nim(3,4,5)');
  const undo = page.getByRole('button', { name: 'Undo' });
  assert.ok(await undo.isDisabled(), 'there is nothing of yours to take back');
  await page.locator('.moves button').first().click();
  await page.waitForFunction(() => /by=aBa/.test(location.hash));
  await turn(page);
  await undo.click();
  await at(page, first);
  assert.ok(await undo.isDisabled());
  await page.locator('.moves button').first().click();
  await page.waitForFunction(first => document.querySelector('#position').value !== first, first);
  await page.goBack();
  await at(page, first);
  await page.goBack();
  await page.locator('.hero').waitFor();
  await done(page);
});

test('how one plays stays as it is when moves are taken back', async () => {
  const page = await go('#/play?p=nim(3,4,5)&vs=friend');
  await page.click('.board [data-place="0.1"]');
  await at(page, 'nim(1,4,5)');
  const hints = page.getByRole('button', { name: 'Show who wins' });
  await hints.click();
  await page.goBack();
  await at(page, 'nim(3,4,5)');
  assert.equal(await hints.getAttribute('aria-pressed'), 'true');
  assert.match(page.url(), /hints=1/);
  await page.getByRole('button', { name: 'the engine', exact: true }).first().click();
  await page.getByRole('button', { name: 'Casual' }).click();
  await page.goForward();
  await at(page, 'nim(1,4,5)').catch(() => {});
  assert.match(page.url(), /level=casual/);
  await done(page);
});

test('games of two conventions, and a convention that a game has not, are no dead ends', async () => {
  const page = await go('#/play?p=notakto(X../.../...)+%2B+nim(3)');
  await page.locator('.trouble').waitFor();
  await page.locator('.choice', { hasText: 'The last move' }).getByRole('button', { name: 'wins', exact: true }).click();
  await turn(page);
  assert.match(page.url(), /play=normal/);
  await page.goto(server.url + '#/play?p=domineering(2x3)&play=misere');
  await page.reload();
  await page.locator('.trouble').waitFor();
  await page.locator('.choice', { hasText: 'The last move' }).getByRole('button', { name: 'wins', exact: true }).click();
  await turn(page);
  // Another game begins by its own convention.
  await page.goto(server.url + '#/play?p=nim(3,4)&play=misere');
  await page.reload();
  await turn(page);
  await page.fill('#position', 'domineering(2x2)');
  await page.getByRole('button', { name: 'Set up' }).click();
  await turn(page);
  assert.equal(await page.locator('.trouble').count(), 0);
  await done(page);
});

test('a tie in Dots and Boxes is a tie', async () => {
  const page = await go('#/play?p=dots(1x4)&vs=friend&hints=1');
  await page.locator('.moves .mark.ties').first().waitFor();
  assert.match(await page.textContent('.verdict'), /can keep a tie/);
  assert.match(await page.locator('.moves .mark.ties').first().textContent(), /^=/);
  for (;;) {
    if (await page.locator('.ended').count()) break;
    const here = page.url();
    await page.locator('.moves button', { has: page.locator('.ties') }).first().click();
    await page.waitForFunction(here => location.href !== here, here);
    await page.waitForFunction(() => document.querySelector('.ended, .moves button:enabled .mark'));
  }
  assert.match(await page.textContent('.ended h2'), /A tie/);
  await done(page);
});

test('zero in a partizan game is not a mex', async () => {
  const page = await go('#/why?p=hackenbush(0-1b+0-2r)');
  await page.getByText('The value is').first().waitFor();
  const text = await page.textContent('.verdict-card') + await page.textContent('.explanation section');
  assert.match(text, /whoever has to begin loses/i);
  assert.doesNotMatch(text, /\bmex\b|nim-sum/i);
  await page.goto(server.url + '#/see?game=cutcake&to=4x4');
  await settled(page);
  await page.locator('.cell').first().click();
  await page.locator('.panel h2 code').waitFor();
  assert.doesNotMatch(await page.textContent('.panel'), /\bmex\b|least number/i);
  await done(page);
});

test('numbers above 2^53 are exact, and strings in JSON', async () => {
  const page = await go('#/why?p=*9007199254740995+%2B+*1');
  await page.locator('.binary').first().waitFor();
  assert.match(await page.textContent('.binary'), /9007199254740995/);
  const value = await ask(page, 'value', { position: '*9007199254740995 + *1' });
  assert.deepEqual([value.nimber, value.terms[0].nimber], ['9007199254740994', '9007199254740995']);
  const why = await ask(page, 'explain', { position: '*9223372036854775808 + *1' });
  assert.equal(why.argument.power, '9223372036854775808');
  await page.goto(server.url + '#/play?p=*9007199254740995+%2B+*1&hints=1');
  await turn(page);
  assert.match(await page.textContent('.verdict'), /\*9007199254740994/);
  await done(page);
});

test('files are of the game on the screen', async () => {
  const page = await go('#/play?p=nim(3,4,5)&vs=friend');
  await page.click('.board [data-place="0.1"]');
  await at(page, 'nim(1,4,5)');
  const keep = async name => {
    await page.getByRole('button', { name: 'Share' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const text = (await readFile(await (await download).path())).toString();
    await page.keyboard.press('Escape');
    return text;
  };
  assert.match(await keep('SVG'), /<title>nim\(1,4,5\)<\/title>/);
  assert.equal(JSON.parse(await keep('JSON')).position, 'nim(1,4,5)');
  // What follows one from view to view is the position, and the table is that of its game.
  await page.getByRole('link', { name: 'See' }).click();
  await settled(page);
  const table = JSON.parse(await keep('JSON'));
  assert.equal(table.game, 'nim');
  assert.equal(table.values.length, await page.locator('.cell').count());
  await page.fill('#game', 'kayles');
  await page.fill('#to', '30');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.cell').length === 31);
  const kayles = JSON.parse(await keep('JSON'));
  assert.deepEqual([kayles.game, kayles.values.length], ['kayles', 31]);
  await done(page);
});

test('pictures of pixels have the pieces too', async () => {
  const page = await go('#/');
  for (const [piece, without] of [['rook(0,0)', 'rook(0,0)'], ['queen(0,0)', 'queen(0,0)'], ['chomp(1x1)', 'chomp(1x1)']]) {
    const dark = await page.evaluate(async position => {
      const response = await fetch('/api/draw', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ position, format: 'png' }) });
      const image = await createImageBitmap(await response.blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      // The cell in the middle, without its frame.
      const [x, y, side] = [image.width * .3, image.height * .3, image.width * .4].map(Math.round);
      const { data } = pen.getImageData(x, y, side, side);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 240) count++;
      return count / (data.length / 4);
    }, piece);
    assert.ok(dark > 0.04, `${without}: ${dark}`);
    const { svg } = await ask(page, 'draw', { position: piece });
    assert.doesNotMatch(svg.replace(/<title>[^]*<\/title>/, ''), /[^\x00-\x7f]/);
  }
  await done(page);
});

test('an engine that fails says so, and can be asked again', async () => {
  const page = await go('#/play?p=nim(3,4,5)');
  await turn(page);
  let failing = true;
  await page.route('**/api/reply', route => failing ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"kind":"busy","message":"the server has more requests than it can work on"}' }) : route.continue());
  await page.click('.board [data-place="0.1"]');
  await page.locator('.trouble', { hasText: 'more requests than it can work on' }).waitFor();
  assert.doesNotMatch(await page.textContent('.status'), /thinks/);
  failing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await turn(page);
  assert.equal(await page.locator('.trouble').count(), 0);
  await page.route('**/api/reply', route => route.abort());
  await page.locator('.moves button').first().click();
  const slip = page.locator('.slip').getByRole('button', { name: 'Play on' });
  await Promise.race([slip.click({ timeout: 5000 }).catch(() => {}), page.locator('.trouble').waitFor()]);
  await page.locator('.trouble', { hasText: 'does not answer' }).waitFor();
  page.wrong = page.wrong.filter(text => !/503|ERR_FAILED/.test(text));
  await done(page);
});

test('wide graphs are zoomed and moved by buttons, wheel, keyboard and hand', async () => {
  const page = await go('#/see?show=graph&p=nim(2,3,3)');
  await settled(page);
  const width = () => page.locator('.sheet svg').evaluate(svg => svg.getBoundingClientRect().width);
  const sheet = page.locator('.sheet');
  const isWhole = () => sheet.evaluate(one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);
  // What is too high for the frame is large enough to be read at first.
  assert.equal(await isWhole(), false);
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.ok(await isWhole());
  const start = await width();
  await page.getByRole('button', { name: 'Larger' }).click();
  const larger = await width();
  assert.ok(larger > start * 1.2);
  await sheet.focus();
  await page.keyboard.press('+');
  const largest = await width();
  assert.ok(largest > larger * 1.2);
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  assert.ok(Math.abs(await width() - start) < 2);
  const box = await sheet.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 150);
  await page.keyboard.down('Control');
  for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -150);
  await page.keyboard.up('Control');
  await page.waitForFunction(start => document.querySelector('.sheet svg').getBoundingClientRect().width > 1.5 * start, start);
  const scrolled = () => sheet.evaluate(one => [one.scrollLeft, one.scrollTop]);
  const [left, top] = await scrolled();
  await page.mouse.move(box.x + 300, box.y + 250);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 200, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual((await scrolled()).map(Math.round), [Math.round(left + 100), Math.round(top + 50)]);
  assert.match(page.url(), /see/, 'to drag is not to play');
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.ok(Math.abs(await width() - start) < 2);
  await done(page);
});

test('a sum of many terms stands in rows', async () => {
  const many = Array.from({ length: 12 }, () => 'kayles(5)').join('+%2B+');
  for (const [width, least] of [[1400, 20], [390, 11]]) {
    const page = await go(`#/play?p=${many}`, { viewport: { width, height: 900 } });
    await turn(page);
    const pin = await page.locator('.board rect[data-place="0.0"]').evaluate(one => one.getBoundingClientRect().height);
    assert.ok(pin >= least, `a pin is ${pin} pixels high on a page of ${width}`);
    await done(page);
  }
});

test('numbers on shaded cells and words on the board can be read', async () => {
  const ratios = () => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const channels = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
    const light = colour => { const [r, g, b] = channels(colour).map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
    const behind = one => { for (; one; one = one.parentElement) { const { backgroundColor } = getComputedStyle(one); if (channels(backgroundColor)[3] === 255) return backgroundColor; } return 'white'; };
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((a, b) => b - a); return (x + .05) / (y + .05); };
    return [...document.querySelectorAll('.cell, .board .caption, .drawing .caption')].map(one => {
      const style = getComputedStyle(one);
      return [one.textContent, ratio(one.classList.contains('caption') ? style.fill : style.color, behind(one))];
    });
  };
  const page = await go('#/');
  for (const path of ['#/see?game=kayles', '#/see?game=candy', '#/see?game=queen&to=12x12', '#/play?p=kayles(7)+%2B+nim(3,4)']) {
    await page.goto(server.url + path);
    await page.reload();
    await settled(page);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(ratios);
      assert.ok(found.length > 5);
      for (const [text, ratio] of found) assert.ok(ratio >= 4.5, `${path}, ${colorScheme}: ${text} has a contrast of ${ratio.toFixed(2)}`);
    }
  }
  await done(page);
});

test('letters of graphs and thermographs can be read on a telephone', async () => {
  for (const path of ['#/see?show=graph&p=nim(3,3,2)', '#/see?show=heat&p={4||2|0}', '#/see?show=graph&p=candy(3,4)']) {
    const page = await go(path, { viewport: { width: 390, height: 844 } });
    await settled(page);
    const least = await page.locator('.sheet').evaluate(sheet => Math.min(...[...sheet.querySelectorAll('text')].map(text => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize))));
    assert.ok(least >= 10, `${path}: ${least} pixels`);
    // All of it can be reached.
    assert.ok(await page.locator('.sheet').evaluate(sheet => { sheet.scrollTo(0, 0); return sheet.firstChild.getBoundingClientRect().left >= sheet.getBoundingClientRect().left; }));
    await done(page);
  }
});

test('a position that is cut in the list says so, and its value is no part of it', async () => {
  const page = await go('#/play?p=kayles(7)+%2B+nim(3,4,5,6)+%2B+chomp(3x4)+%2B+queen(5,4)+%2B+rook(3,3)+%2B+dawson(8)&hints=1');
  await page.locator('.moves em').first().waitFor();
  const rows = await page.locator('.moves .to').evaluateAll(all => all.map(one => {
    const [sum, value] = ['.sum', 'em'].map(name => one.querySelector(name));
    const clamp = getComputedStyle(sum);
    return { cut: sum.scrollHeight > sum.clientHeight + 1, marked: clamp.webkitLineClamp === '2' && /flow-root|-webkit-box/.test(clamp.display), below: value.getBoundingClientRect().top >= sum.getBoundingClientRect().bottom - 1, says: value.textContent };
  }));
  assert.ok(rows.some(row => row.cut));
  for (const row of rows.filter(row => row.cut)) assert.deepEqual([row.marked, row.below, /^value (0|\*\d*)$/.test(row.says)], [true, true, true], JSON.stringify(row));
  await done(page);
});

test('values of Left and Right stand beside moves too', async () => {
  const page = await go('#/play?p=hackenbush(0-1b+1-2b+0-3g)&hints=1&vs=friend');
  const listed = await ask(page, 'moves', { position: 'hackenbush(0-1b 1-2b 0-3g)', all: true });
  const moves = listed.moves.filter(one => one.player === 'L');
  assert.ok(moves.some(one => one.nimber == null));
  await page.waitForFunction(count => document.querySelectorAll('.moves em').length === count, moves.length);
  for (const { move, value } of moves) assert.equal(await page.locator('.moves button', { hasText: move }).locator('em').textContent(), `value ${value}`);
  await done(page);
});

test('what the rules break is shown once', async () => {
  const page = await go('#/invent');
  const editor = page.getByRole('textbox', { name: 'Rules' });
  await editor.waitFor();
  await editor.fill('name = "d"\nexamples = [2]\n\ndef options(n):\n    return [1] if n == 2 else [2] if n == 1 else []\n');
  const loop = page.locator('.conditions .no', { hasText: 'a loop' });
  await loop.waitFor();
  assert.equal((await loop.textContent()).split('d(2) → d(1) → d(2)').length, 2);
  await done(page);
});

test('what is said to a command line is not said on the page', async () => {
  const page = await go('#/play?p=nimm(3)');
  const trouble = page.locator('.trouble');
  await trouble.getByRole('link', { name: 'All games' }).waitFor();
  assert.equal(await trouble.locator('p code').first().textContent(), 'nimm');
  assert.match(await trouble.textContent(), /did you mean nim\?/);
  assert.doesNotMatch(await trouble.textContent(), /`|grundy games/);
  await done(page);
});

test('a caption says what the lines on cells mean', async () => {
  const page = await go('#/see?game=kayles');
  await page.getByText('Period 12').waitFor();
  assert.match(await page.textContent('figcaption'), /Hatched: before the period\. The lines on top change colour with every period\. Underlined: P-positions, worth 0\.$/);
  await done(page);
});

test('a token whose move is not listed says that move, which can be changed', async () => {
  const heaps = Array.from({ length: 21 }, (_, index) => index + 20).join();
  const page = await go(`#/play?p=nim(${heaps})&vs=friend`);
  await page.waitForSelector('.board .live');
  const board = await ask(page, 'board', { position: `nim(${heaps})` });
  const handles = new Set(board.moves.map(one => one.handle));
  const places = await page.locator('.board [data-place]').evaluateAll(all => all.map(one => one.dataset.place));
  const place = places.find(one => !handles.has(one));
  const [heap, left] = place.split('.').map(Number);
  await page.locator(`.board [data-place="${place}"]`).click();
  await page.waitForFunction(() => document.activeElement.id === 'say');
  assert.equal(await page.inputValue('#say'), `${heap + 20 - left} from the heap of ${heap + 20}`);
  await page.keyboard.type('7');
  assert.equal(await page.inputValue('#say'), `7 from the heap of ${heap + 20}`);
  await page.getByText(/moves? says? that/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /line=/.test(location.hash));
  assert.match(await page.textContent('.log li'), new RegExp(`take 7 from the heap of ${heap + 20}`));
  await done(page);
});
