import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import type { Runtime } from '../jobs/perform.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import { writeSkipped } from '../automation/action-history.ts';
import { runTriggers } from '../automation/triggers.ts';
import { recountAfter } from '../achievements/recount-achievements.ts';
import { mismatch } from './conditions.ts';
import { isAskedFor, NOT_ASKED_FOR } from './customer-events.ts';
import { queueDeliveries, type NewDelivery } from './queue-deliveries.ts';
import { messageOf, readableMessageOf } from './message.ts';
import { render } from './template.ts';

interface StoredWebhook {
  readonly id: number;
  readonly url: string;
  readonly namespace: string;
  readonly queue?: 'high' | 'default' | 'low' | null;
  readonly condition?: readonly string[] | null;
  readonly extra_data_template?: string | null;
  readonly retry_hourly?: boolean | null;
  readonly retry_daily?: boolean | null;
}

/**
 * Queues the deliveries of an event, recounts achievements and runs its triggers. Once per event: it is marked as handled in the same
 * transaction. An event that is sent again runs no triggers.
 */
export async function handleEvent(runtime: Runtime, eventId: number): Promise<void> {
  await runtime.db.transaction().execute(async (work) => {
    const subject = await work
      .selectFrom('events')
      .select('profile_id')
      .where('id', '=', eventId)
      .executeTakeFirst();
    // Locks the profile before the event, in the order of a purge: otherwise both could deadlock.
    if (subject?.profile_id) await lockProfiles(work, [subject.profile_id]);
    const event = await work
      .selectFrom('events')
      .selectAll()
      .where('id', '=', eventId)
      .where('handled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!event) return;
    const deliveries: NewDelivery[] = [];
    for (const webhook of await webhooksOf(work, event.trigger)) {
      const delivery = await deliveryFor(work, event, webhook);
      if (delivery) deliveries.push(delivery);
    }
    await queueDeliveries(work, event, deliveries);
    await recountAfter(work, event);
    if (!event.is_resent) await runTriggers({ ...runtime, db: work }, event);
    await work
      .updateTable('events')
      .set({ handled_at: sql<Date>`now()` })
      .where('id', '=', eventId)
      .execute();
  });
}

/** Active webhooks of a trigger. */
async function webhooksOf(work: Database, trigger: string): Promise<readonly StoredWebhook[]> {
  const { rows } = await sql<{ id: number; fields: Omit<StoredWebhook, 'id'> }>`
    select id, fields from records
    where resource = 'webhook' and fields @> jsonb_build_object('trigger', ${trigger}::text, 'is_active', true)
    order by id`.execute(work);
  return rows.map(({ id, fields }) => ({ ...fields, id }));
}

/** The delivery of an event to a webhook, if its conditions are true. An invalid condition or template writes an audit entry instead. */
async function deliveryFor(
  work: Database,
  event: Row<'events'>,
  webhook: StoredWebhook,
): Promise<NewDelivery | undefined> {
  const skip = (why: string) => writeSkipped(work, { webhook_id: webhook.id }, event, why);
  if (!isAskedFor(event, webhook.condition ?? [])) {
    await skip(NOT_ASKED_FOR);
    return undefined;
  }
  const message = readableMessageOf(event);
  let extra: unknown = null;
  try {
    const why = mismatch(webhook.condition ?? [], message);
    if (why !== undefined) {
      await skip(why);
      return undefined;
    }
    if (webhook.extra_data_template) extra = render(webhook.extra_data_template, message);
  } catch (error) {
    await auditFailure(work, webhook.id, error instanceof Error ? error.message : String(error));
    return undefined;
  }
  return {
    receiver: `webhook:${webhook.id}`,
    url: webhook.url,
    queue: webhook.queue ?? 'default',
    retryHourly: webhook.retry_hourly === true,
    retryDaily: webhook.retry_daily === true,
    body: JSON.stringify({ ...messageOf(event, webhook.namespace), extra }),
  };
}

async function auditFailure(work: Database, webhookId: number, note: string): Promise<void> {
  await work
    .insertInto('audits')
    .values({
      action: 'webhooks.undeliverable',
      model: 'webhook',
      model_id: String(webhookId),
      user_id: null,
      profile_id: null,
      request_id: null,
      fields: JSON.stringify({ note }),
    })
    .execute();
}
