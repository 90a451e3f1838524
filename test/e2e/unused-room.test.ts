import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customers } from '../../demo/sample/customers.ts';
import { openPage, openShop, settled, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';
import { unusedRoom, type UnusedRoom } from '../support/unused-room.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const PATHS = [
  '/',
  '/account',
  '/account/card',
  '/account/benefits',
  '/account/activity',
  '/account/lists',
  '/wishlist',
];
const WIDTHS = [320, 360, 600, 768, 1280];
/** So high that no element is left to be loaded later. */
const HEIGHT = 5000;
/** Pixels that may be empty below the content of an element. */
const BELOW = 24;
/** Between the contents of two rows of a list, or inside a row. */
const INSIDE = 24;

const nextFrames = ({ page }: Watched): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      ),
  );

const tooMuch = (rooms: readonly UnusedRoom[]): string[] =>
  rooms
    .filter(({ below, inside }) => below > BELOW || inside > INSIDE)
    .map(({ element, below, inside }) => `${element}: ${below} below, ${inside} inside`);

/** One load of each page; every width is measured in it. */
async function expectNoUnusedRoom(visit: Watched): Promise<void> {
  const { page } = visit;
  for (const path of PATHS) {
    await page.goto(shop.url + path);
    await settled(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await nextFrames(visit);
      // An element measures itself after its width has changed, and shows other rows then.
      const rooms = async () => tooMuch(await page.evaluate(unusedRoom));
      await expect.poll(rooms, { message: `${path} ${width}` }).toEqual([]);
    }
  }
}

describe('the room of an element', () => {
  test.each(customers.map(({ firstName }) => firstName))(
    'of %s is filled by its content at every width',
    async (firstName) => {
      const visit = await openPage(shop, { viewport: { width: 1280, height: HEIGHT } });
      await signIn(visit, shop, firstName);
      await expectNoUnusedRoom(visit);
      await visit.context.close();
    },
  );

  test('of a guest is filled by its content at every width', async () => {
    const visit = await openPage(shop, { viewport: { width: 1280, height: HEIGHT } });
    await expectNoUnusedRoom(visit);
    await visit.context.close();
  });
});
