import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, ask, OWN } from './support/ask.ts';
import { openProxy, type OpenProxy } from './support/open-proxy.ts';

// How the proxy forwards answers of `{base_url}/v3/…` to the browser: spec 5.4.

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const request = (path: string, init?: RequestInit) => ask(proxy.url + path, token, init);

describe('answer of the service', () => {
  it.each([
    [200, '{"data":[{"a":1.0,"b":"<script>"}],"links":{"next":null}}'],
    [401, '{"message":"Unauthenticated."}'],
    [403, '{"message":"This action is unauthorized."}'],
    [404, '{"message":"None."}'],
    [409, '{"message":"Twice."}'],
    [422, '{"message":"The given data was invalid.","errors":{"filter.x":["No such attribute."]}}'],
    [429, '{"message":"Slow down."}'],
  ])('reaches the browser unchanged: %i', async (status, body) => {
    answerWith(proxy, status, body, { 'Retry-After': '7', 'X-RateLimit-Remaining': '0' });
    const answer = await request(`${OWN}/redemptions`);
    expect([answer.status, answer.text]).toEqual([status, body]);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('has its language, and caches may store it for that language only', async () => {
    answerWith(proxy, 200, '{"data":[]}', { 'Content-Language': 'de', Vary: '*' });
    const { headers } = await request(`${OWN}/redemptions`, { headers: { 'Accept-Language': 'de-AT' } });
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('vary')).toBe('Origin, Accept-Language');
    expect(proxy.upstream.calls[0]?.headers['accept-language']).toBe('de-AT');
  });

  it('has no language where the service names none', async () => {
    answerWith(proxy, 200, '{"data":[]}');
    expect((await request(`${OWN}/redemptions`)).headers.has('content-language')).toBe(false);
  });

  it('has links whose parameters reach the next page', async () => {
    const next = new URL(`https://api.acme.example.com/api${OWN}/redemptions?page[number]=2&page[size]=25`);
    const { status } = await request(next.pathname.replace(/^\/api/, '') + next.search);
    expect(status).toBe(200);
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/redemptions?page[number]=2&page[size]=25`);
  });

  it('has no body where the service sends none', async () => {
    proxy.upstream.onCall = (_, response) => void response.writeHead(204).end();
    const { status, text } = await request(`${OWN}/lists/wishlist/items/1`, { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
  });

  it.each([
    [200, 502],
    [404, 404],
    [403, 403],
    [500, 500],
    [503, 503],
  ])('is JSON with a message where the service sends HTML with status %i: %i', async (given, seen) => {
    answerWith(proxy, given, '<html>nginx/1.2.3 at 10.0.0.7</html>', { 'Content-Type': 'text/html' });
    const { status, text, json } = await request(`${OWN}/balances`);
    expect(status).toBe(seen);
    expect(Object.keys(json)).toEqual(['message']);
    expect(text).not.toMatch(/nginx|10\.0\.0\.7/);
  });

  it.each([
    ['with a comment behind it', '{"data":{}}<!-- cache -->'],
    ['with NaN', '{"data":{"points":{"available":NaN}}}'],
    ['that is cut', '{"data":{"points":'],
    ['that is empty', ''],
  ])('is 502 for JSON %s, and 204 for a write, which is done', async (_, body) => {
    answerWith(proxy, 200, body);
    expect(await request(`${OWN}/balances`)).toMatchObject({
      status: 502,
      json: { message: expect.any(String) },
    });
    const write = { method: 'DELETE' };
    expect(await request(`${OWN}/lists/wishlist/items/1`, write)).toMatchObject({ status: 204, text: '' });
  });

  it('does not show the texts of internal errors of the service', async () => {
    answerWith(proxy, 500, '{"message":"SQLSTATE[42P01] at /srv/app.php:12","trace":["x"]}');
    const { status, text } = await request(`${OWN}/balances`);
    expect(status).toBe(500);
    expect(text).not.toMatch(/SQLSTATE|trace/);
  });
});
