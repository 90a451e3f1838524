import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStorage, type CodeMessage } from '../../src/proxy/index.ts';
import { ask, OWN } from './support/ask.ts';
import { ANN, openProxy, type OpenProxy } from './support/open-proxy.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './support/redis.ts';

// What somebody can do who has read all of Redis.

let redis: RunningRedis;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

/** Every key and value, as texts. */
async function dumpOf(prefix: string): Promise<string[]> {
  const client = redis.client();
  const keys = await client.keys(`${prefix}*`);
  return [...keys, ...(await Promise.all(keys.map(async (key) => (await client.get(key)) ?? '')))];
}

/** Everything in the dump that could be a token or a code, also inside of longer texts. */
const candidatesIn = (dump: readonly string[]): string[] => [
  ...new Set(dump.flatMap((text) => [...text.matchAll(/[\w-]{43,}|\d{6}/g)].map(([found]) => found))),
];

/** How many of the texts open something, as the token or the code of a customer. */
async function opened({ url }: OpenProxy, texts: readonly string[]): Promise<number> {
  const statuses = texts.map(async (text) => {
    const code = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ANN.email, code: text }),
    });
    return [code.status, (await ask(`${url}${OWN}/balances`, text.slice(0, 43))).status];
  });
  return (await Promise.all(statuses)).flat().filter((status) => status === 200).length;
}

describe('a dump of Redis', () => {
  it('has no e-mail address, name, id or token, and signs nobody in', async (context) => {
    context.skip(!hasRedis, NEEDS_REDIS);
    const prefix = `dump-${process.pid}:`;
    const sent: CodeMessage[] = [];
    const proxy = await openProxy({
      storage: redisStorage(redis.client(), { prefix }),
      limits: { perAddress: 10_000, perAccount: 10_000, perAccountInAll: 10_000 },
      code: {
        findCustomer: async () => ANN,
        sendCode: async (message) => void sent.push(message),
      },
    });
    try {
      const token = await proxy.signIn();
      await fetch(`${proxy.url}/code`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: ANN.email }),
      });
      await expect.poll(() => sent.length).toBe(1);
      const dump = await dumpOf(prefix);
      const kinds = new Set(dump.map((text) => text.split(':')[2]));
      for (const kind of ['session', 'codes', 'code-owner', 'known-address']) expect(kinds).toContain(kind);
      const all = dump.join('\n');
      for (const secret of [ANN.email, ANN.firstName, ANN.lastName, ANN.id, 'profile-1001', token])
        expect(all).not.toMatch(new RegExp(`(?<![\\w-])${secret}(?![\\w-])`));
      const candidates = candidatesIn(dump);
      expect(candidates.length).toBeGreaterThan(5);
      expect(await opened(proxy, candidates)).toBe(0);
      // A twin: the same attack with a dump in which a code is readable.
      expect(await opened(proxy, candidatesIn([...dump, `{"code":"${sent[0]!.code}"}`]).slice(-1))).toBe(1);
      // And with one in which a session is under its token.
      expect(await opened(proxy, candidatesIn([`session:${token}`]))).toBe(1);
    } finally {
      await proxy.stop();
    }
  });
});
