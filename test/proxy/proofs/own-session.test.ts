import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPlatformCustomer, GUEST, ownSessionProof, sendPlatformCode } from '../../../src/proxy/index.ts';
import { listen, type Twin } from '../support/twin.ts';

const CUSTOMER = { customer: { id: 1001, email: 'ann@example.com', first_name: 'Ann', last_name: 'B' } };
const ANN = { id: '1001', email: 'ann@example.com', firstName: 'Ann', lastName: 'B' };

let shop: Twin;
let seen: { target: string; headers: Record<string, unknown>; body: string }[] = [];
let reply: { status: number; headers?: Record<string, string>; body?: string };
beforeAll(async () => {
  shop = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({
        target: `${request.method} ${request.url}`,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
});
afterAll(() => shop.stop());
beforeEach(() => {
  seen = [];
  reply = { status: 200, body: JSON.stringify(CUSTOMER) };
});

const signal = new AbortController().signal;
const verify = (headers: Record<string, string>, header?: string) =>
  ownSessionProof({ url: `${shop.url}/me`, cookies: ['sid', 'region'], header }).verify({
    headers: new Headers(headers),
    query: '?any=1',
    signsIn: true,
    signal,
  });

describe('ownSessionProof', () => {
  it('asks the shop whose the cookie is, and passes on nothing else', async () => {
    const headers = {
      Cookie: 'sid=abc=; other=1;  region = eu ; __Host-loyalty=x',
      Authorization: 'Bearer t',
    };
    expect(await verify({ ...headers, 'X-Forwarded-For': '10.0.0.1' })).toEqual(ANN);
    expect(seen).toHaveLength(1);
    const [{ target, headers: sent }] = seen as [(typeof seen)[number]];
    expect(target).toBe('GET /me');
    expect(sent['cookie']).toBe('sid=abc=; region=eu');
    expect(sent['accept']).toBe('application/json');
    expect(sent).not.toHaveProperty('authorization');
    expect(sent).not.toHaveProperty('undefined');
    expect(sent).not.toHaveProperty('x-forwarded-for');
  });

  it.each([true, 'true', undefined])(
    'names the e-mail where email_verified is %j',
    async (email_verified) => {
      reply = { status: 200, body: JSON.stringify({ ...CUSTOMER.customer, email_verified }) };
      expect(await verify({ Cookie: 'sid=1' })).toEqual(ANN);
    },
  );

  it.each([false, 'false', 0, 1, null, 'no'])(
    'leaves the e-mail out where email_verified is %j',
    async (email_verified) => {
      reply = { status: 200, body: JSON.stringify({ ...CUSTOMER.customer, email_verified }) };
      expect(await verify({ Cookie: 'sid=1' })).toEqual({ ...ANN, email: '' });
    },
  );

  it('passes on the header that is set', async () => {
    expect(await verify({ Authorization: 'Bearer t' }, 'Authorization')).toEqual(ANN);
    expect(seen[0]?.headers['authorization']).toBe('Bearer t');
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    expect(await verify({ Cookie: 'sid=1' }, 'Authorization')).toEqual(ANN);
    expect(seen[1]?.headers['cookie']).toBe('sid=1');
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
  });

  it('is checked by a session that nobody has', async () => {
    const check = (header?: string) => {
      const proof = ownSessionProof({ url: `${shop.url}/me`, cookies: ['sid', 'region'], header });
      expect(proof.name).toBe('session of the shop');
      return proof.check!(signal);
    };
    expect(await check()).toBe('PLATFORM_SESSION_URL answers with a customer for a session that nobody has.');
    reply = { status: 401 };
    expect(await check('X-Session')).toBeUndefined();
    const uuid = '[\\da-f-]{36}';
    for (const { headers } of seen)
      expect(headers['cookie']).toMatch(new RegExp(`^sid=${uuid}; region=${uuid}$`));
    expect(seen.map(({ headers }) => typeof headers['x-session'])).toEqual(['undefined', 'string']);
    expect(Object.keys(seen[0]!.headers)).not.toContain('undefined');
  });

  it('is no proof without the cookie, and then does not ask the shop', async () => {
    expect(await verify({ Cookie: 'other=1; xsid=2' })).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('is no proof with two cookies of the name, of which a sub-domain may have set one', async () => {
    expect(await verify({ Cookie: 'sid=victim; sid=attacker' })).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it.each([204, 401, 403, 404])('is a guest where the shop answers %i', async (status) => {
    reply = { status };
    expect(await verify({ Cookie: 'sid=1' })).toBe(GUEST);
  });

  it('follows no redirect', async () => {
    reply = { status: 302, headers: { Location: `${shop.url}/other` } };
    await expect(verify({ Cookie: 'sid=1' })).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });

  it.each<[what: string, answer: typeof reply]>([
    ['500', { status: 500, body: '{}' }],
    ...[201, 202, 206, 302, 400, 429, 500].map((status): [string, typeof reply] => [
      `${status} and a customer`,
      { status, body: JSON.stringify(CUSTOMER) },
    ]),
    ['200 without a customer', { status: 200, body: '{"customer":null}' }],
    ['200 without an id', { status: 200, body: '{"email":"ann@example.com"}' }],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['3 MB', { status: 200, body: 'x'.repeat(3_000_000) }],
  ])('fails where the shop answers with %s, so that nobody is taken for a guest', async (_, wrong) => {
    reply = wrong;
    await expect(verify({ Cookie: 'sid=1' })).rejects.toThrow();
  });

  it('fails at the deadline of the request', async () => {
    const late = AbortSignal.abort();
    const proof = ownSessionProof({ url: `${shop.url}/me`, cookies: ['sid'] });
    const headers = new Headers({ Cookie: 'sid=1' });
    await expect(proof.verify({ headers, query: '', signsIn: true, signal: late })).rejects.toThrow();
  });

  it.each(['http://shop.example/me', 'https://user@shop.example/me', 'ftp://shop.example'])(
    'is not created for %s',
    (url) => {
      expect(() => ownSessionProof({ url, cookies: ['sid'] })).toThrow(/https/);
    },
  );
});

describe('findPlatformCustomer', () => {
  const find = (by: { id: string } | { email: string }) =>
    findPlatformCustomer({ url: `${shop.url}/find`, headers: { Authorization: 'Bearer key' } })(by, signal);

  it('asks with the id or the e-mail, and the key of the platform', async () => {
    expect(await find({ id: '1001' })).toEqual(ANN);
    expect(await find({ email: 'ann@example.com' })).toEqual(ANN);
    expect(seen.map(({ target, body }) => `${target} ${body}`)).toEqual([
      'POST /find {"id":"1001"}',
      'POST /find {"email":"ann@example.com"}',
    ]);
    expect(seen[0]?.headers['authorization']).toBe('Bearer key');
  });

  it('is not made for an address without https', () => {
    expect(() => findPlatformCustomer({ url: 'http://shop.example/find' })).toThrow(/https/);
  });

  it('knows no customer where the platform answers 404', async () => {
    reply = { status: 404 };
    expect(await find({ id: '1001' })).toBeUndefined();
  });

  it('finds nobody by an address that is not verified, and no address by an id', async () => {
    const answerWith = (more: object) => {
      reply = { status: 200, body: JSON.stringify({ ...CUSTOMER.customer, ...more }) };
    };
    for (const more of [{ email_verified: false }, { email_verified: 'no' }, { email: '' }]) {
      answerWith(more);
      expect(await find({ email: 'ann@example.com' })).toBeUndefined();
      expect(await find({ id: '1001' })).toEqual({ ...ANN, email: '' });
    }
    answerWith({ email_verified: true });
    expect(await find({ email: 'ann@example.com' })).toEqual(ANN);
  });

  it('fails for every other answer, and for another customer than the requested one', async () => {
    await expect(find({ id: '1002' })).rejects.toThrow();
    for (const status of [201, 302, 401, 500]) {
      reply = { status, body: JSON.stringify(CUSTOMER) };
      await expect(find({ id: '1001' })).rejects.toThrow();
    }
  });
});

describe('sendPlatformCode', () => {
  const send = () =>
    sendPlatformCode({ url: `${shop.url}/code`, headers: { Authorization: 'Bearer key' } })(
      { customer: ANN, code: '012345', lifetimeMs: 600_000 },
      signal,
    );

  it('posts the code with the customer', async () => {
    reply = { status: 204 };
    await send();
    expect(seen).toMatchObject([{ target: 'POST /code', headers: { authorization: 'Bearer key' } }]);
    expect(JSON.parse(seen[0]!.body)).toEqual({
      customer_id: '1001',
      email: 'ann@example.com',
      code: '012345',
      expires_in: 600,
    });
  });

  it.each([302, 401, 500])('fails where the platform answers %i', async (status) => {
    reply = { status };
    await expect(send()).rejects.toThrow();
  });
});
