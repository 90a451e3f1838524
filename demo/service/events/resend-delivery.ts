import { sql } from 'kysely';
import { conflict, invalid } from '../api/problem.ts';
import { timestamp } from '../api/formats.ts';
import type { KnownCall } from '../api/route.ts';
import { send } from '../jobs/boss.ts';
import type { Database } from '../database/tables.ts';

/** A delivery that was queued again. */
export interface Resent {
  readonly receiver: string;
  /** The id of the message, which stays: a receiver that stored it recognizes the repetition. */
  readonly messageId: string;
}

/**
 * Sends a delivery again, in a transaction: same message, same id, and the count of its attempts goes on. Throws 409 while attempts
 * follow, so that pressing twice sends once, and 422 for a delivery that is not (or no longer) in the log of the receiver.
 */
export async function resendDelivery(work: Database, deliveryId: number, receiver?: string): Promise<Resent> {
  const delivery = await work
    .selectFrom('deliveries')
    .select(['receiver', 'message_id', 'queue', 'attempts', 'status', 'next_at'])
    .where('id', '=', deliveryId)
    .$if(receiver !== undefined, (query) => query.where('receiver', '=', receiver ?? ''))
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) {
    throw invalid({
      resend: [
        `There is no delivery ${deliveryId} of this receiver: resend takes a delivery_id of GET /v3/action-history, for 30 days.`,
      ],
    });
  }
  const { queue, attempts, status, next_at: next } = delivery;
  if (status === 'pending') {
    const when = next && next.getTime() > Date.now() ? `at ${timestamp(next)}` : 'now';
    throw conflict(
      `Delivery ${deliveryId} is still being tried, the next time ${when}: it can be sent again after its last attempt.`,
    );
  }
  await work
    .updateTable('deliveries')
    .set({ status: 'pending', next_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', deliveryId)
    .execute();
  await sql`
    update records set fields = fields || '{"status": "resending"}', updated_at = now()
    where resource = 'action-history' and fields @> ${JSON.stringify({ delivery_id: deliveryId })}::jsonb`.execute(
    work,
  );
  await send(work, `webhooks-${queue}`, { deliveryId, attempts });
  return { receiver: delivery.receiver, messageId: delivery.message_id };
}

/**
 * Sends the delivery again that the field `resend` of an edit names: how a delivery is sent again is not shown: ASSUMPTION. The receiver
 * is locked by the edit. Throws 409 for one that is switched off, which gets no deliveries.
 */
export async function resendOf(
  call: Pick<KnownCall, 'db' | 'body' | 'note'>,
  receiver: string,
  isActive: boolean,
): Promise<void> {
  const { resend } = call.body as { readonly resend?: number };
  if (resend === undefined) return;
  if (!isActive) throw conflict('It is switched off, and gets no deliveries: set is_active to true first.');
  const { messageId } = await resendDelivery(call.db, resend, receiver);
  call.note({ note: `Delivery ${resend} is sent again, as ${messageId}.` });
}
