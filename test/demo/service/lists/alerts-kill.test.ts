import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { startMailSink, type ReceivedMail } from '../../../../demo/mail-sink.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, measured } from '../../../support/counts.ts';
import { holdLock } from '../../../support/held-lock.ts';
import { openService } from '../../../support/service-open.ts';
import { startWorkerProcess } from '../../../support/worker-process.ts';

// Kills the worker at each step between a change of a product and the e-mails about it.
const KILLS = countOf('ALERT_KILLS', { share: 4, full: 24 });
const MEMBERS = ['1001', '1002', '1003'];
const GUESTS = ['guest1@example.com', 'guest2@example.com', 'guest3@example.com'];
const PRODUCT = 'alerted-lamp';
const FIRST_PRICE = 1_000;
/** In this test, a job of a killed process is retried after this time. */
const EXPIRE_SECONDS = 2;
const FROM = 'Harbour & Pine <hello@example.com>';

it(`alerts › are told once by one message each, whenever the worker is killed (${KILLS} kills)`, async ({
  task,
}) => {
  const sink = await startMailSink();
  onTestFinished(() => sink.stop());
  const service = await openService({ mail: { url: sink.smtpUrl, from: FROM } });
  onTestFinished(() => service.drop());
  const { db } = service;
  await sql`update jobs.queue set expire_seconds = ${EXPIRE_SECONDS}, retry_delay = 0, retry_backoff = false`.execute(
    db,
  );
  const staff = await service.machineToken();
  const call = async (endpoint: Parameters<typeof service.call>[0], sent: object, status = 200) => {
    const answer = await service.call(endpoint, sent);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    return answer.body?.data;
  };
  const product = (body: object) => call(on.editProduct, { path: { product: PRODUCT }, token: staff, body });
  await call(on.addProduct, {
    token: staff,
    body: { external_id: PRODUCT, name: 'Lamp', price: `${FIRST_PRICE}.00`, currency: 'EUR', stock: 5 },
  });
  const items: { token: string; path: Record<string, string> }[] = [];
  for (const member of MEMBERS) {
    const token = await service.tokenOf(member);
    const path = { profile: `profile-${member}`, list: 'lamps' };
    await call(on.addList, { path, token, body: { type: 'wishlist', handle: 'lamps', name: 'Lamps' } });
    const { id } = await call(on.addListItem, { path, token, body: { product_id: PRODUCT } });
    items.push({ token, path: { ...path, item: String(id) } });
  }
  for (const email of GUESTS)
    await call(on.addGuestAlert, { body: { email, product_id: PRODUCT, alerts: ['price', 'stock'] } }, 204);
  const guests = await db.selectFrom('guest_alerts').select(['id', 'secret', 'email']).execute();
  for (const { id, secret } of guests) {
    const url = `http://127.0.0.1:4010/alerts/guest-${id}.${secret}/confirm`;
    expect((await service.app.fetch(new Request(url, { method: 'POST' }))).status).toBe(200);
  }
  /** Everybody asks again: an alert about the stock has ended with its message. */
  const askAgain = async () => {
    for (const item of items)
      await call(on.editProfileListItem, { ...item, body: { alerts: ['price', 'stock'] } });
    await sql`update guest_alerts set kinds = '{price,stock}', ends_at = null`.execute(db);
  };
  await askAgain();
  await processDueWork(db);
  for (const table of ['messages', 'events', 'jobs.job'])
    await sql`delete from ${sql.table(table)}`.execute(db);

  /** The receivers of each e-mail, by its Message-ID, as often as the server for e-mail got it. */
  const mails = new Map<string, string[]>();
  const collect = () => {
    for (const { messageId, to } of (sink.received as ReceivedMail[]).splice(0))
      mails.set(messageId, [...(mails.get(messageId) ?? []), to.join()]);
  };
  /** Resolves when nothing is left to do. Retries are due now instead of in minutes. */
  const idle = () =>
    expect
      .poll(
        async () => {
          collect();
          await sql`update jobs.job set start_after = now() where state < 'active' and start_after > now()`.execute(
            db,
          );
          const { rows } = await sql<{ unfinished: number }>`
            select (select count(*) from catalogue_changes) + (select count(*) from events where handled_at is null)
              + (select count(*) from messages where status in ('pending', 'sending')) as unfinished`.execute(
            db,
          );
          return rows[0]?.unfinished;
        },
        { timeout: 120_000, interval: 50 },
      )
      .toBe(0);
  const soon = { timeout: 60_000, interval: 10 };
  const start = () =>
    startWorkerProcess(service.url, { SMTP_URL: sink.smtpUrl, MESSAGES_FROM: FROM, CLOCK_SECONDS: '0.25' });

  /** Where the worker is killed: how it is held there, once the product is changed. */
  const steps: Readonly<
    Record<string, (change: () => Promise<unknown>, kill: () => Promise<void>) => Promise<void>>
  > = {
    // Some events are published, in a transaction that is not committed.
    publishing: async (change, kill) => {
      const last = items.at(-1)!.path['item'];
      const held = await holdLock(service.url, 'select from list_items where id = $1 for update', [last]);
      await change();
      await expect.poll(held.waiting, soon).toBeGreaterThan(0);
      await kill();
      await held.end();
    },
    // Messages are about to be stored.
    handling: async (change, kill) => {
      const held = await holdLock(service.url, 'lock table messages in exclusive mode');
      await change();
      await expect.poll(held.waiting, soon).toBeGreaterThan(0);
      await kill();
      await held.end();
    },
    // The server for e-mail has a message, and has not accepted it yet.
    sending: async (change, kill) => {
      const release = sink.hold();
      await change();
      await expect.poll(() => sink.received.length, soon).toBeGreaterThan(0);
      await kill();
      release();
    },
    // It has accepted it, which is not stored yet.
    storing: async (change, kill) => {
      const release = sink.hold();
      await change();
      await expect.poll(() => sink.received.length, soon).toBeGreaterThan(0);
      const held = await holdLock(service.url, `select from messages where status = 'sending' for update`);
      release();
      await expect.poll(held.waiting, soon).toBeGreaterThan(0);
      await kill();
      await held.end();
    },
  };
  const names = Object.keys(steps);

  const prices: string[] = [];
  let stocks = 0;
  let worker = await start();
  for (let kill = 0; kill < KILLS; kill++) {
    await idle();
    const isPrice = (kill + Math.floor(kill / names.length)) % 2 === 0;
    if (isPrice) prices.push(`${FIRST_PRICE - 1 - kill}.00`);
    else {
      stocks++;
      await product({ stock: 0 });
      await idle();
      await askAgain();
    }
    const change = () => product(isPrice ? { price: prices.at(-1) } : { stock: 5 });
    await steps[names[kill % names.length]!]!(change, async () => worker.kill());
    // The service sends a message again two minutes after it began. The test does not wait for that.
    await sql`update messages set claimed_until = now() where status = 'sending'`.execute(db);
    worker = await start();
  }
  await idle();
  expect(await worker.end()).toBe(0);
  collect();

  const { rows: told } = await sql<{ receiver: string; what: string; messages: readonly string[] }>`
    select coalesce(profiles.email, guest.email) as receiver,
      case events.trigger when 'alert.price-dropped' then events.payload ->> 'price' else 'stock' end as what,
      array(select message_id::text from messages where event_id = events.id and status = 'sent') as messages
    from events left join profiles on profiles.id = events.profile_id
    left join guest_alerts as guest on guest.id = (events.payload ->> 'guest_alert_id')::bigint
    where events.trigger like 'alert.%' order by events.id`.execute(db);
  const receivers = [...new Set(told.map(({ receiver }) => receiver))];
  const expected = [...prices, ...Array.from({ length: stocks }, () => 'stock')].sort();
  const ids = told.flatMap(({ messages }) => messages);
  const got = (id: string) => mails.get(`<${id}@example.com>`) ?? [];
  const lost =
    expected.length * (MEMBERS.length + GUESTS.length) - ids.filter((id) => got(id).length > 0).length;
  const repeated = [...mails.values()].filter((to) => to.length > 1).length;
  measured(task, {
    tried: `${expected.length * (MEMBERS.length + GUESTS.length)} alerts about a price or the stock, ${KILLS} kills of the worker at ${names.length} steps`,
    result: `${lost} lost, ${mails.size - ids.length} told by a second message, ${repeated} messages sent again with the same Message-ID`,
  });
  expect(receivers).toHaveLength(MEMBERS.length + GUESTS.length);
  for (const receiver of receivers) {
    const own = told.filter((one) => one.receiver === receiver);
    expect([receiver, own.map(({ what }) => what).sort()]).toEqual([receiver, expected]);
    for (const { messages } of own) {
      expect(messages).toHaveLength(1);
      expect([...new Set(got(messages[0]!))]).toEqual([receiver]);
    }
  }
  expect(mails.size).toBe(ids.length);
  expect(service.errors).toEqual([]);
});
