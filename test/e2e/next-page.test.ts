import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordShifts } from '../support/layout-shift.ts';
import { openPage, openShop, settled, signIn, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** What a list shows and reserves. */
interface ListState {
  readonly name: string;
  readonly reserved: string;
  readonly rows: number;
  readonly hasEnd: boolean;
}

/** In the page: the lists of the customer that have rows. */
const readLists = (): ListState[] =>
  ['benefits', 'achievements'].flatMap((name) => {
    const list = document.querySelector(`loyalty-${name}`);
    const rows = list?.shadowRoot?.querySelectorAll('[part~=row]').length ?? 0;
    if (!list || !rows || list.shadowRoot!.querySelector('[aria-busy=true]')) return [];
    return {
      name,
      rows,
      reserved: getComputedStyle(list).getPropertyValue(`--loyalty-${name}-rows`),
      hasEnd: !!list.shadowRoot!.querySelector('[part=end]'),
    };
  });

describe('the inline script of the installation guide', () => {
  test('reserves the rows that a list had on the page before, and nothing moves', async () => {
    const guide = await readFile('docs/guides/install.md', 'utf8');
    const [, script] = /<script>\n([^]*?)<\/script>/.exec(guide)!;
    const visit = await openPage(shop, { viewport: { width: 360, height: 5000 } });
    const { page } = visit;
    await page.addInitScript(recordShifts);
    // Where the parser has just added the provider. A page that the test itself answers may not ask a service on this machine.
    await page.addInitScript({
      content: `new MutationObserver((_, observer) => {
        if (!document.querySelector('loyalty-provider')) return;
        observer.disconnect();
        ${script}
      }).observe(document, { childList: true, subtree: true });`,
    });
    await signIn(visit, shop, 'Noor');
    const goTo = () => page.goto(`${shop.url}/account/benefits`);
    const lists = () => page.evaluate(readLists);
    await goTo();
    await expect.poll(lists).toEqual([
      { name: 'benefits', rows: 1, reserved: '', hasEnd: true },
      { name: 'achievements', rows: 2, reserved: '', hasEnd: true },
    ]);
    // What stores the numbers is loaded when the page is idle.
    await page.waitForFunction(() => Object.values(localStorage).some((record) => record.includes('"rows"')));
    await goTo();
    await expect.poll(lists).toEqual([
      { name: 'benefits', rows: 1, reserved: '1', hasEnd: false },
      { name: 'achievements', rows: 2, reserved: '2', hasEnd: false },
    ]);
    await settled(page);
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown }).shifts)).toEqual({
      value: 0,
      sources: [],
    });
    await visit.context.close();
  });
});
