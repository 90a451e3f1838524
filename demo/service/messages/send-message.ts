import { sql } from 'kysely';
import { record } from '../../../src/services/transport/read.ts';
import { writeHistory } from '../automation/action-history.ts';
import type { Database, Row } from '../database/tables.ts';
import { post } from '../events/post.ts';
import { nextDelay, secondsOf } from '../events/schedule.ts';
import { sign } from '../events/signature.ts';
import { signingKeys } from '../events/signing-keys.ts';
import { send } from '../jobs/boss.ts';
import { deleteIfOver } from '../lists/guest-alerts.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/perform.ts';
import { stopUrlOf, type Channel } from './queue-message.ts';
import { isFinal, sendMail } from './mail.ts';
import { programmeSettings, type ProgrammeSettings } from '../programme/programme.ts';
import { momentOfZoned, zonedTime } from '../programme/time-zone.ts';

/** Longer than any attempt takes: after it, another process may send the message. */
const CLAIM_SECONDS = 120;

/**
 * One attempt at a message: ASSUMPTION. Address and consent are read now, not when the message was queued. A process claims the
 * message before it sends; if the process ends while sending, another one sends the message again with the same id.
 */
export async function sendMessage(runtime: Runtime, subject: JobSubjects['messages']): Promise<void> {
  const { db, settings } = runtime;
  const now = settings.now?.() ?? new Date();
  const message = await messageBy(db, subject.messageId);
  if (!message || (message.status !== 'pending' && message.status !== 'sending')) return;
  const obstacle = obstacleOf(message);
  if (obstacle) return await finish(db, message, 'skipped', obstacle);
  const until = endOfQuietHours(now, message.channel, await programmeSettings(db));
  if (until) return await postpone(db, message, until, `Quiet hours until ${until.toISOString()}.`);
  if (!(await claim(db, message, subject.attempts))) return await checkLater(db, message, subject.attempts);
  const failure = await (message.channel === 'email'
    ? sendBySmtp(runtime, message)
    : sendByHttp(runtime, message));
  await writeResult(db, message, subject.attempts + 1, failure);
}

/** End of the present quiet hours of a channel; undefined outside of them. */
function endOfQuietHours(now: Date, channel: Channel, settings: ProgrammeSettings): Date | undefined {
  const { from, until, channels } = settings['messages.quiet-hours'];
  if (!channels.includes(channel)) return undefined;
  const shown = zonedTime(now, settings['programme.timezone']);
  // `HH:MM` compares as text.
  const time = shown.toPlainTime().toString({ smallestUnit: 'minute' });
  // Quiet hours may include midnight.
  const isQuiet = from <= until ? time >= from && time < until : time >= from || time < until;
  if (!isQuiet) return undefined;
  return momentOfZoned(shown.add({ days: time < until ? 0 : 1 }).withPlainTime(until));
}

interface DueMessage extends Row<'messages'> {
  /** An e-mail address, a telephone number, or, for push, the id of the profile. */
  readonly recipient: string | null;
  readonly has_opted_in: boolean;
  readonly is_deleted: boolean;
  /** The data of the event that the message is about. */
  readonly payload: Row<'events'>['payload'] | null;
  /** Null if the target was deleted. */
  readonly target: Readonly<Record<string, unknown>> | null;
}

