import { afterEach, describe, expect, it } from 'vitest';
import { findCandidates, NAMED } from '../../src/doctor/candidates.ts';
import { balanceFact } from '../../src/doctor/draft/known-points.ts';
import { run } from './support/run.ts';
import { answering, type AnsweringServer } from './support/servers.ts';

// What a draft may say: a name that means nothing else, and for the balance another answer that agrees.

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const BALANCE = 'profiles.balances.show';
const namedOf = (operation: string, field: string, ...records: object[]): string[] =>
  findCandidates(operation, field, records)
    .filter(({ score }) => score >= NAMED)
    .map(({ pointer }) => pointer);

describe('a candidate', () => {
  it.each<[string, string, object]>([
    [BALANCE, 'points.available', { nextExpiry: { points: 200 } }],
    [BALANCE, 'points.available', { expiring: { available: 200 } }],
    [BALANCE, 'points.available', { openingBalance: 5, pending_points: 7, lifetimePoints: 9 }],
    [BALANCE, 'points.available', { points: { pending: 40, earned: 2660 } }],
    ['profiles.tier.show', 'points', { next: { points: 5000 } }],
    ['profiles.rewards.index', 'id', { reward_definition_id: 5, profile_id: 6 }],
    ['profiles.rewards.index', 'id', { definition: { id: 5 } }],
    ['profiles.benefits.index', 'id', { profile_id: 6, member: { id: 7 } }],
    ['profiles.lists.items.index', 'product_id', { variant_id: 'v1', brand: { id: 'b' } }],
    ['profiles.lists.items.index', 'product.name', { product: { brand_name: 'Acme' } }],
  ])('is no field with another meaning: %s %s', (operation, field, record) => {
    expect(namedOf(operation, field, record)).toEqual([]);
  });

  it('is no id that two records share', () => {
    expect(namedOf('profiles.rewards.index', 'id', { uuid: 'a' }, { uuid: 'a' })).toEqual([]);
    expect(namedOf('profiles.rewards.index', 'id', { uuid: 'a' }, { uuid: 'b' })).toEqual(['/uuid']);
  });

  it.each<[string, string, object, string]>([
    [BALANCE, 'points.available', { availablePoints: 5 }, '/availablePoints'],
    [BALANCE, 'points.available', { data: { wallet: { points_balance: 5 } } }, '/data/wallet/points_balance'],
    ['profiles.rewards.index', 'id', { rewardId: 5 }, '/rewardId'],
    ['profiles.lists.items.index', 'product_id', { product: { sku: 'S' } }, '/product/sku'],
  ])('has the name in other words: %s %s', (operation, field, record, pointer) => {
    expect(namedOf(operation, field, record)).toContain(pointer);
  });
});

describe('the balance of a draft', () => {
  const none = { expected: undefined, sum: undefined, newest: undefined };
  it('needs another answer that agrees', () => {
    expect(balanceFact(1250, none, [])).toBeUndefined();
    expect(balanceFact('1,250.00', { ...none, sum: 1250 }, [])).toMatch(/the same sum/);
    expect(balanceFact(1250, { ...none, newest: 1250 }, [])).toMatch(/the same balance/);
    expect(balanceFact(0, { ...none, sum: 0, newest: 0 }, [])).toBeUndefined();
    expect(balanceFact(200, { ...none, expected: 1250, sum: 200 }, [])).toBeUndefined();
    expect(balanceFact(1250, { ...none, expected: 1250 }, [])).toMatch(/--expect/);
  });

  const service = (answers: Readonly<Record<string, unknown>>) =>
    answering(({ url = '' }) => {
      const found = Object.entries(answers).find(([part]) => url.includes(part));
      return found ? { body: JSON.stringify(found[1]) } : { status: 404, body: '{"message":"No."}' };
    });
  const drafted = async (...more: string[]): Promise<string> => {
    const given = ['--base-url', server!.address, '--token', 'canary-token', '--profile', 'p-1'];
    return (await run([...given, ...more])).files.get('tenant.draft.mjs') ?? '';
  };

  it('is drafted where --expect agrees, and not without it', async () => {
    server = await service({ '/balances': { data: { spendablePoints: 1250, nextExpiry: { points: 200 } } } });
    expect(await drafted()).not.toContain('spendablePoints:');
    expect(await drafted('--expect', 'points=1250')).toMatch(
      /--expect points=1250 agrees\n.*'points\.available': '\/spendablePoints'/,
    );
    expect(await drafted('--expect', 'points=200')).not.toMatch(/'points\.available'/);
  });

  it('has no path that is refused in another way', async () => {
    server = await answering(({ url = '' }) =>
      url.includes('/wallet')
        ? { status: 403, body: '{"message":"Forbidden."}' }
        : { status: 404, body: '{"message":"No."}' },
    );
    expect(await drafted()).not.toContain('path:');
  });

  it('cannot be expected in other words', async () => {
    const { code, error } = await run([
      '--base-url',
      'https://a.example.com',
      '--token',
      't',
      '--profile',
      'p',
      '--expect',
      '12',
    ]);
    expect([code, error]).toEqual([2, '--expect takes points=N, such as points=1250.\n']);
  });
});
