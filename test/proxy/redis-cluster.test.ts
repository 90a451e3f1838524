import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, basic, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { startProxyProcess, variablesFor, type ProxyProcess } from './support/process.ts';
import { hasRedis, NEEDS_REDIS } from './support/redis.ts';
import { startRedisCluster, type RunningCluster } from '../../bench/redis-cluster.ts';

// Two processes of the proxy on a cluster of Redis. Without redis-server on this machine there is none to kill.

const SESSIONS = 4;

it('proxy on a cluster of Redis › does not start with an address that is none', async () => {
  const variables = { ...variablesFor('https://api.acme.example.com/api'), REDIS_URL: 'redis://one:1,two:2' };
  await expect(startProxyProcess(variables)).rejects.toThrow(/REDIS_URL must begin with redis:/);
});

describe('proxy on a cluster of Redis', () => {
  let cluster: RunningCluster | undefined;
  let stub: OpenProxy;
  let instances: ProxyProcess[] = [];
  const skips = !hasRedis || Boolean(process.env['REDIS_URL']);
  beforeAll(async () => {
    if (skips) return;
    cluster = await startRedisCluster();
    stub = await openProxy();
    const variables = { ...variablesFor(stub.upstream.baseUrl), REDIS_URL: cluster.urls };
    instances = await Promise.all([1, 2].map(() => startProxyProcess(variables)));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await stub?.stop();
    await cluster?.stop();
  });
  beforeEach((context) => context.skip(skips, NEEDS_REDIS));

  const post = (at: number, path: string, Authorization: string, body?: object) =>
    fetch(instances[at]!.url + path, {
      method: 'POST',
      headers: { Authorization, Origin: SHOP, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const guess = async (at: number) => (await post(at, '/login', basic('nobody@example.com', 'wrong'))).status;
  const read = async (at: number, token: string) =>
    (
      await fetch(`${instances[at]!.url}/v3/profiles/profile-${ANN.id}/balances`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status;

  it('keeps sessions, limits and sign-outs when a node is killed and its replica takes over', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < SESSIONS; count++) {
      const answer = await post(count % 2, '/login', basic(ANN.email, ANN.password));
      expect(answer.status).toBe(200);
      tokens.push(((await answer.json()) as { token: string }).token);
    }
    // Five tries in all, whichever instance counts them.
    expect([await guess(0), await guess(1), await guess(0)]).toEqual([401, 401, 401]);
    await cluster!.killMasterOf('*:session:*');

    const seen = new Set<number>();
    /** Asks until the instance answers as before: while no node has the session, it cannot be looked up. */
    const readAfter = async (at: number, token: string) => {
      for (;;) {
        const status = await read(at, token);
        seen.add(status);
        if (status !== 503) return status;
      }
    };
    for (const token of tokens)
      expect([await readAfter(0, token), await readAfter(1, token)]).toEqual([200, 200]);
    // A session that cannot be looked up is not a session that has ended.
    expect([...seen].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect([await guess(1), await guess(0), await guess(1)]).toEqual([401, 401, 429]);
    expect((await post(0, '/logout', `Bearer ${tokens[0]}`, { everywhere: true })).status).toBe(204);
    for (const token of tokens) expect([await read(0, token), await read(1, token)]).toEqual([401, 401]);
  }, 120_000);
});
