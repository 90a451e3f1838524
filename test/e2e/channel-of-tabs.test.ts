import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everythingShown, openTabs, type OpenTabs } from '../support/tabs-open.ts';

// Another tab of the same origin runs a script that knows the name of the customer's channel.

let open: OpenTabs;
beforeAll(async () => {
  open = await openTabs();
});
afterAll(() => open?.close());

/** In the attacker's tab: listens, asks for the token, and, where it is given one, takes the customer's turn and plants it. */
async function attack(name: string, planted: string | null): Promise<void> {
  if (planted) {
    await new Promise<void>((held) => {
      void navigator.locks.request(name, () => {
        held();
        return new Promise(() => {});
      });
    });
  }
  const channel = new BroadcastChannel(name);
  const heard: string[] = [];
  channel.onmessage = ({ data }) => void heard.push(JSON.stringify(data));
  const send = () => {
    for (const type of ['ask', 'who', 'token', 'beat']) channel.postMessage({ type });
    if (planted)
      channel.postMessage({
        record: { token: planted, expiresAt: Date.now() + 600_000, profileId: 'profile-mallory' },
      });
  };
  send();
  setInterval(send, 10);
  Object.assign(window, { heard });
}
const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

/** Longer than a tab waits before it passes a new token to other tabs. */
const SHARED_MS = 2_000;

async function attacked(customer: string, cache: string, planted: string | null) {
  const attacker = await open.tab();
  await attacker.evaluate(attack, `loyalty-elements ${open.server.url}/api shop/v1 ${customer}`, planted);
  const page = await open.tab(`/page?customer=${customer}&cache=${cache}`);
  await expect.poll(() => everythingShown(page)).toMatch(/canary-|Points aren’t available right now/);
  await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
  const result = {
    shown: await everythingShown(page),
    heard: (await heardBy(attacker)).join(),
    stored: await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    asked: open.server.tokenCalls.get(customer) ?? 0,
  };
  await Promise.all([attacker.close(), page.close()]);
  return result;
}

describe('script in another tab of the origin', () => {
  test('receives no token with cache="memory", whatever it requests', async () => {
    const { shown, heard, stored, asked } = await attacked('ada', 'memory', null);
    expect(shown).toContain('canary-ada');
    expect(heard).toBe('');
    expect(stored).not.toContain('ada.1');
    expect(asked).toBe(1);
  });

  test('red twin: receives the token with cache="shared", where tabs share it', async () => {
    const { heard, stored } = await attacked('bea', 'shared', null);
    expect(stored).toContain('bea.1');
    expect(heard).toContain('bea.1');
  });

  test('cannot store a record of another customer with cache="memory"', async () => {
    open.server.token.delayMs = () => 500;
    const { shown, asked } = await attacked('cyd', 'memory', 'mallory.1');
    expect(shown).toContain('canary-cyd');
    expect(shown).not.toContain('mallory');
    expect(asked).toBe(1);
  });

  test('red twin: stores one with cache="shared", which the check of the profile’s identity refuses', async () => {
    open.server.token.delayMs = () => 500;
    const { shown, asked } = await attacked('dan', 'shared', 'mallory.1');
    expect(asked).toBe(0);
    expect(shown).not.toContain('canary-');
  });
});
