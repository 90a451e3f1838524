import { describe, expect, it } from 'vitest';
import { upstashStorage } from '../../../src/proxy/index.ts';
import { StorageError } from '../../../src/proxy/storage/storage.ts';

/** A storage whose server answers every command with the same reply, and the commands that it got. */
function open(reply: unknown, status = 200) {
  const commands: (string | number)[][] = [];
  const requests: { readonly address: unknown; readonly init: RequestInit }[] = [];
  const storage = upstashStorage({
    url: 'https://redis.example/ignored?too=1',
    token: 'secret-token',
    prefix: 'shop:',
    fetch: async (address, init = {}) => {
      requests.push({ address, init });
      commands.push(JSON.parse(String(init.body)) as (string | number)[]);
      return reply instanceof Error ? Promise.reject(reply) : Response.json(reply, { status });
    },
  });
  return { ...storage, commands, requests };
}
const LIMIT = { name: 'login', tries: 5, perSeconds: 60 };
const failure = async (work: Promise<unknown>): Promise<StorageError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageError);
  return error as StorageError;
};

describe('storage by the REST interface of Upstash', () => {
  it('is shared by the instances of a proxy', () => {
    expect(open({}).shared).toBe(true);
  });

  it('sends commands to the origin, with its token and a deadline, and follows no redirect', async () => {
    const { texts, requests } = open({ result: null });
    await texts.get('a');
    const [{ address, init } = { address: '', init: {} }] = requests;
    expect(address).toBe('https://redis.example');
    expect(init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token', 'Content-Type': 'application/json' },
      redirect: 'manual',
    });
    expect(init.signal).toBeInstanceOf(AbortSignal);
  });

  it('reads a text; a missing one is none, and an answer of another kind is an error', async () => {
    const { texts, commands } = open({ result: 'x' });
    expect(await texts.get('a')).toBe('x');
    expect(commands).toEqual([['GET', 'shop:a']]);
    expect(await open({ result: null }).texts.get('a')).toBeUndefined();
    expect((await failure(open({ result: 1 }).texts.get('a'))).message).toBe(
      'Upstash at redis.example failed: its answer is no text.',
    );
  });

  it('stores a text for its lifetime, in whole milliseconds, and removes it', async () => {
    const { texts, commands } = open({ result: 'OK' });
    await texts.set('a', 'x', 1_000.2);
    expect(await texts.add('b', 'y', 1_000.2)).toBe(true);
    await texts.delete('a');
    expect(commands).toEqual([
      ['SET', 'shop:a', 'x', 'PX', 1_001],
      ['SET', 'shop:b', 'y', 'PX', 1_001, 'NX'],
      ['DEL', 'shop:a'],
    ]);
    expect(await open({ result: null }).texts.add('b', 'y', 1_000)).toBe(false);
  });

  it('counts tries in one step, up to the limit, and gives one back', async () => {
    const { counter, commands } = open({ result: [5, 100] });
    const taken = await counter(LIMIT).consume('ann');
    expect(taken).toMatchObject({ allowed: true });
    if (taken.allowed) await taken.giveBack();
    expect(commands.map(([name, script, ...more]) => [name, script, ...more])).toEqual([
      ['EVAL', expect.stringContaining('INCR'), 1, 'shop:login:ann', 60_000],
      ['EVAL', expect.stringContaining('DECR'), 1, 'shop:login:ann'],
    ]);
  });

  it('refuses a try above the limit, and says how long', async () => {
    expect(
      await open({ result: [6, 1_500] })
        .counter(LIMIT)
        .consume('ann'),
    ).toEqual({
      allowed: false,
      waitMs: 1_500,
    });
    expect(
      await open({ result: [6, -1] })
        .counter(LIMIT)
        .consume('ann'),
    ).toEqual({ allowed: false, waitMs: 0 });
  });

  it.each([[{ result: 'x' }], [{ result: ['x', 1] }], [{ result: [1] }], [{ result: [1, 'x'] }]])(
    'allows nothing without a count: %j',
    async (reply) => {
      expect((await failure(open(reply).counter(LIMIT).consume('ann'))).message).toBe(
        'Upstash did not answer with a count.',
      );
    },
  );

  it.each<[what: string, reply: unknown, status: number, message: string]>([
    ['another status', { result: 'x' }, 500, 'status 500'],
    ['an error', { error: 'ERR GET shop:a', result: 'x' }, 200, 'status 200'],
    ['no result', {}, 200, 'status 200'],
    ['no object', null, 200, 'status 200'],
    [
      'a refused connection',
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
      0,
      'ECONNREFUSED',
    ],
    [
      'a cause without a code',
      Object.assign(new TypeError('secret'), { cause: { code: 7 } }),
      0,
      'TypeError',
    ],
    ['the deadline', new DOMException('secret', 'TimeoutError'), 0, 'no answer within 2 seconds'],
  ])('fails with %s, and says nothing of the command', async (_, reply, status, message) => {
    const error = await failure(open(reply, status || 200).texts.get('secret'));
    expect(error.message).toBe(`Upstash at redis.example failed: ${message}.`);
    expect(error.cause).toBe(reply instanceof Error ? reply : undefined);
  });

  it('uses the fetch of the runtime, and a prefix of its own, where none is given', async () => {
    const keys: unknown[] = [];
    const own = globalThis.fetch;
    globalThis.fetch = async (_, { body } = {}) => {
      keys.push((JSON.parse(String(body)) as unknown[])[1]);
      return Response.json({ result: null });
    };
    try {
      await upstashStorage({ url: 'https://redis.example', token: 't' }).texts.get('a');
    } finally {
      globalThis.fetch = own;
    }
    expect(keys).toEqual(['loyalty-proxy:a']);
  });
});
