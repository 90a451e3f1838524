import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testingAnswers } from '../../scripts/testing-answers.mjs';
import { CALLED } from '../../src/services/customer/misconfiguration.ts';
import { createLoyalty } from '../../src/services/customer/loyalty.ts';
import { balances } from '../../src/services/customer/resources/balances.ts';
import { rewards } from '../../src/services/customer/resources/rewards.ts';
import { tier } from '../../src/services/customer/resources/tier.ts';
import { ANSWERS } from '../../src/testing/answers.ts';
import { createTestService } from '../../src/testing/index.ts';

const SIGNED_IN = { platform: 'shop', customerId: '1001', signature: 'a'.repeat(64) };

describe('test service', () => {
  const real = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = real;
  });

  it('has an answer for every operation that the elements call', () => {
    const called = CALLED.split(' ').map((name) => name.replace(/\{.*/, ''));
    const ofTheProxy = ['proxy.code', 'proxy.logout'];
    expect(ANSWERS.map(({ id }) => id).sort()).toEqual([...new Set([...called, ...ofTheProxy])].sort());
    const withoutBody = ANSWERS.filter(({ method, reply }) => method !== 'DELETE' && reply === undefined);
    expect(withoutBody.map(({ id }) => id)).toEqual(ofTheProxy);
  });

  it('is written from the recorded answers', async () => {
    expect(readFileSync('src/testing/answers.ts', 'utf8'), 'npx tsx scripts/testing-answers.mjs').toBe(
      await testingAnswers(),
    );
  });

  it('signs a customer in at a proxy', async () => {
    const service = createTestService();
    const loyalty = createLoyalty({ proxyUrl: service.baseUrl }, { fetch: service.fetch });
    await (await loyalty.session()).signIn('ann@example.com', 'password');
    expect(service.calls.map(({ operation }) => operation)).toContain('proxy.login');
  });

  it('shows a signed customer points, tier and rewards', async () => {
    const service = createTestService();
    const loyalty = createLoyalty({ baseUrl: service.baseUrl, ...SIGNED_IN }, { fetch: service.fetch });
    const [points, standing, offered] = await Promise.all([
      balances.load(loyalty),
      tier.load(loyalty),
      rewards.load(loyalty),
    ]);
    expect(points).toMatchObject({ available: 2569 });
    expect(standing).toMatchObject({ current: { name: 'Lighthouse' } });
    expect(offered).not.toEqual([]);
  });

  it('answers what a test sets: a body, a function of the call, a failure', async () => {
    const service = createTestService({
      answers: { 'profiles.balances.show': { data: { points: { available: 7 } } } },
    });
    const ask = async (path: string) => {
      const response = await service.fetch(service.baseUrl + path);
      return [response.status, await response.json()];
    };
    expect(await ask('/v3/profiles/p/balances')).toEqual([200, { data: { points: { available: 7 } } }]);
    service.answer('profiles.tier.show', ({ path }) => ({ data: { path } }));
    expect(await ask('/v3/profiles/p/tier?a=1')).toEqual([
      200,
      { data: { path: '/v3/profiles/p/tier?a=1' } },
    ]);
    service.answer('profiles.tier.show', new Response('{"message":"Later."}', { status: 503 }));
    for (const _ of [1, 2]) expect(await ask('/v3/profiles/p/tier')).toEqual([503, { message: 'Later.' }]);
  });

  it('names what it has when a test sets the answer of another operation', () => {
    const service = createTestService();
    expect(() => service.answer('profiles.balance.show', {})).toThrow(
      /elements call no profiles\.balance\.show.*profiles\.balances\.show/,
    );
    expect(() => createTestService({ answers: { nothing: {} } })).toThrow(TypeError);
  });

  it('answers 501 to a request that no element sends, and names it in the console', async () => {
    const service = createTestService();
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const response = await service.fetch(`${service.baseUrl}/v3/nothing?a=1`, {
        method: 'POST',
        body: '{"a":1}',
      });
      const message = 'createTestService has no answer to POST /v3/nothing?a=1: no element sends it.';
      expect([response.status, await response.json()]).toEqual([501, { message }]);
      expect(lines.mock.calls).toEqual([[message]]);
      expect(service.calls).toEqual([
        { operation: undefined, method: 'POST', path: '/v3/nothing?a=1', body: { a: 1 } },
      ]);
    } finally {
      lines.mockRestore();
    }
  });

  it('names the operation whose function returns no answer', async () => {
    const service = createTestService();
    service.answer('profiles.tier.show', (() => undefined) as never);
    await expect(service.fetch(`${service.baseUrl}/v3/profiles/p/tier`)).rejects.toThrow(
      'the answer to profiles.tier.show is undefined',
    );
  });

  it('answers a saved product with what was sent', async () => {
    const service = createTestService();
    const response = await service.fetch(
      new Request(`${service.baseUrl}/v3/profiles/p/lists/wishlist/items`, {
        method: 'POST',
        body: '{"product_id":"mug","variant_id":"blue"}',
      }),
    );
    expect(await response.json()).toMatchObject({
      data: { product_id: 'mug', variant_id: 'blue', quantity: 500 },
    });
  });

  it('sends no answer to a request that is aborted', async () => {
    const service = createTestService();
    const signal = AbortSignal.abort();
    await expect(service.fetch(`${service.baseUrl}/v3/profiles/p/tier`, { signal })).rejects.toThrow(
      signal.reason,
    );
    expect(service.calls).toEqual([]);
  });

  it('leaves other addresses to the fetch of before', async () => {
    globalThis.fetch = async () => new Response('elsewhere');
    const service = createTestService();
    for (const address of ['https://shop.example/products', '/cart.js', `${service.baseUrl}2/v3/tiers`]) {
      const response = await service.fetch(address);
      expect([address, await response.text(), service.calls]).toEqual([address, 'elsewhere', []]);
    }
  });
});
