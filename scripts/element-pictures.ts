// Takes a picture of the first example of each element, for the list of elements on the documentation site: `docs/pictures/elements/`.
// `npm run build && npm run docs && npx tsx scripts/element-pictures.ts`
import { mkdirSync, readdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serveSite, SITE } from '../test/site/serve-site.ts';
import { chromium as launchOptions } from './browser.mjs';

const FOLDER = 'docs/pictures/elements';
const SIZE = { width: 400, height: 250 };
/** The example of an element that has several, where the first is not the one to show. */
const SHOWN: Readonly<Record<string, string>> = {
  status: 'status',
  wishlist: 'grid',
  rewards: 'cards',
  earn: 'ways',
};
/** In the middle where there is room. */
const CENTRED =
  'body { display: grid; align-content: safe center; min-block-size: 100vh; box-sizing: border-box }';

mkdirSync(FOLDER, { recursive: true });
const [site, browser] = await Promise.all([serveSite(), chromium.launch(await launchOptions())]);
for (const element of readdirSync(`${SITE}/frames`).filter((name) => name !== 'page')) {
  const example = SHOWN[element] ?? readdirSync(`${SITE}/frames/${element}`)[0];
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(
    `${site.url}frames/${element}/${example}/?state=${element === 'account' ? 'guest' : 'member'}`,
  );
  await page.addStyleTag({ content: CENTRED });
  const shown = page.locator(`loyalty-${element}`).first();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main *')].every(
      (one) =>
        !one.localName.startsWith('loyalty-') ||
        (customElements.get(one.localName) && !one.shadowRoot?.querySelector('[aria-busy=true]')),
    ),
  );
  if (element === 'panel') {
    await shown.locator('[part~=launcher]').click();
    await shown.locator('loyalty-status [part~=value]').waitFor();
  }
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: `${FOLDER}/${element}.jpg`,
    type: 'jpeg',
    quality: 82,
    animations: 'disabled',
  });
  await page.close();
}
await Promise.all([site.close(), browser.close()]);
