import { sql } from 'kysely';
import { ownerOfProfile } from '../auth/principal.ts';
import type { Database, Row } from '../database/tables.ts';
import { targetShape } from '../../../src/services/contract/automation.ts';
import { queueDeliveries } from '../events/queue-deliveries.ts';
import { messageOf } from '../events/message.ts';
import { publish, type ownTriggers } from '../events/publish.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { channelOf, queueMessage } from '../messages/queue-message.ts';
import { viewOfRow } from '../crud/views.ts';
import { creditDefinitionTable, type CreditDefinition } from './credit-definitions.ts';
import { creditView, type Credit } from './credit-view.ts';
import { momentOf } from '../programme/periods.ts';
import { hourOfDay } from '../programme/time-zone.ts';

type Planned = Row<'credit_notices'>['kind'];
export type Notice = Planned | 'expiry';

/** The event of each message: its flag is `has_notified_<notice>`, its target `<notice>_target_id` of the definition. */
const triggers: Readonly<Record<Notice, (typeof ownTriggers)[number]>> = {
  issue: 'credit.issued',
  release: 'credit.released',
  remind: 'credit.expiring',
  expiry: 'credit.expired',
  extend: 'credit.extended',
};

/** The flags of a new credit. */
export const notNotified = {
  has_notified_issue: false,
  has_notified_release: false,
  has_notified_remind: false,
  has_notified_expiry: false,
  has_notified_extend: false,
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Moment = Date | string | null | undefined;

/** The fields that decide when notices of a credit are due. The times of a credit that is being changed can be text. */
type Notified = Pick<Credit, 'timezone'> & {
  readonly [Name in 'issued_at' | 'released_at' | 'expires_at' | 'extended_at']?: Moment;
};

/**
 * When notices of a credit are due, by its definition (spec 2.6): `notify_*_offset_days` after its issue or its
 * extension, or before its expiry for a reminder, of which there is none without that field; at `notify_*_offset_hour` of
 * that day in its time zone. `notify_schedule_offset` adds minutes to all of them.
 */
export function momentsOf(
  credit: Notified,
  definition: CreditDefinition,
): Readonly<Record<Planned, Date | null>> {
  const zone = credit.timezone ?? definition.timezone ?? null;
  const later = (definition.notify_schedule_offset ?? 0) * MINUTE_MS;
  const shifted = (from: Date | null, name: 'issue' | 'remind' | 'extend') => {
    const days = definition[`notify_${name}_offset_days`];
    const hour = definition[`notify_${name}_offset_hour`];
    if (!from || (name === 'remind' && typeof days !== 'number')) return null;
    const day = new Date(from.getTime() + Number(days ?? 0) * DAY_MS * (name === 'remind' ? -1 : 1));
    if (typeof hour !== 'number') return new Date(day.getTime() + later);
    const moment = hourOfDay(day, hour, zone);
    // If that hour has passed already, the notice is due on the next day.
    if (name !== 'remind' && moment < day)
      return new Date(hourOfDay(nextDay(day), hour, zone).getTime() + later);
    return new Date(moment.getTime() + later);
  };
  const released = dateOf(credit.released_at);
  return {
    issue: shifted(dateOf(credit.issued_at), 'issue'),
    release: released && new Date(released.getTime() + later),
    remind: shifted(dateOf(credit.expires_at), 'remind'),
    extend: shifted(dateOf(credit.extended_at), 'extend'),
  };
}

/** Stores when notices of a credit are due. A notice that was sent is sent again only if its moment moved into the future. */
export async function planNotices(
  work: Database,
  credit: Notified & { readonly id: number; readonly credit_definition_id?: number | null | undefined },
  kinds: readonly Planned[],
  now = new Date(),
): Promise<void> {
  const { id, credit_definition_id: definitionId } = credit;
  const moments = momentsOf(credit, await findRecord(work, creditDefinitionTable, {}, String(definitionId)));
  const open: Planned[] = [];
  for (const kind of kinds) {
    const due = moments[kind];
    if (!due) {
      await work.deleteFrom('credit_notices').where('credit_id', '=', id).where('kind', '=', kind).execute();
      continue;
    }
    const isAgain = due > now || kind === 'extend';
    const { told_at } = await work
      .insertInto('credit_notices')
      .values({ credit_id: id, kind, due_at: due })
      .onConflict((conflict) =>
        conflict.columns(['credit_id', 'kind']).doUpdateSet({
          due_at: due,
          told_at: sql`case when ${isAgain}::boolean and credit_notices.due_at <> excluded.due_at then null
            else credit_notices.told_at end`,
        }),
      )
      .returning('told_at')
      .executeTakeFirstOrThrow();
    if (told_at === null) open.push(kind);
  }
  await clearNotified(work, id, open);
}

/** Clears the flags of notices that are to be sent again. */
export async function clearNotified(
  work: Database,
  creditId: number,
  notices: readonly Notice[],
): Promise<void> {
  for (const notice of notices) {
    await sql`
      update credits set fields = fields || jsonb_build_object(${`has_notified_${notice}`}::text, false)
      where id = ${creditId} and fields @> jsonb_build_object(${`has_notified_${notice}`}::text, true)`.execute(
      work,
    );
  }
}

interface Sending {
  readonly creditId?: number;
  readonly atOnce?: number;
  readonly now?: Date;
}

/** Sends due notices of one credit or of all, at most `atOnce`. Returns how many were found. */
export async function sendDueNotices(
  work: Database,
  { creditId, atOnce = 100, now = new Date() }: Sending = {},
): Promise<number> {
  const { rows } = await sql<{ credit_id: number; kind: Planned }>`
    select credit_id, kind from credit_notices
    where told_at is null and due_at <= ${now} ${creditId === undefined ? sql`` : sql`and credit_id = ${creditId}`}
    order by due_at, credit_id, kind limit ${atOnce} for update skip locked`.execute(work);
  for (const { credit_id, kind } of rows) {
    await work
      .updateTable('credit_notices')
      .set({ told_at: sql<Date>`now()` })
      .where('credit_id', '=', credit_id)
      .where('kind', '=', kind)
      .execute();
    await sendNotice(work, credit_id, kind);
  }
  return rows.length;
}

/**
 * Publishes the event of a notice, sends it to the target that the definition names, and sets the flag, all in the
 * caller's transaction. Deleted credits get no notices, and empty ones no reminder.
 */
export async function sendNotice(work: Database, creditId: number, notice: Notice): Promise<void> {
  const flag = `has_notified_${notice}`;
  const row = await work
    .updateTable('credits')
    .set({ fields: sql<string>`fields || jsonb_build_object(${flag}::text, true)`, updated_at: sql`now()` })
    .where('id', '=', creditId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not fields @> jsonb_build_object(${flag}::text, true)`)
    .$if(notice === 'remind', (query) =>
      query.where('value_remaining', '>', '0').where('expires_at', '>', sql<Date>`now()`),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const { profile_id: profileId } = row;
  // With the fields for customers: receivers of the event need neither its number nor its code.
  const owner = ownerOfProfile(profileId);
  const payload = { ...(await viewOfRow(creditView, { db: work, principal: owner }, row)) };
  const eventId = await publish(work, {
    trigger: triggers[notice],
    namespace: 'loyalty',
    profileId,
    payload,
  });
  const definition = await findRecord(work, creditDefinitionTable, {}, String(row.credit_definition_id));
  await sendTo(work, eventId, profileId, definition[`${notice}_target_id`] ?? 0);
}

/** Sends a notice: to a webhook or as a message to the customer, by the type of the target. */
async function sendTo(work: Database, eventId: number, profileId: string, targetId: number): Promise<void> {
  if (targetId === 0) return;
  const row = await rowsWithin(work, tableOf('target', targetShape), { id: targetId }).executeTakeFirst();
  if (!row) return;
  const target = fromRow(row);
  const { url } = target;
  const event = await work
    .selectFrom('events')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const channel = channelOf(target);
  if (channel) return await queueMessage(work, { event, profileId, target, channel });
  if (typeof url !== 'string') return;
  const body = JSON.stringify({ ...messageOf(event), extra: null });
  await queueDeliveries(work, event, [
    {
      receiver: `target:${targetId}`,
      url,
      queue: 'default',
      retryHourly: true,
      retryDaily: false,
      body,
    },
  ]);
}

const nextDay = (day: Date) => new Date(day.getTime() + DAY_MS);

const dateOf = (moment: Moment): Date | null =>
  typeof moment === 'string' ? momentOf(moment) : (moment ?? null);
