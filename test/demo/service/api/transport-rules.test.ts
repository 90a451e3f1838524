import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../demo/service/api/problem.ts';
import { arrival, secureTransport } from '../../../../demo/service/api/transport.ts';

const HOP = '10.0.0.7';

interface Came {
  readonly host: string;
  /** `https` where the runtime itself ends TLS. */
  readonly scheme?: 'http' | 'https';
  readonly proto?: string;
  readonly forwarded?: string;
  /** Address of the peer; without it there is no socket. */
  readonly from?: string;
  /** Address that the connection came to. */
  readonly to?: string;
}

async function ask(
  { host, scheme = 'http', proto, forwarded, from, to = from }: Came,
  hops?: readonly string[],
) {
  const app = new Hono();
  app.use(arrival(hops));
  app.use(secureTransport);
  app.get('/', (context) => context.json([context.get('address'), context.get('encrypted')]));
  app.onError((error) =>
    error instanceof Problem ? error.toResponse() : new Response(null, { status: 500 }),
  );
  const headers = {
    Host: host,
    ...(proto !== undefined && { 'X-Forwarded-Proto': proto }),
    ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }),
  };
  const environment =
    from === undefined ? {} : { incoming: { socket: { remoteAddress: from, localAddress: to } } };
  const answer = await app.fetch(new Request(`${scheme}://${host}/`, { headers }), environment);
  return { status: answer.status, json: (await answer.json()) as unknown };
}
const ok = (address: string, encrypted: boolean) => ({ status: 200, json: [address, encrypted] });
const refused = (why: 'https' | 'port') => ({
  status: 400,
  json: {
    message: why === 'https' ? 'Requests are made over https only.' : 'The address must not have a port.',
  },
});
const PUBLIC = 'api.acme.example.com';

describe('the transport of the service', () => {
  it.each<[what: string, came: Came, answer: ReturnType<typeof ok> | ReturnType<typeof refused>]>([
    [
      'https by a hop',
      { host: PUBLIC, from: HOP, proto: 'https', forwarded: '203.0.113.7' },
      ok('203.0.113.7', true),
    ],
    ['http by a hop', { host: PUBLIC, from: HOP, proto: 'http' }, refused('https')],
    ['a hop that names no scheme', { host: PUBLIC, from: HOP }, refused('https')],
    ['a stranger who says https', { host: PUBLIC, from: '203.0.113.7', proto: 'https' }, refused('https')],
    ['this machine that says https', { host: PUBLIC, from: '127.0.0.1', proto: 'https' }, refused('https')],
    [
      'this machine without a scheme under a public name',
      { host: PUBLIC, from: '127.0.0.1' },
      refused('https'),
    ],
    ['https that ends here', { host: PUBLIC, scheme: 'https', from: '203.0.113.7' }, ok('203.0.113.7', true)],
    ['https in process', { host: PUBLIC, scheme: 'https' }, ok('in process', true)],
    ['http in process', { host: PUBLIC }, refused('https')],
    ['http in process on a loopback host', { host: '127.0.0.1:4010' }, ok('in process', false)],
    ['http on this machine', { host: 'localhost:4010', from: '127.0.0.1' }, ok('127.0.0.1', false)],
    ['http on this machine over IPv6', { host: '[::1]:4010', from: '::1' }, ok('0:0:0:0::/64', false)],
    ['http on this machine, mapped', { host: '127.0.0.1', from: '::ffff:127.0.0.1' }, ok('127.0.0.1', false)],
    ['a loopback host from elsewhere', { host: 'localhost', from: '203.0.113.7' }, refused('https')],
    ['the same with a port', { host: 'localhost:4010', from: '203.0.113.7' }, refused('port')],
    [
      'a loopback host, to an address that only looks local',
      { host: 'localhost', from: '1.127.0.1' },
      refused('https'),
    ],
    ['a loopback host, to another address of IPv6', { host: 'localhost', from: '::12' }, refused('https')],
    [
      'a loopback host, to one that holds a mapped address',
      { host: 'localhost', from: '1::ffff:127.0.0.1' },
      refused('https'),
    ],
    ['a port behind a hop', { host: `${PUBLIC}:8443`, from: HOP, proto: 'https' }, refused('port')],
    ['the port of https', { host: `${PUBLIC}:443`, from: HOP, proto: 'https' }, refused('port')],
    [
      'the host of a hop, to which nothing local came',
      { host: '127.0.0.1:4010', from: HOP },
      refused('port'),
    ],
  ])('decides for %s', async (_, came, answer) => {
    expect(await ask(came, [HOP])).toEqual(answer);
  });

  it.each([
    ['no environment', undefined],
    ['an environment without a socket', { incoming: {} }],
  ])('decides for a call in the same process with %s', async (_, environment) => {
    const app = new Hono();
    app.use(arrival());
    app.use(secureTransport);
    app.get('/', (context) => context.text(context.get('address')));
    const answer = await app.fetch(new Request('http://localhost/'), environment);
    expect([answer.status, await answer.text()]).toEqual([200, 'in process']);
  });

  it('reads the Host header, not the URL that the runtime builds from it', async () => {
    const app = new Hono();
    app.use(arrival());
    app.use(secureTransport);
    app.get('/', (context) => context.text('in'));
    app.onError((error) => (error as Problem).toResponse());
    const request = new Request('http://localhost/', { headers: { Host: `${PUBLIC}:8443` } });
    expect((await app.fetch(request, {})).status).toBe(400);
  });

  it('trusts no hop without the setting', async () => {
    expect(await ask({ host: PUBLIC, from: HOP, proto: 'https' })).toEqual(refused('https'));
  });

  it('twin: with the header trusted from all, http of a stranger counts as https', async () => {
    const naive = new Hono();
    naive.use(async (context, next) => {
      context.set('encrypted', context.req.header('X-Forwarded-Proto') === 'https');
      await next();
    });
    naive.use(secureTransport);
    naive.get('/', (context) => context.text('in'));
    const request = new Request(`http://${PUBLIC}/`, {
      headers: { Host: PUBLIC, 'X-Forwarded-Proto': 'https' },
    });
    const environment = { incoming: { socket: { remoteAddress: '203.0.113.7', localAddress: '192.0.2.1' } } };
    expect((await naive.fetch(request, environment)).status).toBe(200);
    expect(await ask({ host: PUBLIC, from: '203.0.113.7', proto: 'https' }, [HOP])).toEqual(refused('https'));
  });
});
