import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, shownIn, signIn, watch, type OpenShop } from '../support/shop-open.ts';

const NAME = 'Money off your order';
/** Mara has 2,280: enough for one claim. */
const POINTS = 2_000;
/** Why the other tab has no reward: the service refused it, or the tab saw that the claim of the first one was under way. */
const REASONS = [
  'Not enough points for this reward.',
  'We didn’t get an answer. It may have gone through: check back in a moment before you try again.',
];

describe('a reward in steps in the carts of two tabs', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
    await sql`update reward_definitions set minimum_steps = ${POINTS / 100} where handle = 'points-as-money'`.execute(
      shop.database.db,
    );
  });
  afterAll(() => shop?.close());

  test('is claimed once where both confirm at the same time, and the other tab says why not', async () => {
    const first = await openPage(shop);
    await signIn(first, shop, 'Mara');
    await first.page.goto(`${shop.url}/products/linen-lamp`);
    await first.page.getByRole('button', { name: 'Add to cart' }).click();
    await first.page.waitForURL(/\/cart$/);
    const second = watch(await first.context.newPage());
    await second.page.goto(`${shop.url}/cart`);

    // No claim is answered before both tabs have confirmed.
    let answer = () => {};
    const bothPressed = new Promise<void>((resolve) => (answer = resolve));
    await first.context.route('**/profiles/*/rewards', async (route) => {
      if (route.request().method() === 'POST') await bothPressed;
      await route.continue();
    });
    const carts = [first, second].map(({ page }) => page.locator('loyalty-redeem'));
    for (const cart of carts) {
      await cart.getByRole('button', { name: /^Show all/ }).click();
      await cart.getByRole('button', { name: `Apply ${NAME}` }).click();
      await cart.getByRole('slider').waitFor();
    }
    // Other points: the same choice would be the same claim, which the service answers once more.
    await carts[1]!.getByRole('spinbutton').fill('2100');
    await Promise.all(
      ['2,000', '2,100'].map((points, at) =>
        carts[at]!.getByRole('button', { name: `Spend ${points} points` }).click(),
      ),
    );
    answer();

    const outcomes = async () => {
      const texts = await Promise.all(carts.map(shownIn));
      return texts.map((text) => ({
        applied: text.split(`Applied: ${NAME}`).length - 1,
        refused: REASONS.filter((reason) => text.includes(reason)).length,
      }));
    };
    const claimed = { applied: 1, refused: 0 };
    const refused = { applied: 0, refused: 1 };
    await expect
      .poll(async () => (await outcomes()).sort((a, b) => b.applied - a.applied))
      .toEqual([claimed, refused]);

    const { rows } = await sql<{ spent: number; amount: number }>`
      select points_spent::int as spent, amount::int as amount from rewards where amount is not null`.execute(
      shop.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.spent).toBe(rows[0]!.amount * 100);
    expect([...first.errors, ...second.errors]).toEqual([]);
    await first.context.close();
  });
});
