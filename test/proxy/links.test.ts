import { afterEach, describe, expect, it } from 'vitest';
import { profileRewards } from '../../src/services/contract/endpoints/index.ts';
import { ANN, basic, openProxy, type OpenProxy } from './support/open-proxy.ts';
import { sendRaw } from './support/raw.ts';

// Links to other pages of an answer lead to the proxy: a client that followed the service's address would send its session token there.

describe('links of other services', () => {
  const open: OpenProxy[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((proxy) => proxy.stop()));
  });

  /** Requests rewards from a proxy whose service gives this answer. */
  async function ask(
    body: string,
    {
      settings = {},
      headers = {},
      query = '',
    }: { settings?: object; headers?: Record<string, string>; query?: string } = {},
  ) {
    const proxy = await openProxy(settings);
    open.push(proxy);
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);
    };
    const response = await fetch(`${proxy.url}/v3/profiles/profile-1001/rewards${query}`, {
      headers: { Authorization: `Bearer ${await proxy.signIn()}` },
    });
    const text = await response.text();
    return { proxy, text, headers: response.headers, own: `${proxy.url}/v3/profiles/profile-1001/rewards` };
  }
  const OWN = '/v3/profiles/profile-1001/rewards';
  const ELSEWHERE = `https://api.acme.example.com/api${OWN}`;

  it('are replaced in links and meta, escaped slashes too, and the rest stays the same byte for byte', async () => {
    const escaped = ELSEWHERE.replaceAll('/', '\\/');
    const { text, own } = await ask(
      `{ "data" : [{"a":1.0,"b":12345678901234567890,"url":"${ELSEWHERE}","links":["x"]}],` +
        `"links":{"first":"${escaped}?page[number]=1","next":"?page%5Bnumber%5D=2","prev":null},` +
        `"meta":{"path":"${escaped}","links":[{"url":"${OWN}?page[number]=2","label":"2"}],"last_page":2}}`,
    );
    expect(text).toBe(
      `{ "data" : [{"a":1.0,"b":12345678901234567890,"url":"${ELSEWHERE}","links":["x"]}],` +
        `"links":{"first":"${own}?page[number]=1","next":"${own}?page%5Bnumber%5D=2","prev":null},` +
        `"meta":{"path":"${own}","links":[{"url":"${own}?page[number]=2","label":"2"}],"last_page":2}}`,
    );
  });

  it('stay unchanged within a record', async () => {
    const body = `{"data":[{"links":{"self":"${ELSEWHERE}"}}],"links":{}}`;
    expect((await ask(body)).text).toBe(body);
  });

  it.each([
    ['another path', 'https://api.acme.example.com/api/v3/users?page[number]=2'],
    ['another scheme', 'ftp://api.acme.example.com/api/v3/profiles/profile-1001/rewards'],
    ['another profile', `${ELSEWHERE.replace('1001', '1002')}?page[number]=2`],
    ['a filter of another profile', `${ELSEWHERE}?filter[profile_id]=profile-1002`],
    ['a NUL byte', `${ELSEWHERE}?page[number]=2%00`],
    ['a query in another spelling', `${ELSEWHERE}?page[number]={2}`],
    ['an API key of the service', `${ELSEWHERE}?api_key=canary`],
  ])('are removed where they lead to %s', async (_, link) => {
    const { text } = await ask(JSON.stringify({ data: [], links: { next: link } }));
    expect(JSON.parse(text)).toEqual({ data: [], links: { next: null } });
  });

  it('with parameters that the proxy does not take are removed, and logged once with the setting to change', async () => {
    const body = JSON.stringify({
      data: [],
      links: { next: `${ELSEWHERE}?page=2`, last: `${ELSEWHERE}?page=9` },
    });
    const { text, proxy } = await ask(body);
    expect(JSON.parse(text).links).toEqual({ next: null, last: null });
    expect(proxy.log).toEqual([
      expect.objectContaining({
        event: 'paging_refused',
        operation: profileRewards.id,
        diagnostic: expect.stringContaining('LOYALTY_PAGING'),
      }),
    ]);
  });

  it('have the page’s parameter names, and requests to the service those of the setting paging', async () => {
    const { text, own, proxy } = await ask(
      JSON.stringify({ data: [], links: { next: `${ELSEWHERE}?page=2&per_page=50` } }),
      {
        settings: { paging: { number: 'page', size: 'per_page', maxSize: 50 } },
        query: '?page[size]=100&page[number]=1&sort=-id',
      },
    );
    expect(proxy.upstream.calls[0]!.target).toBe(`/api${OWN}?per_page=50&page=1&sort=-id`);
    expect(decodeURIComponent(JSON.parse(text).links.next)).toBe(`${own}?page[number]=2&page[size]=50`);
  });

  it('in a Link header lead to the proxy, or are removed', async () => {
    const link = `<${ELSEWHERE}?page[number]=2>; rel="next", <https://evil.example.com/x>; rel=last`;
    const { headers, own } = await ask('{"data":[]}', { headers: { Link: link } });
    expect(headers.get('link')).toBe(`<${own}?page[number]=2>; rel="next"`);
  });

  it('begin with the setting publicUrl', async () => {
    const { text } = await ask(JSON.stringify({ data: [], links: { next: '?page[number]=2' } }), {
      settings: { publicUrl: 'https://shop.example/loyalty', pathPrefix: '' },
    });
    expect(JSON.parse(text).links.next).toBe(`https://shop.example/loyalty${OWN}?page[number]=2`);
  });

  it('begin with https and the host of the request, behind a trusted hop', async () => {
    const proxy = await openProxy({ trustedHops: ['127.0.0.1'], pathPrefix: '/loyalty' });
    open.push(proxy);
    proxy.upstream.onCall = (_, response) => {
      const body = JSON.stringify({ data: [], links: { next: `${ELSEWHERE}?page[number]=2` } });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    };
    const send = async (method: string, target: string, authorization: string) => {
      const lines = [
        `${method} /loyalty${target} HTTP/1.1`,
        'Host: shop.example',
        'X-Forwarded-For: 203.0.113.7',
        'X-Forwarded-Proto: https',
        `Authorization: ${authorization}`,
        ...(method === 'POST' ? ['Content-Length: 0'] : []),
      ];
      return JSON.parse((await sendRaw(proxy.port, `${lines.join('\r\n')}\r\n\r\n`)).body);
    };
    const { token } = await send('POST', '/login', basic(ANN.email, ANN.password));
    const { links } = await send('GET', OWN, `Bearer ${token}`);
    expect(links.next).toBe(`https://shop.example/loyalty${OWN}?page[number]=2`);
  });
});
