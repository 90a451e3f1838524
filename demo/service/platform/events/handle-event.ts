import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { lockProfiles } from '../../profiles/profile-rows.ts';
import { runTriggers } from '../automation/triggers.ts';
import { recountAfter } from '../../achievements/recount-achievements.ts';
import { matches } from './conditions.ts';
import { queueDeliveries, type NewDelivery } from './queue-deliveries.ts';
import { messageOf } from './message.ts';
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

/** Makes the deliveries of an event and runs its triggers (not for one that is sent once more), once: the event is marked in the same transaction. */
export async function handleEvent(runtime: Runtime, eventId: number): Promise<void> {
  await runtime.db.transaction().execute(async (work) => {
    const about = await work
      .selectFrom('events')
      .select('profile_id')
      .where('id', '=', eventId)
      .executeTakeFirst();
    // Before the event: purging locks the profile, and its events with it.
    if (about?.profile_id) await lockProfiles(work, [about.profile_id]);
    const event = await work
      .selectFrom('events')
      .selectAll()
      .where('id', '=', eventId)
      .where('handled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!event) return;
    const deliveries: NewDelivery[] = [];
    for (const webhook of await listening(work, event.trigger)) {
      const delivery = await prepare(work, event, webhook);
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

/** Active webhooks of one trigger (rule R100). */
async function listening(work: Database, trigger: string): Promise<readonly StoredWebhook[]> {
  const { rows } = await sql<{ id: number; fields: Omit<StoredWebhook, 'id'> }>`
    select id, fields from records
    where resource = 'webhook' and fields @> jsonb_build_object('trigger', ${trigger}::text, 'is_active', true)
    order by id`.execute(work);
  return rows.map(({ id, fields }) => ({ ...fields, id }));
}

/** A delivery if the conditions hold. One that cannot be read delivers nothing, and says so (G19). */
async function prepare(
  work: Database,
  event: Row<'events'>,
  webhook: StoredWebhook,
): Promise<NewDelivery | undefined> {
  const seen = messageOf(event);
  let extra: unknown = null;
  try {
    if (!matches(webhook.condition ?? [], seen)) return undefined;
    if (webhook.extra_data_template) extra = render(webhook.extra_data_template, seen);
  } catch (error) {
    await noteFault(work, webhook.id, error instanceof Error ? error.message : String(error));
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

async function noteFault(work: Database, webhookId: number, note: string): Promise<void> {
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
