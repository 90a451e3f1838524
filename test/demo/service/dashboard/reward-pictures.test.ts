import { describe, expect, it } from 'vitest';
import { rewardsPage } from '../../../../demo/service/dashboard/pages/rewards.ts';

const SHOP = 'https://shop.example';

describe('picture of a reward in the dashboard', () => {
  const markup = async (values: object, shopOrigin: string | undefined) =>
    String(await rewardsPage([{ id: 1, name: 'Mug', points_cost: 100, ...values }], shopOrigin));

  it.each([
    ['https://cdn.example/mug.jpg', SHOP, 'https://cdn.example/mug.jpg'],
    ['/mug.jpg', SHOP, `${SHOP}/mug.jpg`],
    ['/mug.jpg', undefined, undefined],
    ['//other.example/mug.jpg', SHOP, undefined],
    ['mug.jpg', SHOP, undefined],
    ['http://cdn.example/mug.jpg', SHOP, undefined],
    ['javascript:alert(1)', SHOP, undefined],
    ['', SHOP, undefined],
  ])('at %s of a shop at %s has the address %s', async (image_url, origin, source) => {
    const page = await markup({ image_url }, origin);
    expect(/<img [^>]*src="([^"]*)"/.exec(page)?.[1]).toBe(source);
  });

  it.each([
    ['€', '€'],
    ['delivery', '★'],
  ])('is a symbol where there is none: the icon %s is %s', async (icon, symbol) => {
    expect(await markup({ icon }, SHOP)).toContain(`aria-hidden="true"\n        >${symbol}</span`);
  });
});
