import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../src/services/customer/environment.ts';
import { readConfig } from '../../../../src/services/customer/config.ts';
import { createAcquirer } from '../../../../src/services/customer/tokens/acquire.ts';
import { createTokenCache } from '../../../../src/services/customer/tokens/cache.ts';
import { LoyaltyError } from '../../../../src/services/transport/errors.ts';
import { later } from '../../../support/client-fetch.ts';
import {
  EXPIRY_MARGIN_MS,
  LIFETIME_CAP_MS,
  type TokenRecord,
} from '../../../../src/services/transport/tokens.ts';
import { SIGNED_IN } from '../../../support/client-programme.ts';
import { memoryStorage, tabWith } from '../../../support/client-storage.ts';

/** The channel of the customer's tabs: what is posted until it is closed, and whether the customer's epoch was over by then. */
function recordingTab(signal: AbortSignal) {
  const posted: { readonly message: Readonly<Record<string, unknown>>; readonly over: boolean }[] = [];
  class Channel {
    onmessage = null;
    #isClosed = false;
    postMessage(message: Readonly<Record<string, unknown>>) {
      if (this.#isClosed) throw new DOMException('The channel is closed.', 'InvalidStateError');
      posted.push({ message, over: signal.aborted });
    }
    close() {
      this.#isClosed = true;
    }
  }
  const storage = memoryStorage();
  const browser = { ...tabWith(storage), BroadcastChannel: Channel } as unknown as Browser;
  return { browser, posted, storage };
}

/** Ends the customer's epoch so many microtasks after the answer has arrived. */
async function endAfter(microtasks: number) {
  const ended = new AbortController();
  const { browser, posted, storage } = recordingTab(ended.signal);
  const config = readConfig(SIGNED_IN)!;
  const cache = createTokenCache(config, browser, {});
  const answer = later<unknown>();
  const acquire = createAcquirer({
    config,
    cache,
    browser,
    signal: ended.signal,
    now: Date.now,
    http: () => answer.promise,
    explain: () => {},
  });
  const asked = acquire(undefined).then(
    () => 'a token',
    (error: { code: string }) => error.code,
  );
  await expect.poll(() => posted.some(({ message }) => message['type'] === 'beat')).toBe(true);
  // The search of what tabs share ends before the request is sent.
  await new Promise((resolve) => setTimeout(resolve));
  answer.resolve({ data: { token: 'late-token' } });
  for (let at = 0; at < microtasks; at++) await Promise.resolve();
  const kept = JSON.stringify([...storage.kept]);
  ended.abort();
  const outcome = await asked;
  await new Promise((resolve) => setTimeout(resolve));
  return {
    outcome,
    toldAfterwards: posted.filter(({ message, over }) => over && message['type'] !== 'beat'),
    keptAfterwards: !kept.includes('late-token') && JSON.stringify([...storage.kept]).includes('late-token'),
  };
}

/**
 * What a tab does that finds a record of its customer: the token it uses, or the code of its error, and how often it asks for one.
 * @param laterMs when it needs a token once more
 */
async function acquireBeside(
  stored: TokenRecord,
  rejected?: string,
  answer: unknown = { data: { token: 'new' } },
  laterMs?: number,
) {
  const config = readConfig(SIGNED_IN)!;
  const { browser } = recordingTab(new AbortController().signal);
  const cache = createTokenCache(config, browser, {});
  cache.save(stored);
  let asked = 0;
  let now = NOW;
  const acquire = createAcquirer({
    config,
    cache,
    browser,
    signal: new AbortController().signal,
    now: () => now,
    http: async () => {
      asked++;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    explain: () => {},
  });
  const used = await acquire(rejected).catch((error: { code: string }) => error.code);
  if (laterMs !== undefined) {
    now += laterMs;
    await acquire(rejected);
  }
  return { used, asked };
}
const NOW = 1_800_000_000_000;

describe('a stored token', () => {
  it.each([
    ['has to live longer than the margin', EXPIRY_MARGIN_MS, 'new'],
    ['is used until the margin', EXPIRY_MARGIN_MS + 1, 'old'],
    ['lives at most a day', LIFETIME_CAP_MS + 1, 'new'],
    ['is used in its first moment', LIFETIME_CAP_MS, 'old'],
  ])('%s: %d ms left', async (_name, leftMs, used) => {
    expect(await acquireBeside({ token: 'old', expiresAt: NOW + leftMs })).toEqual({
      used,
      asked: used === 'new' ? 1 : 0,
    });
  });

  it.each([
    ['is not replaced within a minute of the last replacement', 59_999, 'unauthenticated'],
    ['is replaced after a minute', 60_000, 'new'],
    ['is replaced where the clock was set back', -1, 'new'],
  ])('that the service rejects %s: %d ms', async (_name, agoMs, used) => {
    const stored = { token: 'old', expiresAt: NOW + 600_000, renewedAt: NOW - agoMs };
    expect(await acquireBeside(stored, 'old')).toEqual({ used, asked: used === 'new' ? 1 : 0 });
  });

  it('that another call marked as rejected is not used where the endpoint is unavailable', async () => {
    const used = await acquireBeside({ token: 'old', expiresAt: 0 }, undefined, new LoyaltyError('offline'));
    expect(used).toEqual({ used: 'offline', asked: 1 });
  });

  it.each([
    ['no more within the next 25 seconds', 24_999, 1],
    ['again after that', 25_000, 2],
  ])('whose endpoint is unavailable asks it %s', async (_name, laterMs, asked) => {
    const outage = new LoyaltyError('offline');
    expect(await acquireBeside({ token: 'old', expiresAt: NOW - 1 }, undefined, outage, laterMs)).toEqual({
      used: 'old',
      asked,
    });
  });

  it.each([
    ['is used again where the endpoint of tokens is unavailable', undefined, 'offline', 'old'],
    ['is not used where the service rejected it', 'old', 'offline', 'offline'],
    ['is not used where the endpoint refuses the customer', undefined, 'forbidden', 'forbidden'],
  ] as const)('that has expired %s', async (_name, rejected, code, used) => {
    const stored = { token: 'old', expiresAt: NOW - 1 };
    expect(await acquireBeside(stored, rejected, new LoyaltyError(code))).toEqual({ used, asked: 1 });
  });
});

it('an epoch that ends at any moment while the token arrives stores and broadcasts nothing afterwards', async () => {
  const results = [];
  for (let microtasks = 0; microtasks < 60; microtasks++) results.push(await endAfter(microtasks));
  expect(results.flatMap(({ toldAfterwards }) => toldAfterwards)).toEqual([]);
  expect(results.filter(({ keptAfterwards }) => keptAfterwards)).toEqual([]);
  // Both sides of the moment were tried.
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['aborted', 'a token']));
});
