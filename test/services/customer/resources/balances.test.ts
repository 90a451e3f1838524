import { describe, expect, it } from 'vitest';
import { balances, readBalances } from '../../../../src/services/customer/resources/balances.ts';
import { tier } from '../../../../src/services/customer/resources/tier.ts';
import { json } from '../../../support/client-fetch.ts';
import { BALANCES, openLoyalty, PROFILE, TIER } from '../../../support/client-programme.ts';

describe('balances', () => {
  it('are whole points and a date', () => {
    expect(readBalances(BALANCES)).toEqual({
      available: 4200,
      pending: 150,
      earned: 9000,
      expiring: { points: 300, at: new Date('2030-01-31T00:00:00Z') },
    });
  });

  it('require only the available points', () => {
    expect(readBalances({ points: { available: '0' } })).toEqual({
      available: 0,
      pending: undefined,
      earned: undefined,
      expiring: undefined,
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
    expect(readBalances({ points: { available: 1, expiring } }).expiring).toBeUndefined();
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

describe('tier', () => {
  const standing = async (data: unknown) => {
    const { loyalty } = openLoyalty({ [`GET /v3/profiles/${PROFILE}/tier`]: () => json({ data }) });
    await loyalty.resource(tier).refresh();
    return loyalty.resource(tier).state;
  };

  it('has tier, points and next tier', async () => {
    expect((await standing(TIER)).value).toEqual({
      points: 4200,
      current: { name: 'Gold', pointsRequired: 2000 },
      since: new Date('2026-02-01T10:00:00Z'),
      next: { name: 'Platinum', pointsRequired: 6000 },
    });
  });

  it.each([
    ['below the first', { points: 5, definition: null, next: TIER.next }, { current: undefined }],
    ['in the highest', { points: 9, definition: TIER.definition, next: null }, { next: undefined }],
    [
      'with a tier that has no name',
      { points: 9, definition: { points_required: 5 } },
      { current: undefined },
    ],
    [
      'with a tier that begins nowhere',
      { points: 9, next: { name: 'X', points_required: 'x' } },
      { next: undefined },
    ],
  ])('%s', async (_where, data, expected) => expect((await standing(data)).value).toMatchObject(expected));

  it.each([undefined, null, {}, { points: null }, { points: 'many' }, { points: 1.5 }, [[]], 'x'])(
    '%j is a bad response, not a zero',
    async (data) => expect(await standing(data)).toMatchObject({ error: { code: 'bad_response' } }),
  );
});
