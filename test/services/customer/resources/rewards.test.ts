import { describe, expect, it } from 'vitest';
import { rewards } from '../../../../src/services/customer/resources/rewards.ts';
import { json, refusal } from '../../../support/client-fetch.ts';
import { DEFINITION, openLoyalty, PROFILE, REWARD } from '../../../support/client-programme.ts';

const OWNED = `GET /v3/profiles/${PROFILE}/rewards`;
const OFFERS = 'GET /v3/rewards/definitions';

async function read(owned: readonly unknown[], offers: readonly unknown[]) {
  const { loyalty } = openLoyalty({
    [OWNED]: () => json({ data: owned }),
    [OFFERS]: () => json({ data: offers }),
  });
  await loyalty.resource(rewards).refresh();
  return loyalty.resource(rewards).state.value!;
}

describe('offers', () => {
  it('are the published definitions', async () => {
    const french = { ...DEFINITION, text_languages: { name: 'fr' } };
    expect((await read([], [french, { ...DEFINITION, id: 8, is_published: false }])).offers).toEqual([
      {
        id: 7,
        name: 'Coffee',
        languages: { name: 'fr' },
        description: 'A small one.',
        pointsCost: 500,
        refusal: undefined,
        imageUrl: 'https://pictures.example.com/coffee.svg',
      },
    ]);
  });

  it.each([
    [{ claimable: false, reason: 'tier', message: 'Gold only' }, { message: 'Gold only' }],
    [{ claimable: false, reason: 'stock', message: null }, { message: undefined }],
    [{ claimable: false }, { message: undefined }],
    [{ claimable: false, reason: 'points', message: '300 points more' }, undefined],
    [{ claimable: true, reason: 'tier', message: 'x' }, undefined],
    [null, undefined],
    [undefined, undefined],
    ['no', undefined],
  ])('with eligibility %j are refused with %j', async (eligibility, refusal) => {
    expect((await read([], [{ ...DEFINITION, eligibility }])).offers[0]?.refusal).toEqual(refusal);
  });

  it('cost nothing for a price of 0, and are dropped without a price', async () => {
    const { offers } = await read(
      [],
      [0, '250', null, undefined, 'free', 1.5].map((points_cost) => ({ ...DEFINITION, points_cost })),
    );
    expect(offers.map(({ pointsCost }) => pointsCost)).toEqual([0, 250]);
  });

  it('have only https images', async () => {
    const pictures = [
      'javascript:alert(1)',
      'http://example.com/a.png',
      '/a.png',
      'data:image/png,x',
      null,
      5,
    ];
    const { offers } = await read(
      [],
      pictures.map((image_url) => ({ ...DEFINITION, image_url })),
    );
    expect(offers.map(({ imageUrl }) => imageUrl)).toEqual(pictures.map(() => undefined));
  });
});

describe('offers with steps', () => {
  const STEPS = { points_cost: 100, step_amount: '1.00', step_currency: 'EUR' };
  const readOffers = async (...offers: readonly object[]) =>
    (
      await read([], [DEFINITION, ...offers.map((fields) => ({ ...DEFINITION, ...STEPS, ...fields }))])
    ).offers.slice(1);

  it('cost the points of the smallest claim', async () => {
    const [one, few] = await readOffers(
      {},
      { points_cost: '50', step_amount: 0.5, step_currency: 'USD', minimum_steps: 3, maximum_steps: '40' },
    );
    expect(one).toMatchObject({
      pointsCost: 100,
      steps: { pointsCost: 100, amount: '1.00', currency: 'EUR', minimum: 1, maximum: undefined },
    });
    expect(few).toMatchObject({
      pointsCost: 150,
      steps: { pointsCost: 50, amount: '0.5', currency: 'USD', minimum: 3, maximum: 40 },
    });
  });

  it('are those with an amount or a currency; the others have one price', async () => {
    const none = { step_amount: null, step_currency: null, minimum_steps: null, maximum_steps: null };
    const { offers } = await read([], [DEFINITION, { ...DEFINITION, ...none }]);
    expect(offers.map(({ steps, pointsCost }) => [steps, pointsCost])).toEqual([
      [undefined, 500],
      [undefined, 500],
    ]);
  });

  it.each([
    [{ step_currency: null }],
    [{ step_amount: null }],
    [{ step_amount: '0.00' }],
    [{ step_amount: 0 }],
    [{ step_amount: NaN }],
    [{ step_amount: '-1.00' }],
    [{ step_amount: '1e2' }],
    [{ step_amount: '1,00' }],
    [{ step_amount: {} }],
    [{ step_currency: 'euro' }],
    [{ step_currency: 7 }],
    [{ points_cost: 0 }],
    [{ points_cost: 1.5 }],
    [{ points_cost: null }],
    [{ minimum_steps: 0 }],
    [{ minimum_steps: 'few' }],
    [{ minimum_steps: 1.5 }],
    [{ minimum_steps: 2 ** 52 }],
    [{ maximum_steps: 0 }],
    [{ maximum_steps: 'all' }],
    [{ minimum_steps: 5, maximum_steps: 4 }],
  ])('are not offered with %j, and the others are', async (fields) => {
    expect(await readOffers(fields, { id: 8 })).toMatchObject([{ id: 8 }]);
  });
});

