import { LoyaltyError, toLoyaltyError, withOperation } from '../../transport/errors.ts';
import { randomId } from '../../transport/random-id.ts';
import { record } from '../../transport/read.ts';
import { isDone, isUnanswered } from '../../transport/unanswered.ts';
import type { Loyalty } from '../loyalty.ts';
import { REPEATABLE_AFTER_MS, outlooks, type Once, type Undone } from './outlook.ts';

// Sends the writes of elements, reads their replies, and decides what may be said where there is none.

/** A write of which two have two effects, such as a claim. */
export interface OnceOnly<Before> {
  /** The same for every repetition of this write, by any element, tab or page: `reward 12`. */
  readonly name: string;
  /** What was there before it, as JSON: by it `find` recognises the result. */
  readonly before: Before;
  /** Its idempotency key, where the caller knows it. */
  readonly key?: string;
  /** When the caller sent it before with this key, and got no answer: milliseconds since 1970. */
  readonly sentAt?: number | undefined;
}

export interface Write<T, Before = undefined> {
  /** Operation id, for the console. */
  readonly operation: string;
  /** None for a write that only sets a value: its repetition changes nothing. */
  readonly once?: OnceOnly<Before>;
  readonly send: (idempotencyKey: string) => Promise<unknown>;
  /** @throws for a reply that cannot be read: the write is done nevertheless */
  readonly read: (reply: unknown) => T;
  /**
   * The result, by a read; `undefined` where the service shows that there is none.
   * @throws where neither is known
   */
  readonly find: (before: Before) => Promise<T | undefined>;
  /** The result of a write that is done, where neither its reply nor `find` has it. */
  readonly own: () => T;
}

/** A write that was sent, and whose outcome is not known. */
interface LostWrite {
  /** Of its idempotency key: the same for its repetitions. */
  readonly key: string;
  /** Milliseconds since 1970; 0 where it is known to be undone. */
  readonly at: number;
  readonly before: unknown;
}

/** Of customers whose token is not stored. */
const unstored = new WeakMap<Loyalty, Readonly<Record<string, unknown>>>();

const lostWrites = (loyalty: Loyalty): Readonly<Record<string, unknown>> => {
  const { cache } = loyalty;
  return (cache.read() ? record(cache.read()!.lost) : unstored.get(loyalty)) ?? {};
};

function lostWrite(loyalty: Loyalty, name: string): LostWrite | undefined {
  const { key, at, before } = record(lostWrites(loyalty)[name]);
  return typeof key === 'string' && typeof at === 'number' ? { key, at, before } : undefined;
}

const sentBefore = ({ key, sentAt, before }: OnceOnly<unknown>): LostWrite | undefined =>
  key !== undefined && sentAt !== undefined ? { key, at: sentAt, before } : undefined;

/** Stores it for the other tabs, and for the page after a reload. */
function storeLost(loyalty: Loyalty, name: string, write: LostWrite | undefined): void {
  const { [name]: _, ...others } = lostWrites(loyalty);
  const lost = write ? { ...others, [name]: write } : others;
  unstored.set(loyalty, lost);
  loyalty.cache.save({ lost });
}

/**
 * Sends a write, and resolves to its result: from its reply or, where that cannot be read or was lost, from a read after the lag.
 *
 * After a status of 2xx it is done, and nothing is sent again. After a lost answer it is sent again only where the shopper asks for it:
 * with a key that is honoured, after a read has shown that it had no effect, or a minute later.
 * @throws LoyaltyError with its `outlookOf`
 */
export async function sendWrite<T, Before = undefined>(
  loyalty: Loyalty,
  wanted: Write<T, Before>,
): Promise<T> {
  const { operation, once, send, read, find, own } = wanted;
  const { keysAreHonoured } = loyalty.guarantees();
  const lost = once && (lostWrite(loyalty, once.name) ?? sentBefore(once));
  const before = (lost ? lost.before : once?.before) as Before;
  const idempotencyKey = lost?.key ?? once?.key ?? randomId();
  const store = (at: number | undefined): void => {
    if (once)
      storeLost(loyalty, once.name, at === undefined ? undefined : { key: idempotencyKey, at, before });
  };

  /** The write is done, and its reply says nothing that can be shown. */
  async function done(cause: unknown): Promise<T> {
    const { message, status = 200, field, received } = withOperation(cause, operation);
    const reason = message.startsWith(operation) ? message : `${operation}: ${message}`;
    loyalty.report(
      new LoyaltyError('bad_response', `${reason} The write is done, and its reply cannot be read.`, {
        status,
        operation,
        field,
        received,
      }),
    );
    store(undefined);
    return (await find(before).catch(() => undefined)) ?? own();
  }

  if (lost?.at && !keysAreHonoured) {
    const found = await find(before).catch(() => undefined);
    if (found !== undefined) {
      store(undefined);
      return found;
    }
    const repeatableAt = lost.at + REPEATABLE_AFTER_MS;
    if (repeatableAt > Date.now()) {
      const error = new LoyaltyError(
        'timeout',
        `${operation}: its last answer was lost, and it may be done.`,
      );
      outlooks.set(error, { kind: 'unknown', repeatableAt });
      throw error;
    }
  }
  store(Date.now()); // before it is sent: the page may be left meanwhile
  let reply: unknown;
  try {
    reply = await send(idempotencyKey);
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (isDone(error)) return done(error);
    if (!isUnanswered(error)) {
      store(undefined);
      throw thrown;
    }
    const at = Date.now();
    store(at);
    const found = await find(before).catch(() => null);
    if (found !== null && found !== undefined) {
      store(undefined);
      return found;
    }
    const { lagMs } = loyalty.guarantees();
    // After a deadline the service may still be working: a read cannot show what it will do.
    const isUndone =
      found === undefined && lagMs !== undefined && error.code !== 'timeout' && error.status !== 504;
    if (isUndone) store(0);
    const proof = { kind: isUndone ? 'undone' : 'once' } as Undone | Once;
    outlooks.set(
      error,
      isUndone || keysAreHonoured
        ? proof
        : { kind: 'unknown', repeatableAt: once ? at + REPEATABLE_AFTER_MS : 0 },
    );
    throw thrown === error ? thrown : error;
  }
  store(undefined);
  try {
    return read(reply);
  } catch (cause) {
    return done(cause);
  }
}
