import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { messageOf } from '../events/message.ts';
import { renderText } from '../events/template.ts';
import { send } from '../jobs/boss.ts';
import type { Stored } from '../../crud/tables.ts';

export const channels = ['email', 'sms', 'push'] as const;
export type Channel = (typeof channels)[number];

export const channelOf = (target: Stored): Channel | undefined =>
  channels.find((one) => one === target['type']);

export interface NewMessage {
  readonly event: Row<'events'>;
  readonly profileId: string;
  readonly target: Stored;
  readonly channel: Channel;
  /** Subject and text in place of those of the target. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a message to a customer, and the job that sends it, in the transaction of its cause. One event brings a person one message of a
 * channel, whatever asks for it and however often.
 */
export async function queueMessage(work: Database, message: NewMessage): Promise<void> {
  const { event, profileId, target, channel, settings = {} } = message;
  const { subject = target['name'], text } = {
    ...(target['settings'] as Readonly<Record<string, unknown>> | null),
    ...settings,
  };
  const profile = await work
    .selectFrom('profiles')
    .select(['first_name', 'last_name'])
    .where('id', '=', profileId)
    .executeTakeFirst();
  const known = { ...messageOf(event), profile: { ...profile, id: profileId } };
  const fault = typeof text === 'string' && text !== '' ? null : 'The target has no text in its settings.';
  const row = await work
    .insertInto('messages')
    .values({
      profile_id: profileId,
      event_id: event.id,
      trigger: event.trigger,
      target_id: Number(target.id),
      channel,
      // A line break in a subject would begin another header.
      subject: renderText(String(subject), known).replace(/\s+/g, ' ').trim(),
      body: fault ? '' : renderText(String(text), known),
      ...(fault && { status: 'failed' as const, reason: fault, next_at: null }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row && !fault) await send(work, 'messages', { messageId: row.id, attempts: 0 });
}

/** What became of messages, newest first. */
export const messagesOf = (db: Database, limit: number) =>
  db
    .selectFrom('messages')
    .innerJoin('profiles', 'profiles.id', 'messages.profile_id')
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