describe('the worth of an owned reward', () => {
  const worthOf = async (...fields: readonly object[]) =>
    (
      await read(
        fields.map((own) => ({ ...REWARD, ...own })),
        [],
      )
    ).owned.map(({ worth }) => worth);

  it('is its amount, where it has one', async () => {
    expect(
      await worthOf(
        { amount: '12.00', currency: 'EUR' },
        { amount: null, currency: null },
        { amount: 3, currency: 'JPY' },
      ),
    ).toEqual([{ amount: '12.00', currency: 'EUR' }, undefined, { amount: '3', currency: 'JPY' }]);
  });

  it('decides whether the reward is shown: not with half of the fields, or what is no amount', async () => {
    expect(
      await worthOf(
        { amount: '12.00' },
        { amount: '0', currency: 'EUR' },
        { amount: 'much', currency: 'EUR' },
        { amount: '5.00', currency: 'EUR' },
      ),
    ).toEqual([{ amount: '5.00', currency: 'EUR' }]);
  });
});

describe('owned rewards', () => {
  it('are instances with the name of their definition', async () => {
    expect((await read([REWARD], [])).owned).toEqual([
      {
        id: 71,
        definitionId: 7,
        name: 'Coffee',
        languages: {},
        description: 'A small one.',
        code: '7K2M-QX9D',
        imageUrl: 'https://pictures.example.com/coffee.svg',
        expiresAt: new Date('2099-03-01T10:00:00Z'),
      },
    ]);
  });

  it('without their definition take it from the offers', async () => {
    const { owned } = await read(
      [
        { ...REWARD, definition: null },
        { ...REWARD, reward_definition_id: 99, definition: null },
      ],
      [{ ...DEFINITION, text_languages: { name: 'fr' } }],
    );
    expect(owned).toMatchObject([
      { id: 71, name: 'Coffee', languages: { name: 'fr' }, description: 'A small one.' },
    ]);
    expect(owned).toHaveLength(1);
  });

  it('are dropped when used or expired', async () => {
    const { owned } = await read(
      [
        { ...REWARD, id: 1, redeemed_at: '2026-03-02T10:00:00Z' },
        { ...REWARD, id: 2, expires_at: '2020-01-01T00:00:00Z' },
        { ...REWARD, id: 3, expires_at: null },
        { ...REWARD, id: 4, expires_at: 'some day' },
        { ...REWARD, id: 5, code: null },
      ],
      [],
    );
    expect(owned.map(({ id }) => id)).toEqual([3, 5]);
  });

  it('invalid records are dropped, the others stay in order', async () => {
    const bad = [
      null,
      5,
      'x',
      [],
      {},
      { ...REWARD, id: null },
      { ...REWARD, id: 1.5 },
      { ...REWARD, definition: null },
    ];
    const { owned, offers } = await read(
      [{ ...REWARD, id: 1 }, ...bad, { ...REWARD, id: 2 }],
      [{ ...DEFINITION, id: 1 }, ...bad, { ...DEFINITION, name: '' }, { ...DEFINITION, id: '2' }],
    );
    expect(owned.map(({ id }) => id)).toEqual([1, 2]);
    expect(offers.map(({ id }) => id)).toEqual([1, '2']);
  });
});

it('are requested in parallel, and are an error if one request fails', async () => {
  for (const half of [OWNED, OFFERS]) {
    const { loyalty, sent } = openLoyalty({ [half]: () => refusal(500) });
    await loyalty.resource(rewards).refresh();
    expect(sent).toHaveLength(4);
    expect(loyalty.resource(rewards).state).toMatchObject({ status: 'error', error: { status: 500 } });
  }
});

it('that the customer owns are shown where the definitions are refused to customers', async () => {
  const { loyalty } = openLoyalty({
    [OWNED]: () => json({ data: [REWARD] }),
    [OFFERS]: () => refusal(403),
  });
  await loyalty.resource(rewards).refresh();
  expect(loyalty.resource(rewards).state).toMatchObject({
    status: 'complete',
    value: { owned: [{ id: 71 }], offers: [] },
  });
});

it('are an error, not an empty list, where nothing is left to show', async () => {
  const { loyalty } = openLoyalty({ [OWNED]: () => json({ data: [] }), [OFFERS]: () => refusal(403) });
  await loyalty.resource(rewards).refresh();
  expect(loyalty.resource(rewards).state).toMatchObject({ error: { code: 'forbidden' } });
});
