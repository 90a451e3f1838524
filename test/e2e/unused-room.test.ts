import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customers } from '../../demo/sample/customers.ts';
import { openPage, openShop, settled, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';
import { unusedRoom, type UnusedRoom } from '../support/unused-room.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const PATHS = ['/', '/account', '/account/benefits', '/account/activity', '/account/lists', '/wishlist'];
const WIDTHS = [320, 360, 600, 768, 1280];
/** So high that no element is left to be loaded later. */
const HEIGHT = 5000;
/** Pixels that may be empty below the content of an element. */
const BELOW = 24;
/** Between the contents of two rows of a list, or inside a row. */
const INSIDE = 48;

/** Keeps room for the button below its rows, which two cards do not need. */
const KEEPS_ROOM = 'loyalty-credits';

interface Measured extends UnusedRoom {
  readonly place: string;
}

const nextFrames = ({ page }: Watched): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      ),
  );

/** One load of each page; every width is measured in it. */
async function measure(visit: Watched, visitor: string, paths: readonly string[]): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const path of paths) {
    await visit.page.goto(shop.url + path);
    await settled(visit.page);
    for (const width of WIDTHS) {
      await visit.page.setViewportSize({ width, height: HEIGHT });
      await nextFrames(visit);
      await settled(visit.page);
      for (const room of await visit.page.evaluate(unusedRoom))
        found.push({ ...room, place: `${visitor} ${path} ${width}` });
    }
  }
  return found;
}

const tooMuch = (rooms: readonly Measured[]): string[] =>
  rooms
    .filter(
      ({ element, below, inside, hasFewRows }) =>
        element !== KEEPS_ROOM && !hasFewRows && (below > BELOW || inside > INSIDE),
    )
    .map(({ place, element, below, inside }) => `${place} ${element}: ${below} below, ${inside} inside`);

describe('the room of an element', () => {
  test.each(customers.map(({ firstName }) => firstName))(
    'of %s is filled by its content at every width',
    async (firstName) => {
      const visit = await openPage(shop, { viewport: { width: 1280, height: HEIGHT } });
      await signIn(visit, shop, firstName);
      expect(tooMuch(await measure(visit, firstName, PATHS))).toEqual([]);
      await visit.context.close();
    },
  );

  test('of a guest is filled by its content at every width', async () => {
    const visit = await openPage(shop, { viewport: { width: 1280, height: HEIGHT } });
    expect(tooMuch(await measure(visit, 'Guest', PATHS))).toEqual([]);
    await visit.context.close();
  });
});
