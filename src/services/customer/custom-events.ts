import { addProfileCustomEvent } from '../contract/endpoints/profiles.ts';
import { toLoyaltyError, type LoyaltyError } from '../transport/errors.ts';
import { isTransient } from '../transport/unanswered.ts';
import { randomId } from '../transport/random-id.ts';
import { isDone, isUnanswered } from '../transport/unanswered.ts';
import { integer, record, text } from '../transport/read.ts';
import { valueOrUndefined } from '../transport/value-or-undefined.ts';
import type { Loyalty } from './loyalty.ts';

/** Data of a custom event: as the proxy forwards it. */
export type EventData = Readonly<Record<string, string | number | boolean>>;

/** Custom events of a customer (spec 6), stored on the device until the service has them. */
export interface CustomEvents {
  /** Stores an event. Without storage it is only in the page. */
  add(name: string, data: EventData): void;
  /** Sends the stored events in their order. Those that the service refuses are given to `onRefused`. */
  send(): Promise<void>;
  /** Removes what is stored, of every customer. */
  clear(): void;
}

const PREFIX = 'loyalty-elements event ';
/** More are not stored: the oldest are dropped. */
const MAX_STORED = 50;

interface StoredEvent {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly data: unknown;
}

/**
 * Each event is an entry of its own, so that two tabs never overwrite each other's. Its id is the idempotency key: sent by two tabs, or
 * again after a lost answer, it has one effect.
 */
export function createCustomEvents(
  loyalty: Loyalty,
  browser: { readonly localStorage: Storage },
  onRefused: (name: string, error: LoyaltyError) => void,
): CustomEvents {
  const { owner } = loyalty.cache;
  const storage = valueOrUndefined(() => browser.localStorage);
  const unstored: StoredEvent[] = [];
  let newest = 0;
  let sending = Promise.resolve();

  const entries = () =>
    Object.keys(valueOrUndefined(() => ({ ...storage })) ?? {}).filter((key) => key.startsWith(PREFIX));
  const forget = (id: string) => {
    valueOrUndefined(() => storage?.removeItem(PREFIX + id));
    const index = unstored.findIndex((event) => event.id === id);
    if (index >= 0) unstored.splice(index, 1);
  };

  /** The events of this customer. Those of another one are removed: they are never sent with this customer's token. */
  function stored(): StoredEvent[] {
    const found = entries().flatMap((key) => {
      const line = record(valueOrUndefined(() => JSON.parse(storage!.getItem(key)!) as unknown));
      const id = key.slice(PREFIX.length);
      const name = text(line.name);
      if (name && line.owner === owner) return [{ id, at: integer(line.at) ?? 0, name, data: line.data }];
      forget(id);
      return [];
    });
    return [...found, ...unstored].sort((a, b) => a.at - b.at);
  }

  async function sendStored(): Promise<void> {
    for (const { id, name, data } of stored()) {
      if (!loyalty.current()) return;
      try {
        await loyalty.call(addProfileCustomEvent, {
          profile: await loyalty.profileId(),
          body: { name, data: record(data) },
          idempotencyKey: id,
          keepalive: true,
        });
      } catch (thrown) {
        const error = toLoyaltyError(thrown);
        if (isDone(error)) {
          forget(id); // only its reply cannot be read
          continue;
        }
        // An event counts once: without a key that is honoured, one that may have arrived is not sent again.
        const mayCount = isUnanswered(error) && navigator.onLine && error.code !== 'aborted';
        if (mayCount && loyalty.guarantees().keysAreHonoured === false) {
          forget(id);
          loyalty.report(error);
          continue;
        }
        if (isTransient(error) || error.code === 'aborted' || error.code === 'unauthenticated') return;
        onRefused(name, error);
      }
      forget(id);
    }
  }

  return {
    add(name, data) {
      newest = Math.max(Date.now(), newest + 1); // keeps the order within a millisecond
      const event = { id: randomId(), at: newest, name, data };
      const line = JSON.stringify({ ...event, owner });
      const isStored = valueOrUndefined(() => (storage!.setItem(PREFIX + event.id, line), true));
      if (!isStored) unstored.push(event);
      for (const { id } of stored().slice(0, -MAX_STORED)) forget(id);
    },
    send: () => (sending = sending.then(sendStored, sendStored)),
    clear() {
      unstored.length = 0;
      for (const key of entries()) forget(key.slice(PREFIX.length));
    },
  };
}
