import { describe, expect, it } from 'vitest';
import type { TabChannel } from '../../../../src/services/customer/tokens/tab-channel.ts';
import { withTabLock } from '../../../../src/services/customer/tokens/tab-lock.ts';
import type { TokenRecord } from '../../../../src/services/transport/tokens.ts';
import { later } from '../../../support/client-fetch.ts';

const token = (name: string): TokenRecord => ({ token: name, expiresAt: Date.now() + 60_000 });

/** A channel on which another tab sends records. */
function openChannel() {
  const listeners = new Set<Parameters<TabChannel['listen']>[0]>();
  const channel: TabChannel = {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    sendHeartbeat: () => {},
    sendRecord: () => {},
    sendFailure: () => {},
    close: () => {},
  };
  return { channel, listeners, send: (record: TokenRecord) => listeners.forEach((one) => one({ record })) };
}

/** Asks without a lock that is granted, unless `locks` are given. */
function ask(locks: Pick<LockManager, 'request'> | undefined, signal = new AbortController().signal) {
  const { channel, listeners, send } = openChannel();
  const own = later<TokenRecord>();
  const asked = withTabLock(
    { locks, name: 'customer', channel, signal, usable: (record) => record, stored: () => undefined },
    () => own.promise,
  );
  return { asked, own, listeners, send };
}

const neverGranted = { request: () => new Promise(() => {}) } as unknown as Pick<LockManager, 'request'>;

describe('the lock of tabs', () => {
  it('has no listener once the own request runs, so that a record of another tab is not its result', async () => {
    const { asked, own, listeners, send } = ask(undefined);
    expect(listeners.size).toBe(0);
    send(token('of-another-tab'));
    own.resolve(token('own'));
    expect((await asked).token).toBe('own');
  });

  it('resolves to the record of another tab while it waits, and then listens no longer', async () => {
    const { asked, listeners, send } = ask(neverGranted);
    expect(listeners.size).toBe(1);
    send(token('of-another-tab'));
    expect((await asked).token).toBe('of-another-tab');
    expect(listeners.size).toBe(0);
  });
});
