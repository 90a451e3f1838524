import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { limitConcurrency } from '../../../../demo/service/auth/limit-concurrency.ts';
import { clientOf } from '../../../../demo/service/auth/grant.ts';
import { hashOf } from '../../../../demo/service/auth/tokens.ts';
import { Problem } from '../../../../demo/service/api/problem.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const REVERSE_PROXY = '10.0.0.7';
const { clientId, clientSecret, username, password } = users.machine;
const valid = {
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  username,
  password,
  scope: '*',
};

describe('attempts to get a token', () => {
  let service: OpenService;
  const grant = (fields: Partial<typeof valid> = {}, from = '192.0.2.1') =>
    service.call(on.credentialsToken, {
      body: new URLSearchParams({ ...valid, ...fields }).toString(),
      // Behind a reverse proxy, whose header has the address of the client.
      from: REVERSE_PROXY,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Host: 'api.acme.example.com',
        'X-Forwarded-For': from,
        'X-Forwarded-Proto': 'https',
      },
    });
  const times = async (count: number, one: (at: number) => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at++) statuses.push((await one(at)).status);
    return statuses;
  };

  beforeAll(async () => {
    service = await openService({ trustedHops: [REVERSE_PROXY] });
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  it('without the secret do not block the client, not even from the same address', async () => {
    const refused = await times(40, () => grant({ client_secret: 'wrong' }));
    expect(refused).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    expect((await grant()).status).toBe(200);
    expect((await grant({}, '192.0.2.2')).status).toBe(200);
  });

  it('with random client ids are limited per address', async () => {
    const statuses = await times(40, (at) => grant({ client_id: `client-${at}` }));
    expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    expect((await grant({ client_id: 'client' }, '192.0.2.2')).status).toBe(401);
    // The addresses of one IPv6 network count as one.
    const network = await times(31, (at) => grant({ client_id: 'client' }, `2001:db8::${at + 1}`));
    expect(network.at(-1)).toBe(429);
  });

  it('with a valid client secret are limited, too, against guessing passwords', async () => {
    const statuses = await times(32, () => grant({ password: 'wrong' }));
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
    expect((await grant({}, '192.0.2.2')).status).toBe(200);
  });

  it('get the same reply for an unknown client and a wrong secret, name or password', async () => {
    const wrong = ['client_id', 'client_secret', 'username', 'password'] as const;
    const answers = await Promise.all(wrong.map((field) => grant({ [field]: 'wrong' })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('with an empty secret are refused, for a client without a previous secret and for an unknown one', async () => {
    for (const fields of [{}, { client_id: 'unknown' }, { password: 'wrong' }]) {
      expect([401, 422]).toContain((await grant({ ...fields, client_secret: '' })).status);
      const given = { ...valid, ...fields, client_secret: '' };
      expect(await clientOf(service.db, given)).toBeUndefined();
    }
  });

  it('with the password of another user or of an inactive user are refused', async () => {
    const { db } = service;
    const { username: other, password: theirs } = users.administrator;
    expect((await grant({ username: other, password: theirs })).status).toBe(401);
    await db.updateTable('users').set({ is_active: false }).where('username', '=', username).execute();
    expect((await grant()).status).toBe(401);
    await db.updateTable('users').set({ is_active: true }).where('username', '=', username).execute();
    expect((await grant()).status).toBe(200);
  });

  it('twin: block the client from other addresses when they are counted by client only', async () => {
    const tries = new Map<string, number>();
    const naive = (fields: Partial<typeof valid>) => {
      const { client_id: id, client_secret: secret } = { ...valid, ...fields };
      const count = (tries.get(id) ?? 0) + 1;
      tries.set(id, count);
      if (count > 30) return 429;
      return hashOf(secret).equals(hashOf(clientSecret)) ? 200 : 401;
    };
    for (let at = 0; at < 35; at++) naive({ client_secret: 'wrong' });
    expect(naive({})).toBe(429);
  });
});

describe('limitConcurrency', () => {
  it('runs a few calls, queues some, and refuses the rest', async () => {
    const run = limitConcurrency({ atOnce: 2, waiting: 3 });
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const done = Array.from({ length: 5 }, () => run(work));
    await expect(run(work)).rejects.toThrow(Problem);
    let ended = 0;
    while (ended < 5) {
      expect(ends.length - ended).toBeLessThanOrEqual(2);
      ends[ended++]?.();
      await done[ended - 1];
    }
    const failing = run(() => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    await expect(run(async () => 'free again')).resolves.toBe('free again');
  });
});
