import { describe, expect, it } from 'vitest';
import {
  addWebhook,
  batchDeleteCustomFields,
  batchDeleteProfileTags,
  createClient,
  deleteBrand,
  editOrder,
  editRate,
  profileRedemptions,
  profileRewards,
  addProfileCustomEvent,
} from '../../src/client/index.ts';
import { header, listen } from './support/listening.ts';
import { redemptionRecord, webhookRecord } from './support/records.ts';

const token = 'token-1';
const stored = { body: { data: webhookRecord } };
const body = { trigger: 'transaction.created', url: 'https://hooks.example.com/a?b=c', namespace: 'till' };

describe('a request', () => {
  it('is JSON under /api/v3, with the token once and in no URL', async () => {
    const { baseUrl, received } = await listen(() => stored);
    await createClient({ baseUrl, token }).call(addWebhook, { body });
    expect(received).toHaveLength(1);
    const [one] = received;
    expect(one).toMatchObject({ method: 'POST', url: '/api/v3/webhooks' });
    expect(header(one!, 'Authorization')).toEqual([`Bearer ${token}`]);
    expect(header(one!, 'Accept')).toEqual(['application/json']);
    expect(header(one!, 'Content-Type')).toEqual(['application/json']);
    expect(one!.url).not.toContain(token);
  });

  it('has no field that was not given', async () => {
    const { baseUrl, received } = await listen(() => stored);
    await createClient({ baseUrl, token }).call(addWebhook, { body });
    expect(JSON.parse(received[0]!.body)).toEqual(body);
  });

  it('writes booleans as booleans and conditions as an array', async () => {
    const { baseUrl, received } = await listen(() => stored);
    const condition = ['data.total gt 10', 'data.type eq sale'];
    await createClient({ baseUrl, token }).call(addWebhook, {
      body: { ...body, is_active: true, condition },
    });
    expect(received[0]!.body).toContain('"is_active":true');
    expect(JSON.parse(received[0]!.body)).toMatchObject({ condition });
  });

  it('does not compile without the required fields of a webhook, or with an unknown queue', () => {
    const client = createClient({ baseUrl: 'https://api.acme.example.com/api', token });
    const never = () => [
      // @ts-expect-error: no namespace
      client.call(addWebhook, { body: { trigger: 'a', url: 'https://a.example.com' } }),
      // @ts-expect-error: no such queue
      client.call(addWebhook, { body: { ...body, queue: 'urgent' } }),
      // @ts-expect-error: the body is missing
      client.call(addWebhook),
      // @ts-expect-error: the scoped family demands a profile
      client.call(profileRewards, {}),
    ];
    expect(never).toBeTypeOf('function');
  });

  it('percent-encodes values of a path, and sends nothing for an empty value or a dot segment', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [] } }));
    const client = createClient({ baseUrl, token });
    await client.call(profileRedemptions, { profile: 'a/b?c=1#d' });
    expect(received[0]!.url).toBe('/api/v3/profiles/a%2Fb%3Fc%3D1%23d/redemptions');
    for (const profile of ['', '..', '.'])
      await expect(client.call(profileRedemptions, { profile })).rejects.toMatchObject({ code: 'not_found' });
    expect(received).toHaveLength(1);
  });

  it('changes with PUT, and returns the reply', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: { id: 1, status: 'placed' } } }));
    const client = createClient({ baseUrl, token });
    const { data } = await client.call(editOrder, { order: 1, body: { status: 'placed' } });
    expect(data.status).toBe('placed');
    await client.call(editRate, { rate: 2, body: { value: '1.25' } });
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/v3/orders/1',
      'PUT /api/v3/rates/2',
    ]);
  });

  it('sends the array of a DELETE in its body, with its type', async () => {
    const { baseUrl, received } = await listen(() => ({
      status: 202,
      body: { data: { id: 'b', status: 'accepted' } },
    }));
    const client = createClient({ baseUrl, token });
    await client.call(batchDeleteProfileTags, { body: [{ profile_id: 'p', tags: ['vip'] }] });
    await client.call(batchDeleteCustomFields, { model: 'order', id: 4, body: ['colour'] });
    expect(received).toMatchObject([
      {
        method: 'DELETE',
        url: '/api/v3/profile/tags/batch.json',
        body: '[{"profile_id":"p","tags":["vip"]}]',
      },
      { method: 'DELETE', url: '/api/v3/custom-fields/order/4/batchJsonDelete', body: '["colour"]' },
    ]);
    for (const one of received) expect(header(one, 'Content-Type')).toEqual(['application/json']);
  });

  it('publishes a custom event', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: { id: 'e' } } }));
    await createClient({ baseUrl, token }).call(addProfileCustomEvent, {
      profile: 'p',
      body: { name: 'yoga' },
    });
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v3/profiles/p/custom-event' });
  });

  it('is available under its operation id', async () => {
    const { baseUrl, received } = await listen(() => stored);
    const client = createClient({ baseUrl, token });
    const { data } = await client.operation('webhooks.store')({ body });
    expect(data).toEqual(webhookRecord);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v3/webhooks' });
    // @ts-expect-error: no such operation
    expect(() => client.operation('webhooks.shop')).toThrow('webhooks.shop');
  });

  it('follows no redirect with the token', async () => {
    const elsewhere = await listen(() => ({ body: { data: [] } }));
    const { baseUrl } = await listen(() => ({
      status: 307,
      headers: { Location: `${elsewhere.baseUrl}/v3/brands` },
    }));
    const client = createClient({ baseUrl, token, maxWaitMs: 0 });
    await expect(client.call(profileRedemptions, { profile: 'p' })).rejects.toMatchObject({
      name: 'LoyaltyError',
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('accepts any 2xx without a body', async () => {
    const { baseUrl } = await listen(() => ({ status: 204 }));
    expect(await createClient({ baseUrl, token }).call(deleteBrand, { brand: 1 })).toBeUndefined();
  });

  it('returns records in the order of the reply', async () => {
    const second = { ...redemptionRecord, id: 2 };
    const { baseUrl } = await listen(() => ({ body: { data: [second, redemptionRecord] } }));
    const { data } = await createClient({ baseUrl, token }).call(profileRedemptions, { profile: 'p-1' });
    expect(data).toEqual([second, redemptionRecord]);
  });
});
