import { sql } from 'kysely';
import { writeHistory } from '../automation/action-history.ts';
import type { Database, Row } from '../database/tables.ts';
import { post } from '../events/post.ts';
import { nextDelay, secondsOf } from '../events/schedule.ts';
import { sign } from '../events/signature.ts';
import { signingKeys } from '../events/signing-keys.ts';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/runtime.ts';
import type { Channel } from './queue-message.ts';
import { isFinal, sendMail } from './mail.ts';
import { endOfQuietHours } from './quiet-hours.ts';
import { programmeSettings } from '../../programme/programme.ts';

/** Longer than any attempt takes: after it the process that sent is thought dead. */
const CLAIM_SECONDS = 120;

/**
 * One attempt at a message: ASSUMPTION G72. Who may be written to is looked up now, not when the message was made. A process claims the
 * message before it sends; one that dies while sending leaves the message to the next one, which repeats it with the same id.
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
  if (!(await claim(db, message, subject.attempts))) return await lookAgain(db, message, subject.attempts);
  const failure = await (message.channel === 'email'
    ? overSmtp(runtime, message)
    : overHttp(runtime, message));
  await write(db, message, subject.attempts + 1, failure);
}

interface Due extends Row<'messages'> {
  /** Where it goes to: an e-mail address, a telephone number, or the profile of a device. */
  readonly recipient: string | null;
  readonly has_opted_in: boolean;
  readonly is_gone: boolean;
  /** Null: the target was deleted. */
  readonly target: Readonly<Record<string, unknown>> | null;
}

/** Who gets a message of a channel: an address of the profile (G72). */
async function messageBy(db: Database, id: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select messages.*, target.fields as target, profiles.deleted_at is not null as is_gone,
      case channel when 'email' then profiles.email when 'sms' then profiles.fields ->> 'phone' else profiles.id end as recipient,
      coalesce((
        select (fields ->> (channel || '_opt_in'))::boolean from records
        where resource = 'comms' and profile_id = profiles.id limit 1), false) as has_opted_in
    from messages join profiles on profiles.id = messages.profile_id
    left join records as target on target.id = target_id and target.resource = 'target'
    where messages.id = ${id}`.execute(db);
  return rows[0];
}

const missing: Readonly<Record<Channel, string>> = {
  email: 'The profile has no e-mail address.',
  sms: 'The profile has no telephone number.',
  push: 'The profile is gone.',
};

function obstacleOf({
  target,
  recipient,
  channel,
  has_opted_in: hasOptedIn,
  is_gone: isGone,
}: Due): string | undefined {
  if (isGone) return 'The profile was deleted.';
  if (!target) return 'The target was deleted.';
  if (!recipient) return missing[channel];
  const settings = target['settings'] as Readonly<Record<string, unknown>> | null | undefined;
  // What a customer has to be told, such as a change of terms, needs no consent.
  if (!hasOptedIn && settings?.['transactional'] !== true)
    return `The customer has not opted in to ${channel}.`;
  return undefined;
}

/** Of two processes with the same job one gets it; a claim that ran out is as none. */
async function claim(db: Database, { id }: Due, attempts: number): Promise<boolean> {
  const { rows } = await sql`
    update messages set status = 'sending', attempts = ${attempts}::integer + 1, updated_at = now(),
      claimed_until = now() + ${CLAIM_SECONDS} * interval '1 second'
    where id = ${id} and (status = 'pending' and attempts = ${attempts}
      or status = 'sending' and attempts = ${attempts}::integer + 1 and claimed_until < now())
    returning id`.execute(db);
  return rows.length > 0;
}

/** Another process sends it, or died while it did: what became of it is looked up when its claim ends. */
async function lookAgain(db: Database, { id }: Due, attempts: number): Promise<void> {
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

async function overSmtp({ settings }: Runtime, message: Due): Promise<Failure | undefined> {
  if (!settings.mail) {
    return { reason: 'No SMTP server is configured: set SMTP_URL and MESSAGES_FROM.', isFinal: true };
  }
  try {
    const { recipient, subject, body: text, message_id: messageId } = message;
    await sendMail(settings.mail, { to: recipient ?? '', subject, text, messageId });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: reason.slice(0, 500), isFinal: isFinal(error) };
  }
}

/** SMS and push have no common protocol: a service of the shop gets a signed webhook, and talks to its provider. */
async function overHttp({ db, settings }: Runtime, message: Due): Promise<Failure | undefined> {
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

async function write(
  db: Database,
  message: Due,
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

/** The end of a message stands in the action history, without what was written and to which address. */
async function finish(
  db: Database,
  { id, profile_id, channel, trigger, target_id }: Row<'messages'>,
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
    const what = `${channel} by target:${target_id} for ${trigger}`;
    await writeHistory(work, {
      type: 'message',
      status,
      profile_id,
      message: reason === null ? what : `${what}: ${reason}`,
    });
  });
}
