import { expect, it } from 'vitest';
import type { Browser } from '../../../../src/services/customer/environment.ts';
import { readConfig } from '../../../../src/services/customer/config.ts';
import { createAcquirer } from '../../../../src/services/customer/tokens/acquire.ts';
import { createTokenCache } from '../../../../src/services/customer/tokens/cache.ts';
import { later } from '../../../support/client-fetch.ts';
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

it('an epoch that ends at any moment while the token arrives stores and broadcasts nothing afterwards', async () => {
  const results = [];
  for (let microtasks = 0; microtasks < 60; microtasks++) results.push(await endAfter(microtasks));
  expect(results.flatMap(({ toldAfterwards }) => toldAfterwards)).toEqual([]);
  expect(results.filter(({ keptAfterwards }) => keptAfterwards)).toEqual([]);
  // Both sides of the moment were tried.
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['aborted', 'a token']));
});