/** A message with the recipient's address for its channel and the consent. */
async function messageBy(db: Database, id: number): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    select messages.*, target.fields as target, (select payload from events where id = event_id) as payload, profiles.deleted_at is not null as is_deleted,
      case when guest.id is not null then case channel when 'email' then guest.email end
        else case channel when 'email' then profiles.email when 'sms' then profiles.fields ->> 'phone' else profiles.id end end as recipient,
      guest.id is not null or coalesce((
        select (fields ->> (channel || '_opt_in'))::boolean from records
        where resource = 'comms' and profile_id = profiles.id limit 1), false) as has_opted_in
    from messages left join profiles on profiles.id = messages.profile_id
    left join guest_alerts as guest on guest.id = messages.guest_alert_id
    left join records as target on target.id = target_id and target.resource = 'target'
    where messages.id = ${id}`.execute(db);
  return rows[0];
}

const noAddress: Readonly<Record<Channel, string>> = {
  email: 'The profile has no e-mail address.',
  sms: 'There is no telephone number.',
  push: 'The profile was deleted.',
};

function obstacleOf({
  event_id: eventId,
  target,
  recipient,
  channel,
  has_opted_in: hasOptedIn,
  is_deleted: isDeleted,
}: DueMessage): string | undefined {
  if (isDeleted) return 'The profile was deleted.';
  // The service itself sends what no event causes.
  if (!target && eventId !== null) return 'The target was deleted.';
  if (!recipient) return noAddress[channel];
  // Messages that are legally required, such as a change of terms, need no consent.
  if (!hasOptedIn && record(target?.['settings'])['transactional'] !== true)
    return `The customer has not opted in to ${channel}.`;
  return undefined;
}

/** Claims a message for this process. An expired claim of another process counts as none. */
async function claim(db: Database, { id }: DueMessage, attempts: number): Promise<boolean> {
  const { rows } = await sql`
    update messages set status = 'sending', attempts = ${attempts}::integer + 1, updated_at = now(),
      claimed_until = now() + ${CLAIM_SECONDS} * interval '1 second'
    where id = ${id} and (status = 'pending' and attempts = ${attempts}
      or status = 'sending' and attempts = ${attempts}::integer + 1 and claimed_until < now())
    returning id`.execute(db);
  return rows.length > 0;
}

/** Another process is sending it, or ended while doing so: queues a job for the time when its claim expires. */
async function checkLater(db: Database, { id }: DueMessage, attempts: number): Promise<void> {
  const row = await db
    .selectFrom('messages')
    .select('claimed_until')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts + 1)
    .executeTakeFirst();
  if (row?.claimed_until) {
    await send(db, 'messages', { messageId: id, attempts }, { startAfter: row.claimed_until });
  }
}

interface Failure {
  readonly reason: string;
  readonly isFinal: boolean;
  readonly retryAfter?: number;
}

async function sendBySmtp({ settings }: Runtime, message: DueMessage): Promise<Failure | undefined> {
  if (!settings.mail) {
    return { reason: 'No SMTP server is configured: set SMTP_URL and MESSAGES_FROM.', isFinal: true };
  }
  try {
    const { recipient, subject, body: text, message_id: messageId, payload, language } = message;
    const stopUrl = stopUrlOf(settings.baseUrl, payload ?? {});
    await sendMail(settings.mail, {
      to: recipient ?? '',
      subject,
      text,
      messageId,
      stopUrl,
      language: language ?? undefined,
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: reason.slice(0, 500), isFinal: isFinal(error) };
  }
}

/** SMS and push have no common protocol: a server of the shop gets a signed webhook and calls its provider. */
async function sendByHttp({ db, settings }: Runtime, message: DueMessage): Promise<Failure | undefined> {
  const url = message.target?.['url'];
  if (typeof url !== 'string') return { reason: 'The target has no address (url).', isFinal: true };
  const { channel, recipient: to, subject, body: text, message_id, profile_id, trigger, target_id } = message;
  const body = JSON.stringify({
    type: `message.${channel}`,
    message_id,
    profile_id,
    trigger,
    to,
    subject,
    text,
  });
  const keys = await signingKeys(db, `target:${target_id}`);
  const headers = sign(keys, message_id, Math.floor(Date.now() / 1_000), body);
  const posted = await post(
    url,
    { 'content-type': 'application/json', 'user-agent': 'loyalty-service', ...headers },
    body,
    {
      allowPrivate: settings.allowPrivateWebhooks ?? false,
      ...(settings.resolve && { resolve: settings.resolve }),
    },
  );
  if (posted.error === null) return undefined;
  return { reason: posted.error, isFinal: posted.status === 410, retryAfter: secondsOf(posted.retryAfter) };
}

async function writeResult(
  db: Database,
  message: DueMessage,
  attempts: number,
  failure: Failure | undefined,
): Promise<void> {
  if (!failure) return await finish(db, message, 'sent', null);
  const delay = failure.isFinal
    ? undefined
    : nextDelay({ retryHourly: true, retryDaily: false }, attempts, { retryAfter: failure.retryAfter ?? 0 });
  if (delay === undefined) return await finish(db, message, 'failed', failure.reason);
  await postpone(db, { ...message, attempts }, new Date(Date.now() + delay * 1_000), failure.reason);
}

async function postpone(
  db: Database,
  { id, attempts }: Row<'messages'>,
  until: Date,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (work) => {
    await work
      .updateTable('messages')
      .set({ status: 'pending', next_at: until, reason, claimed_until: null, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await send(work, 'messages', { messageId: id, attempts }, { startAfter: until });
  });
}

/** Ends a message and adds it to the action history, without its text and address. */
async function finish(
  db: Database,
  { id, profile_id, guest_alert_id, channel, trigger, target_id }: Row<'messages'>,
  status: 'sent' | 'skipped' | 'failed',
  reason: string | null,
): Promise<void> {
  await db.transaction().execute(async (work) => {
    const { numUpdatedRows } = await work
      .updateTable('messages')
      .set({ status, reason, next_at: null, claimed_until: null, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'sending'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const what = `${channel}${target_id === null ? '' : ` by target:${target_id}`} for ${trigger}`;
    await writeHistory(work, {
      type: 'message',
      status,
      profile_id,
      message: reason === null ? what : `${what}: ${reason}`,
    });
    if (guest_alert_id !== null) await deleteIfOver(work, guest_alert_id);
  });
}
