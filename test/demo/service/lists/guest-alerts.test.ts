import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailSink, type MailSink } from '../../../../demo/mail-sink.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import { messagesOf } from '../../../../demo/service/messages/queue-message.ts';
import { deleteExpiredRows } from '../../../../demo/service/platform/housekeeping.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Messages about a product to guests, whose address is confirmed first.

const PRODUCT = 'hp-1001';
const GUEST = 'guest@example.com';

describe('the alert of a guest', () => {
  let service: OpenService;
  let staff: string;
  let variant: string;
  let sink: MailSink;
  let mail: { url: string; from: string };
  /** Each test has a client of its own, because requests of one client are limited. */
  let client = 0;

  const ask = (body: object = {}, headers: Record<string, string> = {}) =>
    service.call(on.addGuestAlert, {
      body: { email: GUEST, product_id: PRODUCT, alerts: ['price'], ...body },
      headers,
      from: `127.0.1.${client}`,
    });
  /** The mails that are sent now, to whom and with which subject. */
  const mails = async () => {
    (sink.received as unknown[]).length = 0;
    for (let jobs = 0; jobs < 3; jobs++) await runDueJobs(service, { mail });
    return sink.received.map(({ to, subject }) => `${to.join()}: ${subject}`).sort();
  };
  const linkIn = (text: string): string => new URL(/http:\S+\/alerts\/\S+/.exec(text)![0]).pathname;
  /** Asks, and returns the path of the page in the mail. */
  const askForLink = async (body: object = {}) => {
    expect((await ask(body)).status).toBe(204);
    expect(await mails()).toHaveLength(1);
    return linkIn(sink.received[0]!.text);
  };
  const open = (link: string, method = 'GET', headers = {}) =>
    service.app.fetch(new Request(`http://127.0.0.1:4010${link}`, { method, headers }));
  const confirm = async (body: object = {}) => {
    const link = await askForLink(body);
    expect((await open(link, 'POST')).status).toBe(200);
    return link;
  };
  const due = () => Promise.all([processDueWork(service.db), processDueWork(service.db)]);
  const product = async (body: object) => {
    const { status } = await service.call(on.editProduct, { path: { product: PRODUCT }, token: staff, body });
    expect(status).toBe(200);
    await due();
  };
  const stored = () => service.db.selectFrom('guest_alerts').selectAll().execute();

  beforeAll(async () => {
    sink = await startMailSink();
    mail = { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' };
    service = await openService({ mail });
    staff = await service.machineToken();
    const { body } = await service.call(on.addProductVariant, {
      path: {},
      token: staff,
      body: { product_id: PRODUCT, sku: 'blue', external_id: '41', name: 'Blue', price: '71.00', stock: 3 },
    });
    variant = String(body.data.id);
  });
  beforeEach(async () => {
    client++;
    await product({ price: '89.00', currency: 'EUR', stock: 4, is_published: true });
    await sql`delete from guest_alerts`.execute(service.db);
    await sql`delete from request_windows`.execute(service.db);
    await sql`delete from events`.execute(service.db);
    await sql`delete from jobs.job`.execute(service.db);
  });
  afterEach(() => expect(service.errors).toEqual([]));
  afterAll(async () => {
    await sink.stop();
    await service.drop();
  });

  it('begins with a link to confirm in the language of the page, and nothing else is sent before', async () => {
    expect((await ask({}, { 'Accept-Language': 'de' })).status).toBe(204);
    expect(await mails()).toEqual([expect.stringMatching(/^guest@example.com: Bitte bestätigen: /)]);
    const { text, html, unsubscribe } = sink.received[0]!;
    expect(text).toContain('Du wolltest erfahren, wenn dieses Produkt weniger kostet:');
    expect(html).toContain('<html lang="de"');
    expect(unsubscribe).toBe('');
    await product({ price: '50.00', stock: 0 });
    await product({ stock: 3 });
    expect(await mails()).toEqual([]);
  });

  it('is confirmed by the button of its page; to open the page changes nothing', async () => {
    const link = await askForLink();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await open(link, method);
      expect([page.status, page.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("default-src 'none'"),
      ]);
      if (method === 'GET') expect(await page.text()).toContain('<form method="post">');
    }
    expect(await stored()).toMatchObject([{ kinds: [], asked: ['price'], confirmed_at: null }]);
    for (const method of ['POST', 'POST', 'GET']) {
      const page = await open(link, method);
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('Your address is confirmed.'),
      ]);
    }
    expect(await stored()).toMatchObject([{ kinds: ['price'], asked: [], ends_at: null }]);
  });

  it('sends a lower price once, with a link that ends it', async () => {
    await confirm();
    for (const price of ['95.00', '80.00', '89.00', '80.00']) await product({ price });
    expect(await mails()).toEqual([expect.stringMatching(/^guest@example.com: .* costs less now$/)]);
    const { text, unsubscribe } = sink.received[0]!;
    expect(text).toContain('costs €80.00 now. It was €89.00.');
    const stop = linkIn(text);
    expect(unsubscribe).toContain(stop);
    expect((await open(stop)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    expect(await (await open(stop, 'POST')).text()).toContain('You get no more messages about this product:');
    expect(await stored()).toEqual([]);
    await product({ price: '10.00' });
    expect(await mails()).toEqual([]);
    for (const method of ['GET', 'POST']) expect((await open(stop, method)).status).toBe(404);
  });

  it.each([
    ['de', 'de', 'kostet jetzt 80,00\u00a0€, vorher waren es 89,00\u00a0€.'],
    ['nl, ja;q=0.5', 'ja', 'が €89.00 から €80.00 に値下げされました。'],
    ['*', 'en', 'costs €80.00 now. It was €89.00.'],
  ])('from a page in %s, gets its messages in %s', async (accepted, language, sentence) => {
    expect((await ask({}, { 'Accept-Language': accepted })).status).toBe(204);
    expect(await mails()).toHaveLength(1);
    await open(linkIn(sink.received[0]!.text), 'POST');
    // Another person may have asked again: the language of a confirmed address stays.
    expect((await ask({}, { 'Accept-Language': 'fr' })).status).toBe(204);
    await mails();
    await product({ price: '80.00' });
    expect(await mails()).toHaveLength(1);
    const { text, html } = sink.received[0]!;
    expect(text).toContain(sentence);
    expect(html).toContain(`<html lang="${language}"`);
  });

  it('asked for again before it is confirmed, has the language of the last page', async () => {
    for (const language of ['de', 'es']) await ask({}, { 'Accept-Language': language });
    expect(await mails()).toHaveLength(1);
    await open(linkIn(sink.received[0]!.text), 'POST');
    await product({ price: '80.00' });
    expect(await mails()).toEqual([expect.stringMatching(/ cuesta menos$/)]);
  });

  it('has its address in no event, and in no message that the dashboard lists', async () => {
    await confirm();
    await product({ price: '80.00' });
    expect(await mails()).toHaveLength(1);
    const [alert] = await stored();
    const events = await service.db
      .selectFrom('events')
      .selectAll()
      .where('trigger', 'like', 'alert.%')
      .execute();
    expect(events).toMatchObject([
      { profile_id: null, payload: { guest_alert_id: alert!.id, list_id: null } },
    ]);
    const listed = await messagesOf(service.db, 2);
    expect(listed).toMatchObject([
      { profile_id: null, name: '', trigger: 'alert.price-dropped', status: 'sent' },
      { profile_id: null, name: '', trigger: 'guest-alert.asked', status: 'sent' },
    ]);
    const history = await sql`select * from records where resource = 'action-history'`.execute(service.db);
    expect(JSON.stringify([events, listed, history.rows])).not.toContain(GUEST);
  });

  it('compares no prices of two currencies', async () => {
    await confirm();
    await product({ price: '50.00', currency: 'USD' });
    expect(await mails()).toEqual([]);
  });

  it('tells once that a product is back, and is deleted with its address when the message is sent', async () => {
    await product({ stock: 0 });
    await confirm({ alerts: ['stock'] });
    await product({ stock: 2 });
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toEqual([expect.stringMatching(/^guest@example.com: .* is back$/)]);
    expect(await stored()).toEqual([]);
    for (const stock of [0, 2]) await product({ stock });
    expect(await mails()).toEqual([]);
    expect(await service.db.selectFrom('messages').where('guest_alert_id', 'is not', null).execute()).toEqual(
      [],
    );
  });

  it('tells what changed before it was confirmed', async () => {
    await product({ stock: 0 });
    const link = await askForLink({ alerts: ['stock'] });
    await product({ stock: 2 });
    expect(await mails()).toEqual([]);
    for (const method of ['POST', 'POST']) await open(link, method);
    expect(await mails()).toEqual([expect.stringMatching(/ is back$/)]);
  });

  it('is about a variant under either of its names, and ends for one that the shop has deleted', async () => {
    await confirm({ variant_id: '41' });
    expect((await ask({ variant_id: 'blue' })).status).toBe(204);
    expect(await stored()).toHaveLength(1);
    await product({ price: '20.00' });
    await mails();
    expect(sink.received).toHaveLength(1); // the second link
    await sql`update records set fields = fields || '{"price": "60.00"}' where id = ${variant}`.execute(
      service.db,
    );
    await due();
    expect(await mails()).toEqual([expect.stringMatching(/ costs less now$/)]);
    await sql`update records set fields = fields || '{"price": "71.00"}' where id = ${variant}`.execute(
      service.db,
    );
    await due();
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ alerts: [] }, 'alerts'],
    [{ alerts: ['prise'] }, 'alerts.0'],
    [{ product_id: 'unknown' }, 'product_id'],
    [{ variant_id: 'unknown' }, 'variant_id'],
  ])('given %j, is refused', async (body, field) => {
    const answer = await ask(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect([await stored(), await mails()]).toEqual([[], []]);
  });

  it('is about no product that the shop does not sell', async () => {
    await product({ is_published: false });
    expect((await ask()).status).toBe(422);
  });

  it('has one answer for every address, known or not, confirmed or not', async () => {
    await confirm();
    const answers = [];
    for (const email of [GUEST, 'GUEST@example.com', 'mara.lindqvist@example.com', 'unknown@example.com']) {
      const { status, text } = await ask({ email });
      answers.push([status, text]);
    }
    expect(answers).toEqual(Array.from(answers, () => [204, '']));
    // Every address has got a link: also the confirmed one, once.
    expect(await mails()).toHaveLength(3);
  });

  it('asked for by several requests at once, sends one link', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask()));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect([(await stored()).length, (await mails()).length]).toEqual([1, 1]);
    await ask({ alerts: ['stock'] });
    expect(await mails()).toEqual([]);
    expect((await stored())[0]!.asked.sort()).toEqual(['price', 'stock']);
    await sql`update guest_alerts set mailed_at = now() - interval '61 minutes'`.execute(service.db);
    await ask();
    expect(await mails()).toHaveLength(1);
  });

  it('confirmed by several requests at once, has one effect', async () => {
    const link = await askForLink();
    await product({ price: '50.00' });
    const pages = await Promise.all(Array.from({ length: 4 }, () => open(link, 'POST')));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await mails()).toHaveLength(1);
  });

  it('after a process that ended while it sent the link, sends the same message again', async () => {
    await ask();
    await sql`update messages set status = 'sending', attempts = 1, claimed_until = now() - interval '1 second'
      where guest_alert_id is not null`.execute(service.db);
    expect(await mails()).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });

  it('is deleted after 48 hours without confirmation, and its link is not valid any more', async () => {
    const link = await askForLink();
    await sql`update guest_alerts set ends_at = now() - interval '1 second', mailed_at = now() - interval '48 hours'`.execute(
      service.db,
    );
    for (const method of ['GET', 'POST']) expect((await open(link, method)).status).toBe(404);
    await deleteExpiredRows(service.db);
    expect(await stored()).toEqual([]);
    await confirm();
    await deleteExpiredRows(service.db);
    expect(await stored()).toHaveLength(1);
  });

  it('opens nothing with another secret, of another alert, or with more', async () => {
    const link = await askForLink();
    const [, id, secret] = /guest-(\d+)\.([^/]+)/.exec(link)!;
    const wrong = [
      `guest-${id}.`,
      `guest-${id}`,
      `guest-${id}.${'A'.repeat(32)}`,
      `guest-${Number(id) + 1}.${secret}`,
    ];
    for (const one of [...wrong, `${id}.${secret}`, `guest-${id}.${secret}.1`, `guest-x.${secret}`])
      for (const page of ['', '/confirm'])
        for (const method of ['GET', 'POST'])
          expect([one, (await open(`/alerts/${one}${page}`, method)).status]).toEqual([one, 404]);
    expect(await stored()).toMatchObject([{ kinds: [] }]);
  });

  describe('limits', () => {
    it('are five links for a mailbox in an hour, for every spelling of it', async () => {
      const statuses = [];
      for (const email of [
        GUEST,
        'Guest@example.com',
        'guest+1@example.com',
        'guest+2@example.com',
        GUEST,
        'guest+3@example.com',
        GUEST,
      ])
        statuses.push((await ask({ email })).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429]);
      expect(await mails()).toHaveLength(3);
      // The counts have no address.
      const { rows } = await sql<{ key: string }>`select key from request_windows`.execute(service.db);
      expect(rows.map(({ key }) => key).join()).not.toMatch(/guest@|guest\+/i);
      const other = await ask({ email: 'other@example.com' });
      expect(other.status).toBe(204);
    });

    it('are 30 requests of a client in an hour, whatever their addresses', async () => {
      const statuses = [];
      for (let one = 0; one < 31; one++)
        statuses.push((await ask({ email: `guest${one}@example.com` })).status);
      expect([statuses.slice(0, 30).every((status) => status === 204), statuses[30]]).toEqual([true, 429]);
      client++;
      expect((await ask({ email: 'guest40@example.com' })).status).toBe(204);
    });
  });

  it('is not offered without the setting, nor without a server for e-mail', async () => {
    await sql`update records set fields = fields || '{"value": false}' where resource = 'setting' and fields ->> 'key' = 'alerts.guests'`.execute(
      service.db,
    );
    expect((await ask()).status).toBe(404);
    await sql`update records set fields = fields || '{"value": true}' where resource = 'setting' and fields ->> 'key' = 'alerts.guests'`.execute(
      service.db,
    );
    const silent = await openService({}, service);
    const answer = await silent.call(on.addGuestAlert, {
      body: { email: GUEST, product_id: PRODUCT, alerts: ['price'] },
    });
    expect([answer.status, await stored()]).toEqual([404, []]);
  });

  it('is deleted when a profile with its address is purged', async () => {
    const { body } = await service.call(on.addProfile, {
      path: {},
      token: staff,
      body: { first_name: 'Gia', last_name: 'Guest', email: 'Gia@example.com' },
    });
    await confirm({ email: 'gia@Example.com' });
    await confirm({ email: 'other@example.com' });
    const { status } = await service.call(on.purgeProfile, { path: { profile: body.data.id }, token: staff });
    expect(status).toBeLessThan(300);
    expect(await stored()).toMatchObject([{ email: 'other@example.com' }]);
  });
});
