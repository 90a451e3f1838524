import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign, verify } from '../../../../demo/service/events/signature.ts';
import { signingKeys } from '../../../../demo/service/events/signing-keys.ts';
import { receiveExtensionWebhook } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('webhooks of other systems', () => {
  let service: OpenService;
  let secret: string;
  beforeAll(async () => {
    service = await openService();
    [secret = ''] = await signingKeys(service.db, 'extension:till');
  });
  afterAll(() => service.drop());

  const body = JSON.stringify({ order: 7 });
  const now = () => Math.floor(Date.now() / 1_000);
  const send = (headers: object, extension = 'till', text = body) =>
    service.call(receiveExtensionWebhook, {
      path: { extension },
      body: text,
      headers: headers as Record<string, string>,
    });
  const events = async () =>
    await service.db.selectFrom('events').selectAll().where('trigger', '=', 'extension.till').execute();

  it('a message with a signature of the reference library is accepted once for each id', async () => {
    const seconds = now();
    const headers = {
      'webhook-id': 'm-1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': new Webhook(secret).sign('m-1', new Date(seconds * 1_000), body),
    };
    expect(await send(headers)).toMatchObject({
      status: 202,
      body: { data: { id: 'm-1', status: 'accepted' } },
    });
    expect((await send(headers)).status).toBe(202);
    expect(await events()).toEqual([
      expect.objectContaining({ payload: { extension: 'till', message: { order: 7 } }, profile_id: null }),
    ]);
  });

  it('every signature error has the same reply', async () => {
    const before = (await events()).length;
    const right = (id: string, seconds: number) => sign([secret], id, seconds, body);
    const wrong: [string, object, string?, string?][] = [
      ['nothing', {}],
      ['another body', right('m-2', now()), 'till', '{"order":8}'],
      ['another id', { ...right('m-2', now()), 'webhook-id': 'm-3' }],
      ['another time', { ...right('m-2', now()), 'webhook-timestamp': String(now() + 1) }],
      ['too old', right('m-2', now() - 301)],
      ['too new', right('m-2', now() + 302)],
      ['a time with letters', { ...right('m-2', now()), 'webhook-timestamp': `${now()}abc` }],
      ['a time that is a fraction', { ...right('m-2', now()), 'webhook-timestamp': '.9' }],
      ['another key', sign(['whsec_AAAA'], 'm-2', now(), body)],
      ['another extension', right('m-2', now()), 'desk'],
      [
        'another version',
        {
          ...right('m-2', now()),
          'webhook-signature': right('m-2', now())['webhook-signature'].replace('v1,', 'v2,'),
        },
      ],
    ];
    for (const [name, headers, extension, text] of wrong) {
      const answer = await send(headers, extension, text);
      expect(answer, name).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    }
    expect((await events()).length).toBe(before);
  });

  it('a signature with one changed byte is refused', () => {
    const seconds = now();
    const headers = sign([secret], 'm-4', seconds, body);
    expect(verify([secret], headers, body)).toBe(true);
    const mutants = (text: string) =>
      Array.from({ length: text.length }, (_, at) =>
        [1, 2, 4].map(
          (bit) => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1),
        ),
      ).flat();
    let accepted = 0;
    for (const text of mutants(body)) accepted += Number(verify([secret], headers, text));
    for (const id of mutants('m-4'))
      accepted += Number(verify([secret], { ...headers, 'webhook-id': id }, body));
    for (const signature of mutants(headers['webhook-signature'])) {
      accepted += Number(verify([secret], { ...headers, 'webhook-signature': signature }, body));
    }
    expect(accepted).toBe(0);
  });

  it('a signature is read up to the sizes that the service stores and sends', () => {
    const headers = sign([secret], 'm'.repeat(256), now(), body);
    expect(verify([secret], headers, body)).toBe(false);
    expect(verify([secret], sign([secret], 'm'.repeat(255), now(), body), body)).toBe(true);
    const signed = sign([secret], 'm-5', now(), body);
    const padded = `${'v1,x '.repeat(400)}${signed['webhook-signature']}`;
    expect(verify([secret], { ...signed, 'webhook-signature': padded }, body)).toBe(false);
    expect(verify([secret], sign([secret], '', now(), body), body)).toBe(false);
  });
});
