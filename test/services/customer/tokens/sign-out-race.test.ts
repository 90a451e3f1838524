import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/services/customer/config.ts';
import { createTokenCache } from '../../../../src/services/customer/tokens/cache.ts';
import { settled } from '../../../support/client-fetch.ts';
import { SIGNED_IN } from '../../../support/client-programme.ts';
import { SLOT } from '../../../support/client-storage.ts';
import { tabsStorage } from './tabs-storage.ts';

const RECORD = { token: 't1', expiresAt: 5 };

/** Two tabs of a signed-in customer: one signs out, the other one stores a token; `order` says what happens when. */
async function signOutMeets(order: readonly ('sign out' | 'keep' | 'deliver')[]) {
  const storage = tabsStorage();
  const config = readConfig(SIGNED_IN);
  const out = createTokenCache(config, storage.tab(), {});
  out.save(RECORD);
  storage.deliver();
  const other = createTokenCache(config, storage.tab(), {});
  const steps = {
    'sign out': () => out.close(true),
    keep: () => other.save({ token: 't2' }),
    deliver: () => storage.deliver(),
  };
  for (const step of order) steps[step]();
  storage.deliver();
  // The rest of the sign-out: the mark goes when all is empty.
  await settled();
  storage.deliver();
  return { stored: storage.stored.get(SLOT), isShown: other.current() };
}

describe('a sign-out in one tab while another one stores a token', () => {
  const ENDED = { stored: undefined, isShown: false };

  it.each([
    ['before it', ['keep', 'deliver', 'sign out']],
    ['after it has arrived', ['sign out', 'deliver', 'keep']],
    ['before it, both on their way', ['keep', 'sign out']],
  ] as const)('%s: nothing stays', async (_, order) => {
    expect(await signOutMeets(order)).toEqual(ENDED);
  });

  // Not mended: a tab checks its own view of the storage, then writes; the mark may be on its way. See decision 0151.
  it.fails('after it, while it is on its way: nothing stays', async () => {
    expect(await signOutMeets(['sign out', 'keep'])).toEqual(ENDED);
  });
});
