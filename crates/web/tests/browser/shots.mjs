// Screenshots of every view in both widths and both colour schemes: node shots.mjs DIRECTORY [VIEW...]
import { mkdirSync } from 'node:fs';
import { serve, browse, open, settled, VIEWS } from './support.mjs';

const [directory, ...wanted] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const server = await serve();
const browser = await browse();
for (const [name, path] of Object.entries(VIEWS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  for (const width of [1400, 390]) for (const colorScheme of ['light', 'dark']) {
    const page = await open(browser, server.url, path, { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme });
    await settled(page);
    if (name === 'heat' || name === 'strip') await page.locator('.cell').nth(20).click();
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${directory}/${name}-${width}-${colorScheme}.png`, fullPage: width === 390 && name !== 'home' });
    if (page.wrong.length) console.log(name, width, colorScheme, page.wrong);
    await page.context().close();
  }
}
await browser.close();
await server.stop();
