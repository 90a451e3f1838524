import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, OWN, withJson } from './support/ask.ts';
import { openProxy, type OpenProxy } from './support/open-proxy.ts';

const PATH = `${OWN}/custom-event`;
const send = async ({ url }: OpenProxy, token: string, body: string, path = PATH) =>
  (await ask(url + path, token, withJson('POST', body))).status;

describe('custom events through the proxy', () => {
  let proxy: OpenProxy;
  let token: string;
  beforeAll(async () => {
    proxy = await openProxy({ events: { 'quiz-finished': ['score'] } });
    token = await proxy.signIn();
  });
  afterAll(() => proxy.stop());
  beforeEach(() => proxy.upstream.clear());

  it('reach the service if the settings name them, for the own profile only', async () => {
    const body = '{"name":"quiz-finished","data":{"score":7}}';
    expect(await send(proxy, token, body)).toBe(200);
    expect(proxy.upstream.calls.map(({ target }) => target)).toEqual([`/api${PATH}`]);
    expect(await send(proxy, token, body, '/v3/profiles/profile-1002/custom-event')).toBe(404);
    expect(await send(proxy, token, body, '/v3/tenants/custom-event')).toBe(404);
  });

  it('are refused with another name or other fields', async () => {
    expect(await send(proxy, token, '{"name":"order.created"}')).toBe(403);
    expect(await send(proxy, token, '{"name":"quiz-finished","data":{"points":7}}')).toBe(400);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('are refused where the settings name none', async () => {
    const without = await openProxy();
    expect(await send(without, await without.signIn(), '{"name":"quiz-finished"}')).toBe(404);
    expect(without.upstream.calls.filter(({ target }) => target.includes('custom-event'))).toEqual([]);
    await without.stop();
  });
});
