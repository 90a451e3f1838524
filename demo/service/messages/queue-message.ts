import { sql } from 'kysely';
import type { targetShape } from '../../../src/services/contract/automation.ts';
import type { Database, Row } from '../database/tables.ts';
import { readableMessageOf } from '../events/message.ts';
import { renderText } from '../events/template.ts';
import { publicRoot } from '../settings.ts';
import { send } from '../jobs/boss.ts';
import { amountsOf, textSettings, textsIn } from './message-texts.ts';
import type { Stored } from '../crud/tables.ts';

export const channels = ['email', 'sms', 'push'] as const;
export type Channel = (typeof channels)[number];

/** The page that ends messages like this one, for the event of an alert: it needs no sign-in. */
export const stopUrlOf = (
  baseUrl: string,
  { stop_link: link }: Row<'events'>['payload'],
): string | undefined => (typeof link === 'string' ? `${publicRoot(baseUrl)}/alerts/${link}` : undefined);

type Target = Stored<typeof targetShape, 'target'>;

export const channelOf = ({ type }: Target): Channel | undefined => channels.find((one) => one === type);

export interface NewMessage {
  readonly event: Row<'events'>;
  /** Null for the message to a guest. */
  readonly profileId: string | null;
  readonly target: Target;
  readonly channel: Channel;
  /** Subject and text that replace those of the target. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The public address of the service, for `stop_url`. */
  readonly baseUrl?: string;
}

/**
 * Stores a message to a customer and the job that sends it, in the transaction of its cause. A customer gets at most one message of
 * each channel for an event.
 */
export async function queueMessage(work: Database, message: NewMessage): Promise<void> {
  const { event, profileId, target, channel, settings = {}, baseUrl } = message;
  const guestAlertId = guestAlertOf(event);
  const profile =
    profileId === null
      ? undefined
      : await work
          .selectFrom('profiles')
          .select(['first_name', 'last_name'])
          .where('id', '=', profileId)
          .executeTakeFirst();
  const { language, ...texts } = await textsIn(work, {
    settings: textSettings(target.settings ?? {}, settings),
    name: target.name ?? '',
    ranges: await languagesOf(work, profileId, guestAlertId),
  });
  const filled = fill(texts, {
    ...readableMessageOf(event),
    profile: { ...profile, id: profileId },
    stop_url: baseUrl && stopUrlOf(baseUrl, event.payload),
    money: amountsOf(event.payload, language),
  });
  const row = await work
    .insertInto('messages')
    .values({
      profile_id: profileId,
      guest_alert_id: profileId === null ? guestAlertId : null,
      event_id: event.id,
      trigger: event.trigger,
      target_id: target.id,
      channel,
      // A line break in a subject could inject a header.
      subject: filled.subject.replace(/\s+/g, ' ').trim(),
      body: filled.body,
      language,
      ...(filled.fault && { status: 'failed' as const, reason: filled.fault, next_at: null }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row && !filled.fault) await send(work, 'messages', { messageId: row.id, attempts: 0 });
}

/**
 * The languages of who gets a message: that of the communication preferences, or those of the page where a guest asked. Empty where none is
 * known.
 */
async function languagesOf(
  work: Database,
  profileId: string | null,
  guestAlertId: number | null,
): Promise<readonly string[]> {
  const { rows } = await (
    profileId === null
      ? sql<{ languages: readonly string[] }>`select languages from guest_alerts where id = ${guestAlertId}`
      : sql<{ languages: readonly string[] }>`
        select array[lower(fields ->> 'language')] as languages from records
        where resource = 'comms' and profile_id = ${profileId} and fields ->> 'language' is not null limit 1`
  ).execute(work);
  return rows[0]?.languages ?? [];
}

/** The alert of a guest that an event is about: its address gets the message. Null for any other event. */
export const guestAlertOf = ({ namespace, trigger, payload }: Row<'events'>): number | null =>
  namespace === 'loyalty' && trigger.startsWith('alert.') && typeof payload['guest_alert_id'] === 'number'
    ? payload['guest_alert_id']
    : null;

/** Stores a message of the service itself to a guest, and the job that sends it. */
export async function queueOwnMail(
  work: Database,
  {
    guestAlertId,
    ...message
  }: {
    readonly guestAlertId: number;
    readonly trigger: string;
    readonly subject: string;
    readonly body: string;
    readonly language: string;
  },
): Promise<void> {
  const { id } = await work
    .insertInto('messages')
    .values({
      ...message,
      profile_id: null,
      guest_alert_id: guestAlertId,
      event_id: null,
      target_id: null,
      channel: 'email',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await send(work, 'messages', { messageId: id, attempts: 0 });
}

/** Subject and text, or why the message cannot be sent: values of an event may make them too large. */
function fill(
  { subject, text }: { readonly subject: string; readonly text: unknown },
  values: unknown,
): { readonly subject: string; readonly body: string; readonly fault?: string } {
  if (typeof text !== 'string' || text === '')
    return { subject, body: '', fault: 'The target has no text in its settings.' };
  try {
    return { subject: renderText(subject, values), body: renderText(text, values) };
  } catch (error) {
    return { subject: '', body: '', fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Messages with their states, newest first. */
export const messagesOf = (db: Database, limit: number) =>
  db
    .selectFrom('messages')
    .leftJoin('profiles', 'profiles.id', 'messages.profile_id')
    .select([
      'messages.id',
      'messages.profile_id',
      'trigger',
      'channel',
      'subject',
      'status',
      'reason',
      'attempts',
    ])
    .select(['messages.created_at', sql<string>`concat_ws(' ', first_name, last_name)`.as('name')])
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();
