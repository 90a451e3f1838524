import { describe, expect, it } from 'vitest';
import { rewards } from '../../../src/services/customer/resources/rewards.ts';
import { refusal, settled } from '../../support/client-fetch.ts';
import { openLoyalty, SIGNATURE, SIGNED_IN, TOKEN_PATH } from '../../support/client-programme.ts';

const LOGGING = { ...SIGNED_IN, logging: true };

describe('logging', () => {
  it.each([false, undefined])('writes nothing when the flag is %s', async (logging) => {
    const { loyalty, console, sent } = openLoyalty({}, { ...SIGNED_IN, logging });
    await loyalty.resource(rewards).refresh();
    expect(sent.length).toBeGreaterThan(0);
    expect([console.info.mock.calls, console.error.mock.calls]).toEqual([[], []]);
  });

  it('writes method, path, status and time of each request', async () => {
    const { loyalty, console, sent } = openLoyalty(
      { 'GET /v3/rewards/definitions': () => refusal(403) },
      LOGGING,
    );
    await loyalty.resource(rewards).refresh();
    await settled();
    const lines = console.info.mock.calls.map(([line]) => String(line));
    expect(lines).toHaveLength(sent.length);
    for (const [at, { method, path }] of sent.entries()) {
      const status = path.endsWith('definitions') ? 403 : 200;
      const expected = new RegExp(`^loyalty-elements: ${method} /api${path} ${status} \\d+ ms$`);
      expect(
        lines.some((line) => expected.test(line)),
        `${at} ${path}`,
      ).toBe(true);
    }
    expect(lines[0]).toContain(`POST /api${TOKEN_PATH} 200`);
  });

  it('never writes a token, a signature, a header, a body or a query', async () => {
    const { loyalty, console, sent } = openLoyalty({}, LOGGING);
    await loyalty.resource(rewards).refresh();
    expect(sent.some(({ url }) => url.includes('page%5Bsize%5D'))).toBe(true);
    const written = JSON.stringify(console.info.mock.calls);
    for (const canary of ['token-1', SIGNATURE, 'Bearer', 'Authorization', 'page', '?', 'Coffee', '7K2M']) {
      expect(written).not.toContain(canary);
    }
  });

  it('logs a failed request, and does not change its error', async () => {
    const away = () => Promise.reject<Response>(new TypeError('fetch failed: Bearer token-1'));
    const { loyalty, console } = openLoyalty({ [`POST ${TOKEN_PATH}`]: away }, LOGGING);
    await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'offline' });
    expect(console.info.mock.calls).toEqual([
      [expect.stringMatching(/^loyalty-elements: POST \S+ failed \d+ ms$/)],
    ]);
  });

  it('without a console writes nothing and works', async () => {
    const { loyalty } = openLoyalty({}, LOGGING, { console: undefined as never });
    await loyalty.resource(rewards).refresh();
    expect(loyalty.resource(rewards).state.status).toBe('complete');
  });
});
