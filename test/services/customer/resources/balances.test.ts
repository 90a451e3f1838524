import { describe, expect, it } from 'vitest';
import { balances, readBalances } from '../../../../src/services/customer/resources/balances.ts';
import { readPointDetails } from '../../../../src/services/customer/resources/point-details.ts';
import { tier } from '../../../../src/services/customer/resources/tier.ts';
import { json } from '../../../support/client-fetch.ts';
import { BALANCES, openLoyalty, PROFILE, SIGNED_IN, TIER } from '../../../support/client-programme.ts';
import { memoryStorage, tabWith } from '../../../support/client-storage.ts';

describe('balances', () => {
  it('require only the available points, and keep the reply', () => {
    expect(readBalances({ points: { available: '0' } })).toEqual({ available: 0, reply: { available: '0' } });
    expect(readBalances(BALANCES)).toEqual({ available: 4200, reply: BALANCES.points });
  });

  it.each([
    undefined,
    null,
    {},
    [],
    'x',
    { points: 5 },
    { points: {} },
    ...[null, '', 'x', 1.5, {}, [5]].map((available) => ({ points: { available } })),
  ])('%j is a bad response, not a zero', async (data) => {
    const { loyalty } = openLoyalty({ [`GET /v3/profiles/${PROFILE}/balances`]: () => json({ data }) });
    await loyalty.resource(balances).refresh();
    expect(loyalty.resource(balances).state).toMatchObject({
      status: 'error',
      error: { code: 'bad_response' },
    });
  });
});

describe('balances and tier', () => {
  it('are shown by the next page before it has an answer', async () => {
    const browser = tabWith(memoryStorage());
    const first = openLoyalty({}, SIGNED_IN, { browser });
    await Promise.all([balances, tier].map((one) => first.loyalty.resource<unknown>(one).refresh()));
    first.loyalty.close();
    const next = openLoyalty({}, SIGNED_IN, { browser });
    next.loyalty.resource(balances).subscribe(() => {});
    next.loyalty.resource(tier).subscribe(() => {});
    expect(next.loyalty.resource(balances).state.value).toMatchObject({ available: 4200 });
    expect(next.loyalty.resource(tier).state.value).toMatchObject({
      points: 4200,
      current: { name: 'Gold' },
    });
  });
});

describe('details of points', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const details = (points: object) => readPointDetails(readBalances({ points }), now);
  const batches = [
    { value: 30, expires_at: '2030-01-11T23:59:59Z' },
    { value: 20, expires_at: '2030-01-20T23:59:59Z' },
    { value: 50, expires_at: null },
  ];

  it('have pending and earned points, and the next that end', () => {
    expect(readPointDetails(readBalances(BALANCES))).toMatchObject({
      pending: 150,
      earned: 9000,
      expiring: { points: 300, at: new Date('2030-01-31T00:00:00Z') },
    });
  });

  it.each([
    null,
    { value: 300 },
    { expires_at: '2030-01-31' },
    { value: 0, expires_at: '2030-01-31' },
    { value: 300, expires_at: 'soon' },
    { value: 1.5, expires_at: '2030-01-31' },
    [],
  ])('ignore the expiry %j', (expiring) => {
    expect(details({ available: 1, expiring }).expiring).toBeUndefined();
  });

  it('have every batch with its day, and what ends within 30 days', () => {
    expect(details({ available: 100, batches })).toEqual({
      pending: undefined,
      earned: undefined,
      expiring: undefined,
      batches: [
        { points: 30, endsAt: new Date('2030-01-11T23:59:59Z') },
        { points: 20, endsAt: new Date('2030-01-20T23:59:59Z') },
        { points: 50, endsAt: undefined },
      ],
      endingSoon: 50,
      worth: [],
    });
  });

  it.each([
    ['do not add up', { available: 99, batches }],
    ['have an end that is no date', { available: 1, batches: [{ value: 1, expires_at: 'soon' }] }],
    ['are no list', { available: 1, batches: {} }],
    ['are missing', { available: 1 }],
  ])('have no batches where these %s', (_, points) => {
    expect(details(points)).toMatchObject({ batches: [], endingSoon: 0 });
  });

  it('have the worth in each currency, and leave out what is no amount of money', () => {
    const worth = [
      { currency: 'EUR', value: '1.00' },
      { currency: 'eur', value: '1.00' },
      { currency: 'USD', value: 'much' },
      { currency: 'USD', value: '-1' },
      null,
    ];
    expect(details({ available: 1, worth }).worth).toEqual([{ currency: 'EUR', amount: '1.00' }]);
  });
});

describe('tier', () => {
  const standing = async (data: unknown) => {
    const { loyalty } = openLoyalty({ [`GET /v3/profiles/${PROFILE}/tier`]: () => json({ data }) });
    await loyalty.resource(tier).refresh();
    return loyalty.resource(tier).state;
  };

  it('has tier, points and next tier', async () => {
    expect((await standing(TIER)).value).toEqual({
      points: 4200,
      current: { name: 'Gold', languages: {}, pointsRequired: 2000 },
      since: new Date('2026-02-01T10:00:00Z'),
      next: { name: 'Platinum', languages: {}, pointsRequired: 6000 },
      atRisk: undefined,
    });
  });

  it('has the points that keep it, where it is at risk', async () => {
    const risk = { is_at_risk: true, points_to_keep: 120, ends_at: '2030-12-31T23:59:59Z' };
    const atRiskOf = async (more: object) => (await standing({ ...TIER, ...more })).value?.atRisk;
    expect(await atRiskOf(risk)).toEqual({ points: 120, until: new Date('2030-12-31T23:59:59Z') });
    for (const more of [{ is_at_risk: false }, { points_to_keep: 0 }, { ends_at: 'soon' }])
      expect(await atRiskOf({ ...risk, ...more })).toBeUndefined();
  });

  it.each([
    ['below the first', { points: 5, definition: null, next: TIER.next }, { current: null }],
    ['in the highest', { points: 9, definition: TIER.definition, next: null }, { next: null }],
    ['without what the service does not say', { points: 9 }, { current: undefined, next: undefined }],
  ])('is read %s', async (_where, data, expected) =>
    expect((await standing(data)).value).toMatchObject(expected),
  );

  it.each([
    { points: 9, definition: { points_required: 5 } },
    { points: 9, next: { name: 'X', points_required: 'x' } },
  ])('%j is a bad response: a tier that cannot be read is not "none"', async (data) =>
    expect(await standing(data)).toMatchObject({ error: { code: 'bad_response' } }),
  );

  it.each([undefined, null, {}, { points: null }, { points: 'many' }, { points: 1.5 }, [[]], 'x'])(
    '%j is a bad response, not a zero',
    async (data) => expect(await standing(data)).toMatchObject({ error: { code: 'bad_response' } }),
  );
});
