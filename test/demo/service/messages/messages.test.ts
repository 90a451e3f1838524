import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailSink, type MailSink, type ReceivedMail } from '../../../../demo/mail-sink.ts';
import { mailSettings } from '../../../../demo/service/messages/mail.ts';
import { sendMessage } from '../../../../demo/service/messages/send-message.ts';
import { verify } from '../../../../demo/service/events/signature.ts';
import { signingKeys } from '../../../../demo/service/events/signing-keys.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { openReceiver, runtimeOf, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

const FROM = 'Harbour & Pine <hello@example.com>';
const TEXT = 'Dear {{ profile.first_name }}, you came to {{ data.data.page }}.';

describe('messages to customers', () => {
  let service: OpenService;
  let add: Automation['add'];
  let visit: Automation['visit'];
  let history: Automation['history'];
  let clear: Automation['clear'];
  let sink: MailSink;
  let receiver: Receiver;
  beforeAll(async () => {
    ({ service, add, visit, history, clear } = await openAutomation());
    sink = await startMailSink();
    receiver = await openReceiver();
  });
  beforeEach(async () => {
    await clear();
    await sql`delete from messages`.execute(service.db);
    await sql`delete from jobs.job`.execute(service.db);
    (sink.received as unknown[]).length = 0;
    receiver.received.length = 0;
    receiver.answers(200);
    sink.refuse();
  });
  afterEach(() => expect(service.errors).toEqual([]));
  afterAll(async () => {
    await receiver.stop();
    await sink.stop();
    await service.drop();
  });

  /** Settings of the jobs of a service that sends e-mail, at a given time. */
  const settings = (now?: string) => ({
    mail: { url: sink.smtpUrl, from: FROM },
    ...(now !== undefined && { now: () => new Date(now) }),
  });
  const work = (now = '2099-05-04T12:00:00Z') => runDueJobs(service, settings(now));
  const comeDue = () =>
    sql`update jobs.job set start_after = now() - interval '1 second' where state < 'active'`.execute(
      service.db,
    );
  const optIn = (values: object) => add(on.editProfileComms, values, { profile: mara });
  const messages = async () =>
    service.db
      .selectFrom('messages')
      .select(['status', 'reason', 'attempts', 'channel'])
      .orderBy('id')
      .execute();
  /** Adds a trigger that sends a message of a type for the event `visited`. */
  async function onVisit(type: string, more: object = {}): Promise<number> {
    const target = await add(on.addTarget, {
      name: 'Your visit',
      type,
      settings: { subject: 'Hello {{ profile.first_name }}', text: TEXT },
      ...more,
    });
    // Addresses of targets must be https; the receiver of this test is not.
    if (type !== 'email') {
      await sql`update records set fields = fields || jsonb_build_object('url', ${receiver.url}::text) where id = ${target.id}`.execute(
        service.db,
      );
    }
    const trigger = await add(on.addTrigger, { name: `T ${type}`, event: 'visited' });
    await add(
      on.addTriggerAction,
      { type: 'message', target_id: target.id },
      { triggerId: String(trigger.id) },
    );
    return target.id;
  }

  it('given a trigger with an e-mail target, when a customer who opted in visits, then one e-mail with filled placeholders arrives', async () => {
    await onVisit('email');
    await optIn({ email_opt_in: true });
    await visit({ page: 'the\r\nBcc: all@example.com' });
    await work();
    expect(sink.received).toMatchObject([
      { from: FROM, to: ['mara.lindqvist@example.com'], subject: 'Hello Mara' },
    ]);
    expect(sink.received[0]?.text).toContain('Dear Mara, you came to the');
    expect(sink.received[0]?.html).toContain('Dear Mara, you came to the');
    expect(sink.received[0]?.html).toContain('>Harbour &amp; Pine<');
    expect(await messages()).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect(
      (await history()).map(({ type, status }: { type: string; status: string }) => [type, status]),
    ).toEqual([
      ['message', 'sent'],
      ['message', 'done'],
    ]);
    const page = await (await fetch(sink.pageUrl)).text();
    expect(page).toContain('Hello Mara');
  });

  it('given a value with line breaks, then the subject is one line', async () => {
    await onVisit('email', { settings: { subject: 'Hello {{ data.data.page }}', text: TEXT } });
    await optIn({ email_opt_in: true });
    await visit({ page: 'the\r\nBcc: all@example.com' });
    const stored = await service.db.selectFrom('messages').select('subject').execute();
    await work();
    const queued = await service.db.selectFrom('messages').select('subject').execute();
    expect([...stored, ...queued].map(({ subject }) => subject)).toContain('Hello the Bcc: all@example.com');
    expect(sink.received[0]?.to).toEqual(['mara.lindqvist@example.com']);
  });

  it('given an event whose values fill a text to more than 16 KiB, then nothing is sent and the reason is listed', async () => {
    await onVisit('email', { settings: { subject: 'Hello', text: '{{ data.data.page }}'.repeat(50) } });
    await optIn({ email_opt_in: true });
    await visit({ page: 'x'.repeat(2_000) });
    await work();
    expect(sink.received).toEqual([]);
    expect(await messages()).toEqual([
      expect.objectContaining({
        status: 'failed',
        reason: 'The text of this message has more than 16384 bytes.',
      }),
    ]);
  });

  it('given an action with a text of its own, then it is sent, and no translation of the text of its target', async () => {
    const translations = { de: { text: 'Hallo' } };
    const target = await onVisit('email', { settings: { text: 'Hello', translations } });
    await optIn({ email_opt_in: true, language: 'de' });
    const texts = async () => {
      await visit();
      await work();
      return (sink.received as ReceivedMail[]).splice(0).map(({ text }) => text);
    };
    expect(await texts()).toEqual(['Hallo']);
    const { rows } = await sql<{ id: number; trigger: string }>`
      select id, split_part(parent, ':', 2) as trigger from records
      where resource = 'trigger-action' and fields ->> 'target_id' = ${String(target)}`.execute(service.db);
    const path = { triggerId: rows[0]!.trigger, action: String(rows[0]!.id) };
    const edit = (settings: object) => add(on.editTriggerAction, { settings }, path);
    await edit({ text: 'Welcome' });
    expect(await texts()).toEqual(['Welcome']);
    await edit({ text: 'Welcome', translations: { de: { text: 'Willkommen' } } });
    expect(await texts()).toEqual(['Willkommen']);
    await edit({});
    expect(await texts()).toEqual(['Hallo']);
    await optIn({ language: null });
  });

  it('given no opt-in, then nothing is sent and the reason is listed; a transactional target needs none', async () => {
    const target = await onVisit('email');
    await visit();
    await work();
    expect(sink.received).toEqual([]);
    expect(await messages()).toMatchObject([
      { status: 'skipped', reason: 'The customer has not opted in to email.' },
    ]);
    await add(on.editTarget, { settings: { text: TEXT, transactional: true } }, { target: String(target) });
    await visit();
    await work();
    expect(sink.received).toHaveLength(1);
    const { rows } = await sql<{ status: string; message: string }>`
      select fields ->> 'status' as status, fields ->> 'message' as message from records
      where resource = 'action-history' and fields ->> 'message' like 'email by target%' order by id desc limit 2`.execute(
      service.db,
    );
    const what = `email by target:${target} for `;
    expect(rows).toEqual([
      { status: 'sent', message: expect.stringMatching(new RegExp(`^${what}[\\w.-]+$`)) },
      {
        status: 'skipped',
        message: expect.stringMatching(
          new RegExp(`^${what}[\\w.-]+: The customer has not opted in to email\\.$`),
        ),
      },
    ]);
  });

  it('given a profile that was deleted while the message waited, then it is not sent', async () => {
    await onVisit('sms');
    await optIn({ sms_opt_in: true });
    await add(on.editProfile, { phone: '+31612345678' }, { profile: mara });
    await visit();
    await work('2099-05-04T23:30:00Z');
    await sql`update profiles set deleted_at = now() where id = ${mara}`.execute(service.db);
    await comeDue();
    await work();
    await sql`update profiles set deleted_at = null where id = ${mara}`.execute(service.db);
    expect(receiver.received).toEqual([]);
    expect(await messages()).toMatchObject([{ reason: 'The profile was deleted.' }]);
  });

  it('given an opt-in that was withdrawn while the message waited, then it is not sent', async () => {
    await onVisit('sms');
    await optIn({ sms_opt_in: true });
    await add(on.editProfile, { phone: '+31612345678' }, { profile: mara });
    await visit();
    await work('2099-05-04T23:30:00Z');
    await optIn({ sms_opt_in: false });
    await comeDue();
    await work();
    expect(receiver.received).toEqual([]);
    expect(await messages()).toMatchObject([{ status: 'skipped' }]);
  });

  it('given quiet hours in the time zone of the programme, when a message is due in them, then it waits until they end; e-mail does not', async () => {
    await add(on.addSetting, { key: 'programme.timezone', value: 'America/New_York' });
    await onVisit('sms');
    await onVisit('email');
    await optIn({ sms_opt_in: true, email_opt_in: true });
    await add(on.editProfile, { phone: '+31612345678' }, { profile: mara });
    await visit({ page: 'home' });
    // 21:30 in New York.
    await work('2099-05-05T01:30:00Z');
    expect([sink.received.length, receiver.received.length]).toEqual([1, 0]);
    const { rows } = await sql<{ next_at: Date; due: Date }>`
      select messages.next_at, job.start_after as due from messages join jobs.job on data ->> 'messageId' = messages.id::text
      where channel = 'sms' and state = 'created'`.execute(service.db);
    expect(rows.map(({ next_at, due }) => [next_at.toISOString(), due.toISOString()])).toEqual([
      ['2099-05-05T12:00:00.000Z', '2099-05-05T12:00:00.000Z'],
    ]);
    await comeDue();
    await work('2099-05-05T12:00:00Z');
    expect(receiver.received).toHaveLength(1);
    await add(on.addSetting, { key: 'messages.quiet-hours', value: { from: '00:00', until: '00:00' } });
    await visit();
    await work('2099-05-05T02:00:00Z');
    expect(receiver.received).toHaveLength(2);
    expect(
      (
        await service.call(on.addSetting, {
          token: await service.machineToken(),
          body: { key: 'notices.hour', value: 25 },
        })
      ).status,
    ).toBe(422);
  });

  it('SMS and push are signed webhooks to the target, with the recipient', async () => {
    const sms = await onVisit('sms');
    await onVisit('push');
    await optIn({ sms_opt_in: true, push_opt_in: true });
    await add(on.editProfile, { phone: '+31612345678' }, { profile: mara });
    await visit({ page: 'home' });
    await work();
    const sent = receiver.received.toSorted((a, b) => (a.message.type < b.message.type ? 1 : -1));
    expect(sent.map(({ message }) => message)).toMatchObject([
      { type: 'message.sms', to: '+31612345678', text: 'Dear Mara, you came to home.', profile_id: mara },
      { type: 'message.push', to: mara, subject: 'Hello Mara' },
    ]);
    const keys = await signingKeys(service.db, `target:${sms}`);
    expect(verify(keys, sent[0]?.headers as never, sent[0]?.body ?? '')).toBe(true);
  });

  it('a customer gets one message per event and channel, with two triggers, repeated handling and two processes', async () => {
    await onVisit('email');
    await onVisit('email');
    await optIn({ email_opt_in: true });
    await visit();
    await runDueJobs(service, { ...settings(), mail: undefined as never }, {}).catch(() => undefined);
    expect(await messages()).toHaveLength(1);
    await sql`update messages set status = 'pending', attempts = 0, reason = null`.execute(service.db);
    const { rows } = await sql<{ id: number }>`select id from messages`.execute(service.db);
    const runtime = runtimeOf(service, settings('2099-05-04T12:00:00Z'));
    const subject = { messageId: rows[0]?.id ?? 0, attempts: 0 };
    await Promise.all([1, 2, 3].map(() => sendMessage(runtime, subject)));
    await sendMessage(runtime, subject);
    await work();
    expect(sink.received).toHaveLength(1);
  });

  it('given a process that ended while sending, then another one sends the message with the same id after the claim expired', async () => {
    await onVisit('email');
    await optIn({ email_opt_in: true });
    await visit();
    sink.refuse(451);
    await work();
    expect(await messages()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    await sql`update messages set status = 'sending', attempts = 2, claimed_until = now() + interval '1 minute'`.execute(
      service.db,
    );
    sink.refuse();
    await comeDue();
    await work();
    expect(sink.received).toEqual([]);
    await sql`update messages set claimed_until = now() - interval '1 second'`.execute(service.db);
    await comeDue();
    await work();
    expect(sink.received).toHaveLength(1);
    const { rows } = await sql<{ message_id: string }>`select message_id from messages`.execute(service.db);
    expect(sink.received[0]?.messageId).toBe(`<${rows[0]?.message_id}@example.com>`);
  });

  it('is retried if the server is busy, and not if it refuses permanently or none is configured', async () => {
    await onVisit('email');
    await optIn({ email_opt_in: true });
    sink.refuse(451);
    await visit();
    await work();
    expect(await messages()).toMatchObject([
      { status: 'pending', attempts: 1, reason: expect.stringContaining('451') },
    ]);
    sink.refuse();
    await comeDue();
    await work();
    expect(await messages()).toMatchObject([{ status: 'sent', attempts: 2 }]);
    sink.refuse(550);
    await visit();
    await work();
    expect((await messages())[1]).toMatchObject({ status: 'failed', attempts: 1 });
    await visit();
    await runDueJobs(service);
    expect((await messages())[2]).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('SMTP_URL'),
    });
  });

  it('a target without text, an invalid template and a target of another type are errors', async () => {
    const token = await service.machineToken();
    const wrong = { name: 'T', type: 'email', settings: { text: 'Dear {{ profile' } };
    const answer = await service.call(on.addTarget, { token, body: wrong });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['settings.text']]);
    const target = await onVisit('email');
    await service.call(on.editTarget, { token, path: { target: String(target) }, body: { settings: null } });
    await optIn({ email_opt_in: true });
    await visit();
    await work();
    expect(await messages()).toMatchObject([
      { status: 'failed', reason: 'The target has no text in its settings.' },
    ]);
  });
});

describe('settings of e-mail', () => {
  it('reads both or neither, and names the invalid one without its password', () => {
    expect(mailSettings({})).toBeUndefined();
    expect(mailSettings({ SMTP_URL: 'smtps://u:p@mail.example', MESSAGES_FROM: FROM })).toEqual({
      url: 'smtps://u:p@mail.example',
      from: FROM,
    });
    expect(() => mailSettings({ SMTP_URL: 'http://u:secret@mail.example', MESSAGES_FROM: FROM })).toThrow(
      /^SMTP_URL(?!.*secret)/,
    );
    expect(() => mailSettings({ SMTP_URL: 'smtp://mail.example' })).toThrow('MESSAGES_FROM');
    expect(() => mailSettings({ SMTP_URL: 'smtp://mail.example', MESSAGES_FROM: 'a@b\r\nBcc: c@d' })).toThrow(
      'MESSAGES_FROM',
    );
  });
});
