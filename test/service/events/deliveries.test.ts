import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  actionHistory,
  addListItem,
  addProfileCustomEvent,
  addTenantCustomEvent,
  addTransaction,
  addWebhook,
  claimReward,
  health,
  readTransaction,
  readWebhook,
  removeListItem,
  triggerTransactionEvent,
} from '../../../src/services/endpoints/index.ts';
import { sql } from 'kysely';
import { deliveriesOf, replay } from '../../../demo/service/events/deliveries.ts';
import { startJobs } from '../../../demo/service/jobs/start.ts';
import { findLost } from '../../../demo/service/events/find-lost.ts';
import { raise } from '../../../demo/service/events/raise.ts';
import { rotateKey, signingKeys } from '../../../demo/service/events/signing-keys.ts';
import { openReceiver, runtimeOf, workOff, type Receiver } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';
import { purchase } from '../../support/service-purchases.ts';

const mara = 'profile-1002';

describe('deliveries', () => {
  let service: OpenService;
  let receiver: Receiver;
  let token: string;

  beforeEach(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    receiver = await openReceiver();
    token = await service.machineToken();
  });
  afterEach(async () => {
    await receiver.stop();
    await service.drop();
  });

  async function hook(path: string, values: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const body = { trigger: 'visited', namespace: 'shop', url: receiver.url + path, ...values };
    const answer = await service.call(addWebhook, { token, body });
    expect(answer.status).toBe(200);
    return answer.body.data.id;
  }
  const visit = (data: unknown = {}, name = 'visited') =>
    service.call(addProfileCustomEvent, { token, path: { profile: mara }, body: { name, data } });
  const paths = () => receiver.received.map(({ path }) => path);
  /** Lets the time of the next attempt come. */
  const comeDue = async () => {
    await sql`update jobs.job set start_after = now() - interval '1 second' where state < 'active'`.execute(
      service.db,
    );
    await workOff(service);
  };

  it('R100, R101: reach exactly the webhooks of their trigger, at exactly their address', async () => {
    await hook('/a?b=c');
    await hook('/second');
    await hook('/other', { trigger: 'left' });
    await visit();
    await workOff(service);
    expect(paths().sort()).toEqual(['/a?b=c', '/second']);
    expect(service.errors).toEqual([]);
  });

  it('R46, G19: do not reach a webhook that is switched off', async () => {
    await hook('/off', { is_active: false });
    await visit();
    await workOff(service);
    expect(paths()).toEqual([]);
  });

  it('R109: tell of a transaction when its event is triggered, and leave it as it is', async () => {
    const added = await service.call(addTransaction, { token, body: purchase({ profile_id: mara }) });
    const { id } = added.body.data;
    const read = async () => (await service.call(readTransaction, { token, path: { transaction: id } })).text;
    const before = await read();
    await hook('/triggered', { trigger: 'transaction.triggered' });
    const path = { transaction: id };
    expect((await service.call(triggerTransactionEvent, { token, path })).status).toBe(202);
    await workOff(service);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.message).toMatchObject({ type: 'transaction.triggered', data: { id } });
    expect(await read()).toBe(before);
    const customer = await service.tokenOf('1002');
    expect((await service.call(triggerTransactionEvent, { token: customer, path })).status).toBe(403);
  });

  it('R108: name the profile of a custom event, and none for the tenant', async () => {
    await hook('/');
    const raised = await visit({ page: 'sale' });
    expect(raised.body.data).toMatchObject({ profile_id: mara, name: 'visited', data: { page: 'sale' } });
    const tenant = await service.call(addTenantCustomEvent, { token, body: { name: 'visited' } });
    expect(tenant.body.data.profile_id).toBe(null);
    await workOff(service);
    const messages = receiver.received.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    const one = messages.find(({ data }) => data.profile_id !== null);
    const two = messages.find(({ data }) => data.profile_id === null);
    expect(one).toMatchObject({
      type: 'visited',
      namespace: 'shop',
      data: { profile_id: mara, name: 'visited', data: { page: 'sale' } },
      extra: null,
    });
    expect(two.data.data).toEqual({});
  });

  it('R108: a customer raises events of the own profile alone, and none of the service itself', async () => {
    const customer = await service.tokenOf('1002');
    const raiseAs = (profile: string, name: string) =>
      service.call(addProfileCustomEvent, { token: customer, path: { profile }, body: { name } });
    expect((await raiseAs(mara, 'visited')).status).toBe(200);
    expect((await raiseAs('profile-1003', 'visited')).status).toBe(404);
    expect(
      (await service.call(addTenantCustomEvent, { token: customer, body: { name: 'visited' } })).status,
    ).toBe(403);
    expect(await raiseAs(mara, 'reward.claimed')).toMatchObject({
      status: 422,
      body: { errors: { name: ['Events of this name are raised by the service itself.'] } },
    });
  });

  it('tell of a claimed reward and of list items, once each, with what the answer said', async () => {
    for (const trigger of ['reward.claimed', 'list-item.added', 'list-item.removed']) {
      await hook(`/${trigger}`, { trigger });
    }
    const customer = await service.tokenOf('1002');
    const claimed = await service.call(claimReward, {
      ...{ token: customer, path: { profileId: mara }, body: { reward_definition_id: 2 } },
    });
    const path = { profile: mara, list: 'wishlist' };
    const add = () => service.call(addListItem, { token: customer, path, body: { product_id: 'hp-1004' } });
    const { id } = (await add()).body.data;
    await add();
    await service.call(removeListItem, { token: customer, path: { ...path, item: String(id) } });
    await workOff(service);
    expect(paths().sort()).toEqual(['/list-item.added', '/list-item.removed', '/reward.claimed']);
    const reward = receiver.received.find((one) => one.path === '/reward.claimed')?.message;
    expect(reward.data).toMatchObject({ profile_id: mara, code: claimed.body.data.code });
  });

  it('are not made where what happened is undone', async () => {
    await hook('/');
    await expect(
      service.db.transaction().execute(async (work) => {
        await raise(work, { trigger: 'visited', namespace: 'custom', profileId: mara, payload: {} });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await workOff(service);
    expect(paths()).toEqual([]);
  });

  it('are signed so that the reference library verifies them, and refuses every changed byte', async () => {
    const id = await hook('/');
    await visit({ note: 'ümlaut' });
    await workOff(service);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    const [secret = ''] = await signingKeys(service.db, `webhook:${id}`);
    const library = new Webhook(secret);
    expect(library.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'visited' });
    for (let at = 0; at < body.length; at++) {
      const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`;
      expect(() => library.verify(changed, headers as Record<string, string>)).toThrow();
    }
  });

  it('carry the signatures of both keys while a key is replaced', async () => {
    const id = await hook('/');
    const [old = ''] = await signingKeys(service.db, `webhook:${id}`);
    const fresh = await rotateKey(service.db, `webhook:${id}`);
    await visit();
    await workOff(service);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    for (const secret of [old, fresh]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    }
    expect(old).not.toBe(fresh);
  });

  it('R104: are tried again after 5 seconds, 5 minutes and 30 minutes, with the same id and body', async () => {
    const id = await hook('/');
    receiver.answers(500);
    await visit();
    await workOff(service);
    for (let times = 0; times < 5; times++) await comeDue();
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await deliveriesOf(service.db, `webhook:${id}`);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 4, last_status: 500 });
    expect(delivery?.tries.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
    const history = await service.call(actionHistory, { token });
    expect(history.body.data[0]).toMatchObject({ type: 'webhook', status: 'failed' });
  });

  it('stand in a log, and can be sent once more under the id they have', async () => {
    await hook('/');
    receiver.answers(500);
    await visit();
    await workOff(service);
    for (let times = 0; times < 3; times++) await comeDue();
    receiver.answers(204);
    const [failed] = await deliveriesOf(service.db);
    await replay(service.db, failed?.id ?? 0);
    await workOff(service);
    expect(receiver.received).toHaveLength(5);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(failed?.message_id);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'delivered', attempts: 5 });
    await expect(replay(service.db, 999_999)).rejects.toThrow('no such record');
  });

  it('wait as long as a receiver asks, where that is longer', async () => {
    await hook('/');
    receiver.answers(429, { 'Retry-After': '600' });
    await visit();
    await workOff(service);
    const [delivery] = await deliveriesOf(service.db);
    const wait = ((delivery?.next_at?.getTime() ?? 0) - Date.now()) / 1_000;
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('follow no redirect', async () => {
    await hook('/');
    receiver.answers(302, { Location: `${receiver.url}/inside` });
    await visit();
    await workOff(service);
    expect(paths()).toEqual(['/']);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'pending', last_status: 302 });
  });

  it('switch a webhook off that answers 410, and are not tried again', async () => {
    const id = await hook('/');
    receiver.answers(410);
    await visit();
    await visit();
    await workOff(service);
    await comeDue();
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    const read = await service.call(readWebhook, { token, path: { webhook: String(id) } });
    expect(read.body.data.is_active).toBe(false);
    await visit();
    const before = receiver.received.length;
    await workOff(service);
    expect(receiver.received).toHaveLength(before);
  });

  it('G19: are made where every condition holds, and carry what the template says', async () => {
    await hook('/holds', {
      condition: [
        'data.data.total gte 100',
        'data.data.country in NL, BE',
        'data.data.gift',
        'namespace eq custom',
      ],
      extra_data_template:
        '{"total": "{{ data.data.total }}", "text": "for {{data.data.name}} in {{data.data.country}}"}',
    });
    await hook('/not', { condition: ['data.data.total lt 100'] });
    await hook('/empty', { condition: ['data.data.voucher nullable 0'] });
    await visit({ total: 150, country: 'BE', gift: true, name: '"}, "admin": {"x": "' });
    await workOff(service);
    expect(paths()).toEqual(['/holds']);
    expect(receiver.received[0]?.message.extra).toEqual({
      total: 150,
      text: 'for "}, "admin": {"x": " in BE',
    });
  });

  it('R103: go out high before default before low; a webhook without a queue is default', async () => {
    await hook('/low', { queue: 'low' });
    await hook('/default', { queue: 'default' });
    await hook('/none', { queue: null });
    await hook('/high', { queue: 'high' });
    await visit();
    // The event is handled first, so that all four wait at the same time.
    await workOff(service, {}, { deliveriesAtOnce: 1 });
    const [first, ...others] = paths();
    expect([first, others.slice(0, 2).sort(), others[2]]).toEqual(['/high', ['/default', '/none'], '/low']);
  });

  it('R101: block nothing: a receiver that never answers leaves the call and the others alone', async () => {
    const silent = await openReceiver();
    silent.answers('hang');
    await hook('', { url: `${silent.url}/`, queue: 'high' });
    await hook('/alive');
    for (let times = 0; times < 10; times++) expect((await visit()).status).toBe(200);
    const jobs = await startJobs(runtimeOf(service), (error) => service.errors.push(error));
    await expect.poll(() => paths().length, { timeout: 10_000 }).toBe(10);
    await silent.stop();
    await jobs.stop();
  });

  it('are not held up by a receiver that was quick and stops to answer with all places taken', async () => {
    const dying = await openReceiver();
    await hook('', { url: `${dying.url}/`, trigger: 'dying' });
    await hook('/alive');
    const jobs = await startJobs(runtimeOf(service), (error) => service.errors.push(error));
    for (let times = 0; times < 3; times++) await visit({}, 'dying');
    await expect.poll(() => dying.received.length, { timeout: 30_000 }).toBe(3);
    dying.answers('hang');
    for (let times = 0; times < 60; times++) await visit({}, 'dying');
    await expect.poll(() => dying.received.length, { timeout: 30_000 }).toBeGreaterThan(20);
    const held = performance.now();
    await visit();
    await expect.poll(() => paths().length, { timeout: 30_000 }).toBe(1);
    // A request that is not answered is waited for 15 seconds.
    expect(performance.now() - held).toBeLessThan(12_000);
    await dying.stop();
    await jobs.stop();
  }, 120_000);

  it('are found again where their job, or that of their event, was lost', async () => {
    await hook('/');
    await visit();
    await sql`delete from jobs.job`.execute(service.db);
    expect(await findLost(service.db)).toBe(0);
    await sql`update events set created_at = now() - interval '20 minutes'`.execute(service.db);
    expect(await findLost(service.db)).toBe(1);
    expect(await findLost(service.db)).toBe(0);
    receiver.answers(500);
    await workOff(service);
    await sql`delete from jobs.job`.execute(service.db);
    await sql`update deliveries set next_at = now() - interval '20 minutes'`.execute(service.db);
    receiver.answers(200);
    expect(await findLost(service.db)).toBe(1);
    await workOff(service);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('reach ninety-nine that answer within a second, beside one that does not (99 of 100)', async () => {
    const dead = await openReceiver();
    dead.answers('hang');
    await hook('', { url: `${dead.url}/`, trigger: 'tick' });
    for (let number = 0; number < 99; number++) await hook(`/${number}`, { trigger: 'tick' });
    const jobs = await startJobs(runtimeOf(service), (error) => service.errors.push(error));
    for (let round = 1; round <= 3; round++) {
      await visit({}, 'tick');
      await expect.poll(() => paths().length, { timeout: 20_000 }).toBe(99 * round);
    }
    const { rows } = await sql<{ delay: number }>`
      select extract(epoch from attempt.created_at - delivery.created_at)::float8 as delay
      from delivery_attempts as attempt join deliveries as delivery on delivery.id = delivery_id
      where attempt.status = 200 order by 1`.execute(service.db);
    const slow = rows[Math.floor(rows.length * 0.99)]?.delay ?? 0;
    await dead.stop();
    await jobs.stop();
    // What one machine does that does other things too; measured in the hundreds of milliseconds.
    expect(slow).toBeLessThan(5);
    process.stdout.write(`  99 of 100 within ${slow.toFixed(2)} s\n`);
  });

  it('are in the health report: the oldest that nobody has delivered', async () => {
    await hook('/');
    const report = async () => (await service.call(health, { token })).body.data;
    expect(await report()).toMatchObject({ status: 'ok', checks: { queue: { status: 'ok' } } });
    await visit();
    expect((await report()).checks.queue.waiting).toBe(1);
    await sql`update jobs.job set start_after = now() - interval '10 minutes'`.execute(service.db);
    expect(await report()).toMatchObject({ status: 'failing', checks: { queue: { status: 'failing' } } });
    await workOff(service);
    expect(await report()).toMatchObject({
      status: 'ok',
      checks: { webhooks: { undelivered: 0, oldest_undelivered_seconds: 0 } },
    });
  });
});
