import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CustomerRefused,
  memoryDirectory,
  memoryPasswordBook,
  memoryStorage,
  platformDirectory,
  serviceDirectory,
} from '../../src/proxy/index.ts';
import { ANN, basic, openProxy, QUICK, type OpenProxy } from './support/open-proxy.ts';
import { processorTime } from '../support/own-time.ts';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});
async function open(...settings: Parameters<typeof openProxy>): Promise<OpenProxy> {
  const proxy = await openProxy(...settings);
  opened.push(proxy);
  return proxy;
}

const CLEO = {
  id: '2001',
  email: 'cleo@example.com',
  firstName: 'Cleo',
  lastName: 'C',
  password: 'cleo password',
};
const forever = () => new AbortController().signal;

describe('synchronising platform and service (spec 5.4)', () => {
  it('creates a missing profile at the first login only', async () => {
    const proxy = await open({ directory: memoryDirectory([CLEO], QUICK) });
    for (let at = 0; at < 3; at++) await proxy.signIn(CLEO);
    const found = proxy.upstream.profiles.filter(({ identities }) => identities.includes('2001'));
    expect(found).toEqual([
      { id: 'profile-2001', identities: ['2001'], email: CLEO.email, first_name: 'Cleo', last_name: 'C' },
    ]);
    expect(proxy.upstream.syncCalls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it.each([
    ['in one process', 1],
    ['in four processes with one store', 4],
  ])('creates one profile for 40 concurrent first logins, %s', async (_, instances) => {
    const storage = memoryStorage();
    const directory = memoryDirectory([CLEO], QUICK);
    const limits = { perAccount: 100, perAddress: 100 };
    const first = await open({ directory, storage, limits });
    const { upstream } = first;
    const proxies = [first];
    for (let at = 1; at < instances; at++) {
      proxies.push(await open({ directory, storage, limits, baseUrl: upstream.baseUrl }));
    }
    await Promise.all(Array.from({ length: 40 }, (__, at) => proxies[at % instances]?.signIn(CLEO)));
    expect(
      upstream.syncCalls.filter(({ target, method }) => method === 'POST' && target.endsWith('/profiles')),
    ).toHaveLength(1);
    expect(upstream.profiles.filter(({ email }) => email === CLEO.email)).toHaveLength(1);
  });

  it('finishes a profile whose identity could not be added: the next login finds one profile by its identity', async () => {
    const proxy = await open({ directory: memoryDirectory([CLEO], QUICK) });
    proxy.upstream.onAny = ({ target }, response) => {
      if (!target.endsWith('/identities')) return 'default';
      response.writeHead(500).end();
      return undefined;
    };
    await expect(proxy.signIn(CLEO)).rejects.toThrow('502');
    proxy.upstream.onAny = undefined;
    await proxy.signIn(CLEO);
    expect(proxy.upstream.profiles.filter(({ email }) => email === CLEO.email)).toHaveLength(1);
  });

  it('copies a changed name and e-mail to the profile at the next login, and no other field', async () => {
    const proxy = await open();
    await proxy.signIn();
    expect(proxy.upstream.syncCalls.filter(({ method }) => method === 'PUT')).toEqual([]);
    proxy.directory.change(ANN.id, { lastName: 'Berg', email: 'ann.berg@example.com' });
    await proxy.signIn({ email: 'ann.berg@example.com', password: ANN.password });
    const [change] = proxy.upstream.syncCalls.filter(({ method }) => method === 'PUT');
    expect(JSON.parse(change?.body ?? '')).toEqual({ last_name: 'Berg', email: 'ann.berg@example.com' });
    expect(proxy.upstream.profiles[0]).toMatchObject({
      id: 'profile-1001',
      first_name: 'Ann',
      last_name: 'Berg',
    });
  });

  it('refuses logins while the service cannot be reached, and works again afterwards', async () => {
    const proxy = await open();
    proxy.upstream.onAny = (_, response) => void response.writeHead(503).end();
    await expect(proxy.signIn()).rejects.toThrow('502');
    proxy.upstream.onAny = undefined;
    expect(await proxy.signIn()).toMatch(/^[\w-]{43}$/);
  });

  it('continues with its token when the password of the machine user changes', async () => {
    const proxy = await open();
    await proxy.signIn();
    proxy.upstream.onAny = ({ target }, response) => {
      if (!target.endsWith('/v3/auth/token')) return 'default';
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"message":"No."}');
      return undefined;
    };
    expect(await proxy.signIn()).toMatch(/^[\w-]{43}$/);
  });
});

describe('memory directory', () => {
  it('takes as long for an unknown name as for a known one', async () => {
    const directory = memoryDirectory([ANN], { passwordRounds: 60_000 });
    const time = (name: string) =>
      processorTime(async () => {
        for (let at = 0; at < 8; at++) await directory.authenticate(name, 'wrong', forever());
      });
    await time(ANN.email);
    const [known, unknown] = [await time(ANN.email), await time('nobody@example.com')];
    expect(unknown).toBeGreaterThan(known / 3);
  });
});

/** A shop's platform with a customer API. */
async function startPlatform() {
  const customers = new Map([
    [ANN.email, { id: 1001, email: ANN.email, first_name: 'Ann', last_name: 'Ø', password: ANN.password }],
  ]);
  const seen: { url: string; key: string | undefined; body: Record<string, string> }[] = [];
  let broken = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const body = JSON.parse(text);
      seen.push({ url: request.url ?? '', key: request.headers['x-shop-key'] as string | undefined, body });
      const reply = (status: number, json: unknown) => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
      };
      if (broken) return reply(broken, { message: 'secret inner text' });
      const found = customers.get(body.email);
      if (request.url === '/customers/login') {
        return found?.password === body.password
          ? reply(200, { customer: found })
          : reply(401, { message: 'No.' });
      }
      if (found) return reply(422, { errors: { email: ['Taken.'], internal: ['secret inner text'] } });
      const created = { id: 3000 + customers.size, ...body };
      customers.set(body.email, created);
      return reply(201, created);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const platform = {
    url,
    seen,
    breakWith: (status: number) => (broken = status),
    stop: () => void server.close(),
  };
  opened.push(platform);
  return platform;
}

describe('platform directory', () => {
  const directoryOf = ({ url }: { url: string }) =>
    platformDirectory({
      loginUrl: `${url}/customers/login`,
      createUrl: `${url}/customers`,
      headers: { 'X-Shop-Key': 'canary-key' },
    });

  it('checks and creates customers over HTTP', async () => {
    const platform = await startPlatform();
    const proxy = await open({ directory: directoryOf(platform) });
    await proxy.signIn();
    await expect(proxy.signIn({ email: ANN.email, password: 'wrong' })).rejects.toThrow('401');
    const response = await fetch(`${proxy.url}/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'new@example.com',
        password: 'new password',
        first_name: 'N',
        last_name: 'W',
      }),
    });
    expect(await response.json()).toEqual({ data: { profile_id: 'profile-3001' } });
    await proxy.signIn({ email: 'new@example.com', password: 'new password' });
    expect(new Set(platform.seen.map(({ key }) => key))).toEqual(new Set(['canary-key']));
  });

  it('forwards the errors of fields, and no other text of the platform', async () => {
    const platform = await startPlatform();
    const refused = directoryOf(platform).create(ANN, forever());
    await expect(refused).rejects.toBeInstanceOf(CustomerRefused);
    await expect(refused).rejects.toMatchObject({ errors: { email: ['Taken.'] } });
    await expect(refused).rejects.not.toMatchObject({ errors: { internal: expect.anything() } });
  });

  it.each([500, 503, 302, 200])(
    'refuses the login when the platform answers %i without a customer',
    async (status) => {
      const platform = await startPlatform();
      platform.breakWith(status);
      await expect(directoryOf(platform).authenticate(ANN.email, ANN.password, forever())).rejects.toThrow();
    },
  );

  it.each([
    'http://platform.example/login',
    'ftp://platform.example',
    'https://key@platform.example/',
    'nonsense',
  ])('sends no password to %s', (loginUrl) => {
    expect(() => platformDirectory({ loginUrl })).toThrow();
  });
});

describe('service directory', () => {
  const NEW = { email: 'Dora@Example.com', password: 'dora password', first_name: 'Dora', last_name: 'D' };

  it('creates a profile, stores the hash of the password, and the login that follows works', async () => {
    const hashes: string[] = [];
    const book = memoryPasswordBook();
    const passwords = {
      ...book,
      add: (name: string, hash: string) => (hashes.push(hash), book.add(name, hash)),
    };
    const proxy = await open({ directory: serviceDirectory({ passwords, namespace: 'harbour', ...QUICK }) });
    const create = (body: object) =>
      fetch(`${proxy.url}/create`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await create(NEW)).status).toBe(200);
    expect((await create({ ...NEW, password: 'other password' })).status).toBe(422);
    expect((await create({ ...NEW, email: ANN.email })).status).toBe(422);
    expect(hashes).toEqual([expect.stringMatching(/^1000\.[\w-]{22}\.[\w-]{43}$/)]);
    expect(await proxy.signIn(NEW)).toMatch(/^[\w-]{43}$/);
    for (const [name, password] of [
      [NEW.email, 'other password'],
      [ANN.email, ANN.password],
    ] as const) {
      const response = await fetch(`${proxy.url}/login`, {
        method: 'POST',
        headers: { Authorization: basic(name, password) },
      });
      expect(response.status).toBe(401);
    }
    expect(proxy.upstream.profiles.filter(({ email }) => email === 'dora@example.com')).toHaveLength(1);
  });
});
