import { describe, expect, it, vi } from 'vitest';
import {
  addWebhook,
  brands,
  createClient,
  credentialsToken,
  editBrand,
  profileDates,
  profileRedemptions,
  readBrand,
  type ReplyReport,
} from '../../src/client/index.ts';
import { listen } from './support/listening.ts';
import { dateRecord, redemptionRecord, webhookRecord } from './support/records.ts';

const token = 't';
const hook = { trigger: 'a', url: 'https://a.example.com', namespace: 'n' };

async function answering(body: unknown, status = 200) {
  const { baseUrl } = await listen(() => ({ status, body }));
  const reports: ReplyReport[] = [];
  const console = { info: vi.fn(), warn: vi.fn() };
  const onReply = (report: ReplyReport) => void reports.push(report);
  return { client: createClient({ baseUrl, token, logging: true, console, onReply }), reports, console };
}

describe('a reply', () => {
  it('of webhooks.store is the webhook in data', async () => {
    const { client, reports } = await answering({ data: webhookRecord });
    expect(await client.call(addWebhook, { body: hook })).toEqual({ data: webhookRecord });
    expect(reports).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['a bare webhook', webhookRecord],
    ['a list', [webhookRecord]],
    ['null', null],
    ['a text', '"done"'],
    ['nothing', undefined],
  ])('that is %s breaks the protocol of webhooks.store', async (_, body) => {
    const { client } = await answering(body);
    const call = client.call(addWebhook, { body: hook });
    await expect(call).rejects.toMatchObject({ name: 'LoyaltyError', code: 'bad_response' });
  });

  it('of the two GETs in the interface has its list in data, empty or not', async () => {
    expect(await (await answering({ data: [] })).client.call(profileRedemptions, { profile: 'p' })).toEqual({
      data: [],
    });
    const dates = { data: [dateRecord, { ...dateRecord, id: '5' }] };
    const { client, reports } = await answering(dates);
    expect(await client.call(profileDates, { profile: 'p' })).toEqual(dates);
    expect(reports).toEqual([]);
    const none = (await answering(undefined)).client.call(profileDates, { profile: 'p' });
    await expect(none).rejects.toMatchObject({ code: 'bad_response' });
  });

  it('of the token endpoint has no data', async () => {
    const { client } = await answering({ access_token: 'a' });
    const body = { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' } as const;
    const full = { ...body, username: 'c', password: 'd', scope: '*' };
    expect(await client.call(credentialsToken, { body: full })).toEqual({ access_token: 'a' });
  });

  it('is returned unchanged, with unknown fields', async () => {
    const data = { id: 1, name: 'B', handle: 'b', later: { added: [1] } };
    const { client, reports } = await answering({ data, extra: true });
    expect(await client.call(readBrand, { brand: 1 })).toEqual({ data, extra: true });
    expect(reports).toEqual([]);
  });

  it('that differs is logged with path and type, and returned', async () => {
    const odd = { ...redemptionRecord, created_at: 1714550000, total: 10.1 };
    const { client, reports, console } = await answering({ data: [redemptionRecord, odd] });
    const { data } = await client.call(profileRedemptions, { profile: 'p' });
    expect(data[1]).toEqual(odd);
    expect(reports).toEqual([
      {
        operation: 'profiles.redemptions.index',
        problems: [
          'data.1.total: string expected, number received',
          'data.1.created_at: string expected, number received',
        ],
      },
    ]);
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('data.1.total: string expected'));
  });

  it('with a credit of a different definition is reported', async () => {
    const [item] = redemptionRecord.items;
    const wrong = { ...item!.type_attributes, credit_definition_id: 99 };
    const record = { ...redemptionRecord, items: [{ ...item, type_attributes: wrong }] };
    const { client, reports } = await answering({ data: [record] });
    await client.call(profileRedemptions, { profile: 'p' });
    expect(reports[0]?.problems).toEqual([
      'data.0.items.0.type_attributes: the id of its definition expected',
    ]);
  });

  it('is never logged itself', async () => {
    const record = { ...redemptionRecord, items: [{ type: 'credit', value: 'TOP-SECRET' }] };
    const { client, console } = await answering({ data: [record] });
    await client.call(profileRedemptions, { profile: 'p' });
    expect(console.warn).toHaveBeenCalledOnce();
    expect(JSON.stringify([console.warn.mock.calls, console.info.mock.calls])).not.toContain('TOP-SECRET');
  });

  it('without a body is accepted for a write that the interface does not show, but not for a read', async () => {
    const { client } = await answering(undefined);
    expect(await client.call(editBrand, { brand: 1, body: { name: 'C' } })).toBeUndefined();
    await expect(client.call(brands)).rejects.toMatchObject({ code: 'bad_response' });
  });
});
