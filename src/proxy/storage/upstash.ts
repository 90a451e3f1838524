import type { Fetch } from '../../services/transport/http.ts';
import { StorageError, type Counter, type Limit, type ProxyStorage } from './storage.ts';

export interface UpstashStorageSettings {
  /** Address of the REST API: `UPSTASH_REDIS_REST_URL`. */
  readonly url: string;
  /** Its token, which may write: `UPSTASH_REDIS_REST_TOKEN`. */
  readonly token: string;
  /** Beginning of every key, before the digest of the shop. Default `loyalty-proxy:`. */
  readonly prefix?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

type Command = readonly (string | number)[];

const DEADLINE_MS = 2_000;

/** One step at the server, so that attempts at the same time are counted one after the other. Answers the count and the time until it ends. */
const TAKE = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;
/** A count that has ended meanwhile must not begin again below zero. */
const GIVE_BACK = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end
return 0`;

/**
 * Stores sessions and counts in Redis by HTTP, for edge runtimes, which have no TCP connections that outlive a request. Every write is
 * visible to the next read: a sign-out holds at once, and concurrent attempts are counted together.
 */
export function upstashStorage({
  url,
  token,
  prefix = 'loyalty-proxy:',
  fetch: send = (address, init) => fetch(address, init),
}: UpstashStorageSettings): ProxyStorage {
  const { origin, host } = new URL(url);

  async function run(...command: Command): Promise<unknown> {
    const failed = (cause: string, error?: unknown) =>
      new StorageError(`Upstash at ${host} failed: ${cause}.`, { cause: error });
    let status: number;
    let reply: unknown;
    try {
      const response = await send(origin, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(command),
        redirect: 'manual',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      status = response.status;
      reply = await response.json();
    } catch (error) {
      throw failed(causeOf(error), error);
    }
    const { result, error } = Object(reply) as { result?: unknown; error?: unknown };
    // The text of an error may repeat the command, which has the session in it.
    if (status !== 200 || error !== undefined || result === undefined) throw failed(`status ${status}`);
    return result;
  }

  return {
    texts: {
      async get(key) {
        const found = await run('GET', prefix + key);
        if (typeof found === 'string') return found;
        if (found === null) return undefined;
        throw new StorageError(`Upstash at ${host} failed: its answer is no text.`);
      },
      async set(key, value, lifetimeMs) {
        await run('SET', prefix + key, value, 'PX', Math.ceil(lifetimeMs));
      },
      add: async (key, value, lifetimeMs) =>
        (await run('SET', prefix + key, value, 'PX', Math.ceil(lifetimeMs), 'NX')) === 'OK',
      async delete(key) {
        await run('DEL', prefix + key);
      },
    },
    counter: (limit) => upstashCounter(run, prefix, limit),
    shared: true,
  };
}

function upstashCounter(
  run: (...command: Command) => Promise<unknown>,
  prefix: string,
  { name, tries, perSeconds }: Limit,
): Counter {
  return {
    async consume(key) {
      const slot = `${prefix}${name}:${key}`;
      const reply = await run('EVAL', TAKE, 1, slot, perSeconds * 1_000);
      const [count = NaN, leftMs = NaN] = [reply].flat().map(Number);
      // Without a count nothing is allowed.
      if (!Number.isSafeInteger(count) || !Number.isSafeInteger(leftMs))
        throw new StorageError('Upstash did not answer with a count.');
      if (count > tries) return { allowed: false, waitMs: Math.max(0, leftMs) };
      return { allowed: true, giveBack: async () => void (await run('EVAL', GIVE_BACK, 1, slot)) };
    },
  };
}

/** A name or code, such as `TimeoutError` or `ECONNREFUSED`; the message may have an address with a secret in it. */
function causeOf(error: unknown): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string'
    ? cause.code
    : name === 'TimeoutError'
      ? 'no answer within 2 seconds'
      : name;
}
