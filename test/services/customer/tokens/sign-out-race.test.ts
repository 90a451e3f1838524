import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/services/customer/config.ts';
import { createTokenCache, pendingSlotOf } from '../../../../src/services/customer/tokens/cache.ts';
import { settled } from '../../../support/client-fetch.ts';
import { SIGNED_IN } from '../../../support/client-programme.ts';
import { memoryStorage, SLOT, tabWith } from '../../../support/client-storage.ts';
import { tabsStorage } from './tabs-storage.ts';

const RECORD = { token: 't1', expiresAt: 5 };
const config = readConfig(SIGNED_IN);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A signed-in customer in two tabs. */
function twoTabs() {
  const storage = tabsStorage();
  const memory = {};
  const browser = storage.tab();
  const signingOut = createTokenCache(config, browser, memory);
  signingOut.save(RECORD);
  storage.deliver();
  return { storage, browser, memory, signingOut, other: createTokenCache(config, storage.tab(), {}) };
}

/** Lets all changes arrive until the sign-out is complete, its second look included. */
async function complete(storage: ReturnType<typeof tabsStorage>): Promise<void> {
  storage.deliver();
  await settled();
  storage.deliver();
  vi.runAllTimers();
  storage.deliver();
}

/** One tab signs out, the other one stores a token; `order` says what happens when. */
async function signOutAndSave(order: readonly ('sign out' | 'save' | 'deliver')[]) {
  const { storage, signingOut, other } = twoTabs();
  const steps = {
    'sign out': () => signingOut.close(true),
    save: () => other.save({ token: 't2' }),
    deliver: () => storage.deliver(),
  };
  for (const step of order) steps[step]();
  await complete(storage);
  return { stored: storage.stored.get(SLOT), isShown: other.current() };
}

describe('token cache › sign-out in one tab while another one stores a token', () => {
  const ENDED = { stored: '', isShown: false };

  it.each([
    ['before it', ['save', 'deliver', 'sign out']],
    ['after it has arrived', ['sign out', 'deliver', 'save']],
    ['before it, both changes on their way', ['save', 'sign out']],
    ['after it, while it is on its way', ['sign out', 'save']],
  ] as const)('removes a token that was stored %s', async (_, order) => {
    expect(await signOutAndSave(order)).toEqual(ENDED);
  });

  it('removes a token that arrives after the sign-out was completed', async () => {
    const { storage, signingOut, other } = twoTabs();
    signingOut.close(true);
    other.save({ token: 't2' });
    await settled();
    await complete(storage);
    expect({ stored: storage.stored.get(SLOT), isShown: other.current() }).toEqual(ENDED);
  });

  // Decision 0151: in storefront mode a customer has one owner for all sessions.
  it('does not remove the record of the same customer who signs in again on this page', async () => {
    const { storage, browser, memory, signingOut } = twoTabs();
    signingOut.close(true);
    await settled();
    const next = createTokenCache(config, browser, memory);
    next.save({ token: 't3' });
    await complete(storage);
    expect(next.current()).toBe(true);
    expect(storage.stored.get(SLOT)).toContain('t3');
  });

  it('does not remove the record of the same customer whose page has no token yet', async () => {
    const { storage, signingOut } = twoTabs();
    signingOut.close(true);
    storage.deliver();
    await settled();
    storage.deliver();
    const next = createTokenCache(config, storage.tab(), {});
    await complete(storage);
    expect(next.current()).toBe(true);
  });

  it('does not remove the record of another customer', async () => {
    const { storage, signingOut } = twoTabs();
    signingOut.close(true);
    storage.deliver();
    const next = createTokenCache(readConfig({ ...SIGNED_IN, customerId: '1002' }), storage.tab(), {});
    next.save({ token: 't3' });
    await complete(storage);
    expect(next.current()).toBe(true);
    expect(storage.stored.get(SLOT)).toContain('t3');
  });
});

describe('token cache › a sign-in that begins after a sign-out, before the file that completes it has loaded', () => {
  const proxyConfig = readConfig({ proxyUrl: SIGNED_IN.baseUrl });
  const RECORD_OF_TAB = JSON.stringify({ owner: 'next', token: 't3', expiresAt: 5 });

  /** What another tab, or this one, has stored by then. */
  async function completeWith(end: (page: ReturnType<typeof openPage>) => void) {
    const page = openPage();
    end(page);
    const { shared, own } = page;
    const left = [shared.kept.get(pendingSlotOf(SLOT)), own.kept.get(SLOT)];
    shared.setItem(pendingSlotOf(SLOT), 'later');
    own.setItem(SLOT, RECORD_OF_TAB);
    await settled();
    vi.runAllTimers();
    return { left, later: [shared.kept.get(pendingSlotOf(SLOT)), own.kept.get(SLOT)] };
  }

  function openPage() {
    const shared = memoryStorage({ owner: 'before', token: 't1', expiresAt: 5 });
    shared.setItem(pendingSlotOf(SLOT), 'earlier');
    const own = memoryStorage(shared.kept.get(SLOT));
    return { shared, own, browser: tabWith(shared, own) };
  }

  it.each([
    [
      'sign-out',
      ({ browser }: ReturnType<typeof openPage>) => createTokenCache(proxyConfig, browser, {}).close(true),
    ],
    [
      'page of a guest',
      ({ browser }: ReturnType<typeof openPage>) =>
        createTokenCache(readConfig({ ...SIGNED_IN, customerId: '' }), browser, {}, true),
    ],
  ])('is not cancelled by a %s, which cancels those before it', async (_, end) => {
    expect(await completeWith(end)).toEqual({
      left: [undefined, undefined],
      later: ['later', RECORD_OF_TAB],
    });
  });

  it("is not cancelled by the page of a guest that completes another page's sign-out", async () => {
    const { shared, browser } = openPage();
    shared.setItem(SLOT, '{}');
    shared.setItem(pendingSlotOf(SLOT), 'later');
    createTokenCache(readConfig({ ...SIGNED_IN, customerId: '' }), browser, {});
    await settled();
    expect([...shared.kept]).toEqual([
      [SLOT, ''],
      [pendingSlotOf(SLOT), 'later'],
    ]);
  });
});
